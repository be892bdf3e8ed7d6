//! An hour of a ScheduledThreadPoolExecutor that ticks every millisecond; goal: at most 4 s.
//!
//! Run with `cargo bench --bench world_executor`.

use std::time::Duration;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};

mod jvm;

const TICKS: u64 = 3_600_000;

fn world_executor(criterion: &mut Criterion) {
    let program = jvm::Program::compile();
    let rows = jvm::Rows::default();
    for jdk in jvm::jdks() {
        let loops = program.loops(&jdk);
        let mut group = criterion.benchmark_group(format!("world_executor/{}", jdk.name));
        group
            .warm_up_time(Duration::from_secs(1))
            .sampling_mode(SamplingMode::Flat)
            .measurement_time(Duration::from_secs(20))
            .sample_size(10);
        let row = format!("{} an hour of ticks", jdk.name);
        group.bench_function("hour", |bencher| {
            bencher.iter_custom(|n| rows.note(&row, loops.run("ticks", n * TICKS, 0), n));
        });
        group.finish();
    }
    rows.print();
}

criterion_group!(benches, world_executor);
criterion_main!(benches);
