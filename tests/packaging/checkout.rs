//! A clone of this repository as a stranger has it, built, and a Maven repository that has never
//! seen Tickless.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

use crate::support::{Outcome, TestJdk, carried, jdks, kept, repository, run};

/// Real seconds that a block of commands may take, downloads included.
const LIMIT: f64 = 900.0;

/// The command that README and examples begin with.
pub const INSTALL: &str = "cargo build --release && mvn -q -f agent-java install";

pub struct Checkout {
    pub folder: PathBuf,
    /// Maven's local repository.
    pub artifacts: PathBuf,
    home: PathBuf,
    // Maven 3 does not expect two processes to write one local repository.
    turn: Mutex<HashMap<String, bool>>,
}

/// Made once a run of the tests.
pub fn checkout() -> &'static Checkout {
    static MADE: OnceLock<Checkout> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = kept().join("checkout");
        let _ = fs::remove_dir_all(&folder);
        copy(repository(), &folder, &|name| {
            name != "target" && name != ".git"
        });
        let built = folder.join("target/release");
        fs::create_dir_all(&built).expect("a folder");
        // A link, since a file just written cannot be started while another test's new process
        // still holds it open for writing.
        let command = Path::new(env!("CARGO_BIN_EXE_tickless"));
        fs::hard_link(command, built.join("tickless")).expect("a link to the command");
        fs::copy(carried("agent"), built.join("libtickless.so")).expect("the library");

        let artifacts = kept().join("artifacts");
        let _ = fs::remove_dir_all(artifacts.join("dev/tickless"));
        let known = std::env::home_dir()
            .unwrap_or_default()
            .join(".m2/repository");
        if known.is_dir() {
            link(&known, &artifacts);
            let _ = fs::remove_dir_all(artifacts.join("dev/tickless"));
        }
        let home = kept().join("home");
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(home.join(".m2")).expect("a folder");
        fs::create_dir_all(&artifacts).expect("a folder");
        symlink(&artifacts, home.join(".m2/repository")).expect("a link");
        Checkout {
            folder,
            artifacts,
            home,
            turn: Mutex::default(),
        }
    })
}

impl Checkout {
    /// Runs lines of a shell in the clone's folder, one caller at a time.
    pub fn shell(&self, lines: &str, jdk: &TestJdk) -> Outcome {
        let _turn = self
            .turn
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        self.start(lines, jdk)
    }

    /// The same, but lines that have succeeded once are not run again.
    #[track_caller]
    pub fn once(&self, lines: &str) {
        let mut done = self
            .turn
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if !done.contains_key(lines) {
            self.start(lines, &jdks()[0]).assert_code(0);
            done.insert(lines.to_owned(), true);
        }
    }

    fn start(&self, lines: &str, jdk: &TestJdk) -> Outcome {
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = repository().join("tests/packaging/bin");
        let mut shell = Command::new("sh");
        shell
            .args(["-euc", lines])
            .current_dir(&self.folder)
            .env(
                "PATH",
                format!(
                    "{}:{}:{path}",
                    bin.display(),
                    jdk.home.join("bin").display()
                ),
            )
            .env("HOME", &self.home)
            .env("XDG_CACHE_HOME", kept().join("cache"))
            .env("JAVA_HOME", &jdk.home)
            .env(
                "MAVEN_OPTS",
                format!("-Dmaven.repo.local={}", self.artifacts.display()),
            );
        for name in [
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "_JAVA_OPTIONS",
            "MAVEN_ARGS",
        ] {
            shell.env_remove(name);
        }
        let mut got = run(&mut shell, LIMIT);
        // Some distributions' Maven colours what it writes into a file, too.
        let colours = regex::Regex::new("\x1b\\[[0-9;]*m").expect("a pattern");
        got.stdout = colours.replace_all(&got.stdout, "").into_owned();
        got
    }
}

fn entries(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            (path, name)
        })
        .collect()
}

/// Copies a tree; files keep their mode.
fn copy(from: &Path, to: &Path, take: &dyn Fn(&str) -> bool) {
    fs::create_dir_all(to).expect("a folder");
    for (path, name) in entries(from) {
        if !take(&name) {
            continue;
        }
        if path.is_dir() {
            copy(&path, &to.join(name), take);
        } else {
            fs::copy(&path, to.join(name))
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

/// Makes what is in a local repository of Maven's known in another one. What Maven writes once is
/// linked; what it writes into again is copied, so that the first repository stays as it was.
fn link(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for (path, name) in entries(from) {
        let target = to.join(&name);
        if path.is_dir() {
            link(&path, &target);
        } else if !target.exists() {
            let written_once = [".jar", ".pom"].iter().any(|end| name.ends_with(end));
            if !(written_once && fs::hard_link(&path, &target).is_ok()) {
                // One that goes away meanwhile was temporary.
                let _ = fs::copy(&path, &target);
            }
        }
    }
}
