//! The engine's state and the transitions of a thread that blocks, is woken, or enters a monitor.

use super::control::Control;
use super::journal::Journal;
use super::participant::{Contention, Run};
use super::slab::Slab;
use super::timers::Timers;
use super::waitset::WaitSets;
use super::{
    Clock, Host, Kind, NEVER, Nanos, NotifyPlan, Participant, Pid, Reason, Wake, WakeList, Wall,
};
use std::collections::HashMap;

/// How a world moves its time.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Time jumps to the earliest deadline when every participant waits.
    pub auto_advance: bool,
    /// Auto-advance goes no further than this.
    pub limit: Nanos,
    /// At this virtual age the host is asked to end the program.
    pub exit_at: Option<Nanos>,
    /// A participant that waits on the outside holds auto-advance.
    pub outside_holds: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            auto_advance: false,
            limit: NEVER - 1,
            exit_at: None,
            outside_holds: true,
        }
    }
}

/// What a world has done so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Deadlines that fired.
    pub deadlines: u64,
    /// Threads that took part.
    pub threads: u64,
    /// Changes of the count of running threads: stands still when nothing happens.
    pub transitions: u64,
}

/// What a thread that wants to block has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// Nothing: the wait is over already, for this reason.
    Over(Reason),
    /// Look at the Java interrupt flag again, then try anew.
    Recheck,
    /// Block until woken, then ask [`State::reason`].
    Wait,
}

/// When a wait ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// Never.
    Never,
    /// After this much virtual time.
    After(Nanos),
    /// At this wall instant, also when the wall clock is stepped meanwhile.
    Wall(Wall),
}

/// By what a thread in the JVM's own monitor wait is made to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WakeBy {
    /// The engine wakes it by name.
    Name,
    /// The JVM's notify, which the caller is about to call and which is sure to pick it.
    Notify,
    /// The JVM's interrupt, which the caller is about to call.
    Interrupt,
}

/// Everything about a world. All methods are called under one lock.
pub struct State<H: Host> {
    pub(super) open: bool,
    pub(super) clock: Clock,
    pub(super) settings: Settings,
    /// Time may move by itself: somebody is there for whom it would.
    pub(super) attended: bool,
    /// Participants that are not blocked, those at the door of a monitor included.
    pub(super) running: usize,
    /// Participants at the door of a monitor.
    pub(super) contended: Vec<Pid>,
    /// Threads outside the world that work on an answer for it, counted in `running`.
    pub(super) lent: HashMap<i64, u32>,
    pub(super) slots: Slab<Participant<H>>,
    pub(super) by_tid: HashMap<i64, Pid>,
    pub(super) timers: Timers,
    pub(super) waits: WaitSets<H>,
    pub(super) io: Vec<Pid>,
    /// Participants whose wait is, or is about to be, for something outside the JVM.
    pub(super) outside: usize,
    pub(super) control: Control<H>,
    pub(super) stats: Stats,
    /// Woken by name in the JVM's monitor wait, not yet back.
    pub(super) directed: usize,
    /// The calling thread while it goes to sleep: if it is made ready at once there is nobody to wake.
    pub(super) blocking: Option<Pid>,
    /// Some of the last host answers can change without a transition: look again in real time.
    pub(super) look_again: bool,
    /// A waiter of this world was woken into a monitor that a sleeper holds: it may happen again, so ask at once.
    pub(super) sleepers_own: bool,
    /// What happened, if anybody wants to know.
    pub(super) journal: Option<Box<Journal>>,
}

impl<H: Host> Default for State<H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<H: Host> State<H> {
    /// No world.
    pub fn new() -> Self {
        State {
            open: false,
            clock: Clock::new(0, Wall(0)),
            settings: Settings::default(),
            attended: true,
            running: 0,
            contended: Vec::new(),
            lent: HashMap::new(),
            slots: Slab::new(),
            by_tid: HashMap::new(),
            timers: Timers::default(),
            waits: WaitSets::new(),
            io: Vec::new(),
            outside: 0,
            control: Control::default(),
            stats: Stats::default(),
            directed: 0,
            blocking: None,
            look_again: false,
            sleepers_own: false,
            journal: None,
        }
    }

