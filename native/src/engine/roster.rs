//! Threads in and out of the world.

use super::participant::{Contention, Run};
use super::state::WakeBy;
use super::{Host, NEVER, Participant, Pid, Reason, State, WakeList};

impl<H: Host> State<H> {
    /// A thread joins, running. `shared` marks the JDK's own pool and timer threads. The world may have
    /// closed since the caller looked: then nobody joins, and the name given back is nobody's.
    pub fn join(&mut self, tid: i64, thread: H::Thread, shared: bool) -> Pid {
        let pid = self.slots.insert(Participant::new(tid, thread, shared));
        if !self.open {
            self.slots.remove(pid);
            return pid;
        }
        self.by_tid.insert(tid, pid);
        if let Some(journal) = &mut self.journal {
            journal.joined(self.clock.now(), tid);
        }
        self.running += 1;
        self.stats.threads += 1;
        self.stats.transitions += 1;
        pid
    }

    /// A thread that ran already joins. Its first wait returns at once, as from a spurious wake-up: the
    /// timeout may have been worked out from the real clock, and is worked out anew from the virtual one.
    pub fn join_running(&mut self, tid: i64, thread: H::Thread, shared: bool) -> Pid {
        if self.lent.remove(&tid).is_some() {
            self.running -= 1;
        }
        let pid = self.join(tid, thread, shared);
        self.grant_permit(pid);
        if let Some(p) = self.slots.get_mut(pid) {
            p.fresh = true;
            p.adopted = !shared;
        }
        pid
    }

    /// The thread's first park returns at once.
    pub fn grant_permit(&mut self, pid: Pid) {
        if let Some(p) = self.slots.get_mut(pid) {
            p.permit = true;
        }
    }

    /// A running participant leaves: its thread ends, or goes to real time.
    pub fn leave(
        &mut self,
        host: &H,
        pid: Pid,
        wakes: &mut WakeList<H::Thread>,
    ) -> Option<H::Thread> {
        let p = self.slots.remove(pid)?;
        if self.by_tid.get(&p.tid) == Some(&pid) {
            self.by_tid.remove(&p.tid);
        }
        if let Some(journal) = &mut self.journal {
            journal.left(self.clock.now(), p.tid);
        }
        if let Some(key) = p.timer {
            self.timers.remove(key);
        }
        if let Some((hash, _)) = p.waits_on {
            self.waits.forget(hash, pid);
        }
        if p.contention.monitor().is_some() {
            self.contended.retain(|other| *other != pid);
        }
        if p.directed {
            self.directed -= 1;
        }
        self.outside -= usize::from(p.outside);
        self.io.retain(|other| *other != pid);
        if p.run == Run::Running {
            self.running -= 1;
        }
        self.stats.transitions += 1;
        self.check(host, wakes);
        Some(p.thread)
    }

    /// The JVM has told everybody who waits on a `Thread` object with this identity hash that it ended
    /// (`ensure_join` notifies inside the VM, past the hooked native). Counts those waiters before the
    /// thread itself is taken off. One that merely shares the hash is woken for nothing, as
    /// `Object.wait` may be.
    pub fn thread_ended(&mut self, host: &H, hash: i32, wakes: &mut WakeList<H::Thread>) {
        for pid in self.waits.any_with_hash(hash) {
            self.ready(host, pid, Reason::Notify, wakes, WakeBy::Name);
        }
    }

    /// The thread that ended the program at its virtual age is done.
    pub fn uncount(&mut self, host: &H, wakes: &mut WakeList<H::Thread>) {
        self.running = self.running.saturating_sub(1);
        self.stats.transitions += 1;
        self.check(host, wakes);
    }

    /// A participant woke a thread outside the world, which now works for it: counted until
    /// [`State::give_back`].
    pub fn lend(&mut self, tid: i64) {
        self.lent.entry(tid).or_insert_with(|| {
            self.running += 1;
            self.stats.transitions += 1;
            0
        });
    }

