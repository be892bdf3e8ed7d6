//! Sleeps and parks: deadlines, permits, interrupts.

use super::*;

#[test]
fn deadlines_fire_by_instant_then_by_registration_and_one_at_a_time() {
    let mut sim = Sim::auto();
    let [a, b, c, d] = sim.threads();
    for (pid, nanos) in [(a, 5), (b, 3), (c, 5)] {
        assert_eq!(sim.sleep(pid, nanos), Block::Wait);
    }
    assert_eq!((sim.now(), sim.woken()), (0, vec![]), "thread 4 still runs");
    assert_eq!(sim.sleep(d, 3), Block::Wait);
    for (at, tid, pid) in [(3, 2, b), (3, 4, d), (5, 1, a), (5, 3, c)] {
        assert_eq!((sim.now(), sim.woken()), (at, vec![(tid, Reason::Timeout)]));
        sim.check();
        assert_eq!(sim.woken(), [], "the next fires when this one waits again");
        assert_eq!(sim.park(pid), Block::Wait);
    }
    assert_eq!((sim.now(), sim.woken()), (5, vec![]));
    assert_eq!(sim.state.stats().deadlines, 4);
}

#[test]
fn a_clock_read_between_two_events_is_exactly_the_deadline() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.park_for(a, 7);
    sim.sleep(b, 1_000_000_000_001);
    let clock = sim.host.published.get().unwrap();
    assert_eq!(clock.nano_time(), NANO_BASE + 7);
    assert_eq!(clock.wall(), Wall(WALL_BASE.0 + 7));
    sim.park(a);
    let clock = sim.host.published.get().unwrap();
    assert_eq!(clock.nano_time(), NANO_BASE + 1_000_000_000_001);
    assert_eq!(clock.wall().millis(), WALL_BASE.millis() + 1_000_000);
}

#[test]
fn a_thread_that_fires_its_own_timer_is_not_woken() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.park(b);
    assert_eq!(sim.sleep(a, 9), OVER);
    assert_eq!(sim.park_for(a, 1), OVER);
    assert_eq!((sim.now(), sim.woken()), (10, vec![]));
    assert_eq!(sim.host.published.get().unwrap().now(), 10);
}

#[test]
fn a_later_timer_of_its_own_lets_the_earlier_one_fire_first() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    assert_eq!(sim.sleep(a, 4), Block::Wait);
    assert_eq!(sim.sleep(b, 5), Block::Wait);
    assert_eq!((sim.now(), sim.woken()), (4, vec![(1, Reason::Timeout)]));
    assert_eq!(sim.sleep(a, 1), Block::Wait, "b registered 5 before a did");
    assert_eq!((sim.now(), sim.woken()), (5, vec![(2, Reason::Timeout)]));
}

#[test]
fn zero_and_past_waits_return_at_once_and_move_nothing() {
    let mut sim = Sim::auto();
    let [a] = sim.threads();
    let transitions = sim.state.stats().transitions;
    for until in [
        Until::After(0),
        Until::After(-1),
        Until::Wall(WALL_BASE),
        Until::Wall(Wall(-5)),
    ] {
        assert_eq!(sim.block(a, Kind::Park, until), OVER);
    }
    assert_eq!(sim.sleep(a, 0), OVER);
    assert_eq!(sim.now(), 0);
    assert_eq!(sim.state.stats().transitions, transitions);
}

#[test]
fn untimed_waits_never_move_time() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    assert_eq!((sim.park(a), sim.park(b)), (Block::Wait, Block::Wait));
    sim.check();
    assert_eq!((sim.now(), sim.woken()), (0, vec![]));
    assert_eq!(sim.state.next_deadline(), None);
}

#[test]
fn a_frozen_world_stands_still() {
    let mut sim = Sim::frozen();
    let [a] = sim.threads();
    assert_eq!(sim.sleep(a, 1), Block::Wait);
    sim.check();
    assert_eq!((sim.now(), sim.woken()), (0, vec![]));
    assert_eq!(sim.state.next_deadline(), Some(1));
    assert_eq!(sim.state.pending_deadlines(), 1);
}

#[test]
fn auto_advance_goes_no_further_than_its_limit() {
    let mut sim = Sim::new(Settings {
        auto_advance: true,
        limit: 10,
        ..Settings::default()
    });
    let [a] = sim.threads();
    assert_eq!(sim.sleep(a, 10), OVER);
    assert_eq!(sim.sleep(a, 1), Block::Wait);
    assert_eq!((sim.now(), sim.woken()), (10, vec![]));
}

