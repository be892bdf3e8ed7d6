//! Descriptors, the outside world, lent counts, and what moves without being counted.

use super::*;
use crate::engine::Quiet;

impl Sim {
    fn read(&mut self, pid: Pid, until: Until) -> Block {
        self.block(pid, Kind::Io, until)
    }
}

#[test]
fn data_beats_time() {
    let mut sim = Sim::auto();
    let [a, b, c] = sim.threads();
    sim.read(a, Until::After(5));
    sim.read(b, Until::Never);
    sim.host.data_for.borrow_mut().extend([1, 2]);
    sim.sleep(c, 1);
    assert_eq!(
        (sim.now(), sim.woken()),
        (0, vec![(1, Reason::Io), (2, Reason::Io)])
    );
    sim.host.data_for.borrow_mut().clear();
    sim.read(a, Until::Never);
    sim.read(b, Until::Never);
    assert_eq!((sim.now(), sim.woken()), (1, vec![(3, Reason::Timeout)]));
}

#[test]
fn a_thread_that_finds_its_own_data_is_not_woken() {
    let mut sim = Sim::auto();
    let [a] = sim.threads();
    sim.host.data_for.borrow_mut().insert(1);
    assert_eq!(sim.read(a, Until::After(5)), Block::Over(Reason::Io));
    assert_eq!((sim.now(), sim.woken()), (0, vec![]));
    sim.host.data_for.borrow_mut().clear();
    assert_eq!(sim.read(a, Until::After(5)), OVER);
}

#[test]
fn a_thread_tells_itself_that_its_descriptor_is_ready() {
    let mut sim = Sim::frozen();
    let [a] = sim.threads();
    sim.read(a, Until::After(5));
    let ready = |sim: &mut Sim| sim.step(|state, host, wakes| state.io_ready(host, a, wakes));
    assert!(ready(&mut sim));
    assert_eq!((sim.state.reason(a), sim.woken()), (Reason::Io, vec![]));
    assert!(!ready(&mut sim), "it runs");
    sim.park(a);
    assert!(!ready(&mut sim), "it waits for something else");
}

#[test]
fn neither_an_interrupt_nor_unpark_ends_io() {
    let mut sim = Sim::frozen();
    let [a] = sim.threads();
    sim.read(a, Until::Never);
    sim.interrupt(1);
    sim.unpark(1);
    assert_eq!(sim.woken(), []);
    sim.step(|state, host, wakes| state.io_ready(host, a, wakes));
    assert_eq!(
        sim.read(a, Until::Never),
        Block::Wait,
        "keeps the interrupt"
    );
    sim.step(|state, host, wakes| state.io_ready(host, a, wakes));
    assert_eq!(sim.sleep(a, 1), Block::Recheck);
}

#[test]
fn a_wait_on_the_outside_holds_auto_advance_until_it_ends() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.state.set_outside(a, true);
    sim.read(a, Until::Never);
    assert_eq!(sim.sleep(b, 5), Block::Wait);
    assert!(sim.state.held() && sim.state.participant(a).unwrap().is_outside());
    sim.check();
    assert_eq!(sim.now(), 0);
    sim.step(|state, host, wakes| state.io_ready(host, a, wakes));
    assert!(!sim.state.held());
    sim.read(a, Until::Never);
    assert_eq!((sim.now(), sim.woken()), (5, vec![(2, Reason::Timeout)]));
}

#[test]
fn a_thread_that_does_not_wait_yet_holds_nothing() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.state.set_outside(a, true);
    sim.state.set_outside(a, true);
    sim.audit();
    assert!(!sim.state.held(), "it runs");
    sim.state.set_outside(a, false);
    sim.park(a);
    assert_eq!(sim.sleep(b, 5), OVER);
    sim.state.set_outside(b, true);
    assert_eq!(sim.settle(Some(b), 2), Ok(Block::Over(Reason::Done)));
    assert!(!sim.state.held(), "a controller waits for the world");
}

#[test]
fn the_outside_may_be_ignored_and_never_holds_advance() {
    for (auto_advance, outside_holds) in [(true, false), (false, true)] {
        let mut sim = Sim::new(Settings {
            auto_advance,
            outside_holds,
            ..Settings::default()
        });
        let [a, b, main] = sim.threads();
        sim.state.set_outside(a, true);
        sim.read(a, Until::Never);
        sim.sleep(b, 5);
        if auto_advance {
            sim.park(main);
        } else {
            sim.advance(Some(main), 3, 5).unwrap();
        }
        assert_eq!((sim.now(), sim.woken()), (5, vec![(2, Reason::Timeout)]));
    }
}

#[test]
fn time_waits_for_what_moves_uncounted() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.sleep(a, 5);
    sim.host.noise.set(Some(Quiet::No));
    sim.park(b);
    assert_eq!((sim.now(), sim.state.take_look_again()), (0, false));
    sim.host.noise.set(Some(Quiet::LookAgain));
    sim.check();
    assert_eq!((sim.now(), sim.state.take_look_again()), (0, true));
    sim.host.noise.set(None);
    sim.check();
    assert_eq!(sim.now(), 5);
}

#[test]
fn an_own_timer_waits_for_it_too() {
    let mut sim = Sim::auto();
    let [a] = sim.threads();
    let at = Monitor::new(1);
    sim.host.noise.set(Some(Quiet::LookAgain));
    assert_eq!(sim.wait(a, at, Until::After(5)), Block::Wait);
    assert_eq!(sim.now(), 0);
    sim.host.noise.set(None);
    sim.check();
    assert_eq!(sim.end_wait(a), (Reason::Timeout, true));
    sim.host.noise.set(Some(Quiet::No));
    assert_eq!(sim.sleep(a, 5), Block::Wait);
}

#[test]
fn a_lent_count_holds_time_until_it_is_given_back() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.sleep(a, 5);
    sim.step(|state, _, _| {
        state.lend(77);
        state.lend(77);
    });
    assert_eq!(sim.state.lent_count(), 1);
    sim.park(b);
    assert_eq!(sim.now(), 0);
    assert_eq!(sim.state.lent_parks(77), Some(1));
    assert_eq!(sim.state.lent_parks(77), Some(2));
    assert_eq!(sim.state.lent_parks(78), None);
    sim.step(|state, host, wakes| state.give_back(host, 78, wakes));
    assert_eq!(sim.now(), 0);
    sim.step(|state, host, wakes| state.give_back(host, 77, wakes));
    assert_eq!(sim.now(), 5);
    sim.step(|state, host, wakes| state.give_back(host, 77, wakes));
    assert_eq!(sim.state.lent_parks(77), None);
}

#[test]
fn lent_counts_are_taken_back_all_at_once() {
    let mut sim = Sim::auto();
    let [a] = sim.threads();
    sim.step(|state, _, _| {
        state.lend(77);
        state.lend(78);
    });
    sim.sleep(a, 5);
    assert_eq!(sim.now(), 0);
    let back = |sim: &mut Sim| sim.step(|state, host, wakes| state.take_back(host, wakes));
    assert_eq!(back(&mut sim), 2);
    assert_eq!((sim.now(), sim.woken()), (5, vec![(1, Reason::Timeout)]));
    assert_eq!(back(&mut sim), 0);
}
