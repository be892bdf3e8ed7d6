//! Findings against those of before: baselines, and two versions of a jar.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::report::Finding;

/// What makes two findings the same: not the line, which moves with every edit, nor the number that
/// the compiler gives a lambda.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    class: String,
    method: String,
    call: String,
    form: String,
}

impl Key {
    /// The key of a finding.
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        Key {
            class: finding.class.to_string(),
            method: match &finding.within {
                Some(within) => within.to_string(),
                None => format!("{}{}", finding.method, finding.descriptor),
            },
            call: finding.call.to_string(),
            form: finding.form.name().to_string(),
        }
    }

    /// One line: class, method, call, form.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "{}\t{}\t{}\t{}",
            self.class, self.method, self.call, self.form
        )
    }
}

/// How often each finding occurs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<Key, usize>);

impl Counts {
    /// Counts findings.
    #[must_use]
    pub fn of(findings: &[Finding]) -> Self {
        let mut counts = Counts::default();
        for finding in findings {
            *counts.0.entry(Key::of(finding)).or_default() += 1;
        }
        counts
    }

    /// The baseline file: one line a finding, with its count first, in order.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::from("# tickless scan baseline 1\n");
        for (key, count) in &self.0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{count}\t{}", key.text());
        }
        text
    }

    /// Reads a baseline file.
    ///
    /// # Errors
    /// One line `NAME:LINE: …`.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut counts = Counts::default();
        for (line, number) in text.lines().zip(1..) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let malformed = || {
                format!(
                    "{name}:{number}: not a line of a baseline (count, class, method, call, form)"
                )
            };
            let mut fields = line.split('\t');
            let mut field = || fields.next().map(str::to_string).ok_or_else(malformed);
            let count: usize = field()?.parse().map_err(|_| malformed())?;
            let key = Key {
                class: field()?,
                method: field()?,
                call: field()?,
                form: field()?,
            };
            if fields.next().is_some() {
                return Err(malformed());
            }
            *counts.0.entry(key).or_default() += count;
        }
        Ok(counts)
    }

    /// The findings beyond these counts (the last ones of each key), and how many of the counted
    /// ones are gone.
    #[must_use]
    pub fn beyond(&self, findings: Vec<Finding>) -> (Vec<Finding>, usize) {
        let mut left = self.0.clone();
        let new = findings
            .into_iter()
            .filter(|finding| match left.get_mut(&Key::of(finding)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            })
            .collect();
        (new, left.values().sum())
    }
}

/// What differs between two scans.
#[derive(Debug, Default, serde::Serialize)]
pub struct Changes {
    /// Only in the new one.
    pub came: Vec<Finding>,
    /// Only in the old one.
    pub went: Vec<Finding>,
}

impl Changes {
    /// Compares two scans.
    #[must_use]
    pub fn between(old: Vec<Finding>, new: Vec<Finding>) -> Self {
        let (olds, news) = (Counts::of(&old), Counts::of(&new));
        Changes {
            came: olds.beyond(new).0,
            went: news.beyond(old).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn baselines_are_read_as_they_are_written() {
        let text = "# tickless scan baseline 1\n2\ta.B\tc()V\tjava.lang.System#nanoTime()\tcall\n";
        assert_eq!(Counts::parse("b", text).unwrap().to_text(), text);
        for bad in [
            "x\ta\tb\tc\td",
            "1\ta\tb\tc",
            "1\ta\tb\tc\td\te",
            "nonsense",
        ] {
            assert!(
                Counts::parse("b", &format!("\n{bad}"))
                    .unwrap_err()
                    .starts_with("b:2: "),
                "{bad}"
            );
        }
    }
}
