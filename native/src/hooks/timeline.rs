//! What a timeline wants to know of threads: their names and the stacks on which they wait.

use crate::hooks::host::engine;
use crate::hooks::threads::ThreadRef;
use crate::hooks::{jdk, world};
use crate::jni::{Env, Object, libjvm};
use crate::jvmti;
use crate::timeline::recorder;
use std::collections::HashMap;
use std::path::Path;

/// Frames kept of each stack.
const DEPTH: usize = 32;

/// Records the open world into a file, from now on.
pub fn start(env: Env, file: &Path) -> Result<(), String> {
    let threads: Vec<ThreadRef> = engine()
        .participants()
        .map(|(_, participant)| participant.thread().clone())
        .collect();
    let names: HashMap<i64, String> = threads
        .iter()
        .map(|thread| (thread.tid, world::name_of(env, thread)))
        .collect();
    recorder::start(file, names)
}

/// Notes the name of a thread that is about to join.
pub fn note_name(env: Env, thread: &impl Object, tid: i64) {
    recorder::set_thread_name(tid, || {
        let name = env.get_object(thread, jdk::get().name);
        let text = env.string(&name);
        if !name.is_null() {
            env.delete_local(name);
        }
        text
    });
}

/// The number of the current thread's stack.
pub fn stack(env: Env) -> u32 {
    let thread = libjvm::get().current_thread(env);
    let raw = jvmti::raw_stack_of(&thread, DEPTH).unwrap_or_default();
    let number = recorder::stack(raw, || {
        jvmti::stack_of(env, &thread, DEPTH)
            .unwrap_or_default()
            .iter()
            .map(ToString::to_string)
            .collect()
    });
    env.delete_local(thread);
    number
}
