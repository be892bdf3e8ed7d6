//! Contended monitors.

use super::*;

const M: usize = 0;
const N: usize = 1;

#[test]
fn time_passes_while_the_owner_sleeps_and_others_stand_at_the_door() {
    explore(|| {
        let log = Log::default();
        let noted = log.clone();
        run(auto(), move |main| {
            for tid in 2..5 {
                let log = noted.clone();
                main.start(tid, move |me| {
                    me.synchronized(M, || {
                        assert_eq!(me.sleep(10), Ok(Reason::Timeout));
                        log.note(me);
                    });
                });
            }
            main.start(5, |me| {
                for _ in 0..5 {
                    assert_eq!(me.sleep(7), Ok(Reason::Timeout));
                }
            });
        });
        let instants: Vec<Nanos> = log.entries().iter().map(|(at, _)| *at).collect();
        assert_eq!(instants, [10, 20, 30]);
    });
}

#[test]
fn a_waiter_gets_its_monitor_back_when_its_owner_wakes() {
    explore(|| {
        run(auto(), |main| {
            main.start(2, |me| {
                let reason = me.synchronized(M, || me.wait(M, Until::After(5)));
                assert_eq!((reason, me.now()), (Ok(Reason::Timeout), 12));
            });
            main.sleep(2).unwrap();
            main.synchronized(M, || main.sleep(10)).unwrap();
        });
    });
}

#[test]
fn a_chain_of_doors_is_seen_through() {
    explore(|| {
        run(auto(), |main| {
            main.start(2, |me| {
                me.sleep(1).unwrap();
                me.synchronized(N, || me.synchronized(M, || assert_eq!(me.now(), 9)));
            });
            main.start(3, |me| {
                me.sleep(2).unwrap();
                me.synchronized(N, || assert_eq!(me.now(), 9));
            });
            main.synchronized(M, || main.sleep(9)).unwrap();
        });
    });
}

#[test]
fn a_monitor_held_on_real_time_holds_time() {
    explore(|| {
        run(auto(), |main| {
            main.start_outside(9, |me| {
                me.synchronized(M, shuttle::thread::yield_now);
            });
            main.start(2, |me| {
                let before = me.now();
                me.synchronized(M, || assert_eq!(me.now(), before));
            });
            main.sleep(3).unwrap();
        });
    });
}
