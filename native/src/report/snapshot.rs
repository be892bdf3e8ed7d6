//! The state of a world at one moment, with names and stacks.

use crate::engine::{Kind, NEVER, Nanos, Pid, Wall};
use crate::hooks::host::engine;
use crate::hooks::threads::ThreadRef;
use crate::hooks::{jdk, world};
use crate::jni::Env;
use crate::jvmti::{self, Frame};

/// What a thread does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// It runs, or is in native code or I/O.
    Running,
    /// It stands at the door of a monitor.
    Monitor,
    /// It is blocked.
    Blocked(Kind),
}

impl Activity {
    /// Name of the `Waiter.Kind`; none for a thread that runs or controls.
    pub fn waiter_kind(self) -> Option<&'static str> {
        match self {
            Activity::Monitor => Some("MONITOR"),
            Activity::Blocked(Kind::Park) => Some("PARK"),
            Activity::Blocked(Kind::Sleep) => Some("SLEEP"),
            Activity::Blocked(Kind::Wait) => Some("WAIT"),
            Activity::Blocked(Kind::Io) => Some("IO"),
            Activity::Blocked(Kind::Control) | Activity::Running => None,
        }
    }
}

/// A participant.
#[derive(Debug, Clone)]
pub struct ThreadLine {
    /// Its name in the engine.
    pub pid: Pid,
    /// Its name.
    pub name: String,
    /// What it does.
    pub activity: Activity,
    /// Virtual time of its deadline.
    pub deadline: Option<Nanos>,
    /// A JDK pool or timer thread.
    pub shared: bool,
    /// It lived before the world.
    pub adopted: bool,
    /// Waits on something outside the JVM.
    pub outside: bool,
    /// Innermost frame first.
    pub stack: Vec<Frame>,
}

/// A world at one moment.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Time since it was opened.
    pub now: Nanos,
    /// Its wall clock.
    pub wall: Wall,
    /// Does time jump when everybody waits?
    pub auto_advance: bool,
    /// How far it may.
    pub limit: Nanos,
    /// Is auto-advance held by a participant that waits on the outside?
    pub held: bool,
    /// Counts lent to threads outside the world.
    pub lent: usize,
    /// Participants, waiters in the order of their deadlines first.
    pub threads: Vec<ThreadLine>,
    /// Threads on real time that wait.
    pub real: Vec<String>,
}

/// Takes one. The stacks are read after the lock was released, so a thread may have moved on.
pub fn snapshot(env: Env, depth: usize) -> Snapshot {
    let (mut snap, mut threads) = {
        let state = engine();
        let threads: Vec<(Pid, ThreadRef, Activity, Nanos, [bool; 3])> = state
            .participants()
            .map(|(pid, p)| {
                let activity = match p.blocked_in() {
                    Some(kind) => Activity::Blocked(kind),
                    None if p.contends() => Activity::Monitor,
                    None => Activity::Running,
                };
                let deadline = if p.blocked_in().is_some() {
                    p.deadline()
                } else {
                    NEVER
                };
                (
                    pid,
                    p.thread().clone(),
                    activity,
                    deadline,
                    [p.is_shared(), p.is_adopted(), p.is_outside()],
                )
            })
            .collect();
        let snap = Snapshot {
            now: state.clock().now(),
            wall: state.clock().wall(),
            auto_advance: state.settings().auto_advance,
            limit: state.settings().limit,
            held: state.held(),
            lent: state.lent_count(),
            threads: Vec::new(),
            real: Vec::new(),
        };
        (snap, threads)
    };
    threads.sort_by_key(|(pid, _, activity, deadline, ..)| {
        (*activity == Activity::Running, *deadline, *pid)
    });
    let mut inside = Vec::new();
    for (pid, thread, activity, deadline, [shared, adopted, outside]) in threads {
        inside.push(thread.tid);
        let stack = if env.push_frame(64) {
            let stack = jvmti::stack_of(env, &thread.thread, depth).unwrap_or_default();
            env.pop_frame();
            stack
        } else {
            Vec::new()
        };
        snap.threads.push(ThreadLine {
            pid,
            name: world::name_of(env, &thread),
            activity,
            deadline: (deadline != NEVER).then_some(deadline),
            shared,
            adopted,
            outside,
            stack,
        });
    }
    snap.real = real_waiters(env, &inside);
    snap
}

/// Names of live threads outside the world that wait.
fn real_waiters(env: Env, inside: &[i64]) -> Vec<String> {
    const WAITING: i32 = 0x80;
    let mut names = Vec::new();
    for thread in jvmti::all_threads().unwrap_or_default() {
        let tid = env.get_long(&thread, jdk::get().tid);
        if !inside.contains(&tid)
            && jvmti::thread_state(&thread).is_ok_and(|state| state & WAITING != 0)
        {
            let name = env.get_object(&thread, jdk::get().name);
            names.push(env.string(&name));
            env.delete_local(name);
        }
        env.delete_local(thread);
    }
    names.sort();
    names
}
