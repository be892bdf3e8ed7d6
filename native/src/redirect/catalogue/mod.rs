//! The catalogue of calls that read a clock, wait, or take the default time zone: data only.
//!
//! One row a call, shared by `tickless scan`, the component-scope rewriter and the documentation. A
//! test looks every row up in the installed JDKs, so a misspelt one does not stay.

mod jdk;
mod reads;
mod waits;
mod zones;

pub use jdk::{is_jdk, jdk_types};

/// What a call does.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Reads the wall clock itself.
    Wall,
    /// Reads the monotonic clock itself.
    Monotonic,
    /// Reads a clock inside of the library, such as `LocalDateTime.now()`.
    Wrapper,
    /// Sleeps.
    Sleep,
    /// Waits for something else, with a timeout.
    Wait,
    /// Has something run later.
    Schedule,
    /// Takes the default time zone, without reading a clock.
    Zone,
}

impl Kind {
    /// All kinds, in the order in which reports list them.
    pub const ALL: [Kind; 7] = [
        Kind::Wall,
        Kind::Monotonic,
        Kind::Wrapper,
        Kind::Sleep,
        Kind::Wait,
        Kind::Schedule,
        Kind::Zone,
    ];

    /// Its name in reports and rules.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Wall => "wall",
            Kind::Monotonic => "monotonic",
            Kind::Wrapper => "wrapper",
            Kind::Sleep => "sleep",
            Kind::Wait => "wait",
            Kind::Schedule => "schedule",
            Kind::Zone => "zone",
        }
    }
}

/// Which owners besides its own a call may name (javac writes the class of the receiver, or the
/// class in whose scope an unqualified call stands, not the one that declares the method).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// None: constructors, methods of final classes, static methods of interfaces.
    Own,
    /// Subclasses that do not declare a static method of the same signature themselves.
    Inherited,
    /// All subtypes: an override still means the same.
    Overridden,
    /// Every class: the method is final in `java/lang/Object`.
    Everyone,
}

/// What component scope makes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoped {
    /// It stays as it is.
    Stays,
    /// The method of this name on the time source, with the same descriptor.
    TimeSource(&'static str),
    /// A static method of the helper class with the same descriptor; see [`helper_name`].
    Helper,
    /// The same for an instance method: its receiver becomes the first parameter.
    Receiver,
    /// The same for a constructor: the method returns the new object.
    Factory,
}

/// The helper's method that stands for a call: `LocalDate.now` is `localDateNow`, `new Date` is
/// `newDate`. Overloads share a name, as their descriptors tell them apart.
#[must_use]
pub fn helper_name(owner: &str, name: &str) -> String {
    let simple = owner.rsplit(['/', '$']).next().unwrap_or(owner);
    let (first, second) = if name == "<init>" {
        ("new", simple)
    } else {
        (simple, name)
    };
    let mut out = String::with_capacity(first.len() + second.len());
    for (number, part) in [first, second].into_iter().enumerate() {
        let mut letters = part.chars();
        let initial = letters.next().into_iter();
        if number == 0 {
            out.extend(initial.flat_map(char::to_lowercase));
        } else {
            out.extend(initial.flat_map(char::to_uppercase));
        }
        out.push_str(letters.as_str());
    }
    out
}

/// The calls of one class that are alike.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// What they do.
    pub kind: Kind,
    /// Do they (also) take the default time zone?
    pub zone: bool,
    /// Who may be named as their owner.
    pub reach: Reach,
    /// What component scope makes of them.
    pub scoped: Scoped,
    /// Internal name of the class that declares them.
    pub owner: &'static str,
    /// Name and descriptor of each.
    pub methods: &'static [(&'static str, &'static str)],
}

impl Group {
    const fn new(
        kind: Kind,
        reach: Reach,
        owner: &'static str,
        methods: &'static [(&'static str, &'static str)],
    ) -> Self {
        Group {
            kind,
            zone: matches!(kind, Kind::Zone),
            reach,
            scoped: Scoped::Stays,
            owner,
            methods,
        }
    }

    const fn scoped(self, scoped: Scoped) -> Self {
        Group { scoped, ..self }
    }

    const fn zoned(self) -> Self {
        Group { zone: true, ..self }
    }
}

/// The whole catalogue.
pub fn groups() -> impl Iterator<Item = &'static Group> {
    [reads::GROUPS, waits::GROUPS, zones::GROUPS]
        .into_iter()
        .flatten()
}
