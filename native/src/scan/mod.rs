//! `tickless scan`: where compiled code reads a clock or waits, found in its bytes.

#![forbid(unsafe_code)]

mod archive;
pub mod bundle;
pub mod compare;
mod delegate;
pub mod finder;
pub mod hierarchy;
pub mod jimage;
mod lambda;
pub mod output;
mod part;
pub mod report;
pub mod rules;
mod run;
mod section;
pub mod signature;
pub mod table;
mod walk;

pub use part::Skipped;
pub use run::{Scan, callers, scan, scan_archive};
