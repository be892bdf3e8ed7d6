//! Contended monitors: who stands at a door for good, and who will be back by itself.

use super::sim_host::Told;
use super::*;
use crate::engine::Owner;

const M: Monitor = Monitor::new(1);
const N: Monitor = Monitor::new(2);

/// Thread 1 sleeps until 5; thread 2 stands at the door of M, which is owned as told.
fn at_door(owner: Owner) -> (Sim, Pid, Pid) {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.sleep(a, 5);
    sim.host.own(M, owner);
    assert!(sim.contend(b, M));
    (sim, a, b)
}

#[test]
fn time_passes_while_the_owner_sleeps() {
    let (mut sim, _, b) = at_door(Owner::Thread(1));
    assert_eq!((sim.now(), sim.woken()), (5, vec![(1, Reason::Timeout)]));
    assert_eq!(sim.entered(b), Some(M));
    assert_eq!(sim.entered(b), None);
}

#[test]
fn time_stands_still_while_the_monitor_is_about_to_be_taken() {
    for owner in [
        Owner::Nobody,
        Owner::Unknown,
        Owner::Thread(2),  // just taken by the one at the door
        Owner::Thread(77), // a thread outside the world
    ] {
        let (mut sim, a, b) = at_door(owner);
        sim.check();
        assert_eq!((sim.now(), sim.woken()), (0, vec![]), "{owner:?}");
        // It comes back by itself.
        assert_eq!(sim.entered(b), Some(M));
        sim.park(b);
        assert_eq!(sim.woken(), [(1, Reason::Timeout)]);
        sim.park(a);
    }
}

#[test]
fn a_blocked_owner_that_is_not_counted_holds_the_door_for_good() {
    let (mut sim, ..) = at_door(Owner::Blocked);
    assert_eq!((sim.now(), sim.woken()), (5, vec![(1, Reason::Timeout)]));
}

#[test]
fn an_owner_on_its_way_into_a_wait_on_that_monitor_lets_go() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.wait(a, M.again(), Until::After(5));
    sim.host.own(M, Owner::Thread(1));
    sim.contend(b, M);
    assert_eq!((sim.now(), sim.host.told()), (0, vec![]));
    assert_eq!(sim.entered(b), Some(M));
    assert_eq!(sim.wait(b, M, Until::Never), Block::Wait);
    assert_eq!((sim.now(), sim.host.told()), (5, vec![Told::EndWait(1)]));
}

#[test]
fn an_owner_that_waits_on_another_monitor_does_not_let_go() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.wait(a, N, Until::After(5));
    sim.host.own(M, Owner::Thread(1));
    sim.contend(b, M);
    assert_eq!((sim.now(), sim.host.told()), (5, vec![Told::EndWait(1)]));
}

#[test]
fn a_chain_of_doors_holds_as_long_as_its_last_owner_does() {
    for (last, moves) in [(Owner::Thread(1), true), (Owner::Nobody, false)] {
        let mut sim = Sim::auto();
        let [a, b, c] = sim.threads();
        sim.sleep(a, 5);
        sim.host.own(M, Owner::Thread(2));
        sim.host.own(N, last);
        sim.contend(c, M);
        sim.contend(b, N);
        assert_eq!(sim.now(), if moves { 5 } else { 0 });
    }
}

#[test]
fn a_thread_at_a_door_does_not_hide_one_that_runs() {
    let mut sim = Sim::auto();
    let [a, b, c] = sim.threads();
    sim.sleep(a, 5);
    sim.host.own(M, Owner::Thread(1));
    sim.contend(b, M);
    assert_eq!(sim.now(), 0, "thread 3 runs");
    sim.park(c);
    assert_eq!(sim.now(), 5);
}

#[test]
fn a_deadlock_does_not_stop_the_others() {
    let mut sim = Sim::auto();
    let [a, b, c] = sim.threads();
    sim.host.own(M, Owner::Thread(1));
    sim.host.own(N, Owner::Thread(2));
    sim.contend(a, N);
    sim.contend(b, M);
    assert_eq!(sim.sleep(c, 5), OVER);
}

#[test]
fn a_notified_waiter_meets_the_sleeping_notifier() {
    let mut sim = Sim::auto();
    let [a, notifier] = sim.threads();
    sim.wait(a, M, Until::Never);
    sim.notify(M);
    sim.host.own(M, Owner::Thread(2));
    assert_eq!(sim.sleep(notifier, 5), OVER, "inside synchronized");
    sim.host.own(M, Owner::Nobody);
    assert_eq!(sim.sleep(notifier, 5), Block::Wait);
    assert_eq!(sim.now(), 5, "a takes the monitor");
    assert_eq!(sim.end_wait(a), (Reason::Notify, false));
    sim.park(a);
    assert_eq!(sim.now(), 10);
}

