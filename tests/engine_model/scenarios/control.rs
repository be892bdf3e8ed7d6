//! Controllers.

use super::*;

const SLEEPERS: [(i64, Nanos); 3] = [(2, 4), (3, 6), (4, 7)];

/// What the sleepers log up to an instant.
fn expected(until: Nanos) -> Vec<(Nanos, i64)> {
    let mut all: Vec<(Nanos, i64)> = SLEEPERS
        .iter()
        .flat_map(|(tid, nap)| (1..4).map(move |n| (n * nap, *tid)))
        .filter(|(at, _)| *at <= until)
        .collect();
    all.sort_unstable();
    all
}

fn controlled(outside: bool) {
    let log = Log::default();
    let noted = log.clone();
    run(Settings::default(), move |main| {
        for (tid, nap) in SLEEPERS {
            let log = noted.clone();
            main.start(tid, move |me| {
                for _ in 0..3 {
                    me.sleep(nap).unwrap();
                    log.note(me);
                }
            });
        }
        let drive = move |controller: &Thread| {
            for target in [7, 11, 30] {
                let by = target - controller.now();
                assert_eq!(controller.advance(by), Ok(Reason::Done));
                assert_eq!(controller.now(), target);
                let mut seen = noted.entries();
                // Equal instants come in the order of registration, which the start leaves open.
                seen.sort_unstable();
                assert_eq!(seen, expected(target), "all that is due has run");
            }
        };
        if outside {
            main.start_outside(9, drive);
        } else {
            drive(main);
        }
    });
    assert_eq!(log.entries().len(), 9);
}

#[test]
fn advance_returns_when_all_that_is_due_has_run() {
    explore(|| controlled(false));
}

#[test]
fn a_controller_from_outside_sees_the_same() {
    explore(|| controlled(true));
}

#[test]
fn settle_returns_when_the_others_wait() {
    explore(|| {
        run(Settings::default(), |main| {
            let log = Log::default();
            for tid in 2..5 {
                let log = log.clone();
                main.start(tid, move |me| {
                    log.note(me);
                    me.sleep(5).unwrap();
                });
            }
            assert_eq!(main.settle(), Ok(Reason::Done));
            assert_eq!((log.entries().len(), main.now()), (3, 0));
            assert_eq!(main.world.lock().pending_deadlines(), 3);
            assert_eq!(main.advance(5), Ok(Reason::Done));
        });
    });
}

#[test]
fn two_controllers_do_not_mix() {
    explore(|| {
        run(Settings::default(), |main| {
            let total: Arc<Mutex<Nanos>> = Arc::default();
            for tid in [8, 9] {
                let total = total.clone();
                main.start_outside(tid, move |me| match me.advance(5) {
                    Ok(reason) => {
                        assert_eq!(reason, Reason::Done);
                        *total.lock().unwrap() += 1;
                    }
                    Err(error) => assert_eq!(error, AdvanceError::Busy),
                });
            }
            main.start(2, |me| {
                me.sleep(5).unwrap();
                assert_eq!(me.now(), 5);
            });
        });
    });
}
