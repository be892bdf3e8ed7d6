//! For people: findings by kind, then the table.

use std::fmt::Write as _;

use super::{Outcome, Summary};
use crate::redirect::catalogue::Kind;
use crate::scan::compare::Changes;
use crate::scan::report::Finding;

/// The whole output; with `summary`, the table alone.
#[must_use]
pub fn text(outcome: &Outcome, summary: bool) -> String {
    let mut out = String::new();
    let findings = &outcome.report.findings;
    if !summary {
        for kind in Kind::ALL {
            let of_kind: Vec<&Finding> = findings
                .iter()
                .filter(|finding| finding.kind == kind)
                .collect();
            if !of_kind.is_empty() {
                let _ = writeln!(out, "{} ({})", kind.name(), of_kind.len());
                for finding in of_kind {
                    let _ = writeln!(out, "  {}", line(finding));
                }
                out.push('\n');
            }
        }
        if !outcome.report.delegates.is_empty() {
            let _ = writeln!(
                out,
                "methods that only hand on a clock or a sleep ({})",
                outcome.report.delegates.len()
            );
            for delegate in &outcome.report.delegates {
                let _ = writeln!(
                    out,
                    "  {}  {}  {}",
                    delegate.method, delegate.call, delegate.module
                );
            }
            out.push('\n');
        }
        if let Some(callers) = &outcome.callers {
            let _ = writeln!(out, "callers of these ({})", callers.len());
            for caller in callers {
                let _ = writeln!(out, "  {}", line(caller));
            }
            out.push('\n');
        }
    }
    out.push_str(&Summary::of(findings).table());
    out
}

/// What came and went, a line each.
#[must_use]
pub fn changes(changes: &Changes) -> String {
    let mut out = String::new();
    for (sign, findings) in [('-', &changes.went), ('+', &changes.came)] {
        for finding in findings {
            let _ = writeln!(out, "{sign} {}", line(finding));
        }
    }
    out
}

/// `class.method(File.java:line)  call  form  module  reason`, the place as in a stack trace, so that
/// editors and terminals make it a link.
fn line(finding: &Finding) -> String {
    let place = match (&finding.source, finding.line) {
        (Some(source), Some(line)) => format!("{source}:{line}"),
        (Some(source), None) => source.to_string(),
        (None, _) => "no source".to_string(),
    };
    let mut text = format!(
        "{}.{}({place})  {}",
        finding.class, finding.method, finding.call
    );
    if let Some(owner) = &finding.owner {
        let _ = write!(text, " as {owner}");
    }
    let _ = write!(text, "  {}  {}", finding.form.name(), finding.module);
    if let Some(version) = finding.version {
        let _ = write!(text, " (Java {version})");
    }
    if let Some(reason) = &finding.reason {
        let _ = write!(text, "  {reason}");
    }
    text
}
