//! Supertypes of the JDK's own classes, as far as calls of the catalogue are inherited by them.

/// One line a class: itself, then those of its direct supertypes that lead to an owner whose calls
/// are inherited. Classes of JDK 17 and 25 together; a test writes and compares it.
const TYPES: &str = include_str!("jdk_types.txt");

/// Each class with its supertypes, as internal names.
pub fn jdk_types() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
    TYPES.lines().filter_map(|line| {
        let mut names = line.split(' ');
        Some((names.next()?, names))
    })
}

/// Is this a package of the JDK's API whose classes are all known, so that a class that
/// [`jdk_types`] does not list inherits none of the calls?
#[must_use]
pub fn is_jdk(class: &[u8]) -> bool {
    class.starts_with(b"java/") || class.starts_with(b"javax/swing/")
}
