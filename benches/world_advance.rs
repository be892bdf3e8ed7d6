//! `advance` beside idle waiters; goals: one that fires nothing costs the same with 10 and 10,000 waiters,
//! and a thousand of a second with four sleepers take less than a second.
//!
//! Run with `cargo bench --bench world_advance`.

use criterion::{Criterion, criterion_group, criterion_main};
use std::time::Duration;

mod jvm;

fn world_advance(criterion: &mut Criterion) {
    let program = jvm::Program::compile();
    let rows = jvm::Rows::default();
    for jdk in jvm::jdks() {
        let loops = program.loops(&jdk);
        // The first loops only warm the JVM up.
        loops.run("advance-nothing", 200_000, 10);
        loops.run("advance-one", 20_000, 10);
        let mut measure = |name: &str, waiters: usize, advances: u64| {
            let row = format!("{}-{name} {waiters}", jdk.name);
            let mut group = criterion.benchmark_group(format!("world_advance/{}", jdk.name));
            // Threads are started and ended around each sample, which the sample does not hold.
            group
                .warm_up_time(Duration::from_millis(1))
                .measurement_time(Duration::from_millis(1))
                .sample_size(10)
                .sampling_mode(criterion::SamplingMode::Flat);
            group.bench_function(format!("{name}/{waiters}"), |bencher| {
                bencher.iter_custom(|n| {
                    let took = loops.run(name, advances, waiters);
                    rows.note(&row, took, advances);
                    took.mul_f64(n as f64 / advances as f64)
                });
            });
        };
        for (name, advances) in [("advance-nothing", 100_000), ("advance-one", 2_000)] {
            for waiters in [10, 1_000, 10_000] {
                measure(name, waiters, advances);
            }
        }
        measure("advance-four", 0, 1_000);
    }
    rows.print();
}

criterion_group!(benches, world_advance);
criterion_main!(benches);
