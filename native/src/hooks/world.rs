//! The open world: opening and closing it, and what a controller does.

use crate::agent;
use crate::engine::{
    Block, Clock, Kind, NEVER, Nanos, Pid, Reason, Settings, Stats, WakeList, Wall,
};
use crate::hooks::current::{self, with_me};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::threads::{JavaThread, ThreadRef};
use crate::hooks::{enlist, flight, jdk, lending, membership, sockets, timeline, vthreads};
use crate::jni::{Env, Object, libjvm, memory};
use crate::jvmti::{self, Event};
use crate::report;
use crate::timeline::recorder;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// How a world is to be opened.
#[derive(Debug, Clone)]
pub struct Opening {
    /// First wall instant; the real present if none.
    pub start: Option<Wall>,
    /// How time moves.
    pub settings: Settings,
    /// How long, in real time, a controller waits for a busy participant.
    pub settle_within: Duration,
    /// How long, in real time, all may wait with nothing to wake them before it is reported.
    pub stuck_after: Duration,
    /// Virtual time by which every clock read moves the clock.
    pub tick: Nanos,
    /// Names of running threads that join.
    pub adopt: Vec<String>,
    /// Names of threads that stay on real time.
    pub real_threads: Vec<String>,
    /// Where what happens is written at the end.
    pub timeline: Option<PathBuf>,
}

impl Default for Opening {
    fn default() -> Self {
        Opening {
            start: None,
            settings: Settings::default(),
            settle_within: Duration::from_secs(10),
            stuck_after: Duration::from_secs(2),
            tick: 0,
            adopt: Vec::new(),
            real_threads: Vec::new(),
            timeline: None,
        }
    }
}

/// What is known about the open world beside the engine's state.
#[derive(Debug, Clone)]
pub struct World {
    /// Never used twice in a JVM.
    pub id: i64,
    /// The thread that opened it, by id and name.
    pub opener: (i64, String),
    /// The participant that called the API last.
    pub controller: Option<Pid>,
    /// A name given to it, say of a test.
    pub name: Option<String>,
    /// See [`Opening`].
    pub settle_within: Duration,
    /// See [`Opening`].
    pub stuck_after: Duration,
    /// See [`Opening`].
    pub tick: Nanos,
    /// Threads inside `real(…)`.
    pub in_real: u32,
    /// The opener, unless it stays out, and the guests: without any, time does not move by itself.
    pub attendants: u32,
    /// Real time at opening.
    pub opened: Instant,
}

static WORLD: Mutex<Option<World>> = Mutex::new(None);
static LAST_ID: AtomicI64 = AtomicI64::new(0);
/// What nanoTime read when the last world closed: it never goes back from world to world.
static LAST_NANO: AtomicI64 = AtomicI64::new(i64::MIN);

fn world() -> std::sync::MutexGuard<'static, Option<World>> {
    WORLD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A copy of what is known about the open world.
pub fn current_world() -> Option<World> {
    world().clone()
}

/// Changes what is known about the open world.
pub fn update(change: impl FnOnce(&mut World)) {
    if let Some(world) = world().as_mut() {
        change(world);
    }
}

