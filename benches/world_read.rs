//! A participant's virtual clock read against the real one; goal: at least 15 times cheaper.
//!
//! Run with `cargo bench --bench world_read`.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

mod jvm;

fn world_read(criterion: &mut Criterion) {
    let program = jvm::Program::compile();
    let rows = jvm::Rows::default();
    for jdk in jvm::jdks() {
        let loops = program.loops(&jdk);
        let mut group = criterion.benchmark_group(format!("world_read/{}", jdk.name));
        group
            .warm_up_time(Duration::from_secs(1))
            .measurement_time(Duration::from_secs(2))
            .sample_size(50);
        for name in ["read-real", "read-outside", "read-virtual"] {
            let row = format!("{} {name}", jdk.name);
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|n| rows.note(&row, loops.run(name, n, 0), n));
            });
        }
        group.finish();
    }
    rows.print();
}

criterion_group!(benches, world_read);
criterion_main!(benches);
