//! Who waits on which monitor, in the order in which they began to wait.
//!
//! The threads themselves wait in the JVM's own `Object.wait`, whose wait set is FIFO too; entering it
//! is serialised by the monitor, so both orders are the same. This record tells whom a notification
//! goes to before the JVM acts on it, which is what makes the count of running threads exact.

use super::{Host, Pid};
use std::collections::HashMap;

/// How a notification is to be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotifyPlan {
    /// The JVM's own notify does it: either no participant waits, or the first in the JVM's set is the
    /// one that was counted.
    Original,
    /// It is done: the participant was woken by name, since the JVM might have chosen another.
    Done,
}

struct WaitSet<H: Host> {
    waiting: std::collections::VecDeque<(Pid, H::Object)>,
    /// Woken by name and perhaps still in the JVM's set: its notify could pick them.
    leaving: Vec<(Pid, H::Object)>,
}

impl<H: Host> WaitSet<H> {
    fn key(&self) -> Option<H::Object> {
        self.waiting
            .front()
            .or(self.leaving.first())
            .map(|(_, object)| *object)
    }
}

/// All wait sets, found by identity hash and then by identity.
pub(crate) struct WaitSets<H: Host> {
    by_hash: HashMap<i32, Vec<WaitSet<H>>>,
}

impl<H: Host> WaitSets<H> {
    pub fn new() -> Self {
        WaitSets {
            by_hash: HashMap::new(),
        }
    }

    fn find(&mut self, host: &H, hash: i32, object: H::Object) -> Option<&mut WaitSet<H>> {
        self.by_hash
            .get_mut(&hash)?
            .iter_mut()
            .find(|set| set.key().is_some_and(|key| host.same(key, object)))
    }

    pub fn push(&mut self, host: &H, hash: i32, object: H::Object, pid: Pid) {
        if let Some(set) = self.find(host, hash, object) {
            set.waiting.push_back((pid, object));
        } else {
            self.by_hash.entry(hash).or_default().push(WaitSet {
                waiting: [(pid, object)].into(),
                leaving: Vec::new(),
            });
        }
    }

    /// The longest waiting participant and whether somebody who is leaving may still stand before it.
    pub fn first(&mut self, host: &H, hash: i32, object: H::Object) -> Option<(Pid, bool)> {
        let set = self.find(host, hash, object)?;
        set.waiting
            .front()
            .map(|(pid, _)| (*pid, !set.leaving.is_empty()))
    }

    /// Every participant that waits on the object.
    pub fn all(&mut self, host: &H, hash: i32, object: H::Object) -> Vec<Pid> {
        self.find(host, hash, object)
            .map(|set| set.waiting.iter().map(|(pid, _)| *pid).collect())
            .unwrap_or_default()
    }

    /// Does any participant wait on an object with this identity hash?
    pub fn any_with_hash(&self, hash: i32) -> Vec<Pid> {
        self.by_hash
            .get(&hash)
            .into_iter()
            .flatten()
            .flat_map(|set| set.waiting.iter().map(|(pid, _)| *pid))
            .collect()
    }

    /// The participant no longer waits but has not left the JVM's set for certain.
    pub fn leave(&mut self, hash: i32, pid: Pid) {
        for set in self.by_hash.get_mut(&hash).into_iter().flatten() {
            if let Some(at) = set.waiting.iter().position(|(p, _)| *p == pid)
                && let Some(entry) = set.waiting.remove(at)
            {
                set.leaving.push(entry);
                return;
            }
        }
    }

    /// The participant is out of the JVM's set.
    pub fn forget(&mut self, hash: i32, pid: Pid) {
        let Some(sets) = self.by_hash.get_mut(&hash) else {
            return;
        };
        for set in sets.iter_mut() {
            set.waiting.retain(|(p, _)| *p != pid);
            set.leaving.retain(|(p, _)| *p != pid);
        }
        sets.retain(|set| set.key().is_some());
        if sets.is_empty() {
            self.by_hash.remove(&hash);
        }
    }

    pub fn clear(&mut self) {
        self.by_hash.clear();
    }
}
