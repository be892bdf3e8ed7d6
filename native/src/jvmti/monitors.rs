//! Who owns a monitor.

use super::{JvmtiError, deallocate, jvmti};
use crate::jni::{Env, Local, Object};
use jvmti_bindings::sys::jvmti::jvmtiMonitorUsage;

/// The owner of a monitor, as a local reference; `None` when nobody owns it.
pub fn monitor_owner(env: Env, object: &impl Object) -> Result<Option<Local>, JvmtiError> {
    let mut usage = jvmtiMonitorUsage {
        owner: std::ptr::null_mut(),
        entry_count: 0,
        waiter_count: 0,
        waiters: std::ptr::null_mut(),
        notify_waiter_count: 0,
        notify_waiters: std::ptr::null_mut(),
    };
    jvmti!(GetObjectMonitorUsage(object.raw(), &mut usage))?;
    for (array, count) in [
        (usage.waiters, usage.waiter_count),
        (usage.notify_waiters, usage.notify_waiter_count),
    ] {
        for index in 0..count.max(0) as usize {
            // SAFETY: JVMTI returned an array of `count` local references.
            env.delete_local(Local::of(unsafe { *array.add(index) }));
        }
        deallocate(array);
    }
    Ok((!usage.owner.is_null()).then(|| Local::of(usage.owner)))
}
