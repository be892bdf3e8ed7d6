//! Virtual threads in monitors (24 and later, JEP 491): the one place where they move without a hook.
//!
//! A monitor exit, a notify or a VM timer puts the next virtual thread on a list inside the VM; the JDK's
//! VirtualThread-unblocker takes that list and resubmits the threads. Between the exit and the submit
//! nobody is counted. The VM sets `VirtualThread.onWaitingList` in the exiting thread, which is counted, so
//! time must not move while that flag is up on any virtual thread that entered a monitor the hard way; and
//! the unblocker itself is counted from the return of its native to the next call of it.

use crate::engine::{Quiet, WakeList};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::{current, jdk};
use crate::jni::{Env, Global, Local, Object};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Virtual threads that called Object.wait or met a taken monitor, by id.
static NOTED: Mutex<Option<HashMap<i64, Global>>> = Mutex::new(None);
/// The fast way past [`NOTED`].
static ANY: AtomicBool = AtomicBool::new(false);

/// The count that the unblocker holds while it works.
const UNBLOCKER: i64 = i64::MIN;

/// A virtual thread is about to block in a monitor.
pub fn note(env: Env, thread: &impl Object) {
    jdk::meet_virtual_threads(env);
    let tid = env.get_long(thread, jdk::get().tid);
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    noted
        .get_or_insert_default()
        .entry(tid)
        .or_insert_with(|| env.new_global(thread));
    ANY.store(true, Ordering::SeqCst);
}

/// Is no virtual thread on the VM's list?
pub fn quiet(env: Option<Env>) -> Quiet {
    if !ANY.load(Ordering::SeqCst) {
        return Quiet::Yes;
    }
    let (Some(env), Some(fields)) = (env, jdk::virtual_fields()) else {
        return Quiet::LookAgain;
    };
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(noted) = noted.as_mut() else {
        return Quiet::Yes;
    };
    let mut gone = Vec::new();
    for (tid, thread) in noted.iter() {
        if env.get_bool(thread, fields.on_waiting_list) {
            return Quiet::No; // the unblocker will pass by, and ask again
        }
        if !fields.is_in_monitor(env.get_int(thread, fields.state)) {
            gone.push(*tid);
        }
    }
    for tid in gone {
        if let Some(thread) = noted.remove(&tid) {
            env.delete_global(thread);
        }
    }
    ANY.store(!noted.is_empty(), Ordering::SeqCst);
    Quiet::Yes
}

/// Is the virtual thread blocked, so that it cannot let go of a monitor?
pub fn is_blocked(env: Env, thread: &Local) -> Option<bool> {
    let fields = jdk::virtual_fields()?;
    if !env.is_instance(thread, fields.class) {
        return None;
    }
    Some(fields.is_blocked(env.get_int(thread, fields.state)))
}

/// The unblocker asks for the VM's list: until it gets one it does nothing.
pub fn unblocker_asks(env: Env) {
    let mut wakes = WakeList::new();
    {
        let host = JvmHost::on(Some(env));
        let mut state = engine();
        state.give_back(&host, UNBLOCKER, &mut wakes);
        state.check(&host, &mut wakes);
    }
    flush(wakes);
}

/// It got one, and is about to resubmit threads.
pub fn unblocker_works() {
    let mut state = engine();
    if state.is_open() && current::is_world_open() {
        state.lend(UNBLOCKER);
    }
}

/// The world closed.
pub fn forget(env: Env) {
    let noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner).take();
    ANY.store(false, Ordering::SeqCst);
    for (_, thread) in noted.into_iter().flatten() {
        env.delete_global(thread);
    }
}
