//! Patterns over class names: `*` within a package, `**` across packages.

/// One pattern, e.g. `com.acme.**`, `com.acme.*Test`, `com.acme.Clock`.
///
/// A pattern whose last part has no wildcard names a class with all that is nested in it, because
/// anonymous and inner classes belong to the source they are written in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassGlob {
    /// What every matching name begins with, in internal form.
    prefix: Vec<u8>,
    rest: Vec<Token>,
    nested: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Byte(u8),
    /// Any number of bytes but `/`.
    Star,
    /// Any number of bytes.
    StarStar,
}

/// What is wrong with a pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlobError {
    /// Nothing there.
    #[error("an empty class pattern")]
    Empty,
    /// A part between two dots is empty.
    #[error("class pattern `{0}` has an empty part between its dots")]
    EmptyPart(String),
    /// Three or more stars in a row.
    #[error("class pattern `{0}` has more than two stars in a row")]
    TooManyStars(String),
    /// A character that no class name has; most often `/` for `.`.
    #[error("class pattern `{pattern}` has `{character}`, which no class name has")]
    Character {
        /// The pattern.
        pattern: String,
        /// The first such character.
        character: char,
    },
}

impl ClassGlob {
    /// Reads a pattern with dots, as in Java source.
    ///
    /// # Errors
    /// See [`GlobError`].
    pub fn new(pattern: &str) -> Result<Self, GlobError> {
        if pattern.is_empty() {
            return Err(GlobError::Empty);
        }
        if pattern.split('.').any(str::is_empty) {
            return Err(GlobError::EmptyPart(pattern.into()));
        }
        if pattern.contains("***") {
            return Err(GlobError::TooManyStars(pattern.into()));
        }
        let foreign =
            |character: &char| !(character.is_alphanumeric() || "_$-.*".contains(*character));
        if let Some(character) = pattern.chars().find(foreign) {
            return Err(GlobError::Character {
                pattern: pattern.into(),
                character,
            });
        }
        let mut tokens = Vec::new();
        let mut bytes = pattern.bytes().peekable();
        while let Some(byte) = bytes.next() {
            tokens.push(match byte {
                b'*' if bytes.next_if_eq(&b'*').is_some() => Token::StarStar,
                b'*' => Token::Star,
                b'.' => Token::Byte(b'/'),
                other => Token::Byte(other),
            });
        }
        let literal = tokens
            .iter()
            .take_while(|token| matches!(token, Token::Byte(_)))
            .count();
        let rest = tokens.split_off(literal);
        let prefix = tokens
            .into_iter()
            .filter_map(|token| match token {
                Token::Byte(byte) => Some(byte),
                Token::Star | Token::StarStar => None,
            })
            .collect();
        let nested = !pattern.rsplit('.').next().unwrap_or_default().contains('*');
        Ok(ClassGlob {
            prefix,
            rest,
            nested,
        })
    }

    /// Does the class with this internal name (`com/acme/Clock$1`) match?
    #[must_use]
    pub fn matches(&self, class: &[u8]) -> bool {
        let Some(name) = class.strip_prefix(self.prefix.as_slice()) else {
            return false;
        };
        if let [Token::StarStar] = self.rest.as_slice() {
            return true;
        }
        if matches(&self.rest, name) {
            return true;
        }
        self.nested
            && name
                .iter()
                .enumerate()
                .filter(|&(_, &byte)| byte == b'$')
                .any(|(at, _)| matches(&self.rest, name.get(..at).unwrap_or_default()))
    }
}

