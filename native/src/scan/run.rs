//! One scan from its paths to its report.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use super::part::{Shared, Skipped};
use super::report::{Report, assemble};
use super::table::Table;
use super::walk::{self, Input};

/// The files of a scan, found but not read.
#[derive(Debug)]
pub struct Scan {
    inputs: Vec<Input>,
    skipped: Vec<Skipped>,
}

impl Scan {
    /// Lists the files under `paths`.
    ///
    /// # Errors
    /// One line that names the path which does not exist or is nothing to scan.
    pub fn of(paths: &[PathBuf]) -> Result<Self, String> {
        let (inputs, skipped) = walk::collect(paths)?;
        Ok(Scan { inputs, skipped })
    }

    /// How many files there are.
    #[must_use]
    pub fn files(&self) -> usize {
        self.inputs.len()
    }
}

/// Reads all files and looks for the calls of `table`. `classes` is counted up on the way.
#[must_use]
pub fn scan(scan: &Scan, table: &Table, classes: &AtomicU64) -> Report {
    let shared = Shared {
        table,
        classes,
        bytes: AtomicU64::new(0),
    };
    let before = classes.load(Ordering::Relaxed);
    let parts = walk::scan(&scan.inputs, &shared);
    let bytes = shared.bytes.load(Ordering::Relaxed);
    let mut report = assemble(table, parts, scan.skipped.clone());
    report.classes = classes.load(Ordering::Relaxed) - before;
    report.bytes = bytes;
    report
}

/// Looks for the callers of the methods that only hand on a clock, as `report` lists them: a second
/// pass over the same files. The findings name the method, under the kind of its clock.
#[must_use]
pub fn callers(files: &Scan, report: &Report, classes: &AtomicU64) -> Report {
    let mut table = Table::default();
    let mut known = HashSet::new();
    for delegate in &report.delegates {
        if known.insert(&delegate.method) {
            table.add(delegate.as_call.clone());
        }
    }
    scan(files, &table, classes)
}