    /// Opens a world at time 0 without participants.
    pub fn open(&mut self, host: &H, clock: Clock, settings: Settings) {
        debug_assert!(!self.open && self.slots.len() == 0);
        self.timers = Timers::default();
        self.control = Control::default();
        self.stats = Stats::default();
        self.look_again = false;
        self.sleepers_own = false;
        self.journal = None;
        self.attended = true;
        self.open = true;
        self.clock = clock;
        self.settings = settings;
        host.publish(&self.clock);
    }

    /// Keeps a journal of the open world from now on.
    pub fn start_journal(&mut self) {
        let mut journal = Box::<Journal>::default();
        for (_, p) in self.slots.iter() {
            journal.joined(self.clock.now(), p.tid);
        }
        self.journal = Some(journal);
    }

    /// Is there a journal?
    pub fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Ends the journal and gives it.
    pub fn take_journal(&mut self) -> Option<Box<Journal>> {
        self.journal.take()
    }

    /// Is a world open?
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Its clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What it has done.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// How it moves.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The participant that runs on this thread id.
    pub fn find(&self, tid: i64) -> Option<Pid> {
        self.by_tid.get(&tid).copied()
    }

    /// A participant's record.
    pub fn participant(&self, pid: Pid) -> Option<&Participant<H>> {
        self.slots.get(pid)
    }

    /// Steps the wall clock and moves the deadlines that are wall instants with it. They fire in
    /// their turn: in a frozen world at the next advance, even one of zero.
    pub fn set_wall(&mut self, host: &H, wall: Wall) {
        if !self.open {
            return;
        }
        self.clock.set_wall(wall);
        host.publish(&self.clock);
        if let Some(journal) = &mut self.journal {
            journal.wall_stepped(self.clock.now(), wall);
        }
        for pid in self.slots.pids() {
            let Some(p) = self.slots.get_mut(pid) else {
                continue;
            };
            if let (Some(wall), Some(key)) = (p.wall_deadline, p.timer) {
                p.deadline = self.clock.at_wall(wall).max(self.clock.now());
                p.timer = Some(self.timers.move_to(key, p.deadline, pid));
            }
        }
    }

    /// Moves the clock on by a tick of `tickPerRead`: a thread that reads the clock takes time, so a
    /// deadline that passes meanwhile fires late, when every participant waits. A closed world has no
    /// clock to move.
    pub fn tick(&mut self, host: &H, by: Nanos) {
        if !self.open {
            return;
        }
        self.clock.move_to(self.clock.now().saturating_add(by));
        host.publish(&self.clock);
    }

    /// Makes a blocked participant runnable: the only way in which that happens. Counts it, takes it
    /// out of every queue and puts it on the wake list.
    pub(super) fn ready(
        &mut self,
        host: &H,
        pid: Pid,
        reason: Reason,
        wakes: &mut WakeList<H::Thread>,
        by: WakeBy,
    ) {
        let Some(p) = self.slots.get_mut(pid) else {
            return;
        };
        debug_assert!(p.run == Run::Blocked);
        p.run = Run::Running;
        p.reason = reason;
        if let Some(journal) = &mut self.journal {
            journal.woken(self.clock.now(), p.tid, reason, host.current_tid());
        }
        self.outside -= usize::from(std::mem::take(&mut p.outside));
        p.wall_deadline = None;
        if let Some(key) = p.timer.take() {
            self.timers.remove(key);
        }
        self.running += 1;
        self.stats.transitions += 1;
        match p.kind {
            Kind::Io => self.io.retain(|other| *other != pid),
            Kind::Wait => {
                if let Some((hash, object)) = p.waits_on {
                    p.contention = Contention::Reenter(object);
                    self.contended.push(pid);
                    match by {
                        WakeBy::Notify => self.waits.forget(hash, pid),
                        WakeBy::Interrupt => self.waits.leave(hash, pid),
                        WakeBy::Name if p.in_monitor_wait => {
                            self.waits.leave(hash, pid);
                            p.directed = true;
                            self.directed += 1;
                            host.end_monitor_wait(&p.thread);
                        }
                        WakeBy::Name => {}
                    }
                }
                return; // the JVM wakes it
            }
            Kind::Control | Kind::Park | Kind::Sleep => {}
        }
        if self.blocking != Some(pid) {
            wakes.push(Wake {
                thread: p.thread.clone(),
                kind: p.kind,
                reason,
            });
        }
    }

