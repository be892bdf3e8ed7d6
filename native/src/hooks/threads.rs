//! The handle on a Java thread that the engine keeps.

use crate::engine::Reason;
use crate::hooks::bell::Bell;
use crate::hooks::{jdk, membership, timeline};
use crate::jni::{Env, Global, Object, descriptors, libjvm};
use crate::jvmti;
use crate::timeline::recorder;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Instant;

/// A Java thread as the hooks see it.
pub struct JavaThread {
    /// `Thread.tid`.
    pub tid: i64,
    /// Its native thread was made by Thread.start and ends with the Java thread.
    pub started: bool,
    /// It carries virtual threads.
    pub carrier: bool,
    /// The `Thread` object.
    pub thread: Global,
    /// The object that has `threadStatus`: the thread itself on 17, its `holder` from 19 on.
    status_holder: Global,
    /// Its wake-up.
    bell: Bell,
    /// Odd while the thread is in the JVM's own monitor wait.
    wait_serial: AtomicU64,
    /// When it went there, in nanoseconds since the agent's start.
    wait_began: AtomicU64,
    /// The JVM's wake-up by name has left a park permit that nobody granted.
    stray_permit: AtomicBool,
    /// What was left of its timeout when the world closed; -1 for none.
    remaining: AtomicI64,
    /// An event descriptor that ends its wait for I/O; -1 until it first blocks there.
    event_fd: AtomicI64,
    /// The descriptor it waits on, and the events in the low 16 bits.
    io: AtomicI64,
    /// The number of the stack on which it waits, while a timeline is recorded.
    stack: AtomicU32,
}

/// No reason to go on: the VM ends.
const VM_ENDS: u32 = Bell::LARGEST;

/// Handles on a thread.
pub type ThreadRef = Arc<JavaThread>;

/// Global references of handles that died on threads without an environment.
static GARBAGE: Mutex<Vec<Global>> = Mutex::new(Vec::new());

impl JavaThread {
    /// A handle on a platform thread.
    ///
    /// `started`: its native thread was made by Thread.start and ends with the Java thread.
    pub fn new(env: Env, thread: &impl Object, started: bool) -> ThreadRef {
        let jdk = jdk::get();
        let tid = env.get_long(thread, jdk.tid);
        timeline::note_name(env, thread, tid);
        let status_holder = match jdk.holder {
            Some(holder) => {
                let local = env.get_object(thread, holder);
                let global = env.new_global(&local);
                env.delete_local(local);
                global
            }
            None => env.new_global(thread),
        };
        Arc::new(JavaThread {
            tid,
            started,
            carrier: membership::is_carrier(env, thread),
            thread: env.new_global(thread),
            status_holder,
            bell: Bell::default(),
            wait_serial: AtomicU64::new(0),
            wait_began: AtomicU64::new(0),
            stray_permit: AtomicBool::new(false),
            remaining: AtomicI64::new(-1),
            event_fd: AtomicI64::new(-1),
            io: AtomicI64::new(-1),
            stack: AtomicU32::new(0),
        })
    }

    /// To be called before the thread blocks: notes its stack, if a timeline is recorded.
    #[inline]
    pub fn note_stack(&self, env: Env) {
        if recorder::is_on() {
            self.stack.store(timeline::stack(env), Ordering::Relaxed);
        }
    }

    /// What [`JavaThread::note_stack`] noted.
    pub fn stack(&self) -> u32 {
        self.stack.load(Ordering::Relaxed)
    }

    /// Sets `Thread.threadStatus`, so that getState, jstack and ThreadMXBean say what it waits in.
    pub fn set_status(&self, env: Env, status: i32) {
        env.set_int(&self.status_holder, jdk::get().status, status);
    }

    /// The Java interrupt flag, of the virtual thread if one is mounted. On the thread itself.
    pub fn is_interrupted(&self, env: Env) -> bool {
        let field = jdk::get().interrupted;
        if !self.carrier {
            return env.get_bool(&self.thread, field);
        }
        let current = libjvm::get().current_thread(env);
        let interrupted = env.get_bool(&current, field);
        env.delete_local(current);
        interrupted
    }

    /// To be called before the thread becomes blocked in the engine's eyes.
    pub fn arm(&self) {
        self.bell.arm();
    }

    /// Wakes the thread; after the engine's lock was released.
    pub fn wake(&self, reason: Reason) {
        self.bell.ring(reason.code());
    }

