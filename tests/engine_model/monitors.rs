//! Monitors: `Object.wait`, `notify`, `Thread.join` and the doors of `synchronized`, as hooks::monitor.

use crate::jvm::{Doors, Interrupted, JThread};
use crate::thread::Thread;
use shuttle::sync::atomic::Ordering;
use shuttle::thread;
use tickless::engine::{Block, Nanos, NotifyPlan, Reason, Until};

impl Doors for Thread {
    fn contended_enter(&self, monitor: usize) {
        if let Some(pid) = self.member() {
            self.step(|state, host, wakes| state.contend(host, pid, monitor, wakes));
        }
    }

    fn contended_entered(&self) {
        if let Some(pid) = self.member() {
            self.step(|state, _, _| state.entered(pid));
        }
    }
}

impl Thread {
    /// Runs `body` inside `synchronized (monitor)`.
    pub fn synchronized<R>(&self, monitor: usize, body: impl FnOnce() -> R) -> R {
        self.world.machine.monitors.enter(&self.me, monitor, self);
        let result = body();
        self.world.machine.monitors.exit(&self.me, monitor);
        result
    }

    /// Object.wait.
    pub fn wait(&self, monitor: usize, until: Until) -> Result<Reason, Interrupted> {
        let monitors = &self.world.machine.monitors;
        let Some(pid) = self.member().filter(|_| !self.is_interrupted()) else {
            return self.wait_in_real_time(monitor, until);
        };
        let due = match until {
            Until::After(nanos) => self.now() + nanos,
            _ => Nanos::MAX,
        };
        loop {
            self.me.wait_serial.fetch_add(1, Ordering::SeqCst);
            let begun = self.step(|state, host, wakes| {
                state.begin_wait(host, pid, monitor as i32, monitor, until, wakes)
            });
            match begun {
                Block::Wait => {
                    let result = monitors.wait(&self.me, monitor, self);
                    self.me.wait_serial.fetch_add(1, Ordering::SeqCst);
                    let reason = self.step(|state, _, _| state.end_wait(pid).0);
                    if result.is_err() && reason == Reason::Notify {
                        // Notified first: the interrupt stays pending.
                        self.me.interrupted.store(true, Ordering::SeqCst);
                        return Ok(reason);
                    }
                    self.assert_waited(reason, due);
                    return result.map(|()| reason);
                }
                Block::Over(Reason::Released) => {
                    self.me.wait_serial.fetch_add(1, Ordering::SeqCst);
                    return self.wait_in_real_time(monitor, until);
                }
                Block::Over(reason) => {
                    self.me.wait_serial.fetch_add(1, Ordering::SeqCst);
                    self.assert_exact(reason, due);
                    return Ok(reason);
                }
                Block::Recheck => {
                    self.me.wait_serial.fetch_add(1, Ordering::SeqCst);
                    if self.is_interrupted() {
                        return self.wait_in_real_time(monitor, until);
                    }
                }
            }
        }
    }

    /// A wait may end late, since the monitor has to be taken again, but never early.
    fn assert_waited(&self, reason: Reason, due: Nanos) {
        if reason == Reason::Timeout {
            assert!(self.now() >= due, "thread {} came early", self.me.tid);
        }
    }

    fn wait_in_real_time(&self, monitor: usize, until: Until) -> Result<Reason, Interrupted> {
        let monitors = &self.world.machine.monitors;
        if until == Until::Never {
            monitors.wait(&self.me, monitor, self)?;
        } else if self.me.interrupted.swap(false, Ordering::SeqCst) {
            return Err(Interrupted);
        } else {
            monitors.exit(&self.me, monitor);
            thread::yield_now();
            monitors.enter(&self.me, monitor, self);
        }
        Ok(Reason::Released)
    }

    /// Object.notify, by the owner.
    pub fn notify(&self, monitor: usize) -> NotifyPlan {
        let plan = if self.world.is_open() {
            self.step(|state, host, wakes| {
                state.notify(host, monitor as i32, monitor, false, wakes)
            })
        } else {
            NotifyPlan::Original
        };
        if plan == NotifyPlan::Original {
            self.world.machine.monitors.notify(&self.me, monitor);
        }
        plan
    }

    /// Object.notifyAll, by the owner.
    pub fn notify_all(&self, monitor: usize) {
        if self.world.is_open() {
            self.step(|state, host, wakes| {
                state.notify_all(host, monitor as i32, monitor, wakes);
            });
        }
        self.world.machine.monitors.notify_all(&self.me, monitor);
    }

    /// Thread.join.
    pub fn join(&self, thread: &JThread, until: Until) -> Result<(), Interrupted> {
        self.synchronized(thread.monitor(), || {
            while thread.alive.load(Ordering::SeqCst) {
                if self.wait(thread.monitor(), until)? == Reason::Timeout {
                    break;
                }
            }
            Ok(())
        })
    }
}
