//! What the agent adds to the start of a JVM that prints one line; goal: 15 ms, wanted 10.
//!
//! Run with `cargo bench --bench startup`; `BENCH_ROUNDS` sets the pairs (default 30). JVMs with and without
//! the agent take turns; printed are medians with their ranges.

use std::process::Stdio;
use std::time::Instant;

mod jvm;

fn main() {
    let rounds: usize = std::env::var("BENCH_ROUNDS").map_or(30, |n| n.parse().expect("a number"));
    let program = jvm::Program::compile();
    for jdk in jvm::jdks() {
        let mut times = [Vec::new(), Vec::new()];
        for round in 0..rounds {
            for agent in [round % 2 == 0, round % 2 != 0] {
                let mut command = program.java(&jdk, agent);
                command.arg("Hello").stdout(Stdio::null());
                let start = Instant::now();
                assert!(command.status().expect("java").success());
                times[usize::from(agent)].push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        let [without, with] = times;
        let added = with.iter().zip(&without).map(|(a, b)| a - b).collect();
        let fastest = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "JDK {}: added at the fastest {:.1} ms",
            jdk.name,
            fastest(&with) - fastest(&without)
        );
        for (name, times) in [("without", without), ("with", with), ("added", added)] {
            let (median, low, high) = jvm::median_and_range(times);
            println!("{name:<8} {median:.1} ms ({low:.1}-{high:.1})");
        }
    }
}