/// Backtracks to the last `*` first, then to the last `**`: linear per star, no recursion.
fn matches(tokens: &[Token], name: &[u8]) -> bool {
    let (mut token, mut at) = (0, 0);
    // Where to go on when a star takes one byte more: (token behind the star, bytes taken so far).
    let mut star: Option<(usize, usize)> = None;
    let mut stars: Option<(usize, usize)> = None;
    loop {
        match (tokens.get(token), name.get(at)) {
            (None, None) => return true,
            (Some(Token::Star), _) => {
                token += 1;
                star = Some((token, at));
                continue;
            }
            (Some(Token::StarStar), _) => {
                token += 1;
                stars = Some((token, at));
                star = None;
                continue;
            }
            (Some(Token::Byte(wanted)), Some(found)) if wanted == found => {
                token += 1;
                at += 1;
                continue;
            }
            _ => {}
        }
        match (star, stars) {
            (Some((behind, taken)), _) if name.get(taken).is_some_and(|&byte| byte != b'/') => {
                star = Some((behind, taken + 1));
                (token, at) = (behind, taken + 1);
            }
            (_, Some((behind, taken))) if taken < name.len() => {
                stars = Some((behind, taken + 1));
                star = None;
                (token, at) = (behind, taken + 1);
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClassGlob, GlobError};

    fn matches(pattern: &str, class: &str) -> bool {
        ClassGlob::new(pattern)
            .unwrap()
            .matches(class.replace('.', "/").as_bytes())
    }

    #[test]
    fn one_star_stays_in_its_package() {
        assert!(matches("com.acme.*", "com.acme.Clock"));
        assert!(matches("com.acme.*", "com.acme.Clock$1"));
        assert!(!matches("com.acme.*", "com.acme.time.Clock"));
        assert!(!matches("com.acme.*", "com.acme"));
        assert!(matches("com.*.Clock", "com.acme.Clock"));
        assert!(!matches("com.*.Clock", "com.acme.time.Clock"));
        assert!(matches("com.acme.*Test", "com.acme.ClockTest"));
        assert!(!matches("com.acme.*Test", "com.acme.ClockTest$1"));
        assert!(matches("*", "Clock"));
        assert!(!matches("*", "com.Clock"));
        assert!(matches("a.*b*c", "a.xbybzc"));
        assert!(!matches("a.*b*c", "a.xbybz"));
    }

    #[test]
    fn two_stars_cross_packages() {
        assert!(matches("com.acme.**", "com.acme.Clock"));
        assert!(matches("com.acme.**", "com.acme.time.zone.Clock"));
        assert!(!matches("com.acme.**", "com.acmes.Clock"));
        assert!(matches("**", "Clock"));
        assert!(matches("**.Clock", "com.acme.Clock"));
        assert!(!matches("**.Clock", "Clock"));
        assert!(matches("com.**.Clock", "com.acme.time.Clock"));
        assert!(matches("**.*Test", "com.acme.ClockTest"));
        assert!(!matches("**.*Test", "com.acme.ClockTests"));
        assert!(matches("**.time.*Clock", "a.time.b.time.MyClock"));
        assert!(!matches("**.time.*Clock", "a.time.b.MyClock"));
    }

    #[test]
    fn a_plain_name_has_its_nested_classes() {
        assert!(matches("com.acme.Clock", "com.acme.Clock"));
        assert!(matches("com.acme.Clock", "com.acme.Clock$Tick$1"));
        assert!(!matches("com.acme.Clock", "com.acme.Clocks"));
        assert!(!matches("com.acme.Clock", "com.acme.Clock.Tick"));
        assert!(matches("com.acme.Clock$Tick", "com.acme.Clock$Tick"));
        assert!(!matches("com.acme.Clock$Tick", "com.acme.Clock"));
        assert!(matches("**.Clock", "com.acme.Clock$Tick"));
    }

    #[test]
    fn bad_patterns_are_named() {
        assert_eq!(ClassGlob::new(""), Err(GlobError::Empty));
        for empty in ["com..acme", ".com", "com.", "."] {
            assert_eq!(
                ClassGlob::new(empty),
                Err(GlobError::EmptyPart(empty.into()))
            );
        }
        assert_eq!(
            ClassGlob::new("com.***"),
            Err(GlobError::TooManyStars("com.***".into()))
        );
        for (bad, character) in [
            ("com/acme/Clock", '/'),
            ("com.acme Clock", ' '),
            ("com.[a]", '['),
        ] {
            let pattern = bad.into();
            assert_eq!(
                ClassGlob::new(bad),
                Err(GlobError::Character { pattern, character })
            );
        }
    }
}
