//! For spreadsheets: one line a finding.

use std::io;

use super::Outcome;
use crate::scan::report::Finding;

const HEADER: [&str; 16] = [
    "change",
    "kind",
    "zone",
    "call",
    "form",
    "module",
    "path",
    "class",
    "method",
    "descriptor",
    "source",
    "line",
    "within",
    "owner",
    "version",
    "reason",
];

/// Writes findings (or, with `--diff`, changes) with a header line.
///
/// # Errors
/// `to` cannot be written.
pub fn csv(outcome: &Outcome, to: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    writer.write_record(HEADER)?;
    match &outcome.changes {
        Some(changes) => {
            for finding in &changes.went {
                writer.write_record(record("-", finding))?;
            }
            for finding in &changes.came {
                writer.write_record(record("+", finding))?;
            }
        }
        None => {
            for finding in &outcome.report.findings {
                writer.write_record(record("", finding))?;
            }
        }
    }
    writer.flush()
}

fn record(change: &str, finding: &Finding) -> [String; HEADER.len()] {
    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().unwrap_or_default().to_string();
    let number = |number: Option<u16>| number.map_or_else(String::new, |number| number.to_string());
    [
        change.to_string(),
        finding.kind.name().to_string(),
        finding.zone.to_string(),
        finding.call.to_string(),
        finding.form.name().to_string(),
        finding.module.to_string(),
        finding.path.to_string(),
        finding.class.to_string(),
        finding.method.to_string(),
        finding.descriptor.to_string(),
        text(&finding.source),
        number(finding.line),
        text(&finding.within),
        text(&finding.owner),
        number(finding.version),
        text(&finding.reason),
    ]
}
