//! What Maven brings: the oracle's classes and the jars to scan.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::jdk::{self, Jdk};

fn target(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn maven(project: &str, property: &str, folder: &Path, goals: &[&str]) {
    let output = Command::new("mvn")
        .args(["-q", "-B", "-f"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(project))
        .arg(format!("-D{property}={}", folder.display()))
        .args(goals)
        .env("JAVA_HOME", &jdk::both()[0].home)
        .output()
        .expect("mvn on the PATH");
    assert!(
        output.status.success(),
        "{project}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The jars in the folder, in order of their names.
fn jars(folder: &Path) -> Vec<PathBuf> {
    let mut jars: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
        .collect();
    jars.sort();
    jars
}

/// Camel, Spring, Netty, Kotlin and Scala.
pub fn corpus() -> &'static [PathBuf] {
    static JARS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    JARS.get_or_init(|| {
        let folder = target("corpus");
        maven(
            "tests/oracle/corpus/pom.xml",
            "corpus.target",
            &folder,
            &["dependency:copy-dependencies"],
        );
        let jars = jars(&folder.join("lib"));
        assert!(jars.len() > 50, "{jars:?}");
        jars
    })
}

/// Those of Camel's core.
#[allow(dead_code)]
pub fn camel() -> Vec<PathBuf> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let camel: Vec<PathBuf> = corpus()
        .iter()
        .filter(|path| name(path).starts_with("camel-"))
        .cloned()
        .collect();
    assert!(camel.len() > 30, "{camel:?}");
    camel
}

/// A program of `tests/oracle`, ready for its arguments.
pub fn oracle(jdk: &Jdk, main: &str) -> Command {
    static CLASS_PATH: OnceLock<String> = OnceLock::new();
    let class_path = CLASS_PATH.get_or_init(|| {
        let folder = target("oracle");
        maven(
            "tests/oracle/pom.xml",
            "oracle.target",
            &folder,
            &["compile", "dependency:copy-dependencies"],
        );
        let mut path = folder.join("classes").display().to_string();
        for jar in jars(&folder.join("lib")) {
            path.push(':');
            path.push_str(&jar.display().to_string());
        }
        path
    });
    let mut java = jdk.tool("java");
    java.args(["-XX:+UseSerialGC", "-Xmx2g", "-cp", class_path, main]);
    java
}
