//! The timeline of real programs, and the page in a real browser.

use crate::support::{Java, Time, jdks, kept, run};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn file(name: &str, jdk: &str) -> PathBuf {
    let folder = kept().join("timelines");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(format!("{}-{name}", jdk.replace('/', "_")))
}

fn record(file: &Path, jdk: &crate::support::TestJdk) {
    let program = Java::in_tests("Timeline").compile(jdk);
    let world = Time::world(&[
        "--start",
        "2026-01-01T00:00:00Z",
        "--timeline",
        &file.display().to_string(),
    ]);
    program.run(&world, &[]).assert_code(0);
}

#[test]
fn a_trace_tells_who_waited_for_what_until_when() {
    for jdk in jdks() {
        let file = file("trace.json", &jdk.home.display().to_string());
        record(&file, jdk);
        let text = std::fs::read_to_string(&file).expect("the trace");
        let trace: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(trace["otherData"]["start"], "2026-01-01T00:00:00Z");
        let events = trace["traceEvents"].as_array().expect("events");
        let track = |name: &str| {
            let named = events.iter().find(|e| e["args"]["name"] == name);
            named.unwrap_or_else(|| panic!("no thread {name}"))["tid"].clone()
        };
        let waits = |thread: &str, kind: &str| -> Vec<&Value> {
            let tid = track(thread);
            events
                .iter()
                .filter(|e| e["ph"] == "X" && e["tid"] == tid && e["name"] == kind)
                .collect()
        };
        let slept = waits("worker", "sleep");
        assert_eq!(slept.len(), 1, "{}: {text}", jdk.feature);
        assert_eq!(slept[0]["dur"].as_f64(), Some(3.6e9));
        assert_eq!(slept[0]["args"]["ended by"], "deadline");
        let stack = slept[0]["args"]["stack"].as_str().expect("a stack");
        assert!(
            stack.contains("Timeline.lambda$main$0(Timeline.java:"),
            "{stack}"
        );
        let waited = waits("watcher", "wait");
        assert_eq!(waited[0]["dur"].as_f64(), Some(6e7));
        let parked = waits("main", "park");
        assert_eq!(parked[0]["args"]["woken by"], "worker");
        assert_eq!(parked[0]["args"]["deadline"], "7200000000.000");
        assert_eq!(parked[0]["args"]["ended by"], "unparked");
    }
}

/// Chromium draws the page from a file, without a network, and reports no error.
#[test]
fn the_page_draws_itself_in_a_browser() {
    let Some(chromium) = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| which(name))
    else {
        assert!(
            std::env::var_os("CI").is_none(),
            "no Chromium: install the package chromium"
        );
        eprintln!("NOT RUN: no Chromium on the path");
        return;
    };
    let jdk = &jdks()[0];
    let page = file("page.html", &jdk.home.display().to_string());
    record(&page, jdk);
    let profile = tempfile::tempdir().expect("a folder");
    let mut browser = Command::new(chromium);
    browser
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
        ])
        .args([
            "--disable-sync",
            "--disable-quic",
            "--enable-logging=stderr",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(["--virtual-time-budget=3000", "--dump-dom"])
        .arg(format!("file://{}", page.display()));
    let got = run(&mut browser, 60.0).assert_code(0);
    assert!(got.stdout.contains("data-drawn="), "{got}");
    assert!(
        got.stdout
            .contains("1 h of virtual time from 2026-01-01T00:00:00Z")
    );
    assert!(!got.stderr.contains("Uncaught"), "{}", got.stderr);
}

fn which(name: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_java_runs() {
    let jdk = &jdks()[0];
    let program = Java::in_tests("Timeline").compile(jdk);
    for (file, part) in [
        (
            "/tmp/t.txt",
            "is to end in .html (a page) or .json (a Chrome trace)",
        ),
        (
            "/no/such/folder/t.html",
            "/no/such/folder/t.html cannot be written",
        ),
    ] {
        let got = program
            .run(&Time::agent(&format!("world=main,timeline={file}")), &[])
            .assert_code(2);
        assert!(got.stderr.contains(part), "{got}");
        assert_eq!(got.stderr.lines().count(), 1, "{got}");
        assert_eq!(got.stdout, "");
    }
}
