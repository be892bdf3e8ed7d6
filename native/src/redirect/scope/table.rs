//! Which calls go where: the catalogue's rows, aimed at one time source.

use crate::classfile::{Entries, Error, MemberRef, tag};
use crate::redirect::catalogue::{Reach, Scoped, groups, helper_name};

/// The time source that is used when none is named.
pub const DEFAULT_TIME_SOURCE: &str = "dev/tickless/TimeSource";
/// The class with the calls that no time source has, on top of the default one.
pub const DEFAULT_HELPER: &str = "dev/tickless/scope/Calls";

/// What a call is and becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Static, and stays so.
    Static,
    /// An instance method becomes a static one.
    Receiver,
    /// A constructor becomes a static factory.
    Factory,
}

#[derive(Debug, Clone)]
pub(super) struct Row {
    pub owner: &'static str,
    pub name: &'static str,
    pub descriptor: &'static str,
    pub reach: Reach,
    pub how: How,
    pub to_owner: String,
    pub to_name: String,
    /// Descriptor of the method that is called instead.
    pub to_descriptor: String,
}

/// The redirected calls, for one time source.
#[derive(Debug, Clone)]
pub struct ScopeTable {
    rows: Vec<Row>,
    time_source: String,
    helper: String,
    provider: String,
    /// By length: the names and owners that rows have.
    words: Vec<Vec<Word>>,
    /// Per length, which first bytes (modulo 64) occur.
    first_bytes: Vec<u64>,
    /// Rows that may be named with other owners than their own.
    inherited: u128,
}

/// A name or owner, and the rows that have it, a bit each; rows from the 128th on share the last bit.
#[derive(Debug, Clone)]
struct Word {
    text: &'static str,
    owner_of: u128,
    name_of: u128,
}

impl Default for ScopeTable {
    fn default() -> Self {
        ScopeTable::new(DEFAULT_TIME_SOURCE)
    }
}

impl ScopeTable {
    /// A table for the time source with this internal name.
    ///
    /// Any class with static `currentTimeMillis()`, `nanoTime()` and `sleep(long)` will do; only
    /// those three are called on it directly. All else goes to a helper: for the default time source
    /// [`DEFAULT_HELPER`], for another one the class that [`super::helper_class`] makes, named
    /// [`ScopeTable::helper`].
    #[must_use]
    pub fn new(time_source: &str) -> Self {
        let own = time_source == DEFAULT_TIME_SOURCE;
        let helper = if own {
            DEFAULT_HELPER.to_string()
        } else {
            format!("{time_source}$Tickless")
        };
        let mut table = ScopeTable {
            rows: Vec::new(),
            time_source: time_source.to_string(),
            provider: format!("{time_source}$Provider"),
            helper,
            words: Vec::new(),
            first_bytes: Vec::new(),
            inherited: 0,
        };
        for group in groups() {
            for &(name, descriptor) in group.methods {
                let helped = helper_name(group.owner, name);
                let minimal = matches!(
                    (name, descriptor),
                    ("currentTimeMillis" | "nanoTime", _) | ("sleep", "(J)V")
                );
                let (how, to_owner, to_name) = match group.scoped {
                    Scoped::Stays => continue,
                    Scoped::TimeSource(there) if own || minimal => {
                        (How::Static, table.time_source.clone(), there.to_string())
                    }
                    Scoped::TimeSource(_) | Scoped::Helper => {
                        (How::Static, table.helper.clone(), helped)
                    }
                    Scoped::Receiver => (How::Receiver, table.helper.clone(), helped),
                    Scoped::Factory => (How::Factory, table.helper.clone(), helped),
                };
                table.add(Row {
                    owner: group.owner,
                    name,
                    descriptor,
                    reach: group.reach,
                    how,
                    to_owner,
                    to_name,
                    to_descriptor: to_descriptor(how, group.owner, descriptor),
                });
            }
        }
        table
    }

    fn add(&mut self, row: Row) {
        let bit = 1 << self.rows.len().min(127);
        if row.reach == Reach::Inherited {
            self.inherited |= bit;
        }
        self.word(row.owner).owner_of |= bit;
        self.word(row.name).name_of |= bit;
        self.rows.push(row);
    }

