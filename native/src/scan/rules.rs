//! Rules: which calls are forbidden where, and what is allowed nevertheless.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::bundle::Bundle;
use super::report::{Finding, Report};
use super::signature::descriptor_of;
use super::table::{Call, CallId, Table};
use crate::redirect::ClassGlob;
use crate::redirect::catalogue::{Kind, Reach};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    call: Vec<OwnCall>,
    #[serde(default)]
    forbid: Vec<Entry>,
    #[serde(default)]
    allow: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnCall {
    method: Spanned<String>,
    kind: Kind,
    #[serde(default)]
    zone: bool,
    #[serde(default)]
    optional: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    calls: Vec<Spanned<String>>,
    #[serde(default, rename = "in")]
    within: Vec<Spanned<String>>,
    #[serde(default)]
    annotated: Vec<Spanned<String>>,
    reason: Option<String>,
}

/// Rules that were read.
#[derive(Debug)]
pub struct Rules {
    forbid: Vec<Rule>,
    allow: Vec<Rule>,
    /// Calls of the file's own that must be declared by a scanned class, with the place they stand at.
    expected: Vec<(CallId, String)>,
}

#[derive(Debug)]
struct Rule {
    calls: Vec<Calls>,
    within: Vec<Place>,
    annotated: Vec<u16>,
    reason: Option<Arc<str>>,
}

/// A set of calls.
#[derive(Debug)]
enum Calls {
    All,
    Bundle(Bundle),
    Kind(Kind),
    /// Signatures that begin so: a class with `#`, a method with `(`, or a whole signature.
    Begins(String),
}

/// A set of methods.
#[derive(Debug)]
struct Place {
    class: ClassGlob,
    method: Option<String>,
}

impl Rules {
    /// Reads a rules file; its own calls go into `table`, and annotations are noted there.
    ///
    /// # Errors
    /// One line `FILE:LINE: …`.
    pub fn read(path: &Path, table: &mut Table) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Self::parse(&path.display().to_string(), &text, table)
    }

    /// The same for a text.
    ///
    /// # Errors
    /// As [`Rules::read`].
    pub fn parse(name: &str, text: &str, table: &mut Table) -> Result<Self, String> {
        let at = |offset: usize| {
            let line = text
                .bytes()
                .take(offset)
                .filter(|&byte| byte == b'\n')
                .count()
                + 1;
            format!("{name}:{line}")
        };
        let file: File = toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            format!("{}: {}", at(offset), error.message())
        })?;
        let mut expected = Vec::new();
        for own in &file.call {
            let place = at(own.method.span().start);
            let call = own_call(own).map_err(|reason| format!("{place}: {reason}"))?;
            let id = table.calls().len() as CallId;
            if !table.add(call) {
                return Err(format!("{place}: too many calls"));
            }
            if !own.optional {
                expected.push((
                    id,
                    format!(
                        "{place}: no scanned class declares `{}`",
                        own.method.get_ref()
                    ),
                ));
            }
        }
        let mut annotations: Vec<String> = Vec::new();
        let mut rules = |entries: Vec<Entry>| -> Result<Vec<Rule>, String> {
            entries
                .into_iter()
                .map(|entry| rule(entry, table, &mut annotations, &at))
                .collect()
        };
        let (forbid, allow) = (rules(file.forbid)?, rules(file.allow)?);
        for annotation in annotations {
            table.note_annotation(&annotation);
        }
        Ok(Rules {
            forbid,
            allow,
            expected,
        })
    }

    /// Leaves only what is forbidden in the report. Without a `forbid`, that is what `bundles` hold.
    ///
    /// # Errors
    /// One line for a call of the rules that no scanned class declares.
    pub fn apply(&self, report: &mut Report, bundles: &[Bundle]) -> Result<(), String> {
        if let Some((_, complaint)) = self
            .expected
            .iter()
            .find(|(id, _)| !report.declared.contains(id))
        {
            return Err(complaint.clone());
        }
        report.findings.retain_mut(|finding| {
            if self.allow.iter().any(|rule| rule.matches(finding)) {
                return false;
            }
            if self.forbid.is_empty() {
                return bundles
                    .iter()
                    .any(|bundle| bundle.holds(finding.kind, finding.zone));
            }
            match self.forbid.iter().find(|rule| rule.matches(finding)) {
                Some(rule) => {
                    finding.reason.clone_from(&rule.reason);
                    true
                }
                None => false,
            }
        });
        Ok(())
    }
}