/// Opens a world with the current thread as its first participant and gives its id. The error is for
/// the caller's eyes.
pub fn open(env: Env, opening: Opening) -> Result<i64, String> {
    if let Some(open) = current_world() {
        return Err(format!(
            "a world is open already{}, opened by thread \"{}\"; there is one world at a time in a JVM: close it first",
            open.name
                .map(|name| format!(" ({name})"))
                .unwrap_or_default(),
            open.opener.1
        ));
    }
    if current::is_virtual(env) {
        return Err(
            "a world cannot be opened on a virtual thread: open it on a platform thread and start \
                    the virtual threads from there"
                .to_owned(),
        );
    }
    agent::arm(env)?;
    let permit = current::has_real_permit(env);
    let start = opening.start.unwrap_or_else(real_present);
    let real = memory::monotonic_nanos();
    let nano = real.max(LAST_NANO.load(Ordering::SeqCst));
    let id = LAST_ID.fetch_add(1, Ordering::SeqCst) + 1;
    let carrier = libjvm::get().current_carrier(env);
    let name = env.string(&env.get_object(&carrier, jdk::get().name));
    let handle = JavaThread::new(env, &carrier, false);
    env.delete_local(carrier);
    let tid = handle.tid;
    for event in [
        Event::ThreadEnd,
        Event::MonitorContendedEnter,
        Event::MonitorContendedEntered,
    ] {
        jvmti::enable(event, true).map_err(|error| error.to_string())?;
    }
    membership::set_real_threads(opening.real_threads);
    let tick = opening.tick;
    let controller = {
        let mut state = engine();
        state.open(
            &JvmHost::on(Some(env)),
            Clock::new(nano, start),
            opening.settings,
        );
        let pid = state.join(tid, handle, false);
        if permit {
            state.grant_permit(pid);
        }
        memory::set_participant(tid, true);
        memory::set_mode(if tick > 0 {
            memory::Mode::Reported
        } else {
            memory::Mode::Open
        });
        current::new_roster();
        pid
    };
    *world() = Some(World {
        id,
        opener: (tid, name),
        controller: Some(controller),
        name: None,
        settle_within: opening.settle_within,
        stuck_after: opening.stuck_after,
        tick,
        in_real: 0,
        attendants: 1,
        opened: Instant::now(),
    });
    crate::hooks::watchdog::poke();
    if let Some(file) = &opening.timeline {
        timeline::start(env, file)?;
    }
    enlist::set_ahead(nano > real);
    enlist::shared_threads(env);
    enlist::adopt(env, &opening.adopt);
    Ok(id)
}

fn real_present() -> Wall {
    match SystemTime::now().duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => Wall(since.as_nanos() as i128),
        Err(before) => Wall(-(before.duration().as_nanos() as i128)),
    }
}

/// Checks the id of a handle.
pub fn check(id: i64) -> Result<World, String> {
    current_world()
        .filter(|world| world.id == id)
        .ok_or_else(|| "this world is closed".to_owned())
}

/// How an `advance` or `settle` went wrong.
pub enum ControlError {
    /// Misuse.
    Refused(String),
    /// A participant stayed busy.
    NotSettled(String),
}

/// Moves time on by `by`; returns when all that was due has run and every other participant waits.
pub fn advance(env: Env, id: i64, by: Nanos) -> Result<(), ControlError> {
    control(env, id, Some(by))
}

/// Returns when every other participant waits.
pub fn settle(env: Env, id: i64) -> Result<(), ControlError> {
    control(env, id, None)
}

fn control(env: Env, id: i64, by: Option<Nanos>) -> Result<(), ControlError> {
    let world = check(id).map_err(ControlError::Refused)?;
    let what = if by.is_some() { "advance" } else { "settle" };
    let mine = with_me(env, |me| (me.pid, me.thread.clone()));
    let (pid, thread) = match mine {
        Some((pid, thread)) => {
            update(|world| world.controller = Some(pid));
            (Some(pid), thread)
        }
        None => {
            // Whoever woke this thread waits for it no longer: it waits itself.
            lending::blocks(env);
            let current = libjvm::get().current_carrier(env);
            (None, JavaThread::new(env, &current, false))
        }
    };
    let host = JvmHost::on(Some(env));
    let began = flight::advance_begins();
    let mut wakes = WakeList::new();
    thread.arm();
    thread.set_status(env, jdk::PARKED);
    let begun = {
        let mut state = engine();
        match by {
            Some(by) => {
                let target = state.clock().now().saturating_add(by).min(NEVER - 1);
                state.begin_advance(&host, pid, thread.clone(), target, &mut wakes)
            }
            None => state.begin_settle(&host, pid, thread.clone(), &mut wakes),
        }
    };
    flush(wakes);
    let reason = match begun {
        Ok(Block::Over(reason)) => Ok(reason),
        Ok(_) => Ok(thread.wait()),
        Err(_) => Err(()),
    };
    thread.set_status(env, jdk::RUNNABLE);
    if let (Some(_), Ok(reason)) = (by, reason) {
        flight::advance_ended(env, &began, reason == Reason::Done);
    }
    match reason {
        Ok(Reason::Done) => Ok(()),
        Ok(Reason::NotSettled) => Err(ControlError::NotSettled(report::not_settled(
            env, pid, &world, what,
        ))),
        Ok(_) => Err(ControlError::Refused(format!(
            "the world was closed during {what}"
        ))),
        Err(()) => Err(ControlError::Refused(format!(
            "{what} was called while thread \"{}\" is advancing this world: one controller at a time; a \
             participant woken by that advance cannot move time itself",
            report::advancing_thread(env)
        ))),
    }
}