    fn set_blocked(&mut self, host: &H, pid: Pid, kind: Kind, deadline: Nanos, wall: Option<Wall>) {
        let Some(p) = self.slots.get_mut(pid) else {
            return;
        };
        if let Some(journal) = &mut self.journal {
            let now = self.clock.now();
            journal.blocked(now, p.tid, Some(kind), deadline, host.stack(&p.thread));
        }
        p.run = Run::Blocked;
        p.kind = kind;
        p.deadline = deadline;
        p.wall_deadline = wall;
        if deadline != NEVER {
            p.timer = Some(self.timers.insert(deadline, pid));
        }
        self.running -= 1;
        self.stats.transitions += 1;
    }

    /// After a thread took itself off: was it made ready again at once, by its own timer?
    pub(super) fn outcome(&self, pid: Pid) -> Block {
        match self.slots.get(pid) {
            Some(p) if p.run == Run::Blocked => Block::Wait,
            Some(p) => Block::Over(p.reason),
            None => Block::Over(Reason::Released),
        }
    }

    fn deadline(&self, until: Until) -> Nanos {
        match until {
            Until::Never => NEVER,
            Until::After(nanos) => self.clock.now().saturating_add(nanos),
            Until::Wall(wall) => self.clock.at_wall(wall),
        }
    }

    /// Blocks a participant in a park, a sleep or I/O. A thread whose own timer is the next one gets
    /// [`Block::Over`] and makes no system call at all.
    pub fn block(
        &mut self,
        host: &H,
        pid: Pid,
        kind: Kind,
        until: Until,
        wakes: &mut WakeList<H::Thread>,
    ) -> Block {
        if !self.open {
            return Block::Over(Reason::Released);
        }
        let (now, deadline) = (self.clock.now(), self.deadline(until));
        let Some(p) = self.slots.get_mut(pid) else {
            return Block::Over(Reason::Released);
        };
        if kind == Kind::Park && std::mem::take(&mut p.permit) {
            return Block::Over(Reason::Unpark);
        }
        if kind != Kind::Io && std::mem::take(&mut p.interrupted) {
            return Block::Recheck;
        }
        if deadline <= now {
            return Block::Over(Reason::Timeout);
        }
        let wall = if let Until::Wall(wall) = until {
            Some(wall)
        } else {
            None
        };
        self.set_blocked(host, pid, kind, deadline, wall);
        if kind == Kind::Io {
            self.io.push(pid);
        }
        self.blocking = Some(pid);
        self.check_from(host, None, wakes);
        self.blocking = None;
        self.outcome(pid)
    }

    /// Tells whether the participant's next wait is for something outside the JVM.
    pub fn set_outside(&mut self, pid: Pid, outside: bool) {
        if let Some(p) = self.slots.get_mut(pid) {
            self.outside += usize::from(outside);
            self.outside -= usize::from(std::mem::replace(&mut p.outside, outside));
        }
    }

    /// Begins `Object.wait` on a monitor the participant owns. [`Block::Wait`]: call the JVM's own
    /// wait, which releases the monitor, then [`State::end_wait`]. [`Block::Over`]: its deadline was the
    /// next event, so nobody could have taken the monitor meanwhile and there is nothing to call.
    pub fn begin_wait(
        &mut self,
        host: &H,
        pid: Pid,
        hash: i32,
        object: H::Object,
        until: Until,
        wakes: &mut WakeList<H::Thread>,
    ) -> Block {
        if !self.open {
            return Block::Over(Reason::Released);
        }
        let Some(p) = self.slots.get_mut(pid) else {
            return Block::Over(Reason::Released);
        };
        if std::mem::take(&mut p.interrupted) {
            return Block::Recheck;
        }
        if std::mem::take(&mut p.fresh) {
            return Block::Over(Reason::Notify);
        }
        p.waits_on = Some((hash, object));
        self.set_blocked(host, pid, Kind::Wait, self.deadline(until), None);
        // The own timer first: no wait set, no monitor traffic.
        if self.running == 0
            && self.contended.is_empty()
            && self.own_timer_is_next(pid)
            && self.all_quiet(host, wakes)
        {
            self.fire_first(host, pid);
            return Block::Over(Reason::Timeout);
        }
        self.waits.push(host, hash, object, pid);
        self.check_from(host, Some(object), wakes);
        match self.outcome(pid) {
            Block::Wait => {
                if let Some(p) = self.slots.get_mut(pid) {
                    p.in_monitor_wait = true;
                }
                Block::Wait
            }
            // Its own timer fired while others stand at doors for good, none of them this monitor's.
            _ => Block::Over(self.end_wait(pid).0),
        }
    }

