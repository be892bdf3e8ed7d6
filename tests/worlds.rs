//! Worlds in real JVMs: the same log in each run, and long random use without an error.

use crate::support::{Java, Time, carried, jdks, setting};

/// Sixteen threads, every kind of timed wait: one log in 20 runs, by auto-advance and by `advance`, on every
/// JDK.
#[test]
fn mixed_waits_give_one_log_however_time_moves() {
    let java =
        Java::in_tests("MixedWaits").with_class_path(&carried("api-jar").display().to_string());
    let mut logs = Vec::new();
    for jdk in jdks() {
        let program = java.compile(jdk).limit(120.0);
        for mode in ["auto", "manual"] {
            let got = program
                .run_with(&Time::agent(""), &[], &["20", mode])
                .assert_code(0);
            assert!(got.stdout.starts_with("different=1 "), "{mode}: {got}");
            logs.push(got.stdout.clone());
        }
    }
    logs.dedup();
    assert_eq!(
        logs.len(),
        1,
        "the log depends on the JDK or on how time moves: {logs:?}"
    );
}

/// Eight threads and three pairs in random mixed use for five real seconds: nobody early, nobody lost.
#[test]
fn random_use_has_no_error() {
    for jdk in jdks() {
        let program = Java::in_tests("Soak").compile(jdk).limit(90.0);
        let world = Time::world(&["--opt", "real-threads=real-*"]);
        let got = program.run_with(&world, &[], &["5"]).assert_code(0);
        assert_eq!(got.stdout, "errors=0\n", "{got}");
    }
}

/// Ten thousand requests with a timeout of 30 s that may never fire, answered in up to 29.999 s of virtual time, each in
/// exactly that; in so many worlds as `TICKLESS_TEST_REPEAT` says, at least two.
#[test]
fn traffic_over_loopback_is_never_overtaken() {
    let worlds = setting("TICKLESS_TEST_REPEAT", 2.0).max(2.0);
    let java =
        Java::in_tests("Loopback").with_class_path(&carried("api-jar").display().to_string());
    for jdk in jdks() {
        let program = java.compile(jdk).limit(20.0 + 10.0 * worlds);
        for client in ["socket", "selector"] {
            let arguments = [&worlds.to_string(), "10000", client];
            let got = program.run_with(&Time::agent(""), &[], &arguments);
            let requests = 10_000.0 * worlds;
            got.assert_success(&format!(
                "requests={requests} timeouts=0 wrong=0 inexact=0\n"
            ));
        }
    }
}
