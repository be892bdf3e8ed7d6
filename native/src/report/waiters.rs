//! `VirtualTime.waiters()`: rows for the Java side.

use super::snapshot::snapshot;
use crate::engine::Wall;
use crate::hooks::jdk;
use crate::jni::{Env, Local};
use crate::jvmti::Frame;

const DEPTH: usize = 64;

/// An `Object[]` with four entries a waiter: name, kind, `long[]{seconds, nanos}` or null, stack.
pub fn waiters(env: Env) -> Local {
    let snap = snapshot(env, DEPTH);
    let rows: Vec<_> = snap
        .threads
        .iter()
        .filter_map(|thread| Some((thread, thread.activity.waiter_kind()?)))
        .collect();
    let array = env.new_array(jdk::get().object, rows.len() * 4);
    for (index, (thread, kind)) in rows.iter().enumerate() {
        env.set_element(array, index * 4, env.new_string(&thread.name));
        env.set_element(array, index * 4 + 1, env.new_string(kind));
        if let Some(deadline) = thread.deadline {
            let wall = Wall(snap.wall.0 + (deadline - snap.now));
            env.set_element(
                array,
                index * 4 + 2,
                env.new_longs(&[wall.seconds(), i64::from(wall.nanos())]),
            );
        }
        if let Some(stack) = stack_array(env, &thread.stack) {
            env.set_element(array, index * 4 + 3, stack);
        }
    }
    array
}

/// A `StackTraceElement[]`.
pub fn stack_array(env: Env, frames: &[Frame]) -> Option<Local> {
    let class = env.find_class(c"java/lang/StackTraceElement")?;
    let constructor = env.method(
        &class,
        c"<init>",
        c"(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;I)V",
    )?;
    let array = env.new_array(class, frames.len());
    for (index, frame) in frames.iter().enumerate() {
        let element = env.new_stack_element(class, constructor, frame);
        env.set_element(array, index, element);
    }
    env.delete_global(class);
    Some(array)
}
