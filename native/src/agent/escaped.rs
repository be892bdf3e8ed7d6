//! Clock reads and sleeps of scoped classes that were not redirected, noted on request with their stacks.
//!
//! While they are noted the clock gate has a body that tells of every reading of the JVM, and `Thread.sleep` is
//! ours. Each time the frames are walked from the clock outwards: over the JDK's methods that stand on it, over
//! reflection and method handles, to the first class that is neither. If it is chosen by the scope, the call has
//! escaped. Nothing here runs Java, so a reading is never noted inside of another.

use super::{classes, scope};
use crate::hooks::jdk;
use crate::jni::{Env, Local, libjvm};
use crate::jvmti::{self, Frame};
use crate::redirect::scope::ScopeTable;
use crate::report;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Frames looked at and kept.
const DEPTH: usize = 64;
/// Stacks kept; a program has few places, so more are a sign of generated classes.
const STACKS: usize = 1_000;

static IS_WATCHING: AtomicBool = AtomicBool::new(false);

struct Call {
    name: String,
    thread: String,
    count: i64,
    stack: Vec<Frame>,
}

#[derive(Default)]
struct Noted {
    calls: Vec<Call>,
    by_stack: HashMap<String, usize>,
    /// Readings from stacks beyond [`STACKS`].
    beyond: u64,
}

static NOTED: Mutex<Option<Noted>> = Mutex::new(None);

/// Begins, forgetting what was noted before, or ends. The error is for a person.
pub fn watch(env: Env, on: bool) -> Result<(), String> {
    if !scope::is_given() {
        return Err("the agent was loaded without scope=: nothing can escape it".to_owned());
    }
    if on {
        *NOTED.lock().unwrap_or_else(PoisonError::into_inner) = None;
    } else {
        IS_WATCHING.store(false, Ordering::SeqCst);
    }
    classes::watch(env, on)?;
    IS_WATCHING.store(on, Ordering::SeqCst);
    Ok(())
}

/// The current thread is about to read the clock or to sleep.
pub fn notice(env: Env) {
    if !IS_WATCHING.load(Ordering::Relaxed) || !scope::is_on() {
        return;
    }
    let thread = libjvm::get().current_thread(env);
    // A carrier runs the JDK's scheduling only, and that in transitions, when a stack must not be asked for.
    if jvmti::class_name_of(env, &thread) != "jdk.internal.misc.CarrierThread" {
        let stack = jvmti::stack_of(env, &thread, DEPTH).unwrap_or_default();
        if let Some((name, first)) = escaped_call(&stack) {
            note(env, &thread, name, stack.get(first..).unwrap_or_default());
        }
    }
    env.delete_local(thread);
}

fn note(env: Env, thread: &Local, name: String, stack: &[Frame]) {
    let mut key = name.clone();
    // How reflection gets to a method changes while a program warms up: who asked is what counts.
    let callers = stack
        .iter()
        .skip_while(|frame| role(&frame.class) != Role::Other);
    for frame in callers {
        let _ = write!(key, "\n{frame}");
    }
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    let noted = noted.get_or_insert_default();
    if let Some(call) = noted
        .by_stack
        .get(&key)
        .and_then(|index| noted.calls.get_mut(*index))
    {
        call.count += 1;
    } else if noted.calls.len() < STACKS {
        let thread_name = env.get_object(thread, jdk::get().name);
        noted.by_stack.insert(key, noted.calls.len());
        noted.calls.push(Call {
            name,
            thread: env.string(&thread_name),
            count: 1,
            stack: stack.to_vec(),
        });
        env.delete_local(thread_name);
    } else {
        noted.beyond += 1;
    }
}

/// What a frame is on the way from the clock to who asked for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The gate and what stands for it in reflection.
    Gate,
    /// A method of the JDK that stands on the clock and is redirected when it is called in a scoped class.
    Clock,
    /// Reflection and method handles.
    Machinery,
    Other,
}

fn role(class: &str) -> Role {
    const MACHINERY: [&str; 3] = [
        "java.lang.reflect.",
        "jdk.internal.reflect.",
        "java.lang.invoke.",
    ];
    if class.starts_with("java.lang.Tickless") {
        Role::Gate
    } else if MACHINERY.iter().any(|prefix| class.starts_with(prefix)) {
        Role::Machinery
    } else if is_clock(class) {
        Role::Clock
    } else {
        Role::Other
    }
}

