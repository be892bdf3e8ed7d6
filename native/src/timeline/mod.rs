//! The timeline: what happened in a world, as a Chrome trace or as a page that draws it.

#![forbid(unsafe_code)]

mod page;
pub mod recorder;
mod stacks;
mod trace;
pub mod words;

use crate::engine::Wall;
use crate::engine::journal::Journal;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A finished recording.
pub struct Recording<'a> {
    /// What the world is called, say after a test; may be empty.
    pub name: &'a str,
    /// What the wall clock read at time 0.
    pub start: Wall,
    /// When the recording ended.
    pub end: i64,
    /// What happened.
    pub journal: &'a Journal,
    /// The threads' names, by lane.
    pub names: &'a [String],
    /// Stacks by their number, innermost frame first.
    pub stacks: &'a [Vec<String>],
}

/// What a file is to hold, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.json`: Chrome's trace format, which Perfetto opens.
    Trace,
    /// `.html`: a page that needs nothing else.
    Page,
}

/// The format of a file; the error says which there are.
pub fn format_of(file: &Path) -> Result<Format, String> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("json") => Ok(Format::Trace),
        Some("html") => Ok(Format::Page),
        _ => Err(format!(
            "{} is to end in .html (a page) or .json (a Chrome trace)",
            file.display()
        )),
    }
}

/// Writes the recording.
pub fn write(recording: &Recording, file: &Path) -> io::Result<()> {
    let format = format_of(file).map_err(io::Error::other)?;
    let mut out = BufWriter::new(File::create(file)?);
    match format {
        Format::Trace => trace::write(recording, &mut out)?,
        Format::Page => page::write(recording, &mut out)?,
    }
    out.flush()
}

#[cfg(test)]
mod tests;
