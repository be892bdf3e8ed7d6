//! Threads in and out, and the end of the program.

use super::sim_host::Told;
use super::*;

#[test]
fn a_thread_that_leaves_stops_counting() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.sleep(a, 5);
    assert_eq!(sim.leave(b), Some(2));
    assert_eq!((sim.now(), sim.woken()), (5, vec![(1, Reason::Timeout)]));
    assert_eq!(sim.leave(b), None);
    assert_eq!((sim.state.find(2), sim.state.len()), (None, 1));
    assert!(!sim.state.is_empty());
}

#[test]
fn a_blocked_thread_that_leaves_takes_all_its_traces_along() {
    let mut sim = Sim::auto();
    let [a, b, c, d, e] = sim.threads();
    let m = Monitor::new(1);
    sim.state.set_outside(a, true);
    sim.block(a, Kind::Io, Until::After(1));
    sim.wait(b, m, Until::After(2));
    sim.contend(c, m);
    sim.wait(d, m, Until::Never);
    sim.step(|state, host, wakes| state.thread_ended(host, m.hash(), wakes));
    for pid in [a, b, c, d] {
        sim.leave(pid);
    }
    assert_eq!(sim.notify(m), NotifyPlan::Original);
    assert_eq!(sim.sleep(e, 50), OVER);
    assert_eq!(sim.now(), 50);
}

#[test]
fn the_name_of_a_thread_that_left_finds_nothing() {
    let mut sim = Sim::auto();
    let [old] = sim.threads();
    sim.leave(old);
    let new = sim.thread(2);
    assert_ne!(old, new);
    assert_eq!(sim.sleep(old, 5), Block::Over(Reason::Released));
    assert_eq!(
        sim.wait(old, Monitor::new(1), Until::Never),
        Block::Over(Reason::Released)
    );
    assert_eq!(sim.end_wait(old), (Reason::Released, false));
    assert!(!sim.contend(old, Monitor::new(1)));
    assert_eq!(sim.entered(old), None);
    assert_eq!(sim.state.reason(old), Reason::Released);
    assert!(!sim.state.take_permit(old));
    assert!(sim.state.participant(old).is_none());
    assert_eq!(sim.now(), 0);
    assert_eq!(Pid::from_bits(new.to_bits()), new);
}

#[test]
fn a_thread_id_that_is_used_again_names_the_new_one() {
    let mut sim = Sim::auto();
    let first = sim.thread(1);
    let second = sim.thread(1);
    sim.leave(first);
    assert_eq!(sim.state.find(1), Some(second));
}

#[test]
fn statistics_count_threads_deadlines_and_changes() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.sleep(a, 5);
    sim.leave(b);
    let stats = sim.state.stats();
    assert_eq!((stats.threads, stats.deadlines), (2, 1));
    sim.check();
    assert_eq!(sim.state.stats().transitions, stats.transitions);
}

#[test]
fn shared_threads_are_marked() {
    let mut sim = Sim::auto();
    let a = sim.step(|state, _, _| state.join(1, 1, true));
    let b = sim.thread(2);
    let shared: Vec<_> = [a, b]
        .map(|pid| sim.state.participant(pid).unwrap().is_shared())
        .into();
    assert_eq!(shared, [true, false]);
    assert_eq!(sim.state.participants().count(), 2);
}

fn mortal(age: Nanos) -> Sim {
    Sim::new(Settings {
        auto_advance: true,
        exit_at: Some(age),
        ..Settings::default()
    })
}

#[test]
fn the_program_ends_at_its_age_once() {
    let mut sim = mortal(10);
    let [a, b] = sim.threads();
    assert_eq!(sim.sleep(a, 10), Block::Wait);
    assert_eq!(sim.sleep(b, 11), Block::Wait);
    assert_eq!((sim.now(), sim.woken()), (10, vec![(1, Reason::Timeout)]));
    assert_eq!(
        sim.host.told(),
        [],
        "a deadline at that instant comes first"
    );
    sim.park(a);
    assert_eq!((sim.now(), sim.host.told()), (10, vec![Told::Exit]));
    sim.check();
    assert_eq!((sim.now(), sim.host.told()), (10, vec![]), "the exit runs");
    sim.step(|state, host, wakes| state.uncount(host, wakes));
    assert_eq!((sim.now(), sim.woken()), (11, vec![(2, Reason::Timeout)]));
    assert_eq!(sim.host.told(), []);
}

#[test]
fn the_age_is_reached_without_any_deadline() {
    let mut sim = mortal(10);
    let [a] = sim.threads();
    assert_eq!(sim.sleep(a, 10), OVER);
    assert_eq!(sim.park(a), Block::Wait);
    assert_eq!((sim.now(), sim.host.told()), (10, vec![Told::Exit]));
}

#[test]
fn an_own_timer_does_not_jump_over_the_age() {
    let mut sim = mortal(10);
    let [a] = sim.threads();
    assert_eq!(sim.wait(a, Monitor::new(1), Until::After(11)), Block::Wait);
    assert_eq!((sim.now(), sim.host.told()), (10, vec![Told::Exit]));
}

#[test]
fn an_advance_that_ends_earlier_does_not_reach_the_age() {
    let mut sim = mortal(10);
    let [main] = sim.threads();
    assert_eq!(sim.advance(Some(main), 1, 9), Ok(Block::Over(Reason::Done)));
    assert_eq!(sim.host.told(), []);
    assert_eq!(sim.advance(Some(main), 1, 1), Ok(Block::Wait));
    assert_eq!((sim.now(), sim.host.told()), (10, vec![Told::Exit]));
}
