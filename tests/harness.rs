//! The tests' own tools: a harness that cannot fail proves nothing.

use crate::support::{Java, Time, jdks};

#[test]
fn output_and_exit_code_come_back() {
    for jdk in jdks() {
        let echo = Java::in_tests("Echo").compile(jdk);
        let got = echo
            .run(&Time::Real, &["-Decho=a b", "-Dcode=3"])
            .assert_code(3);
        assert_eq!(got.stdout, "echo a b\n", "{got}");
        assert_eq!(got.stderr, "to standard error\n", "{got}");
    }
}

#[test]
fn a_program_that_does_not_end_is_ended_with_its_stacks() {
    for jdk in jdks() {
        let echo = Java::in_tests("Echo").compile(jdk).limit(1.0);
        let got = echo.run(&Time::Real, &["-Dhang=true"]);
        assert!(got.timed_out, "{got}");
        assert!(got.stdout.contains("\"main\""), "no thread dump in {got}");
    }
}

#[test]
fn a_world_moves_by_the_sleeps_alone() {
    for jdk in jdks() {
        let naps = Java::in_tests("Naps").compile(jdk);
        let got = naps.run(&Time::world(&["--start", "2026-01-01T00:00:00Z"]), &[]);
        let got =
            got.assert_success("3600000: 3600000000000 ns, 3600000 ms\n1: 1000000 ns, 1 ms\n");
        let line = got.stderr.lines().last().unwrap_or_default();
        assert!(line.starts_with("tickless: 1h"), "{got}");
    }
}

#[test]
fn without_a_world_the_agent_leaves_time_alone() {
    for jdk in jdks() {
        let naps = Java::in_tests("Naps").compile(jdk).limit(3.0);
        for time in [Time::agent(""), Time::world(&["--no-world"])] {
            assert!(naps.run(&time, &[]).timed_out, "an hour went by");
        }
    }
}
