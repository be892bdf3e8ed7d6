//! Events for the JDK's flight recorder: `dev.tickless.Wait` and `dev.tickless.Advance`.
//!
//! Their classes are defined when they are first needed, which is never in a JVM that records nothing. That the recorder
//! is used is told by its natives, which the JVM binds when it starts. The platform loader gets the classes: since 21
//! an event of the boot loader may be committed by a static method only (jfrClassTransformer.cpp).

use crate::engine::{Block, Kind, Nanos, Reason};
use crate::hooks::current::is_world_open;
use crate::hooks::host::engine;
use crate::jni::{Argument, Class, Env, Method};
use crate::timeline::words;
use std::cell::Cell;
use std::ffi::CStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The class of the recorder's natives, in every JDK from 17 to 25.
pub const NATIVES: &str = "jdk.jfr.internal.JVM";

static IS_USED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The recorder waits for locks of its own while an event is committed: these waits are no events.
    static COMMITTING: Cell<bool> = const { Cell::new(false) };
}

static WAIT: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/jfr/dev/tickless/jfr/WaitEvent.class"
));
static ADVANCE: &[u8] = include_bytes!(concat!(
    env!("OUT_DIR"),
    "/boot/jfr/dev/tickless/jfr/AdvanceEvent.class"
));

#[derive(Clone, Copy)]
struct Event {
    class: Class,
    record: Method,
}

static EVENTS: OnceLock<Option<(Event, Event)>> = OnceLock::new();

/// The recorder has begun to run in this JVM.
pub fn recorder_is_used() {
    IS_USED.store(true, Ordering::Relaxed);
}

fn is_wanted() -> bool {
    IS_USED.load(Ordering::Relaxed) && is_world_open() && !COMMITTING.get()
}

/// What is remembered of the beginning of a wait; nothing when nobody records.
pub struct Began(Option<Nanos>);

/// A wait begins.
#[inline]
pub fn wait_begins() -> Began {
    Began(is_wanted().then(|| engine().clock().now()))
}

/// A wait of the current participant is over, if it was one: `outcome` is what the engine said at its beginning. An
/// exception may be pending.
#[inline]
pub fn wait_ended(env: Env, kind: Kind, began: &Began, outcome: Block, reason: Reason) {
    // Over at once by its timeout: this thread was the last to block and has moved time itself.
    let waited = matches!(outcome, Block::Wait | Block::Over(Reason::Timeout));
    if let (Some(began), true) = (began.0, waited) {
        commit_wait(env, kind, began, reason);
    }
}

#[cold]
fn commit_wait(env: Env, kind: Kind, began: Nanos, reason: Reason) {
    let clock = *engine().clock();
    commit(env, |(wait, _)| {
        let (kind, ended_by) = (
            env.new_string(words::KINDS[words::kind(Some(kind))]),
            env.new_string(words::ENDS[words::end(Some(reason), true)]),
        );
        env.call_static(
            wait.class,
            wait.record,
            &[
                Argument::Object(kind),
                Argument::Object(ended_by),
                Argument::Long(long(began)),
                Argument::Long(long(clock.now())),
                Argument::Long(clock.wall().millis()),
            ],
        );
        env.delete_local(kind);
        env.delete_local(ended_by);
    });
}

/// What is remembered of the beginning of an advance.
pub struct Advancing(Option<(Nanos, u64, Instant)>);

/// The current thread is about to move time.
pub fn advance_begins() -> Advancing {
    Advancing(is_wanted().then(|| {
        let state = engine();
        (state.clock().now(), state.stats().deadlines, Instant::now())
    }))
}

/// It has.
pub fn advance_ended(env: Env, began: &Advancing, settled: bool) {
    let Some((began, deadlines, real)) = began.0 else {
        return;
    };
    let (clock, fired) = {
        let state = engine();
        (*state.clock(), state.stats().deadlines - deadlines)
    };
    commit(env, |(_, advance)| {
        env.call_static(
            advance.class,
            advance.record,
            &[
                Argument::Long(long(began)),
                Argument::Long(long(clock.now())),
                Argument::Long(long(fired.into())),
                Argument::Long(nanos(real.elapsed())),
                Argument::Bool(settled),
                Argument::Long(clock.wall().millis()),
            ],
        );
    });
}

fn commit(env: Env, call: impl FnOnce((Event, Event))) {
    if COMMITTING.replace(true) {
        return;
    }
    env.aside_exception(|| {
        if let Some(events) = *EVENTS.get_or_init(|| define(env)) {
            call(events);
            if env.has_exception() {
                log::warn!("an event for the flight recorder could not be committed");
                env.describe_exception();
            }
        }
    });
    COMMITTING.set(false);
}

fn define(env: Env) -> Option<(Event, Event)> {
    let event = |name: &CStr, bytes: &[u8], descriptor: &CStr| {
        let class = env.define_platform_class(name, bytes)?;
        let record = env.static_method(&class, c"record", descriptor)?;
        Some(Event { class, record })
    };
    let wait = event(
        c"dev/tickless/jfr/WaitEvent",
        WAIT,
        c"(Ljava/lang/String;Ljava/lang/String;JJJ)V",
    );
    let advance = event(c"dev/tickless/jfr/AdvanceEvent", ADVANCE, c"(JJJJZJ)V");
    let both = wait.zip(advance);
    if both.is_none() {
        env.describe_exception();
        log::warn!(
            "waits and advances are no events of the flight recorder: their classes cannot be defined"
        );
    }
    both
}

fn long(nanos: Nanos) -> i64 {
    i64::try_from(nanos).unwrap_or(i64::MAX)
}

fn nanos(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}
