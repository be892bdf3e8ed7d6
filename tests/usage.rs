//! Help, version, and wrong use: one line each, on the right stream, with the right code.

use crate::support::{run, tickless};

#[track_caller]
fn refused(arguments: &[&str], part: &str) {
    run(tickless().args(arguments), 20.0).assert_refused(part);
}

#[test]
fn help_and_version_go_to_standard_output() {
    for (arguments, part) in [
        (&["--help"][..], "Usage: tickless <COMMAND>"),
        (
            &["--version"],
            concat!("tickless ", env!("CARGO_PKG_VERSION")),
        ),
        (&["run", "--help"], "--start <INSTANT>"),
        (&["doctor", "--help"], "--java-home <DIR>"),
        (&["paths", "--help"], "--json"),
        (&["help", "run"], "--no-world"),
    ] {
        let got = run(tickless().args(arguments), 20.0).assert_code(0);
        assert!(got.stdout.contains(part), "{got}");
        assert_eq!(got.stderr, "", "{got}");
        assert!(
            !got.stdout.contains('\x1b'),
            "colours without a terminal: {got}"
        );
    }
}

#[test]
fn wrong_use_gets_one_line_with_a_hint() {
    refused(&[], "requires a subcommand");
    refused(&[], "see tickless --help");
    refused(&["runn"], "a similar subcommand exists: 'run'");
    refused(&["--bogus"], "unexpected argument '--bogus'");
    refused(&["run"], "<COMMAND>");
    refused(&["run"], "see tickless run --help");
    refused(
        &["run", "--strat", "x", "--", "java"],
        "a similar argument exists: '--start'",
    );
    refused(
        &["run", "--start"],
        "a value is required for '--start <INSTANT>'",
    );
    refused(&["doctor", "--java-home"], "see tickless doctor --help");
    refused(&["paths", "x"], "unexpected argument 'x'");
}

#[test]
fn time_options_do_not_go_with_no_world() {
    for option in ["--start", "--for"] {
        refused(
            &["run", "--no-world", option, "1h", "--", "java"],
            "cannot be used with",
        );
    }
}

#[test]
fn line_breaks_in_arguments_stay_in_one_line() {
    refused(&["a\nb"], "unrecognized subcommand");
    refused(&["run", "no\nprogram"], "no program no program on PATH");
}