impl Rule {
    fn matches(&self, finding: &Finding) -> bool {
        self.calls.iter().any(|calls| calls.hold(finding))
            && (self.within.is_empty() || self.within.iter().any(|place| place.holds(finding)))
            && (self.annotated.is_empty()
                || self
                    .annotated
                    .iter()
                    .any(|known| finding.annotations.contains(known)))
    }
}

impl Calls {
    fn hold(&self, finding: &Finding) -> bool {
        match self {
            Calls::All => true,
            Calls::Bundle(bundle) => bundle.holds(finding.kind, finding.zone),
            Calls::Kind(kind) => *kind == finding.kind,
            Calls::Begins(start) => finding.call.starts_with(start),
        }
    }
}

impl Place {
    fn holds(&self, finding: &Finding) -> bool {
        let written_in = finding.within.as_ref().unwrap_or(&finding.method);
        self.method
            .as_deref()
            .is_none_or(|method| method == &**written_in)
            && self
                .class
                .matches(finding.class.replace('.', "/").as_bytes())
    }
}

fn own_call(own: &OwnCall) -> Result<Call, String> {
    let text = own.method.get_ref().trim();
    let malformed = || format!("`{text}` is not of the form `package.Class#method(type,type)`");
    let (owner, rest) = text.split_once('#').ok_or_else(malformed)?;
    let (name, parameters) = rest.split_once('(').ok_or_else(malformed)?;
    let parameters = parameters.strip_suffix(')').ok_or_else(malformed)?;
    let descriptor = descriptor_of(parameters).ok_or_else(malformed)?;
    let foreign = |text: &str| text.is_empty() || text.contains(['/', ' ', ';', '*']);
    if foreign(owner) || foreign(name) {
        return Err(malformed());
    }
    let reach = if name == "<init>" {
        Reach::Own
    } else {
        Reach::Overridden
    };
    let mut call = Call::new(
        own.kind,
        reach,
        owner.replace('.', "/"),
        name.to_string(),
        descriptor,
    );
    call.zone |= own.zone;
    Ok(call)
}

fn rule(
    entry: Entry,
    table: &Table,
    annotations: &mut Vec<String>,
    at: &dyn Fn(usize) -> String,
) -> Result<Rule, String> {
    let mut rule = Rule {
        calls: Vec::new(),
        within: Vec::new(),
        annotated: Vec::new(),
        reason: entry.reason.map(Into::into),
    };
    for text in &entry.calls {
        let calls = calls(text.get_ref(), table)
            .map_err(|reason| format!("{}: {reason}", at(text.span().start)))?;
        rule.calls.push(calls);
    }
    for text in &entry.within {
        let (class, method) = match text.get_ref().split_once('#') {
            Some((class, method)) => (class, Some(method.to_string())),
            None => (text.get_ref().as_str(), None),
        };
        let class =
            ClassGlob::new(class).map_err(|error| format!("{}: {error}", at(text.span().start)))?;
        rule.within.push(Place { class, method });
    }
    for text in &entry.annotated {
        let name = text.get_ref().trim_start_matches('@');
        if name.is_empty() || name.contains(['/', '*', ' ', ';']) {
            return Err(format!(
                "{}: `{}` is not the name of an annotation class",
                at(text.span().start),
                text.get_ref()
            ));
        }
        let descriptor = format!("L{};", name.replace('.', "/"));
        let known = annotations.iter().position(|known| *known == descriptor);
        let number = known.unwrap_or_else(|| {
            annotations.push(descriptor);
            annotations.len() - 1
        });
        rule.annotated.push(number as u16);
    }
    Ok(rule)
}

