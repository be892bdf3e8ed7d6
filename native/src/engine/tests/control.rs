//! Controllers: `advance` and `settle`.

use super::*;

#[test]
fn advance_fires_all_that_is_due_and_is_last_among_equals() {
    let mut sim = Sim::frozen();
    let [main, a, b, c] = sim.threads();
    sim.sleep(a, 10);
    sim.sleep(b, 4);
    sim.sleep(c, 11);
    assert_eq!(sim.advance(Some(main), 1, 10), Ok(Block::Wait));
    assert_eq!((sim.now(), sim.woken()), (4, vec![(3, Reason::Timeout)]));
    // At 4 it sleeps until 10 too: registered after the advance began, and still before its end.
    sim.sleep(b, 6);
    assert_eq!((sim.now(), sim.woken()), (10, vec![(2, Reason::Timeout)]));
    sim.park(a);
    assert_eq!((sim.now(), sim.woken()), (10, vec![(3, Reason::Timeout)]));
    sim.park(b);
    assert_eq!((sim.now(), sim.woken()), (10, vec![(1, Reason::Done)]));
    assert_eq!(sim.state.reason(main), Reason::Done);
    assert_eq!(sim.state.next_deadline(), Some(11));
    assert!(!sim.state.is_controlled());
}

#[test]
fn an_advance_that_fires_nothing_is_over_at_once() {
    let mut sim = Sim::frozen();
    let [main, a] = sim.threads();
    sim.sleep(a, 100);
    assert_eq!(
        sim.advance(Some(main), 1, 99),
        Ok(Block::Over(Reason::Done))
    );
    assert_eq!((sim.now(), sim.woken()), (99, vec![]));
    assert_eq!(sim.advance(Some(main), 1, 0), Ok(Block::Over(Reason::Done)));
    assert_eq!(sim.now(), 99);
}

#[test]
fn advance_settles_before_time_moves() {
    let mut sim = Sim::frozen();
    let [main, busy] = sim.threads();
    assert_eq!(sim.advance(Some(main), 1, 5), Ok(Block::Wait));
    assert_eq!(sim.now(), 0);
    assert_eq!(
        sim.sleep(busy, 5),
        OVER,
        "its own timer, due with the target"
    );
    assert_eq!((sim.now(), sim.woken()), (5, vec![]));
    sim.park(busy);
    assert_eq!(sim.woken(), [(1, Reason::Done)]);
}

#[test]
fn a_controller_from_outside_is_woken_even_for_an_answer_at_once() {
    let mut sim = Sim::frozen();
    assert_eq!(sim.advance(None, 77, 5), Ok(Block::Wait));
    assert_eq!((sim.now(), sim.woken()), (5, vec![(77, Reason::Done)]));
    let [a] = sim.threads();
    assert_eq!(sim.settle(None, 77), Ok(Block::Wait));
    assert_eq!(sim.woken(), [], "thread 1 runs");
    sim.park(a);
    assert_eq!(sim.woken(), [(77, Reason::Done)]);
}

#[test]
fn one_controller_advances_at_a_time() {
    let mut sim = Sim::frozen();
    let [main, a] = sim.threads();
    sim.sleep(a, 5);
    assert_eq!(sim.advance(Some(main), 1, 5), Ok(Block::Wait));
    assert_eq!(sim.advance(Some(a), 2, 1), Err(AdvanceError::Busy));
    assert_eq!(sim.settle(Some(a), 2), Err(AdvanceError::Busy));
    assert_eq!(sim.advance(None, 77, 1), Err(AdvanceError::Busy));
    assert_eq!(sim.state.advancing().map(|who| who.thread), Some(1));
    sim.woken();
    sim.park(a);
    assert_eq!((sim.now(), sim.woken()), (5, vec![(1, Reason::Done)]));
}

#[test]
fn settle_ends_when_the_others_wait_and_moves_no_time() {
    let mut sim = Sim::auto();
    let [main, a] = sim.threads();
    assert_eq!(sim.settle(Some(main), 1), Ok(Block::Wait));
    assert_eq!(sim.sleep(a, 5), Block::Wait);
    assert_eq!((sim.now(), sim.woken()), (0, vec![(1, Reason::Done)]));
    assert_eq!(sim.settle(Some(main), 1), Ok(Block::Over(Reason::Done)));
    assert_eq!(sim.now(), 0);
}

