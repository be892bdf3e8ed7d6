//! Other agents, debuggers, recorders, profilers and compilers.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::stage::{Beside, Stage, jar, source};
use crate::support::{class_path, run};

pub fn jacoco(stage: &Stage) -> Beside {
    let jar = jar(
        &class_path("org.jacoco:org.jacoco.agent:0.8.13:runtime"),
        "org.jacoco.agent",
    );
    Beside {
        seen: Box::new(|stage, got| {
            let coverage = fs::read(stage.path("jacoco.exec"));
            let coverage = coverage.unwrap_or_else(|error| panic!("{error}: {got}"));
            let text = String::from_utf8_lossy(&coverage);
            assert!(text.contains("story/Story"), "not covered: {got}");
        }),
        ..stage.story(&[&format!("-javaagent:{jar}=destfile=jacoco.exec")])
    }
}

pub fn byte_buddy(stage: &Stage) -> Beside {
    let deps = "net.bytebuddy:byte-buddy:1.17.7 net.bytebuddy:byte-buddy-agent:1.17.7";
    let agent = format!("-javaagent:{}", jar(&class_path(deps), "byte-buddy-agent"));
    // The host fails when the story was not rewritten.
    stage.host("ByteBuddyHost", deps, &[&agent], &[])
}

pub fn mockito(stage: &Stage) -> Beside {
    let deps = "org.mockito:mockito-core:5.20.0";
    let agent = format!("-javaagent:{}", jar(&class_path(deps), "mockito-core"));
    // The host fails when the mocks are none.
    stage.host("MockitoHost", deps, &[&agent], &[])
}

pub fn opentelemetry(stage: &Stage) -> Beside {
    let jars = class_path("io.opentelemetry.javaagent:opentelemetry-javaagent:2.20.1");
    let agent = format!("-javaagent:{}", jar(&jars, "opentelemetry-javaagent"));
    let none = ["traces", "metrics", "logs"].map(|what| format!("-Dotel.{what}.exporter=none"));
    let mut jvm = vec![agent.as_str()];
    jvm.extend(none.iter().map(String::as_str));
    Beside {
        seen: Box::new(|_, got| {
            assert!(got.stderr.contains("opentelemetry-javaagent"), "{got}");
        }),
        ..stage.story(&jvm)
    }
}

/// The JVM waits for the debugger, which tells it to go on and stays connected.
pub fn jdwp(stage: &Stage) -> Beside {
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port();
    let debugger = thread::spawn(move || {
        let started = Instant::now();
        let mut jvm = loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => break stream,
                Err(error) if started.elapsed() > Duration::from_secs(60) => panic!("{error}"),
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        };
        let mut answer = [0; 14];
        jvm.write_all(b"JDWP-Handshake").expect("written");
        jvm.read_exact(&mut answer).expect("an answer");
        assert_eq!(&answer, b"JDWP-Handshake");
        // The first event tells that the JVM has started and stands still. Told to go on before it
        // stood still, it would stand still for ever.
        let mut length = [0; 4];
        jvm.read_exact(&mut length).expect("an event");
        let mut event = vec![0; u32::from_be_bytes(length) as usize - length.len()];
        jvm.read_exact(&mut event).expect("a whole event");
        let (composite, vm_start) = (&event[5..7], event[12]);
        assert_eq!((composite, vm_start), (&[64, 100][..], 90), "{event:?}");
        // Packet: length, id, flags, VirtualMachine.Resume.
        jvm.write_all(&[0, 0, 0, 11, 0, 0, 0, 1, 0, 1, 9])
            .expect("written");
        jvm.read_to_end(&mut Vec::new()).expect("events to the end");
    });
    let options = format!(
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:{port}"
    );
    Beside {
        during: Some(debugger),
        ..stage.story(&[&options])
    }
}

pub fn jfr(stage: &Stage) -> Beside {
    Beside {
        // To start, JFR naps until the clock has another reading: twice a millisecond.
        expected: "Story.jfr.expected",
        preamble: true,
        seen: Box::new(|stage, got| {
            let recording = fs::read(stage.path("story.jfr"));
            let recording = recording.unwrap_or_else(|error| panic!("{error}: {got}"));
            assert!(recording.starts_with(b"FLR\0"), "{got}");
        }),
        ..stage.story(&["-XX:StartFlightRecording=filename=story.jfr,settings=profile"])
    }
}

pub fn profiler(stage: &Stage) -> Beside {
    let library = stage.path("libprofiler.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-Wall", "-Werror", "-o", &library]);
    compiler.args([&source("profiler.c"), "-lpthread"]);
    run(&mut compiler, 60.0).assert_code(0);
    Beside {
        seen: Box::new(|_, got| assert!(got.stderr.contains("profiler: sampled"), "{got}")),
        ..stage.story(&[&format!("-agentpath:{library}")])
    }
}

/// The compiler in Java, as a library on a stock JDK.
pub fn graal(stage: &Stage) -> Beside {
    let (version, prefix) = match stage.jdk.feature {
        ..=21 => ("22.3.5", "graal"),
        _ => ("25.0.1", "jdk.graal"),
    };
    let mut deps = format!("org.graalvm.compiler:compiler:{version}");
    if stage.jdk.feature > 21 {
        deps += &format!(" org.graalvm.truffle:truffle-compiler:{version}");
    }
    let jars = class_path(&deps);
    let jvm = [
        "-XX:+UnlockExperimentalVMOptions".into(),
        "-XX:+EnableJVMCI".into(),
        "-XX:+UseJVMCICompiler".into(),
        // Else the program ends before this compiler has warmed up.
        format!("-Dreads.until={}", stage.path("graal.log")),
        format!("--module-path={jars}"),
        format!("--upgrade-module-path={}", jar(&jars, "compiler-")),
        format!("-D{prefix}.PrintCompilation=true"),
        format!("-D{prefix}.LogFile={}", stage.path("graal.log")),
    ];
    let jvm: Vec<&str> = jvm.iter().map(String::as_str).collect();
    Beside {
        seen: Box::new(|stage, got| {
            let log = fs::read_to_string(stage.path("graal.log"));
            let log = log.unwrap_or_else(|error| panic!("{error}: {got}"));
            assert!(
                log.contains("Ljava/lang/TicklessClock;"),
                "not compiled: {got}"
            );
        }),
        ..stage.story(&jvm)
    }
}
