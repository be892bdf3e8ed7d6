//! What the agent adds to the start of a JVM that prints one line; goal: 15 ms, wanted 10.
//!
//! Run with `cargo bench --bench startup`; `BENCH_ROUNDS` sets the pairs (default 30). JVMs with and without
//! the agent take turns; printed are medians with their ranges. The processor time is what other load on the
//! machine moves least.

use std::process::Stdio;
use std::time::Instant;

mod jvm;

fn main() {
    let rounds: usize = std::env::var("BENCH_ROUNDS").map_or(30, |n| n.parse().expect("a number"));
    let program = jvm::Program::compile();
    for jdk in jvm::jdks() {
        let mut walls = [Vec::new(), Vec::new()];
        let mut processor = [Vec::new(), Vec::new()];
        for round in 0..rounds {
            for agent in [round % 2 == 0, round % 2 != 0] {
                let mut command = program.java(&jdk, agent);
                command.arg("Hello").stdout(Stdio::null());
                let (before, start) = (jvm::childrens_millis(), Instant::now());
                assert!(command.status().expect("java").success());
                walls[usize::from(agent)].push(start.elapsed().as_secs_f64() * 1e3);
                processor[usize::from(agent)].push(jvm::childrens_millis() - before);
            }
        }
        print(&jdk.name, "wall", walls);
        print(&jdk.name, "processor", processor);
    }
}

fn print(jdk: &str, what: &str, [without, with]: [Vec<f64>; 2]) {
    let added = with.iter().zip(&without).map(|(a, b)| a - b).collect();
    let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    let at_least = least(&with) - least(&without);
    println!("JDK {jdk}, {what}: the fastest with less the fastest without {at_least:.1} ms");
    for (name, times) in [("without", without), ("with", with), ("added", added)] {
        let (median, low, high) = jvm::median_and_range(times);
        println!("  {name:<8} {median:.1} ms ({low:.1} to {high:.1})");
    }
}
