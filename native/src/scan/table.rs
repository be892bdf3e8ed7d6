//! The calls that a scan looks for, arranged so that a class without any is done quickly.

use std::borrow::Cow;

use super::signature::{parameter_part, signature};
use crate::classfile::MemberRef;
use crate::redirect::catalogue::{Kind, Reach, groups};

/// One call that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Internal name of the class that declares it.
    pub owner: Cow<'static, str>,
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its descriptor.
    pub descriptor: Cow<'static, str>,
    /// What it does.
    pub kind: Kind,
    /// Does it (also) take the default time zone?
    pub zone: bool,
    /// Which other owners it may be named with.
    pub reach: Reach,
    /// `owner#name(parameters)`.
    pub signature: String,
}

impl Call {
    /// A call; its signature is made from the names.
    #[must_use]
    pub fn new(
        kind: Kind,
        reach: Reach,
        owner: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        descriptor: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (owner, name, descriptor) = (owner.into(), name.into(), descriptor.into());
        Call {
            signature: signature(&owner, &name, &descriptor),
            zone: kind == Kind::Zone,
            owner,
            name,
            descriptor,
            kind,
            reach,
        }
    }

    /// Is this the call's descriptor? One without a return type, as in rules, takes any.
    fn has_descriptor(&self, descriptor: &[u8]) -> bool {
        let own = self.descriptor.as_bytes();
        own == descriptor
            || (own.ends_with(b")") && parameter_part(own) == parameter_part(descriptor))
    }

    /// Could a reference with this name and descriptor, on another owner than the call's, mean it?
    fn may_be_inherited_as(&self, member: &MemberRef<'_>) -> bool {
        match self.reach {
            Reach::Own => false,
            Reach::Inherited | Reach::Everyone => self.has_descriptor(member.descriptor),
            // An override may return a narrower type.
            Reach::Overridden => {
                parameter_part(self.descriptor.as_bytes()) == parameter_part(member.descriptor)
            }
        }
    }
}

/// The place of a call in its table.
pub type CallId = u16;

/// How a method reference matches a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// Not at all.
    No,
    /// It is this call.
    Call(CallId),
    /// It is one if its owner is a subtype of the right class.
    Perhaps,
}

/// A set of calls, and of annotations to note.
#[derive(Debug, Clone, Default)]
pub struct Table {
    calls: Vec<Call>,
    /// Names by their length; behind each, the calls of that name.
    by_length: Vec<Vec<(Vec<u8>, Vec<CallId>)>>,
    /// Per length, which first bytes (modulo 64) occur.
    first_bytes: Vec<u64>,
    annotations: Vec<Vec<u8>>,
}

/// Longer names than this are looked for only by their length's overflow slot.
const LENGTHS: usize = 256;

impl Table {
    /// The catalogue of the JDK's own calls.
    #[must_use]
    pub fn catalogue() -> Self {
        let mut table = Table::default();
        for group in groups() {
            for &(name, descriptor) in group.methods {
                table.add(Call {
                    zone: group.zone,
                    ..Call::new(group.kind, group.reach, group.owner, name, descriptor)
                });
            }
        }
        table
    }

    /// Adds a call; a full table (65,535 calls) takes no more and says so.
    pub fn add(&mut self, call: Call) -> bool {
        let Ok(id) = CallId::try_from(self.calls.len()) else {
            return false;
        };
        self.register(call.name.as_bytes().to_vec(), Some(id));
        self.calls.push(call);
        true
    }

    /// Has classes with this annotation (`Lorg/x/Y;`) noted.
    pub fn note_annotation(&mut self, descriptor: &str) {
        self.register(descriptor.as_bytes().to_vec(), None);
        self.annotations.push(descriptor.as_bytes().to_vec());
    }

