//! Timed waits of a thread alone in a world; goal: 4 million a second (250 ns).
//!
//! Run with `cargo bench --bench world_sleep`.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

mod jvm;

fn world_sleep(criterion: &mut Criterion) {
    let program = jvm::Program::compile();
    let rows = jvm::Rows::default();
    for jdk in jvm::jdks() {
        let loops = program.loops(&jdk);
        let mut group = criterion.benchmark_group(format!("world_sleep/{}", jdk.name));
        group
            .warm_up_time(Duration::from_secs(1))
            .measurement_time(Duration::from_secs(2))
            .sample_size(30);
        for name in ["sleep", "park", "wait"] {
            let row = format!("{} {name}", jdk.name);
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|n| rows.note(&row, loops.run(name, n, 0), n));
            });
        }
        group.finish();
    }
    rows.print();
}

criterion_group!(benches, world_sleep);
criterion_main!(benches);
