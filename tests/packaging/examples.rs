//! Each example is built and run as its README says, on each JDK.

use std::fs;

use regex::Regex;

use crate::checkout::checkout;
use crate::support::{jdks, repository};

const EXAMPLES: [&str; 6] = [
    "camel",
    "camel-seed",
    "junit",
    "kotlin",
    "plain-java",
    "spring",
];

/// The commands of a README: lines that end with one in backticks behind a colon.
fn commands(name: &str) -> Vec<(String, String)> {
    let readme = repository().join(format!("examples/{name}/README.md"));
    let text = fs::read_to_string(&readme).unwrap_or_else(|e| panic!("{}: {e}", readme.display()));
    assert!(
        text.lines().filter(|line| !line.is_empty()).count() <= 5,
        "{name}: five lines"
    );
    let line = Regex::new(r"(?m)^(.*): `([^`]+)`$").expect("a pattern");
    let found = line.captures_iter(&text);
    found
        .map(|found| (found[1].to_owned(), found[2].to_owned()))
        .collect()
}

fn follow(name: &str) {
    let clone = checkout();
    let commands = commands(name);
    assert!(!commands.is_empty(), "{name}: no commands");
    let expected = repository().join(format!("examples/{name}/expected.txt"));
    let total = Regex::new(r"Tests run: ([1-9]\d*), Failures: 0, Errors: 0, Skipped: 0\n");
    let total = total.expect("a pattern");
    for jdk in jdks() {
        let mut last = None;
        for (label, command) in &commands {
            if label.starts_with("Once") {
                clone.once(command);
            } else {
                last = Some(clone.shell(command, jdk).assert_code(0));
            }
        }
        let last = last.unwrap_or_else(|| panic!("{name}: nothing is run"));
        if expected.is_file() {
            let expected = fs::read_to_string(&expected).expect("the lines");
            assert_eq!(last.stdout, expected, "{name} on {}: {last}", jdk.feature);
        } else {
            // Surefire's last line: all that there is, and more than nothing.
            assert!(total.is_match(&last.stdout), "{name}: {last}");
        }
    }
}

#[test]
fn there_are_no_other_examples() {
    let folder = fs::read_dir(repository().join("examples")).expect("examples");
    let mut names: Vec<String> = folder
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, EXAMPLES);
}

#[test]
fn camel() {
    follow("camel");
}

/// Its lines on both JDKs are those of the file; another seed gives the same lines in another order.
#[test]
fn camel_seed() {
    follow("camel-seed");
    let commands = commands("camel-seed");
    let (_, run) = commands.last().expect("a command");
    let seven = fs::read_to_string(repository().join("examples/camel-seed/expected.txt"));
    let mut seven: Vec<String> = lines(&seven.expect("the lines"));
    let other = run.strip_suffix(" 7").expect("the seed").to_owned() + " 8";
    let got = checkout().shell(&other, &jdks()[0]).assert_code(0);
    let mut eight = lines(&got.stdout);
    assert_ne!(seven, eight, "one order for two seeds");
    seven.sort();
    eight.sort();
    assert_eq!(seven, eight);
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn junit() {
    follow("junit");
}

#[test]
fn kotlin() {
    follow("kotlin");
}

#[test]
fn plain_java() {
    follow("plain-java");
}

#[test]
fn spring() {
    follow("spring");
}
