//! `tickless run` with programs that tell how they were called.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use crate::support::{FakeJdk, Java, Outcome, carried, jdks, kept, run, scratch, tickless};

/// `tickless run OPTIONS… -- PROGRAM ARGUMENTS…`
fn run_with(options: &[&str], program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Outcome {
    let mut command = tickless();
    command.arg("run").args(options).arg("--").arg(program);
    run(command.args(arguments), 20.0)
}

/// What the agent would be told.
fn told(options: &[&str]) -> String {
    let jdk = FakeJdk::echo();
    let got = run_with(options, jdk.java(), &[]).assert_code(0);
    let start = format!("-agentpath:{}=", carried("agent").display());
    let line = got.stdout.lines().next().unwrap_or_default();
    let told = line.strip_prefix(&start);
    told.unwrap_or_else(|| panic!("no {start} in {got}")).into()
}

#[track_caller]
fn refused(options: &[&str], part: &str) {
    let jdk = FakeJdk::echo();
    run_with(options, jdk.java(), &[]).assert_refused(part);
}

#[test]
fn a_java_launcher_gets_the_agent_before_its_own_arguments() {
    let jdk = FakeJdk::echo();
    let got = run_with(&[], jdk.java(), &["-cp", "a b", "Main", "--start"]);
    let want = format!(
        "-agentpath:{}=world=main,summary=true\n-cp\na b\nMain\n--start\ntool: none\n",
        carried("agent").display()
    );
    got.assert_success(&want);
}

#[test]
fn options_of_the_program_need_no_dashes_before_it() {
    let jdk = FakeJdk::echo();
    let mut command = tickless();
    command
        .arg("run")
        .arg(jdk.java())
        .args(["-version", "--for", "x"]);
    let got = run(&mut command, 20.0).assert_code(0);
    let rest: Vec<_> = got.stdout.lines().skip(1).collect();
    assert_eq!(rest, ["-version", "--for", "x", "tool: none"]);
}

#[test]
fn a_launcher_is_known_by_the_jdk_that_it_leads_to() {
    let jdk = FakeJdk::echo();
    let scratch = scratch();
    let link = scratch.path().join("jdk17-launcher");
    symlink(jdk.java(), &link).unwrap();
    let got = run_with(&[], &link, &["Main"]).assert_code(0);
    assert!(got.stdout.starts_with("-agentpath:"), "{got}");
}

#[test]
fn a_script_named_java_is_taken_for_a_launcher() {
    let scratch = scratch();
    let script = scratch.path().join("java");
    fs::hard_link("/bin/echo", &script)
        .or_else(|_| fs::copy("/bin/echo", &script).map(drop))
        .unwrap();
    let mut command = tickless();
    command
        .args(["run", "java", "Main"])
        .env("PATH", scratch.path());
    let got = run(&mut command, 20.0).assert_code(0);
    assert!(got.stdout.starts_with("-agentpath:"), "{got}");
}

#[test]
fn any_other_program_tells_its_jvms_by_the_environment() {
    let script = "printf '%s\\n' \"$0\" \"$@\" \"$JAVA_TOOL_OPTIONS\"";
    let got = run_with(&["--for", "24h"], "sh", &["-c", script, "zero", "one two"]);
    let want = format!(
        "zero\none two\n-agentpath:{}=world=main,summary=true,for=24h\n",
        carried("agent").display()
    );
    got.assert_success(&want);
}

#[test]
fn what_the_environment_says_already_is_kept() {
    let mut command = tickless();
    command
        .args(["run", "sh", "-c", "echo \"$JAVA_TOOL_OPTIONS\""])
        .env("JAVA_TOOL_OPTIONS", "-Xmx1g -Dx='a b'");
    let got = run(&mut command, 20.0).assert_code(0);
    let start = format!(
        "-Xmx1g -Dx='a b' -agentpath:{}=",
        carried("agent").display()
    );
    assert!(got.stdout.starts_with(&start), "{got}");
}

#[test]
fn spaces_in_the_cache_folder_are_quoted_for_the_jvm() {
    let cache = kept().join("a cache");
    let mut command = tickless();
    command
        .args(["run", "sh", "-c", "echo \"$JAVA_TOOL_OPTIONS\""])
        .env("XDG_CACHE_HOME", &cache);
    let got = run(&mut command, 20.0).assert_code(0);
    let start = format!("'-agentpath:{}/", cache.display());
    assert!(got.stdout.starts_with(&start), "{got}");
    assert!(got.stdout.ends_with("summary=true'\n"), "{got}");
}

#[test]
fn every_option_reaches_the_agent() {
    assert_eq!(told(&[]), "world=main,summary=true");
    assert_eq!(told(&["--no-world"]), "summary=true");
    assert_eq!(
        told(&["--start", "2026-01-01T00:00:00Z", "--for", "24h"]),
        "world=main,summary=true,start=2026-01-01T00:00:00Z,for=24h"
    );
    assert_eq!(
        told(&["--scope", "com.acme.**", "--scope", "org.x.Y", "--no-world"]),
        "summary=true,scope=com.acme.**:org.x.Y"
    );
    assert_eq!(
        told(&["--opt", "outside=ignore", "--opt", "adopt=a,b:c"]),
        r"world=main,summary=true,outside=ignore,adopt=a\,b:c"
    );
    assert_eq!(
        told(&["--timeline", "/tmp/a,b"]),
        r"world=main,summary=true,timeline=/tmp/a\,b"
    );
}

#[test]
fn the_timeline_is_written_where_the_command_was_typed() {
    let here = std::env::current_dir().unwrap();
    let want = format!("timeline={}", here.join("t.json").display());
    assert!(told(&["--timeline", "t.json"]).ends_with(&want));
}

#[test]
fn bad_options_are_refused_before_any_program_runs() {
    refused(
        &["--start", "tomorrow"],
        "start: \"tomorrow\" is not an instant",
    );
    refused(&["--for", "24"], "for: \"24\" is not a duration");
    refused(&["--scope", "com/acme"], "scope: ");
    refused(&["--opt", "lgo=info"], "did you mean \"log\"?");
    refused(&["--opt", "log=loud"], "log: ");
    refused(&["--opt", "log"], "write --opt key=value");
    refused(&["--opt", "world=main"], "world: given twice");
    refused(
        &["--opt", "config=/nowhere.toml"],
        "config file /nowhere.toml: ",
    );
    refused(&["--opt", "adopt="], "adopt: ");
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let scratch = scratch();
    let plain = scratch.path().join("plain");
    fs::write(&plain, "").unwrap();
    fs::set_permissions(&plain, fs::Permissions::from_mode(0o644)).unwrap();
    run_with(&[], "no-such-program", &[]).assert_refused("no program no-such-program on PATH");
    run_with(&[], "/no/such/program", &[]).assert_refused("/no/such/program cannot be started");
    run_with(&[], scratch.path(), &[]).assert_refused("is a folder");
    run_with(&[], &plain, &[]).assert_refused("is not executable");
    run_with(&[], "", &[]).assert_refused("the command is empty");
}

#[test]
fn a_jdk_below_17_is_refused_and_17_is_not() {
    for version in ["11.0.2", "1.8.0_392", "16"] {
        let jdk = FakeJdk::new(version, "echo started");
        run_with(&[], jdk.java(), &[]).assert_refused(&format!("is Java {version};"));
    }
    for version in ["17", "17.0.15", "25.0.3", "26-ea"] {
        let jdk = FakeJdk::new(version, "echo started");
        run_with(&[], jdk.java(), &[]).assert_success("started\n");
    }
}

#[test]
fn exit_code_and_signal_are_the_programs_own() {
    let jdk = FakeJdk::new("17", "exit 7");
    run_with(&[], jdk.java(), &[]).assert_code(7);
    let jdk = FakeJdk::new("17", "kill -TERM $$");
    let got = run_with(&[], jdk.java(), &[]);
    assert_eq!((got.code, got.signal), (None, Some(15)), "{got}");
}

#[test]
fn the_program_takes_the_place_of_the_command() {
    let jdk = FakeJdk::new("17", "echo $$");
    let mut command = tickless();
    command.arg("run").arg("--").arg(jdk.java());
    let child = command
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id();
    let got = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(got.stdout).unwrap(), format!("{id}\n"));
}

#[test]
fn the_programs_signals_are_not_changed() {
    let ignored = |command: &mut Command| {
        let got = run(command, 20.0).assert_code(0);
        got.stdout
    };
    let arguments = ["-c", "grep SigIgn /proc/self/status"];
    let plain = ignored(Command::new("sh").args(arguments));
    let through = ignored(tickless().args(["run", "sh"]).args(arguments));
    assert_eq!(through, plain);
}

#[test]
fn a_jvm_that_another_program_starts_is_in_the_world_too() {
    for jdk in jdks() {
        let naps = Java::in_tests("Naps").compile(jdk);
        let mut command = tickless();
        command
            .args(["run", "--start", "2026-01-01T00:00:00Z", "--", "sh", "-c"])
            .args(["\"$@\"", "sh"])
            .args(naps.command_line())
            // The JVM has to find the agent in a path with a space and a quote.
            .env("XDG_CACHE_HOME", kept().join("it's a cache"));
        run(&mut command, 20.0)
            .assert_success("3600000: 3600000000000 ns, 3600000 ms\n1: 1000000 ns, 1 ms\n");
    }
}
