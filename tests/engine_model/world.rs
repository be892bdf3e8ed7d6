//! The world around the engine as native/src/hooks builds it: one lock, wake-ups after it is released,
//! the watchdog.

use crate::jvm::{JThread, Monitors};
use crate::thread::Engine;
use shuttle::sync::atomic::{AtomicBool, Ordering};
use shuttle::sync::{Condvar, Mutex, MutexGuard};
use shuttle::thread;
use std::sync::{Arc, Mutex as Plain};
use tickless::engine::{Clock, Host, Nanos, Owner, Quiet, Settings, State, WakeList, Wall};

/// What the watchdog is to do.
#[derive(Default)]
struct Orders {
    poked: bool,
    quit: bool,
    /// Threads that outlived the world in a wait, and which wait.
    survivors: Vec<(Arc<JThread>, u64)>,
}

/// The machine, as the engine and the watchdog see it.
pub struct Machine {
    pub monitors: Monitors,
    orders: Mutex<Orders>,
    bell: Condvar,
    /// The clock page. It has one writer, under the engine's lock.
    published: Plain<Clock>,
}

impl Machine {
    fn poke(&self) {
        self.orders.lock().unwrap().poked = true;
        self.bell.notify_one();
    }
}

/// The machine on a thread that can ask it, or on one that is past that.
pub struct ModelHost {
    machine: Arc<Machine>,
    attached: bool,
}

impl Host for ModelHost {
    type Thread = Arc<JThread>;
    type Object = usize;

    fn same(&self, a: usize, b: usize) -> bool {
        a == b
    }

    fn can_ask(&self) -> bool {
        if !self.attached {
            self.machine.poke();
        }
        self.attached
    }

    fn owner(&self, monitor: usize) -> Owner {
        match self.machine.monitors.owner(monitor) {
            Some(tid) => Owner::Thread(tid),
            None => Owner::Nobody,
        }
    }

    fn ready_io(&self, _waiting: &[Arc<JThread>]) -> Vec<usize> {
        Vec::new()
    }

    fn quiet(&self, _io: &[Arc<JThread>]) -> Quiet {
        Quiet::Yes
    }

    fn end_monitor_wait(&self, thread: &Arc<JThread>) {
        if self.attached {
            thread.jvm_interrupt();
        }
        self.machine.poke();
    }

    fn leave_in_monitor_wait(&self, thread: &Arc<JThread>, remaining: Option<Nanos>) {
        let serial = thread.wait_serial.load(Ordering::SeqCst);
        if remaining.is_some() && serial % 2 == 1 {
            let mut orders = self.machine.orders.lock().unwrap();
            orders.survivors.push((thread.clone(), serial));
            drop(orders);
            self.machine.poke();
        }
    }

    fn release(&self, _thread: &Arc<JThread>, remaining: Option<Nanos>) {
        assert!(remaining.is_none_or(|left| left > 0), "it was due");
    }

    fn publish(&self, clock: &Clock) {
        *self.machine.published.lock().unwrap() = *clock;
    }

    fn exit(&self) {}
}

/// One world, its machine and its watchdog.
pub struct World {
    pub machine: Arc<Machine>,
    engine: Mutex<Engine>,
    open: AtomicBool,
    watchdog: Plain<Option<thread::JoinHandle<()>>>,
}

impl World {
    pub fn open(settings: Settings) -> Arc<World> {
        let clock = Clock::new(0, Wall(0));
        let machine = Arc::new(Machine {
            monitors: Monitors::new(),
            orders: Mutex::default(),
            bell: Condvar::new(),
            published: Plain::new(clock),
        });
        let world = Arc::new(World {
            machine,
            engine: Mutex::new(State::new()),
            open: AtomicBool::new(true),
            watchdog: Plain::new(None),
        });
        world.lock().open(&world.host(), clock, settings);
        let watched = world.clone();
        *world.watchdog.lock().unwrap() = Some(thread::spawn(move || watched.watch()));
        world
    }

    pub fn lock(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap()
    }

    pub fn host(&self) -> ModelHost {
        ModelHost {
            machine: self.machine.clone(),
            attached: true,
        }
    }

    /// On a thread whose Java part has ended.
    pub fn host_without_jvm(&self) -> ModelHost {
        ModelHost {
            attached: false,
            ..self.host()
        }
    }

    pub fn is_open(&self) -> bool {
        self.open.load(Ordering::SeqCst)
    }

    /// A transition: under the lock, with the wake-ups after it.
    pub fn step<R>(
        &self,
        host: &ModelHost,
        transition: impl FnOnce(&mut Engine, &ModelHost, &mut WakeList<Arc<JThread>>) -> R,
    ) -> R {
        let mut wakes = WakeList::new();
        let result = transition(&mut self.lock(), host, &mut wakes);
        for wake in wakes {
            wake.thread.wake(wake.reason);
        }
        result
    }

    /// Time as Java reads it: without the lock.
    pub fn now(&self) -> Nanos {
        self.machine.published.lock().unwrap().now()
    }

    /// As hooks::world::finish. Permits that the engine kept go back to the machine.
    pub fn close(&self) {
        let permits = self.step(&self.host(), |state, host, wakes| {
            let permits: Vec<Arc<JThread>> = state
                .participants()
                .filter(|(_, p)| p.has_permit())
                .map(|(_, p)| p.thread().clone())
                .collect();
            state.close(host, wakes);
            self.open.store(false, Ordering::SeqCst);
            permits
        });
        for thread in permits {
            thread.parker.give();
        }
    }

    /// The watchdog's loop; real time is whenever the scheduler lets it.
    fn watch(&self) {
        loop {
            let survivors = {
                let mut orders = self.machine.orders.lock().unwrap();
                while !orders.poked && !orders.quit {
                    orders = self.machine.bell.wait(orders).unwrap();
                }
                if orders.quit {
                    return;
                }
                orders.poked = false;
                orders
                    .survivors
                    .retain(|(thread, wait)| thread.wait_serial.load(Ordering::SeqCst) == *wait);
                orders.survivors.clone()
            };
            for (thread, _) in &survivors {
                thread.jvm_interrupt();
            }
            let directed = self.step(&self.host(), |state, host, wakes| {
                let directed = state.repeat_directed(host);
                if state.take_look_again() {
                    state.check(host, wakes);
                }
                directed
            });
            if directed > 0 || !survivors.is_empty() {
                self.machine.poke();
                thread::yield_now();
            }
        }
    }

    /// Ends the watchdog and looks whether the books balance.
    pub fn end(&self) {
        self.machine.orders.lock().unwrap().quit = true;
        self.machine.bell.notify_one();
        let watchdog = self.watchdog.lock().unwrap().take().unwrap();
        watchdog.join().unwrap();
        let state = self.lock();
        assert!(state.is_empty(), "threads are left");
        assert!(state.is_quiet_but(None), "counts are left");
        assert_eq!(state.pending_deadlines(), 0, "timers are left");
        assert_eq!(state.lent_count(), 0, "lent counts are left");
        assert!(!state.is_controlled(), "controllers are left");
    }
}
