//! What a controller does: advance, settle, and look at the next deadline.

use super::participant::Run;
use super::state::WakeBy;
use super::{Block, Host, Kind, NEVER, Nanos, Pid, Reason, State, Wake, WakeList};

/// A thread in `advance` or `settle`. It need not be a participant.
pub struct Controller<H: Host> {
    /// Its record, if it is a participant.
    pub pid: Option<Pid>,
    /// How it is woken.
    pub thread: H::Thread,
    /// Where `advance` goes to; none for `settle`.
    pub target: Option<Nanos>,
}

pub(crate) struct Control<H: Host> {
    pub advance: Option<Controller<H>>,
    pub settling: Vec<Controller<H>>,
}

impl<H: Host> Default for Control<H> {
    fn default() -> Self {
        Control {
            advance: None,
            settling: Vec::new(),
        }
    }
}

/// Why `advance` was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdvanceError {
    /// No world is open, or the caller was a participant of one that has closed since.
    Closed,
    /// Another controller is advancing.
    Busy,
}

impl<H: Host> State<H> {
    /// Begins `advance` to an instant: as a sleep that is last among equals. A caller that is no
    /// participant always waits for its answer.
    pub fn begin_advance(
        &mut self,
        host: &H,
        pid: Option<Pid>,
        thread: H::Thread,
        target: Nanos,
        wakes: &mut WakeList<H::Thread>,
    ) -> Result<Block, AdvanceError> {
        if !self.open || pid.is_some_and(|pid| self.slots.get(pid).is_none()) {
            return Err(AdvanceError::Closed);
        }
        if self.control.advance.is_some() {
            return Err(AdvanceError::Busy);
        }
        self.control.advance = Some(Controller {
            pid,
            thread,
            target: Some(target),
        });
        if let Some(journal) = &mut self.journal {
            let caller = pid.and_then(|pid| self.slots.get(pid));
            journal.advance_began(self.clock.now(), caller.map(|p| p.tid));
        }
        self.suspend(pid);
        self.blocking = pid;
        self.check(host, wakes);
        self.blocking = None;
        Ok(self.answered(pid))
    }

    /// Begins `settle`; as [`State::begin_advance`], but time does not move.
    pub fn begin_settle(
        &mut self,
        host: &H,
        pid: Option<Pid>,
        thread: H::Thread,
        wakes: &mut WakeList<H::Thread>,
    ) -> Result<Block, AdvanceError> {
        if !self.open || pid.is_some_and(|pid| self.slots.get(pid).is_none()) {
            return Err(AdvanceError::Closed);
        }
        if self.control.advance.is_some() {
            return Err(AdvanceError::Busy);
        }
        self.control.settling.push(Controller {
            pid,
            thread,
            target: None,
        });
        self.suspend(pid);
        self.blocking = pid;
        self.check(host, wakes);
        self.blocking = None;
        Ok(self.answered(pid))
    }

    fn suspend(&mut self, pid: Option<Pid>) {
        if let Some(p) = pid.and_then(|pid| self.slots.get_mut(pid)) {
            p.run = Run::Blocked;
            p.kind = Kind::Control;
            self.outside -= usize::from(std::mem::take(&mut p.outside));
            p.deadline = NEVER;
            self.running -= 1;
            self.stats.transitions += 1;
        }
    }

    fn answered(&self, pid: Option<Pid>) -> Block {
        pid.map_or(Block::Wait, |pid| self.outcome(pid))
    }

    pub(super) fn answer(
        &mut self,
        host: &H,
        controller: Controller<H>,
        reason: Reason,
        wakes: &mut WakeList<H::Thread>,
    ) {
        if let (Some(journal), Some(_)) = (&mut self.journal, controller.target) {
            journal.advance_ended(self.clock.now());
        }
        match controller.pid {
            Some(pid) if self.slots.get(pid).is_some_and(|p| p.run == Run::Blocked) => {
                self.ready(host, pid, reason, wakes, WakeBy::Name);
            }
            Some(_) => {}
            None => wakes.push(Wake {
                thread: controller.thread,
                kind: Kind::Control,
                reason,
            }),
        }
    }

    /// Gives up on every controller: somebody stayed busy, or the world is closing.
    pub fn give_up(&mut self, host: &H, reason: Reason, wakes: &mut WakeList<H::Thread>) {
        let pending: Vec<_> = self
            .control
            .advance
            .take()
            .into_iter()
            .chain(std::mem::take(&mut self.control.settling))
            .collect();
        for controller in pending {
            self.answer(host, controller, reason, wakes);
        }
    }

    /// Is anybody in `advance` or `settle`?
    pub fn is_controlled(&self) -> bool {
        self.control.advance.is_some() || !self.control.settling.is_empty()
    }

    /// Whether time may move by itself, in a world with auto-advance. To be set while a participant runs, or to be
    /// followed by [`State::check`].
    pub fn set_attended(&mut self, attended: bool) {
        self.attended = attended;
    }

    /// The controller that is advancing.
    pub fn advancing(&self) -> Option<&Controller<H>> {
        self.control.advance.as_ref()
    }

    /// The earliest deadline of a participant.
    pub fn next_deadline(&self) -> Option<Nanos> {
        self.timers.first().map(|(key, _)| key.deadline)
    }

    /// How many deadlines are pending.
    pub fn pending_deadlines(&self) -> usize {
        self.timers.len()
    }

    /// Ends a participant's wait with an explanation, since nobody else could end it.
    pub fn end_stuck(&mut self, host: &H, pid: Pid, wakes: &mut WakeList<H::Thread>) -> bool {
        let stuck = self
            .slots
            .get(pid)
            .is_some_and(|p| p.run == Run::Blocked && p.timer.is_some());
        if stuck {
            self.ready(host, pid, Reason::Stuck, wakes, WakeBy::Name);
        }
        stuck
    }
}
