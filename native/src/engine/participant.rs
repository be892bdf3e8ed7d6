//! One thread that lives in virtual time.

use super::timers::TimerKey;
use super::{Host, NEVER, Nanos, Wall};

/// What a participant is blocked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `Unsafe.park`.
    Park,
    /// `Thread.sleep`.
    Sleep,
    /// `Object.wait`.
    Wait,
    /// Readiness of a descriptor.
    Io,
    /// A controller in `advance` or `settle`.
    Control,
}

/// Why a blocked participant goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its deadline came.
    Timeout,
    /// It was unparked, or had a permit.
    Unpark,
    /// It was notified, or the JVM itself ended its wait.
    Notify,
    /// It was interrupted.
    Interrupt,
    /// Its data is there.
    Io,
    /// What it asked for as a controller is done.
    Done,
    /// The world was closed, or the thread was put on real time.
    Released,
    /// As a controller: a participant stayed busy.
    NotSettled,
    /// Nobody could have ended this wait; it ends with an explanation.
    Stuck,
}

impl Reason {
    const ALL: [Reason; 9] = [
        Reason::Timeout,
        Reason::Unpark,
        Reason::Notify,
        Reason::Interrupt,
        Reason::Io,
        Reason::Done,
        Reason::Released,
        Reason::NotSettled,
        Reason::Stuck,
    ];

    /// A non-zero number, for a wake-up word.
    pub fn code(self) -> u32 {
        self as u32 + 1
    }

    /// The inverse of [`Reason::code`].
    pub fn from_code(code: u32) -> Reason {
        Reason::ALL
            .get(code.wrapping_sub(1) as usize)
            .copied()
            .unwrap_or(Reason::Released)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_non_zero_and_go_both_ways() {
        for reason in Reason::ALL {
            assert_ne!(reason.code(), 0);
            assert_eq!(Reason::from_code(reason.code()), reason);
        }
        assert_eq!(Reason::from_code(0), Reason::Released);
        assert_eq!(Reason::from_code(99), Reason::Released);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    Running,
    Blocked,
}

/// A monitor that a participant has still to enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contention<O> {
    None,
    /// It stands at the door of a `synchronized` block.
    Enter(O),
    /// Its wait has ended and it has to take the monitor again.
    Reenter(O),
}

impl<O: Copy> Contention<O> {
    pub fn monitor(&self) -> Option<O> {
        match self {
            Contention::None => None,
            Contention::Enter(monitor) | Contention::Reenter(monitor) => Some(*monitor),
        }
    }
}

/// A thread's record. Read and written under the engine's lock only.
pub struct Participant<H: Host> {
    pub(crate) tid: i64,
    pub(crate) thread: H::Thread,
    pub(crate) run: Run,
    pub(crate) kind: Kind,
    pub(crate) reason: Reason,
    /// `LockSupport` permit.
    pub(crate) permit: bool,
    /// An interrupt that came while it was not blocked; it may be stale, so the hook looks at the Java flag again.
    pub(crate) interrupted: bool,
    pub(crate) deadline: Nanos,
    /// The wall instant waited for (`parkUntil`), which moves when the wall clock is stepped.
    pub(crate) wall_deadline: Option<Wall>,
    pub(crate) timer: Option<TimerKey>,
    /// The monitor it waits on, in `Object.wait`.
    pub(crate) waits_on: Option<(i32, H::Object)>,
    pub(crate) contention: Contention<H::Object>,
    /// Inside the machine's own monitor wait, or on its way into it.
    pub(crate) in_monitor_wait: bool,
    /// Woken in the machine's own monitor wait by [`Host::end_monitor_wait`] and not yet back.
    pub(crate) directed: bool,
    /// Outlives worlds: a JDK pool or timer thread, never reported as a leak.
    pub(crate) shared: bool,
    /// Waits on something outside the JVM.
    pub(crate) outside: bool,
    /// It ran before it joined, so the timeout of its next wait may come from the real clock.
    pub(crate) fresh: bool,
    /// It lived before the world, which does not expect it to end.
    pub(crate) adopted: bool,
}

impl<H: Host> Participant<H> {
    pub(crate) fn new(tid: i64, thread: H::Thread, shared: bool) -> Self {
        Participant {
            tid,
            thread,
            run: Run::Running,
            kind: Kind::Park,
            reason: Reason::Done,
            permit: false,
            interrupted: false,
            deadline: NEVER,
            wall_deadline: None,
            timer: None,
            waits_on: None,
            contention: Contention::None,
            in_monitor_wait: false,
            directed: false,
            shared,
            outside: false,
            fresh: false,
            adopted: false,
        }
    }

    /// The Java thread id.
    pub fn tid(&self) -> i64 {
        self.tid
    }

    /// The host's handle.
    pub fn thread(&self) -> &H::Thread {
        &self.thread
    }

    /// What it is blocked in; `None` while it runs or stands at a monitor.
    pub fn blocked_in(&self) -> Option<Kind> {
        (self.run == Run::Blocked).then_some(self.kind)
    }

    /// Does it hold a `LockSupport` permit? When the thread goes on in real time, so does the permit.
    pub fn has_permit(&self) -> bool {
        self.permit
    }

    /// Does it stand at the door of a monitor?
    pub fn contends(&self) -> bool {
        self.contention.monitor().is_some()
    }

    /// The deadline of its wait; [`NEVER`] without one.
    pub fn deadline(&self) -> Nanos {
        self.deadline
    }

    /// Does it outlive worlds?
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Did it run before it joined?
    pub fn is_adopted(&self) -> bool {
        self.adopted
    }

    /// Does it wait on something outside the JVM?
    pub fn is_outside(&self) -> bool {
        self.outside
    }

    /// The object waited on or contended for.
    pub fn monitor(&self) -> Option<H::Object> {
        self.contention
            .monitor()
            .or(self.waits_on.map(|(_, object)| object))
    }
}
