//! The natives that are bound over the JVM's: raw `extern "system"` functions that make an [`Env`] and
//! hand on. A panic ends here.

use super::{Class, Env, Local, libjvm};
use crate::hooks::{current, monitor, park, sleep, stuck, thread};
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jlong, jobject};
use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Runs `body`; a panic is logged and gives `otherwise`. No panic may cross into the JVM.
#[inline]
pub fn guarded<R>(what: &'static str, otherwise: R, body: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("unknown cause");
        log::error!("internal error in {what}: {text}; please report it");
        otherwise
    })
}

macro_rules! natives {
    ($($(#[$doc:meta])* $name:ident ($($arg:ident: $kind:ty),*) => |$env:ident| $body:expr;)+) => {
        $(
            $(#[$doc])*
            extern "system" fn $name(raw: *mut JNIEnv, $($arg: $kind),*) {
                if COUNT.load(Ordering::Relaxed) {
                    HITS[Hook::$name as usize].fetch_add(1, Ordering::SeqCst);
                }
                if let Some($env) = Env::of(raw) {
                    guarded(stringify!($name), (), || $body);
                }
            }
        )+

        /// The hooked natives.
        #[allow(non_camel_case_types)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Hook { $($(#[$doc])* $name),+ }

        static HITS: [AtomicU32; [$(Hook::$name),+].len()] =
            [const { AtomicU32::new(0) }; [$(Hook::$name),+].len()];
    };
}

natives! {
    /// jdk.internal.misc.Unsafe.park(ZJ)V
    unsafe_park(_unsafe: jobject, absolute: jboolean, time: jlong) => |env| park::park(env, absolute != 0, time);
    /// jdk.internal.misc.Unsafe.unpark(Object)V
    unsafe_unpark(_unsafe: jobject, thread: jobject) => |env| park::unpark(env, Local::of(thread));
    /// Thread.sleep(J)V (17), sleep0(J)V (19 to 24), sleepNanos0(J)V (25)
    thread_sleep(class: jclass, duration: jlong) => |env| sleep::sleep(env, Local::of(class), duration);
    /// Thread.start0()V
    thread_start(thread: jobject) => |env| thread::start(env, Local::of(thread));
    /// Thread.interrupt0()V
    thread_interrupt(thread: jobject) => |env| thread::interrupt(env, Local::of(thread));
    /// Object.wait(J)V (17, 18), wait0(J)V (19 and later)
    object_wait(object: jobject, millis: jlong) => |env| monitor::wait(env, Local::of(object), millis);
    /// Object.notify()V
    object_notify(object: jobject) => |env| monitor::notify(env, Local::of(object));
    /// Object.notifyAll()V
    object_notify_all(object: jobject) => |env| monitor::notify_all(env, Local::of(object));
}

/// Counts calls while the self-test runs, so that it sees whether a hook is reached at all.
static COUNT: AtomicBool = AtomicBool::new(false);

/// Starts and stops counting.
pub fn count_hits(on: bool) {
    COUNT.store(on, Ordering::SeqCst);
}

/// Calls of a hook while counting.
pub fn hits(hook: Hook) -> u32 {
    HITS[hook as usize].load(Ordering::SeqCst)
}

/// Address of a hook, for NativeMethodBind.
pub fn address(hook: Hook) -> *mut c_void {
    match hook {
        Hook::unsafe_park => unsafe_park as *mut c_void,
        Hook::unsafe_unpark => unsafe_unpark as *mut c_void,
        Hook::thread_sleep => thread_sleep as *mut c_void,
        Hook::thread_start => thread_start as *mut c_void,
        Hook::thread_interrupt => thread_interrupt as *mut c_void,
        Hook::object_wait => object_wait as *mut c_void,
        Hook::object_notify => object_notify as *mut c_void,
        Hook::object_notify_all => object_notify_all as *mut c_void,
    }
}

/// Throwable.fillInStackTrace(I)Throwable: where every exception is made.
extern "system" fn throwable_fill(raw: *mut JNIEnv, throwable: jobject, _unused: jint) -> jobject {
    if let Some(env) = Env::of(raw) {
        libjvm::get().fill_in_stack_trace(env, &Local::of(throwable));
        if current::is_world_open() {
            guarded("throwable_fill", (), || {
                stuck::explain(env, &Local::of(throwable));
            });
        }
    }
    throwable
}

/// Binds the hook on the making of exceptions.
pub fn bind_throwable(env: Env) -> bool {
    let Some(class) = env.find_class(c"java/lang/Throwable") else {
        return false;
    };
    let bound = env.register(
        class,
        c"fillInStackTrace",
        c"(I)Ljava/lang/Throwable;",
        throwable_fill as *mut c_void,
    );
    env.delete_global(class);
    bound
}

/// Address of what a hook stands in front of; null where it is not known.
pub fn original(hook: Hook) -> *mut c_void {
    libjvm::original(hook).cast_mut()
}

/// Binds a hook, or an original, to a native method. False when the class has no such method.
pub fn bind(env: Env, class: Class, name: &CStr, descriptor: &CStr, address: *mut c_void) -> bool {
    env.register(class, name, descriptor, address)
}
