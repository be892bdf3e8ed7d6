//! The natives that Java finds by name: the API's and the clock gate's.
//!
//! HotSpot looks a native up in the libraries of its class loader and then in the agents' (nativeLookup.cpp), so
//! these link for every loader that loads the API.

use super::natives::guarded;
use super::{Env, Local, Object, memory};
use crate::agent;
use crate::agent::api;
use jvmti_bindings::sys::jni::{JNIEnv, JavaVM, jboolean, jclass, jint, jlong, jobject};
use std::ffi::{CStr, c_char, c_void};

fn run<R>(raw: *mut JNIEnv, what: &'static str, otherwise: R, body: impl FnOnce(Env) -> R) -> R {
    match Env::of(raw) {
        Some(env) => guarded(what, otherwise, || body(env)),
        None => otherwise,
    }
}

/// Called by the JVM when it loads the agent at start.
#[unsafe(no_mangle)]
pub extern "system" fn Agent_OnLoad(
    vm: *mut JavaVM,
    options: *const c_char,
    _: *mut c_void,
) -> jint {
    // SAFETY: the JVM passes a NUL-terminated string or NULL.
    let options =
        (!options.is_null()).then(|| unsafe { CStr::from_ptr(options) }.to_string_lossy());
    guarded("Agent_OnLoad", 1, || {
        agent::load(vm, options.as_deref().unwrap_or(""))
    })
}

/// Called by the JVM when it loads the agent later, which is refused: classes that read the clock run already.
#[unsafe(no_mangle)]
pub extern "system" fn Agent_OnAttach(_: *mut JavaVM, _: *const c_char, _: *mut c_void) -> jint {
    eprintln!("tickless: the agent cannot be attached to a running JVM: start it with -agentpath");
    1
}

/// Called by the JVM when it unloads the agent.
#[unsafe(no_mangle)]
pub extern "system" fn Agent_OnUnload(_: *mut JavaVM) {
    log::logger().flush();
}

macro_rules! exports {
    ($($name:ident ($($arg:ident: $kind:ty),*) -> $result:ty = $otherwise:expr => |$env:ident| $body:expr;)+) => {
        $(
            #[doc(hidden)]
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            pub extern "system" fn $name(raw: *mut JNIEnv, _class: jclass, $($arg: $kind),*) -> $result {
                run(raw, stringify!($name), $otherwise, |$env| $body)
            }
        )+
    };
}

const NULL: jobject = std::ptr::null_mut();

exports! {
    Java_java_lang_TicklessClock_boot0() -> () = () => |env| agent::binding::register_all(env);
    Java_java_lang_TicklessClock_page0() -> jlong = 0 => |_env| memory::page_address();
    Java_java_lang_TicklessClock_bits0() -> jlong = 0 => |_env| memory::bits_address();
    Java_java_lang_TicklessClock_limit0() -> jlong = 0 => |_env| memory::TID_LIMIT;
    Java_java_lang_TicklessClock_read0() -> () = () => |env| crate::hooks::world::clock_was_read(env);
    Java_java_lang_TicklessClock_noticed0() -> () = () => |env| agent::escaped::notice(env);

    Java_dev_tickless_AgentBridge_version0() -> jint = 0 => |_env| api::VERSION;
    Java_dev_tickless_AgentBridge_open0(
        has_start: jboolean, start_seconds: jlong, start_nanos: jint, auto: jboolean,
        limit_seconds: jlong, limit_nanos: jint, settle: jlong, stuck: jlong, tick: jlong,
        adopt: jobject, real: jobject, timeline: jobject
    ) -> jlong = 0 => |env| api::open(env, &api::OpenArguments {
        start: (has_start != 0).then_some((start_seconds, start_nanos)),
        auto: auto != 0,
        limit: (limit_seconds, limit_nanos),
        settle,
        stuck,
        tick,
        adopt: env.strings(&Local::of(adopt)),
        real: env.strings(&Local::of(real)),
        timeline: (!timeline.is_null()).then(|| env.string(&Local::of(timeline))),
    });
    Java_dev_tickless_AgentBridge_name0(world: jlong, name: jobject) -> () = () => |env|
        api::name(env, world, &Local::of(name));
    Java_dev_tickless_AgentBridge_advance0(world: jlong, seconds: jlong, nanos: jint) -> () = () => |env|
        api::advance(env, world, seconds, nanos);
    Java_dev_tickless_AgentBridge_settle0(world: jlong) -> () = () => |env| api::settle(env, world);
    Java_dev_tickless_AgentBridge_next0(world: jlong) -> jobject = NULL => |env| api::next(env, world).raw();
    Java_dev_tickless_AgentBridge_setWall0(world: jlong, seconds: jlong, nanos: jint) -> () = () => |env|
        api::set_wall(env, world, seconds, nanos);
    Java_dev_tickless_AgentBridge_wall0(world: jlong) -> jobject = NULL => |env| api::wall(env, world).raw();
    Java_dev_tickless_AgentBridge_nano0(world: jlong) -> jlong = 0 => |env| api::nano(env, world);
    Java_dev_tickless_AgentBridge_elapsed0(world: jlong) -> jobject = NULL => |env| api::elapsed(env, world).raw();
    Java_dev_tickless_AgentBridge_enterReal0(world: jlong) -> () = () => |env| api::enter_real(env, world);
    Java_dev_tickless_AgentBridge_exitReal0(world: jlong) -> () = () => |env| api::exit_real(env, world);
    Java_dev_tickless_AgentBridge_enterVirtual0(world: jlong) -> () = () => |env| api::enter_virtual(env, world);
    Java_dev_tickless_AgentBridge_leaveVirtual0(world: jlong) -> () = () => |env| api::leave_virtual(env, world);
    Java_dev_tickless_AgentBridge_isMember0(world: jlong) -> jboolean = 0 => |env| u8::from(api::is_member(env, world));
    Java_dev_tickless_AgentBridge_waiters0(world: jlong) -> jobject = NULL => |env| api::waiters(env, world).raw();
    Java_dev_tickless_AgentBridge_describe0(world: jlong, json: jboolean) -> jobject = NULL => |env|
        api::describe(env, world, json != 0).raw();
    Java_dev_tickless_AgentBridge_close0(world: jlong) -> () = () => |env| api::close(env, world);
    Java_dev_tickless_AgentBridge_scope0(on: jboolean) -> jint = 0 => |env| api::switch_scope(env, on != 0);
    Java_dev_tickless_AgentBridge_watchEscaped0(on: jboolean) -> () = () => |env| api::watch_escaped(env, on != 0);
    Java_dev_tickless_AgentBridge_escaped0() -> jobject = NULL => |env| agent::escaped::rows(env).raw();
    Java_dev_tickless_AgentBridge_adopt0(world: jlong, glob: jobject) -> () = () => |env|
        api::adopt(env, world, &Local::of(glob));
}
