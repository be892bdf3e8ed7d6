//! Why an option was refused, in one line: the key, what is wrong, what is allowed.

use std::fmt;
use std::path::{Path, PathBuf};

/// Keys set by the `tickless` command for itself; never offered to users.
const INTERNAL: [&str; 2] = ["doctor", "summary"];

/// How alike two keys must be (0 to 1, one edit in three characters) for one to be offered in place
/// of the other.
const ALIKE: f64 = 0.6;

/// A refused option. [`fmt::Display`] gives one line without a prefix, whatever the input held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionsError {
    file: Option<PathBuf>,
    key: Option<String>,
    what: String,
}

impl OptionsError {
    /// An error that belongs to no key.
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self {
            file: None,
            key: None,
            what: what.into(),
        }
    }

    /// The same error, said of `key` unless it already names one.
    pub(super) fn of_key(mut self, key: &str) -> Self {
        self.key.get_or_insert_with(|| key.to_owned());
        self
    }

    /// The same error, found in the configuration file `file`.
    pub(super) fn in_file(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }

    /// The key the error is about, where it is about one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        if let Some(file) = &self.file {
            line += &format!("config file {}: ", file.display());
        }
        if let Some(key) = &self.key {
            line += &format!("{key}: ");
        }
        line += &self.what;
        // The promise is one line, and file names and values may hold anything.
        for c in line.chars() {
            if c.is_control() {
                write!(f, "{}", c.escape_default())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for OptionsError {}

/// The derived deserialiser reports through this, so the list of keys exists once: as fields.
impl serde::de::Error for OptionsError {
    fn custom<T: fmt::Display>(what: T) -> Self {
        Self::new(what.to_string())
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let mut known: Vec<&str> = expected
            .iter()
            .copied()
            .filter(|key| !INTERNAL.contains(key))
            .collect();
        known.sort_unstable();
        let known = known.as_slice();
        let hint = match nearest(field, known) {
            Some(key) => format!("did you mean {key:?}? "),
            None => String::new(),
        };
        Self::new(format!(
            "unknown option {field:?}; {hint}the options are {}",
            known.join(", ")
        ))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::new(format!(
            "{variant:?} is not allowed; write {}",
            expected.join(" or ")
        ))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new("given twice; give it once (lists are joined by \":\")").of_key(field)
    }
}

fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let wrong = wrong.to_lowercase().replace('_', "-");
    known
        .iter()
        .map(|key| (strsim::normalized_damerau_levenshtein(&wrong, key), *key))
        .filter(|(score, _)| *score > ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, key)| key)
}
