//! Ten million mutated class files: no panic, no hang, and how long one takes.
//!
//! Run with `cargo bench --bench class_mutations -- [COUNT] [SEED]`.

use std::time::Instant;

use tickless::scan::jimage::Image;

#[path = "corpus/mod.rs"]
#[allow(dead_code)]
mod corpus;
#[path = "mutate/mod.rs"]
mod mutate;

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let count = numbers.first().copied().unwrap_or(10_000_000) as usize;
    let seed = numbers.get(1).copied().unwrap_or(1);
    let image = Image::open(&corpus::modules()).expect("the JDK's lib/modules");
    let seeds = mutate::seeds(&image);
    let start = Instant::now();
    let outcome = mutate::run(&seeds, count, seed);
    println!(
        "{count} mutants of {} classes in {:.1?}: {outcome:?}",
        seeds.len(),
        start.elapsed()
    );
}
