//! The natives that the hooks stand in front of, and the helpers they need, from `libjvm` itself.

use super::natives::Hook;
use super::{Env, Local, Object};
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jlong, jobject};
use std::ffi::{CStr, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

type WaitFn = extern "system" fn(*mut JNIEnv, jobject, jlong);
type ObjectFn = extern "system" fn(*mut JNIEnv, jobject);
type SleepFn = extern "system" fn(*mut JNIEnv, jclass, jlong);
type HashFn = extern "system" fn(*mut JNIEnv, jobject) -> jint;
type HoldsFn = extern "system" fn(*mut JNIEnv, jclass, jobject) -> jboolean;
type CurrentFn = extern "system" fn(*mut JNIEnv, jclass) -> jobject;
type ParkFn = extern "system" fn(*mut JNIEnv, jobject, jboolean, jlong);
type UnparkFn = extern "system" fn(*mut JNIEnv, jobject, jobject);

/// Entry points exported by `libjvm` (jvm.h); the JDK's own natives are bound to them.
#[derive(Clone, Copy)]
pub struct LibJvm {
    monitor_wait: WaitFn,
    monitor_notify: ObjectFn,
    monitor_notify_all: ObjectFn,
    start_thread: ObjectFn,
    interrupt: ObjectFn,
    sleep: SleepFn,
    identity_hash: HashFn,
    holds_lock: HoldsFn,
    current_thread: CurrentFn,
    current_carrier: CurrentFn,
    fill_in_stack_trace: ObjectFn,
}

static LIBJVM: OnceLock<LibJvm> = OnceLock::new();
static PARK: AtomicUsize = AtomicUsize::new(0);
static UNPARK: AtomicUsize = AtomicUsize::new(0);

fn symbol(library: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    // SAFETY: `library` is a handle that dlopen returned and nobody closes; the name is NUL-terminated.
    let address = unsafe { libc::dlsym(library, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// Resolves everything; the error names the symbol that is missing.
pub fn resolve() -> Result<(), String> {
    // SAFETY: RTLD_NOLOAD only looks up the library that is running us; the name is NUL-terminated.
    let library =
        unsafe { libc::dlopen(c"libjvm.so".as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
    if library.is_null() {
        return Err("libjvm.so".to_owned());
    }
    macro_rules! find {
        ($($name:literal)|+ as $kind:ty) => {{
            let address = None$(.or_else(|| symbol(library, $name)))+;
            let names: &[&CStr] = &[$($name),+];
            let address = address.ok_or_else(|| names[0].to_string_lossy().into_owned())?;
            // SAFETY: jvm.h declares the symbol with exactly this signature on JDK 17 to 25, and
            // JVM entry points are C functions.
            unsafe { std::mem::transmute::<*mut c_void, $kind>(address) }
        }};
    }
    let jvm = LibJvm {
        monitor_wait: find!(c"JVM_MonitorWait" as WaitFn),
        monitor_notify: find!(c"JVM_MonitorNotify" as ObjectFn),
        monitor_notify_all: find!(c"JVM_MonitorNotifyAll" as ObjectFn),
        start_thread: find!(c"JVM_StartThread" as ObjectFn),
        interrupt: find!(c"JVM_Interrupt" as ObjectFn),
        sleep: find!(c"JVM_SleepNanos" | c"JVM_Sleep" as SleepFn),
        identity_hash: find!(c"JVM_IHashCode" as HashFn),
        holds_lock: find!(c"JVM_HoldsLock" as HoldsFn),
        current_thread: find!(c"JVM_CurrentThread" as CurrentFn),
        current_carrier: find!(c"JVM_CurrentCarrierThread" | c"JVM_CurrentThread" as CurrentFn),
        fill_in_stack_trace: find!(c"JVM_FillInStackTrace" as ObjectFn),
    };
    let _ = LIBJVM.set(jvm);
    Ok(())
}

/// The entry points; resolved before any hook is registered.
#[inline]
pub fn get() -> &'static LibJvm {
    match LIBJVM.get() {
        Some(jvm) => jvm,
        // A hook is registered after `resolve` succeeded, so this is not reached; ending the process
        // beats calling through nothing.
        None => std::process::abort(),
    }
}

/// Ends the process at once, without the exit handlers: they would tear a JVM down that still starts.
pub fn end_process(code: i32) -> ! {
    // SAFETY: _exit takes any code, runs no handler and does not return.
    unsafe { libc::_exit(code) }
}

/// Remembers where `Unsafe.park` and `unpark` lead; told by NativeMethodBind, since `libjvm` does not
/// export them.
pub fn set_park(park: bool, address: *mut c_void) {
    let slot = if park { &PARK } else { &UNPARK };
    slot.store(address as usize, Ordering::Release);
}

/// Address of the JVM's own native behind a hook; null for park and unpark before they were told.
pub fn original(hook: Hook) -> *const c_void {
    let jvm = get();
    match hook {
        Hook::unsafe_park => PARK.load(Ordering::Acquire) as *const c_void,
        Hook::unsafe_unpark => UNPARK.load(Ordering::Acquire) as *const c_void,
        Hook::thread_sleep => jvm.sleep as *const c_void,
        Hook::thread_start => jvm.start_thread as *const c_void,
        Hook::thread_interrupt => jvm.interrupt as *const c_void,
        Hook::object_wait => jvm.monitor_wait as *const c_void,
        Hook::object_notify => jvm.monitor_notify as *const c_void,
        Hook::object_notify_all => jvm.monitor_notify_all as *const c_void,
    }
}

/// Were both originals seen?
pub fn knows_park() -> (bool, bool) {
    (
        PARK.load(Ordering::Acquire) != 0,
        UNPARK.load(Ordering::Acquire) != 0,
    )
}

/// `Unsafe.park` as the JVM means it.
#[inline]
pub fn park(env: Env, absolute: bool, time: i64) {
    let address = PARK.load(Ordering::Relaxed);
    if address != 0 {
        // SAFETY: the address came from NativeMethodBind for jdk.internal.misc.Unsafe.park(ZJ)V, whose
        // native has this signature; the receiver is not used by it (unsafe.cpp, Unsafe_Park).
        let park = unsafe { std::mem::transmute::<usize, ParkFn>(address) };
        park(env.raw(), std::ptr::null_mut(), u8::from(absolute), time);
    }
}

/// `Unsafe.unpark` as the JVM means it.
#[inline]
pub fn unpark(env: Env, thread: &impl Object) {
    let address = UNPARK.load(Ordering::Relaxed);
    if address != 0 {
        // SAFETY: as for `park`: jdk.internal.misc.Unsafe.unpark(Object)V.
        let unpark = unsafe { std::mem::transmute::<usize, UnparkFn>(address) };
        unpark(env.raw(), std::ptr::null_mut(), thread.raw());
    }
}

impl LibJvm {
    /// `Object.wait(ms)`.
    #[inline]
    pub fn wait(&self, env: Env, object: &impl Object, millis: i64) {
        (self.monitor_wait)(env.raw(), object.raw(), millis);
    }

    /// `Object.notify`.
    #[inline]
    pub fn notify(&self, env: Env, object: &impl Object) {
        (self.monitor_notify)(env.raw(), object.raw());
    }

    /// `Object.notifyAll`.
    #[inline]
    pub fn notify_all(&self, env: Env, object: &impl Object) {
        (self.monitor_notify_all)(env.raw(), object.raw());
    }

    /// `Thread.start0`.
    pub fn start(&self, env: Env, thread: &impl Object) {
        (self.start_thread)(env.raw(), thread.raw());
    }

    /// `Thread.interrupt0`: wakes the thread in whatever it blocks in. Without the Java flag set first,
    /// `Object.wait` returns as if spuriously woken and nothing is thrown.
    #[inline]
    pub fn interrupt(&self, env: Env, thread: &impl Object) {
        (self.interrupt)(env.raw(), thread.raw());
    }

    /// `Thread.sleep`, in the unit of this JDK.
    pub fn sleep(&self, env: Env, class: &impl Object, duration: i64) {
        (self.sleep)(env.raw(), class.raw(), duration);
    }

    /// `System.identityHashCode`.
    #[inline]
    pub fn identity_hash(&self, env: Env, object: &impl Object) -> i32 {
        (self.identity_hash)(env.raw(), object.raw())
    }

    /// `Thread.holdsLock`.
    #[inline]
    pub fn holds_lock(&self, env: Env, object: &impl Object) -> bool {
        (self.holds_lock)(env.raw(), std::ptr::null_mut(), object.raw()) != 0
    }

    /// `Thread.currentThread`, a virtual thread included.
    #[inline]
    pub fn current_thread(&self, env: Env) -> Local {
        Local((self.current_thread)(env.raw(), std::ptr::null_mut()))
    }

    /// `Throwable.fillInStackTrace(0)`.
    #[inline]
    pub fn fill_in_stack_trace(&self, env: Env, throwable: &impl Object) {
        (self.fill_in_stack_trace)(env.raw(), throwable.raw());
    }

    /// The platform thread that carries the current one.
    #[inline]
    pub fn current_carrier(&self, env: Env) -> Local {
        Local((self.current_carrier)(env.raw(), std::ptr::null_mut()))
    }
}
