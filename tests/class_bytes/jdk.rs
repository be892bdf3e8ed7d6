//! The JDKs that are installed here: the one of `JAVA_HOME` or `java` on the PATH, and its neighbours.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One JDK.
#[derive(Debug, Clone)]
pub struct Jdk {
    pub home: PathBuf,
    pub feature: u32,
}

impl Jdk {
    pub fn modules(&self) -> PathBuf {
        self.home.join("lib/modules")
    }

    pub fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.home.join("bin").join(name));
        command
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("_JAVA_OPTIONS");
        command
    }
}

/// JDK 17 and JDK 25; a test without either fails, because the product is promised for both.
pub fn both() -> Vec<Jdk> {
    let found = installed();
    [17, 25]
        .iter()
        .map(|feature| {
            found.get(feature).cloned().unwrap_or_else(|| {
                panic!("JDK {feature} not found beside JAVA_HOME or `java` on the PATH; found {found:?}")
            })
        })
        .collect()
}

fn installed() -> BTreeMap<u32, Jdk> {
    let mut homes: Vec<PathBuf> = Vec::new();
    let named = std::env::var_os("TICKLESS_TEST_JDKS").unwrap_or_default();
    homes.extend(std::env::split_paths(&named).filter(|home| !home.as_os_str().is_empty()));
    let start = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .or_else(|| {
            std::env::split_paths(&std::env::var_os("PATH")?)
                .map(|folder| folder.join("java"))
                .find_map(|java| java.canonicalize().ok())
                .and_then(|java| Some(java.parent()?.parent()?.to_path_buf()))
        });
    if let Some(start) = start {
        let around = start
            .parent()
            .and_then(|folder| std::fs::read_dir(folder).ok());
        homes.extend(
            around
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path()),
        );
        homes.push(start);
    }
    homes
        .into_iter()
        .filter_map(|home| Some((feature_of(&home)?, home)))
        .map(|(feature, home)| (feature, Jdk { home, feature }))
        .collect()
}

/// The feature release in the `release` file, when the folder is a whole JDK.
fn feature_of(home: &Path) -> Option<u32> {
    if !home.join("lib/modules").is_file() || !home.join("bin/javac").is_file() {
        return None;
    }
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let version = release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    version.split(['.', '"', '-', '+']).next()?.parse().ok()
}

/// An empty folder of this name under the target folder.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
