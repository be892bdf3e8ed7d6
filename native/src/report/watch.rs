//! Looks at the open world in real time: is it stuck, is a controller waiting in vain, does a thread spin?

use super::{snapshot, text};
use crate::engine::{Reason, WakeList};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::world::{self, World};
use crate::hooks::{current, jdk};
use crate::jni::{Env, libjvm, memory};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Reads of the clock by thread id while they are counted.
static READS: Mutex<Option<HashMap<i64, u64>>> = Mutex::new(None);

/// A thread that reads the clock this often in [`PROBE`] without ever waiting is spinning on it.
const SPIN_READS: u64 = 1_000;
const PROBE: Duration = Duration::from_millis(100);

/// Threads that switch this often in [`LIVELOCK_AFTER`] of real time without the clock moving wake each other for ever.
const LIVELOCK_SWITCHES: u64 = 100_000;
const LIVELOCK_AFTER: Duration = Duration::from_secs(4);

/// Counts a read of the clock by the current thread.
pub fn count_read(env: Env) {
    let thread = libjvm::get().current_thread(env);
    let tid = env.get_long(&thread, jdk::get().tid);
    env.delete_local(thread);
    if let Some(reads) = READS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .as_mut()
    {
        *reads.entry(tid).or_default() += 1;
    }
}

/// What moved last, and when.
#[derive(Default)]
pub struct Watch {
    world: i64,
    transitions: u64,
    since: Option<Instant>,
    /// Deadlines fired and the time of the clock.
    progress: (u64, i128),
    progress_since: Option<Instant>,
    controlled_since: Option<Instant>,
    reported: bool,
    /// Transitions when the clock last moved, and whether a livelock was reported since.
    switches: u64,
    livelock_reported: bool,
    probing: Option<Instant>,
    lent_since: Option<Instant>,
}

impl Watch {
    /// One look; called every tick while a world is open.
    pub fn look(&mut self, env: Env) {
        let Some(world) = world::current_world() else {
            return;
        };
        if self.world != world.id {
            *self = Watch {
                world: world.id,
                ..Watch::default()
            };
        }
        let now = Instant::now();
        let (stats, clock, quiet, controlled, lent) = {
            let state = engine();
            (
                state.stats(),
                *state.clock(),
                state.is_quiet_but(None),
                state.is_controlled(),
                state.lent_count(),
            )
        };
        if self.since.is_none() || stats.transitions != self.transitions {
            self.transitions = stats.transitions;
            self.since = Some(now);
            self.reported = false;
            self.stop_probe(&world);
        }
        if self.progress_since.is_none() || (stats.deadlines, clock.now()) != self.progress {
            self.progress = (stats.deadlines, clock.now());
            self.progress_since = Some(now);
            self.switches = stats.transitions;
            self.livelock_reported = false;
        }
        let switches = stats.transitions - self.switches;
        if !self.livelock_reported
            && switches >= LIVELOCK_SWITCHES
            && since(self.progress_since, now) >= LIVELOCK_AFTER
        {
            self.livelock_reported = true;
            livelock(env, &world, switches);
        }
        self.controlled_since = if controlled {
            self.controlled_since.or(Some(now))
        } else {
            None
        };
        self.lent_since = if lent > 0 {
            self.lent_since.or(Some(now))
        } else {
            None
        };
        let still = since(self.since, now);
        if controlled {
            let waited = since(self.controlled_since, now).min(since(self.progress_since, now));
            if !quiet && waited >= world.settle_within {
                self.controlled_since = None;
                give_up(env);
            }
        } else if quiet && still >= world.stuck_after && !self.reported && !is_left_alone(&world) {
            self.reported = true;
            stuck(env, &world);
        } else if !quiet && still >= world.stuck_after && !self.reported {
            self.probe(env, &world, now);
        }
        if since(self.lent_since, now) >= world.settle_within {
            self.lent_since = None;
            take_back(env);
        }
    }

    fn probe(&mut self, env: Env, world: &World, now: Instant) {
        if world.tick > 0 {
            return;
        }
        match self.probing {
            None => {
                *READS.lock().unwrap_or_else(PoisonError::into_inner) = Some(HashMap::new());
                memory::set_mode(memory::Mode::Reported);
                self.probing = Some(now);
            }
            Some(begun) if now.duration_since(begun) >= PROBE => {
                let reads = READS
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone()
                    .unwrap_or_default();
                self.stop_probe(world);
                self.reported = true;
                spinning(env, world, &reads);
            }
            Some(_) => {}
        }
    }

    fn stop_probe(&mut self, world: &World) {
        if self.probing.take().is_some() {
            if world.tick == 0 {
                let _state = engine();
                if current::is_world_open() {
                    memory::set_mode(memory::Mode::Open);
                }
            }
            *READS.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

/// Is whoever drives the world out of it for the time being?
fn is_left_alone(world: &World) -> bool {
    world.in_real > 0 || world.attendants == 0
}

fn since(then: Option<Instant>, now: Instant) -> Duration {
    then.map_or(Duration::ZERO, |then| now.duration_since(then))
}

fn give_up(env: Env) {
    let mut wakes = WakeList::new();
    engine().give_up(&JvmHost::on(Some(env)), Reason::NotSettled, &mut wakes);
    flush(wakes);
}

fn take_back(env: Env) {
    let mut wakes = WakeList::new();
    let lent = engine().take_back(&JvmHost::on(Some(env)), &mut wakes);
    flush(wakes);
    if lent > 0 {
        log::warn!(
            "{lent} thread(s) outside the world work on for a participant; time no longer waits for them"
        );
    }
}

fn stuck(env: Env, world: &World) {
    let snap = snapshot(env, text::DEPTH);
    if snap.threads.is_empty() || snap.threads.iter().all(|thread| thread.shared) {
        return;
    }
    let report = format!(
        "stuck: every participant{} waits and nothing in the world can wake one ({:?} of real time)\n{}",
        world
            .name
            .as_ref()
            .map(|name| format!(" of {name}"))
            .unwrap_or_default(),
        world.stuck_after,
        text::text_of(&snap, Some(world))
    );
    eprint!("tickless: {report}");
    super::remember_stuck(&report);
    if snap.auto_advance {
        return;
    }
    let mut wakes = WakeList::new();
    if let Some(controller) = world.controller {
        let mut state = engine();
        if state.stats().transitions > 0 && !state.is_controlled() {
            state.end_stuck(&JvmHost::on(Some(env)), controller, &mut wakes);
        }
    }
    flush(wakes);
}

fn livelock(env: Env, world: &World, switches: u64) {
    let snap = snapshot(env, text::DEPTH);
    eprint!(
        "tickless: livelock: participants woke each other {switches} times at one instant in {LIVELOCK_AFTER:?} of real time, so \
         time cannot move; let one of them wait with a timeout\n{}",
        text::text_of(&snap, Some(world))
    );
}

fn spinning(env: Env, world: &World, reads: &HashMap<i64, u64>) {
    let snap = snapshot(env, text::DEPTH);
    let spinners: Vec<u64> = reads
        .values()
        .copied()
        .filter(|count| *count >= SPIN_READS)
        .collect();
    if spinners.is_empty() {
        log::info!(
            "the world does not move: {}",
            text::text_of(&snap, Some(world))
        );
        return;
    }
    let most = spinners.iter().max().copied().unwrap_or(0);
    eprint!(
        "tickless: spin: a participant reads the clock over and over ({most} times in {PROBE:?}) and never waits, so time \
         cannot move for it; open the world with tickPerRead to let each read take time\n{}",
        text::text_of(&snap, Some(world))
    );
}
