//! Two threads that hand over to each other in a world, against bare futex calls and the JDK's own waits.
//!
//! Run with `cargo bench --bench world_handover`. Goals: by sleeps and park at least 80 % of the bare
//! futex (at most 1.25 times its time), by wait/notify at most twice the JDK's own.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

mod futex;
mod jvm;

const LOOPS: [&str; 5] = [
    "pair-sleep",
    "pair-park",
    "pair-park-jdk",
    "pair-wait",
    "pair-wait-jdk",
];

fn world_handover(criterion: &mut Criterion) {
    let program = jvm::Program::compile();
    let rows = jvm::Rows::default();
    for jdk in jvm::jdks() {
        let loops = program.loops(&jdk);
        let mut group = criterion.benchmark_group(format!("world_handover/{}", jdk.name));
        group
            .warm_up_time(Duration::from_secs(1))
            .measurement_time(Duration::from_secs(2))
            .sample_size(20);
        let row = format!("{} futex", jdk.name);
        group.bench_function("futex", |bencher| {
            bencher.iter_custom(|n| rows.note(&row, futex::ping_pong(n.max(2)), n.max(2)));
        });
        for name in LOOPS {
            let row = format!("{} {name}", jdk.name);
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|n| rows.note(&row, loops.run(name, n.max(2), 0), n.max(2)));
            });
        }
        group.finish();
        // Interleaved rounds: other load on the machine meets all rows alike.
        for _ in 0..40 {
            const N: u64 = 4_000;
            let row = |name: &str| format!("{}-rounds {name}", jdk.name);
            rows.note(&row("futex"), futex::ping_pong(N), N);
            for name in LOOPS {
                rows.note(&row(name), loops.run(name, N, 0), N);
            }
        }
    }
    rows.print();
}

criterion_group!(benches, world_handover);
criterion_main!(benches);
