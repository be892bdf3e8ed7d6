//! For programs: one JSON document.

use serde_json::{Value, json};

use super::{Outcome, Summary};

/// The document; its keys are described in `docs/scan.md`.
#[must_use]
pub fn json(outcome: &Outcome) -> Value {
    let report = &outcome.report;
    let mut document = json!({
        "version": 1,
        "classes": report.classes,
        "bytes": report.bytes,
        "findings": report.findings,
        "summary": Summary::of(&report.findings).lines(),
        "delegates": report.delegates,
        "skipped": report.skipped,
        "unresolved": report.unresolved.iter().map(|(call, count)| json!({"call": call, "count": count})).collect::<Vec<_>>(),
    });
    if let Some(fields) = document.as_object_mut() {
        if let Some(callers) = &outcome.callers {
            fields.insert("callers".into(), json!(callers));
        }
        if let Some(changes) = &outcome.changes {
            fields.insert("changes".into(), json!(changes));
        }
    }
    document
}