    /// The VM ends: the thread is to leave the state "in native".
    pub fn bury(&self) {
        self.bell.ring(VM_ENDS);
        self.signal();
    }

    /// Blocks this thread, which is the handle's own, until it is woken.
    pub fn wait(&self) -> Reason {
        loop {
            match self.bell.wait() {
                VM_ENDS => jvmti::block_for_ever(),
                code => return Reason::from_code(code),
            }
        }
    }

    /// The wake-up word, for a thread that waits in poll.
    pub fn woken(&self) -> Option<Reason> {
        match self.bell.rung() {
            None => None,
            Some(VM_ENDS) => {
                jvmti::block_for_ever();
                Some(Reason::Released)
            }
            Some(code) => Some(Reason::from_code(code)),
        }
    }

    /// The event descriptor that ends its wait for I/O, made when first asked for; -1 if the system has none.
    pub fn event_fd(&self) -> i32 {
        let fd = self.event_fd.load(Ordering::Acquire);
        if fd >= 0 {
            return fd as i32;
        }
        let fd = descriptors::event_fd();
        if fd < 0 {
            log::warn!("no event descriptor is left: a wait for I/O goes on in real time");
        }
        self.event_fd.store(i64::from(fd), Ordering::Release);
        fd
    }

    /// Ends its wait in poll.
    pub fn signal(&self) {
        let fd = self.event_fd.load(Ordering::Acquire);
        if fd >= 0 {
            descriptors::signal(fd as i32);
        }
    }

    /// The descriptor it is about to wait on.
    pub fn set_io(&self, fd: i32, events: i16) {
        self.io
            .store(i64::from(fd) << 16 | i64::from(events), Ordering::Release);
    }

    /// See [`JavaThread::set_io`].
    pub fn io(&self) -> (i32, i16) {
        let io = self.io.load(Ordering::Acquire);
        ((io >> 16) as i32, io as i16)
    }

    /// Goes into the JVM's monitor wait; to be called before the engine may wake it there.
    pub fn enter_wait(&self) {
        self.wait_began.store(real_nanos(), Ordering::Relaxed);
        self.wait_serial.fetch_add(1, Ordering::AcqRel);
    }

    /// Is back from it.
    pub fn leave_wait(&self) {
        self.wait_serial.fetch_add(1, Ordering::AcqRel);
    }

    /// Did it go into its wait so lately that it may not have got there?
    pub fn is_fresh(&self) -> bool {
        const FRESH_NANOS: u64 = 500_000;
        real_nanos().saturating_sub(self.wait_began.load(Ordering::Relaxed)) < FRESH_NANOS
    }

    /// Which wait the thread is in, if it is in one.
    pub fn current_wait(&self) -> Option<u64> {
        let serial = self.wait_serial.load(Ordering::Acquire);
        (serial & 1 == 1).then_some(serial)
    }

    /// Remembers that the JVM's wake-up has left a permit.
    pub fn mark_stray(&self) {
        self.stray_permit.store(true, Ordering::Release);
    }

    /// Takes that note.
    pub fn take_stray(&self) -> bool {
        self.stray_permit.swap(false, Ordering::AcqRel)
    }

    /// What is left of its timeout, in nanoseconds; `None` for a wait without one.
    pub fn set_remaining(&self, nanos: Option<i128>) {
        let nanos = nanos.map_or(-1, |n| n.clamp(0, i128::from(i64::MAX)) as i64);
        self.remaining.store(nanos, Ordering::Release);
    }

    /// See [`JavaThread::set_remaining`].
    pub fn remaining(&self) -> Option<i64> {
        let nanos = self.remaining.load(Ordering::Acquire);
        (nanos >= 0).then_some(nanos)
    }
}

impl Drop for JavaThread {
    fn drop(&mut self) {
        descriptors::close(self.event_fd.load(Ordering::Acquire) as i32);
        if let Ok(mut garbage) = GARBAGE.lock() {
            garbage.push(self.thread);
            garbage.push(self.status_holder);
        }
    }
}

/// Real nanoseconds since the agent's start.
fn real_nanos() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

/// Frees what dead handles left; on a thread that has an environment and holds no lock of ours.
pub fn collect_garbage(env: Env) {
    let garbage = match GARBAGE.lock() {
        Ok(mut garbage) if !garbage.is_empty() => std::mem::take(&mut *garbage),
        _ => return,
    };
    for global in garbage {
        env.delete_global(global);
    }
}
