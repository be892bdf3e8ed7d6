//! Acceptance programs: each folder's Java and Kotlin files, on every JDK, against the output beside them.
//!
//! A program begins with comment lines `// key: value`:
//!
//! | key | meaning | default |
//! |---|---|---|
//! | `run` | `world OPTIONS…`: under `tickless run OPTIONS…`; `agent` or `plain`, with `--agent-opts X`: with the agent alone | `agent` |
//! | `jdk` | `17+`: this release or newer; `25`: this one only | `17+` |
//! | `deps` | Maven coordinates apart by spaces | |
//! | `javac` | options of the compiler | |
//! | `jvm` | options of the JVM | |
//! | `exit` | exit code | 0 |
//! | `runs` | how often it runs at least on each JDK | 1 |
//! | `real-limit` | real seconds that it may take | 20 |
//!
//! NAME.expected is its standard output to the byte; each line of NAME.stderr, where there is
//! one, is a regular expression that standard error must match somewhere.

mod header;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use header::Header;

use crate::support::{
    Java, Outcome, TestJdk, Time, carried, class_path, jdks, repository, setting,
};

/// A test a program, so that they run beside each other and can be chosen by name; a second test
/// sees that none is left out.
macro_rules! programs {
    ($module:ident: $($name:ident)*) => {
        #[allow(non_snake_case)]
        mod $module {
            $(#[test]
            fn $name() {
                super::check(stringify!($module), stringify!($name));
            })*

            #[test]
            fn none_is_left_out() {
                super::check_complete(stringify!($module), &[$(stringify!($name)),*]);
            }
        }
    };
}

programs!(cases: Case002 Case003 Case005 Case010 Case015 Case017 Case021 Case029 Case032 Case035 Case039 Case041 Case048 Case055 Case061 Case065 Case078 Case901 Case903 Case905 AsyncGroup Contention IoOutside IoTimeouts
    PinnedThreads ProcessEnds StructuredScopes Ticks VirtualThreads);

programs!(camel: AggregatorTimeout AsyncDelayer BackOffTimer Delayer ExceptionPolicy
    GracefulShutdown MulticastTimeout QuartzCron RedeliveryBackoff ResequencerBatch SagaTimeout
    Sampler SedaRequestTimeout StopWatches TaskForeground ThrottlerTotal TimerFixedRate
    WireTapDelay);

programs!(programs: ApacheHttpTimeouts GroovyCalls GrpcDeadlines KotlinCoroutines NettyLoop OkHttpTimeouts
    PekkoScheduler QuartzCron ReactorFlux RxJava VertxTimers);

programs!(clocks: Certificates JavaLogging Log4jLogging LogbackRolling RealClocks Reflection Seeds Uuids);

fn folder(module: &str) -> PathBuf {
    repository().join("tests").join(module)
}

fn check_complete(module: &str, listed: &[&str]) {
    let there: BTreeSet<String> = fs::read_dir(folder(module))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end == "java" || end == "kt")
        })
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let listed = listed.iter().map(|name| name.to_string()).collect();
    assert_eq!(there, listed, "tests/{module} and its list differ");
}

