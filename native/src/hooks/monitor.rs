//! `Object.wait`, `notify`, `notifyAll`, and the doors of `synchronized`.
//!
//! | JDK | replaced | original |
//! |---|---|---|
//! | 17, 18 | Object.wait(J)V | JVM_MonitorWait |
//! | 19 to 25 | Object.wait0(J)V | JVM_MonitorWait |
//! | all | Object.notify()V, notifyAll()V | JVM_MonitorNotify, JVM_MonitorNotifyAll |
//!
//! A participant waits in the JVM's own wait, so that thread dumps, ThreadMXBean and debuggers see an
//! ordinary waiter and the hand-over costs what the JVM's does. A notification is counted in the
//! engine first; then the JVM's notify carries it out, since both wait sets have the same order. A
//! timeout ends the wait by JVM_Interrupt without the Java flag, on which HotSpot returns as from a
//! spurious wake-up (ObjectMonitor::wait) and throws nothing.

use crate::engine::{Block, Kind, NotifyPlan, Reason, Until, WakeList};
use crate::hooks::current::{self, Me, with_me};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::{enlist, flight, io, jdk, lending, stuck, vthreads};
use crate::jni::{Env, Local, libjvm};
use crate::jvmti;
use std::sync::atomic::{AtomicU32, Ordering};

/// Timed waits are shown as such; the engine ends them. HotSpot bounds the time by itself.
const FOR_EVER_BUT_TIMED: i64 = 1 << 40;

/// Waits in progress of threads outside the world, by identity hash of the object: where one may be,
/// the JVM's choice in notify cannot be foretold.
static FOREIGN: [AtomicU32; 1024] = [const { AtomicU32::new(0) }; 1024];

fn foreign(hash: i32) -> &'static AtomicU32 {
    &FOREIGN[(hash & 1023) as usize]
}

/// The native under Object.wait.
pub fn wait(env: Env, object: Local, millis: i64) {
    let jvm = libjvm::get();
    if current::is_world_open() && millis >= 0 && jvm.holds_lock(env, &object) {
        if waits_as_virtual(env) {
            // Its frame may be frozen inside the original and the call return on the carrier without it.
            foreign(jvm.identity_hash(env, &object)).fetch_add(1, Ordering::SeqCst);
            let thread = jvm.current_thread(env);
            vthreads::note(env, &thread);
            env.delete_local(thread);
            return jvm.wait(env, &object, millis);
        }
        if with_me(env, |me| wait_participant(env, me, &object, millis)).is_some() {
            return;
        }
    } else if millis < 0 {
        return jvm.wait(env, &object, millis);
    }
    if current::is_world_open()
        && jvm.holds_lock(env, &object)
        && enlist::join_current_if_pending(env)
    {
        return;
    }
    lending::blocks(env);
    let count = foreign(jvm.identity_hash(env, &object));
    count.fetch_add(1, Ordering::SeqCst);
    jvm.wait(env, &object, millis);
    count.fetch_sub(1, Ordering::SeqCst);
}

/// Threads in Object.wait from before the hook was in place. They count as waiting for good: nothing tells when they
/// leave, and a participant is then woken by name, which is right in any case.
pub fn note_early_waiters(env: Env) {
    const IN_OBJECT_WAIT: i32 = 0x100;
    for thread in jvmti::all_threads().unwrap_or_default() {
        if jvmti::thread_state(&thread).is_ok_and(|state| state & IN_OBJECT_WAIT != 0) {
            match jvmti::awaited_monitor(&thread) {
                Ok(Some(object)) => {
                    let hash = libjvm::get().identity_hash(env, &object);
                    foreign(hash).fetch_add(1, Ordering::SeqCst);
                    env.delete_local(object);
                }
                Ok(None) => {}
                Err(error) => log::debug!("what a thread waits on cannot be told: {error}"),
            }
        }
        env.delete_local(thread);
    }
}

/// From 24 on (JEP 491) a virtual thread unmounts in Object.wait.
fn waits_as_virtual(env: Env) -> bool {
    jdk::get().feature >= 24 && current::is_virtual(env)
}

