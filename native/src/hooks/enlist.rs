//! Takes threads that run already into the world: the JDK's shared ones and those chosen by name.

use crate::hooks::current;
use crate::hooks::host::engine;
use crate::hooks::jdk;
use crate::hooks::membership;
use crate::hooks::threads::JavaThread;
use crate::jni::{Env, Local, libjvm, memory};
use crate::jvmti;
use crate::options::glob_matches;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

const PARKED: i32 = 0x200;
const IN_OBJECT_WAIT: i32 = 0x100;

/// Threads that join at their next call of a hook: what they are in now ends in real time.
static PENDING: Mutex<Option<HashSet<i64>>> = Mutex::new(None);

/// The JDK's pool and timer threads of earlier worlds, or of the time before.
pub fn shared_threads(env: Env) {
    // Carriers first: they tell which pool's scheduler belongs to them.
    enlist(env, true, |env, thread, name| {
        membership::is_shared(env, thread, name) && membership::is_carrier(env, thread)
    });
    enlist(env, true, |env, thread, name| {
        membership::is_shared(env, thread, name)
    });
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
    if state & (PARKED | IN_OBJECT_WAIT) == 0 {
        let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
        pending.get_or_insert_default().insert(tid);
        drop(pending);
        current::new_roster_if_open();
        return;
    }
    let handle = JavaThread::new(env, thread, true);
    {
        let mut engine = engine();
        if !engine.is_open() {
            return;
        }
        engine.join(tid, handle, shared);
        memory::set_participant(tid, true);
        current::new_roster();
    }
    if state & PARKED != 0 {
        libjvm::unpark(env, thread);
    } else {
        libjvm::get().interrupt(env, thread);
    }
}

/// Is the thread to join now?
pub fn take_pending(tid: i64) -> bool {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    pending.as_mut().is_some_and(|pending| pending.remove(&tid))
}

/// The world closed: nobody is to join any more.
pub fn forget() {
    *PENDING.lock().unwrap_or_else(PoisonError::into_inner) = None;
}