fn check(module: &str, name: &str) {
    let mut source = folder(module).join(format!("{name}.java"));
    if !source.is_file() {
        source.set_extension("kt");
    }
    let header = Header::read(&source);
    let expected = fs::read_to_string(source.with_extension("expected")).unwrap();
    let patterns = fs::read_to_string(source.with_extension("stderr")).unwrap_or_default();
    // As users have it: the API beside what the program needs itself.
    let jars = format!(
        "{}:{}",
        carried("api-jar").display(),
        class_path(header.deps())
    );
    let java = Java::new(&source)
        .with_class_path(jars.trim_end_matches(':'))
        .with_compiler_options(header.javac());
    let time = header.time();
    let jvm = header.jvm();
    let jvm: Vec<&str> = jvm.iter().map(String::as_str).collect();
    let repeats = header
        .runs()
        .max(setting("TICKLESS_TEST_REPEAT", 1.0) as u32);
    let fit: Vec<&TestJdk> = jdks().iter().filter(|jdk| header.fits(jdk)).collect();
    let mut failures = Vec::new();
    for jdk in &fit {
        let program = java.compile(jdk).limit(header.real_limit());
        for round in 1..=repeats {
            let got = program.run(&time, &jvm);
            if let Err(why) = verdict(&got, &expected, header.exit(), &patterns) {
                failures.push(format!(
                    "{name} on JDK {}, round {round} of {repeats}: {why}\n{got}",
                    jdk.feature
                ));
                break;
            }
        }
    }
    assert!(!fit.is_empty(), "{name} fits no JDK that is there");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn verdict(got: &Outcome, expected: &str, exit: i32, patterns: &str) -> Result<(), String> {
    if got.timed_out {
        return Err("timed out".into());
    }
    if got.stdout != expected {
        return Err(format!(
            "other output, {}",
            difference(expected, &got.stdout)
        ));
    }
    if got.code != Some(exit) {
        return Err(format!("exit code {:?} instead of {exit}", got.code));
    }
    for pattern in patterns.lines().filter(|line| !line.is_empty()) {
        let regex = regex::Regex::new(pattern).map_err(|error| error.to_string())?;
        if !regex.is_match(&got.stderr) {
            return Err(format!("standard error lacks /{pattern}/"));
        }
    }
    Ok(())
}

fn difference(expected: &str, got: &str) -> String {
    let (mut want, mut have) = (expected.lines(), got.lines());
    for number in 1.. {
        match (want.next(), have.next()) {
            (None, None) => break,
            (want, have) if want == have => {}
            (want, have) => return format!("line {number}: expected {want:?}, got {have:?}"),
        }
    }
    "in line ends alone".into()
}

#[test]
fn a_wrong_line_is_pointed_at() {
    assert!(
        difference("a\nb\n", "a\nc\n").starts_with("line 2: expected Some(\"b\"), got Some(\"c\")")
    );
    assert!(difference("a\n", "").starts_with("line 1: expected Some(\"a\"), got None"));
    assert_eq!(difference("a\n", "a"), "in line ends alone");
}

#[test]
fn a_verdict_looks_at_output_code_and_standard_error() {
    let got = Outcome {
        stdout: "a\n".into(),
        stderr: "tickless: 24h of it\n".into(),
        code: Some(3),
        signal: None,
        timed_out: false,
        command: String::new(),
    };
    assert_eq!(verdict(&got, "a\n", 3, "^tickless: 24h\n\nof it"), Ok(()));
    assert!(verdict(&got, "b\n", 3, "").unwrap_err().contains("line 1"));
    assert!(
        verdict(&got, "a\n", 0, "")
            .unwrap_err()
            .contains("Some(3) instead of 0")
    );
    assert!(verdict(&got, "a\n", 3, "7d").unwrap_err().contains("/7d/"));
    assert!(
        verdict(
            &Outcome {
                timed_out: true,
                ..got
            },
            "a\n",
            3,
            ""
        )
        .is_err()
    );
}

#[test]
fn without_the_world_option_time_is_the_agents() {
    let text = "// run: agent --agent-opts scope=demo.**,log=info\n// jvm: -Xint \"-Da=b c\"\n\
                // jdk: 25\n// exit: 3\n// real-limit: 60 (slow)\n// exit: 4\nclass A {}\n// jdk: 1\n";
    let header = Header::parse(text);
    assert!(matches!(header.time(), Time::Agent(options) if options == "scope=demo.**,log=info"));
    assert_eq!(header.jvm(), ["-Xint", "-Da=b c"]);
    assert_eq!((header.exit(), header.real_limit()), (3, 60.0));
    let jdk = |feature| TestJdk {
        home: PathBuf::new(),
        feature,
    };
    assert!(header.fits(&jdk(25)) && !header.fits(&jdk(26)));
}

#[test]
fn an_empty_header_has_its_defaults() {
    let header = Header::parse("class A {}\n");
    assert!(matches!(header.time(), Time::Agent(options) if options.is_empty()));
    assert_eq!(
        (
            header.exit(),
            header.runs(),
            header.real_limit(),
            header.deps()
        ),
        (0, 1, 20.0, "")
    );
    let header = Header::parse("// run: world --start 2026-01-01T00:00:00Z\n");
    assert!(matches!(header.time(), Time::World(options) if options.len() == 2));
}
