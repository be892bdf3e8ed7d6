//! Every command of the docs is run, page by page, in a fresh clone.
//!
//! A `sh` block is run as it stands. A comment before a block can say more:
//! - `before: LINES`: run these first, in the same shell (a folder to stand in, files of the reader's own);
//! - `file: PATH`: the block is written to this file of the clone;
//! - `patch: FOLDER`: the block is a diff, applied there;
//! - `output`: the block is what the commands before it print to standard output;
//! - `not run: REASON`: the block is left out, and listed in docs/contributing.md.

use std::fs;

use regex::Regex;

use crate::blocks::{Block, of_page, pages};
use crate::checkout::{INSTALL, checkout};
use crate::support::{TestJdk, jdks, repository};

/// Pages that a new user follows to the letter: they run on each JDK, others on the oldest.
const ON_EACH_JDK: [&str; 2] = ["README.md", "docs/getting-started.md"];

/// What a block may hold. `text` is output or a form, never a command.
const LANGUAGES: [&str; 10] = [
    "sh", "text", "java", "kotlin", "groovy", "xml", "toml", "diff", "json", "mermaid",
];

fn follow(page: &str, jdk: &TestJdk) {
    let clone = checkout();
    let mut printed = String::new();
    for block in of_page(page) {
        let name = format!("{block} on {}", jdk.feature);
        if block.mark("not run").is_some() {
            continue;
        }
        if let Some(path) = &block.mark("file") {
            let file = clone.folder.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(&file, &block.text).unwrap_or_else(|error| panic!("{name}: {error}"));
        } else if let Some(folder) = block.mark("patch") {
            let file = clone.folder.join("target/docs.diff");
            fs::write(&file, &block.text).expect("a file");
            // As outside of any repository: in one, git passes over files that it does not track.
            let script = format!(
                "GIT_CEILING_DIRECTORIES=$PWD git -C '{folder}' apply '{}'",
                file.display()
            );
            clone.shell(&script, jdk).assert_code(0);
        } else if block.language == "sh" {
            let lines = format!(
                "{}\n{}",
                block.mark("before").unwrap_or_default(),
                block.text
            );
            if block.text.trim() == INSTALL {
                clone.once(INSTALL);
                continue;
            }
            let got = clone.shell(&lines, jdk);
            assert!(!got.timed_out && got.code == Some(0), "{name}\n{got}");
            printed = got.stdout;
        } else if block.mark("output").is_some() {
            assert_eq!(printed, block.text, "{name}");
        }
    }
}

#[test]
fn the_commands_of_every_page_run() {
    checkout().once(INSTALL);
    for page in pages() {
        if ON_EACH_JDK.contains(&page.as_str()) {
            for jdk in jdks() {
                follow(&page, jdk);
            }
        } else {
            follow(&page, &jdks()[0]);
        }
    }
}

#[test]
fn every_block_names_its_language() {
    let blocks = pages().into_iter().flat_map(|page| of_page(&page));
    let other: Vec<String> = blocks
        .filter(|block| !LANGUAGES.contains(&block.language.as_str()))
        .map(|block| block.to_string())
        .collect();
    assert!(other.is_empty(), "{other:#?}");
}

#[test]
fn what_is_not_run_is_listed_with_its_reason() {
    let left_out: Vec<[String; 3]> = pages()
        .iter()
        .flat_map(|page| of_page(page))
        .filter_map(|block: Block| {
            let reason = block.mark("not run")?;
            let page = block.page.trim_start_matches("docs/").to_owned();
            Some([page, block.head().to_owned(), reason])
        })
        .collect();
    let page = fs::read_to_string(repository().join("docs/contributing.md")).expect("the page");
    let listed: Vec<[String; 3]> = page
        .split_once("<!-- left out: the test reads this table -->")
        .expect("the table of what is left out")
        .1
        .trim_start()
        .lines()
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            let cells: Vec<&str> = line
                .trim_matches('|')
                .splitn(3, " | ")
                .map(str::trim)
                .collect();
            let [page, head, reason] = cells[..] else {
                panic!("three cells: {line}")
            };
            [page, head.trim_matches('`'), reason].map(str::to_owned)
        })
        .collect();
    assert_eq!(listed, left_out);
    for [page, head, reason] in left_out {
        assert!(reason.len() > 10, "{page}: {head}: why?");
    }
}

#[test]
fn the_targets_that_commands_name_are_there() {
    let manifest: toml::Table = fs::read_to_string(repository().join("Cargo.toml"))
        .expect("Cargo.toml")
        .parse()
        .expect("TOML");
    let named = Regex::new(r"cargo (test|bench) --(?:test|bench) (\w+)").expect("a pattern");
    let mut seen = 0;
    for block in pages().iter().flat_map(|page| of_page(page)) {
        for found in named.captures_iter(&block.text) {
            let targets = manifest[&found[1]].as_array().expect("a list");
            let known = targets
                .iter()
                .any(|target| target["name"].as_str() == Some(&found[2]));
            assert!(known, "{block}: there is no {} {}", &found[1], &found[2]);
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen}");
}

/// The lines that the project of Maven's quickstart archetype gets for its first virtual-time test.
#[test]
fn a_first_test_takes_at_most_twelve_lines() {
    let page = of_page("docs/getting-started.md");
    let first = page
        .iter()
        .find(|block| block.language == "diff")
        .expect("a diff");
    assert!(
        first.mark("patch").is_some(),
        "{first}: it is applied and run"
    );
    let lines = first.text.lines();
    let changed: Vec<&str> = lines
        .filter(|line| !line.starts_with("+++") && !line.starts_with("---"))
        .filter(|line| line.starts_with(['+', '-']))
        .collect();
    assert!(
        changed.iter().all(|line| line.starts_with('+')),
        "{changed:#?}"
    );
    assert!(changed.len() <= 12, "{} lines: {changed:#?}", changed.len());
    assert!(changed.iter().all(|line| line.len() <= 120), "{changed:#?}");
    assert!(first.text.contains("@InVirtualTime") && first.text.contains("+++ b/pom.xml"));
}
