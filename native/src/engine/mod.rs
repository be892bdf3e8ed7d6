//! The discrete-event engine: a virtual clock, the threads that take part in it, and the rule that moves it.
//!
//! It knows no JVM. Every transition is a method on [`State`], called under one lock; what has to be
//! woken afterwards comes back in a [`WakeList`]. The JVM's side is the trait [`Host`], so the same
//! code is model-checked and benchmarked without a JVM.
//!
//! The accounting is exact: whoever makes a thread runnable counts it, under the lock, before waking
//! it; a thread takes itself off when it blocks. `running == contended` therefore means quiescence,
//! with no sampling, and the thread that brings it about moves time itself.

#![forbid(unsafe_code)]

mod clock;
mod control;
mod host;
pub mod journal;
mod participant;
mod quiescence;
mod roster;
mod slab;
mod state;
#[cfg(test)]
mod tests;
mod timers;
mod waitset;

pub use clock::{Clock, NEVER, Nanos, Wall};
pub use control::{AdvanceError, Controller};
pub use host::{Host, Owner, Quiet};
pub use participant::{Kind, Participant, Reason};
pub use slab::Pid;
pub use state::{Block, Settings, State, Stats, Until};
pub use waitset::NotifyPlan;

/// A thread that the caller has to wake once it has released the lock.
#[derive(Debug)]
pub struct Wake<T> {
    /// The host's handle on the thread.
    pub thread: T,
    /// What it was blocked in, which tells how it is woken.
    pub kind: Kind,
    /// Why.
    pub reason: Reason,
}

/// Threads to wake after the lock is released; nearly always none or one.
#[derive(Debug)]
pub struct WakeList<T> {
    first: Option<Wake<T>>,
    more: Vec<Wake<T>>,
}

impl<T> Default for WakeList<T> {
    fn default() -> Self {
        WakeList {
            first: None,
            more: Vec::new(),
        }
    }
}

impl<T> WakeList<T> {
    /// An empty list; allocates nothing.
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn push(&mut self, wake: Wake<T>) {
        if self.first.is_none() {
            self.first = Some(wake);
        } else {
            self.more.push(wake);
        }
    }

    /// True when nobody is to be woken.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

impl<T> IntoIterator for WakeList<T> {
    type Item = Wake<T>;
    type IntoIter = std::iter::Chain<std::option::IntoIter<Wake<T>>, std::vec::IntoIter<Wake<T>>>;

    /// All of them, in the order in which they were made ready.
    fn into_iter(self) -> Self::IntoIter {
        self.first.into_iter().chain(self.more)
    }
}
