//! What comes into the build, and which versions it names.

use std::fs;
use std::process::Command;

use regex::Regex;

use crate::support::{repository, run};

fn read(path: &str) -> String {
    let file = repository().join(path);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn table(path: &str) -> toml::Table {
    read(path)
        .parse()
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn texts(value: &toml::Value) -> Vec<String> {
    let list = value.as_array().expect("a list");
    list.iter()
        .map(|text| text.as_str().expect("a text").to_owned())
        .collect()
}

/// Can the licence be taken under one of these?
fn permitted(licence: &str, allowed: &[String]) -> bool {
    let expression = spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX);
    expression.is_ok_and(|expression| {
        expression.evaluate(|wanted| {
            let plain = wanted.license.id().map(|id| id.name);
            wanted.addition.is_none() && plain.is_some_and(|id| allowed.iter().any(|a| a == id))
        })
    })
}

#[test]
fn licences_and_sources_are_those_that_deny_toml_allows() {
    let rules = table("deny.toml");
    let allowed = texts(&rules["licenses"]["allow"]);
    let registries = texts(&rules["sources"]["allow-registry"]);
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(repository());
    let got = run(&mut cargo, 300.0).assert_code(0);
    let metadata: serde_json::Value = serde_json::from_str(&got.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    assert!(packages.len() > 50, "{}", packages.len());
    for package in packages {
        let name = format!("{} {}", package["name"], package["version"]);
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(
            permitted(licence, &allowed),
            "{name}: {licence:?} is not in deny.toml"
        );
        // This package itself has no source.
        if let Some(source) = package["source"].as_str() {
            let from = source.trim_start_matches("registry+");
            assert!(
                registries.iter().any(|known| known == from),
                "{name} is from {source}"
            );
        }
    }
}

#[test]
fn a_licence_that_is_not_allowed_is_found() {
    let allowed = ["MIT", "Apache-2.0"].map(str::to_owned);
    assert!(permitted("GPL-3.0-only OR MIT", &allowed));
    assert!(permitted("MIT/Apache-2.0", &allowed));
    for licence in [
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "",
        "no licence at all",
    ] {
        assert!(!permitted(licence, &allowed), "{licence}");
    }
}

#[test]
fn one_version() {
    let version = table("Cargo.toml")["package"]["version"]
        .as_str()
        .expect("a version")
        .to_owned();
    let named = Regex::new(r"\b\d+\.\d+\.\d+-SNAPSHOT\b").expect("a pattern");
    let mut files = vec![
        "agent-java/pom.xml".to_owned(),
        "docs/getting-started.md".into(),
    ];
    for module in ["agent", "api", "junit", "junit6", "maven-plugin"] {
        files.push(format!("agent-java/{module}/pom.xml"));
    }
    for example in ["junit", "kotlin", "plain-java", "spring"] {
        files.push(format!("examples/{example}/pom.xml"));
    }
    for file in files {
        let text = read(&file);
        let versions: Vec<&str> = named.find_iter(&text).map(|found| found.as_str()).collect();
        assert!(!versions.is_empty(), "{file} names no version");
        assert!(
            versions
                .iter()
                .all(|named| *named == format!("{version}-SNAPSHOT")),
            "{file}: {versions:?}"
        );
    }
}

#[test]
fn the_toolchain_is_pinned_and_not_older_than_the_oldest() {
    let numbers = |text: &str| -> Vec<u32> {
        text.split('.')
            .map(|n| n.parse().expect("a number"))
            .collect()
    };
    let pinned = table("rust-toolchain.toml")["toolchain"]["channel"]
        .as_str()
        .expect("a release")
        .to_owned();
    let oldest = table("Cargo.toml")["package"]["rust-version"]
        .as_str()
        .expect("a release")
        .to_owned();
    assert_eq!(numbers(&pinned).len(), 3, "{pinned} is no exact release");
    assert!(
        numbers(&pinned) >= numbers(&oldest),
        "{pinned} is older than {oldest}"
    );
}
