//! Ends the wait of a controller that nobody could end, with a TicklessException that says why.
//!
//! A wait of java.util.concurrent has to come back by its own way out, or a Condition would be left without its lock
//! and a lock's queue with a dead waiter. So it is interrupted, and the InterruptedException that it makes in the end
//! is replaced where every exception passes: in Throwable.fillInStackTrace.

use crate::agent;
use crate::hooks::current::Me;
use crate::hooks::{jdk, world};
use crate::jni::{Env, Local, libjvm};
use crate::jvmti;
use crate::report;
use std::cell::Cell;

thread_local! {
    /// The world in which this thread was interrupted to end a wait; 0 for none.
    static INTERRUPTED: Cell<i64> = const { Cell::new(0) };
}

/// Throws the explanation out of the hook.
pub fn throw(env: Env) {
    agent::throw_tickless(env, &report::last_stuck());
}

/// Ends a park of the current thread.
pub fn end_park(env: Env, me: &Me) {
    let again = INTERRUPTED.with(Cell::get) == world::last_id();
    // A caller that ignores interrupts parks again; it gets the exception as it stands.
    if again || !has_a_way_out(env) {
        return throw(env);
    }
    INTERRUPTED.with(|world| world.set(world::last_id()));
    if me.thread.carrier {
        let current = libjvm::get().current_thread(env);
        env.set_bool(&current, jdk::get().interrupted, true);
        env.delete_local(current);
    } else {
        env.set_bool(&me.thread.thread, jdk::get().interrupted, true);
    }
}

/// Is the caller of LockSupport java.util.concurrent, which ends its waits when interrupted?
fn has_a_way_out(env: Env) -> bool {
    const DEEP_ENOUGH: usize = 8;
    let thread = libjvm::get().current_thread(env);
    let stack = jvmti::stack_of(env, &thread, DEEP_ENOUGH).unwrap_or_default();
    env.delete_local(thread);
    stack
        .iter()
        .find(|frame| {
            frame.class != "jdk.internal.misc.Unsafe"
                && frame.class != "java.util.concurrent.locks.LockSupport"
        })
        .is_some_and(|frame| frame.class.starts_with("java.util.concurrent."))
}

/// An exception is being made on the current thread.
pub fn explain(env: Env, throwable: &Local) {
    if INTERRUPTED.with(Cell::get) != 0
        && env.is_instance(throwable, jdk::get().interrupted_exception)
        && INTERRUPTED.with(Cell::take) == world::last_id()
    {
        throw(env);
    }
}
