//! One scan from its paths to its report.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::archive;
use super::part::{Budget, Container, Shared, Skipped};
use super::report::{Report, assemble};
use super::section::Section;
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

/// The same for an archive in memory, shown under `name`.
#[must_use]
pub fn scan_archive(name: &str, bytes: Vec<u8>, table: &Table) -> Report {
    let classes = AtomicU64::new(0);
    let shared = Shared {
        table,
        classes: &classes,
        bytes: AtomicU64::new(0),
    };
    let container = Arc::new(Container {
        input: 0,
        path: name.to_string(),
        module: archive::module_name(name),
    });
    let section = Section::of_memory(bytes);
    let budget = Budget::for_file(section.len());
    let parts = archive::scan(&section, &container, &budget, &shared);
    let mut report = assemble(table, parts, Vec::new());
    report.classes = classes.load(Ordering::Relaxed);
    report.bytes = shared.bytes.load(Ordering::Relaxed);
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
