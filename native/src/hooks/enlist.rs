//! Takes threads that run already into the world: the JDK's shared ones and those chosen by name.

use crate::hooks::current;
use crate::hooks::host::engine;
use crate::hooks::jdk;
use crate::hooks::membership;
use crate::hooks::threads::JavaThread;
use crate::jni::{Env, Local, libjvm, memory};
use crate::jvmti;
use crate::options::glob_matches;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const WITH_TIMEOUT: i32 = 0x20;
const PARKED: i32 = 0x200;
const IN_OBJECT_WAIT: i32 = 0x100;

/// Threads that join when they next park or wait, or are unparked, with whether they are shared: what they are in
/// now ends in real time.
static PENDING: Mutex<Option<HashMap<i64, bool>>> = Mutex::new(None);
/// How many there are; the fast way past [`PENDING`].
static ANY: AtomicUsize = AtomicUsize::new(0);

/// The world's nanoTime began later than the real one reads, since an earlier world ran ahead.
static AHEAD: AtomicBool = AtomicBool::new(false);

/// Tells whether the world that is being opened begins with a nanoTime beyond the real one.
pub fn set_ahead(ahead: bool) {
    AHEAD.store(ahead, Ordering::SeqCst);
}

/// The JDK's pool and timer threads of earlier worlds, or of the time before.
pub fn shared_threads(env: Env) {
    // Carriers first: they tell which pool's scheduler belongs to them.
    enlist(env, true, |env, thread, name| {
        membership::is_shared(env, thread, name) && membership::is_carrier(env, thread)
    });
    let shared =
        |env: Env, thread: &Local, name: &str| membership::is_shared(env, thread, name);
    let mut patience = PATIENCE;
    while patience > 0 && any_running(env, shared) {
        patience -= 1;
        std::thread::sleep(LOOK_AGAIN);
    }
    enlist(env, true, shared);
}

/// A pool thread that has just done its last task looks for another before it parks, and would find one of the
/// world's while it is still out: it is given a moment. One that works on for others comes in when it is done.
const PATIENCE: u32 = 100;
const LOOK_AGAIN: Duration = Duration::from_micros(500);

/// Does any of the chosen threads neither park nor wait?
fn any_running(env: Env, chosen: impl Fn(Env, &Local, &str) -> bool) -> bool {
    let mut running = false;
    for thread in jvmti::all_threads().unwrap_or_default() {
        let name_ref = env.get_object(&thread, jdk::get().name);
        running |= chosen(env, &thread, &env.string(&name_ref))
            && jvmti::thread_state(&thread)
                .is_ok_and(|state| state & (PARKED | IN_OBJECT_WAIT) == 0);
        env.delete_local(name_ref);
        env.delete_local(thread);
    }
    running
}

/// Threads whose names match; how many joined, now or at their next wait.
pub fn adopt(env: Env, globs: &[String]) -> usize {
    if globs.is_empty() {
        return 0;
    }
    enlist(env, false, |_, _, name| {
        globs.iter().any(|glob| glob_matches(glob, name))
    })
}

fn enlist(env: Env, shared: bool, chosen: impl Fn(Env, &Local, &str) -> bool) -> usize {
    let threads = match jvmti::all_threads() {
        Ok(threads) => threads,
        Err(error) => {
            log::warn!("running threads cannot be taken in: {error}");
            return 0;
        }
    };
    let mut joined = 0;
    for thread in threads {
        let name_ref = env.get_object(&thread, jdk::get().name);
        let name = env.string(&name_ref);
        if chosen(env, &thread, &name) {
            take_in(env, &thread, shared);
            joined += 1;
        }
        env.delete_local(name_ref);
        env.delete_local(thread);
    }
    joined
}

/// A parked thread joins now and is woken, spuriously, to park again in the world. Any other joins at
/// its next call of a hook.
fn take_in(env: Env, thread: &Local, shared: bool) {
    let tid = env.get_long(thread, jdk::get().tid);
    let state = jvmti::thread_state(thread).unwrap_or(0);
    if engine().find(tid).is_some() {
        return;
    }
    // An end that was worked out from the real clock lies in the past of a world that began ahead of it: the wait
    // would end early. The shared threads' queues hold deadlines of earlier worlds too, so they come in at once.
    let ends_in_real_time = !shared && state & WITH_TIMEOUT != 0 && AHEAD.load(Ordering::SeqCst);
    if state & (PARKED | IN_OBJECT_WAIT) == 0 || ends_in_real_time {
        pend(tid, shared);
        return;
    }
    if !join(env, thread, tid, shared) {
        return;
    }
    if state & PARKED != 0 {
        libjvm::unpark(env, thread);
    } else {
        libjvm::get().interrupt(env, thread);
    }
}

fn pend(tid: i64, shared: bool) {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    let pending = pending.get_or_insert_default();
    pending.insert(tid, shared);
    ANY.store(pending.len(), Ordering::SeqCst);
}

fn join(env: Env, thread: &Local, tid: i64, shared: bool) -> bool {
    let handle = JavaThread::new(env, thread, true);
    let mut engine = engine();
    if !engine.is_open() || engine.find(tid).is_some() {
        return false;
    }
    engine.join_running(tid, handle, shared);
    memory::set_participant(tid, true);
    current::new_roster();
    true
}

/// The thread is about to park or wait, or to be unparked. If it is to join it does so now; its wait is then to
/// return at once.
pub fn join_if_pending(env: Env, thread: &Local) -> bool {
    if ANY.load(Ordering::Relaxed) == 0 {
        return false;
    }
    let tid = env.get_long(thread, jdk::get().tid);
    let shared = {
        let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = pending.as_mut().and_then(|pending| pending.remove(&tid));
        ANY.store(pending.as_ref().map_or(0, HashMap::len), Ordering::SeqCst);
        shared
    };
    shared.is_some_and(|shared| join(env, thread, tid, shared))
}

/// As [`join_if_pending`], for the current platform thread.
pub fn join_current_if_pending(env: Env) -> bool {
    if ANY.load(Ordering::Relaxed) == 0 {
        return false;
    }
    let carrier = libjvm::get().current_carrier(env);
    let joined = join_if_pending(env, &carrier);
    env.delete_local(carrier);
    joined
}

/// The world closed: nobody is to join any more.
pub fn forget() {
    *PENDING.lock().unwrap_or_else(PoisonError::into_inner) = None;
    ANY.store(0, Ordering::SeqCst);
}
