//! `mvn -f agent-java install`.

use std::fs;

use crate::checkout::{INSTALL, checkout};
use crate::support::{carried, jdks};

const VERSION: &str = "0.1.0-SNAPSHOT";

#[test]
fn install_puts_every_artifact_in_the_local_repository() {
    let clone = checkout();
    clone.once(INSTALL);
    let installed = clone.artifacts.join("dev/tickless");
    for (artifact, end) in [
        ("tickless-parent", ".pom"),
        ("tickless-api", ".jar"),
        ("tickless-junit", ".jar"),
        ("tickless-agent", "-linux-x86_64.jar"),
        ("tickless-maven-plugin", ".jar"),
    ] {
        let file = installed.join(format!("{artifact}/{VERSION}/{artifact}-{VERSION}{end}"));
        assert!(file.is_file(), "{} is missing", file.display());
    }
    let mut names: Vec<String> = fs::read_dir(&installed)
        .expect("a folder")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let artifacts = ["agent", "api", "junit", "maven-plugin", "parent"];
    assert_eq!(
        names,
        artifacts.map(|name| format!("tickless-{name}")),
        "checks are not published"
    );
}

#[test]
fn the_agent_jar_holds_the_library_that_was_built() {
    let clone = checkout();
    clone.once(INSTALL);
    let jar = clone.artifacts.join(format!(
        "dev/tickless/tickless-agent/{VERSION}/tickless-agent-{VERSION}-linux-x86_64.jar"
    ));
    let script = format!(
        "rm -rf target/jar && mkdir -p target/jar && cd target/jar && jar xf '{}'",
        jar.display()
    );
    clone.shell(&script, &jdks()[0]).assert_code(0);
    let library = clone
        .folder
        .join("target/jar/dev/tickless/native/linux-x86_64/libtickless.so");
    assert!(
        fs::read(library).expect("the library") == fs::read(carried("agent")).expect("the agent")
    );
}

#[test]
fn without_the_library_install_says_at_once_how_to_build_it() {
    let clone = checkout();
    let script = "mvn -q -B -f agent-java install -Dtickless.agent=/nowhere/libtickless.so";
    let got = clone.shell(script, &jdks()[0]).assert_code(1);
    let told = got
        .stdout
        .lines()
        .filter(|line| line.contains("cargo build --release"));
    assert_eq!(told.count(), 1, "{got}");
    assert!(
        !got.stdout.contains("T E S T S"),
        "it built other modules first: {got}"
    );
}
