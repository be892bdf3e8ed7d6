//! Sleepers.

use super::*;

/// Runs threads that sleep by their own periods; gives the log.
fn sleepers(plans: &'static [(i64, &'static [Nanos])]) -> Vec<(Nanos, i64)> {
    let log = Log::default();
    let noted = log.clone();
    run(auto(), move |main| {
        for (tid, naps) in plans {
            let log = noted.clone();
            main.start(*tid, move |me| {
                for nap in *naps {
                    assert_eq!(me.sleep(*nap), Ok(Reason::Timeout));
                    log.note(me);
                }
            });
        }
    });
    log.entries()
}

#[test]
fn the_log_is_the_sequential_one() {
    explore(|| {
        let log = sleepers(&[
            (2, &[3, 3, 3, 3]),
            (3, &[5, 5, 5]),
            (4, &[7, 7]),
            (5, &[11, 1]),
        ]);
        let expected = [
            (3, 2),
            (5, 3),
            (6, 2),
            (7, 4),
            (9, 2),
            (10, 3),
            (11, 5),
            (12, 2),
            (12, 5),
            (14, 4),
            (15, 3),
        ];
        assert_eq!(log, expected);
    });
}

#[test]
fn equal_instants_come_in_the_order_of_registration() {
    explore(|| {
        let log = sleepers(&[(2, &[2, 2, 2]), (3, &[3, 3])]);
        assert_eq!(log, [(2, 2), (3, 3), (4, 2), (6, 3), (6, 2)]);
    });
}