/// Steps the wall clock.
pub fn set_wall(env: Env, id: i64, wall: Wall) -> Result<(), ControlError> {
    check(id).map_err(ControlError::Refused)?;
    let mut wakes = WakeList::new();
    let due = {
        let host = JvmHost::on(Some(env));
        let mut state = engine();
        state.set_wall(&host, wall);
        state.check(&host, &mut wakes);
        state
            .next_deadline()
            .is_some_and(|next| next <= state.clock().now())
            && !state.settings().auto_advance
    };
    flush(wakes);
    // A wait for a wall instant that has come is over, as on a machine whose clock is set.
    if due { advance(env, id, 0) } else { Ok(()) }
}

/// A clock read while reads are reported: counts it, and moves the clock by the tick.
pub fn clock_was_read(env: Env) {
    report::watch::count_read(env);
    let tick = world().as_ref().map_or(0, |world| world.tick);
    if tick > 0 {
        engine().tick(&JvmHost::on(Some(env)), tick);
    }
}

/// The id of the last world opened; 0 before the first.
pub fn last_id() -> i64 {
    LAST_ID.load(Ordering::SeqCst)
}

/// Takes the current thread out of the world for `real(…)`.
pub fn enter_real(env: Env, id: i64) -> Result<(), String> {
    check(id)?;
    leave_current(env, id);
    update(|world| world.in_real += 1);
    Ok(())
}

fn leave_current(env: Env, id: i64) {
    let me = with_me(env, |me| (me.pid, me.thread.tid));
    current::set_real(id);
    if let Some((pid, tid)) = me {
        let mut wakes = WakeList::new();
        let gone = {
            let mut state = engine();
            memory::set_participant(tid, false);
            state.leave(&JvmHost::on(Some(env)), pid, &mut wakes)
        };
        flush(wakes);
        drop(gone);
    }
}

/// Takes the current thread in as a guest.
pub fn enter_virtual(env: Env, id: i64) -> Result<(), String> {
    check(id)?;
    current::set_real(0);
    come_in(env);
    attend(1);
    Ok(())
}

/// Takes the current thread out: a guest that leaves, or the opener that never wanted to be in.
pub fn leave_virtual(env: Env, id: i64) -> Result<(), String> {
    check(id)?;
    attend(-1);
    leave_current(env, id);
    Ok(())
}

/// An attendant comes or goes. While there is none, the threads that earlier ones have left behind wait: they
/// would run through virtual years between two tests.
fn attend(by: i32) {
    let mut attended = true;
    update(|world| {
        world.attendants = world.attendants.saturating_add_signed(by);
        attended = world.attendants > 0;
    });
    engine().set_attended(attended);
}

/// The current thread takes part from here on, as the controller.
fn come_in(env: Env) {
    let pid = join_current(env);
    // A participant may have unparked it while it was out: it is here, so that is done.
    lending::blocks(env);
    update(|world| world.controller = pid);
}

/// Takes it in again.
pub fn exit_real(env: Env, id: i64) {
    if check(id).is_err() {
        return;
    }
    if current::set_real(0) == id {
        update(|world| world.in_real = world.in_real.saturating_sub(1));
    }
    come_in(env);
}

