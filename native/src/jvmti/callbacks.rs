//! Trampolines from the JVM's events to the agent: they make an [`Env`], catch panics and nothing else.

use super::setup::{allocate_copy, method_of_bind};
use crate::jni::natives::guarded;
use crate::jni::{Env, Local};
use jvmti_bindings::sys::jni::{JNIEnv, jclass, jint, jmethodID, jobject, jthread};
use jvmti_bindings::sys::jvmti::{jvmtiEnv, jvmtiEventCallbacks};
use std::ffi::{CStr, c_char, c_uchar, c_void};
use std::sync::OnceLock;

/// See [`Callbacks::class_file_load`].
pub type ClassFileLoad = fn(Env, Option<&str>, Local, &[u8]) -> Option<Vec<u8>>;

/// What the agent does at each event.
#[derive(Clone, Copy)]
pub struct Callbacks {
    /// The VM can run Java; on the main thread.
    pub vm_init: fn(Env, Local),
    /// The VM ends.
    pub vm_death: fn(Env),
    /// The current thread is about to end.
    pub thread_end: fn(Env, Local),
    /// Class name with slashes (none for hidden classes), the loader (null: the boot loader), bytes; gives new bytes.
    pub class_file_load: ClassFileLoad,
    /// Class with dots, name, descriptor, address; gives another address.
    pub native_method_bind: fn(&str, &str, &str, *mut c_void) -> Option<*mut c_void>,
    /// The current thread finds a monitor taken.
    pub contended_enter: fn(Env, Local, Local),
    /// It has entered.
    pub contended_entered: fn(Env, Local, Local),
}

static CALLBACKS: OnceLock<Callbacks> = OnceLock::new();

pub(super) fn raw_callbacks(callbacks: Callbacks) -> jvmtiEventCallbacks {
    let _ = CALLBACKS.set(callbacks);
    let mut raw = jvmtiEventCallbacks::default();
    raw.VMInit = Some(vm_init);
    raw.VMDeath = Some(vm_death);
    raw.ThreadEnd = Some(thread_end);
    raw.ClassFileLoadHook = Some(class_file_load);
    raw.NativeMethodBind = Some(native_method_bind);
    raw.MonitorContendedEnter = Some(contended_enter);
    raw.MonitorContendedEntered = Some(contended_entered);
    raw
}

fn with(env: *mut JNIEnv, what: &'static str, run: impl FnOnce(&Callbacks, Env)) {
    if let (Some(callbacks), Some(env)) = (CALLBACKS.get(), Env::of(env)) {
        guarded(what, (), || run(callbacks, env));
    }
}

extern "system" fn vm_init(_: *mut jvmtiEnv, env: *mut JNIEnv, thread: jthread) {
    with(env, "VMInit", |callbacks, env| {
        (callbacks.vm_init)(env, Local::of(thread))
    });
}

extern "system" fn vm_death(_: *mut jvmtiEnv, env: *mut JNIEnv) {
    with(env, "VMDeath", |callbacks, env| (callbacks.vm_death)(env));
}

extern "system" fn thread_end(_: *mut jvmtiEnv, env: *mut JNIEnv, thread: jthread) {
    with(env, "ThreadEnd", |callbacks, env| {
        (callbacks.thread_end)(env, Local::of(thread))
    });
}

extern "system" fn contended_enter(
    _: *mut jvmtiEnv,
    env: *mut JNIEnv,
    thread: jthread,
    object: jobject,
) {
    with(env, "MonitorContendedEnter", |callbacks, env| {
        (callbacks.contended_enter)(env, Local::of(thread), Local::of(object));
    });
}

extern "system" fn contended_entered(
    _: *mut jvmtiEnv,
    env: *mut JNIEnv,
    thread: jthread,
    object: jobject,
) {
    with(env, "MonitorContendedEntered", |callbacks, env| {
        (callbacks.contended_entered)(env, Local::of(thread), Local::of(object));
    });
}

extern "system" fn class_file_load(
    _: *mut jvmtiEnv,
    env: *mut JNIEnv,
    _redefined: jclass,
    loader: jobject,
    name: *const c_char,
    _domain: jobject,
    length: jint,
    bytes: *const c_uchar,
    new_length: *mut jint,
    new_bytes: *mut *mut c_uchar,
) {
    if bytes.is_null() || length <= 0 {
        return;
    }
    with(env, "ClassFileLoadHook", |callbacks, env| {
        // SAFETY: the name, when there is one, is a NUL-terminated string that lives during the event.
        let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy());
        // SAFETY: the VM passes `length` readable bytes that live during the event.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, length as usize) };
        let Some(changed) =
            (callbacks.class_file_load)(env, name.as_deref(), Local::of(loader), bytes)
        else {
            return;
        };
        match allocate_copy(&changed) {
            // SAFETY: both are the VM's out parameters, valid during the event; the memory is JVMTI's.
            Ok(memory) => unsafe {
                *new_length = changed.len() as jint;
                *new_bytes = memory;
            },
            Err(error) => log::warn!(
                "class {} stays as it is: {error}",
                name.as_deref().unwrap_or("(hidden)")
            ),
        }
    });
}

extern "system" fn native_method_bind(
    _: *mut jvmtiEnv,
    env: *mut JNIEnv,
    _thread: jthread,
    method: jmethodID,
    address: *mut c_void,
    new_address: *mut *mut c_void,
) {
    with(env, "NativeMethodBind", |callbacks, env| {
        let Some((class, name, descriptor)) = method_of_bind(env, method) else {
            return;
        };
        if let Some(changed) = (callbacks.native_method_bind)(&class, &name, &descriptor, address) {
            // SAFETY: the VM's out parameter, valid during the event.
            unsafe { *new_address = changed };
        }
    });
}
