//! Thread-name globs: `*` stands for any run of characters, all else for itself.

use super::OptionsError;

/// Does the whole of `name` match `pattern`?
///
/// Case counts. Takes time in the product of both lengths at worst, never exponential: only the
/// last `*` seen is ever retried.
#[must_use]
pub fn glob_matches(pattern: &str, name: &str) -> bool {
    // Bytes will do: in UTF-8 a character's bytes are equal exactly when the character is, and
    // `*` is one byte that occurs in no other character.
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        match (pattern.get(p), name.get(n)) {
            (Some(b'*'), _) => {
                p += 1;
                retry = Some((p, n));
            }
            (Some(want), Some(got)) if want == got => {
                p += 1;
                n += 1;
            }
            (None, None) => return true,
            _ => match retry {
                Some((after_star, taken)) if taken < name.len() => {
                    retry = Some((after_star, taken + 1));
                    p = after_star;
                    n = taken + 1;
                }
                _ => return false,
            },
        }
    }
}

/// Refuses a glob that no thread name can match.
pub(super) fn check(pattern: &str) -> Result<(), OptionsError> {
    if pattern.is_empty() {
        return Err(OptionsError::new(
            "an empty thread name; write a name, \"*\" standing for any run of characters",
        ));
    }
    match pattern.chars().find(|c| c.is_control()) {
        None => Ok(()),
        Some(c) => Err(OptionsError::new(format!(
            "the thread name {pattern:?} holds the control character {c:?}; write a name, \"*\" standing for any run of characters"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_star_matches_itself_only() {
        assert!(glob_matches("main", "main"));
        assert!(!glob_matches("main", "Main"));
        assert!(!glob_matches("main", "main2"));
        assert!(!glob_matches("main", "mai"));
        assert!(!glob_matches("main", ""));
    }

    #[test]
    fn a_star_stands_for_any_run() {
        assert!(glob_matches("*", ""));
        assert!(glob_matches("*", "anything at all"));
        assert!(glob_matches("pool-*-thread-*", "pool-3-thread-12"));
        assert!(!glob_matches("pool-*-thread-*", "pool-3-worker-12"));
        assert!(glob_matches("*timer", "a timer timer"));
        assert!(!glob_matches("*timer", "a timer "));
        assert!(glob_matches("a**b", "ab"));
        assert!(glob_matches("*a*b", "xaxxb"));
        assert!(!glob_matches("*a*b", "xbxxa"));
    }

    #[test]
    fn characters_of_several_bytes_are_matched_whole() {
        assert!(glob_matches("Zähler-*", "Zähler-ß"));
        assert!(!glob_matches("Zähler-*", "Zahler-1"));
    }

    #[test]
    fn many_stars_take_no_exponential_time() {
        let pattern = "*a".repeat(200);
        assert!(!glob_matches(&pattern, &("a".repeat(199) + "b")));
        assert!(glob_matches(&pattern, &"a".repeat(200)));
    }

    #[test]
    fn globs_that_match_no_thread_are_refused() {
        assert!(check("Camel (camel-1) thread #*").is_ok());
        assert!(check("").unwrap_err().to_string().contains("empty"));
        assert!(check("a\nb").unwrap_err().to_string().contains("'\\n'"));
    }
}
