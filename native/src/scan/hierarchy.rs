//! Who extends whom among the scanned classes, without loading any.

use std::collections::HashMap;

use super::table::CallId;
use crate::redirect::catalogue::{is_jdk, jdk_types};

/// The supertypes of many classes, in one block of memory.
#[derive(Debug, Default)]
pub struct Classes {
    text: Vec<u8>,
    /// Per class: itself, its superclass, its interfaces, as pieces of `text`.
    records: Vec<Record>,
    pieces: Vec<Piece>,
}

type Piece = (u32, u16);

#[derive(Debug, Clone, Copy)]
struct Record {
    name: Piece,
    first: u32,
    count: u16,
}

impl Classes {
    fn piece(&mut self, text: &[u8]) -> Piece {
        let at = self.text.len() as u32;
        self.text.extend_from_slice(text);
        // Names come from Utf8 constants, which have a u16 length.
        (at, text.len() as u16)
    }

    /// Adds a class with its superclass and interfaces.
    pub fn add<'a>(&mut self, name: &[u8], supertypes: impl IntoIterator<Item = &'a [u8]>) {
        let name = self.piece(name);
        let first = self.pieces.len();
        for supertype in supertypes {
            let piece = self.piece(supertype);
            self.pieces.push(piece);
        }
        self.records.push(Record {
            name,
            first: first as u32,
            count: (self.pieces.len() - first) as u16,
        });
    }

    /// Takes over the classes of another one.
    pub fn append(&mut self, other: &Classes) {
        for record in &other.records {
            self.add(other.text_of(record.name), other.supertypes(record));
        }
    }

    /// How many classes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    fn text_of(&self, (at, len): Piece) -> &[u8] {
        let at = at as usize;
        self.text.get(at..at + usize::from(len)).unwrap_or_default()
    }

    fn supertypes(&self, record: &Record) -> impl Iterator<Item = &[u8]> {
        let from = record.first as usize;
        let pieces = self
            .pieces
            .get(from..from + usize::from(record.count))
            .unwrap_or_default();
        pieces.iter().map(|&piece| self.text_of(piece))
    }
}

/// What is known of a class as a subtype of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is one, and no class on the way hides the method.
    Yes,
    /// It is none, as far as its supertypes were scanned or are the JDK's.
    No,
    /// A class on the way up is not among the scanned ones nor the JDK's.
    Unknown,
}

/// Looks up supertypes by name.
#[derive(Debug)]
pub struct Hierarchy<'a> {
    classes: &'a [Classes],
    by_name: HashMap<&'a [u8], Vec<(u32, u32)>>,
    /// Classes that declare a static method of the same signature as a call.
    hides: &'a [(Box<[u8]>, CallId)],
    jdk: HashMap<&'static [u8], Vec<&'static [u8]>>,
}

impl<'a> Hierarchy<'a> {
    /// Indexes `classes`, several of which may have one name (versions, copies in several jars).
    #[must_use]
    pub fn new(classes: &'a [Classes], hides: &'a [(Box<[u8]>, CallId)]) -> Self {
        let mut by_name: HashMap<&[u8], Vec<(u32, u32)>> =
            HashMap::with_capacity(classes.iter().map(Classes::len).sum());
        for (part, all) in classes.iter().enumerate() {
            for (number, record) in all.records.iter().enumerate() {
                let place = (part as u32, number as u32);
                by_name
                    .entry(all.text_of(record.name))
                    .or_default()
                    .push(place);
            }
        }
        Hierarchy {
            classes,
            by_name,
            hides,
            jdk: jdk_types()
                .map(|(name, supertypes)| {
                    (name.as_bytes(), supertypes.map(str::as_bytes).collect())
                })
                .collect(),
        }
    }

