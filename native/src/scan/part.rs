//! What one worker has found so far, and the work on single classes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use flate2::{Decompress, FlushDecompress, Status};

use super::finder::{Found, Scratch, find};
use super::hierarchy::Classes;
use super::table::{CallId, Table};

/// The longest class that is read. The largest one in JDK 25 has 0.5 MB; methods are limited to 64 KB.
pub const MAX_CLASS: u64 = 64 << 20;

/// A jar, a folder, a module of the JDK: what classes are counted under.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Container {
    /// Number of the path on the command line.
    pub input: usize,
    /// The path, with `!/` before the name of each nested archive.
    pub path: String,
    /// Short name for the summary.
    pub module: String,
}

/// Something that was not read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Skipped {
    /// Path, with `!/` before names inside of archives.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// A class with something to report.
#[derive(Debug)]
pub struct Hit {
    /// Where it was found.
    pub container: Arc<Container>,
    /// Java release of a `META-INF/versions` entry; 0 = none.
    pub version: u16,
    /// What was found.
    pub found: Found,
}

/// What a part of the work yields.
#[derive(Debug, Default)]
pub struct Part {
    /// All classes with their supertypes.
    pub classes: Classes,
    /// Those with something to report.
    pub hits: Vec<Hit>,
    /// What was not read.
    pub skipped: Vec<Skipped>,
}

/// What all workers share.
#[derive(Debug)]
pub struct Shared<'a> {
    /// What is looked for.
    pub table: &'a Table,
    /// Classes read so far, for the progress display.
    pub classes: &'a AtomicU64,
    /// Bytes of class files read so far.
    pub bytes: AtomicU64,
}

/// How much may still be unpacked from one file, so that a small file cannot keep the scan busy.
#[derive(Debug)]
pub struct Budget {
    left: AtomicI64,
    told: AtomicBool,
}

impl Budget {
    /// For a file of this length. Class files shrink to a half or a third, generated ones to a
    /// tenth; deflate can reach 1:1032.
    #[must_use]
    pub fn for_file(len: u64) -> Self {
        let bytes = (64_u64 << 20).saturating_add(len.saturating_mul(100));
        Budget {
            left: AtomicI64::new(i64::try_from(bytes).unwrap_or(i64::MAX)),
            told: AtomicBool::new(false),
        }
    }

    /// Takes `len` bytes; an error names the bomb the first time, and is empty afterwards.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn take(&self, len: usize) -> Result<(), String> {
        let len = i64::try_from(len).unwrap_or(i64::MAX);
        if self.left.fetch_sub(len, Ordering::Relaxed) >= len {
            return Ok(());
        }
        // Stays negative however often it is asked.
        self.left.fetch_max(-1, Ordering::Relaxed);
        if self.told.swap(true, Ordering::Relaxed) {
            Err(String::new())
        } else {
            Err("unpacks to more than 100 times its size: the rest is not read".into())
        }
    }
}

/// One worker's memory, used again for each class.
#[derive(Debug)]
pub struct Worker {
    scratch: Scratch,
    inflate: Decompress,
    /// For packed bytes.
    pub packed: Vec<u8>,
    /// For unpacked ones.
    pub plain: Vec<u8>,
    /// What it has found.
    pub part: Part,
}

impl Default for Worker {
    fn default() -> Self {
        Worker {
            scratch: Scratch::default(),
            inflate: Decompress::new(false),
            packed: Vec::new(),
            plain: Vec::new(),
            part: Part::default(),
        }
    }
}

impl Worker {
    /// Notes something that was not read; an empty reason means that it was named before.
    pub fn skip(&mut self, path: impl Into<String>, reason: impl Into<String>) {
        let reason = reason.into();
        if !reason.is_empty() {
            self.part.skipped.push(Skipped {
                path: path.into(),
                reason,
            });
        }
    }

    /// Unpacks `packed` into `plain`, which must come out as long as announced.
    ///
    /// # Errors
    /// The data is broken, or of another length.
    pub fn unpack(&mut self, announced: u64) -> Result<(), String> {
        self.inflate.reset(false);
        self.plain.clear();
        let announced = usize::try_from(announced).map_err(|_| "too long".to_string())?;
        // One byte more than announced, so that longer data is noticed.
        self.plain.reserve(announced + 1);
        let status = self
            .inflate
            .decompress_vec(&self.packed, &mut self.plain, FlushDecompress::Finish)
            .map_err(|error| format!("broken deflate data: {error}"))?;
        match status {
            Status::StreamEnd if self.plain.len() == announced => Ok(()),
            Status::StreamEnd => Err("not as long as its directory says".into()),
            _ if self.plain.len() > announced => Err("longer than its directory says".into()),
            _ => Err("broken deflate data: ends too early".into()),
        }
    }

    /// Scans the class in `plain[from..][..len]`, or all of `plain`.
    pub fn class(
        &mut self,
        shared: &Shared<'_>,
        container: &Arc<Container>,
        name: impl FnOnce() -> String,
        version: u16,
        range: Option<(usize, usize)>,
    ) {
        let bytes = match range {
            Some((from, len)) => self
                .plain
                .get(from..)
                .and_then(|rest| rest.get(..len))
                .unwrap_or_default(),
            None => &self.plain,
        };
        shared.classes.fetch_add(1, Ordering::Relaxed);
        shared
            .bytes
            .fetch_add(bytes.len() as u64, Ordering::Relaxed);
        match find(
            bytes,
            shared.table,
            &mut self.part.classes,
            &mut self.scratch,
        ) {
            Ok(found) if found.is_empty() => {}
            Ok(found) => self.part.hits.push(Hit {
                container: container.clone(),
                version,
                found,
            }),
            Err(error) => self.skip(name(), error.to_string()),
        }
    }
}

/// All classes that declare a static method which hides a looked-for one.
#[must_use]
pub fn hiding(parts: &[Part]) -> Vec<(Box<[u8]>, CallId)> {
    parts
        .iter()
        .flat_map(|part| &part.hits)
        .flat_map(|hit| {
            hit.found
                .declares
                .iter()
                .map(|&call| (hit.found.class.clone(), call))
        })
        .collect()
}
