//! The mutation loop, shared by the test (short) and the bench (ten million).

use std::collections::HashMap;

use tickless::redirect::scope::{ScopeTable, rewrite};
use tickless::redirect::{retarget, world_rows};
use tickless::scan::finder::{Scratch, find};
use tickless::scan::hierarchy::Classes;
use tickless::scan::jimage::Image;
use tickless::scan::table::Table;

/// How the mutated classes fared.
#[derive(Debug, Default, Clone, Copy)]
pub struct Outcome {
    pub refused: usize,
    pub changed: usize,
    pub unchanged: usize,
    /// Mutants that component scope changed.
    pub scoped: usize,
    /// Mutants that the scan could read.
    pub scanned: usize,
}

/// Small classes of the image that the redirect changes: only they reach all of its code.
pub fn seeds(image: &Image) -> Vec<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut seeds = Vec::new();
    for class in image.classes().expect("a sound image") {
        if class.size > 6_000 {
            continue;
        }
        image.read(&class, &mut bytes).expect("a sound image");
        let world = retarget(&bytes, world_rows()).is_ok_and(|changed| changed.is_some());
        // Those that insert instructions are few and call for the most code.
        if world
            || bytes
                .windows(27)
                .any(|text| text == b"java/util/GregorianCalendar")
        {
            seeds.push(bytes.clone());
        }
    }
    assert!(seeds.len() > 20, "{} seeds", seeds.len());
    seeds
}

/// Feeds `count` mutants to every pass; the same `seed` gives the same mutants.
pub fn run(seeds: &[Vec<u8>], count: usize, seed: u64) -> Outcome {
    let mut random = Random(seed);
    let mut outcome = Outcome::default();
    let mut mutant = Vec::new();
    let table = Table::catalogue();
    let mut scratch = Scratch::default();
    let scope = ScopeTable::default();
    let superclasses: HashMap<String, Vec<u8>> = HashMap::new();
    for _ in 0..count {
        mutant.clone_from(&seeds[random.below(seeds.len())]);
        for _ in 0..=random.below(4) {
            random.mutate(&mut mutant);
        }
        let mut classes = Classes::default();
        outcome.scanned += usize::from(find(&mutant, &table, &mut classes, &mut scratch).is_ok());
        outcome.scoped += usize::from(matches!(
            rewrite(&mutant, &scope, &superclasses),
            Ok(Some(_))
        ));
        match retarget(&mutant, world_rows()) {
            Err(_) => outcome.refused += 1,
            Ok(Some(_)) => outcome.changed += 1,
            Ok(None) => outcome.unchanged += 1,
        }
    }
    outcome
}

/// SplitMix64: small, seedable, good enough to pick bytes.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    pub fn mutate(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len());
        match self.below(6) {
            0 => bytes.truncate(at),
            1 => {
                if !bytes.is_empty() {
                    bytes.remove(at);
                }
            }
            2 => bytes.insert(at, self.next() as u8),
            // Indexes and lengths are u16: extreme ones find more than random bytes do.
            3 => {
                if let Some(pair) = bytes.get_mut(at..at + 2) {
                    pair.copy_from_slice(
                        &[[0, 0], [0xFF, 0xFF], [0, 1], [0x7F, 0xFF]][self.below(4)],
                    );
                }
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = self.next() as u8;
                }
            }
        }
    }
}
