//! What component scope costs on the installed `SYSTEM` provider, and when 5,000 scoped classes are loaded.
//!
//! Run with `cargo bench --bench scope`; `BENCH_ROUNDS` sets the JVMs of each row (default 10). In each JVM windows
//! of direct and of scoped reads take turns; the ratio is that of their low deciles. Goals: 1.01 for nanoTime and
//! the stop watch with one thread and with one on each core; at most 50 ms more for the classes.
//! `cargo bench --bench scope -- reads` or `loads` is one half of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

mod jvm;

fn main() {
    let rounds: usize = std::env::var("BENCH_ROUNDS").map_or(10, |n| n.parse().expect("a number"));
    let program = jvm::Program::compile();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let asked: Vec<String> = std::env::args().collect();
    let runs = |part: &str, other: &str| {
        let has = |word: &str| asked.iter().any(|argument| argument == word);
        has(part) || !has(other)
    };
    if runs("reads", "loads") {
        for jdk in jvm::jdks() {
            for threads in [1, cores] {
                reads(&program, &jdk, threads, rounds);
            }
        }
    }
    if !runs("loads", "reads") {
        return;
    }
    // One class in twenty reads the clock, and every one.
    for every in [20, 1] {
        let classes = tempfile::tempdir().expect("a folder for classes");
        generate(classes.path(), every);
        for jdk in jvm::jdks() {
            loads(&program, &jdk, classes.path(), every, rounds);
        }
    }
}

fn reads(program: &jvm::Program, jdk: &jvm::Jdk, threads: usize, rounds: usize) {
    let mut rows: BTreeMap<String, Vec<[f64; 2]>> = BTreeMap::new();
    for _ in 0..rounds {
        let output = program
            .java_with(jdk, "scope=ScopedReads")
            .args(["ScopeLoops", &threads.to_string()])
            .output()
            .expect("java");
        assert!(output.status.success(), "ScopeLoops failed");
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let mut words = line.split(' ');
            let name = words.next().expect("a name").to_owned();
            let mut nanos = || {
                words
                    .next()
                    .and_then(|n| n.parse().ok())
                    .expect("nanoseconds")
            };
            rows.entry(name).or_default().push([nanos(), nanos()]);
        }
    }
    println!(
        "JDK {}, {threads} threads, {rounds} JVMs: ns direct, scoped (medians), ratio (range)",
        jdk.name
    );
    for (name, pairs) in rows {
        let (ratio, low, high) = jvm::median_and_range(
            pairs
                .iter()
                .map(|[direct, scoped]| scoped / direct)
                .collect(),
        );
        let (direct, ..) = jvm::median_and_range(pairs.iter().map(|pair| pair[0]).collect());
        let (scoped, ..) = jvm::median_and_range(pairs.iter().map(|pair| pair[1]).collect());
        println!("{name:<20}{direct:>10.2}{scoped:>10.2}{ratio:>8.4} ({low:.4}-{high:.4})");
    }
}

/// Compiles `gen.C0` to `gen.C4999`; one in `every` reads the clock.
fn generate(folder: &Path, every: usize) {
    let sources = folder.join("sources");
    std::fs::create_dir(&sources).expect("a folder");
    let mut files = Vec::new();
    for file in 0..50 {
        let mut text = "package gen;\n".to_owned();
        for class in (file * 100)..(file * 100 + 100) {
            let value = if class % every == 0 {
                "System.nanoTime()"
            } else {
                "System.identityHashCode(this)"
            };
            text += &format!(
                "class C{class} implements Runnable {{
                     private final java.util.Map<String, Long> seen = new java.util.HashMap<>();
                     public void run() {{ for (int i = 0; i < 9; i++) seen.merge(\"C{class}\", read(i), Long::sum); }}
                     long read(int i) {{ return {value} + i; }}
                     @Override public String toString() {{ return \"C{class}\" + seen; }}
                 }}\n"
            );
        }
        let path = sources.join(format!("F{file}.java"));
        std::fs::write(&path, text).expect("a file");
        files.push(path);
    }
    let status = Command::new(jvm::jdks()[0].java().with_file_name("javac"))
        .args(["--release", "17", "-proc:none", "-d"])
        .arg(folder)
        .args(files)
        .status()
        .expect("javac");
    assert!(status.success(), "the classes do not compile");
}

fn loads(program: &jvm::Program, jdk: &jvm::Jdk, classes: &Path, every: usize, rounds: usize) {
    let mut walls = [Vec::new(), Vec::new()];
    let mut processor = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        for scoped in [round % 2 == 0, round % 2 != 0] {
            let options = if scoped { "scope=gen.**" } else { "" };
            let mut command = program.java_with_path(jdk, options, classes);
            // One compiler and one collector thread: what they do beside moves the figures more than the scope.
            command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "LoadAll"]);
            command.stdout(Stdio::null());
            let (before, start) = (jvm::childrens_millis(), Instant::now());
            assert!(command.status().expect("java").success());
            walls[usize::from(scoped)].push(start.elapsed().as_secs_f64() * 1e3);
            processor[usize::from(scoped)].push(jvm::childrens_millis() - before);
        }
    }
    println!(
        "JDK {}, 5,000 classes, one in {every} reads the clock",
        jdk.name
    );
    print("wall", walls);
    print("processor", processor);
}

fn print(what: &str, [without, with]: [Vec<f64>; 2]) {
    let added = with.iter().zip(&without).map(|(a, b)| a - b).collect();
    let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    let fastest = least(&with) - least(&without);
    println!(" {what}: fastest added {fastest:.1} ms");
    for (name, times) in [("without", without), ("with", with), ("added", added)] {
        let (median, low, high) = jvm::median_and_range(times);
        println!("  {name:<8} {median:.1} ms ({low:.1} to {high:.1})");
    }
}