    /// The entry of a text, made if there is none.
    fn word(&mut self, text: &'static str) -> &mut Word {
        let slots = self.words.len().max(text.len() + 1);
        self.words.resize(slots, Vec::new());
        self.first_bytes.resize(slots, 0);
        if let (Some(bits), Some(first)) =
            (self.first_bytes.get_mut(text.len()), text.bytes().next())
        {
            *bits |= 1 << (first & 63);
        }
        let words = &mut self.words[text.len()];
        let known = words.iter().position(|word| word.text == text);
        let place = known.unwrap_or_else(|| {
            words.push(Word {
                text,
                owner_of: 0,
                name_of: 0,
            });
            words.len() - 1
        });
        &mut words[place]
    }

    #[inline]
    fn find_word(&self, text: &[u8]) -> Option<&Word> {
        let bits = self.first_bytes.get(text.len()).copied().unwrap_or(0);
        if bits & (1 << (text.first()? & 63)) == 0 {
            return None;
        }
        let words = self.words.get(text.len())?;
        words.iter().find(|word| word.text.as_bytes() == text)
    }

    /// A cheap necessary test: the name of a row stands in the pool, and its owner too unless the
    /// method is inherited.
    pub(super) fn may_be_in(&self, mut entries: Entries<'_>) -> Result<bool, Error> {
        let (mut owners, mut names) = (self.inherited, 0);
        while let Some(entry) = entries.try_next()? {
            if entry.tag == tag::UTF8
                && let Some(word) = self.find_word(entry.data)
            {
                owners |= word.owner_of;
                names |= word.name_of;
                if owners & names != 0 {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Internal name of the time source.
    #[must_use]
    pub fn time_source(&self) -> &str {
        &self.time_source
    }

    /// Internal name of the helper.
    #[must_use]
    pub fn helper(&self) -> &str {
        &self.helper
    }

    /// The rows as data: owner, name and descriptor of the call, and of the method called instead.
    pub fn rows(&self) -> impl Iterator<Item = [&str; 6]> {
        self.rows.iter().map(|row| {
            [
                row.owner,
                row.name,
                row.descriptor,
                &row.to_owner,
                &row.to_name,
                &row.to_descriptor,
            ]
        })
    }

    /// Is this the name of a redirected method?
    pub(super) fn names(&self, name: &[u8]) -> bool {
        self.find_word(name).is_some_and(|word| word.name_of != 0)
    }

    /// The row for a reference; `inherits` decides about those on other owners.
    pub(super) fn find(
        &self,
        member: &MemberRef<'_>,
        inherits: impl Fn(&Row) -> bool,
    ) -> Option<&Row> {
        let same = |row: &&Row| {
            row.name.as_bytes() == member.name && row.descriptor.as_bytes() == member.descriptor
        };
        let mut rows = self.rows.iter().filter(same);
        let exact = rows
            .clone()
            .find(|row| row.owner.as_bytes() == member.owner);
        exact.or_else(|| rows.find(|row| row.reach == Reach::Inherited && inherits(row)))
    }

    /// Is this the time source, its helper, or nested in one of them?
    #[must_use]
    pub fn is_own(&self, class: &[u8]) -> bool {
        [&self.time_source, &self.helper].into_iter().any(|own| {
            class
                .strip_prefix(own.as_bytes())
                .is_some_and(|rest| rest.is_empty() || rest.first() == Some(&b'$'))
        })
    }

    pub(super) fn is_provider(&self, interface: &[u8]) -> bool {
        interface == self.provider.as_bytes()
    }
}

fn to_descriptor(how: How, owner: &str, descriptor: &str) -> String {
    let inside = descriptor.strip_prefix('(').unwrap_or(descriptor);
    match how {
        How::Static => descriptor.to_string(),
        How::Receiver => format!("(L{owner};{inside}"),
        How::Factory => format!("({}L{owner};", inside.strip_suffix('V').unwrap_or(inside)),
    }
}
