//! The end of a world, and the next one.

use super::sim_host::Told;
use super::*;

#[test]
fn survivors_are_released_with_what_is_left_of_their_time() {
    let mut sim = Sim::frozen();
    let [main, sleeper, parked, waiter, reader] = sim.threads();
    let m = Monitor::new(1);
    sim.sleep(sleeper, 50);
    sim.park(parked);
    sim.wait(waiter, m, Until::After(30));
    sim.block(reader, Kind::Io, Until::After(20));
    sim.advance(Some(main), 1, 10).unwrap();
    assert_eq!(sim.close(), []);
    assert_eq!(
        sim.host.told(),
        [
            Told::Release(2, Some(40)),
            Told::Release(3, None),
            Told::LeaveInWait(4, Some(20)),
            Told::Release(5, Some(10)),
        ]
    );
    let released = [2, 3, 5].map(|tid| (tid, Reason::Released));
    assert_eq!(sim.woken(), released, "the machine keeps the waiter");
    assert!(!sim.state.is_open() && sim.state.is_empty());
    assert_eq!(sim.end_wait(waiter), (Reason::Released, false));
}

#[test]
fn an_untimed_waiter_stays_for_good() {
    let mut sim = Sim::frozen();
    let [a] = sim.threads();
    sim.wait(a, Monitor::new(1), Until::Never);
    sim.close();
    assert_eq!(sim.host.told(), [Told::LeaveInWait(1, None)]);
}

#[test]
fn a_wake_up_by_name_that_may_be_lost_is_handed_over() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.wait(a, Monitor::new(1), Until::After(5));
    sim.park(b);
    assert_eq!(sim.host.told(), [Told::EndWait(1)]);
    sim.close();
    assert_eq!(
        sim.host.told(),
        [Told::LeaveInWait(1, Some(0)), Told::Release(2, None)]
    );
    assert_eq!(sim.state.repeat_directed(&sim.host), 0);
}

#[test]
fn references_to_doors_are_given_back() {
    let mut sim = Sim::frozen();
    let [a, b, _c] = sim.threads();
    let (m, n) = (Monitor::new(1), Monitor::new(2));
    sim.contend(a, m);
    sim.wait(b, n, Until::Never);
    sim.notify(n);
    assert_eq!(sim.close(), [m], "the waiter gives its own back");
    assert_eq!(sim.entered(a), None);
}

#[test]
fn controllers_are_told() {
    let mut sim = Sim::frozen();
    let [main, busy, other] = sim.threads();
    sim.settle(None, 77).unwrap();
    sim.settle(Some(other), 3).unwrap();
    sim.advance(Some(main), 1, 5).unwrap();
    sim.close();
    let released = [1, 77, 3].map(|tid| (tid, Reason::Released));
    assert_eq!((sim.woken(), sim.now()), (released.into(), 0));
    assert_eq!(sim.sleep(busy, 5), Block::Over(Reason::Released));
}

#[test]
fn nobody_joins_a_closed_world() {
    let mut sim = Sim::frozen();
    sim.close();
    let late = sim.thread(1);
    assert!(sim.state.is_empty() && sim.state.find(1).is_none());
    assert_eq!(sim.leave(late), None);
    reopen(&mut sim);
    assert!(sim.state.is_quiet_but(None), "no ghost is counted");
    assert_eq!(sim.sleep(late, 5), Block::Over(Reason::Released));
}

fn reopen(sim: &mut Sim) {
    let Sim { host, state, .. } = sim;
    state.open(host, Clock::new(NANO_BASE, WALL_BASE), Settings::default());
}

#[test]
fn the_next_world_begins_afresh() {
    let mut sim = Sim::frozen();
    let [old, waiter, door] = sim.threads();
    let m = Monitor::new(1);
    sim.sleep(old, 5);
    sim.wait(waiter, m, Until::After(5));
    sim.contend(door, m);
    sim.step(|state, _, _| state.lend(77));
    sim.close();
    reopen(&mut sim);
    let [main, a] = sim.threads();
    assert!(main != old && a != waiter);
    assert_eq!(sim.state.stats().threads, 2);
    assert_eq!(
        (sim.state.next_deadline(), sim.state.lent_count()),
        (None, 0)
    );
    assert_eq!(sim.notify(m), NotifyPlan::Original);
    // Threads of the old world come back one after another and find nothing of theirs.
    assert_eq!(sim.end_wait(waiter), (Reason::Released, false));
    assert_eq!(sim.entered(door), None);
    assert_eq!(sim.leave(old), None);
    sim.step(|state, host, wakes| state.give_back(host, 77, wakes));
    sim.sleep(a, 5);
    assert_eq!(sim.advance(Some(main), 1, 5), Ok(Block::Wait));
    assert_eq!(sim.now(), 5);
}

#[test]
fn closing_twice_tells_nobody_twice() {
    let mut sim = Sim::frozen();
    let [a] = sim.threads();
    sim.park(a);
    sim.close();
    sim.host.told();
    sim.woken();
    assert_eq!(sim.close(), []);
    assert_eq!((sim.host.told(), sim.woken()), (vec![], vec![]));
}
