//! Class patterns of the component scope: `*` within a package, `**` across packages.

use super::OptionsError;

const HOW: &str =
    "write a name such as com.acme.Order, com.acme.* (one package) or com.acme.** (and all below)";

/// Does the class `name` (dots between packages, `$` before nested classes) match `pattern`?
///
/// `*` stands for any run of characters without a dot, `**` for any run at all. A pattern that
/// matches a class also covers the classes nested in it, as they are part of its source.
#[must_use]
pub fn class_matches(pattern: &str, name: &str) -> bool {
    if matches(pattern.as_bytes(), name.as_bytes()) {
        return true;
    }
    name.match_indices('$')
        .any(|(at, _)| matches(pattern.as_bytes(), &name.as_bytes()[..at]))
}

/// Two retry points suffice: once a `**` has been reached, an earlier star need not take more,
/// and a `*` that may not take a dot gives way to the last `**`.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut within: Option<(usize, usize)> = None;
    let mut across: Option<(usize, usize)> = None;
    loop {
        if pattern.get(p) == Some(&b'*') {
            if pattern.get(p + 1) == Some(&b'*') {
                p += 2;
                across = Some((p, n));
                within = None;
            } else {
                p += 1;
                within = Some((p, n));
            }
            continue;
        }
        match (pattern.get(p), name.get(n)) {
            (None, None) => return true,
            (Some(want), Some(got)) if want == got => {
                p += 1;
                n += 1;
                continue;
            }
            _ => {}
        }
        if let Some((after, taken)) = within
            && name.get(taken).is_some_and(|c| *c != b'.')
        {
            within = Some((after, taken + 1));
            (p, n) = (after, taken + 1);
            continue;
        }
        match across {
            Some((after, taken)) if taken < name.len() => {
                across = Some((after, taken + 1));
                within = None;
                (p, n) = (after, taken + 1);
            }
            _ => return false,
        }
    }
}

/// Refuses a pattern that no class can match.
pub(super) fn check(pattern: &str) -> Result<(), OptionsError> {
    let refuse = |what: &str| {
        Err(OptionsError::new(format!(
            "the class pattern {pattern:?} {what}; {HOW}"
        )))
    };
    if pattern.is_empty() {
        return Err(OptionsError::new(format!("an empty class pattern; {HOW}")));
    }
    if pattern.contains('/') {
        return refuse("holds \"/\" where a dot belongs");
    }
    if let Some(c) = pattern.chars().find(|c| !of_a_name(*c) && *c != '*') {
        return refuse(&format!("holds {c:?}"));
    }
    if pattern.split('.').any(str::is_empty) {
        return refuse("has an empty part between dots");
    }
    if pattern.contains("***") {
        return refuse("has three stars in a row");
    }
    Ok(())
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
    fn a_plain_name_is_one_class_with_its_nested_ones() {
        assert!(class_matches("org.x.Y", "org.x.Y"));
        assert!(class_matches("org.x.Y", "org.x.Y$Inner"));
        assert!(class_matches("org.x.Y", "org.x.Y$Inner$1"));
        assert!(!class_matches("org.x.Y", "org.x.Yes"));
        assert!(!class_matches("org.x.Y", "org.x.y"));
        assert!(!class_matches("org.x.Y", "a.org.x.Y"));
        assert!(!class_matches("org.x.Y$Z", "org.x.Y"));
    }

    #[test]
    fn one_star_stays_in_its_package() {
        assert!(class_matches("com.acme.*", "com.acme.Order"));
        assert!(class_matches("com.acme.*", "com.acme.Order$Line"));
        assert!(!class_matches("com.acme.*", "com.acme.sub.Order"));
        assert!(class_matches("com.*.Order", "com.acme.Order"));
        assert!(!class_matches("com.*.Order", "com.acme.sub.Order"));
        assert!(class_matches("com.acme.*Service", "com.acme.PayService"));
        assert!(!class_matches("com.acme.*Service", "com.acme.Pay"));
        assert!(class_matches("*", "Main"));
        assert!(!class_matches("*", "com.Main"));
    }

    #[test]
    fn two_stars_cross_packages() {
        assert!(class_matches("com.acme.**", "com.acme.Order"));
        assert!(class_matches("com.acme.**", "com.acme.a.b.Order"));
        assert!(!class_matches("com.acme.**", "com.acme2.Order"));
        assert!(!class_matches("com.acme.**", "com.acme"));
        assert!(class_matches("**.Order", "com.acme.Order"));
        assert!(class_matches("**", "Main"));
        assert!(class_matches("com.**.impl.*", "com.a.impl.b.impl.C"));
        assert!(!class_matches("com.**.impl.*", "com.a.impl.b.C"));
        assert!(class_matches("**.x*.Y", "a.xb.c.xd.Y"));
    }

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
            ("com/acme/*", "\"/\""),
            ("com..acme", "empty part"),
            (".acme", "empty part"),
            ("com.acme.", "empty part"),
            ("com.***", "three stars"),
            ("com.acme.?", "'?'"),
            ("com acme", "' '"),
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
