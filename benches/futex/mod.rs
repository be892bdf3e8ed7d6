//! Two threads that hand one word to and fro by bare futex calls: what the system itself charges.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

static WORDS: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];

/// The time of so many hand-overs.
pub fn ping_pong(hand_overs: u64) -> Duration {
    WORDS
        .iter()
        .for_each(|word| word.store(0, Ordering::SeqCst));
    let rounds = hand_overs / 2;
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| take_turns(1, 0, rounds));
        WORDS[0].store(1, Ordering::Release);
        take_turns(0, 1, rounds);
    });
    start.elapsed()
}

fn take_turns(mine: usize, other: usize, rounds: u64) {
    for _ in 0..rounds {
        while WORDS[mine].load(Ordering::Acquire) == 0 {
            atomic_wait::wait(&WORDS[mine], 0);
        }
        WORDS[mine].store(0, Ordering::Relaxed);
        WORDS[other].store(1, Ordering::Release);
        atomic_wait::wake_one(&WORDS[other]);
    }
}
