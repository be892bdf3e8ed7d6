//! Who owns a monitor, and a raw monitor to block on for ever.

use super::{JvmtiError, deallocate, jvmti};
use crate::jni::{Env, Local, Object};
use jvmti_bindings::sys::jvmti::jvmtiMonitorUsage;
use std::sync::atomic::{AtomicPtr, Ordering};

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

/// The object that a thread waits on, or to enter; as a local reference.
pub fn awaited_monitor(thread: &impl Object) -> Result<Option<Local>, JvmtiError> {
    let mut object = std::ptr::null_mut();
    jvmti!(GetCurrentContendedMonitor(thread.raw(), &mut object))?;
    Ok((!object.is_null()).then(|| Local::of(object)))
}

/// A raw monitor that is entered once and never left.
static GRAVE: AtomicPtr<std::ffi::c_void> = AtomicPtr::new(std::ptr::null_mut());

/// Makes and enters the monitor that [`block_for_ever`] blocks on. On the thread that ends the VM.
pub fn dig_grave() -> Result<(), JvmtiError> {
    let mut monitor = std::ptr::null_mut();
    jvmti!(CreateRawMonitor(c"tickless exit".as_ptr(), &mut monitor))?;
    jvmti!(RawMonitorEnter(monitor))?;
    GRAVE.store(monitor.cast(), Ordering::Release);
    Ok(())
}

/// Blocks the current thread for good, in the state "blocked" and no longer "in native": the VM waits up to
/// 300 ms for threads in native when it ends (VM_Exit::wait_for_threads_in_native_to_block).
pub fn block_for_ever() {
    let monitor = GRAVE.load(Ordering::Acquire);
    if !monitor.is_null()
        && let Err(error) = jvmti!(RawMonitorEnter(monitor.cast()))
    {
        log::debug!("{error}");
    }
}