    fn register(&mut self, name: Vec<u8>, id: Option<CallId>) {
        self.by_length.resize(LENGTHS, Vec::new());
        self.first_bytes.resize(LENGTHS, 0);
        let slot = name.len().min(LENGTHS - 1);
        if let (Some(bits), Some(&first)) = (self.first_bytes.get_mut(slot), name.first()) {
            *bits |= 1 << (first & 63);
        }
        if let Some(names) = self.by_length.get_mut(slot) {
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, ids)) => ids.extend(id),
                None => names.push((name, id.into_iter().collect())),
            }
        }
    }

    /// The calls with this name; empty for a noted annotation; `None` for all else.
    #[inline]
    #[must_use]
    pub fn named(&self, name: &[u8]) -> Option<&[CallId]> {
        let slot = name.len().min(LENGTHS - 1);
        let bits = *self.first_bytes.get(slot)?;
        if bits & (1 << (name.first()? & 63)) == 0 {
            return None;
        }
        let names = self.by_length.get(slot)?;
        names
            .iter()
            .find(|(known, _)| known.as_slice() == name)
            .map(|(_, ids)| ids.as_slice())
    }

    /// The call with this id.
    #[must_use]
    pub fn call(&self, id: CallId) -> Option<&Call> {
        self.calls.get(usize::from(id))
    }

    /// All calls, in the order of their ids.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// Annotations to note, as descriptors.
    #[must_use]
    pub fn annotations(&self) -> &[Vec<u8>] {
        &self.annotations
    }

    fn with_name(&self, name: &[u8]) -> impl Iterator<Item = (CallId, &Call)> {
        let ids = self.named(name).unwrap_or_default();
        ids.iter().filter_map(|&id| Some((id, self.call(id)?)))
    }

    /// Matches a method reference by what it says itself.
    #[must_use]
    pub fn lookup(&self, member: &MemberRef<'_>) -> Match {
        let mut perhaps = false;
        for (id, call) in self.with_name(member.name) {
            if call.owner.as_bytes() == member.owner && call.has_descriptor(member.descriptor) {
                return Match::Call(id);
            }
            if call.may_be_inherited_as(member) {
                if call.reach == Reach::Everyone {
                    return Match::Call(id);
                }
                perhaps = true;
            }
        }
        if perhaps { Match::Perhaps } else { Match::No }
    }

    /// The calls that a reference on another owner could mean, in the order of the table.
    pub fn candidates<'t>(
        &'t self,
        member: &MemberRef<'t>,
    ) -> impl Iterator<Item = (CallId, &'t Call)> + 't {
        let member = *member;
        self.with_name(member.name)
            .filter(move |(_, call)| call.may_be_inherited_as(&member))
    }

    /// The calls that a method of this name and descriptor would hide (static) or be (own class).
    pub fn declared_as<'t>(
        &'t self,
        class: &'t [u8],
        name: &'t [u8],
        descriptor: &'t [u8],
    ) -> impl Iterator<Item = CallId> + 't {
        self.with_name(name)
            .filter(move |(_, call)| {
                call.has_descriptor(descriptor)
                    && (call.reach == Reach::Inherited || call.owner.as_bytes() == class)
            })
            .map(|(id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Match, Table};
    use crate::classfile::MemberRef;

    fn lookup(owner: &str, name: &str, descriptor: &str) -> (Match, String) {
        let table = Table::catalogue();
        let found = table.lookup(&MemberRef {
            owner: owner.as_bytes(),
            name: name.as_bytes(),
            descriptor: descriptor.as_bytes(),
        });
        let signature = match found {
            Match::Call(id) => table.call(id).unwrap().signature.clone(),
            Match::No | Match::Perhaps => String::new(),
        };
        (found, signature)
    }

    #[test]
    fn the_catalogue_by_owner_name_and_descriptor() {
        assert_eq!(
            lookup("java/lang/System", "nanoTime", "()J").1,
            "java.lang.System#nanoTime()"
        );
        assert_eq!(lookup("java/lang/System", "nanoTime", "()I").0, Match::No);
        assert_eq!(lookup("com/acme/System", "nanoTime", "()J").0, Match::No);
        assert_eq!(lookup("java/lang/System", "exit", "(I)V").0, Match::No);
    }

    #[test]
    fn other_owners_are_candidates_where_methods_are_inherited() {
        assert_eq!(lookup("com/acme/Worker", "sleep", "(J)V").0, Match::Perhaps);
        assert_eq!(lookup("com/acme/Worker", "sleep", "(I)V").0, Match::No);
        assert_eq!(
            lookup("com/acme/Worker", "wait", "(J)V").1,
            "java.lang.Object#wait(long)"
        );
        assert_eq!(
            lookup("com/acme/Instant", "now", "()Ljava/time/Instant;").0,
            Match::No
        );
        let unit =
            "(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)Lio/netty/ScheduledFuture;";
        assert_eq!(
            lookup("io/netty/EventLoop", "schedule", unit).0,
            Match::Perhaps
        );
    }
}
