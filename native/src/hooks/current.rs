//! Is the current thread a participant, and which?

use crate::engine::Pid;
use crate::engine::WakeList;
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::threads::ThreadRef;
use crate::hooks::{jdk, world};
use crate::jni::{Env, libjvm, memory};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// 0: no world. Otherwise a number that changes whenever a thread may have come in or gone out without
/// knowing, so that what a thread remembers about itself is looked up again.
static ROSTER: AtomicU64 = AtomicU64::new(0);
static NEXT_ROSTER: AtomicU64 = AtomicU64::new(1);

/// Is a world open?
#[inline]
pub fn is_world_open() -> bool {
    ROSTER.load(Ordering::Relaxed) != 0
}

/// Makes every thread look itself up anew. Called under the engine's lock.
pub fn new_roster() {
    ROSTER.store(
        NEXT_ROSTER.fetch_add(1, Ordering::Relaxed),
        Ordering::SeqCst,
    );
}

/// No thread is a participant any more. Called under the engine's lock.
pub fn no_roster() {
    ROSTER.store(0, Ordering::SeqCst);
}

/// A participant on its own thread.
pub struct Me {
    /// Its name in the engine.
    pub pid: Pid,
    /// Its handle.
    pub thread: ThreadRef,
}

/// What a thread remembers about itself; dropped when the native thread ends.
struct Seat {
    roster: Cell<u64>,
    me: RefCell<Option<Me>>,
    /// The world in whose `real(…)` it is; a stale id when that has closed.
    real: Cell<i64>,
    /// Identity hash of the Thread object, once the thread is ending.
    exit_hash: Cell<Option<i32>>,
}

thread_local! {
    static SEAT: Seat = const { Seat {
        roster: Cell::new(0),
        me: RefCell::new(None),
        real: Cell::new(0),
        exit_hash: Cell::new(None),
    } };
}

/// Runs `with` if the current thread is a participant of the open world, else gives `None`.
#[inline]
pub fn with_me<R>(env: Env, with: impl FnOnce(&Me) -> R) -> Option<R> {
    let roster = ROSTER.load(Ordering::Acquire);
    if roster == 0 {
        return None;
    }
    SEAT.try_with(|seat| {
        if seat.roster.get() != roster {
            look_up(env, seat, roster);
        }
        let me = seat.me.try_borrow().ok()?;
        me.as_ref().map(with)
    })
    .ok()
    .flatten()
}

/// The carrier's own thread, whatever virtual thread is mounted on it.
#[cold]
fn look_up(env: Env, seat: &Seat, roster: u64) {
    let Ok(mut me) = seat.me.try_borrow_mut() else {
        return;
    };
    seat.roster.set(roster);
    *me = None;
    if seat.real.get() == world::last_id() {
        return;
    }
    let carrier = libjvm::get().current_carrier(env);
    let tid = env.get_long(&carrier, jdk::get().tid);
    env.delete_local(carrier);
    let state = engine();
    if let Some((pid, p)) = state
        .find(tid)
        .and_then(|pid| Some((pid, state.participant(pid)?)))
    {
        *me = Some(Me {
            pid,
            thread: p.thread().clone(),
        });
    }
}

/// The id of the current thread if it knows itself as a participant; takes no lock.
pub fn tid(_env: Env) -> Option<i64> {
    SEAT.try_with(|seat| {
        let me = seat.me.try_borrow().ok()?;
        me.as_ref().map(|me| me.thread.tid)
    })
    .ok()
    .flatten()
}

/// `tid` of the current platform thread.
pub fn carrier_tid(env: Env) -> i64 {
    let carrier = libjvm::get().current_carrier(env);
    let tid = env.get_long(&carrier, jdk::get().tid);
    env.delete_local(carrier);
    tid
}

/// Is a virtual thread mounted on the current platform thread?
pub fn is_virtual(env: Env) -> bool {
    if jdk::get().feature < 19 {
        return false;
    }
    let (thread, carrier) = (
        libjvm::get().current_thread(env),
        libjvm::get().current_carrier(env),
    );
    let same = env.same(&thread, &carrier);
    env.delete_local(thread);
    env.delete_local(carrier);
    !same
}

/// Does the current thread hold a park permit of the JDK's? Takes it: the engine keeps it from here on.
///
/// The JDK has no way to ask. A park that lasts at most 200 µs ends at once if there is one.
pub fn has_real_permit(env: Env) -> bool {
    const PROBE: Duration = Duration::from_micros(200);
    let before = Instant::now();
    libjvm::park(env, false, PROBE.as_nanos() as i64);
    before.elapsed() < PROBE
}

/// Notes in which world the current thread is in `real(…)`, 0 for none; gives what was noted before.
pub fn set_real(world: i64) -> i64 {
    SEAT.try_with(|seat| {
        seat.roster.set(0);
        seat.real.replace(world)
    })
    .unwrap_or(0)
}

/// The thread is about to end (JVMTI ThreadEnd, which comes before joiners are told). A participant is
/// taken off later, when the native thread ends, since time must not move before its joiners are counted.
pub fn thread_ending(env: Env, hash: i32) {
    let started = with_me(env, |me| me.thread.started);
    let _ = SEAT.try_with(|seat| seat.exit_hash.set(Some(hash)));
    if started == Some(false) {
        detach(env);
    }
}

/// Takes the current thread off now: it detaches from the JVM, but its native thread lives on (the main
/// thread, which becomes the one that destroys the VM, and threads attached by JNI).
fn detach(env: Env) {
    let me = SEAT.try_with(|seat| {
        seat.roster.set(0);
        let hash = seat.exit_hash.take();
        seat.me
            .try_borrow_mut()
            .ok()
            .and_then(|mut me| me.take())
            .map(|me| (me, hash))
    });
    if let Ok(Some((me, hash))) = me {
        leave(Some(env), &me, hash);
    }
}

fn leave(env: Option<Env>, me: &Me, hash: Option<i32>) {
    let host = JvmHost::on(env);
    let mut wakes = WakeList::new();
    let gone = {
        let mut state = engine();
        if let Some(hash) = hash {
            state.thread_ended(&host, hash, &mut wakes);
        }
        memory::set_participant(me.thread.tid, false);
        state.leave(&host, me.pid, &mut wakes)
    };
    flush(wakes);
    drop(gone);
}

impl Drop for Seat {
    fn drop(&mut self) {
        // No JNI from here on: the thread is no longer attached.
        if let Some(me) = self.me.take() {
            leave(None, &me, self.exit_hash.get());
        }
    }
}