#[test]
fn several_may_settle_at_once() {
    let mut sim = Sim::frozen();
    let [a, b, c] = sim.threads();
    assert_eq!(sim.settle(Some(a), 1), Ok(Block::Wait));
    assert_eq!(sim.settle(None, 77), Ok(Block::Wait));
    assert_eq!(sim.settle(Some(b), 2), Ok(Block::Wait));
    sim.park(c);
    let done = [1, 77, 2].map(|tid| (tid, Reason::Done));
    assert_eq!(sim.woken(), done);
}

#[test]
fn who_settles_is_answered_before_an_advance_goes_on() {
    let mut sim = Sim::frozen();
    let [a, b, c] = sim.threads();
    sim.settle(Some(a), 1).unwrap();
    sim.advance(Some(b), 2, 9).unwrap();
    sim.park(c);
    assert_eq!((sim.now(), sim.woken()), (0, vec![(1, Reason::Done)]));
    sim.park(a);
    assert_eq!((sim.now(), sim.woken()), (9, vec![(2, Reason::Done)]));
}

#[test]
fn a_busy_participant_makes_controllers_give_up() {
    let mut sim = Sim::frozen();
    let [main, a, busy] = sim.threads();
    sim.sleep(a, 1);
    sim.advance(Some(main), 1, 10).unwrap();
    sim.step(|state, host, wakes| state.give_up(host, Reason::NotSettled, wakes));
    assert_eq!((sim.now(), sim.woken()), (0, vec![(1, Reason::NotSettled)]));
    // Time that has moved stays moved.
    sim.park(busy);
    sim.advance(Some(main), 1, 10).unwrap();
    assert_eq!((sim.now(), sim.woken()), (1, vec![(2, Reason::Timeout)]));
    sim.step(|state, host, wakes| state.give_up(host, Reason::NotSettled, wakes));
    assert_eq!((sim.now(), sim.woken()), (1, vec![(1, Reason::NotSettled)]));
    assert!(!sim.state.is_controlled());
}

#[test]
fn an_interrupt_does_not_end_an_advance() {
    let mut sim = Sim::frozen();
    let [main, a] = sim.threads();
    sim.advance(Some(main), 1, 1).unwrap();
    sim.interrupt(1);
    sim.unpark(1);
    assert_eq!(sim.woken(), []);
    sim.park(a);
    assert_eq!(sim.woken(), [(1, Reason::Done)]);
    assert_eq!(sim.park(main), Block::Over(Reason::Unpark));
    assert_eq!(sim.park(main), Block::Recheck);
}

#[test]
fn without_a_world_there_is_nothing_to_advance() {
    let mut sim = Sim::frozen();
    sim.close();
    assert_eq!(sim.advance(None, 77, 1), Err(AdvanceError::Closed));
    assert_eq!(sim.settle(None, 77), Err(AdvanceError::Closed));
}

#[test]
fn a_participant_of_an_earlier_world_cannot_move_time() {
    let mut sim = Sim::frozen();
    let [old] = sim.threads();
    sim.close();
    let clock = *sim.state.clock();
    let Sim { host, state, .. } = &mut sim;
    state.open(host, clock, Settings::default());
    assert_eq!(sim.advance(Some(old), 1, 5), Err(AdvanceError::Closed));
    assert_eq!(sim.settle(Some(old), 1), Err(AdvanceError::Closed));
    assert!(!sim.state.is_controlled());
    assert_eq!(sim.advance(None, 77, 5), Ok(Block::Wait));
}

#[test]
fn the_stuck_controller_is_told() {
    let mut sim = Sim::frozen();
    let [main, a] = sim.threads();
    let end = |sim: &mut Sim, pid| sim.step(|state, host, w| state.end_stuck(host, pid, w));
    sim.sleep(main, 5);
    sim.park(a);
    assert!(!end(&mut sim, a), "an untimed wait gets the report only");
    assert!(end(&mut sim, main));
    assert_eq!(sim.woken(), [(1, Reason::Stuck)]);
    assert!(!end(&mut sim, main), "it runs");
    assert_eq!(sim.now(), 0);
}
