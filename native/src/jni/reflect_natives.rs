//! The natives by which reflection and method handles reach a method: bound by the JDK itself, replaced in
//! NativeMethodBind, which also tells the originals.

use super::natives::guarded;
use super::{Env, Local, Object};
use crate::hooks::reflect;
use jvmti_bindings::sys::jni::{JNIEnv, jboolean, jclass, jint, jobject, jobjectArray};
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

type ResolveFn =
    extern "system" fn(*mut JNIEnv, jclass, jobject, jclass, jint, jboolean) -> jobject;
type InitFn = extern "system" fn(*mut JNIEnv, jclass, jobject, jobject);
type InvokeFn = extern "system" fn(*mut JNIEnv, jclass, jobject, jobject, jobjectArray) -> jobject;

static RESOLVE: AtomicUsize = AtomicUsize::new(0);
static INIT: AtomicUsize = AtomicUsize::new(0);
static INVOKE: AtomicUsize = AtomicUsize::new(0);

/// MethodHandleNatives.resolve: a method handle that is found by name.
extern "system" fn resolve(
    raw: *mut JNIEnv,
    class: jclass,
    member: jobject,
    caller: jclass,
    mode: jint,
    speculative: jboolean,
) -> jobject {
    let address = RESOLVE.load(Ordering::Acquire);
    // SAFETY: this function is bound only by `hook_for`, which stored the address that NativeMethodBind
    // told for exactly this native, whose signature it has.
    let original = unsafe { std::mem::transmute::<usize, ResolveFn>(address) };
    let call = || Local::of(original(raw, class, member, caller, mode, speculative));
    match Env::of(raw) {
        Some(env) => guarded("resolve", Local::null(), || {
            reflect::resolve(env, &Local::of(member), call)
        })
        .raw(),
        None => call().raw(),
    }
}

/// MethodHandleNatives.init: a method handle that is made of a `java.lang.reflect.Method`; since 18 also
/// `Method.invoke`.
extern "system" fn init(raw: *mut JNIEnv, class: jclass, member: jobject, reflected: jobject) {
    let address = INIT.load(Ordering::Acquire);
    // SAFETY: as in `resolve`.
    let original = unsafe { std::mem::transmute::<usize, InitFn>(address) };
    original(raw, class, member, redirected(raw, reflected));
}

/// NativeMethodAccessorImpl.invoke0, NativeAccessor.invoke0: `Method.invoke` before it is compiled away.
extern "system" fn invoke(
    raw: *mut JNIEnv,
    class: jclass,
    method: jobject,
    receiver: jobject,
    arguments: jobjectArray,
) -> jobject {
    let address = INVOKE.load(Ordering::Acquire);
    // SAFETY: as in `resolve`.
    let original = unsafe { std::mem::transmute::<usize, InvokeFn>(address) };
    original(raw, class, redirected(raw, method), receiver, arguments)
}

/// What stands for the method, if it is one of a clock.
fn redirected(raw: *mut JNIEnv, method: jobject) -> jobject {
    let gate = Env::of(raw).and_then(|env| {
        guarded("reflection", None, || {
            reflect::redirected(env, &Local::of(method))
        })
    });
    gate.map_or(method, |gate| gate.raw())
}

/// The hook for a native of the JDK that is being bound, if it is one of these.
pub fn hook_for(class: &str, method: &str, address: *mut c_void) -> Option<*mut c_void> {
    let (original, hook) = match (class, method) {
        ("java.lang.invoke.MethodHandleNatives", "resolve") => (&RESOLVE, resolve as *mut c_void),
        ("java.lang.invoke.MethodHandleNatives", "init") => (&INIT, init as *mut c_void),
        (
            // 17 to 21; 18 and later.
            "jdk.internal.reflect.NativeMethodAccessorImpl"
            | "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor",
            "invoke0",
        ) => (&INVOKE, invoke as *mut c_void),
        _ => return None,
    };
    if address != hook {
        original.store(address as usize, Ordering::Release);
    }
    Some(hook)
}

/// Are the natives of method handles replaced? The one of `Method.invoke` is bound at its first call.
pub fn are_placed() -> bool {
    RESOLVE.load(Ordering::Acquire) != 0 && INIT.load(Ordering::Acquire) != 0
}
