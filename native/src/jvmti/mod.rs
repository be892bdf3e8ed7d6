//! The face of JVMTI: safe functions over the function table, every return code checked.
//!
//! The table's layout comes from `jvmti-bindings` (compared with jvmti.h of 17 and 25), which is used
//! here and in `jni` only.

mod callbacks;
mod classes;
mod error;
mod monitors;
mod setup;
mod stacks;

pub use callbacks::Callbacks;
pub use classes::{
    class_name_of, is_modifiable, loaded_classes, pool_mentions, redefine, retransform,
};
pub use error::JvmtiError;
pub use monitors::{awaited_monitor, block_for_ever, dig_grave, monitor_owner};
pub(crate) use setup::attach;
pub use setup::{
    Event, add_capabilities, enable, run_agent_thread, set_callbacks, system_property,
};
pub use stacks::{Frame, all_threads, internal_name, raw_stack_of, stack_of, thread_state};

use jvmti_bindings::sys::jvmti::{jvmtiEnv, jvmtiInterface_1_};
use std::sync::atomic::{AtomicPtr, Ordering};

static ENV: AtomicPtr<jvmtiEnv> = AtomicPtr::new(std::ptr::null_mut());

/// The environment and its table. JVMTI environments may be used on any attached thread.
fn table() -> Result<(*mut jvmtiEnv, &'static jvmtiInterface_1_), JvmtiError> {
    let env = ENV.load(Ordering::Acquire);
    if env.is_null() {
        return Err(JvmtiError::NotAttached);
    }
    // SAFETY: set once by `attach` to the pointer that GetEnv returned; an environment lives until
    // DisposeEnvironment, which this agent never calls, and its table is constant.
    Ok((env, unsafe { &*(*env).functions }))
}

/// Calls a function of the table by name and turns its code into a `Result`.
macro_rules! jvmti {
    ($name:ident ( $($arg:expr),* $(,)? )) => {
        match $crate::jvmti::table() {
            Ok((env, table)) => match table.$name {
                // SAFETY: the function belongs to this live environment; every pointer argument points
                // at a local of the right type or is a reference of the current frame, as the caller,
                // a function of this module, made sure.
                Some(function) => $crate::jvmti::JvmtiError::check(stringify!($name), unsafe {
                    function(env, $($arg),*)
                }),
                None => Err($crate::jvmti::JvmtiError::Absent(stringify!($name))),
            },
            Err(error) => Err(error),
        }
    };
}
pub(crate) use jvmti;

/// Gives memory that JVMTI allocated back.
fn deallocate<T>(memory: *mut T) {
    if !memory.is_null()
        && let Err(error) = jvmti!(Deallocate(memory.cast()))
    {
        log::debug!("{error}");
    }
}
