//! What the engine asks of the machine it runs on.

use super::{Clock, Nanos};

/// Who holds a contended monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Nobody at this moment: a waiter is about to take it.
    Nobody,
    /// The thread with this id.
    Thread(i64),
    /// A thread that the engine does not count and that is itself blocked until time moves or a
    /// participant wakes it (a parked virtual thread).
    Blocked,
    /// It cannot be told; treated as "somebody who will let it go".
    Unknown,
}

/// Does anything outside the engine's count still move?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quiet {
    /// Nothing.
    Yes,
    /// Something does, and it will come back to the engine by itself.
    No,
    /// Something does, and only a later look can tell: look again in real time.
    LookAgain,
}

/// The machine under the engine. Called under the engine's lock: an implementation must not take it.
pub trait Host {
    /// A handle on a thread, kept by the engine and given back in a wake list.
    type Thread: Clone;
    /// A reference to a monitor object, valid until the thread that gave it is done waiting.
    type Object: Copy;

    /// Do both name the same object?
    fn same(&self, a: Self::Object, b: Self::Object) -> bool;
    /// May the questions below be asked on this thread? If not, the host arranges for
    /// [`super::State::check`] to be called on one where they may.
    fn can_ask(&self) -> bool;
    /// Who owns the monitor that a participant waits to enter?
    fn owner(&self, monitor: Self::Object) -> Owner;
    /// Of the threads blocked in I/O, the positions of those whose data is there.
    fn ready_io(&self, waiting: &[Self::Thread]) -> Vec<usize>;
    /// Is all quiet that the engine does not count (virtual threads on their way, bytes in flight)?
    fn quiet(&self, io: &[Self::Thread]) -> Quiet;
    /// Ends the wait of a thread in the machine's own monitor wait, without an interrupt.
    fn end_monitor_wait(&self, thread: &Self::Thread);
    /// The world closes while this thread is in the machine's monitor wait: it stays there, in real
    /// time from now on, for what is left of its timeout. Nothing is left for one whose wait has been
    /// ended by [`Host::end_monitor_wait`]: that wake-up may have been lost and is to be repeated until the
    /// thread is out.
    fn leave_in_monitor_wait(&self, thread: &Self::Thread, remaining: Option<Nanos>);
    /// The world closes while this thread is blocked by the engine: it is told how much of its timeout
    /// is left, and woken to spend that in real time.
    fn release(&self, thread: &Self::Thread, remaining: Option<Nanos>);
    /// Makes the clock's new readings visible to all threads.
    fn publish(&self, clock: &Clock);
    /// The main world has come of age: the program is to end.
    fn exit(&self);
    /// Asks for [`super::State::check`] in a moment of real time; false where nobody would call it. A waiter that was
    /// woken takes its monitor and comes back by itself, nearly always, and who owns a monitor is dear to ask.
    fn look_soon(&self) -> bool {
        false
    }
    /// The id of the calling thread, for the journal.
    fn current_tid(&self) -> Option<i64> {
        None
    }
    /// The number of the stack on which a thread is about to wait, for the journal.
    fn stack(&self, _thread: &Self::Thread) -> u32 {
        0
    }
}
