//! `tickless doctor` with JDKs whose agents report what the test says.

use std::os::unix::fs::symlink;

use crate::support::{FakeJdk, Outcome, carried, run, scratch, tickless};

/// A JDK whose self-test reports these channels: name, status, detail.
fn reporting(version: &str, channels: &[(&str, &str, &str)]) -> FakeJdk {
    let channels: Vec<_> = channels
        .iter()
        .map(|(channel, status, detail)| {
            serde_json::json!({
                "channel": channel, "group": "wait", "status": status, "detail": detail,
            })
        })
        .collect();
    let report = serde_json::json!({
        "jdk": {"version": version, "feature": 17, "vm": "A VM", "vendor": "A Vendor", "home": "/jdk"},
        "channels": channels,
    });
    FakeJdk::new(
        version,
        &format!("echo banner >&2; cat <<'EOF'\n{report}\nEOF\n"),
    )
}

fn doctor(jdks: &[&FakeJdk], more: &[&str]) -> Outcome {
    let mut command = tickless();
    command.arg("doctor").args(more);
    for jdk in jdks {
        command.arg("--java-home").arg(jdk.home());
    }
    run(&mut command, 20.0)
}

#[test]
fn a_sound_jdk_is_ok() {
    let jdk = reporting(
        "17.0.15",
        &[("Thread.sleep", "ok", ""), ("Thread.park", "absent", "")],
    );
    let got = doctor(&[&jdk], &[]).assert_code(0);
    assert_eq!(
        got.stdout,
        "[1] JDK 17.0.15  A Vendor, A VM  /jdk\n\n                [1] 17.0.15\nwait\n  \
         Thread.sleep  ok\n  Thread.park   not on this JDK\n"
    );
}

#[test]
fn a_missing_channel_is_named_and_the_exit_code_says_so() {
    let sound = reporting("17.0.15", &[("Thread.sleep", "ok", "")]);
    let broken = reporting("25", &[("Thread.sleep", "missing", "no such native")]);
    let got = doctor(&[&sound, &broken], &[]).assert_code(1);
    assert!(
        got.stdout
            .contains("missing on [2] Thread.sleep: no such native\n"),
        "{got}"
    );
    assert!(
        !got.stdout.contains('\x1b'),
        "colours without a terminal: {got}"
    );
}

#[test]
fn a_jdk_that_cannot_be_tested_is_named_with_the_reason() {
    let dies = FakeJdk::new(
        "17",
        "echo 'tickless: not HotSpot' >&2; echo more >&2; exit 2",
    );
    let babbles = FakeJdk::new("21", "echo hello");
    let crashes = FakeJdk::new("25", "kill -ABRT $$");
    for (jdk, part) in [
        (&dies, "exit code 2: not HotSpot\n"),
        (&babbles, "its report cannot be read"),
        (&crashes, "SIGABRT"),
    ] {
        let got = doctor(&[jdk], &[]).assert_code(1);
        assert!(got.stdout.starts_with("not tested /"), "{got}");
        assert!(got.stdout.contains(part), "{got}");
    }
}

#[test]
fn a_report_without_channels_is_no_pass() {
    let jdk = reporting("17", &[]);
    let got = doctor(&[&jdk], &[]).assert_code(1);
    assert!(got.stdout.contains("nothing tested on [1]"), "{got}");
}

#[test]
fn a_named_folder_must_hold_a_jdk_that_is_new_enough() {
    let old = FakeJdk::new("11.0.2", "echo started");
    let got = doctor(&[&old], &[]).assert_code(1);
    assert!(got.stdout.contains("it is Java 11.0.2"), "{got}");
    let empty = scratch();
    let mut command = tickless();
    command.arg("doctor").arg("--java-home").arg(empty.path());
    let got = run(&mut command, 20.0).assert_code(1);
    assert!(got.stdout.contains("bin/java cannot be started"), "{got}");
}

#[test]
fn the_agent_is_asked_to_test_itself() {
    let jdk = FakeJdk::new("17", "echo \"tickless: $*\" >&2; exit 3");
    let got = doctor(&[&jdk], &[]).assert_code(1);
    let want = format!(
        ": -agentpath:{}=doctor=true -version\n",
        carried("agent").display()
    );
    assert!(got.stdout.ends_with(&want), "{got}");
}

#[test]
fn json_is_one_document_with_the_verdict() {
    let sound = reporting("17", &[("Thread.sleep", "ok", "")]);
    let dies = FakeJdk::new("25", "exit 2");
    let json = |got: Outcome| -> serde_json::Value { serde_json::from_str(&got.stdout).unwrap() };
    let value = json(doctor(&[&sound], &["--json"]).assert_code(0));
    assert_eq!(value["ok"], true);
    assert_eq!(value["jdks"][0]["channels"][0]["status"], "ok");
    assert_eq!(value["jdks"][0]["jdk"]["version"], "17");
    let value = json(doctor(&[&sound, &dies], &["--json"]).assert_code(1));
    assert_eq!(value["ok"], false);
    assert_eq!(value["jdks"][1]["error"], "exit code 2");
    assert_eq!(value["jdks"][1]["home"], dies.home().to_str().unwrap());
}

#[test]
fn a_jdk_is_tested_once_however_often_it_is_named() {
    let jdk = reporting("17", &[("Thread.sleep", "ok", "")]);
    let scratch = scratch();
    let link = scratch.path().join("link");
    symlink(jdk.home(), &link).unwrap();
    let mut command = tickless();
    command.args(["doctor", "--json", "--java-home"]).arg(&link);
    command.arg("--java-home").arg(jdk.home());
    let got = run(&mut command, 20.0).assert_code(0);
    let value: serde_json::Value = serde_json::from_str(&got.stdout).unwrap();
    assert_eq!(value["jdks"].as_array().unwrap().len(), 1);
}

#[test]
fn jdks_are_found_where_people_keep_them() {
    let by_variable = reporting("17", &[("Thread.sleep", "ok", "")]);
    let on_path = reporting("18", &[("Thread.sleep", "ok", "")]);
    let old = FakeJdk::new("11.0.2", "echo started");
    let home = scratch();
    let candidates = home.path().join(".sdkman/candidates/java");
    std::fs::create_dir_all(&candidates).unwrap();
    symlink(old.home(), candidates.join("11")).unwrap();
    symlink(on_path.home(), candidates.join("current")).unwrap();
    let mut command = tickless();
    command
        .args(["doctor", "--json"])
        .env("JAVA_HOME", by_variable.home())
        .env(
            "PATH",
            format!("{}:/usr/bin:/bin", on_path.home().join("bin").display()),
        )
        .env("HOME", home.path());
    // The JDKs of this machine are tested along, so the verdict is theirs.
    let got = run(&mut command, 120.0);
    let value: serde_json::Value = serde_json::from_str(&got.stdout).unwrap();
    let jdks = value["jdks"].as_array().unwrap();
    let find = |jdk: &FakeJdk| {
        let home = jdk.home().to_str().unwrap();
        let mut found = jdks.iter().filter(|jdk| jdk["home"] == home);
        let first = found.next().unwrap_or_else(|| panic!("no {home} in {got}"));
        assert!(found.next().is_none(), "{home} twice in {got}");
        first.clone()
    };
    assert!(find(&by_variable)["channels"].is_array());
    assert!(find(&on_path)["channels"].is_array());
    assert!(find(&old)["skipped"].as_str().unwrap().contains("11.0.2"));
}
