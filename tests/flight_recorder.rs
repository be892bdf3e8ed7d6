//! The events that the JDK's flight recorder gets of a world.

use crate::support::{Java, TestJdk, Time, carried, jdks, run, scratch};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const STDOUT: &str = "the read timed out\ninterrupted\n";

/// Runs the program with a recording and gives the product's events in it.
fn record(jdk: &TestJdk, settings: &str) -> Vec<Value> {
    let folder = scratch();
    let file = folder.path().join("recording.jfr");
    let option = format!(
        "-XX:StartFlightRecording=filename={}{settings}",
        file.display()
    );
    let program = Java::in_tests("FlightRecorder")
        .with_class_path(&carried("api-jar").display().to_string())
        .compile(jdk);
    let got = program.run(&Time::agent(""), &["-Xlog:jfr+startup=off", &option]);
    let got = got.assert_code(0);
    assert_eq!(got.stdout, STDOUT, "{got}");
    assert_eq!(got.stderr, "", "{got}");
    events(jdk, &file)
}

fn events(jdk: &TestJdk, file: &Path) -> Vec<Value> {
    let mut print = Command::new(jdk.tool("jfr"));
    print
        .args(["print", "--json", "--stack-depth", "20", "--events"])
        .arg("dev.tickless.*")
        .arg(file);
    let got = run(&mut print, 60.0).assert_code(0);
    let json: Value = serde_json::from_str(&got.stdout).unwrap_or_else(|e| panic!("{e}: {got}"));
    json["recording"]["events"]
        .as_array()
        .expect("events")
        .clone()
}

fn text<'a>(event: &'a Value, field: &str) -> &'a str {
    event["values"][field]
        .as_str()
        .unwrap_or_else(|| panic!("no {field}: {event}"))
}

#[test]
fn every_wait_and_every_advance_is_an_event() {
    for jdk in jdks() {
        let events = record(jdk, "");
        let waits = |thread: &str| -> Vec<[&str; 3]> {
            events
                .iter()
                .filter(|event| event["type"] == "dev.tickless.Wait")
                .filter(|event| event["values"]["eventThread"]["javaName"] == thread)
                .map(|event| ["kind", "waited", "endedBy"].map(|field| text(event, field)))
                .collect()
        };
        assert_eq!(waits("sleeper"), [["sleep", "PT1H", "deadline"]]);
        assert_eq!(waits("parker"), [["park", "PT1M30S", "deadline"]]);
        assert_eq!(waits("waiter"), [["wait", "PT1M", "deadline"]]);
        assert_eq!(waits("reader"), [["I/O", "PT30S", "deadline"]]);
        assert_eq!(waits("interrupted"), [["sleep", "PT2H", "interrupted"]]);
        assert_eq!(waits("outside"), [[""; 3]; 0]);

        let advances: Vec<&Value> = events
            .iter()
            .filter(|event| event["type"] == "dev.tickless.Advance")
            .collect();
        assert_eq!(advances.len(), 1, "{events:#?}");
        assert_eq!(text(advances[0], "advanced"), "PT2H");
        assert_eq!(advances[0]["values"]["deadlines"], 4);
        assert_eq!(advances[0]["values"]["settled"], true);
        assert_eq!(advances[0]["values"]["eventThread"]["javaName"], "main");
        let clock = text(advances[0], "virtualClock");
        let read: jiff::Timestamp = clock.parse().expect("an instant");
        assert_eq!(read.to_string(), "2026-01-01T02:00:00Z");
    }
}

#[test]
fn an_event_has_the_stack_on_which_the_thread_waited() {
    for jdk in jdks() {
        let events = record(jdk, "");
        let sleeper = events
            .iter()
            .find(|event| event["values"]["eventThread"]["javaName"] == "sleeper")
            .expect("its wait");
        let frames = sleeper["values"]["stackTrace"]["frames"]
            .as_array()
            .expect("frames");
        let classes: Vec<&str> = frames
            .iter()
            .filter_map(|frame| frame["method"]["type"]["name"].as_str())
            .collect();
        assert!(classes.contains(&"java/lang/Thread"), "{classes:?}");
        assert!(classes.contains(&"FlightRecorder"), "{classes:?}");
    }
}

#[test]
fn an_event_that_is_switched_off_is_not_written() {
    for jdk in jdks() {
        let events = record(jdk, ",+dev.tickless.Wait#enabled=false");
        let types: Vec<&Value> = events.iter().map(|event| &event["type"]).collect();
        assert_eq!(types, ["dev.tickless.Advance"]);
    }
}

#[test]
fn a_recording_without_a_world_has_none() {
    for jdk in jdks() {
        let folder = scratch();
        let file = folder.path().join("recording.jfr");
        let option = format!("-XX:StartFlightRecording=filename={}", file.display());
        let program = Java::in_tests("Echo").compile(jdk);
        program.run(&Time::agent(""), &[&option]).assert_code(0);
        assert_eq!(events(jdk, &file), Vec::<Value>::new());
    }
}
