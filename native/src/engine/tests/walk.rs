//! Long random walks: the books balance after each step and no wait ends before its time.

use super::*;
use crate::engine::Owner;
use std::collections::HashMap;

/// A small generator of the same numbers on every run (Knuth's MMIX constants).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[derive(Default)]
struct Walk {
    /// Timed waits in progress and when they are to end.
    due: HashMap<Pid, Nanos>,
    fired: u64,
}

impl Walk {
    /// Looks at all waits that have ended: a timeout ends exactly at its deadline.
    fn look(&mut self, sim: &Sim) {
        self.due.retain(|pid, due| {
            let Some(p) = sim.state.participant(*pid) else {
                return false;
            };
            if p.blocked_in().is_some() {
                assert!(*due >= sim.now(), "a deadline was passed over");
                return true;
            }
            if sim.state.reason(*pid) == Reason::Timeout {
                // Who waits for its monitor again may find that time has gone on.
                let at_door = p.kind == Kind::Wait;
                assert!(sim.now() == *due || at_door && sim.now() > *due);
                self.fired += 1;
            }
            false
        });
    }
}

#[test]
fn the_books_balance_on_a_long_walk() {
    const MONITORS: [Monitor; 2] = [Monitor::new(1), Monitor::new(2)];
    let mut fired = 0;
    for seed in 0..60 {
        let mut dice = Dice(seed);
        let mut sim = if seed % 2 == 0 {
            Sim::auto()
        } else {
            Sim::frozen()
        };
        let mut walk = Walk::default();
        let pids: Vec<Pid> = (1..=4).map(|tid| sim.thread(tid)).collect();
        for _ in 0..1_500 {
            let tid = 1 + dice.roll(4) as i64;
            let pid = pids[tid as usize - 1];
            let monitor = MONITORS[dice.roll(2) as usize];
            let Some(p) = sim.state.participant(pid) else {
                continue;
            };
            let (blocked, contends) = (p.blocked_in(), p.contends());
            let waits = blocked == Some(Kind::Wait) || p.waits_on.is_some();
            match dice.roll(12) {
                0 => {
                    sim.unpark(tid);
                }
                1 => {
                    sim.interrupt(tid);
                }
                2 => {
                    sim.notify(monitor);
                }
                3 => sim.notify_all(monitor),
                4 => {
                    let by = Nanos::from(dice.roll(20));
                    let _ = sim.advance(None, 99, by);
                }
                5 => sim.host.own(monitor, Owner::Thread(tid)),
                6 => sim.host.own(monitor, Owner::Nobody),
                _ if contends && !waits => {
                    sim.entered(pid);
                }
                _ if contends => {
                    sim.end_wait(pid);
                }
                _ if blocked.is_some() => {}
                roll => {
                    let nanos = 1 + Nanos::from(dice.roll(20));
                    let due = sim.now() + nanos;
                    let outcome = match roll {
                        7 => sim.sleep(pid, nanos),
                        8 => sim.park_for(pid, nanos),
                        9 => sim.wait(pid, monitor, Until::After(nanos)),
                        10 => sim.block(pid, Kind::Io, Until::After(nanos)),
                        _ => {
                            sim.contend(pid, monitor);
                            Block::Recheck
                        }
                    };
                    match outcome {
                        Block::Over(Reason::Timeout) => assert_eq!(sim.now(), due),
                        Block::Wait => {
                            walk.due.insert(pid, due);
                        }
                        _ => {}
                    }
                }
            }
            walk.look(&sim);
        }
        fired += walk.fired;
        sim.close();
    }
    assert!(fired > 1_000, "{fired}: the walk goes nowhere");
}
