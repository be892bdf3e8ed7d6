//! The agent's own thread, on real time: repeats wake-ups, answers what ending threads cannot ask, ends
//! the waits of threads that outlived their world, and looks for worlds that are stuck.

use crate::engine::{Nanos, WakeList};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::threads::{ThreadRef, collect_garbage};
use crate::hooks::{current, world};
use crate::jni::{Env, libjvm};
use crate::report::watch::Watch;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often it looks while a world is open.
const TICK: Duration = Duration::from_millis(50);
/// How often it repeats a wake-up that may have come too early, and for how long.
const REPEAT: Duration = Duration::from_millis(1);
const REPEAT_FOR: Duration = Duration::from_millis(20);

struct Survivor {
    thread: ThreadRef,
    wait: u64,
    due: Instant,
}

struct Orders {
    poked: bool,
    repeat_until: Option<Instant>,
    survivors: Vec<Survivor>,
    exit: bool,
    /// The VM ends; and the watchdog has.
    quit: bool,
    gone: bool,
}

static ORDERS: Mutex<Orders> = Mutex::new(Orders {
    poked: false,
    repeat_until: None,
    survivors: Vec::new(),
    exit: false,
    quit: false,
    gone: false,
});
static BELL: Condvar = Condvar::new();

fn order(change: impl FnOnce(&mut Orders)) {
    let mut orders = ORDERS.lock().unwrap_or_else(PoisonError::into_inner);
    change(&mut orders);
    orders.poked = true;
    BELL.notify_one();
}

/// Look now: somebody could not ask a question of the JVM.
pub fn poke() {
    order(|_| ());
}

/// A thread was woken on its way into the JVM's wait, where a wake-up can be lost: repeat it for a while.
pub fn repeat_soon() {
    let now = Instant::now();
    let mut orders = ORDERS.lock().unwrap_or_else(PoisonError::into_inner);
    // It looks every millisecond already, and goes on for long enough.
    if orders
        .repeat_until
        .is_some_and(|until| until > now + REPEAT_FOR / 2)
    {
        return;
    }
    orders.repeat_until = Some(now + REPEAT_FOR);
    orders.poked = true;
    BELL.notify_one();
}

/// Ends the wait of a thread that outlived its world, after what is left of its timeout in real time.
pub fn end_wait_later(thread: ThreadRef, remaining: Nanos) {
    let Some(wait) = thread.current_wait() else {
        return;
    };
    let remaining = Duration::from_nanos(remaining.clamp(0, Nanos::from(u64::MAX)) as u64);
    let Some(due) = Instant::now().checked_add(remaining) else {
        return;
    };
    order(|orders| orders.survivors.push(Survivor { thread, wait, due }));
}

/// The main world has come of age: end the program.
pub fn exit_program() {
    order(|orders| orders.exit = true);
}

/// The VM ends: returns when the watchdog has left it. A thread in native would hold the VM for 300 ms.
pub fn quit() {
    const PATIENCE: Duration = Duration::from_millis(100);
    let mut orders = ORDERS.lock().unwrap_or_else(PoisonError::into_inner);
    orders.quit = true;
    BELL.notify_all();
    let begun = Instant::now();
    while !orders.gone && begun.elapsed() < PATIENCE {
        orders = BELL
            .wait_timeout(orders, PATIENCE)
            .unwrap_or_else(PoisonError::into_inner)
            .0;
    }
}

fn is_over() -> bool {
    let mut orders = ORDERS.lock().unwrap_or_else(PoisonError::into_inner);
    if orders.quit {
        orders.gone = true;
        BELL.notify_all();
    }
    orders.quit
}

/// The body of the agent's thread; returns when the VM ends.
pub fn run(env: Env) {
    let mut watch = Watch::default();
    loop {
        let (repeat, exit, due) = wait_for_work();
        if is_over() {
            return;
        }
        collect_garbage(env);
        if exit {
            world::start_exit_thread(env);
        }
        for survivor in due {
            survivor.mark_stray();
            libjvm::get().interrupt(env, &survivor.thread);
        }
        if !current::is_world_open() {
            watch = Watch::default();
            continue;
        }
        let mut wakes = WakeList::new();
        {
            let host = JvmHost::on_watchdog(env);
            let mut state = engine();
            state.repeat_directed(&host);
            if state.take_look_again() || !repeat {
                state.check(&host, &mut wakes);
            }
        }
        flush(wakes);
        if !repeat {
            watch.look(env);
        }
    }
}

/// Sleeps until there is something to do: are wake-ups to be repeated, is the program to end, whose
/// waits are over.
fn wait_for_work() -> (bool, bool, Vec<ThreadRef>) {
    let mut orders = ORDERS.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now();
    let repeating = orders.repeat_until.is_some_and(|until| until > now);
    let mut limit = match (repeating, current::is_world_open()) {
        (true, _) => Some(REPEAT),
        (false, true) => Some(TICK),
        (false, false) => None,
    };
    if let Some(due) = orders.survivors.iter().map(|survivor| survivor.due).min() {
        let left = due.saturating_duration_since(now).max(REPEAT);
        limit = Some(limit.map_or(left, |limit| limit.min(left)));
    }
    if !orders.poked && !orders.quit {
        orders = match limit {
            Some(limit) => {
                BELL.wait_timeout(orders, limit)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
            None => BELL.wait(orders).unwrap_or_else(PoisonError::into_inner),
        };
    }
    let poked = std::mem::take(&mut orders.poked);
    let now = Instant::now();
    orders
        .survivors
        .retain(|survivor| survivor.thread.current_wait() == Some(survivor.wait));
    let due = orders
        .survivors
        .iter()
        .filter(|survivor| survivor.due <= now)
        .map(|survivor| survivor.thread.clone())
        .collect();
    let exit = std::mem::take(&mut orders.exit);
    (poked || repeating, exit, due)
}