/// Makes the current platform thread a participant.
fn join_current(env: Env) -> Option<Pid> {
    let carrier = libjvm::get().current_carrier(env);
    let handle = JavaThread::new(env, &carrier, false);
    env.delete_local(carrier);
    let tid = handle.tid;
    let mut state = engine();
    if !state.is_open() || state.find(tid).is_some() {
        return None;
    }
    let pid = state.join(tid, handle, false);
    memory::set_participant(tid, true);
    current::new_roster();
    Some(pid)
}

/// Ends the world. Names participants still alive on standard error; they go on in real time.
pub fn close(env: Env, id: i64) -> Result<(), String> {
    let world = check(id)?;
    // A pool says it has terminated before its worker has ended: wait for what is on its way.
    let _ = settle(env, id);
    let mine = with_me(env, |me| me.pid);
    if let Some(leaks) = report::leaks(env, mine, &world) {
        eprint!("{leaks}");
    }
    finish(env);
    Ok(())
}

/// Closes whatever world is open, without ceremony.
pub fn finish(env: Env) {
    recorder::finish();
    let host = JvmHost::on(Some(env));
    let mut wakes = WakeList::new();
    let doors = {
        let mut state = engine();
        memory::set_mode(memory::Mode::Closed);
        let doors = state.close(&host, &mut wakes);
        LAST_NANO.store(state.clock().nano_time(), Ordering::SeqCst);
        memory::forget_participants();
        lending::forget();
        enlist::forget();
        sockets::forget();
        current::no_roster();
        doors
    };
    *world() = None;
    flush(wakes);
    vthreads::forget(env);
    for door in doors {
        env.delete_global(door);
    }
    for event in [
        Event::ThreadEnd,
        Event::MonitorContendedEnter,
        Event::MonitorContendedEntered,
    ] {
        if let Err(error) = jvmti::enable(event, false) {
            log::warn!("{error}");
        }
    }
    crate::hooks::threads::collect_garbage(env);
}

/// In a main world the thread that runs the shutdown sequence takes part once it starts the hooks: until
/// then it waits inside the VM for the last thread, which no hook sees.
pub fn enlist_shutdown_thread(env: Env) {
    if !agent::has_main_world() || with_me(env, |_| ()).is_some() {
        return;
    }
    let thread = libjvm::get().current_carrier(env);
    let name = env.string(&env.get_object(&thread, jdk::get().name));
    if name == "DestroyJavaVM" {
        join_current(env);
    }
}

/// Ends the program from a thread of its own that takes part in the world, so that shutdown hooks do.
pub fn start_exit_thread(env: Env) {
    let started = agent::new_thread(env, "tickless-exit").map(|thread| {
        jvmti::run_agent_thread(&thread, |env| {
            join_current(env);
            // The engine counted this thread when it asked for it.
            let mut wakes = WakeList::new();
            engine().uncount(&JvmHost::on(Some(env)), &mut wakes);
            flush(wakes);
            agent::system_exit(env, 0);
        })
    });
    if !matches!(started, Some(Ok(()))) {
        log::error!("the program could not be ended at its virtual age");
    }
}

/// The VM ends: blocked participants leave the state "in native", on which it would wait.
pub fn bury_blocked() {
    if !current::is_world_open() {
        return;
    }
    if let Err(error) = jvmti::dig_grave() {
        log::debug!("{error}");
        return;
    }
    let state = engine();
    for (_, participant) in state.participants() {
        if matches!(
            participant.blocked_in(),
            Some(Kind::Park | Kind::Sleep | Kind::Io)
        ) {
            participant.thread().bury();
        }
    }
}

/// What the main world has done, for the line at exit.
pub fn summary() -> Option<(Nanos, Duration, Stats)> {
    let world = current_world()?;
    let state = engine();
    Some((state.clock().now(), world.opened.elapsed(), state.stats()))
}

/// Keeps a thread handle alive and named; used by the report.
pub fn name_of(env: Env, thread: &ThreadRef) -> String {
    let name = env.get_object(&thread.thread, jdk::get().name);
    let text = env.string(&name);
    if !name.is_null() {
        env.delete_local(name);
    }
    let _ = thread.thread.raw();
    text
}
