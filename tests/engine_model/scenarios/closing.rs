//! A world that closes while threads are anywhere.

use super::*;
use shuttle::sync::atomic::{AtomicBool, Ordering};

const M: usize = 0;

/// Whatever a thread is in when the world closes, it comes out of it in real time.
#[test]
fn everybody_comes_out() {
    explore(|| {
        run(Settings::default(), |main| {
            let go = Arc::new(AtomicBool::new(false));
            main.start(2, |me| {
                assert_eq!(me.sleep(100), Ok(Reason::Released));
            });
            main.start(3, |me| {
                let reason = me.synchronized(M, || me.wait(M, Until::After(100)));
                assert!(matches!(reason, Ok(Reason::Released | Reason::Notify)));
            });
            let told = go.clone();
            let parked = main.start(4, move |me| {
                while !told.load(Ordering::SeqCst) {
                    me.park(Until::Never);
                }
            });
            let told = go.clone();
            main.start(5, move |me| {
                me.synchronized(M, || {
                    while !told.load(Ordering::SeqCst) {
                        me.wait(M, Until::Never).unwrap();
                    }
                });
            });
            main.world.close();
            go.store(true, Ordering::SeqCst);
            main.unpark(&parked);
            main.synchronized(M, || main.notify_all(M));
        });
    });
}

/// A permit given in the world is a permit after it.
#[test]
fn a_permit_outlives_the_world() {
    explore(|| {
        run(Settings::default(), |main| {
            let go = Arc::new(AtomicBool::new(false));
            let told = go.clone();
            let parked = main.start(2, move |me| {
                while !told.load(Ordering::SeqCst) {
                    me.park(Until::Never);
                }
            });
            go.store(true, Ordering::SeqCst);
            main.unpark(&parked);
            main.world.close();
        });
    });
}

/// A waiter that was woken by name, perhaps in vain, when an outsider closes the world.
#[test]
fn a_wake_up_that_was_lost_is_repeated_after_the_end() {
    explore(|| {
        run(auto(), |main| {
            main.start(2, |me| {
                let reason = me.synchronized(M, || me.wait(M, Until::After(5)));
                assert!(matches!(reason, Ok(Reason::Timeout | Reason::Released)));
            });
            main.start_outside(9, |me| me.world.close());
        });
    });
}

#[test]
fn a_controller_is_told() {
    explore(|| {
        run(Settings::default(), |main| {
            main.start(2, |me| {
                me.sleep(5).unwrap();
            });
            main.start_outside(9, |me| me.world.close());
            match main.advance(50) {
                Ok(Reason::Done) => assert_eq!(main.now(), 50),
                Ok(reason) => assert_eq!(reason, Reason::Released),
                Err(error) => assert_eq!(error, AdvanceError::Closed),
            }
        });
    });
}