    /// Does `class` inherit `call` from `owner`? With `hideable`, a static method of the same
    /// signature on the way up ends the search there.
    #[must_use]
    pub fn inherits(&self, class: &[u8], owner: &[u8], call: CallId, hideable: bool) -> Answer {
        let mut answer = Answer::No;
        let mut seen: Vec<&[u8]> = Vec::new();
        let mut open: Vec<&[u8]> = Vec::new();
        // The name as the tables hold it, so that it lives long enough.
        match self.by_name.get_key_value(class) {
            Some((&name, _)) => open.push(name),
            None => match self.jdk.get_key_value(class) {
                Some((&name, _)) => open.push(name),
                None if is_jdk(class) => return Answer::No,
                None => return Answer::Unknown,
            },
        }
        while let Some(name) = open.pop() {
            if name == owner {
                return Answer::Yes;
            }
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            if hideable
                && self
                    .hides
                    .iter()
                    .any(|(hiding, hidden)| **hiding == *name && *hidden == call)
            {
                continue;
            }
            if let Some(places) = self.by_name.get(name) {
                for &(part, number) in places {
                    let all = self.classes.get(part as usize);
                    let record = all.and_then(|all| all.records.get(number as usize));
                    if let (Some(all), Some(record)) = (all, record) {
                        open.extend(all.supertypes(record));
                    }
                }
            } else if let Some(supertypes) = self.jdk.get(name) {
                open.extend(supertypes);
            } else if !is_jdk(name) {
                answer = Answer::Unknown;
            }
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Classes, Hierarchy};

    const THREAD: &[u8] = b"java/lang/Thread";

    fn classes(all: &[(&str, &[&str])]) -> [Classes; 1] {
        let mut classes = Classes::default();
        for (name, supertypes) in all {
            classes.add(
                name.as_bytes(),
                supertypes.iter().map(|name| name.as_bytes()),
            );
        }
        [classes]
    }

    #[test]
    fn supertypes_are_followed_through_classes_and_interfaces() {
        let classes = classes(&[
            ("a/Worker", &["a/Base", "java/lang/Runnable"]),
            ("a/Base", &["java/lang/Thread"]),
            (
                "a/Pool",
                &["java/util/concurrent/ScheduledThreadPoolExecutor"],
            ),
            ("a/Other", &["java/lang/Object"]),
            ("a/Open", &["b/NotScanned"]),
            ("a/Loop", &["a/Loop"]),
        ]);
        let hierarchy = Hierarchy::new(&classes, &[]);
        let inherits =
            |class: &str, owner: &[u8]| hierarchy.inherits(class.as_bytes(), owner, 0, true);
        assert_eq!(inherits("a/Worker", THREAD), Answer::Yes);
        assert_eq!(
            inherits("a/Pool", b"java/util/concurrent/ScheduledExecutorService"),
            Answer::Yes
        );
        assert_eq!(inherits("a/Pool", THREAD), Answer::No);
        assert_eq!(inherits("a/Other", THREAD), Answer::No);
        assert_eq!(inherits("a/Open", THREAD), Answer::Unknown);
        assert_eq!(inherits("a/Loop", THREAD), Answer::No);
        assert_eq!(inherits("b/NotScanned", THREAD), Answer::Unknown);
        assert_eq!(inherits("java/lang/String", THREAD), Answer::No);
    }

    #[test]
    fn a_static_method_of_the_same_signature_hides() {
        let classes = classes(&[("a/Worker", &["a/Base"]), ("a/Base", &["java/lang/Thread"])]);
        let hides = [(b"a/Base".to_vec().into_boxed_slice(), 7)];
        let hierarchy = Hierarchy::new(&classes, &hides);
        assert_eq!(hierarchy.inherits(b"a/Worker", THREAD, 7, true), Answer::No);
        assert_eq!(
            hierarchy.inherits(b"a/Worker", THREAD, 8, true),
            Answer::Yes
        );
        assert_eq!(
            hierarchy.inherits(b"a/Worker", THREAD, 7, false),
            Answer::Yes
        );
    }
}
