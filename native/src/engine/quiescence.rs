//! The rule that moves time: when nothing runs, exactly one deadline fires.

use super::control::Controller;
use super::participant::{Contention, Run};
use super::state::WakeBy;
use super::{Host, Kind, Nanos, Owner, Pid, Quiet, Reason, State, WakeList};

impl<H: Host> State<H> {
    /// To be called under the lock after everything that may have made the world quiet.
    pub fn check(&mut self, host: &H, wakes: &mut WakeList<H::Thread>) {
        self.check_from(host, None, wakes);
    }

    /// As [`State::check`]; `releasing` is a monitor that the calling thread is about to let go.
    pub(super) fn check_from(
        &mut self,
        host: &H,
        releasing: Option<H::Object>,
        wakes: &mut WakeList<H::Thread>,
    ) {
        // Whoever comes back from Object.wait stands at a door from the first moment. If its owner is
        // blocked nobody else will ask again, so time goes on from here.
        while self.is_still(host, releasing) && self.all_quiet(host, wakes) {
            let doors = self.contended.len();
            self.move_time(host, wakes);
            if self.contended.len() == doors {
                return;
            }
            if !self.sleepers_own && host.look_soon() {
                self.look_again = true;
                return;
            }
        }
    }

    /// Does every participant wait, those at doors for good?
    fn is_still(&mut self, host: &H, releasing: Option<H::Object>) -> bool {
        if !self.open || self.running != self.contended.len() {
            return false;
        }
        if self.contended.is_empty() {
            return true;
        }
        if !host.can_ask() {
            self.look_again = true;
            return false;
        }
        let stuck = self.all_stuck(host, releasing);
        self.sleepers_own |= stuck && self.any_comes_back();
        stuck
    }

    /// Does anybody stand at a door on its way back from Object.wait?
    fn any_comes_back(&self) -> bool {
        self.contended.iter().any(|pid| {
            self.slots
                .get(*pid)
                .is_some_and(|p| matches!(p.contention, Contention::Reenter(_)))
        })
    }

    /// Data beats time, and so does anything that moves without being counted.
    pub(super) fn all_quiet(&mut self, host: &H, wakes: &mut WakeList<H::Thread>) -> bool {
        let waiting: Vec<H::Thread> = self
            .io
            .iter()
            .filter_map(|pid| self.slots.get(*pid))
            .map(|p| p.thread.clone())
            .collect();
        if !waiting.is_empty() {
            let ready: Vec<Pid> = host
                .ready_io(&waiting)
                .into_iter()
                .filter_map(|at| self.io.get(at).copied())
                .collect();
            if !ready.is_empty() {
                for pid in ready {
                    self.ready(host, pid, Reason::Io, wakes, WakeBy::Name);
                }
                return false;
            }
        }
        match host.quiet(&waiting) {
            Quiet::Yes => true,
            Quiet::No => false,
            Quiet::LookAgain => {
                self.look_again = true;
                false
            }
        }
    }

    /// The instant up to which time may move on its own or by a controller.
    fn horizon(&self) -> Option<Nanos> {
        if let Some(Controller {
            target: Some(target),
            ..
        }) = &self.control.advance
        {
            return Some(*target);
        }
        (self.settings.auto_advance && self.attended && !self.held()).then_some(self.settings.limit)
    }

    /// Does a participant that waits on the outside hold auto-advance?
    pub fn held(&self) -> bool {
        self.settings.outside_holds
            && self.outside > 0
            && self
                .slots
                .iter()
                .any(|(_, p)| p.outside && p.run == Run::Blocked)
    }

    pub(super) fn own_timer_is_next(&self, pid: Pid) -> bool {
        self.control.settling.is_empty()
            && self.timers.first().is_some_and(|(key, first)| {
                first == pid
                    && self
                        .horizon()
                        .is_some_and(|horizon| key.deadline <= horizon)
                    && self
                        .settings
                        .exit_at
                        .is_none_or(|exit| key.deadline <= exit)
            })
    }

    fn move_time(&mut self, host: &H, wakes: &mut WakeList<H::Thread>) {
        if !self.control.settling.is_empty() {
            for controller in std::mem::take(&mut self.control.settling) {
                self.answer(host, controller, Reason::Done, wakes);
            }
            return;
        }
        let Some(horizon) = self.horizon() else {
            return;
        };
        let exit = self.settings.exit_at.filter(|at| *at <= horizon);
        let first = self
            .timers
            .first()
            .filter(|(key, _)| key.deadline <= horizon);
        match (first, exit) {
            (Some((key, pid)), exit) if exit.is_none_or(|at| key.deadline <= at) => {
                self.clock.move_to(key.deadline);
                host.publish(&self.clock);
                self.stats.deadlines += 1;
                self.ready(host, pid, Reason::Timeout, wakes, WakeBy::Name);
            }
            (_, Some(at)) => {
                self.clock.move_to(at);
                host.publish(&self.clock);
                self.settings.exit_at = None;
                self.running += 1; // the thread that ends the program; it takes itself off
                self.stats.transitions += 1;
                host.exit();
            }
            _ => {
                if let Some(controller) = self.control.advance.take() {
                    if let Some(target) = controller.target {
                        self.clock.move_to(target);
                        host.publish(&self.clock);
                    }
                    self.answer(host, controller, Reason::Done, wakes);
                }
            }
        }
    }

    /// Is every thread at the door of a monitor there for good, because the owner itself is blocked?
    ///
    /// All participants are blocked or at a door and the lock is held, so an owner that is blocked
    /// cannot let go meanwhile. A monitor that was just released reads as owned by nobody, one that was
    /// just taken as owned by the thread that is about to report it: in both cases that thread comes
    /// back to the engine by itself.
    fn all_stuck(&self, host: &H, releasing: Option<H::Object>) -> bool {
        let monitors: Vec<(Pid, H::Object)> = self
            .contended
            .iter()
            .filter_map(|pid| Some((*pid, self.slots.get(*pid)?.contention.monitor()?)))
            .collect();
        if let Some(released) = releasing
            && monitors
                .iter()
                .any(|(_, monitor)| host.same(*monitor, released))
        {
            return false;
        }
        monitors
            .iter()
            .all(|(pid, monitor)| self.blocked_for_good(host, *pid, *monitor))
    }

    fn blocked_for_good(&self, host: &H, pid: Pid, monitor: H::Object) -> bool {
        let tid = match host.owner(monitor) {
            Owner::Thread(tid) => tid,
            Owner::Blocked => return true,
            Owner::Nobody | Owner::Unknown => return false,
        };
        let Some(owner) = self.find(tid) else {
            return false;
        };
        let Some(p) = self.slots.get(owner) else {
            return false;
        };
        if owner == pid {
            return false;
        }
        if p.run == Run::Blocked {
            // On its way into Object.wait on this very monitor it still owns it, and lets go.
            let releases = p.kind == Kind::Wait
                && p.waits_on
                    .is_some_and(|(_, object)| host.same(object, monitor));
            return !releases;
        }
        !matches!(p.contention, Contention::None)
    }
}
