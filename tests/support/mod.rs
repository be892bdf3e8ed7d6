//! What the tests share: the built command, scratch folders, JDKs, Java programs.
//!
//! A test on a real JVM states the program, the JVM options, how time runs and the JDK:
//!
//! ```ignore
//! for jdk in support::jdks() {
//!     let program = Java::in_tests("Ticker").compile(jdk);
//!     let got = program.run(&Time::World(&["--start", "2026-01-01T00:00:00Z"]), &["-Xint"]);
//!     got.assert_success("tick\n");
//! }
//! ```

mod fake_jdk;
mod java;
mod jdks;
mod maven;
mod process;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub use fake_jdk::FakeJdk;
pub use java::{Java, Time};
pub use jdks::{TestJdk, jdks};
pub use maven::class_path;
pub use process::{Outcome, run};

/// Where this repository lies.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder that stays between runs of the tests.
pub fn kept() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// A folder that goes away with the value.
pub fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in(kept()).expect("a scratch folder")
}

/// The command, with its cache in the target folder and nothing set that would change a JVM.
pub fn tickless() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tickless"));
    command.env("XDG_CACHE_HOME", kept().join("cache"));
    for name in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
        command.env_remove(name);
    }
    command
}

/// A path that `tickless paths` prints: `agent`, `api-jar` or `junit-jar`.
pub fn carried(key: &str) -> PathBuf {
    static PATHS: OnceLock<HashMap<String, PathBuf>> = OnceLock::new();
    let paths = PATHS.get_or_init(|| {
        run(tickless().arg("paths"), 20.0)
            .assert_code(0)
            .stdout
            .lines()
            .filter_map(|line| line.split_once('='))
            .map(|(key, path)| (key.into(), path.into()))
            .collect()
    });
    paths
        .get(key)
        .unwrap_or_else(|| panic!("tickless paths names no {key}: {paths:?}"))
        .clone()
}

/// A number from the environment, or what stands for it.
pub fn setting(name: &str, default: f64) -> f64 {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name}={text:?} is not a number")),
        Err(_) => default,
    }
}
