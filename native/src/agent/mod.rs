//! The agent: load order, capabilities, events. The only room that knows every other.

#![forbid(unsafe_code)]

pub mod api;
pub mod binding;
mod classes;
pub mod escaped;
mod logger;
mod platform;
pub mod scope;
mod scope_probe;
mod selftest;

use crate::engine::{NEVER, Settings, Wall};
use crate::hooks::world::{self, Opening};
use crate::hooks::{current, jdk, monitor, reflect, watchdog};
use crate::jni::{Class, Env, Global, Local, libjvm, memory};
use crate::jvmti::{self, Callbacks, Event};
use crate::options::{self, OnMissing, Options};
use crate::report;
use crate::timeline::recorder;
use std::sync::{Mutex, OnceLock, PoisonError};

pub use classes::arm;

static OPTIONS: OnceLock<Options> = OnceLock::new();
static GATE: OnceLock<Class> = OnceLock::new();
/// `dev.tickless.TicklessException` as the opener of the world sees it.
static EXCEPTION: Mutex<Option<Class>> = Mutex::new(None);

/// Says in one line why the JVM does not start, and ends it with exit code 2.
fn refuse(message: &str) -> ! {
    eprintln!("tickless: {message}");
    libjvm::end_process(2)
}

/// The options the agent was loaded with.
pub fn options() -> &'static Options {
    static NONE: OnceLock<Options> = OnceLock::new();
    OPTIONS
        .get()
        .unwrap_or_else(|| NONE.get_or_init(Options::default))
}

/// Is the whole program one world?
pub fn has_main_world() -> bool {
    options().world_main
}

/// Agent_OnLoad: before the VM has any class.
pub fn load(vm: *mut jvmti_bindings::sys::jni::JavaVM, text: &str) -> i32 {
    let options = match options::parse(text) {
        Ok(options) => options,
        Err(error) => refuse(&error.to_string()),
    };
    logger::install(options.log);
    if let Some(file) = &options.timeline
        && let Err(reason) = recorder::check(file)
    {
        refuse(&format!("timeline: {reason}"));
    }
    if let Err(reason) = scope::prepare(&options) {
        refuse(&reason);
    }
    let _ = OPTIONS.set(options);
    if let Err(error) = jvmti::attach(vm) {
        refuse(&format!(
            "this JVM offers no JVMTI ({error}); use a HotSpot JDK 17 to 25"
        ));
    }
    if let Err(reason) = platform::check() {
        refuse(&reason);
    }
    let prepared = jvmti::add_capabilities()
        .and_then(|()| {
            jvmti::set_callbacks(Callbacks {
                vm_init,
                vm_death,
                thread_end,
                class_file_load: classes::class_file_load,
                native_method_bind: binding::native_method_bind,
                contended_enter: monitor::contended_enter,
                contended_entered: |env, _, _| monitor::contended_entered(env),
            })
        })
        .and_then(|()| jvmti::enable(Event::VmInit, true))
        .and_then(|()| jvmti::enable(Event::VmDeath, true))
        .and_then(|()| jvmti::enable(Event::NativeMethodBind, true));
    if let Err(error) = prepared {
        refuse(&format!(
            "{error} on JDK {}; another agent may hold what is needed: load tickless first",
            platform::feature()
        ));
    }
    0
}

fn vm_init(env: Env, _thread: Local) {
    if let Err(missing) = prepare(env) {
        refuse(&format!(
            "{missing} is not as expected on JDK {} ({}); use a JDK 17 to 25 that `tickless doctor` finds whole",
            platform::feature(),
            jvmti::system_property("java.vm.version").unwrap_or_default()
        ));
    }
    let channels = selftest::at_load(env, &binding::missing());
    for channel in channels.iter().filter(|channel| channel.is_missing()) {
        let line = format!(
            "the hook for {} is missing on JDK {}: {}; run `tickless doctor`, or set on-missing=warn to go on without it",
            channel.name,
            platform::feature(),
            channel.detail
        );
        match options().on_missing {
            OnMissing::Fail if !options().doctor => refuse(&line),
            _ => eprintln!("tickless: {line}"),
        }
    }
    if options().doctor {
        selftest::doctor(env, channels);
        libjvm::end_process(0);
    }
    if has_main_world() {
        open_main_world(env);
    } else if let Some(gate) = GATE.get()
        && let Err(reason) = binding::release(env, *gate)
    {
        refuse(&reason);
    }
    if options().escaped
        && let Err(reason) = escaped::watch(env, true)
    {
        refuse(&format!("escaped: {reason}"));
    }
}

