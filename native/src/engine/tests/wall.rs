//! Wall-clock deadlines and steps, and ticks.

use super::*;

fn at(nanos: i128) -> Until {
    Until::Wall(Wall(WALL_BASE.0 + nanos))
}

impl Sim {
    fn set_wall(&mut self, nanos: i128) {
        self.step(|state, host, _| state.set_wall(host, Wall(WALL_BASE.0 + nanos)));
    }

    fn tick(&mut self, by: Nanos) {
        self.step(|state, host, _| state.tick(host, by));
    }
}

#[test]
fn a_step_moves_wall_deadlines_and_no_timeout() {
    let mut sim = Sim::frozen();
    let [main, a, b] = sim.threads();
    sim.block(a, Kind::Park, at(100));
    sim.sleep(b, 100);
    sim.set_wall(60);
    assert_eq!(sim.state.next_deadline(), Some(40));
    sim.advance(Some(main), 1, 40).unwrap();
    assert_eq!((sim.now(), sim.woken()), (40, vec![(2, Reason::Timeout)]));
    assert_eq!(sim.state.clock().wall(), Wall(WALL_BASE.0 + 100));
    sim.park(a);
    sim.woken();
    sim.set_wall(-1_000);
    assert_eq!(sim.state.next_deadline(), Some(100), "the sleeper's");
}

#[test]
fn a_step_back_delays_and_a_step_forth_again_does_not_lose_the_instant() {
    let mut sim = Sim::frozen();
    let [main, a] = sim.threads();
    sim.block(a, Kind::Park, at(100));
    sim.set_wall(-50);
    assert_eq!(sim.state.next_deadline(), Some(150));
    sim.set_wall(500);
    assert_eq!(sim.state.next_deadline(), Some(0), "due, not in the past");
    sim.set_wall(10);
    assert_eq!(sim.state.next_deadline(), Some(90));
    assert_eq!(
        sim.advance(Some(main), 1, 89),
        Ok(Block::Over(Reason::Done))
    );
}

#[test]
fn a_due_wall_deadline_fires_at_the_next_advance_even_of_zero() {
    let mut sim = Sim::frozen();
    let [main, a, b] = sim.threads();
    sim.block(a, Kind::Park, at(100));
    sim.block(b, Kind::Park, at(100));
    sim.set_wall(100);
    sim.check();
    assert_eq!(sim.woken(), [], "the controller runs");
    sim.advance(Some(main), 1, 0).unwrap();
    for (tid, pid) in [(2, a), (3, b)] {
        assert_eq!((sim.now(), sim.woken()), (0, vec![(tid, Reason::Timeout)]));
        sim.park(pid);
    }
    assert_eq!(sim.woken(), [(1, Reason::Done)]);
}

#[test]
fn a_step_keeps_the_order_of_registration() {
    let mut sim = Sim::frozen();
    let [main, a, b, c] = sim.threads();
    // The slot that registers first is not the first slot.
    sim.block(c, Kind::Park, at(100));
    sim.block(a, Kind::Park, at(100));
    sim.sleep(b, 40);
    sim.set_wall(60);
    sim.advance(Some(main), 1, 40).unwrap();
    for (tid, pid) in [(4, c), (2, a), (3, b)] {
        assert_eq!((sim.now(), sim.woken()), (40, vec![(tid, Reason::Timeout)]));
        sim.park(pid);
    }
    assert_eq!(sim.woken(), [(1, Reason::Done)]);
}

#[test]
fn a_step_without_a_world_changes_nothing() {
    let mut sim = Sim::frozen();
    sim.close();
    sim.set_wall(60);
    sim.tick(60);
    assert_eq!(sim.state.clock().wall(), WALL_BASE);
    assert_eq!(sim.now(), 0);
}

#[test]
fn ticks_move_both_clocks_and_make_a_passed_deadline_late_but_not_lost() {
    let mut sim = Sim::auto();
    let [a, reader] = sim.threads();
    sim.sleep(a, 5);
    sim.tick(3);
    assert_eq!(sim.host.published.get().unwrap().nano_time(), NANO_BASE + 3);
    sim.tick(3);
    assert_eq!((sim.now(), sim.woken()), (6, vec![]));
    assert_eq!(sim.sleep(reader, 1), Block::Wait);
    assert_eq!((sim.now(), sim.woken()), (6, vec![(1, Reason::Timeout)]));
    sim.park(a);
    assert_eq!((sim.now(), sim.woken()), (7, vec![(2, Reason::Timeout)]));
}

#[test]
fn ticks_past_the_target_end_an_advance_where_they_are() {
    let mut sim = Sim::frozen();
    let [main, reader] = sim.threads();
    sim.advance(Some(main), 1, 5).unwrap();
    sim.tick(9);
    sim.park(reader);
    assert_eq!((sim.now(), sim.woken()), (9, vec![(1, Reason::Done)]));
}