    /// Fires the timer of the calling thread itself, which has not gone into the JVM's wait.
    fn fire_first(&mut self, host: &H, pid: Pid) {
        let Some(p) = self.slots.get_mut(pid) else {
            return;
        };
        if let Some(key) = p.timer.take() {
            self.timers.remove(key);
            self.clock.move_to(key.deadline);
        }
        p.run = Run::Running;
        p.reason = Reason::Timeout;
        if let Some(journal) = &mut self.journal {
            journal.woken(self.clock.now(), p.tid, Reason::Timeout, None);
        }
        p.waits_on = None;
        self.outside -= usize::from(std::mem::take(&mut p.outside));
        self.running += 1;
        self.stats.transitions += 1;
        self.stats.deadlines += 1;
        host.publish(&self.clock);
    }

    /// The JVM's wait has returned: the participant owns the monitor again. Tells why, and whether it
    /// was woken by name.
    pub fn end_wait(&mut self, pid: Pid) -> (Reason, bool) {
        let Some(p) = self.slots.get_mut(pid) else {
            return (Reason::Released, false);
        };
        let hash = p.waits_on.take().map(|(hash, _)| hash);
        p.in_monitor_wait = false;
        let directed = std::mem::take(&mut p.directed);
        if directed {
            self.directed -= 1;
        }
        if p.run == Run::Blocked {
            self.woken_by_jvm(pid);
        }
        let Some(p) = self.slots.get_mut(pid) else {
            return (Reason::Released, false);
        };
        let reason = p.reason;
        if p.contention.monitor().is_some() {
            p.contention = Contention::None;
            self.contended.retain(|other| *other != pid);
        }
        if let Some(hash) = hash {
            self.waits.forget(hash, pid);
        }
        (reason, directed)
    }

    /// Nobody of ours ended the wait, yet the thread is on its way back: the JVM did (a thread ended, an
    /// interrupt from outside). Counts it.
    fn woken_by_jvm(&mut self, pid: Pid) {
        let Some(p) = self.slots.get_mut(pid) else {
            return;
        };
        p.run = Run::Running;
        p.reason = Reason::Notify;
        if let Some(journal) = &mut self.journal {
            journal.woken(self.clock.now(), p.tid, Reason::Notify, None);
        }
        self.outside -= usize::from(std::mem::take(&mut p.outside));
        if let Some(key) = p.timer.take() {
            self.timers.remove(key);
        }
        self.running += 1;
        self.stats.transitions += 1;
    }

    /// `Object.notify` by a thread that owns the monitor. `foreign`: threads outside the world may wait
    /// on it too, so the JVM's choice cannot be foretold.
    pub fn notify(
        &mut self,
        host: &H,
        hash: i32,
        object: H::Object,
        foreign: bool,
        wakes: &mut WakeList<H::Thread>,
    ) -> NotifyPlan {
        let Some((pid, leaving)) = self.waits.first(host, hash, object) else {
            return NotifyPlan::Original;
        };
        if foreign || leaving {
            self.ready(host, pid, Reason::Notify, wakes, WakeBy::Name);
            NotifyPlan::Done
        } else {
            self.ready(host, pid, Reason::Notify, wakes, WakeBy::Notify);
            NotifyPlan::Original
        }
    }

    /// `Object.notifyAll`; the JVM's own is to be called afterwards in any case.
    pub fn notify_all(
        &mut self,
        host: &H,
        hash: i32,
        object: H::Object,
        wakes: &mut WakeList<H::Thread>,
    ) {
        for pid in self.waits.all(host, hash, object) {
            self.ready(host, pid, Reason::Notify, wakes, WakeBy::Notify);
        }
    }

    /// `LockSupport.unpark`. False: not a participant, so the original is to be called.
    pub fn unpark(&mut self, host: &H, tid: i64, wakes: &mut WakeList<H::Thread>) -> bool {
        let Some(pid) = self.find(tid) else {
            return false;
        };
        let Some(p) = self.slots.get_mut(pid) else {
            return false;
        };
        if p.run == Run::Blocked && p.kind == Kind::Park {
            self.ready(host, pid, Reason::Unpark, wakes, WakeBy::Name);
        } else {
            p.permit = true;
        }
        true
    }

