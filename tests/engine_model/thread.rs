//! Threads: how they start, come in, and end. What they do in between stands in `natives` and `monitors`.

use crate::jvm::JThread;
use crate::world::{ModelHost, World};
use shuttle::sync::atomic::Ordering;
use shuttle::thread;
use std::sync::{Arc, Mutex as Plain};
use tickless::engine::{Nanos, Pid, Settings, State, WakeList};

pub type Engine = State<ModelHost>;

/// A Java thread. The methods are called on it only.
pub struct Thread {
    pub world: Arc<World>,
    pub me: Arc<JThread>,
    /// None outside the world.
    pid: Option<Pid>,
}

/// Threads that were started and have to end before the world is looked at.
type Started = Plain<Vec<thread::JoinHandle<()>>>;

/// Runs a scenario once: `main` is the opener, which leaves the world when it returns.
pub fn run(settings: Settings, main: impl FnOnce(&Main)) {
    let world = World::open(settings);
    let opener = Main {
        thread: Thread::joined(&world, 1),
        started: Plain::default(),
    };
    main(&opener);
    opener.thread.end();
    loop {
        let Some(handle) = opener.started.lock().unwrap().pop() else {
            break;
        };
        handle.join().unwrap();
    }
    world.end();
}

pub fn auto() -> Settings {
    Settings {
        auto_advance: true,
        ..Settings::default()
    }
}

/// The opener.
pub struct Main {
    thread: Thread,
    started: Started,
}

impl std::ops::Deref for Main {
    type Target = Thread;

    fn deref(&self) -> &Thread {
        &self.thread
    }
}

impl Main {
    /// Thread.start: the child is counted before it can run.
    pub fn start(&self, tid: i64, body: impl FnOnce(&Thread) + Send + 'static) -> Arc<JThread> {
        let child = Thread::joined(&self.world, tid);
        let handle = child.me.clone();
        self.spawn(move || {
            body(&child);
            child.end();
        });
        handle
    }

    /// A thread on real time.
    pub fn start_outside(
        &self,
        tid: i64,
        body: impl FnOnce(&Thread) + Send + 'static,
    ) -> Arc<JThread> {
        let outsider = Thread {
            world: self.world.clone(),
            me: JThread::new(tid),
            pid: None,
        };
        let handle = outsider.me.clone();
        self.spawn(move || {
            body(&outsider);
            outsider.give_back();
        });
        handle
    }

    fn spawn(&self, body: impl FnOnce() + Send + 'static) {
        let handle = thread::spawn(body);
        self.started.lock().unwrap().push(handle);
    }
}

impl Thread {
    fn joined(world: &Arc<World>, tid: i64) -> Thread {
        let me = JThread::new(tid);
        let pid = world.lock().join(tid, me.clone(), false);
        Thread {
            world: world.clone(),
            me,
            pid: Some(pid),
        }
    }

    pub(crate) fn member(&self) -> Option<Pid> {
        self.pid.filter(|_| self.world.is_open())
    }

    pub(crate) fn step<R>(
        &self,
        transition: impl FnOnce(&mut Engine, &ModelHost, &mut WakeList<Arc<JThread>>) -> R,
    ) -> R {
        self.world.step(&self.world.host(), transition)
    }

    pub fn now(&self) -> Nanos {
        self.world.now()
    }

    /// The thread ends: the JVM tells its joiners, and only when the native thread is gone is it taken off.
    fn end(&self) {
        let monitor = self.me.monitor();
        self.synchronized(monitor, || {
            self.me.alive.store(false, Ordering::SeqCst);
            self.world.machine.monitors.notify_all(&self.me, monitor);
        });
        let Some(pid) = self.pid else { return };
        self.world
            .step(&self.world.host_without_jvm(), |state, host, wakes| {
                state.thread_ended(host, monitor as i32, wakes);
                state.leave(host, pid, wakes);
            });
    }
}
