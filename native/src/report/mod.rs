//! What is told to people: who waits, who is stuck, who spins, who is left over.

#![forbid(unsafe_code)]

mod snapshot;
mod text;
mod waiters;
pub mod watch;

use snapshot::snapshot;
pub use text::{describe, describe_json, instant, leaks, not_settled, summary};
pub use waiters::{stack_array, waiters};

use crate::hooks::host::engine;
use crate::hooks::world;
use crate::jni::Env;
use std::sync::{Mutex, PoisonError};

static LAST_STUCK: Mutex<String> = Mutex::new(String::new());

/// The description printed when the world was last found stuck.
pub fn last_stuck() -> String {
    LAST_STUCK
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

fn remember_stuck(text: &str) {
    text.clone_into(&mut LAST_STUCK.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Name of the thread that is in `advance`.
pub fn advancing_thread(env: Env) -> String {
    let thread = engine()
        .advancing()
        .map(|controller| controller.thread.clone());
    thread.map_or_else(|| "?".to_owned(), |thread| world::name_of(env, &thread))
}
