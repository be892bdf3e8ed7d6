//! `Thread.start` and `interrupt`: threads come in here.
//!
//! | JDK | replaced | original |
//! |---|---|---|
//! | 17 to 25 | Thread.start0()V, interrupt0()V | JVM_StartThread, JVM_Interrupt |

use crate::engine::WakeList;
use crate::hooks::current::{self, with_me};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::threads::JavaThread;
use crate::hooks::{jdk, membership, world};
use crate::jni::{Env, Local, libjvm, memory};

/// The native under Thread.start. The child is counted before it can run.
pub fn start(env: Env, thread: Local) {
    let jvm = libjvm::get();
    if !current::is_world_open() {
        return jvm.start(env, &thread);
    }
    world::enlist_shutdown_thread(env);
    let tid = env.get_long(&thread, jdk::get().tid);
    let name = env.string(&env.get_object(&thread, jdk::get().name));
    let joins = with_me(env, |_| ()).is_some() && !membership::stays_real(env, &thread, &name);
    // From 19 on a thread is marked where it is made; it belongs to whoever starts it.
    memory::set_participant(tid, joins);
    if !joins {
        return jvm.start(env, &thread);
    }
    let handle = JavaThread::new(env, &thread, true);
    let shared = membership::is_shared(env, &thread, &name);
    let pid = engine().join(tid, handle, shared);
    jvm.start(env, &thread);
    if env.has_exception() {
        // It did not start (OutOfMemoryError, IllegalThreadStateException).
        let mut wakes = WakeList::new();
        memory::set_participant(tid, false);
        let gone = engine().leave(&JvmHost::on(None), pid, &mut wakes);
        flush(wakes);
        drop(gone);
    }
}

/// The native under Thread.interrupt; the Java flag is set already.
pub fn interrupt(env: Env, thread: Local) {
    if current::is_world_open() {
        let tid = env.get_long(&thread, jdk::get().tid);
        let mut wakes = WakeList::new();
        engine().interrupt(&JvmHost::on(Some(env)), tid, &mut wakes);
        flush(wakes);
    }
    libjvm::get().interrupt(env, &thread);
}
