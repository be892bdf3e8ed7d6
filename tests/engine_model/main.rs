//! The engine under every interleaving that a scheduler can think of.
//!
//! The locking of native/src/hooks is built anew over shuttle's primitives and a model of HotSpot's
//! monitors: transition under the lock, wake-ups after it, a thread that waits for its word, a monitor wait
//! in which a wake-up by name can be lost, a watchdog that repeats it. Shuttle runs each scenario under many
//! schedules; a deadlock, a panic or a failed assertion prints the schedule that led to it.
//!
//! `TICKLESS_MODEL_ROUNDS=N` runs N times as many (default 1).

mod jvm;
mod monitors;
mod natives;
mod scenarios;
mod thread;
mod world;

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner};
use std::time::Duration;

/// Runs a scenario under random schedules, and under those that find bugs of a few ordering constraints
/// (PCT: Burckhardt et al., ASPLOS 2010). The seeds are fixed: a failure comes again.
fn explore(scenario: fn()) {
    const SEED: u64 = 20_260_101;
    const RANDOM: usize = 300;
    const PCT: usize = 150;
    const DEPTH: usize = 4;
    /// On a machine that is busy with other things.
    const MOST: Duration = Duration::from_millis(800);
    let rounds: u32 = std::env::var("TICKLESS_MODEL_ROUNDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1);
    let config = || {
        let mut config = Config::new();
        config.max_time = Some(MOST * rounds);
        config
    };
    let random = RandomScheduler::new_from_seed(SEED, RANDOM * rounds as usize);
    Runner::new(random, config()).run(scenario);
    let pct = PctScheduler::new_from_seed(SEED, DEPTH, PCT * rounds as usize);
    Runner::new(pct, config()).run(scenario);
}
