//! `Object.wait` and notifications.

use super::*;

const M: usize = 0;

#[test]
fn every_item_is_taken_though_each_is_told_of_once() {
    explore(|| {
        run(auto(), |main| {
            let items: Arc<Mutex<usize>> = Arc::default();
            for tid in [2, 3] {
                let items = items.clone();
                main.start(tid, move |me| {
                    for _ in 0..2 {
                        me.synchronized(M, || {
                            while *items.lock().unwrap() == 0 {
                                assert_eq!(me.wait(M, Until::Never), Ok(Reason::Notify));
                            }
                            *items.lock().unwrap() -= 1;
                        });
                    }
                });
            }
            for pause in [0, 2, 0, 3] {
                main.sleep(pause).unwrap();
                main.synchronized(M, || {
                    *items.lock().unwrap() += 1;
                    main.notify(M);
                });
            }
        });
    });
}

#[test]
fn a_timed_consumer_reads_exact_instants() {
    explore(|| {
        run(auto(), |main| {
            let item: Arc<Mutex<bool>> = Arc::default();
            let taken = item.clone();
            main.start(2, move |me| {
                let mut looks = Vec::new();
                me.synchronized(M, || {
                    while !*taken.lock().unwrap() {
                        me.wait(M, Until::After(3)).unwrap();
                        looks.push(me.now());
                    }
                });
                assert_eq!(looks, [3, 6, 7]);
            });
            main.sleep(7).unwrap();
            main.synchronized(M, || {
                *item.lock().unwrap() = true;
                main.notify(M);
            });
        });
    });
}

/// Thread 2 waits until 5, thread 3 for ever; at 5 there is one notification. Exactly one of them gets it,
/// never neither and never both.
fn one_notification(hold: Nanos) {
    run(auto(), move |main| {
        let notified: Arc<Mutex<Vec<i64>>> = Arc::default();
        for (tid, until) in [(2, Until::After(5)), (3, Until::Never)] {
            let notified = notified.clone();
            main.start(tid, move |me| {
                let reason = me.synchronized(M, || me.wait(M, until)).unwrap();
                match reason {
                    Reason::Notify => notified.lock().unwrap().push(tid),
                    reason => assert_eq!((tid, reason), (2, Reason::Timeout)),
                }
            });
        }
        main.sleep(5 - hold).unwrap();
        main.synchronized(M, || {
            main.sleep(hold).unwrap();
            main.notify(M);
        });
        main.sleep(5).unwrap();
        assert_eq!(notified.lock().unwrap().len(), 1);
        main.synchronized(M, || main.notify_all(M));
    });
}

#[test]
fn a_notification_at_the_deadline_goes_to_exactly_one() {
    explore(|| one_notification(0));
}

#[test]
fn a_notifier_that_slept_inside_the_monitor_meets_a_waiter_that_left() {
    explore(|| one_notification(2));
}

#[test]
fn notify_all_wakes_everybody_at_that_instant() {
    explore(|| {
        run(auto(), |main| {
            for tid in 2..5 {
                main.start(tid, move |me| {
                    let until = if tid == 2 {
                        Until::After(9)
                    } else {
                        Until::Never
                    };
                    let reason = me.synchronized(M, || me.wait(M, until));
                    assert_eq!((reason, me.now()), (Ok(Reason::Notify), 4));
                });
            }
            main.sleep(4).unwrap();
            main.synchronized(M, || main.notify_all(M));
        });
    });
}

#[test]
fn many_waiters_time_out_each_at_its_own_instant() {
    explore(|| {
        let log = Log::default();
        let noted = log.clone();
        run(auto(), move |main| {
            for (tid, nanos) in [(2, 5), (3, 3), (4, 8)] {
                let log = noted.clone();
                main.start(tid, move |me| {
                    let reason = me.synchronized(M, || {
                        let reason = me.wait(M, Until::After(nanos));
                        log.note(me);
                        reason
                    });
                    assert_eq!(reason, Ok(Reason::Timeout));
                });
            }
        });
        assert_eq!(log.entries(), [(3, 3), (5, 2), (8, 4)]);
    });
}
