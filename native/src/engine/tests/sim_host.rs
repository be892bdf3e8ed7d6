//! A machine without a JVM: who owns which monitor and whose data is there are plain data.

use crate::engine::{Clock, Host, Nanos, Owner, Quiet};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

/// A reference to a monitor. Two references may name one object, as global references do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Monitor {
    object: u32,
    reference: u32,
    hash: i32,
}

impl Monitor {
    pub const fn new(object: u32) -> Monitor {
        Monitor {
            object,
            reference: 0,
            hash: object as i32,
        }
    }

    /// Another reference to the same object.
    pub const fn again(self) -> Monitor {
        Monitor {
            reference: self.reference + 1,
            ..self
        }
    }

    /// As if its identity hash were this: other objects may have the same one.
    pub const fn with_hash(self, hash: i32) -> Monitor {
        Monitor { hash, ..self }
    }

    pub fn hash(self) -> i32 {
        self.hash
    }
}

/// What the engine told the machine to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    EndWait(i64),
    LeaveInWait(i64, Option<Nanos>),
    Release(i64, Option<Nanos>),
    Exit,
}

#[derive(Default)]
pub struct SimHost {
    pub owners: RefCell<HashMap<u32, Owner>>,
    /// Threads whose descriptor is ready.
    pub data_for: RefCell<HashSet<i64>>,
    pub noise: Cell<Option<Quiet>>,
    pub mute: Cell<bool>,
    /// Time as every thread reads it: the last published one.
    pub published: Cell<Option<Clock>>,
    told: RefCell<Vec<Told>>,
}

impl SimHost {
    pub fn own(&self, monitor: Monitor, owner: Owner) {
        self.owners.borrow_mut().insert(monitor.object, owner);
    }

    /// What it was told since this was last asked.
    pub fn told(&self) -> Vec<Told> {
        self.told.take()
    }

    fn tell(&self, what: Told) {
        self.told.borrow_mut().push(what);
    }
}

impl Host for SimHost {
    type Thread = i64;
    type Object = Monitor;

    fn same(&self, a: Monitor, b: Monitor) -> bool {
        a.object == b.object
    }

    fn can_ask(&self) -> bool {
        !self.mute.get()
    }

    fn owner(&self, monitor: Monitor) -> Owner {
        let owners = self.owners.borrow();
        owners
            .get(&monitor.object)
            .copied()
            .unwrap_or(Owner::Nobody)
    }

    fn ready_io(&self, waiting: &[i64]) -> Vec<usize> {
        let data_for = self.data_for.borrow();
        (0..waiting.len())
            .filter(|at| data_for.contains(&waiting[*at]))
            .collect()
    }

    fn quiet(&self, _io: &[i64]) -> Quiet {
        self.noise.get().unwrap_or(Quiet::Yes)
    }

    fn end_monitor_wait(&self, thread: &i64) {
        self.tell(Told::EndWait(*thread));
    }

    fn leave_in_monitor_wait(&self, thread: &i64, remaining: Option<Nanos>) {
        self.tell(Told::LeaveInWait(*thread, remaining));
    }

    fn release(&self, thread: &i64, remaining: Option<Nanos>) {
        self.tell(Told::Release(*thread, remaining));
    }

    fn publish(&self, clock: &Clock) {
        self.published.set(Some(*clock));
    }

    fn exit(&self) {
        self.tell(Told::Exit);
    }
}
