//! What happened in a world, kept for a picture of it: every wait, every advance, every step of the wall clock.
//!
//! Running takes no virtual time, so a thread's life is the row of its waits.

use super::{Kind, NEVER, Nanos, Reason, Wall};
use std::collections::HashMap;

/// A thread of the journal: its place in [`Journal::threads`].
pub type Lane = u32;

/// Nobody's lane: time itself, or a thread outside the world.
pub const NO_LANE: Lane = Lane::MAX;

/// Virtual nanoseconds since the world was opened, up to 292 years.
pub type Stamp = i64;

/// An end that has not come, or a deadline that there is none of.
pub const NO_STAMP: Stamp = Stamp::MAX;

/// Waits beyond this many are counted and not kept.
const MOST_WAITS: usize = 2_000_000;

/// A thread's time in the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Life {
    /// The Java thread id.
    pub tid: i64,
    /// When it joined.
    pub from: Stamp,
    /// When it left.
    pub to: Stamp,
}

/// One wait of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// Who waited.
    pub lane: Lane,
    /// In what; nothing for the door of a monitor.
    pub kind: Option<Kind>,
    /// From when.
    pub from: Stamp,
    /// Until when.
    pub to: Stamp,
    /// When it would have ended by itself.
    pub deadline: Stamp,
    /// Why it ended; nothing while it goes on, or for a monitor that was entered.
    pub reason: Option<Reason>,
    /// Who ended it.
    pub by: Lane,
    /// The host's number for the stack.
    pub stack: u32,
}

/// A call that moved time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Advance {
    /// Who called.
    pub lane: Lane,
    /// From when.
    pub from: Stamp,
    /// Until when.
    pub to: Stamp,
}

/// What happened in a world so far.
#[derive(Debug, Default)]
pub struct Journal {
    /// Everybody who took part.
    pub threads: Vec<Life>,
    /// In the order in which they began.
    pub waits: Vec<Wait>,
    /// In the order in which they were called.
    pub advances: Vec<Advance>,
    /// Steps of the wall clock: when, and what it read then.
    pub steps: Vec<(Stamp, Wall)>,
    /// Waits that were not kept.
    pub dropped: u64,
    lanes: HashMap<i64, Lane>,
    /// By lane, the wait that goes on.
    open: Vec<Option<usize>>,
}

fn stamp(nanos: Nanos) -> Stamp {
    if nanos == NEVER {
        NO_STAMP
    } else {
        Stamp::try_from(nanos).map_or(NO_STAMP - 1, |at| at.min(NO_STAMP - 1))
    }
}

impl Journal {
    /// The lane of a thread that takes part, or did.
    pub fn lane(&self, tid: i64) -> Lane {
        self.lanes.get(&tid).copied().unwrap_or(NO_LANE)
    }

    pub(crate) fn joined(&mut self, now: Nanos, tid: i64) {
        let lane = self.lane(tid);
        if let Some(life) = self.threads.get_mut(lane as usize) {
            life.to = NO_STAMP; // back from real time
            return;
        }
        self.lanes.insert(tid, self.threads.len() as Lane);
        self.threads.push(Life {
            tid,
            from: stamp(now),
            to: NO_STAMP,
        });
        self.open.push(None);
    }

    pub(crate) fn left(&mut self, now: Nanos, tid: i64) {
        let lane = self.lane(tid);
        if let Some(life) = self.threads.get_mut(lane as usize) {
            life.to = stamp(now);
        }
    }

    pub(crate) fn blocked(
        &mut self,
        now: Nanos,
        tid: i64,
        kind: Option<Kind>,
        deadline: Nanos,
        stack: u32,
    ) {
        let lane = self.lane(tid);
        let Some(open) = self.open.get_mut(lane as usize) else {
            return;
        };
        if self.waits.len() >= MOST_WAITS {
            self.dropped += 1;
            *open = None;
            return;
        }
        *open = Some(self.waits.len());
        self.waits.push(Wait {
            lane,
            kind,
            from: stamp(now),
            to: NO_STAMP,
            deadline: stamp(deadline),
            reason: None,
            by: NO_LANE,
            stack,
        });
    }

    pub(crate) fn woken(&mut self, now: Nanos, tid: i64, reason: Reason, by: Option<i64>) {
        let by = by
            .filter(|_| reason != Reason::Timeout)
            .map_or(NO_LANE, |tid| self.lane(tid));
        self.end(now, tid, Some(reason), by);
    }

    pub(crate) fn entered(&mut self, now: Nanos, tid: i64) {
        self.end(now, tid, None, NO_LANE);
    }

    fn end(&mut self, now: Nanos, tid: i64, reason: Option<Reason>, by: Lane) {
        let lane = self.lane(tid);
        let open = self.open.get_mut(lane as usize).and_then(Option::take);
        if let Some(wait) = open.and_then(|at| self.waits.get_mut(at)) {
            wait.to = stamp(now);
            wait.reason = reason;
            wait.by = by;
        }
    }

    pub(crate) fn advance_began(&mut self, now: Nanos, tid: Option<i64>) {
        self.advances.push(Advance {
            lane: tid.map_or(NO_LANE, |tid| self.lane(tid)),
            from: stamp(now),
            to: NO_STAMP,
        });
    }

    /// One advance goes on at a time.
    pub(crate) fn advance_ended(&mut self, now: Nanos) {
        if let Some(advance) = self.advances.last_mut()
            && advance.to == NO_STAMP
        {
            advance.to = stamp(now);
        }
    }

    pub(crate) fn wall_stepped(&mut self, now: Nanos, wall: Wall) {
        self.steps.push((stamp(now), wall));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_has_its_end_its_reason_and_who_ended_it() {
        let mut journal = Journal::default();
        journal.joined(0, 7);
        journal.joined(0, 9);
        journal.blocked(5, 7, Some(Kind::Park), NEVER, 3);
        journal.blocked(6, 9, Some(Kind::Sleep), 10, 4);
        journal.woken(10, 9, Reason::Timeout, Some(7));
        journal.woken(10, 7, Reason::Unpark, Some(9));
        journal.left(11, 9);
        let [parked, slept] = journal.waits[..] else {
            panic!("two waits: {journal:?}");
        };
        assert_eq!((parked.from, parked.to, parked.deadline), (5, 10, NO_STAMP));
        assert_eq!((parked.reason, parked.by), (Some(Reason::Unpark), 1));
        assert_eq!((slept.to, slept.deadline, slept.by), (10, 10, NO_LANE));
        assert_eq!(
            (journal.threads[1].to, journal.threads[0].to),
            (11, NO_STAMP)
        );
    }

    #[test]
    fn times_beyond_292_years_are_the_last_there_is() {
        assert_eq!(stamp(Nanos::from(i64::MAX) * 2), NO_STAMP - 1);
        assert_eq!(stamp(NEVER), NO_STAMP);
    }
}