fn calls(text: &str, table: &Table) -> Result<Calls, String> {
    if let Some(group) = text.strip_prefix('@') {
        let bundles = [Bundle::Clock, Bundle::Wait, Bundle::Zone];
        // `wait` names both a bundle and a kind; the bundle is the wider one.
        if let Some(bundle) = bundles.into_iter().find(|bundle| bundle.name() == group) {
            return Ok(Calls::Bundle(bundle));
        }
        if let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.name() == group) {
            return Ok(Calls::Kind(kind));
        }
        return match group {
            "all" => Ok(Calls::All),
            _ => Err(format!(
                "no group `@{group}`: there are @all, @clock, @wait, @zone, @wall, @monotonic, @wrapper, @sleep, @schedule"
            )),
        };
    }
    let plain: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .collect();
    let begins = match (plain.contains('#'), plain.contains('(')) {
        (false, _) => format!("{plain}#"),
        (true, false) => format!("{plain}("),
        (true, true) => plain.clone(),
    };
    let whole = plain.contains('(');
    let known = |call: &Call| {
        if whole {
            call.signature == begins
        } else {
            call.signature.starts_with(&begins)
        }
    };
    if table.calls().iter().any(known) {
        return Ok(Calls::Begins(begins));
    }
    let nearest = table
        .calls()
        .iter()
        .min_by_key(|call| distance(&plain, &call.signature))
        .map_or_else(String::new, |call| {
            format!("; nearest: `{}`", call.signature)
        });
    Err(format!("no such call `{text}`{nearest}"))
}

/// Edit distance, to name the call that was probably meant.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (number, left) in a.chars().enumerate() {
        let mut above = number;
        let mut last = number + 1;
        let mut next = vec![last];
        for (right, &upper) in b.iter().zip(row.iter().skip(1)) {
            last = (above + usize::from(left != *right))
                .min(upper + 1)
                .min(last + 1);
            above = upper;
            next.push(last);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Rules, distance};
    use crate::scan::table::Table;

    fn error(text: &str) -> String {
        Rules::parse("rules.toml", text, &mut Table::catalogue()).unwrap_err()
    }

    #[test]
    fn good_rules() {
        let text = r#"
            [[call]]
            method = "com.acme.Watch#taken(long, java.lang.String[])"
            kind = "monotonic"
            [[forbid]]
            calls = ["@clock", "@sleep", "java.lang.Thread#sleep", "java.util.Timer", "com.acme.Watch#taken(long,java.lang.String[])"]
            in = ["com.acme.**", "com.acme.Watch#start"]
            annotated = ["com.acme.Timed"]
            reason = "use TimeSource"
            [[allow]]
            calls = ["@all"]
        "#;
        let mut table = Table::catalogue();
        let before = table.calls().len();
        Rules::parse("rules.toml", text, &mut table).unwrap();
        assert_eq!(table.calls().len(), before + 1);
        assert_eq!(table.annotations(), [b"Lcom/acme/Timed;"]);
    }

    #[test]
    fn misspelt_rules_are_named_with_their_line() {
        let forbid = |calls: &str| format!("# rules\n[[forbid]]\ncalls = [\n  {calls}\n]\n");
        assert_eq!(
            error(&forbid("\"java.lang.System#nanotime()\"")),
            "rules.toml:4: no such call `java.lang.System#nanotime()`; nearest: `java.lang.System#nanoTime()`"
        );
        assert!(
            error(&forbid("\"java.lang.Thread#sleep(int)\""))
                .contains("nearest: `java.lang.Thread#sleep(")
        );
        assert!(error(&forbid("\"java.lang.Thred\"")).starts_with("rules.toml:4: no such call"));
        assert!(error(&forbid("\"@clocks\"")).starts_with("rules.toml:4: no group `@clocks`"));
        assert!(
            error("[[forbid]]\ncalls = [\"@all\"]\nin = [\"com..acme\"]")
                .starts_with("rules.toml:3: class pattern")
        );
        assert!(
            error("[[forbid]]\ncalls = [\"@all\"]\nannotated = [\"\"]")
                .starts_with("rules.toml:3:")
        );
        assert!(error("[[forbid]]\ncall = [\"@all\"]").starts_with("rules.toml:2: unknown field"));
        assert!(error("[[forbid]\n").starts_with("rules.toml:1:"));
        for method in [
            "com.acme.Watch",
            "com.acme.Watch#taken",
            "com.acme.Watch#taken(long",
            "#x()",
            "a/B#c()",
        ] {
            let text = format!("[[call]]\nmethod = \"{method}\"\nkind = \"wall\"");
            assert!(error(&text).starts_with("rules.toml:2: `"), "{method}");
        }
        assert!(
            error("[[call]]\nmethod = \"a.B#c()\"\nkind = \"walls\"").starts_with("rules.toml:3:")
        );
    }

    #[test]
    fn edit_distance() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