#[test]
fn a_permit_ends_one_park_and_does_not_add_up() {
    let mut sim = Sim::auto();
    let [a] = sim.threads();
    assert!(sim.unpark(1) && sim.unpark(1));
    assert_eq!(sim.woken(), []);
    assert_eq!(sim.park(a), Block::Over(Reason::Unpark));
    assert_eq!(sim.park(a), Block::Wait);
}

#[test]
fn a_sleep_consumes_no_permit_and_is_not_ended_by_unpark() {
    let mut sim = Sim::frozen();
    let [a, _b] = sim.threads();
    sim.unpark(1);
    assert_eq!(sim.sleep(a, 3), Block::Wait);
    assert!(sim.unpark(1));
    assert_eq!(sim.woken(), []);
    sim.interrupt(1);
    assert_eq!(sim.park(a), Block::Over(Reason::Unpark));
}

#[test]
fn unpark_ends_a_park_and_leaves_no_permit() {
    let mut sim = Sim::frozen();
    let [a, _b] = sim.threads();
    sim.park_for(a, 50);
    assert!(sim.unpark(1));
    assert_eq!(sim.woken(), [(1, Reason::Unpark)]);
    assert_eq!(sim.state.reason(a), Reason::Unpark);
    assert_eq!(sim.state.next_deadline(), None, "its timer is gone");
    assert_eq!(sim.park(a), Block::Wait);
}

#[test]
fn unpark_of_a_stranger_is_the_originals_business() {
    let mut sim = Sim::auto();
    assert!(!sim.unpark(77));
}

#[test]
fn a_permit_is_looked_at_before_the_interrupt_and_the_time() {
    let mut sim = Sim::auto();
    let [a] = sim.threads();
    sim.interrupt(1);
    assert_eq!(sim.park_for(a, 0), Block::Over(Reason::Unpark));
    assert_eq!(
        sim.park(a),
        Block::Recheck,
        "the interrupt is still to be seen"
    );
    assert_eq!(sim.park(a), Block::Wait, "the Java flag was found clear");
}

#[test]
fn an_interrupt_ends_a_park_without_leaving_a_permit() {
    let mut sim = Sim::frozen();
    let [a, _b] = sim.threads();
    sim.park(a);
    sim.interrupt(1);
    assert_eq!(sim.woken(), [(1, Reason::Interrupt)]);
    assert_eq!(sim.park(a), Block::Wait);
}

#[test]
fn an_interrupt_ends_a_sleep_and_leaves_a_permit() {
    let mut sim = Sim::frozen();
    let [a, _b] = sim.threads();
    sim.sleep(a, 50);
    sim.interrupt(1);
    assert_eq!(sim.woken(), [(1, Reason::Interrupt)]);
    assert_eq!(sim.state.next_deadline(), None);
    assert_eq!(sim.park(a), Block::Over(Reason::Unpark));
}

#[test]
fn an_interrupt_of_a_running_thread_is_rechecked_by_its_next_wait() {
    let mut sim = Sim::frozen();
    let [a] = sim.threads();
    let at = Monitor::new(1);
    sim.interrupt(1);
    assert!(sim.state.take_permit(a) && !sim.state.take_permit(a));
    assert_eq!(sim.wait(a, at, Until::After(1)), Block::Recheck);
    assert_eq!(sim.wait(a, at, Until::After(1)), Block::Wait);
    assert!(sim.interrupt(99), "a stranger");
    assert_eq!(sim.woken(), []);
}

#[test]
fn a_granted_permit_ends_the_first_park() {
    let mut sim = Sim::auto();
    let [a] = sim.threads();
    sim.state.grant_permit(a);
    assert!(sim.state.participant(a).unwrap().has_permit());
    assert_eq!(sim.park(a), Block::Over(Reason::Unpark));
    assert_eq!(sim.park(a), Block::Wait);
}

#[test]
fn a_record_tells_what_the_thread_does() {
    let mut sim = Sim::frozen();
    let [a, _b] = sim.threads();
    let record = |sim: &Sim| {
        let p = sim.state.participant(a).unwrap();
        (p.tid(), *p.thread(), p.blocked_in(), p.contends())
    };
    assert_eq!(record(&sim), (1, 1, None, false));
    sim.sleep(a, 5);
    assert_eq!(record(&sim), (1, 1, Some(Kind::Sleep), false));
    assert_eq!(sim.state.participant(a).unwrap().deadline(), 5);
    assert_eq!(sim.state.find(1), Some(a));
    assert!(sim.state.is_quiet_but(Some(_b)) && !sim.state.is_quiet_but(None));
    let busy: Vec<i64> = sim.state.busy().map(|(_, p)| p.tid()).collect();
    assert_eq!(busy, [2]);
}
