//! The books must balance after every transition.

use super::Sim;
use crate::engine::Kind;
use crate::engine::participant::{Contention, Run};

impl Sim {
    /// Recounts everything that the engine counts as it goes.
    pub(super) fn audit(&self) {
        let state = &self.state;
        let of = |test: &dyn Fn(&crate::engine::Participant<super::SimHost>) -> bool| {
            state.slots.iter().filter(|(_, p)| test(p)).count()
        };
        let running = of(&|p| p.run == Run::Running);
        let extra = state.running - running - state.lent.len();
        assert!(
            extra <= usize::from(self.exits),
            "{} counted, {running} run, {} lent",
            state.running,
            state.lent.len()
        );
        let contending = of(&|p| p.contention.monitor().is_some());
        assert_eq!(state.contended.len(), contending, "at doors");
        assert!(state.contended.len() <= state.running);
        for (pid, p) in state.slots.iter() {
            let named = state.contended.contains(&pid);
            assert_eq!(named, p.contention.monitor().is_some());
            if let Contention::Enter(_) = p.contention {
                assert_eq!(p.run, Run::Running, "a thread at a door is not blocked");
            }
            let blocked_in_io = p.run == Run::Blocked && p.kind == Kind::Io;
            assert_eq!(state.io.contains(&pid), blocked_in_io, "in I/O");
            assert!(p.timer.is_none() || p.run == Run::Blocked, "a stale timer");
            if let Some(key) = p.timer {
                assert_eq!(key.deadline, p.deadline);
                let first = state.timers.first().map(|(first, _)| first);
                assert!(first.is_some_and(|first| first <= key), "timers in order");
            }
            assert!(!p.directed || p.in_monitor_wait);
        }
        assert_eq!(state.timers.len(), of(&|p| p.timer.is_some()), "timers");
        assert_eq!(state.directed, of(&|p| p.directed), "woken by name");
        assert_eq!(state.outside, of(&|p| p.outside), "outside");
        if let Some(clock) = self.host.published.get() {
            assert_eq!(clock.now(), state.clock.now(), "the published time");
            assert_eq!(clock.wall(), state.clock.wall(), "the published wall clock");
        }
    }
}
