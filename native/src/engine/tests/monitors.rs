//! `Object.wait` and notifications.

use super::sim_host::Told;
use super::*;

const M: Monitor = Monitor::new(1);
const N: Monitor = Monitor::new(2);

#[test]
fn notify_goes_to_the_longest_waiter_and_the_machine_carries_it_out() {
    let mut sim = Sim::frozen();
    let [a, b, _notifier] = sim.threads();
    assert_eq!(sim.wait(a, M, Until::Never), Block::Wait);
    assert_eq!(sim.wait(b, M, Until::Never), Block::Wait);
    assert_eq!(sim.notify(M.again()), NotifyPlan::Original);
    assert!(sim.state.participant(a).unwrap().contends());
    assert_eq!(sim.end_wait(a), (Reason::Notify, false));
    assert_eq!(
        sim.state.participant(b).unwrap().blocked_in(),
        Some(Kind::Wait)
    );
    assert_eq!(sim.notify(M), NotifyPlan::Original);
    assert_eq!(sim.end_wait(b), (Reason::Notify, false));
    assert_eq!((sim.woken(), sim.host.told()), (vec![], vec![]));
}

#[test]
fn notify_without_waiters_or_on_another_monitor_wakes_nobody() {
    let mut sim = Sim::frozen();
    let [a, _notifier] = sim.threads();
    sim.wait(a, M, Until::Never);
    let twin = N.with_hash(M.hash());
    for other in [N, twin] {
        assert_eq!(sim.notify(other), NotifyPlan::Original);
        sim.notify_all(other);
    }
    assert_eq!(
        sim.state.participant(a).unwrap().blocked_in(),
        Some(Kind::Wait)
    );
}

#[test]
fn monitors_with_one_hash_are_told_apart() {
    let mut sim = Sim::frozen();
    let [a, b, _notifier] = sim.threads();
    let twin = N.with_hash(M.hash());
    sim.wait(a, M, Until::Never);
    sim.wait(b, twin, Until::Never);
    sim.notify(twin);
    assert_eq!(sim.end_wait(b).0, Reason::Notify);
    assert!(!sim.state.participant(a).unwrap().contends());
    sim.notify(M);
    assert_eq!(sim.end_wait(a).0, Reason::Notify);
}

#[test]
fn notify_all_counts_everybody_at_once() {
    let mut sim = Sim::frozen();
    let [a, b, c, notifier] = sim.threads();
    sim.wait(a, M, Until::Never);
    sim.wait(b, M, Until::After(5));
    sim.wait(c, N, Until::Never);
    sim.notify_all(M);
    assert_eq!(sim.state.pending_deadlines(), 0);
    sim.host.own(M, crate::engine::Owner::Thread(4));
    sim.park(notifier);
    for pid in [a, b] {
        assert_eq!(sim.end_wait(pid), (Reason::Notify, false));
    }
    assert_eq!(
        sim.state.participant(c).unwrap().blocked_in(),
        Some(Kind::Wait)
    );
}

#[test]
fn a_timeout_ends_the_machines_wait_by_name() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    assert_eq!(sim.wait(a, M, Until::After(5)), Block::Wait);
    sim.park(b);
    assert_eq!((sim.now(), sim.woken()), (5, vec![]));
    assert_eq!(sim.host.told(), [Told::EndWait(1)]);
    assert_eq!(sim.end_wait(a), (Reason::Timeout, true));
}

#[test]
fn a_wake_up_by_name_is_repeated_until_the_thread_is_back() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.wait(a, M, Until::After(5));
    assert_eq!(sim.state.repeat_directed(&sim.host), 0);
    sim.park(b);
    sim.host.told();
    for _ in 0..2 {
        assert_eq!(sim.state.repeat_directed(&sim.host), 1);
        assert_eq!(sim.host.told(), [Told::EndWait(1)]);
    }
    sim.end_wait(a);
    assert_eq!(sim.state.repeat_directed(&sim.host), 0);
    assert_eq!(sim.host.told(), []);
}

#[test]
fn a_wait_whose_own_timer_is_next_never_lets_go_of_the_monitor() {
    let mut sim = Sim::auto();
    let [a, b] = sim.threads();
    sim.park(b);
    assert_eq!(sim.wait(a, M, Until::After(5)), OVER);
    assert_eq!(
        (sim.now(), sim.woken(), sim.host.told()),
        (5, vec![], vec![])
    );
    assert_eq!(sim.notify(M), NotifyPlan::Original, "it left no trace");
    assert!(!sim.state.participant(a).unwrap().contends());
}

#[test]
fn a_notification_after_the_timeout_goes_to_the_next_waiter_by_name() {
    let mut sim = Sim::auto();
    let [a, b, notifier] = sim.threads();
    sim.wait(a, M, Until::After(5));
    sim.wait(b, M, Until::Never);
    // Its timer fires with a's, second: a is on its way out and still in the machine's set.
    assert_eq!(sim.sleep(notifier, 5), Block::Wait);
    assert_eq!(sim.host.told(), [Told::EndWait(1)]);
    sim.host.own(M, crate::engine::Owner::Nobody);
    let plan = sim.notify(M);
    assert_eq!(plan, NotifyPlan::Done, "the machine would pick a");
    assert_eq!(sim.host.told(), [Told::EndWait(2)]);
    assert_eq!(sim.end_wait(a), (Reason::Timeout, true));
    assert_eq!(sim.end_wait(b), (Reason::Notify, true));
}

