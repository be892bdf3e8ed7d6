//! Bad options in a real JVM: one line and exit code 2, before any Java runs.

use std::process::Command;

use crate::support::{carried, jdks, run};

#[track_caller]
fn refused(options: &str, part: &str) {
    for jdk in jdks() {
        let mut java = Command::new(jdk.tool("java"));
        // -version prints to standard error, so a JVM that got so far would show.
        java.arg(format!(
            "-agentpath:{}={options}",
            carried("agent").display()
        ))
        .arg("-version")
        .env_remove("JAVA_TOOL_OPTIONS");
        run(&mut java, 20.0).assert_refused(part);
    }
}

#[test]
fn an_unknown_key() {
    refused(
        "scpoe=a.B",
        "unknown option \"scpoe\"; did you mean \"scope\"?",
    );
}

#[test]
fn a_bad_value() {
    refused("world=main,start=tomorrow", "start: \"tomorrow\"");
    refused("log=loud", "log: \"loud\"");
}

#[test]
fn a_bad_pattern_or_glob() {
    refused("scope=com/acme", "scope: ");
    refused("adopt=", "adopt: ");
}

#[test]
fn a_missing_config_file() {
    refused("config=/nowhere/at/all.toml", "/nowhere/at/all.toml");
}

#[test]
fn a_start_without_a_world() {
    refused("start=2026-01-01T00:00:00Z", "world=main");
}
