//! Threads outside the world that work on an answer for it.
//!
//! A participant that unparks an outside thread lends it a count: time stands still until that thread
//! parks, waits, sleeps or ends. Otherwise time would race ahead while an old pool works.

use crate::engine::WakeList;
use crate::hooks::current::{carrier_tid, with_me};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::jni::Env;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many counts are lent; the fast way out of every hook of an outside thread.
static LENT: AtomicUsize = AtomicUsize::new(0);

/// A participant is about to unpark a thread that is none.
pub fn lend_to(env: Env, tid: i64) {
    if with_me(env, |_| ()).is_some() {
        let mut state = engine();
        if state.is_open() {
            state.lend(tid);
            LENT.store(state.lent_count(), Ordering::SeqCst);
        }
    }
}

/// An outside thread is about to park. True: it may have been unparked before it got here, so it is to
/// return at once and look for its work; its next park gives the count back.
pub fn parks(env: Env) -> bool {
    if LENT.load(Ordering::Relaxed) == 0 {
        return false;
    }
    let tid = carrier_tid(env);
    let parks = engine().lent_parks(tid);
    match parks {
        Some(1) => true,
        Some(_) => {
            give_back(env, tid);
            false
        }
        None => false,
    }
}

/// An outside thread is about to block in another way, or to end.
pub fn blocks(env: Env) {
    if LENT.load(Ordering::Relaxed) != 0 {
        give_back(env, carrier_tid(env));
    }
}

fn give_back(env: Env, tid: i64) {
    let mut wakes = WakeList::new();
    {
        let mut state = engine();
        state.give_back(&JvmHost::on(Some(env)), tid, &mut wakes);
        LENT.store(state.lent_count(), Ordering::SeqCst);
    }
    flush(wakes);
}

/// The world closed: nothing is lent any more.
pub fn forget() {
    LENT.store(0, Ordering::SeqCst);
}
