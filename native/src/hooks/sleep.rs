//! `Thread.sleep`, in every overload: they all end in one native.
//!
//! | JDK | replaced | original |
//! |---|---|---|
//! | 17, 18 | Thread.sleep(J)V, milliseconds | JVM_Sleep |
//! | 19 to 24 | Thread.sleep0(J)V, milliseconds up to 20, nanoseconds from 21 | JVM_Sleep |
//! | 25 | Thread.sleepNanos0(J)V, nanoseconds | JVM_SleepNanos |
//!
//! Virtual threads never come here: they sleep by parkNanos.

use crate::agent::escaped;
use crate::engine::{Kind, Reason, Until};
use crate::hooks::current::{self, with_me};
use crate::hooks::host::JvmHost;
use crate::hooks::{enlist, jdk, lending, park, stuck};
use crate::jni::{Env, Local, libjvm};

/// The native under Thread.sleep.
pub fn sleep(env: Env, class: Local, duration: i64) {
    escaped::notice(env);
    // The original says what a negative time, an interrupt and sleep(0) mean.
    if duration <= 0 || !current::is_world_open() {
        return libjvm::get().sleep(env, &class, duration);
    }
    let jdk = jdk::get();
    if with_me(env, |_| ()).is_none() {
        // How long it sleeps does not depend on the clock that it read before.
        enlist::join_current_if_pending(env);
    }
    let slept = with_me(env, |me| {
        let until = Until::After(i128::from(duration) * i128::from(jdk.sleep_unit));
        let host = JvmHost::on(Some(env));
        loop {
            if env.get_bool(&me.thread.thread, jdk.interrupted) {
                return throw_interrupted(env, &me.thread.thread);
            }
            match park::block(env, &host, me, Kind::Sleep, until, jdk::SLEEPING) {
                None => {}
                Some(Reason::Interrupt) => return throw_interrupted(env, &me.thread.thread),
                Some(Reason::Stuck) => return stuck::throw(env),
                Some(Reason::Released) => {
                    let left = me.thread.remaining().unwrap_or(0);
                    // Rounded up: a sleep never ends early.
                    let left = left / jdk.sleep_unit + i64::from(left % jdk.sleep_unit != 0);
                    return libjvm::get().sleep(env, &class, left);
                }
                Some(_) => return,
            }
        }
    });
    if slept.is_none() {
        lending::blocks(env);
        libjvm::get().sleep(env, &class, duration);
    }
}

fn throw_interrupted(env: Env, thread: &crate::jni::Global) {
    let jdk = jdk::get();
    env.set_bool(thread, jdk.interrupted, false);
    env.throw_new(jdk.interrupted_exception, Some(c"sleep interrupted"));
}
