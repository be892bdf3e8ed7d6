//! Park and unpark.

use super::*;

#[test]
fn two_threads_hand_over_without_losing_a_permit() {
    explore(|| {
        run(auto(), |main| {
            const ROUNDS: usize = 3;
            let opener = main.me.clone();
            let other = main.start(2, move |me| {
                for _ in 0..ROUNDS {
                    me.unpark(&opener);
                    assert_eq!(me.park(Until::Never), Some(Reason::Unpark));
                }
            });
            // A ticker: time would run away if a hand-over went uncounted.
            main.start(3, |me| assert_eq!(me.sleep(7), Ok(Reason::Timeout)));
            for _ in 0..ROUNDS {
                assert_eq!(main.park(Until::Never), Some(Reason::Unpark));
                assert_eq!(main.now(), 0);
                main.unpark(&other);
            }
        });
    });
}

#[test]
fn an_unpark_at_the_deadline_is_spent_once() {
    explore(|| {
        run(auto(), |main| {
            let parked = main.start(2, |me| {
                let reasons = [5, 1].map(|nanos| me.park(Until::After(nanos)));
                let ends = reasons.iter().filter(|r| **r == Some(Reason::Unpark));
                assert_eq!(ends.count(), 1, "{reasons:?}");
            });
            main.sleep(5).unwrap();
            main.unpark(&parked);
        });
    });
}

#[test]
fn a_sleeper_keeps_its_permit() {
    explore(|| {
        run(auto(), |main| {
            let sleeper = main.start(2, |me| {
                assert_eq!(me.sleep(5), Ok(Reason::Timeout));
                assert_eq!(me.park(Until::After(9)), Some(Reason::Unpark));
                assert_eq!(me.now(), 5);
                assert_eq!(me.park(Until::After(9)), Some(Reason::Timeout));
            });
            main.unpark(&sleeper);
            main.unpark(&sleeper);
        });
    });
}