fn prepare(env: Env) -> Result<(), String> {
    libjvm::resolve()?;
    jdk::resolve(env, platform::feature())?;
    memory::reserve_bits().map_err(|error| format!("address space for thread bits ({error})"))?;
    let gate = classes::define_gate(env)?;
    let _ = GATE.set(gate);
    binding::bind(env, gate)?;
    reflect::prepare(env, classes::define_reflected(env)?)?;
    let thread = new_thread(env, "tickless-watchdog").ok_or("java.lang.Thread")?;
    jvmti::run_agent_thread(&thread, watchdog::run).map_err(|error| error.to_string())?;
    jvmti::enable(Event::ClassFileLoadHook, true).map_err(|error| error.to_string())?;
    Ok(())
}

fn open_main_world(env: Env) {
    let options = options();
    let opening = Opening {
        start: options
            .start
            .map(|start| Wall::new(start.seconds, start.nanos)),
        settings: Settings {
            auto_advance: true,
            limit: NEVER - 1,
            exit_at: options.run_for.map(|duration| duration.as_nanos() as i128),
            outside_holds: options.outside == options::Outside::Hold,
        },
        adopt: options.adopt.clone(),
        real_threads: options.real_threads.clone(),
        timeline: options.timeline.clone(),
        ..Opening::default()
    };
    if let Err(reason) = world::open(env, opening) {
        refuse(&format!("the main world cannot be opened: {reason}"));
    }
}

fn vm_death(_env: Env) {
    watchdog::quit();
    recorder::finish();
    world::bury_blocked();
    if options().escaped {
        eprint!("{}", escaped::text());
    }
    if options().summary
        && let Some((virtual_time, real, stats)) = world::summary()
    {
        eprintln!("tickless: {}", report::summary(virtual_time, real, stats));
    }
}

fn thread_end(env: Env, thread: Local) {
    if !current::is_world_open() || current::is_virtual(env) {
        return;
    }
    crate::hooks::lending::blocks(env);
    let hash = libjvm::get().identity_hash(env, &thread);
    current::thread_ending(env, hash);
}

/// A new, unstarted `java.lang.Thread`, for an agent thread.
pub fn new_thread(env: Env, name: &str) -> Option<Global> {
    let class = jdk::get().thread;
    let constructor = env.method(&class, c"<init>", c"(Ljava/lang/String;)V")?;
    let name = env.new_string(name);
    let thread = env.new_with(class, constructor, &name)?;
    let global = env.new_global(&thread);
    env.delete_local(thread);
    env.delete_local(name);
    Some(global)
}

/// `System.exit`, which runs the shutdown hooks and does not return.
pub fn system_exit(env: Env, code: i32) {
    let Some(system) = env.find_class(c"java/lang/System") else {
        return;
    };
    if let Some(exit) = env.static_method(&system, c"exit", c"(I)V") {
        env.call_static_int(system, exit, code);
    }
}

/// Remembers the API's exception class, found by the loader of the API that is calling.
pub fn remember_exception(env: Env) {
    let class = env.find_class(c"dev/tickless/TicklessException");
    let mut slot = EXCEPTION.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(old) = std::mem::replace(&mut *slot, class) {
        env.delete_global(old);
    }
}

/// Throws a TicklessException, or an IllegalStateException where the API is not loaded.
pub fn throw_tickless(env: Env, message: &str) {
    let class = *EXCEPTION.lock().unwrap_or_else(PoisonError::into_inner);
    env.throw_text(class.unwrap_or(jdk::get().illegal_state), message);
}
