//! Which natives are the JDK's own and which are ours.
//!
//! They are bound over the JDK's at load, for the self-test, and given back at once: until the JVM opens its first
//! world a program runs on the JDK's own natives and pays nothing. From then on they stay, one branch away from the
//! originals while no world is open. HotSpot discards the compiled wrapper of a native that is bound anew
//! (Method::set_native_function), so compiled callers follow.

use crate::hooks::{flight, jdk, monitor};
use crate::jni::natives::{self, Hook};
use crate::jni::{Class, Env, io_natives, libjvm, reflect_natives};
use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Hooks that could not be placed, by name.
static MISSING: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// Are the natives to be ours, from the first class that binds them?
static OURS: AtomicBool = AtomicBool::new(true);

/// Is the native of Thread.sleep to be ours though the others are the JDK's? Once so, it stays.
static SLEEP_OURS: AtomicBool = AtomicBool::new(false);

struct Native {
    what: &'static str,
    owner: Owner,
    names: &'static [&'static CStr],
    descriptor: &'static CStr,
    hook: Hook,
}

#[derive(Clone, Copy)]
enum Owner {
    Thread,
    Object,
    Unsafe,
}

const fn native(
    what: &'static str,
    owner: Owner,
    names: &'static [&'static CStr],
    descriptor: &'static CStr,
    hook: Hook,
) -> Native {
    Native {
        what,
        owner,
        names,
        descriptor,
        hook,
    }
}

/// The newest name first: an older JDK may have kept it for a Java method.
const NATIVES: [Native; 8] = [
    native(
        "Thread.start",
        Owner::Thread,
        &[c"start0"],
        c"()V",
        Hook::thread_start,
    ),
    native(
        "Thread.interrupt",
        Owner::Thread,
        &[c"interrupt0"],
        c"()V",
        Hook::thread_interrupt,
    ),
    native(
        "Thread.sleep",
        Owner::Thread,
        &[c"sleepNanos0", c"sleep0", c"sleep"],
        c"(J)V",
        Hook::thread_sleep,
    ),
    native(
        "Object.wait",
        Owner::Object,
        &[c"wait0", c"wait"],
        c"(J)V",
        Hook::object_wait,
    ),
    native(
        "Object.notify",
        Owner::Object,
        &[c"notify"],
        c"()V",
        Hook::object_notify,
    ),
    native(
        "Object.notifyAll",
        Owner::Object,
        &[c"notifyAll"],
        c"()V",
        Hook::object_notify_all,
    ),
    native(
        "LockSupport.park",
        Owner::Unsafe,
        &[c"park"],
        c"(ZJ)V",
        Hook::unsafe_park,
    ),
    native(
        "LockSupport.unpark",
        Owner::Unsafe,
        &[c"unpark"],
        c"(Ljava/lang/Object;)V",
        Hook::unsafe_unpark,
    ),
];

/// What could not be bound.
pub fn missing() -> Vec<String> {
    MISSING
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// JVMTI NativeMethodBind: tells the originals of what `libjvm` does not export, and puts ours in front.
pub fn native_method_bind(
    class: &str,
    name: &str,
    descriptor: &str,
    address: *mut c_void,
) -> Option<*mut c_void> {
    if class == flight::NATIVES {
        flight::recorder_is_used();
        return None;
    }
    if class != "jdk.internal.misc.Unsafe" {
        return reflect_natives::hook_for(class, name, address)
            .or_else(|| io_natives::hook_for(class, name, descriptor, address));
    }
    let hook = match (name, descriptor) {
        ("park", "(ZJ)V") => Hook::unsafe_park,
        ("unpark", "(Ljava/lang/Object;)V") => Hook::unsafe_unpark,
        _ => return None,
    };
    let hooked = natives::address(hook);
    if address != hooked {
        libjvm::set_park(hook == Hook::unsafe_park, address);
    }
    OURS.load(Ordering::SeqCst).then_some(hooked)
}

/// Puts our natives in front of the JDK's.
pub fn bind(env: Env, gate: Class) -> Result<(), String> {
    OURS.store(true, Ordering::SeqCst);
    call_boot(env, gate)
}

/// Gives the natives back to the JDK.
pub fn release(env: Env, gate: Class) -> Result<(), String> {
    OURS.store(false, Ordering::SeqCst);
    call_boot(env, gate)
}

/// As [`bind`], in a program that has run on the JDK's own natives.
pub fn bind_late(env: Env, gate: Class) -> Result<(), String> {
    if OURS.load(Ordering::SeqCst) {
        return Ok(());
    }
    bind(env, gate)?;
    monitor::note_early_waiters(env);
    Ok(())
}

/// Puts our Thread.sleep in front of the JDK's, whoever owns the other natives.
pub fn watch_sleep(env: Env, gate: Class) -> Result<(), String> {
    SLEEP_OURS.store(true, Ordering::SeqCst);
    if OURS.load(Ordering::SeqCst) {
        return Ok(());
    }
    call_boot(env, gate)
}

/// HotSpot warns when natives of the JDK are replaced by a caller that is none of its classes; so the gate calls.
fn call_boot(env: Env, gate: Class) -> Result<(), String> {
    let boot = env
        .static_method(&gate, c"boot", c"()V")
        .ok_or("TicklessClock.boot")?;
    env.call_static_void(gate, boot, &[]);
    if env.has_exception() {
        env.describe_exception();
        return Err("java.lang.TicklessClock".to_owned());
    }
    Ok(())
}

/// Registers every native, called by Java.
pub fn register_all(env: Env) {
    let ours = OURS.load(Ordering::SeqCst);
    let sleep_ours = SLEEP_OURS.load(Ordering::SeqCst);
    let Some(misc_unsafe) = env.find_class(c"jdk/internal/misc/Unsafe") else {
        return;
    };
    let mut missing = Vec::new();
    for native in &NATIVES {
        let class = match native.owner {
            Owner::Thread => jdk::get().thread,
            Owner::Object => jdk::get().object,
            Owner::Unsafe => misc_unsafe,
        };
        let address = if ours || sleep_ours && native.hook == Hook::thread_sleep {
            natives::address(native.hook)
        } else {
            natives::original(native.hook)
        };
        let bound = !address.is_null()
            && native
                .names
                .iter()
                .any(|name| natives::bind(env, class, name, native.descriptor, address));
        if !bound {
            missing.push(native.what.to_owned());
        }
    }
    env.delete_global(misc_unsafe);
    if ours && !natives::bind_throwable(env) {
        log::warn!("a stuck wait of java.util.concurrent cannot be ended with its description");
    }
    *MISSING.lock().unwrap_or_else(PoisonError::into_inner) = missing;
}
