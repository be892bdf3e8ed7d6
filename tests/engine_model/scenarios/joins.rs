//! Joining threads that end.

use super::*;

#[test]
fn joiners_wake_at_the_instant_of_the_end() {
    explore(|| {
        run(auto(), |main| {
            let ending = main.start(2, |me| {
                me.sleep(5).unwrap();
            });
            for (tid, until) in [(3, Until::Never), (4, Until::After(50))] {
                let ending = ending.clone();
                main.start(tid, move |me| {
                    me.join(&ending, until).unwrap();
                    assert_eq!(me.now(), 5, "time ran on while a joiner woke");
                });
            }
            // Always a next deadline for time to run away to.
            for _ in 0..8 {
                main.sleep(1).unwrap();
            }
        });
    });
}

#[test]
fn a_join_may_time_out_first() {
    explore(|| {
        run(auto(), |main| {
            let ending = main.start(2, |me| {
                me.sleep(9).unwrap();
            });
            main.join(&ending, Until::After(4)).unwrap();
            assert_eq!(main.now(), 4);
            main.join(&ending, Until::Never).unwrap();
            assert_eq!(main.now(), 9);
            main.join(&ending, Until::Never).unwrap();
        });
    });
}