    /// `Thread.interrupt`, after the Java flag was set. True: the original native is to be called.
    ///
    /// It is not for a thread whose notification is under way: it would leave the machine's wait set
    /// before the machine's notify, which then picks another.
    ///
    /// As HotSpot's, it leaves a park permit (JavaThread::interrupt unparks the parker) unless it ends
    /// a park.
    pub fn interrupt(&mut self, host: &H, tid: i64, wakes: &mut WakeList<H::Thread>) -> bool {
        let Some(pid) = self.find(tid) else {
            return true;
        };
        let Some(p) = self.slots.get_mut(pid) else {
            return true;
        };
        let blocked = (p.run == Run::Blocked).then_some(p.kind);
        p.permit |= blocked != Some(Kind::Park);
        match blocked {
            Some(Kind::Park | Kind::Sleep) => {
                self.ready(host, pid, Reason::Interrupt, wakes, WakeBy::Name);
                true
            }
            Some(Kind::Wait) => {
                self.ready(host, pid, Reason::Interrupt, wakes, WakeBy::Interrupt);
                // Told by a thread outside the world, and at a door for good: nobody else would ask.
                self.check(host, wakes);
                true
            }
            Some(Kind::Io | Kind::Control) | None => {
                p.interrupted = true;
                !(p.in_monitor_wait && p.reason == Reason::Notify)
            }
        }
    }

    /// Consumes the park permit.
    pub fn take_permit(&mut self, pid: Pid) -> bool {
        self.slots
            .get_mut(pid)
            .is_some_and(|p| std::mem::take(&mut p.permit))
    }

    /// The descriptor of a participant blocked in I/O became ready.
    /// That thread itself says so and goes on; false if it was woken for another reason meanwhile.
    pub fn io_ready(&mut self, host: &H, pid: Pid, wakes: &mut WakeList<H::Thread>) -> bool {
        let waits = self
            .slots
            .get(pid)
            .is_some_and(|p| p.run == Run::Blocked && p.kind == Kind::Io);
        if waits {
            self.blocking = Some(pid);
            self.ready(host, pid, Reason::Io, wakes, WakeBy::Name);
            self.blocking = None;
        }
        waits
    }

    /// Why the participant's last wait ended.
    pub fn reason(&self, pid: Pid) -> Reason {
        self.slots.get(pid).map_or(Reason::Released, |p| p.reason)
    }

    /// The participant stands at the door of a monitor (MonitorContendedEnter).
    pub fn contend(
        &mut self,
        host: &H,
        pid: Pid,
        monitor: H::Object,
        wakes: &mut WakeList<H::Thread>,
    ) -> bool {
        let Some(p) = self.slots.get_mut(pid) else {
            return false;
        };
        if p.contention.monitor().is_some() {
            return false; // on its way back from Object.wait
        }
        if p.run == Run::Blocked {
            // On its way back from an Object.wait that the JVM ended by itself.
            let Some((hash, object)) = p.waits_on else {
                return false;
            };
            p.contention = Contention::Reenter(object);
            self.contended.push(pid);
            self.waits.leave(hash, pid);
            self.woken_by_jvm(pid);
            self.check_from(host, None, wakes);
            return false;
        }
        p.contention = Contention::Enter(monitor);
        if let Some(journal) = &mut self.journal {
            let now = self.clock.now();
            journal.blocked(now, p.tid, None, NEVER, host.stack(&p.thread));
        }
        self.contended.push(pid);
        self.stats.transitions += 1;
        self.check_from(host, None, wakes);
        true
    }

    /// It has entered (MonitorContendedEntered). Gives back the reference that `contend` took.
    pub fn entered(&mut self, pid: Pid) -> Option<H::Object> {
        let p = self.slots.get_mut(pid)?;
        let Contention::Enter(monitor) = p.contention else {
            return None;
        };
        p.contention = Contention::None;
        if let Some(journal) = &mut self.journal {
            journal.entered(self.clock.now(), p.tid);
        }
        self.contended.retain(|other| *other != pid);
        self.stats.transitions += 1;
        Some(monitor)
    }
}
