//! Classes with bytes changed at random: an error or a result, never a panic.
//!
//! `cargo bench --bench class_mutations -- 10000000` runs the same loop at full length.

use tickless::scan::jimage::Image;

use crate::jdk;

#[path = "../../benches/mutate/mod.rs"]
mod mutate;

#[test]
fn mutated_classes_never_panic() {
    let jdk = &jdk::both()[1];
    let image = Image::open(&jdk.modules()).unwrap();
    let seeds = mutate::seeds(&image);
    let outcome = mutate::run(&seeds, 40_000, 1);
    assert!(outcome.refused > 0, "{outcome:?}");
    assert!(outcome.changed > 0, "{outcome:?}");
    assert!(
        outcome.scanned > 0 && outcome.scanned < 40_000,
        "{outcome:?}"
    );
    assert_eq!(
        outcome.refused + outcome.changed + outcome.unchanged,
        40_000
    );
}
