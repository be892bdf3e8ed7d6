//! Interrupts that race with deadlines, notifications and the way into a wait.

use super::*;
use shuttle::sync::atomic::Ordering;

const M: usize = 0;

#[derive(Clone, Copy)]
enum How {
    Sleep,
    Wait,
}

fn wait_for_5(how: How, me: &Thread) -> Result<Reason, Interrupted> {
    match how {
        How::Sleep => me.sleep(5),
        How::Wait => me.synchronized(M, || me.wait(M, Until::After(5))),
    }
}

/// However it comes out, the interrupt is either thrown or still to be seen.
fn at_the_deadline(how: How) {
    run(auto(), move |main| {
        let target = main.start(2, move |me| {
            let thrown = wait_for_5(how, me).is_err();
            assert_eq!(me.now(), 5);
            // It comes now, or it came.
            assert_ne!(me.sleep(1).is_err(), thrown, "the interrupt is lost");
        });
        main.sleep(5).unwrap();
        main.interrupt(&target);
    });
}

#[test]
fn an_interrupt_at_the_deadline_of_a_sleep_is_not_lost() {
    explore(|| at_the_deadline(How::Sleep));
}

#[test]
fn an_interrupt_at_the_deadline_of_a_wait_is_not_lost() {
    explore(|| at_the_deadline(How::Wait));
}

/// The interrupter runs, so time cannot move before it is done.
fn at_once(how: How) {
    run(auto(), move |main| {
        let target = main.start(2, move |me| {
            assert_eq!(wait_for_5(how, me), Err(Interrupted));
            assert_eq!(me.now(), 0);
            assert!(!me.me.interrupted.load(Ordering::SeqCst));
        });
        main.interrupt(&target);
    });
}

#[test]
fn a_running_interrupter_ends_a_sleep_before_time_moves() {
    explore(|| at_once(How::Sleep));
}

#[test]
fn a_running_interrupter_ends_a_wait_before_time_moves() {
    explore(|| at_once(How::Wait));
}

#[test]
fn an_interrupt_ends_a_park_and_stays_pending() {
    explore(|| {
        run(auto(), |main| {
            let target = main.start(2, |me| {
                let reason = me.park(Until::After(5));
                assert!(
                    matches!(reason, None | Some(Reason::Interrupt | Reason::Unpark)),
                    "{reason:?}"
                );
                assert_eq!(me.now(), 0);
                assert!(me.me.interrupted.load(Ordering::SeqCst));
            });
            main.interrupt(&target);
        });
    });
}

/// Thread 2 waits first, thread 3 second; one notification and an interrupt of thread 2 race. Either 2 is
/// notified and the interrupt stays pending, or it is interrupted and 3 gets the notification.
#[test]
fn an_interrupt_and_a_notification_do_not_swallow_each_other() {
    explore(|| {
        run(auto(), |main| {
            let results: Arc<Mutex<Vec<(i64, bool)>>> = Arc::default();
            let [first, second] = [2, 3].map(|tid| {
                let results = results.clone();
                let child = main.start(tid, move |me| {
                    let outcome = me.synchronized(M, || me.wait(M, Until::Never));
                    let notified = outcome.is_ok();
                    if tid == 2 && notified {
                        let next = me.sleep(1);
                        assert_eq!(next, Err(Interrupted), "the interrupt is lost");
                    }
                    results.lock().unwrap().push((tid, notified));
                });
                // It waits when this returns.
                main.sleep(1).unwrap();
                child
            });
            // In the instant between the machine's exit of the monitor and its park it looks at the flag once
            // more, and an interrupt there may cost thread 3 a spurious wake-up. That is HotSpot's.
            while ![&first, &second].iter().all(|thread| thread.is_parked()) {
                shuttle::thread::yield_now();
            }
            main.start(4, |me| {
                me.synchronized(M, || me.notify(M));
            });
            main.interrupt(&first);
            main.sleep(5).unwrap();
            let so_far = results.lock().unwrap().clone();
            let notified: Vec<_> = so_far.iter().filter(|(_, ok)| *ok).collect();
            assert_eq!(notified.len(), 1, "{so_far:?}");
            if so_far.contains(&(2, true)) {
                assert_eq!(so_far.len(), 1, "thread 3 came back for nothing");
            }
            main.synchronized(M, || main.notify_all(M));
        });
    });
}