/// The owners of the redirected calls, what is nested in them, and what they are made with.
fn is_clock(class: &str) -> bool {
    static OWNERS: OnceLock<HashSet<String>> = OnceLock::new();
    const MADE_WITH: [&str; 4] = [
        "java.lang.VirtualThread",
        "java.util.Calendar$Builder",
        "sun.util.locale.provider.CalendarProviderImpl",
        "java.lang.System",
    ];
    let owners = OWNERS.get_or_init(|| {
        ScopeTable::default()
            .rows()
            .map(|[owner, ..]| owner.replace('/', "."))
            .chain(MADE_WITH.map(str::to_owned))
            .collect()
    });
    let outer = class.split('$').next().unwrap_or(class);
    class.starts_with("java.time.") || owners.contains(class) || owners.contains(outer)
}

/// What was called, and the first frame to show, when the stack (innermost first) is that of a scoped class whose
/// call was not redirected.
fn escaped_call(stack: &[Frame]) -> Option<(String, usize)> {
    let mut called: Option<String> = None;
    let mut first = None;
    let mut caller = stack.len();
    for (index, frame) in stack.iter().enumerate() {
        match role(&frame.class) {
            Role::Gate => {
                // Its natives tell of a reading and are none.
                if !frame.method.ends_with('0') {
                    called = Some(format!("java.lang.System.{}", frame.method));
                }
            }
            Role::Clock => {
                called = Some(format!("{}.{}", frame.class, frame.method));
                first.get_or_insert(index);
            }
            Role::Machinery => {
                first.get_or_insert(index);
            }
            Role::Other => {
                caller = index;
                break;
            }
        }
    }
    let chosen = |frame: &&Frame| {
        let name = frame.class.replace('.', "/");
        is_rewritable(&frame.class) && !scope::is_time_source(&name) && scope::is_chosen(&name)
    };
    let callers = stack.get(caller..).unwrap_or_default();
    let in_scope = callers.iter().take_while(chosen).count();
    // A provider in the scope reads the real clock because the time source asks it to.
    let is_provider = callers
        .get(in_scope)
        .is_some_and(|frame| scope::is_time_source(&frame.class.replace('.', "/")));
    (in_scope > 0 && !is_provider).then(|| (called.unwrap_or_default(), first.unwrap_or(caller)))
}

/// The JDK's own classes are not, whatever the patterns say.
fn is_rewritable(class: &str) -> bool {
    !["java.", "jdk.", "sun."]
        .iter()
        .any(|prefix| class.starts_with(prefix))
}

/// An `Object[]` with four entries a call: name, thread, `long[]{count}`, stack.
pub fn rows(env: Env) -> Local {
    let noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    let calls = noted.as_ref().map_or(&[][..], |noted| &noted.calls);
    let array = env.new_array(jdk::get().object, calls.len() * 4);
    for (index, call) in calls.iter().enumerate() {
        env.set_element(array, index * 4, env.new_string(&call.name));
        env.set_element(array, index * 4 + 1, env.new_string(&call.thread));
        env.set_element(array, index * 4 + 2, env.new_longs(&[call.count]));
        if let Some(stack) = report::stack_array(env, &call.stack) {
            env.set_element(array, index * 4 + 3, stack);
        }
    }
    array
}

/// The report at the end of the JVM.
pub fn text() -> String {
    let noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(noted) = noted.as_ref() else {
        return "tickless: no call of a scoped class escaped\n".to_owned();
    };
    let mut text = "tickless: these calls of scoped classes were not redirected:\n".to_owned();
    for call in &noted.calls {
        let _ = writeln!(
            text,
            "  {} (count {}, first in thread {:?})",
            call.name, call.count, call.thread
        );
        for frame in &call.stack {
            let _ = writeln!(text, "    at {frame}");
        }
    }
    if noted.beyond > 0 {
        let _ = writeln!(text, "  {} readings from further places", noted.beyond);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Role, role};

    #[test]
    fn frames_between_a_clock_and_its_caller() {
        for (class, expected) in [
            ("java.lang.TicklessClock", Role::Gate),
            ("java.lang.TicklessReflected", Role::Gate),
            ("java.time.Instant", Role::Clock),
            ("java.time.Clock$SystemClock", Role::Clock),
            ("java.util.Date", Role::Clock),
            ("java.lang.Thread", Role::Clock),
            ("java.lang.VirtualThread", Role::Clock),
            ("java.util.concurrent.TimeUnit", Role::Clock),
            ("java.lang.reflect.Method", Role::Machinery),
            (
                "jdk.internal.reflect.DirectMethodHandleAccessor",
                Role::Machinery,
            ),
            ("java.lang.invoke.LambdaForm$DMH.0x1", Role::Machinery),
            ("java.util.logging.LogRecord", Role::Other),
            ("java.util.concurrent.locks.LockSupport", Role::Other),
            ("com.acme.Order", Role::Other),
        ] {
            assert_eq!(role(class), expected, "{class}");
        }
    }
}
