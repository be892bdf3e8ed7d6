//! `LockSupport.park` and `unpark`: everything of java.util.concurrent waits here.
//!
//! | JDK | replaced | original |
//! |---|---|---|
//! | 17 to 25 | jdk.internal.misc.Unsafe.park(ZJ)V, unpark(Object)V | the address told by NativeMethodBind |
//!
//! A participant blocks on a word of its own, in native state, and its permit is the engine's: the
//! JDK's parker is not touched. The order is HotSpot's (Parker::park, os_posix.cpp): permit, interrupt,
//! then the time.

use crate::engine::{Block, Kind, Reason, Until, WakeList, Wall};
use crate::hooks::current::{self, Me, with_me};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::threads::JavaThread;
use crate::hooks::{enlist, flight, io, jdk, lending, stuck};
use crate::jni::{Env, Local, libjvm};

/// Unsafe.park(isAbsolute, time): nanoseconds, or milliseconds since the epoch.
pub fn park(env: Env, absolute: bool, time: i64) {
    if with_me(env, |me| park_participant(env, me, absolute, time)).is_none() {
        if current::is_world_open() && enlist::join_current_if_pending(env) {
            return;
        }
        if current::is_world_open() && lending::parks(env) {
            // The permit that brought this thread here is consumed; it looks for work and parks again.
            return libjvm::park(env, false, 1);
        }
        libjvm::park(env, absolute, time);
    }
}

fn park_participant(env: Env, me: &Me, absolute: bool, time: i64) {
    let until = match (absolute, time) {
        (false, 0) => Until::Never,
        (false, nanos) => Until::After(i128::from(nanos)),
        (true, millis) => Until::Wall(Wall(i128::from(millis) * 1_000_000)),
    };
    // HotSpot does not wait at all for a negative time or the absolute time 0.
    let at_once = time < 0 || (absolute && time == 0);
    if at_once || me.thread.is_interrupted(env) {
        engine().take_permit(me.pid);
        return;
    }
    let status = if until == Until::Never {
        jdk::PARKED
    } else {
        jdk::PARKED_TIMED
    };
    let host = JvmHost::on(Some(env));
    loop {
        match block(env, &host, me, Kind::Park, until, status) {
            None => {
                if me.thread.is_interrupted(env) {
                    return;
                }
            }
            Some(Reason::Released) => return go_on_in_real_time(env, &me.thread, until),
            Some(Reason::Stuck) => return stuck::end_park(env, me),
            Some(_) => return,
        }
    }
}

fn go_on_in_real_time(env: Env, thread: &JavaThread, until: Until) {
    match (until, thread.remaining()) {
        (Until::Never, _) => libjvm::park(env, false, 0),
        (_, Some(nanos)) if nanos > 0 => libjvm::park(env, false, nanos),
        _ => {}
    }
}

/// Blocks the current participant. `None`: the Java interrupt flag is to be looked at again.
pub(super) fn block(
    env: Env,
    host: &JvmHost,
    me: &Me,
    kind: Kind,
    until: Until,
    status: i32,
) -> Option<Reason> {
    me.thread.arm();
    me.thread.note_stack(env);
    // Before the lock: whoever time wakes next must already see this thread's state.
    me.thread.set_status(env, status);
    let mut wakes = WakeList::new();
    let outside = io::waits_for_process(env, me);
    let began = flight::wait_begins();
    let outcome = {
        let mut state = engine();
        state.set_outside(me.pid, outside);
        state.block(host, me.pid, kind, until, &mut wakes)
    };
    flush(wakes);
    let reason = match outcome {
        Block::Over(reason) => Some(reason),
        Block::Recheck => None,
        Block::Wait => Some(me.thread.wait()),
    };
    me.thread.set_status(env, jdk::RUNNABLE);
    if let Some(reason) = reason {
        flight::wait_ended(env, kind, &began, outcome, reason);
    }
    reason
}

/// Unsafe.unpark(thread); null is the original's business.
pub fn unpark(env: Env, thread: Local) {
    if !current::is_world_open() || thread.is_null() {
        return libjvm::unpark(env, &thread);
    }
    let tid = env.get_long(&thread, jdk::get().tid);
    let host = JvmHost::on(Some(env));
    let mut wakes = WakeList::new();
    let ours = engine().unpark(&host, tid, &mut wakes);
    flush(wakes);
    if !ours && !enlist::join_if_pending(env, &thread) {
        lending::lend_to(env, tid);
    }
    if !ours {
        libjvm::unpark(env, &thread);
    }
}
