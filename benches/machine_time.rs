//! What whole programs take of the machine: a stuck world's processor time, a virtual day of Apache Camel.
//!
//! Run with `cargo bench --bench machine_time`. Goals: less than 0.1 s of processor time in 30 s; the day in at
//! most 5 s. The Camel program is measured when it has been built (`examples/camel/README.md`).

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

mod jvm;

const STUCK_SECONDS: &str = "30";

fn main() {
    let program = jvm::Program::compile();
    let camel = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/camel/target");
    for jdk in jvm::jdks() {
        let output = program
            .java(&jdk, true)
            .args(["Stuck", STUCK_SECONDS])
            .stderr(Stdio::null())
            .output()
            .expect("java");
        let nanos: f64 = String::from_utf8_lossy(&output.stdout)
            .trim()
            .parse()
            .expect("nanoseconds");
        println!(
            "JDK {}: a stuck world used {:.3} s of processor time in {STUCK_SECONDS} s",
            jdk.name,
            nanos / 1e9
        );
        if !camel.join("dependency").is_dir() {
            println!("examples/camel is not built");
            continue;
        }
        let path = format!("{0}/classes:{0}/dependency/*", camel.display());
        for _ in 0..3 {
            let mut command = Command::new(env!("CARGO_BIN_EXE_tickless"));
            command
                .args(["run", "--start", "2026-01-01T00:00:00Z", "--"])
                .arg(jdk.java())
                .args(["-cp", &path, "example.CamelDay"])
                .stdout(Stdio::null());
            let start = Instant::now();
            assert!(command.status().expect("tickless").success());
            println!(
                "JDK {}: a Camel day took {:.2} s with the JVM's start",
                jdk.name,
                start.elapsed().as_secs_f64()
            );
        }
    }
}
