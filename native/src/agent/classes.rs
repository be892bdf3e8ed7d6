//! Class bytes on their way in, and the clock gate.
//!
//! Until the first world opens, rewritten classes call a gate whose body is the JDK's own clock, and
//! classes that were loaded before the agent could see them are not touched at all. Opening the first
//! world *arms* the agent: the gate gets the body that asks, and those classes are retransformed.
//!
//! While calls that escape a component scope are noted, the gate has a third body, which tells of each reading.

use super::scope;
use crate::jni::{Class, Env, Local};
use crate::jvmti;
use crate::redirect::{self, Row};
use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static IDLE: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/idle/java/lang/TicklessClock.class"
));
static ARMED: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/armed/java/lang/TicklessClock.class"
));

static WATCHED: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/watched/java/lang/TicklessClock.class"
));

/// The real name of the class that the gate calls `TicklessIds`.
static GATE_ROWS: [Row; 1] = [Row::new(
    "java/lang/TicklessIds",
    "next",
    "()J",
    "java/lang/Thread$ThreadIdentifiers",
    "next",
)];

fn gate_bytes(bytes: &[u8]) -> Result<Vec<u8>, String> {
    redirect::retarget(bytes, &GATE_ROWS)
        .map(|changed| changed.unwrap_or_else(|| bytes.to_vec()))
        .map_err(|error| format!("the clock gate ({error})"))
}

/// Defines the gate, idle, into the boot loader.
pub fn define_gate(env: Env) -> Result<Class, String> {
    let bytes = gate_bytes(IDLE)?;
    env.define_boot_class(c"java/lang/TicklessClock", &bytes)
        .ok_or_else(|| {
            env.describe_exception();
            "defining java.lang.TicklessClock".to_owned()
        })
}

static REFLECTED: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/idle/java/lang/TicklessReflected.class"
));

/// Defines what stands for the clocks in reflection.
pub fn define_reflected(env: Env) -> Result<Class, String> {
    env.define_boot_class(c"java/lang/TicklessReflected", REFLECTED)
        .ok_or_else(|| {
            env.describe_exception();
            "defining java.lang.TicklessReflected".to_owned()
        })
}

static PROBE: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/idle/java/lang/TicklessProbe.class"
));
/// The anonymous class of its timer test.
static PROBE_TASK: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/idle/java/lang/TicklessProbe$1.class"
));

/// Defines what `tickless doctor` runs.
pub fn define_probe(env: Env) -> Result<Class, String> {
    let defined = env
        .define_boot_class(c"java/lang/TicklessProbe", PROBE)
        .filter(|_| {
            env.define_boot_class(c"java/lang/TicklessProbe$1", PROBE_TASK)
                .is_some()
        });
    defined.ok_or_else(|| {
        env.describe_exception();
        "the probe cannot be defined".to_owned()
    })
}

/// ClassFileLoadHook: new bytes for a class, or none.
pub fn class_file_load(
    env: Env,
    name: Option<&str>,
    loader: Local,
    bytes: &[u8],
) -> Option<Vec<u8>> {
    if name == Some(redirect::GATE) {
        return None;
    }
    let scoped = name
        .filter(|_| !loader.is_null())
        .and_then(|name| scope::rewrite(env, name, loader, bytes));
    if scoped.is_none() && !scope::is_on() && !is_armed() && name.is_some_and(scope::is_chosen) {
        // Switched off, and no world yet: byte for byte what the class was. Arming finds it by its constants.
        return None;
    }
    match redirect::retarget(scoped.as_deref().unwrap_or(bytes), redirect::world_rows()) {
        Ok(changed) => changed.or(scoped),
        Err(error) => {
            log::warn!(
                "class {} stays on the real clock: {error}",
                name.unwrap_or("(hidden)")
            );
            scoped
        }
    }
}

fn is_armed() -> bool {
    HAS_ARMED.load(Ordering::SeqCst)
}

/// Set before classes are retransformed, under [`GATE_STATE`].
static HAS_ARMED: AtomicBool = AtomicBool::new(false);

struct GateState {
    armed: bool,
    watched: bool,
    /// The classes that were loaded before the hook was on call the gate too.
    reached_early_classes: bool,
}

static GATE_STATE: Mutex<GateState> = Mutex::new(GateState {
    armed: false,
    watched: false,
    reached_early_classes: false,
});

impl GateState {
    fn reach_early_classes(&mut self, env: Env) -> Result<(), String> {
        if !self.reached_early_classes {
            retransform_early_classes(env)?;
            self.reached_early_classes = true;
        }
        Ok(())
    }
}

