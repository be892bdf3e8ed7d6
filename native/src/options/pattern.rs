//! Class patterns and class names in options: the pattern is read by [`ClassGlob`], here it gets the advice.

use super::OptionsError;
use crate::redirect::ClassGlob;

const HOW: &str =
    "write a name such as com.acme.Order, com.acme.* (one package) or com.acme.** (and all below)";

/// Refuses a pattern that no class can match.
pub(super) fn check(pattern: &str) -> Result<(), OptionsError> {
    ClassGlob::new(pattern)
        .map(|_| ())
        .map_err(|error| OptionsError::new(format!("{error}; {HOW}")))
}

/// Refuses what is not the full name of one class.
pub(super) fn check_class_name(name: &str) -> Result<(), OptionsError> {
    let fit = name.chars().all(of_a_name)
        && name.split('.').all(|part| {
            part.chars()
                .next()
                .is_some_and(|first| !first.is_numeric() && first != '-')
        });
    if fit {
        Ok(())
    } else {
        Err(OptionsError::new(format!(
            "{name:?} is not the full name of a class; write one such as com.acme.TimeSource"
        )))
    }
}

/// Letters of any script, as Java allows; `-` because package-info and other languages use it.
fn of_a_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '$' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_patterns_pass() {
        for pattern in [
            "com.acme.**",
            "org.x.Y",
            "Main",
            "a.*Test",
            "**",
            "a.B$C",
            "ünï.Klasse",
        ] {
            assert_eq!(check(pattern), Ok(()), "{pattern}");
        }
    }

    #[test]
    fn bad_patterns_say_what_is_wrong() {
        for (pattern, part) in [
            ("", "empty class pattern"),
            ("com/acme/*", "`/`"),
            ("com..acme", "empty part"),
            (".acme", "empty part"),
            ("com.acme.", "empty part"),
            ("com.***", "more than two stars"),
            ("com.acme.?", "`?`"),
            ("com acme", "` `"),
        ] {
            let line = check(pattern).unwrap_err().to_string();
            assert!(line.contains(part), "{pattern}: {line}");
            assert!(line.contains("com.acme.**"), "{line}");
        }
    }

    #[test]
    fn class_names_hold_no_stars() {
        assert!(check_class_name("some.app.TimeSource").is_ok());
        assert!(check_class_name("Outer$Inner").is_ok());
        for name in ["", "a..B", "a.*", "a.1B", "a/B", "a.B."] {
            assert!(check_class_name(name).is_err(), "{name}");
        }
    }
}
