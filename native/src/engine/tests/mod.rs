//! Every transition of the engine, on a machine that is plain data.

mod audit;
mod blocking;
mod closing;
mod control;
mod doors;
mod monitors;
mod outside;
mod roster;
mod sim_host;
mod walk;
mod wall;

use super::{
    AdvanceError, Block, Clock, Kind, Nanos, NotifyPlan, Pid, Reason, Settings, State, Until,
    WakeList, Wall,
};
use sim_host::{Monitor, SimHost};

/// What nanoTime reads when a simulated world opens.
const NANO_BASE: i64 = 1_000_000;
/// The wall clock then.
const WALL_BASE: Wall = Wall(1_700_000_000_000_000_000);

/// A world on a simulated machine. Every method is one transition, after which the accounts are audited.
struct Sim {
    host: SimHost,
    state: State<SimHost>,
    /// Threads that were to be woken, in order.
    woken: Vec<(i64, Reason)>,
    /// The engine may hold a count for the thread that ends the program.
    exits: bool,
}

impl Sim {
    fn new(settings: Settings) -> Sim {
        let host = SimHost::default();
        let mut state = State::new();
        let exits = settings.exit_at.is_some();
        state.open(&host, Clock::new(NANO_BASE, WALL_BASE), settings);
        Sim {
            host,
            state,
            woken: Vec::new(),
            exits,
        }
    }

    /// Time moves by a controller only.
    fn frozen() -> Sim {
        Sim::new(Settings::default())
    }

    /// Time moves by itself.
    fn auto() -> Sim {
        Sim::new(Settings {
            auto_advance: true,
            ..Settings::default()
        })
    }

    fn step<R>(
        &mut self,
        transition: impl FnOnce(&mut State<SimHost>, &SimHost, &mut WakeList<i64>) -> R,
    ) -> R {
        let mut wakes = WakeList::new();
        let result = transition(&mut self.state, &self.host, &mut wakes);
        self.woken
            .extend(wakes.into_iter().map(|wake| (wake.thread, wake.reason)));
        self.audit();
        result
    }

    /// Joins a thread.
    fn thread(&mut self, tid: i64) -> Pid {
        self.step(|state, _, _| state.join(tid, tid, false))
    }

    /// Joins several, numbered from 1.
    fn threads<const N: usize>(&mut self) -> [Pid; N] {
        std::array::from_fn(|at| self.thread(at as i64 + 1))
    }

    fn block(&mut self, pid: Pid, kind: Kind, until: Until) -> Block {
        self.step(|state, host, wakes| state.block(host, pid, kind, until, wakes))
    }

    fn sleep(&mut self, pid: Pid, nanos: Nanos) -> Block {
        self.block(pid, Kind::Sleep, Until::After(nanos))
    }

    fn park(&mut self, pid: Pid) -> Block {
        self.block(pid, Kind::Park, Until::Never)
    }

    fn park_for(&mut self, pid: Pid, nanos: Nanos) -> Block {
        self.block(pid, Kind::Park, Until::After(nanos))
    }

    fn wait(&mut self, pid: Pid, on: Monitor, until: Until) -> Block {
        self.step(|state, host, wakes| state.begin_wait(host, pid, on.hash(), on, until, wakes))
    }

    fn end_wait(&mut self, pid: Pid) -> (Reason, bool) {
        self.step(|state, _, _| state.end_wait(pid))
    }

    fn notify(&mut self, on: Monitor) -> NotifyPlan {
        self.step(|state, host, wakes| state.notify(host, on.hash(), on, false, wakes))
    }

    /// With threads outside the world in the same wait set.
    fn notify_among_foreign(&mut self, on: Monitor) -> NotifyPlan {
        self.step(|state, host, wakes| state.notify(host, on.hash(), on, true, wakes))
    }

    fn notify_all(&mut self, on: Monitor) {
        self.step(|state, host, wakes| state.notify_all(host, on.hash(), on, wakes));
    }

    fn unpark(&mut self, tid: i64) -> bool {
        self.step(|state, host, wakes| state.unpark(host, tid, wakes))
    }

    fn interrupt(&mut self, tid: i64) -> bool {
        self.step(|state, host, wakes| state.interrupt(host, tid, wakes))
    }

    fn contend(&mut self, pid: Pid, at: Monitor) -> bool {
        self.step(|state, host, wakes| state.contend(host, pid, at, wakes))
    }

    fn entered(&mut self, pid: Pid) -> Option<Monitor> {
        self.step(|state, _, _| state.entered(pid))
    }

    /// `advance` by a thread that may take part.
    fn advance(&mut self, pid: Option<Pid>, tid: i64, by: Nanos) -> Result<Block, AdvanceError> {
        let target = self.now() + by;
        self.step(|state, host, wakes| state.begin_advance(host, pid, tid, target, wakes))
    }

    fn settle(&mut self, pid: Option<Pid>, tid: i64) -> Result<Block, AdvanceError> {
        self.step(|state, host, wakes| state.begin_settle(host, pid, tid, wakes))
    }

    fn leave(&mut self, pid: Pid) -> Option<i64> {
        self.step(|state, host, wakes| state.leave(host, pid, wakes))
    }

    fn check(&mut self) {
        self.step(|state, host, wakes| state.check(host, wakes));
    }

    fn close(&mut self) -> Vec<Monitor> {
        self.step(|state, host, wakes| state.close(host, wakes))
    }

    fn now(&self) -> Nanos {
        self.state.clock().now()
    }

    /// Who was to be woken since this was last asked.
    fn woken(&mut self) -> Vec<(i64, Reason)> {
        std::mem::take(&mut self.woken)
    }
}

const OVER: Block = Block::Over(Reason::Timeout);
