//! For code review tools: SARIF 2.1.0.

use serde_json::{Value, json};

use super::Outcome;
use crate::redirect::catalogue::Kind;
use crate::scan::compare::Key;
use crate::scan::report::Finding;

/// The log. Results point at the source file below `SOURCES`, which the viewer maps to a folder:
/// class files do not know it.
#[must_use]
pub fn sarif(outcome: &Outcome) -> Value {
    let results: Vec<Value> = match &outcome.changes {
        Some(changes) => {
            let came = changes
                .came
                .iter()
                .map(|finding| result(finding, Some("new")));
            let went = changes
                .went
                .iter()
                .map(|finding| result(finding, Some("absent")));
            came.chain(went).collect()
        }
        None => outcome
            .report
            .findings
            .iter()
            .map(|finding| result(finding, None))
            .collect(),
    };
    let notifications: Vec<Value> = outcome
        .report
        .skipped
        .iter()
        .map(|skipped| {
            json!({
                "level": "warning",
                "message": { "text": format!("not read: {}: {}", skipped.path, skipped.reason) },
            })
        })
        .collect();
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "tickless scan",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": Kind::ALL.map(rule),
            }},
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications,
            }],
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    })
}

fn rule(kind: Kind) -> Value {
    let text = match kind {
        Kind::Wall => "Reads the wall clock",
        Kind::Monotonic => "Reads the monotonic clock",
        Kind::Wrapper => "Reads a clock inside of the library",
        Kind::Sleep => "Sleeps",
        Kind::Wait => "Waits with a timeout",
        Kind::Schedule => "Has something run later",
        Kind::Zone => "Takes the default time zone",
    };
    json!({
        "id": kind.name(),
        "shortDescription": { "text": text },
        "defaultConfiguration": { "level": "warning" },
    })
}

fn result(finding: &Finding, state: Option<&str>) -> Value {
    let class = &*finding.class;
    let folder = class
        .rsplit_once('.')
        .map_or("", |(package, _)| package)
        .replace('.', "/");
    let file = match &finding.source {
        Some(source) => source.to_string(),
        None => format!("{}.class", class.rsplit('.').next().unwrap_or(class)),
    };
    let uri = if folder.is_empty() {
        file
    } else {
        format!("{folder}/{file}")
    };
    let mut location = json!({
        "artifactLocation": { "uri": encoded(&uri), "uriBaseId": "SOURCES" },
    });
    if let (Some(line @ 1..), Some(fields)) = (finding.line, location.as_object_mut()) {
        fields.insert("region".into(), json!({ "startLine": line }));
    }
    let mut message = format!("{} ({})", finding.call, finding.form.name());
    if let Some(reason) = &finding.reason {
        message.push_str(": ");
        message.push_str(reason);
    }
    let mut result = json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": Kind::ALL.iter().position(|kind| *kind == finding.kind),
        "level": if finding.reason.is_some() { "error" } else { "warning" },
        "message": { "text": message },
        "locations": [{
            "physicalLocation": location,
            "logicalLocations": [{
                "fullyQualifiedName": format!("{class}.{}{}", finding.method, finding.descriptor),
                "kind": "function",
            }],
        }],
        "partialFingerprints": { "ticklessScan/v1": Key::of(finding).text() },
        "properties": { "module": finding.module, "path": finding.path },
    });
    if let (Some(state), Some(fields)) = (state, result.as_object_mut()) {
        fields.insert("baselineState".into(), json!(state));
    }
    result
}

/// Percent-encodes what a URI's path may not hold.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/$+,;=@&'()!*".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn paths_become_uris() {
        assert_eq!(encoded("a/B$1.java"), "a/B$1.java");
        assert_eq!(encoded("a b/Ü.java"), "a%20b/%C3%9C.java");
    }
}
