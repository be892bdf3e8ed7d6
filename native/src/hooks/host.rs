//! The JVM as the engine's host, and the engine's lock.

use crate::engine::{Clock, Host, Kind, Nanos, Owner, Quiet, State, WakeList};
use crate::hooks::threads::ThreadRef;
use crate::hooks::{current, jdk, sockets, vthreads, watchdog};
use crate::jni::{Env, Global, descriptors, libjvm, memory};
use crate::jvmti;
use std::sync::{LazyLock, Mutex, MutexGuard};

/// One world at a time, one lock.
///
/// Every taker is in the state "in native" (a native, a JVMTI callback, or no Java thread at all), so
/// JNI and JVMTI calls that stop at a safepoint may be made while it is held: the VM thread never takes
/// it. Nothing that the VM thread itself posts may be hooked with code that does.
static ENGINE: LazyLock<Mutex<State<JvmHost>>> = LazyLock::new(|| Mutex::new(State::new()));

/// Takes the engine's lock.
pub fn engine() -> MutexGuard<'static, State<JvmHost>> {
    // A panic under the lock was caught and logged at the boundary; the count may be off, but a JVM
    // that goes on with a stuck world beats one that dies.
    ENGINE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Wakes what a transition made ready; after the lock was released.
pub fn flush(wakes: WakeList<ThreadRef>) {
    for wake in wakes {
        wake.thread.wake(wake.reason);
        if wake.kind == Kind::Io {
            wake.thread.signal();
        }
    }
}

/// The JVM on the current thread, which may have no environment (a thread that is ending).
pub struct JvmHost {
    env: Option<Env>,
    repeating: bool,
}

impl JvmHost {
    /// On a thread with an environment, or without one.
    pub fn on(env: Option<Env>) -> JvmHost {
        JvmHost {
            env,
            repeating: false,
        }
    }

    /// On the watchdog, which repeats wake-ups by itself.
    pub fn on_watchdog(env: Env) -> JvmHost {
        JvmHost {
            env: Some(env),
            repeating: true,
        }
    }
}

impl Host for JvmHost {
    type Thread = ThreadRef;
    type Object = Global;

    fn same(&self, a: Global, b: Global) -> bool {
        a == b || self.env.is_some_and(|env| env.same(&a, &b))
    }

    fn can_ask(&self) -> bool {
        if self.env.is_none() {
            watchdog::poke();
        }
        self.env.is_some()
    }

    fn owner(&self, monitor: Global) -> Owner {
        let Some(env) = self.env else {
            return Owner::Unknown;
        };
        match jvmti::monitor_owner(env, &monitor) {
            Ok(None) => Owner::Nobody,
            Ok(Some(owner)) => {
                match vthreads::is_blocked(env, &owner) {
                    Some(true) => return Owner::Blocked,
                    Some(false) => return Owner::Unknown,
                    None => {}
                }
                let tid = env.get_long(&owner, jdk::get().tid);
                env.delete_local(owner);
                Owner::Thread(tid)
            }
            Err(error) => {
                log::debug!("the owner of a monitor cannot be told: {error}");
                Owner::Unknown
            }
        }
    }

    fn ready_io(&self, waiting: &[ThreadRef]) -> Vec<usize> {
        let wanted: Vec<(i32, i16)> = waiting.iter().map(|thread| thread.io()).collect();
        let ready = descriptors::ready_now(&wanted);
        ready
            .iter()
            .enumerate()
            .filter_map(|(at, ready)| ready.then_some(at))
            .collect()
    }

    fn quiet(&self, io: &[ThreadRef]) -> Quiet {
        if !io.is_empty() && sockets::has_bytes_in_flight() {
            watchdog::repeat_soon();
            return Quiet::LookAgain;
        }
        let quiet = vthreads::quiet(self.env);
        if quiet == Quiet::LookAgain {
            watchdog::poke();
        }
        quiet
    }

    fn end_monitor_wait(&self, thread: &ThreadRef) {
        // Without an environment the watchdog does it: the engine lists the thread until it is back.
        match self.env {
            Some(env) => {
                thread.mark_stray();
                libjvm::get().interrupt(env, &thread.thread);
                if !self.repeating && thread.is_fresh() {
                    watchdog::repeat_soon();
                }
            }
            None => watchdog::poke(),
        }
    }

    fn leave_in_monitor_wait(&self, thread: &ThreadRef, remaining: Option<Nanos>) {
        if let Some(remaining) = remaining {
            watchdog::end_wait_later(thread.clone(), remaining);
        }
    }

    fn release(&self, thread: &ThreadRef, remaining: Option<Nanos>) {
        thread.set_remaining(remaining);
    }

    fn publish(&self, clock: &Clock) {
        let wall = clock.wall();
        memory::publish(
            clock.nano_time(),
            wall.millis(),
            wall.seconds(),
            i64::from(wall.nanos()),
        );
    }

    fn look_soon(&self) -> bool {
        if !self.repeating {
            watchdog::repeat_soon();
        }
        !self.repeating
    }

    fn current_tid(&self) -> Option<i64> {
        self.env.and_then(current::tid)
    }

    fn stack(&self, thread: &ThreadRef) -> u32 {
        thread.stack()
    }

    fn exit(&self) {
        watchdog::exit_program();
    }
}