    /// Is a count lent to the thread, and how often has it parked since?
    pub fn lent_parks(&mut self, tid: i64) -> Option<u32> {
        let parks = self.lent.get_mut(&tid)?;
        *parks += 1;
        Some(*parks)
    }

    /// The thread outside the world waits again.
    pub fn give_back(&mut self, host: &H, tid: i64, wakes: &mut WakeList<H::Thread>) {
        if self.lent.remove(&tid).is_some() {
            self.running -= 1;
            self.stats.transitions += 1;
            self.check(host, wakes);
        }
    }

    /// How many threads outside the world hold a lent count.
    pub fn lent_count(&self) -> usize {
        self.lent.len()
    }

    /// Takes every lent count back: the threads outside have worked for too long.
    pub fn take_back(&mut self, host: &H, wakes: &mut WakeList<H::Thread>) -> usize {
        let lent = std::mem::take(&mut self.lent).len();
        self.running -= lent;
        self.check(host, wakes);
        lent
    }

    /// Ends the world: every blocked participant is released and goes on in real time. Gives back the
    /// references that [`State::contend`] took and nobody will ask for any more.
    pub fn close(&mut self, host: &H, wakes: &mut WakeList<H::Thread>) -> Vec<H::Object> {
        let doors = self
            .slots
            .iter()
            .filter_map(|(_, p)| {
                if let Contention::Enter(monitor) = p.contention {
                    Some(monitor)
                } else {
                    None
                }
            })
            .collect();
        self.give_up(host, Reason::Released, wakes);
        for pid in self.slots.pids() {
            let Some(p) = self.slots.get(pid) else {
                continue;
            };
            if p.directed {
                // Its wake-up may have been lost on its way in, and nobody repeats it from here on.
                host.leave_in_monitor_wait(&p.thread, Some(0));
            }
            if p.run != Run::Blocked {
                continue;
            }
            let remaining = (p.deadline != NEVER).then(|| p.deadline - self.clock.now());
            if p.in_monitor_wait {
                host.leave_in_monitor_wait(&p.thread, remaining);
            } else {
                host.release(&p.thread, remaining);
                self.ready(host, pid, Reason::Released, wakes, WakeBy::Name);
            }
        }
        self.open = false;
        self.timers.clear();
        self.waits.clear();
        self.contended.clear();
        self.lent.clear();
        self.io.clear();
        self.by_tid.clear();
        self.slots.clear();
        self.running = 0;
        self.directed = 0;
        self.outside = 0;
        doors
    }

    /// Every participant.
    pub fn participants(&self) -> impl Iterator<Item = (Pid, &Participant<H>)> {
        self.slots.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// True without participants.
    pub fn is_empty(&self) -> bool {
        self.slots.len() == 0
    }

    /// Does every participant (but the one given) wait?
    pub fn is_quiet_but(&self, pid: Option<Pid>) -> bool {
        let own = pid
            .and_then(|pid| self.slots.get(pid))
            .is_some_and(|p| p.run == Run::Running);
        self.running - usize::from(own) == self.contended.len()
    }

    /// Participants that run: neither blocked nor at the door of a monitor.
    pub fn busy(&self) -> impl Iterator<Item = (Pid, &Participant<H>)> {
        self.slots
            .iter()
            .filter(|(_, p)| p.run == Run::Running && matches!(p.contention, Contention::None))
    }

    /// Wakes anew those who were woken by name in the JVM's wait and have not come back: a wake-up that
    /// arrives while a thread is on its way into the wait is lost inside the JVM.
    pub fn repeat_directed(&self, host: &H) -> usize {
        if self.directed > 0 {
            for (_, p) in self.slots.iter().filter(|(_, p)| p.directed) {
                host.end_monitor_wait(&p.thread);
            }
        }
        self.directed
    }

    /// Takes the note that the last check could not decide.
    pub fn take_look_again(&mut self) -> bool {
        std::mem::take(&mut self.look_again)
    }
}
