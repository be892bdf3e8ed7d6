//! A model of the machine: monitors with FIFO wait sets, parkers, interrupts, as HotSpot has them.
//!
//! Every shared word is one of shuttle's, so each access is a point where another thread may run.

use shuttle::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use shuttle::sync::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::Arc;
use tickless::engine::Reason;

#[derive(Default)]
struct TokenState {
    there: bool,
    waited_for: bool,
}

/// A token that one thread waits for (HotSpot's ParkEvent and Parker).
#[derive(Default)]
pub struct Token {
    state: Mutex<TokenState>,
    bell: Condvar,
}

impl Token {
    pub fn give(&self) {
        self.state.lock().unwrap().there = true;
        self.bell.notify_one();
    }

    pub fn take(&self) {
        let mut state = self.state.lock().unwrap();
        state.waited_for = true;
        while !state.there {
            state = self.bell.wait(state).unwrap();
        }
        *state = TokenState::default();
    }

    fn reset(&self) {
        self.state.lock().unwrap().there = false;
    }
}

/// A thread: what the JVM knows of it, and the word on which the hooks block it.
#[derive(Default)]
pub struct JThread {
    pub tid: i64,
    /// The Java flag `Thread.interrupted`.
    pub interrupted: AtomicBool,
    pub alive: AtomicBool,
    /// What it parks on outside a world.
    pub parker: Token,
    /// What it waits on in a monitor.
    event: Token,
    flag: AtomicU32,
    futex: Mutex<()>,
    futex_bell: Condvar,
    /// Odd while in, or on its way into, the machine's monitor wait.
    pub wait_serial: AtomicU64,
}

impl JThread {
    pub fn new(tid: i64) -> Arc<JThread> {
        Arc::new(JThread {
            tid,
            alive: AtomicBool::new(true),
            ..JThread::default()
        })
    }

    /// The monitor of the `Thread` object.
    pub fn monitor(&self) -> usize {
        Monitors::OF_THREADS + self.tid as usize
    }

    pub fn arm(&self) {
        self.flag.store(0, Ordering::Relaxed);
    }

    pub fn wake(&self, reason: Reason) {
        self.flag.store(reason.code(), Ordering::Release);
        let _in_kernel = self.futex.lock().unwrap();
        self.futex_bell.notify_one();
    }

    pub fn wait_flag(&self) -> Reason {
        loop {
            let code = self.flag.load(Ordering::Acquire);
            if code != 0 {
                return Reason::from_code(code);
            }
            let in_kernel = self.futex.lock().unwrap();
            if self.flag.load(Ordering::Acquire) == 0 {
                drop(self.futex_bell.wait(in_kernel).unwrap());
            }
        }
    }

    /// Is it parked in a monitor wait?
    pub fn is_parked(&self) -> bool {
        self.event.state.lock().unwrap().waited_for
    }

    /// JVM_Interrupt: wakes the thread in whatever it blocks in. The Java flag is the caller's business.
    pub fn jvm_interrupt(&self) {
        self.parker.give();
        self.event.give();
    }
}

struct Node {
    thread: Arc<JThread>,
    notified: AtomicBool,
}

#[derive(Default)]
struct Inside {
    owner: Option<i64>,
    wait_set: VecDeque<Arc<Node>>,
}

#[derive(Default)]
struct Monitor {
    inside: Mutex<Inside>,
    door: Condvar,
}

/// What the JVM tells of a door (the JVMTI events).
pub trait Doors {
    fn contended_enter(&self, monitor: usize);
    fn contended_entered(&self);
}

/// `InterruptedException`.
#[derive(Debug, PartialEq, Eq)]
pub struct Interrupted;

/// All monitors there are, by number.
pub struct Monitors(Vec<Monitor>);

impl Monitors {
    /// Numbers from here on are those of threads.
    pub const OF_THREADS: usize = 8;

    pub fn new() -> Monitors {
        Monitors((0..24).map(|_| Monitor::default()).collect())
    }

    pub fn owner(&self, monitor: usize) -> Option<i64> {
        self.0[monitor].inside.lock().unwrap().owner
    }

    pub fn enter(&self, me: &JThread, monitor: usize, doors: &impl Doors) {
        {
            let mut inside = self.0[monitor].inside.lock().unwrap();
            if inside.owner.is_none() {
                inside.owner = Some(me.tid);
                return;
            }
            assert_ne!(
                inside.owner,
                Some(me.tid),
                "monitors are not re-entered here"
            );
        }
        doors.contended_enter(monitor);
        self.take(me, monitor);
        doors.contended_entered();
    }

    fn take(&self, me: &JThread, monitor: usize) {
        let here = &self.0[monitor];
        let mut inside = here.inside.lock().unwrap();
        while inside.owner.is_some() {
            inside = here.door.wait(inside).unwrap();
        }
        inside.owner = Some(me.tid);
    }

    pub fn exit(&self, me: &JThread, monitor: usize) {
        let mut inside = self.0[monitor].inside.lock().unwrap();
        assert_eq!(inside.owner.take(), Some(me.tid));
        self.0[monitor].door.notify_all();
    }

    /// ObjectMonitor::wait, with no timeout of its own.
    pub fn wait(
        &self,
        me: &Arc<JThread>,
        monitor: usize,
        doors: &impl Doors,
    ) -> Result<(), Interrupted> {
        if me.interrupted.swap(false, Ordering::SeqCst) {
            return Err(Interrupted);
        }
        // A wake-up by name that came before this is lost.
        me.event.reset();
        let here = &self.0[monitor];
        let node = Arc::new(Node {
            thread: me.clone(),
            notified: AtomicBool::new(false),
        });
        {
            let mut inside = here.inside.lock().unwrap();
            assert_eq!(inside.owner.take(), Some(me.tid));
            inside.wait_set.push_back(node.clone());
            here.door.notify_all();
        }
        if !node.notified.load(Ordering::SeqCst) && !me.interrupted.load(Ordering::SeqCst) {
            me.event.take();
        }
        let notified = {
            let mut inside = here.inside.lock().unwrap();
            inside.wait_set.retain(|other| !Arc::ptr_eq(other, &node));
            node.notified.load(Ordering::SeqCst)
        };
        if notified {
            // It stands in the entry list already: no event.
            self.take(me, monitor);
            return Ok(());
        }
        self.enter(me, monitor, doors);
        if me.interrupted.swap(false, Ordering::SeqCst) {
            return Err(Interrupted);
        }
        Ok(())
    }

    pub fn notify(&self, me: &JThread, monitor: usize) {
        let mut inside = self.0[monitor].inside.lock().unwrap();
        assert_eq!(inside.owner, Some(me.tid));
        if let Some(node) = inside.wait_set.pop_front() {
            node.notified.store(true, Ordering::SeqCst);
            node.thread.event.give();
        }
    }

    pub fn notify_all(&self, me: &JThread, monitor: usize) {
        let mut inside = self.0[monitor].inside.lock().unwrap();
        assert_eq!(inside.owner, Some(me.tid));
        for node in inside.wait_set.drain(..) {
            node.notified.store(true, Ordering::SeqCst);
            node.thread.event.give();
        }
    }
}