fn wait_participant(env: Env, me: &Me, object: &Local, millis: i64) {
    let jvm = libjvm::get();
    if me.thread.is_interrupted(env) {
        return jvm.wait(env, object, millis); // throws at once
    }
    let host = JvmHost::on(Some(env));
    let until = if millis == 0 {
        Until::Never
    } else {
        Until::After(i128::from(millis) * 1_000_000)
    };
    let hash = jvm.identity_hash(env, object);
    let reference = env.new_global(object);
    let outside = io::waits_for_process(env, me);
    me.thread.note_stack(env);
    let status = if millis == 0 {
        jdk::IN_OBJECT_WAIT
    } else {
        jdk::IN_OBJECT_WAIT_TIMED
    };
    let began = flight::wait_begins();
    let mut ended = None;
    loop {
        me.thread.enter_wait();
        // The JVM sets it too, but only once this thread has been counted as waiting.
        me.thread.set_status(env, status);
        let mut wakes = WakeList::new();
        let begun = {
            let mut state = engine();
            state.set_outside(me.pid, outside);
            state.begin_wait(&host, me.pid, hash, reference, until, &mut wakes)
        };
        flush(wakes);
        match begun {
            Block::Wait => {
                jvm.wait(
                    env,
                    object,
                    if millis == 0 { 0 } else { FOR_EVER_BUT_TIMED },
                );
                me.thread.leave_wait();
                ended = Some((begun, after_wait(env, me)));
                break;
            }
            Block::Over(Reason::Released) => {
                me.thread.leave_wait();
                jvm.wait(env, object, millis);
                break;
            }
            Block::Over(reason) => {
                me.thread.leave_wait();
                ended = Some((begun, reason));
                break;
            }
            Block::Recheck => {
                me.thread.leave_wait();
                if me.thread.is_interrupted(env) {
                    jvm.wait(env, object, millis);
                    break;
                }
            }
        }
    }
    env.aside_exception(|| me.thread.set_status(env, jdk::RUNNABLE));
    if let Some((begun, reason)) = ended {
        flight::wait_ended(env, Kind::Wait, &began, begun, reason);
    }
    env.delete_global(reference);
}

/// The monitor is ours again; perhaps with the JVM's InterruptedException pending. Gives why the wait is over.
fn after_wait(env: Env, me: &Me) -> Reason {
    let (reason, _) = engine().end_wait(me.pid);
    let thrown = env.has_exception();
    if me.thread.take_stray() {
        if thrown {
            // JNI allows few calls with an exception pending, and the parker's permit is legal here:
            // HotSpot's interrupt leaves one too.
        } else {
            libjvm::park(env, false, 1); // takes the permit that the wake-up by name left
        }
    }
    match reason {
        Reason::Notify if thrown => {
            // Notified first, by name, and interrupted before it was back: the notification counts, and
            // the interrupt stays pending (JLS 17.2.4).
            env.clear_exception();
            let thread = libjvm::get().current_thread(env);
            env.set_bool(&thread, jdk::get().interrupted, true);
        }
        Reason::Stuck if !thrown => stuck::throw(env),
        _ => {}
    }
    reason
}

/// The native under Object.notify.
pub fn notify(env: Env, object: Local) {
    let jvm = libjvm::get();
    if !current::is_world_open() || !jvm.holds_lock(env, &object) {
        return jvm.notify(env, &object);
    }
    let hash = jvm.identity_hash(env, &object);
    let reference = env.new_global(&object);
    let alien = foreign(hash).load(Ordering::SeqCst) != 0;
    let mut wakes = WakeList::new();
    let plan = engine().notify(&JvmHost::on(Some(env)), hash, reference, alien, &mut wakes);
    flush(wakes);
    env.delete_global(reference);
    if plan == NotifyPlan::Original {
        jvm.notify(env, &object);
    }
}

/// The native under Object.notifyAll.
pub fn notify_all(env: Env, object: Local) {
    let jvm = libjvm::get();
    if current::is_world_open() && jvm.holds_lock(env, &object) {
        let hash = jvm.identity_hash(env, &object);
        let reference = env.new_global(&object);
        let mut wakes = WakeList::new();
        engine().notify_all(&JvmHost::on(Some(env)), hash, reference, &mut wakes);
        flush(wakes);
        env.delete_global(reference);
    }
    jvm.notify_all(env, &object);
}

/// JVMTI MonitorContendedEnter on the current thread, which may be virtual.
pub fn contended_enter(env: Env, thread: Local, object: Local) {
    if waits_as_virtual(env) {
        return vthreads::note(env, &thread);
    }
    with_me(env, |me| {
        me.thread.note_stack(env);
        let reference = env.new_global(&object);
        let mut wakes = WakeList::new();
        let taken = engine().contend(&JvmHost::on(Some(env)), me.pid, reference, &mut wakes);
        flush(wakes);
        if !taken {
            env.delete_global(reference);
        }
    });
}

/// JVMTI MonitorContendedEntered on the current thread.
pub fn contended_entered(env: Env) {
    if waits_as_virtual(env) {
        return;
    }
    with_me(env, |me| {
        let reference = engine().entered(me.pid);
        if let Some(reference) = reference {
            env.delete_global(reference);
        }
    });
}
