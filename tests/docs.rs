//! The documentation says what the code does: tables, links, options and commands are held to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::Regex;
use tickless::options;

use crate::support::{jdks, kept, repository, run, tickless};

fn read(path: impl AsRef<Path>) -> String {
    let path = repository().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The first table behind the line that contains `mark`: its head, then its rows.
fn table(text: &str, mark: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let behind = text
        .split_once(mark)
        .unwrap_or_else(|| panic!("no {mark:?}"))
        .1;
    let mut rows = behind
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim().trim_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        });
    let head: Vec<String> = rows
        .next()
        .unwrap_or_else(|| panic!("no table at {mark:?}"));
    let rows: Vec<Vec<String>> = rows.skip(1).collect();
    for row in &rows {
        assert_eq!(row.len(), head.len(), "{row:?} at {mark:?}");
    }
    (head, rows)
}

/// The text between the first pair of backticks.
fn code(cell: &str) -> &str {
    let mut parts = cell.split('`');
    parts
        .nth(1)
        .unwrap_or_else(|| panic!("no `code` in {cell:?}"))
}

/// A page without its fenced blocks, which hold no links.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            prose += line;
            prose.push('\n');
        }
    }
    assert!(!fenced, "a block that is never closed");
    prose
}

/// The anchors that GitHub gives the headings.
fn anchors(text: &str) -> BTreeSet<String> {
    prose(text)
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// What is wrong with the relative links of a page that lies in `folder`.
fn dead_links(text: &str, page: &Path) -> Vec<String> {
    let link = Regex::new(r"\]\(([^)\s]+)\)").expect("a pattern");
    let click = Regex::new(r#"(?m)^\s*click \S+ "([^"]+)""#).expect("a pattern");
    let folder = page.parent().unwrap_or(Path::new("."));
    let prose = prose(text);
    let links = link.captures_iter(&prose).chain(click.captures_iter(text));
    let targets = links.filter_map(|found| found.get(1)).map(|m| m.as_str());
    targets
        .filter(|target| !target.contains("://"))
        .filter_map(|target| {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = match path {
                "" => page.to_path_buf(),
                _ => folder.join(path),
            };
            let Ok(found) = path.canonicalize() else {
                return Some(format!("{}: {target} leads nowhere", page.display()));
            };
            if !found.starts_with(repository().canonicalize().ok()?) {
                return Some(format!(
                    "{}: {target} leaves the repository",
                    page.display()
                ));
            }
            let known = match (anchor, target.starts_with('#')) {
                ("", _) => true,
                (_, true) => anchors(text).contains(anchor),
                _ => fs::read_to_string(&path).is_ok_and(|text| anchors(&text).contains(anchor)),
            };
            (!known).then(|| format!("{}: no heading for {target}", page.display()))
        })
        .collect()
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![
        repository().join("README.md"),
        repository().join("CHANGELOG.md"),
    ];
    for folder in ["docs", "examples"] {
        let entries = fs::read_dir(repository().join(folder)).expect("a folder");
        for entry in entries.flatten().map(|entry| entry.path()) {
            let page = if entry.is_dir() {
                entry.join("README.md")
            } else {
                entry
            };
            if page.extension().is_some_and(|name| name == "md") && page.is_file() {
                pages.push(page);
            }
        }
    }
    pages.sort();
    pages
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    assert!(pages.len() > 10, "{pages:?}");
    let dead: Vec<String> = pages
        .iter()
        .flat_map(|page| dead_links(&read(page), page))
        .collect();
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn a_dead_link_is_found() {
    let page = repository().join("docs/time.md");
    let text = "# Some (thing) here\n[a](no.md) [b](#some-thing-here) [c](#other) [d](https://e.x/y)\n\
                ```\n[e](in-code.md)\n  click box \"../nowhere\"\n```\n[f](../..)";
    let dead = dead_links(text, &page);
    assert_eq!(dead.len(), 4, "{dead:?}");
    for (found, part) in dead
        .iter()
        .zip(["no.md", "#other", "leaves the repository", "../nowhere"])
    {
        assert!(found.contains(part), "{found}");
    }
}

/// By JDK feature release: (group, channel) and status.
type Channels = BTreeMap<String, Vec<(String, String, String)>>;

fn documented_channels() -> Channels {
    let (head, rows) = table(&read("docs/coverage.md"), "<!-- channels:");
    assert_eq!(head[..2], ["group", "channel"]);
    let columns = head.iter().enumerate().skip(2);
    columns
        .map(|(column, name)| {
            let channels = rows
                .iter()
                .map(|row| (row[0].clone(), row[1].clone(), row[column].clone()));
            (name.clone(), channels.collect())
        })
        .collect()
}

#[test]
fn the_channels_of_each_jdk_are_those_that_doctor_finds() {
    let documented = documented_channels();
    let mut doctor = tickless();
    doctor.args(["doctor", "--json"]);
    for jdk in jdks() {
        doctor.arg("--java-home").arg(&jdk.home);
    }
    let got = run(&mut doctor, 120.0).assert_code(0);
    let value: serde_json::Value = serde_json::from_str(&got.stdout).expect("JSON");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let found = value["jdks"].as_array().expect("a list");
    assert_eq!(found.len(), jdks().len(), "{got}");
    for jdk in found {
        let name = format!("JDK {}", jdk["jdk"]["feature"]);
        let channels = jdk["channels"].as_array().expect("a list");
        let channels: Vec<_> = channels
            .iter()
            .map(|c| (text(&c["group"]), text(&c["channel"]), text(&c["status"])))
            .collect();
        match documented.get(&name) {
            Some(documented) => assert_eq!(documented, &channels, "{name}"),
            // A release without a column still has the same channels.
            None => {
                let names = |of: &[(String, String, String)]| -> Vec<_> {
                    of.iter().map(|(g, c, _)| (g.clone(), c.clone())).collect()
                };
                let any = documented.values().next().expect("a column");
                assert_eq!(names(any), names(&channels), "{name}");
            }
        }
    }
}

#[test]
fn supported_releases_have_a_column() {
    let columns: Vec<String> = documented_channels().into_keys().collect();
    assert_eq!(columns, ["JDK 17", "JDK 25"]);
}

/// The keys that the code offers, as it lists them when it meets another.
fn offered() -> BTreeSet<String> {
    let line = options::parse("no-such-key=1")
        .expect_err("an unknown key")
        .to_string();
    let list = line
        .rsplit_once("the options are ")
        .unwrap_or_else(|| panic!("no list in {line}"))
        .1;
    list.split(", ").map(str::to_owned).collect()
}

#[test]
fn the_options_are_those_that_the_agent_takes() {
    let page = read("docs/options.md");
    let (_, rows) = table(&page, "<!-- options:");
    let documented: BTreeSet<String> = rows.iter().map(|row| code(&row[0]).to_owned()).collect();
    assert_eq!(documented.len(), rows.len(), "a key twice");
    // Keys that the command sets for itself are documented but never offered.
    let internal = ["doctor", "summary"].map(str::to_owned);
    let offered: BTreeSet<String> = offered().into_iter().chain(internal).collect();
    assert_eq!(documented, offered);

    let config = kept().join("empty.toml");
    fs::write(&config, "").expect("a file");
    for row in &rows {
        let key = code(&row[0]);
        let value = match &row[2] {
            words if words.contains('`') => code(words).to_owned(),
            kind => match kind.as_str() {
                "instant" => "2026-01-01T00:00:00Z".into(),
                "duration" => "24h".into(),
                "thread names" => "pool-*:a".into(),
                "class patterns" => "com.acme.**:org.x.Y".into(),
                "class" => "com.acme.TimeSource".into(),
                "file" => config.display().to_string(),
                other => panic!("{key}: what is the value {other:?}?"),
            },
        };
        let mut text = format!("{key}={}", options::escape(&value));
        if ["start", "for"].contains(&key) {
            let alone = options::parse(&text).expect_err("it needs a world");
            assert_eq!(alone.key(), Some(key), "{alone}");
            text += ",world=main";
        }
        if ["scope-starts", "escaped"].contains(&key) {
            let alone = options::parse(&text).expect_err("it needs a scope");
            assert_eq!(alone.key(), Some(key), "{alone}");
            text += ",scope=com.acme.**";
        }
        options::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        // The words that a key takes are all there, and no other is taken.
        if row[2].contains('`') {
            for word in row[2].split('`').skip(1).step_by(2) {
                let scope = if ["scope-starts", "escaped"].contains(&key) {
                    ",scope=com.acme.**"
                } else {
                    ""
                };
                let text = format!("{key}={word}{scope}");
                options::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            }
            let other = options::parse(&format!("{key}=no-such-word")).expect_err("no such word");
            let (other, words) = (other.to_string(), row[2].replace('`', ""));
            let listed = other.rsplit_once("write ").unwrap_or_default().1;
            assert_eq!(listed.replace(" or ", ", "), words, "{other}");
        }
    }
}

#[test]
fn the_file_of_options_is_read_as_it_stands() {
    let page = read("docs/options.md");
    let block = page
        .split_once("```toml\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .expect("a TOML block")
        .0;
    let file = kept().join("documented.toml");
    fs::write(&file, block).expect("a file");
    let text = format!("config={}", options::escape(&file.display().to_string()));
    let read = options::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    assert!(read.world_main && read.start.is_some() && read.run_for.is_some());
    assert_eq!(read.real_threads, ["metrics-*", "timer://tick"]);
}

#[test]
fn the_options_of_run_are_those_of_its_help() {
    let (_, rows) = table(&read("docs/options.md"), "### `tickless run");
    let option = |text: &str| {
        text.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let documented: BTreeSet<String> = rows.iter().map(|row| option(code(&row[0]))).collect();
    let help = run(tickless().args(["run", "--help"]), 20.0).assert_code(0);
    let offered = help.stdout.lines().map(str::trim_start);
    let offered: BTreeSet<String> = offered
        .filter(|line| line.starts_with("--"))
        .map(option)
        .collect();
    assert_eq!(documented, offered);
}

#[test]
fn the_elements_of_the_annotation_are_all_there() {
    let source = read("agent-java/junit/src/main/java/dev/tickless/junit/InVirtualTime.java");
    let element = Regex::new(r"(?m)^    [\w\[\]]+ (\w+)\(\) default").expect("a pattern");
    let declared: BTreeSet<&str> = element
        .captures_iter(&source)
        .filter_map(|found| found.get(1))
        .map(|name| name.as_str())
        .collect();
    let (_, rows) = table(&read("docs/junit.md"), "## What the annotation says");
    let documented: BTreeSet<&str> = rows
        .iter()
        .flat_map(|row| row[0].split('`').skip(1).step_by(2))
        .collect();
    assert_eq!(documented, declared);
}

#[test]
fn the_parameters_of_the_maven_plugin_are_all_there() {
    let source =
        read("agent-java/maven-plugin/src/main/java/dev/tickless/maven/PrepareAgentMojo.java");
    // What users set: not the read-only values of Maven's own.
    let field = Regex::new(r"@Parameter(\([^)]*\))?\s+private [^;=]*?(\w+)( =[^;]*)?;");
    let declared: BTreeSet<String> = field
        .expect("a pattern")
        .captures_iter(&source)
        .filter(|found| !found[0].contains("readonly"))
        .map(|found| found[2].to_owned())
        .collect();
    let (_, rows) = table(&read("docs/junit.md"), "the plugin warns.");
    let documented: BTreeSet<String> = rows.iter().map(|row| code(&row[0]).to_owned()).collect();
    assert_eq!(documented, declared);
}

/// The lines of the first fenced block of a page.
fn first_block(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|line| !line.starts_with("```"));
    lines
        .skip(1)
        .take_while(|line| !line.starts_with("```"))
        .collect()
}

#[test]
fn the_first_command_of_the_readme_runs_a_day_of_camel() {
    let readme = read("README.md");
    let [build, day] = first_block(&readme)[..] else {
        panic!("the first block has other than two lines");
    };
    // This test was built by cargo, which is not called again from within.
    let maven = build
        .strip_prefix("cargo build --release && ")
        .unwrap_or_else(|| panic!("{build}"));
    let day = day
        .strip_prefix("target/release/tickless ")
        .unwrap_or_else(|| panic!("{day}"));
    let shell = |line: &str, home: &Path| {
        let mut command = Command::new("sh");
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .args(["-c", line])
            .current_dir(repository())
            .env("JAVA_HOME", home)
            .env("PATH", format!("{}:{path}", home.join("bin").display()))
            .env("XDG_CACHE_HOME", kept().join("cache"))
            .env_remove("JAVA_TOOL_OPTIONS");
        command
    };
    let oldest = &jdks()[0].home;
    run(&mut shell(maven, oldest), 300.0).assert_code(0);
    let expected = read("examples/camel/expected.txt");
    for jdk in jdks() {
        let line = format!("'{}' {day}", env!("CARGO_BIN_EXE_tickless"));
        let got = run(&mut shell(&line, &jdk.home), 60.0).assert_success(&expected);
        let summary = got.stderr.lines().last().unwrap_or_default();
        assert!(
            summary.starts_with("tickless: 24h of virtual time in "),
            "{got}"
        );
    }
}

#[test]
fn the_test_command_of_the_readme_is_there() {
    use std::os::unix::fs::PermissionsExt;
    assert!(read("README.md").contains("\n```sh\ntests/run\n```\n"));
    let mode = fs::metadata(repository().join("tests/run"))
        .expect("tests/run")
        .permissions()
        .mode();
    assert_ne!(mode & 0o111, 0, "tests/run is not executable");
}