#[test]
fn a_notification_for_leavers_only_is_left_to_the_machine() {
    let mut sim = Sim::auto();
    let [a, notifier] = sim.threads();
    sim.wait(a, M, Until::After(5));
    sim.sleep(notifier, 5);
    assert_eq!(sim.notify(M), NotifyPlan::Original);
    assert_eq!(sim.end_wait(a), (Reason::Timeout, true));
    assert_eq!(sim.notify(M), NotifyPlan::Original);
}

#[test]
fn order_is_kept_when_a_member_leaves_in_the_middle() {
    let mut sim = Sim::frozen();
    let [a, b, c, _notifier] = sim.threads();
    for pid in [a, b, c] {
        sim.wait(pid, M, Until::Never);
    }
    sim.interrupt(2);
    assert_eq!(sim.notify(M), NotifyPlan::Done, "b may still be in the set");
    assert_eq!(sim.end_wait(b), (Reason::Interrupt, false));
    assert_eq!(sim.end_wait(a), (Reason::Notify, true));
    assert_eq!(sim.notify(M), NotifyPlan::Original);
    assert_eq!(sim.end_wait(c), (Reason::Notify, false));
}

#[test]
fn foreign_waiters_make_the_choice_ours() {
    let mut sim = Sim::frozen();
    let [a, _notifier] = sim.threads();
    assert_eq!(sim.notify_among_foreign(M), NotifyPlan::Original);
    sim.wait(a, M, Until::Never);
    assert_eq!(sim.notify_among_foreign(M), NotifyPlan::Done);
    assert_eq!(sim.end_wait(a), (Reason::Notify, true));
    assert_eq!(sim.notify_among_foreign(M), NotifyPlan::Original);
}

#[test]
fn an_interrupt_is_left_to_the_machine() {
    let mut sim = Sim::frozen();
    let [a, _b] = sim.threads();
    sim.wait(a, M, Until::After(9));
    assert!(sim.interrupt(1), "by its own");
    assert_eq!((sim.woken(), sim.host.told()), (vec![], vec![]));
    assert_eq!(sim.state.next_deadline(), None);
    assert_eq!(sim.end_wait(a), (Reason::Interrupt, false));
    assert!(sim.state.take_permit(a), "as HotSpot's parker");
}

#[test]
fn an_interrupt_after_the_notification_does_not_undo_it() {
    let mut sim = Sim::frozen();
    let [a, _b] = sim.threads();
    sim.wait(a, M, Until::Never);
    sim.notify(M);
    let original = sim.interrupt(1);
    assert!(!original, "the machine's notify would pick another");
    assert_eq!(sim.end_wait(a), (Reason::Notify, false));
    assert_eq!(sim.wait(a, M, Until::Never), Block::Recheck);
    assert!(sim.interrupt(1), "it runs");
}

#[test]
fn joiners_are_counted_before_the_thread_they_join_is_taken_off() {
    let mut sim = Sim::auto();
    let [a, b, other, ending] = sim.threads();
    sim.wait(a, M, Until::Never);
    sim.wait(b, M, Until::After(1_000));
    sim.wait(other, N, Until::After(2_000));
    sim.step(|state, host, wakes| state.thread_ended(host, M.hash(), wakes));
    sim.leave(ending);
    assert_eq!(sim.now(), 0, "a and b are counted");
    assert_eq!(sim.host.told(), [Told::EndWait(1), Told::EndWait(2)]);
    assert_eq!(sim.end_wait(a), (Reason::Notify, true));
    assert_eq!(sim.end_wait(b), (Reason::Notify, true));
    sim.park(a);
    assert_eq!(sim.park(b), Block::Wait);
    assert_eq!(sim.now(), 2_000);
}

#[test]
fn the_end_of_a_thread_that_nobody_joins_wakes_nobody() {
    let mut sim = Sim::auto();
    let [a, ending] = sim.threads();
    sim.wait(a, M, Until::Never);
    sim.step(|state, host, wakes| state.thread_ended(host, N.hash(), wakes));
    sim.leave(ending);
    assert_eq!((sim.now(), sim.host.told()), (0, vec![]));
}

#[test]
fn a_wait_that_the_machine_ended_by_itself_counts_from_its_return() {
    let mut sim = Sim::frozen();
    let [a] = sim.threads();
    sim.wait(a, M, Until::After(5));
    assert_eq!(sim.end_wait(a), (Reason::Notify, false));
    assert_eq!(sim.state.pending_deadlines(), 0);
    assert!(!sim.state.is_quiet_but(None));
}

#[test]
fn a_stuck_wait_ends_by_name() {
    let mut sim = Sim::frozen();
    let [a] = sim.threads();
    sim.wait(a, M, Until::After(5));
    assert!(sim.step(|state, host, wakes| state.end_stuck(host, a, wakes)));
    assert_eq!(sim.host.told(), [Told::EndWait(1)]);
    assert_eq!(sim.end_wait(a), (Reason::Stuck, true));
}
