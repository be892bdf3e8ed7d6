//! Sleep, park, interrupt, and what a controller does, as hooks::{sleep, park, thread, world}.

use crate::jvm::{Interrupted, JThread};
use crate::thread::{Engine, Thread};
use crate::world::ModelHost;
use shuttle::sync::atomic::Ordering;
use shuttle::thread;
use std::sync::Arc;
use tickless::engine::{AdvanceError, Block, Kind, Nanos, Pid, Reason, Until, WakeList};

impl Thread {
    pub(crate) fn is_interrupted(&self) -> bool {
        self.me.interrupted.load(Ordering::SeqCst)
    }

    /// `None`: the Java flag is to be looked at again.
    fn block(&self, pid: Pid, kind: Kind, until: Until) -> Option<Reason> {
        self.me.arm();
        match self.step(|state, host, wakes| state.block(host, pid, kind, until, wakes)) {
            Block::Over(reason) => Some(reason),
            Block::Recheck => None,
            Block::Wait => Some(self.me.wait_flag()),
        }
    }

    /// Thread.sleep. A sleep that ends by its time ends exactly then.
    pub fn sleep(&self, nanos: Nanos) -> Result<Reason, Interrupted> {
        let Some(pid) = self.member() else {
            return Ok(Reason::Released);
        };
        let due = self.now() + nanos;
        loop {
            if self.me.interrupted.swap(false, Ordering::SeqCst) {
                return Err(Interrupted);
            }
            match self.block(pid, Kind::Sleep, Until::After(nanos)) {
                None => {}
                Some(Reason::Interrupt) => {
                    self.me.interrupted.store(false, Ordering::SeqCst);
                    return Err(Interrupted);
                }
                Some(reason) => {
                    self.assert_exact(reason, due);
                    return Ok(reason);
                }
            }
        }
    }

    pub(crate) fn assert_exact(&self, reason: Reason, due: Nanos) {
        match reason {
            Reason::Timeout => assert_eq!(self.now(), due, "thread {}", self.me.tid),
            Reason::Released => {}
            _ => assert!(self.now() <= due, "thread {} came late", self.me.tid),
        }
    }

    /// LockSupport.park; tells why it returned, `None` for "interrupted already".
    pub fn park(&self, until: Until) -> Option<Reason> {
        let Some(pid) = self.member() else {
            self.park_in_real_time(until);
            return Some(Reason::Released);
        };
        let due = match until {
            Until::After(nanos) => self.now() + nanos,
            _ => Nanos::MAX,
        };
        if self.is_interrupted() {
            self.world.lock().take_permit(pid);
            return None;
        }
        loop {
            match self.block(pid, Kind::Park, until) {
                None if self.is_interrupted() => return None,
                None => {}
                Some(Reason::Released) => {
                    self.park_in_real_time(until);
                    return Some(Reason::Released);
                }
                Some(reason) => {
                    self.assert_exact(reason, due);
                    return Some(reason);
                }
            }
        }
    }

    fn park_in_real_time(&self, until: Until) {
        match until {
            Until::Never => self.me.parker.take(),
            _ => thread::yield_now(),
        }
    }

    /// LockSupport.unpark.
    pub fn unpark(&self, thread: &JThread) {
        if self.world.is_open()
            && self.step(|state, host, wakes| state.unpark(host, thread.tid, wakes))
        {
            return;
        }
        if self.member().is_some() {
            let mut state = self.world.lock();
            if state.is_open() {
                state.lend(thread.tid);
            }
        }
        thread.parker.give();
    }

    /// LockSupport.park of a thread outside the world: a lent count is given back by its second park.
    pub fn park_outside(&self) {
        let parks = self.world.lock().lent_parks(self.me.tid);
        match parks {
            Some(1) => return,
            Some(_) => self.give_back(),
            None => {}
        }
        self.me.parker.take();
    }

    /// A thread outside the world ends.
    pub(crate) fn give_back(&self) {
        let tid = self.me.tid;
        self.step(|state, host, wakes| state.give_back(host, tid, wakes));
    }

    /// Thread.interrupt.
    pub fn interrupt(&self, thread: &JThread) {
        thread.interrupted.store(true, Ordering::SeqCst);
        if self.step(|state, host, wakes| state.interrupt(host, thread.tid, wakes)) {
            thread.jvm_interrupt();
        }
    }

    /// VirtualTime.advance.
    pub fn advance(&self, by: Nanos) -> Result<Reason, AdvanceError> {
        let target = self.now() + by;
        self.control(|state, host, wakes, pid, me| {
            state.begin_advance(host, pid, me, target, wakes)
        })
    }

    /// VirtualTime.settle.
    pub fn settle(&self) -> Result<Reason, AdvanceError> {
        self.control(|state, host, wakes, pid, me| state.begin_settle(host, pid, me, wakes))
    }

    fn control(
        &self,
        begin: impl FnOnce(
            &mut Engine,
            &ModelHost,
            &mut WakeList<Arc<JThread>>,
            Option<Pid>,
            Arc<JThread>,
        ) -> Result<Block, AdvanceError>,
    ) -> Result<Reason, AdvanceError> {
        let pid = self.member();
        self.me.arm();
        let me = self.me.clone();
        match self.step(|state, host, wakes| begin(state, host, wakes, pid, me))? {
            Block::Over(reason) => Ok(reason),
            _ => Ok(self.me.wait_flag()),
        }
    }
}
