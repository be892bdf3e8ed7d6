//! Deadlines in the order in which they fire: by instant, then by registration.

use super::{Nanos, Pid};
use std::collections::BTreeMap;

/// Where a timer stands in the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TimerKey {
    pub deadline: Nanos,
    pub seq: u64,
}

/// The pending deadlines.
///
/// The earliest one is kept outside the tree: a thread that sleeps alone, the most frequent case by
/// far, then never touches it.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    first: Option<(TimerKey, Pid)>,
    rest: BTreeMap<TimerKey, Pid>,
    next_seq: u64,
}

impl Timers {
    pub fn insert(&mut self, deadline: Nanos, pid: Pid) -> TimerKey {
        let key = TimerKey {
            deadline,
            seq: self.next_seq,
        };
        self.next_seq += 1;
        self.place(key, pid);
        key
    }

    /// Moves a pending timer to another instant. It keeps its turn among equals.
    pub fn move_to(&mut self, key: TimerKey, deadline: Nanos, pid: Pid) -> TimerKey {
        self.remove(key);
        let moved = TimerKey { deadline, ..key };
        self.place(moved, pid);
        moved
    }

    fn place(&mut self, key: TimerKey, pid: Pid) {
        match self.first {
            None => self.first = Some((key, pid)),
            Some((first, other)) if key < first => {
                self.rest.insert(first, other);
                self.first = Some((key, pid));
            }
            Some(_) => {
                self.rest.insert(key, pid);
            }
        }
    }

    pub fn remove(&mut self, key: TimerKey) {
        if self.first.is_some_and(|(first, _)| first == key) {
            self.first = self.rest.pop_first();
        } else {
            self.rest.remove(&key);
        }
    }

    pub fn first(&self) -> Option<(TimerKey, Pid)> {
        self.first
    }

    pub fn len(&self) -> usize {
        self.rest.len() + usize::from(self.first.is_some())
    }

    pub fn clear(&mut self) {
        self.first = None;
        self.rest.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_instants_keep_the_order_of_registration() {
        let mut timers = Timers::default();
        let keys: Vec<_> = [5, 3, 5, 3, 1]
            .iter()
            .enumerate()
            .map(|(i, d)| timers.insert(*d, Pid::from_bits(i as u64)))
            .collect();
        timers.remove(keys[1]);
        let mut order = vec![];
        while let Some((key, pid)) = timers.first() {
            order.push(pid.to_bits());
            timers.remove(key);
        }
        assert_eq!(order, [4, 3, 0, 2]);
        assert_eq!(timers.len(), 0);
    }

    #[test]
    fn a_moved_timer_keeps_its_turn_among_equals() {
        let mut timers = Timers::default();
        let [a, b, c] = [0, 1, 2].map(Pid::from_bits);
        let first = timers.insert(9, a);
        timers.insert(5, b);
        timers.insert(5, c);
        let moved = timers.move_to(first, 5, a);
        assert_eq!(timers.first(), Some((moved, a)));
        assert_eq!(timers.len(), 3);
        timers.move_to(moved, 6, a);
        assert_eq!(timers.first().map(|(_, pid)| pid), Some(b));
    }
}
