//! Request and response over loopback with the agent and no world, against no agent: JVMs in turn, as in `idle`.
//!
//! Run with `cargo bench --bench loopback`; `BENCH_ROUNDS` sets the pairs of JVMs (default 10). Printed are pairs a
//! second and the ratio of the times inside a pair of JVMs. Goals: 10,000 pairs a second, within 3 %.

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
                    .arg("LoopbackLoops")
                    .output()
                    .expect("java");
                assert!(output.status.success(), "LoopbackLoops failed");
                for line in String::from_utf8_lossy(&output.stdout).lines() {
                    let (name, nanos) = line.split_once(' ').expect("NAME NANOSECONDS");
                    rows.entry(name.into()).or_default()[usize::from(agent)]
                        .push(nanos.parse().expect("nanoseconds"));
                }
            }
        }
        println!(
            "JDK {}, {rounds} pairs of JVMs: pairs a second without, with; ratio of times (range)",
            jdk.name
        );
        for (name, [without, with]) in rows {
            let ratios = with.iter().zip(&without).map(|(a, b)| a / b).collect();
            let (ratio, low, high) = jvm::median_and_range(ratios);
            let (without, best_without, _) = jvm::median_and_range(without);
            let (with, best_with, _) = jvm::median_and_range(with);
            let best = best_with / best_without;
            println!(
                "{name:<12}{:>10.0}{:>10.0}{ratio:>8.3} ({low:.3}-{high:.3}); of the fastest {best:.3}",
                1e9 / without,
                1e9 / with
            );
        }
    }
}
