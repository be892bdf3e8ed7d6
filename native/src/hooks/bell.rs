//! The word on which a thread waits to be woken.
//!
//! Two threads that take turns wake each other within a microsecond, and a sleep in the kernel costs several. So a
//! waiter that was lately woken that fast looks at its word for a moment before it goes to sleep. One that was not
//! does so only now and then, and on a machine with one processor nobody does.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A wake-up with a number that says why; one waiter, any number of ringers.
#[derive(Debug, Default)]
pub struct Bell {
    /// 0: silent. SLEEPING: silent, and the waiter is in the kernel. Else what was rung.
    word: AtomicU32,
    /// How worthwhile it lately was to look before sleeping, and the waits since it was not. The waiter's own.
    credit: AtomicU32,
    not_looked: AtomicU32,
}

const SLEEPING: u32 = u32::MAX;
const MOST_CREDIT: u32 = 64;
/// Without credit, one wait in so many looks all the same.
const PROBE: u32 = 32;
/// How long a waiter looks.
const LOOK: Duration = Duration::from_nanos(8_000);
const LOOKS_PER_CLOCK_READ: u32 = 8;

static MANY_PROCESSORS: LazyLock<bool> =
    LazyLock::new(|| std::thread::available_parallelism().is_ok_and(|count| count.get() > 1));

impl Bell {
    /// The largest number that can be rung.
    pub const LARGEST: u32 = SLEEPING - 1;

    /// Silences it; by the waiter, before anybody may ring.
    pub fn arm(&self) {
        self.word.store(0, Ordering::Relaxed);
    }

    /// Rings it with a number, from 1 to [`Bell::LARGEST`].
    pub fn ring(&self, number: u32) {
        if self.word.swap(number, Ordering::AcqRel) == SLEEPING {
            atomic_wait::wake_one(&self.word);
        }
    }

    /// What was rung, if anything was.
    pub fn rung(&self) -> Option<u32> {
        match self.word.load(Ordering::Acquire) {
            0 | SLEEPING => None,
            number => Some(number),
        }
    }

    /// Waits until it is rung.
    pub fn wait(&self) -> u32 {
        if let Some(number) = self.rung().or_else(|| self.look()) {
            return number;
        }
        if self
            .word
            .compare_exchange(0, SLEEPING, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
        {
            while self.rung().is_none() {
                atomic_wait::wait(&self.word, SLEEPING);
            }
        }
        self.word.load(Ordering::Acquire)
    }

    fn look(&self) -> Option<u32> {
        let credit = self.credit.load(Ordering::Relaxed);
        let not_looked = self.not_looked.load(Ordering::Relaxed);
        if (credit == 0 && not_looked < PROBE) || !*MANY_PROCESSORS {
            self.not_looked
                .store(not_looked.saturating_add(1), Ordering::Relaxed);
            return None;
        }
        self.not_looked.store(0, Ordering::Relaxed);
        let rung = self.look_for(LOOK);
        let credit = match rung {
            Some(_) => (credit + 2).min(MOST_CREDIT),
            None => credit.saturating_sub(1),
        };
        self.credit.store(credit, Ordering::Relaxed);
        rung
    }

    fn look_for(&self, time: Duration) -> Option<u32> {
        let begun = Instant::now();
        loop {
            for _ in 0..LOOKS_PER_CLOCK_READ {
                if let Some(number) = self.rung() {
                    return Some(number);
                }
                std::hint::spin_loop();
            }
            if begun.elapsed() >= time {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn what_was_rung_before_the_wait_is_seen() {
        let bell = Bell::default();
        bell.arm();
        assert_eq!(bell.rung(), None);
        bell.ring(7);
        assert_eq!((bell.rung(), bell.wait()), (Some(7), 7));
        bell.arm();
        bell.ring(Bell::LARGEST);
        assert_eq!(bell.wait(), Bell::LARGEST);
    }

    #[test]
    fn no_ring_is_lost_whether_the_waiter_looks_or_sleeps() {
        let pair = Arc::new((Bell::default(), Bell::default()));
        const TURNS: u32 = 20_000;
        pair.0.arm();
        pair.1.arm();
        let other = Arc::clone(&pair);
        let answers = std::thread::spawn(move || {
            for turn in 1..=TURNS {
                assert_eq!(other.0.wait(), turn);
                other.0.arm();
                if turn % 1_000 == 0 {
                    std::thread::sleep(Duration::from_micros(300)); // the asker goes to sleep
                }
                other.1.ring(turn);
            }
        });
        for turn in 1..=TURNS {
            pair.0.ring(turn);
            assert_eq!(pair.1.wait(), turn);
            pair.1.arm();
        }
        answers.join().expect("the other side saw every turn");
    }
}
