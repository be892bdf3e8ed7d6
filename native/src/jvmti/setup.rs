//! The environment, its capabilities, events and callbacks.

use super::callbacks::{Callbacks, raw_callbacks};
use super::stacks::{class_name, take_text};
use super::{ENV, JvmtiError, jvmti};
use crate::jni::{Env, Object};
use jvmti_bindings::sys::jni::{JNI_OK, JNIEnv, JavaVM, jmethodID};
use jvmti_bindings::sys::jvmti::{
    JVMTI_DISABLE, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
    JVMTI_EVENT_MONITOR_CONTENDED_ENTER, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
    JVMTI_EVENT_NATIVE_METHOD_BIND, JVMTI_EVENT_THREAD_END, JVMTI_EVENT_VM_DEATH,
    JVMTI_EVENT_VM_INIT, JVMTI_VERSION_1_2, jvmtiCapabilities, jvmtiEnv,
};
use std::ffi::{CString, c_void};
use std::sync::atomic::Ordering;

/// Events that the agent uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The VM can run Java.
    VmInit,
    /// The VM ends.
    VmDeath,
    /// A thread is about to end.
    ThreadEnd,
    /// A class is about to be defined.
    ClassFileLoadHook,
    /// A native is bound.
    NativeMethodBind,
    /// A thread finds a monitor taken.
    MonitorContendedEnter,
    /// It has entered.
    MonitorContendedEntered,
}

/// Takes the JVMTI environment of a VM.
pub(crate) fn attach(vm: *mut JavaVM) -> Result<(), JvmtiError> {
    let mut env: *mut c_void = std::ptr::null_mut();
    // SAFETY: `vm` is the pointer that Agent_OnLoad was given; GetEnv writes one pointer. Version 1.2 is
    // accepted by every HotSpot and does not hide later functions.
    let rc = unsafe { ((**vm).GetEnv)(vm, &mut env, JVMTI_VERSION_1_2) };
    if rc != JNI_OK || env.is_null() {
        return Err(JvmtiError::Absent("environment (GetEnv)"));
    }
    ENV.store(env.cast::<jvmtiEnv>(), Ordering::Release);
    Ok(())
}

/// Asks for everything the agent may need; the error names what the JVM refused.
pub fn add_capabilities() -> Result<(), JvmtiError> {
    let mut wanted = jvmtiCapabilities::default();
    wanted.set_can_redefine_classes(true);
    wanted.set_can_redefine_any_class(true);
    wanted.set_can_retransform_classes(true);
    wanted.set_can_retransform_any_class(true);
    wanted.set_can_generate_all_class_hook_events(true);
    wanted.set_can_generate_native_method_bind_events(true);
    wanted.set_can_generate_early_vmstart(true);
    wanted.set_can_generate_monitor_events(true);
    wanted.set_can_get_monitor_info(true);
    wanted.set_can_get_current_contended_monitor(true);
    wanted.set_can_get_constant_pool(true);
    wanted.set_can_get_source_file_name(true);
    wanted.set_can_get_line_numbers(true);
    jvmti!(AddCapabilities(&wanted))
}

/// Installs the callbacks.
pub fn set_callbacks(callbacks: Callbacks) -> Result<(), JvmtiError> {
    let raw = raw_callbacks(callbacks);
    jvmti!(SetEventCallbacks(&raw, size_of_val(&raw) as i32))
}

/// Switches an event on or off for all threads.
pub fn enable(event: Event, on: bool) -> Result<(), JvmtiError> {
    let number = match event {
        Event::VmInit => JVMTI_EVENT_VM_INIT,
        Event::VmDeath => JVMTI_EVENT_VM_DEATH,
        Event::ThreadEnd => JVMTI_EVENT_THREAD_END,
        Event::ClassFileLoadHook => JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
        Event::NativeMethodBind => JVMTI_EVENT_NATIVE_METHOD_BIND,
        Event::MonitorContendedEnter => JVMTI_EVENT_MONITOR_CONTENDED_ENTER,
        Event::MonitorContendedEntered => JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
    };
    let mode = if on { JVMTI_ENABLE } else { JVMTI_DISABLE };
    jvmti!(SetEventNotificationMode(mode, number, std::ptr::null_mut()))
}

/// Class (with dots), name and descriptor of a method in a NativeMethodBind event; `None` where the VM
/// is too young to tell (17 refuses in the primordial phase).
pub(crate) fn method_of_bind(env: Env, method: jmethodID) -> Option<(String, String, String)> {
    let (mut name, mut descriptor) = (std::ptr::null_mut(), std::ptr::null_mut());
    jvmti!(GetMethodName(
        method,
        &mut name,
        &mut descriptor,
        std::ptr::null_mut()
    ))
    .ok()?;
    let (name, descriptor) = (take_text(name), take_text(descriptor));
    let mut class = std::ptr::null_mut();
    jvmti!(GetMethodDeclaringClass(method, &mut class)).ok()?;
    let mut signature = std::ptr::null_mut();
    let named = jvmti!(GetClassSignature(
        class,
        &mut signature,
        std::ptr::null_mut()
    ));
    env.delete_local(crate::jni::Local::of(class));
    named.ok()?;
    Some((class_name(&take_text(signature)), name, descriptor))
}

/// A system property of the VM.
pub fn system_property(name: &str) -> Option<String> {
    let name = CString::new(name).ok()?;
    let mut value = std::ptr::null_mut();
    jvmti!(GetSystemProperty(name.as_ptr(), &mut value)).ok()?;
    Some(take_text(value))
}

/// A copy in memory of JVMTI, which takes it over.
pub(crate) fn allocate_copy(bytes: &[u8]) -> Result<*mut u8, JvmtiError> {
    let mut memory = std::ptr::null_mut();
    jvmti!(Allocate(bytes.len() as i64, &mut memory))?;
    if memory.is_null() {
        return Err(JvmtiError::Absent("memory"));
    }
    // SAFETY: Allocate returned `len` writable bytes that nobody else knows yet.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len()) };
    Ok(memory)
}

extern "system" fn run_boxed(_: *mut jvmtiEnv, env: *mut JNIEnv, arg: *mut c_void) {
    // SAFETY: `run_agent_thread` leaked exactly this box for this one call.
    let body = unsafe { Box::from_raw(arg.cast::<Box<dyn FnOnce(Env) + Send>>()) };
    if let Some(env) = Env::of(env) {
        crate::jni::natives::guarded("agent thread", (), || body(env));
    }
}

/// Runs `body` on a new daemon thread whose `Thread` object is given; the JVM hides it from debuggers.
pub fn run_agent_thread(
    thread: &impl Object,
    body: impl FnOnce(Env) + Send + 'static,
) -> Result<(), JvmtiError> {
    const NORM_PRIORITY: i32 = 5;
    let body: Box<Box<dyn FnOnce(Env) + Send>> = Box::new(Box::new(body));
    let arg = Box::into_raw(body);
    let started = jvmti!(RunAgentThread(
        thread.raw(),
        Some(run_boxed),
        arg.cast(),
        NORM_PRIORITY
    ));
    if started.is_err() {
        // SAFETY: the thread was not started, so the box is still ours alone.
        drop(unsafe { Box::from_raw(arg) });
    }
    started
}