#[test]
fn a_waiter_on_its_way_back_is_counted_once() {
    let mut sim = Sim::frozen();
    let [a, _notifier] = sim.threads();
    sim.wait(a, M, Until::Never);
    sim.notify(M);
    assert!(!sim.contend(a, M.again()), "HotSpot enters anew");
    assert_eq!(sim.entered(a), None);
    assert_eq!(sim.end_wait(a), (Reason::Notify, false));
}

#[test]
fn a_waiter_that_the_machine_woke_is_counted_from_the_door_on() {
    let mut sim = Sim::auto();
    let [a, b, c] = sim.threads();
    sim.wait(a, M, Until::After(9));
    sim.sleep(b, 5);
    // The machine ended a's wait by itself and c holds the monitor.
    sim.host.own(M, Owner::Thread(3));
    assert!(!sim.contend(a, M.again()));
    assert_eq!(sim.now(), 0, "thread 3 runs");
    assert_eq!(
        sim.state.next_deadline(),
        Some(5),
        "a has no timer any more"
    );
    assert_eq!(sim.notify(M), NotifyPlan::Original, "a waits no more");
    assert_eq!(sim.sleep(c, 7), Block::Wait);
    assert_eq!((sim.now(), sim.woken()), (5, vec![(2, Reason::Timeout)]));
    assert_eq!(sim.end_wait(a), (Reason::Notify, false));
}

#[test]
fn an_own_timer_fires_past_those_at_other_doors_only() {
    for (at, outcome) in [(N, OVER), (M, Block::Wait)] {
        let mut sim = Sim::auto();
        let [a, b] = sim.threads();
        sim.host.own(at, Owner::Thread(1));
        sim.contend(b, at.again());
        // Waiting on M lets whoever stands at its door in.
        assert_eq!(sim.wait(a, M, Until::After(5)), outcome);
        assert_eq!(sim.now(), if at == N { 5 } else { 0 });
        assert!(!sim.state.participant(a).unwrap().contends());
    }
}

#[test]
fn who_cannot_ask_leaves_it_to_somebody_who_can() {
    let mut sim = Sim::auto();
    let [a, b, c] = sim.threads();
    sim.sleep(a, 5);
    sim.host.own(M, Owner::Thread(1));
    sim.contend(b, M);
    sim.host.mute.set(true);
    sim.leave(c);
    assert_eq!(sim.now(), 0);
    assert!(sim.state.take_look_again());
    assert!(!sim.state.take_look_again());
    sim.host.mute.set(false);
    sim.check();
    assert_eq!(sim.now(), 5);
}

#[test]
fn a_waiter_that_comes_back_to_a_sleeping_owner_does_not_stop_time() {
    let mut sim = Sim::auto();
    let [a, b, c] = sim.threads();
    sim.wait(a, M, Until::After(5));
    sim.wait(b, M, Until::After(6));
    sim.host.own(M, Owner::Thread(3));
    // Nobody but the sleeper would ask again: its own timer fires past the two at the door.
    assert_eq!(sim.sleep(c, 9), OVER);
    assert_eq!((sim.now(), sim.woken()), (9, vec![]));
    assert_eq!(sim.host.told(), [Told::EndWait(1), Told::EndWait(2)]);
    for pid in [a, b] {
        assert_eq!(sim.end_wait(pid), (Reason::Timeout, true));
    }
}

#[test]
fn a_waiter_that_comes_back_to_a_free_monitor_stops_time() {
    let mut sim = Sim::auto();
    let [a, b, c] = sim.threads();
    sim.wait(a, M, Until::After(5));
    sim.wait(b, M, Until::After(6));
    assert_eq!(sim.sleep(c, 9), Block::Wait);
    assert_eq!((sim.now(), sim.host.told()), (5, vec![Told::EndWait(1)]));
}

#[test]
fn a_waiter_interrupted_from_outside_comes_back_to_a_sleeping_owner() {
    let mut sim = Sim::auto();
    let [a, b, c] = sim.threads();
    sim.wait(a, M, Until::Never);
    sim.sleep(b, 5);
    sim.host.own(M, Owner::Thread(3));
    sim.host.noise.set(Some(crate::engine::Quiet::No));
    sim.sleep(c, 9);
    sim.host.noise.set(None);
    sim.interrupt(1);
    assert_eq!((sim.now(), sim.woken()), (5, vec![(2, Reason::Timeout)]));
}
