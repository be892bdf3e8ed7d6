//! What threads do, and what must hold however they are scheduled.

mod closing;
mod control;
mod doors;
mod interrupts;
mod joins;
mod lending;
mod monitors;
mod parks;
mod sleeps;

use crate::explore;
use crate::jvm::Interrupted;
use crate::thread::{Thread, auto, run};
use std::sync::{Arc, Mutex};
use tickless::engine::{AdvanceError, Nanos, Reason, Settings, Until};

/// A log of instants. Its lock is no point of scheduling.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<(Nanos, i64)>>>);

impl Log {
    fn note(&self, thread: &Thread) {
        let entry = (thread.now(), thread.me.tid);
        self.0.lock().unwrap().push(entry);
    }

    fn entries(&self) -> Vec<(Nanos, i64)> {
        self.0.lock().unwrap().clone()
    }
}
