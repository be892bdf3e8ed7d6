//! What a scan says, in each of its formats.

mod csv;
mod json;
mod sarif;
mod summary;
mod text;

pub use self::csv::csv;
pub use json::json;
pub use sarif::sarif;
pub use summary::Summary;
pub use text::{changes as changes_text, text};

use super::compare::Changes;
use super::report::{Finding, Report};

/// Everything that may be shown.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The scan; its findings are those that rules and baseline have left.
    pub report: Report,
    /// With `--callers`: the calls of methods that only hand on a clock.
    pub callers: Option<Vec<Finding>>,
    /// With `--diff`: what differs from the old version.
    pub changes: Option<Changes>,
}