/// Gives the gate the body for what it has to do.
fn redefine_gate(gate: Class, armed: bool, watched: bool) -> Result<(), String> {
    let form = match (armed, watched) {
        (_, true) => WATCHED,
        (true, false) => ARMED,
        (false, false) => IDLE,
    };
    jvmti::redefine(gate, &gate_bytes(form)?)
        .map_err(|error| format!("the clock gate cannot be redefined: {error}"))
}

/// Makes clocks ask; once in the life of a JVM. The error is for a person.
pub fn arm(env: Env) -> Result<(), String> {
    let mut state = GATE_STATE.lock().unwrap_or_else(PoisonError::into_inner);
    if state.armed {
        return Ok(());
    }
    let gate = super::GATE.get().ok_or("the clock gate is not defined")?;
    redefine_gate(*gate, true, state.watched)?;
    HAS_ARMED.store(true, Ordering::SeqCst);
    super::binding::bind_late(env, *gate)?;
    load_scheduler_classes(env);
    state.reach_early_classes(env)?;
    state.armed = true;
    Ok(())
}

/// Lets the gate tell of each reading, or no longer. The error is for a person.
pub fn watch(env: Env, on: bool) -> Result<(), String> {
    let mut state = GATE_STATE.lock().unwrap_or_else(PoisonError::into_inner);
    if state.watched == on {
        return Ok(());
    }
    let gate = super::GATE.get().ok_or("the clock gate is not defined")?;
    redefine_gate(*gate, state.armed, on)?;
    state.watched = on;
    if on {
        super::binding::watch_sleep(env, *gate)?;
        state.reach_early_classes(env)?;
    }
    Ok(())
}

/// Classes with clock reads that a virtual thread first needs while it schedules its own wake-up. It does so in a
/// transition in which HotSpot posts no ClassFileLoadHook (JvmtiExport, is_in_any_VTMS_transition), so they
/// would be loaded unseen: they are loaded now. A JDK that lacks one does not use it.
const SCHEDULER_CLASSES: &[&CStr] = &[
    c"java/util/concurrent/ScheduledThreadPoolExecutor",
    c"java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask",
    c"java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue",
    c"java/util/concurrent/ThreadPoolExecutor",
    c"java/util/concurrent/FutureTask",
    c"java/util/concurrent/ForkJoinPool",
    c"java/util/concurrent/ForkJoinTask",
    c"java/util/concurrent/DelayScheduler",
    c"java/util/concurrent/DelayScheduler$ScheduledForkJoinTask",
    c"java/util/concurrent/locks/AbstractQueuedSynchronizer",
    c"java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
    c"java/util/concurrent/locks/LockSupport",
];

fn load_scheduler_classes(env: Env) {
    const HAS_VIRTUAL_THREADS: u32 = 19;
    if super::platform::feature() < HAS_VIRTUAL_THREADS {
        return;
    }
    for name in SCHEDULER_CLASSES {
        if let Some(class) = env.find_class(name) {
            env.delete_global(class);
        }
    }
}

/// Classes loaded before the hook was on (the JVM's own start) whose constant pool names a clock.
fn retransform_early_classes(env: Env) -> Result<(), String> {
    let loaded = jvmti::loaded_classes(env).map_err(|error| error.to_string())?;
    let mut early: Vec<(Local, String)> = Vec::new();
    for class in loaded {
        let is_gate = class.signature.contains("java/lang/Tickless");
        match jvmti::pool_mentions(&class.class, redirect::world_rows()) {
            Ok(true) if !is_gate && jvmti::is_modifiable(&class.class) => {
                early.push((class.class, class.signature))
            }
            Ok(_) => env.delete_local(class.class),
            Err(error) => {
                log::debug!("constant pool of {}: {error}", class.signature);
                env.delete_local(class.class);
            }
        }
    }
    let classes: Vec<Local> = early.iter().map(|(class, _)| *class).collect();
    let mut refused = Vec::new();
    if jvmti::retransform(&classes).is_err() {
        // One of them is not modifiable: find out which, the others must not suffer.
        for (class, signature) in &early {
            if let Err(error) = jvmti::retransform(&[*class]) {
                refused.push(format!("{signature} ({error})"));
            }
        }
    }
    for class in classes {
        env.delete_local(class);
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "these JDK classes read the clock and cannot be redirected: {}",
            refused.join(", ")
        ))
    }
}
