//! How fast the redirect goes over all classes of the JDK, nearly all of which have no hit.
//!
//! Run with `cargo bench --bench class_scan`; the JDK is the one of `JAVA_HOME` or of `java` on the
//! PATH. Throughput is class-file bytes per second on one core; goal: 1,500 MB/s.

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tickless::classfile::Pool;
use tickless::redirect::scope::{ScopeTable, rewrite};
use tickless::redirect::{pool_mentions, retarget, world_rows};
use tickless::scan::finder::{Scratch, find};
use tickless::scan::hierarchy::Classes;
use tickless::scan::table::Table;
use tickless::scan::{Scan, scan};

mod corpus;

fn class_scan(criterion: &mut Criterion) {
    let classes = corpus::jdk_classes();
    let pools: Vec<(&[u8], u16)> = classes
        .iter()
        .map(|class| {
            let pool = Pool::of_class(class).expect("the JDK's own class");
            (&class[10..pool.end()], pool.count())
        })
        .collect();
    let bytes: usize = classes.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group("class_scan");
    group
        .throughput(Throughput::Bytes(bytes as u64))
        .sample_size(10)
        .measurement_time(Duration::from_secs(3));
    group.bench_function("retarget", |bencher| {
        bencher.iter(|| {
            let changed =
                |class: &&Vec<u8>| retarget(class, world_rows()).is_ok_and(|new| new.is_some());
            black_box(classes.iter().filter(changed).count())
        });
    });
    let scope = ScopeTable::default();
    let superclasses: HashMap<String, Vec<u8>> = HashMap::new();
    let quiet: Vec<&Vec<u8>> = classes
        .iter()
        .filter(|class| matches!(rewrite(class, &scope, &superclasses), Ok(None)))
        .collect();
    let quiet_bytes: usize = quiet.iter().map(|class| class.len()).sum();
    group.throughput(Throughput::Bytes(quiet_bytes as u64));
    group.bench_function("scope, classes without a hit", |bencher| {
        bencher.iter(|| {
            let same =
                |class: &&&Vec<u8>| matches!(rewrite(class, &scope, &superclasses), Ok(None));
            black_box(quiet.iter().filter(same).count())
        });
    });
    let bytes: usize = pools.iter().map(|(pool, _)| pool.len()).sum();
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("pool_mentions", |bencher| {
        bencher.iter(|| {
            let mentions =
                |&&(pool, count): &&(&[u8], u16)| pool_mentions(pool, count, world_rows());
            black_box(pools.iter().filter(mentions).count())
        });
    });
    let bytes: usize = classes.iter().map(Vec::len).sum();
    group.throughput(Throughput::Bytes(bytes as u64));
    let table = Table::catalogue();
    group.bench_function("find", |bencher| {
        let mut scratch = Scratch::default();
        bencher.iter(|| {
            let mut all = Classes::default();
            let mut sites = 0;
            for class in &classes {
                sites += find(class, &table, &mut all, &mut scratch)
                    .map_or(0, |found| found.sites.len());
            }
            black_box(sites)
        });
    });
    group.bench_function("whole image, all cores", |bencher| {
        let paths = [corpus::modules()];
        bencher.iter(|| {
            let files = Scan::of(&paths).expect("the JDK's lib/modules");
            black_box(scan(&files, &table, &AtomicU64::new(0)).findings.len())
        });
    });
    group.finish();
}

criterion_group!(benches, class_scan);
criterion_main!(benches);
