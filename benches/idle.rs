//! What the agent costs while no world is open: fresh JVMs with and without it, interleaved.
//!
//! Run with `cargo bench --bench idle`; `BENCH_ROUNDS` sets the pairs of JVMs (default 10). Each JVM gives
//! low deciles of short windows; printed are the medians over the JVMs and the median and range of the
//! ratio inside a pair. Goals: within 2 %, nanoTime within 0.5 %.

use std::collections::BTreeMap;

mod jvm;

fn main() {
    let rounds: usize = std::env::var("BENCH_ROUNDS").map_or(10, |n| n.parse().expect("a number"));
    let program = jvm::Program::compile();
    for jdk in jvm::jdks() {
        let mut rows: BTreeMap<String, [Vec<f64>; 2]> = BTreeMap::new();
        for round in 0..rounds {
            for agent in [round % 2 == 0, round % 2 != 0] {
                let output = program
                    .java(&jdk, agent)
                    .arg("IdleLoops")
                    .output()
                    .expect("java");
                assert!(output.status.success(), "IdleLoops failed");
                for line in String::from_utf8_lossy(&output.stdout).lines() {
                    let (name, nanos) = line.split_once(' ').expect("NAME NANOSECONDS");
                    rows.entry(name.into()).or_default()[usize::from(agent)]
                        .push(nanos.parse().expect("nanoseconds"));
                }
            }
        }
        println!(
            "JDK {}, {rounds} pairs: ns without, with, ratio (range)",
            jdk.name
        );
        for (name, [without, with]) in rows {
            let ratios = with.iter().zip(&without).map(|(a, b)| a / b).collect();
            let (ratio, low, high) = jvm::median_and_range(ratios);
            let (without, with) = (
                jvm::median_and_range(without).0,
                jvm::median_and_range(with).0,
            );
            println!("{name:<16}{without:>10.2}{with:>10.2}{ratio:>8.3} ({low:.3}-{high:.3})");
        }
    }
}
