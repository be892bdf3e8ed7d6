//! Which threads a world takes in, by what they are.

use crate::hooks::jdk;
use crate::jni::{Env, Object};
use crate::jvmti;
use crate::options::glob_matches;
use std::sync::{PoisonError, RwLock};

/// Threads of the JVM itself that a program may cause but never owns.
const SYSTEM: &[&str] = &[
    "Common-Cleaner",
    "Cleaner-*",
    "Reference Handler",
    "Finalizer",
    "Signal Dispatcher",
    "Attach Listener",
    "Notification Thread",
    "process reaper*",
    "VirtualThread-unblocker",
    "Read-Poller*",
    "Write-Poller*",
    "Java2D Disposer",
    "SIG* handler",
    "JFR *",
    "JNA Cleaner",
    "tickless-*",
];

/// Pool and timer threads of the JDK, and of Kotlin's coroutines, that outlive the one who caused them.
const SHARED: &[&str] = &[
    "ForkJoinPool.commonPool-*",
    "CompletableFutureDelayScheduler",
    "VirtualThread-unparker*",
    "DefaultDispatcher-worker-*",
    "kotlinx.coroutines.DefaultExecutor",
];

static REAL: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// Sets the names of threads that stay on real time, for the world that is being opened.
pub fn set_real_threads(globs: Vec<String>) {
    *REAL.write().unwrap_or_else(PoisonError::into_inner) = globs;
}

/// Does a thread that a participant starts stay on real time?
pub fn stays_real(_env: Env, _thread: &impl Object, name: &str) -> bool {
    SYSTEM.iter().any(|glob| glob_matches(glob, name))
        || REAL
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .any(|glob| glob_matches(glob, name))
}

/// Name prefixes of the pools that carry virtual threads ("ForkJoinPool-1").
static CARRIER_POOLS: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// Is it one of the JDK's pool or timer threads that outlive a world? The scheduler thread that a
/// ForkJoinPool has from 25 on is one if its pool carries virtual threads or is the common pool: carriers are to
/// be asked about before it.
pub fn is_shared(env: Env, thread: &impl Object, name: &str) -> bool {
    if SHARED.iter().any(|glob| glob_matches(glob, name)) {
        return true;
    }
    if is_carrier(env, thread) {
        if let Some((pool, _)) = name.split_once("-worker-") {
            let mut pools = CARRIER_POOLS
                .write()
                .unwrap_or_else(PoisonError::into_inner);
            if !pools.iter().any(|known| known == pool) {
                pools.push(pool.to_owned());
            }
        }
        return true;
    }
    name.strip_suffix("-delayScheduler").is_some_and(|pool| {
        CARRIER_POOLS
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .any(|known| known == pool)
    })
}

/// Does the thread carry virtual threads?
pub fn is_carrier(env: Env, thread: &impl Object) -> bool {
    let carries = jdk::get().feature >= 21
        && jvmti::class_name_of(env, thread) == "jdk.internal.misc.CarrierThread";
    if carries {
        jdk::meet_virtual_threads(env);
    }
    carries
}
