//! Blocking I/O: a participant waits for a descriptor in virtual time.
//!
//! It blocks in poll on the descriptor and on an event descriptor of its own; before time moves, the
//! engine polls every descriptor that is waited for, so data always beats time. The originals are called
//! only when they will not block, and on JDK 17 and 25 alike.

use crate::engine::{Block, Kind, Reason, Until, WakeList};
use crate::hooks::current::{Me, with_me};
use crate::hooks::host::{JvmHost, engine, flush};
use crate::hooks::{flight, jdk, lending, sockets, stuck};
use crate::jni::{Class, Env, Local, descriptors};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a wait for a descriptor ended.
enum Waited {
    /// The original will not block.
    Ready,
    /// The timeout came first.
    TimedOut,
    /// The world closed: the original goes on in real time.
    RealTime,
    /// An exception is pending.
    Thrown,
}

fn wait_for(env: Env, me: &Me, fd: i32, events: i16, until: Until) -> Waited {
    if fd < 0 || descriptors::ready_now(&[(fd, events)])[0] {
        return Waited::Ready;
    }
    let event_fd = me.thread.event_fd();
    if event_fd < 0 {
        return Waited::RealTime;
    }
    let connects = events & descriptors::WRITE != 0;
    let outside = sockets::is_outside(fd, until != Until::Never && !connects);
    let host = JvmHost::on(Some(env));
    descriptors::drain(event_fd);
    me.thread.arm();
    me.thread.set_io(fd, events);
    me.thread.note_stack(env);
    let began = flight::wait_begins();
    let mut wakes = WakeList::new();
    let outcome = {
        let mut state = engine();
        state.set_outside(me.pid, outside);
        state.block(&host, me.pid, Kind::Io, until, &mut wakes)
    };
    flush(wakes);
    let reason = match outcome {
        Block::Over(reason) => reason,
        Block::Recheck => Reason::Io,
        Block::Wait => wait_in_poll(&host, me, fd, events, event_fd),
    };
    flight::wait_ended(env, Kind::Io, &began, outcome, reason);
    match reason {
        Reason::Timeout => Waited::TimedOut,
        Reason::Released => Waited::RealTime,
        Reason::Stuck => {
            stuck::throw(env);
            Waited::Thrown
        }
        _ => Waited::Ready,
    }
}

fn wait_in_poll(host: &JvmHost, me: &Me, fd: i32, events: i16, event_fd: i32) -> Reason {
    loop {
        let (ready, signalled) = descriptors::wait(fd, events, event_fd);
        if signalled {
            descriptors::drain(event_fd);
        }
        if let Some(reason) = me.thread.woken() {
            return reason;
        }
        if ready {
            let mut wakes = WakeList::new();
            let taken = engine().io_ready(host, me.pid, &mut wakes);
            flush(wakes);
            // Not taken: somebody made it ready already, and the word is on its way.
            return if taken { Reason::Io } else { me.thread.wait() };
        }
    }
}

fn millis(timeout: i64) -> Until {
    if timeout < 0 {
        Until::Never
    } else {
        Until::After(i128::from(timeout) * 1_000_000)
    }
}

fn fd_of(env: Env, descriptor: &Local) -> i32 {
    if descriptor.is_null() {
        -1
    } else {
        env.get_int(descriptor, jdk::get().fd)
    }
}

/// EPoll.wait: what a Selector blocks in.
pub fn epoll_wait(
    env: Env,
    epfd: i32,
    timeout: i32,
    call: impl Fn() -> i32,
    now: impl Fn() -> i32,
) -> i32 {
    let until = millis(i64::from(timeout));
    if timeout == 0 {
        return call();
    }
    with_me(env, |me| {
        loop {
            // Not poll but the original: it consumes what it reports.
            let ready = now();
            if ready != 0 || env.has_exception() {
                return ready;
            }
            match wait_for(env, me, epfd, descriptors::READ, until) {
                Waited::Ready => {
                    let ready = now();
                    if ready != 0 || env.has_exception() {
                        return ready;
                    }
                }
                Waited::TimedOut | Waited::Thrown => return now_unless_thrown(env, &now),
                Waited::RealTime => return call(),
            }
        }
    })
    .unwrap_or_else(call)
}

fn now_unless_thrown(env: Env, now: &impl Fn() -> i32) -> i32 {
    if env.has_exception() { 0 } else { now() }
}

/// EPoll.ctl: who is registered where.
pub fn registered(epfd: i32, opcode: i32, fd: i32, result: i32) -> i32 {
    if result == 0 {
        sockets::registered(epfd, opcode, fd);
    }
    result
}

/// Net.poll: socket reads, accepts and writes with a timeout.
pub fn poll(
    env: Env,
    fd: &Local,
    events: i16,
    timeout: i64,
    call: impl Fn() -> i32,
    now: impl Fn() -> i32,
) -> i32 {
    if timeout == 0 {
        return call();
    }
    let fd = fd_of(env, fd);
    with_me(env, |me| {
        match wait_for(env, me, fd, events, millis(timeout)) {
            Waited::Ready | Waited::TimedOut => now(),
            Waited::RealTime => call(),
            Waited::Thrown => 0,
        }
    })
    .unwrap_or_else(call)
}

/// Net.pollConnect: a connect with a timeout.
pub fn poll_connect(
    env: Env,
    fd: &Local,
    timeout: i64,
    call: impl Fn() -> u8,
    now: impl Fn() -> u8,
) -> u8 {
    if timeout == 0 {
        return call();
    }
    let fd = fd_of(env, fd);
    with_me(env, |me| {
        match wait_for(env, me, fd, descriptors::WRITE, millis(timeout)) {
            Waited::Ready | Waited::TimedOut => now(),
            Waited::RealTime => call(),
            Waited::Thrown => 0,
        }
    })
    .unwrap_or_else(call)
}

/// A read that blocks if the descriptor does.
pub fn read<R: Default>(env: Env, fd: &Local, call: impl Fn() -> R) -> R {
    read_from(env, fd_of(env, fd), call)
}

fn read_from<R: Default>(env: Env, fd: i32, call: impl Fn() -> R) -> R {
    if fd < 0 || !descriptors::is_blocking(fd) {
        return call();
    }
    with_me(env, |me| {
        match wait_for(env, me, fd, descriptors::READ, Until::Never) {
            Waited::Thrown => R::default(),
            _ => call(),
        }
    })
    .unwrap_or_else(call)
}

/// FileInputStream.read: pipes of processes, standard input. A regular file is always ready.
pub fn read_stream<R: Default>(env: Env, stream: &Local, call: impl Fn() -> R) -> R {
    let descriptor = env.get_object(stream, jdk::get().stream_fd);
    let fd = fd_of(env, &descriptor);
    if !descriptor.is_null() {
        env.delete_local(descriptor);
    }
    read_from(env, fd, call)
}

/// Net.accept and UnixDomainSockets.accept0.
pub fn accept(env: Env, fd: &Local, accepted: &Local, call: impl Fn() -> i32) -> i32 {
    let result = read(env, fd, call);
    if result > 0 && !env.has_exception() {
        sockets::opened(fd_of(env, accepted));
    }
    result
}

/// Net.socket0 has made a socket.
pub fn opened(fd: i32) -> i32 {
    if fd >= 0 {
        sockets::opened(fd);
    }
    fd
}

/// LinuxWatchService.poll: the thread behind a WatchService waits for the file system, and for its users, who wake it by
/// the second descriptor.
pub fn watch(env: Env, files: i32, users: i32, call: impl Fn() -> i32) -> i32 {
    let either = descriptors::either(files, users);
    let result = read_from_any(env, either, call);
    descriptors::close(either);
    result
}

/// As a read, but of a descriptor that need not be in blocking mode.
fn read_from_any(env: Env, fd: i32, call: impl Fn() -> i32) -> i32 {
    with_me(env, |me| {
        match wait_for(env, me, fd, descriptors::READ, Until::Never) {
            Waited::Thrown => 0,
            _ => call(),
        }
    })
    .unwrap_or_else(call)
}

/// ProcessHandleImpl.waitForProcessExit0: on a reaper thread, which is no participant.
pub fn process_exit(env: Env, call: impl Fn() -> i32) -> i32 {
    lending::blocks(env);
    call()
}

/// Has this JVM started a process?
static HAS_PROCESSES: AtomicBool = AtomicBool::new(false);

/// A native of ProcessImpl is being bound: a process is about to be started.
pub fn note_process() {
    HAS_PROCESSES.store(true, Ordering::Relaxed);
}

/// Is the current thread in `Process.waitFor`? Whoever blocks there waits for a process that runs, or whose end the
/// reaper thread has not told yet. How it waits differs from JDK to JDK (Object.wait on 17, a Condition later), its
/// stack does not.
pub fn waits_for_process(env: Env, me: &Me) -> bool {
    const DEPTH: usize = 12;
    static WAIT_FOR: OnceLock<[usize; 2]> = OnceLock::new();
    if !HAS_PROCESSES.load(Ordering::Relaxed) {
        return false;
    }
    let methods = WAIT_FOR.get_or_init(|| {
        let find = |class: &Class, descriptor| {
            env.method(class, c"waitFor", descriptor)
                .map_or(0, |method| method.address())
        };
        env.find_class(c"java/lang/ProcessImpl")
            .map_or([0; 2], |class| {
                let found = [
                    find(&class, c"()I"),
                    find(&class, c"(JLjava/util/concurrent/TimeUnit;)Z"),
                ];
                env.delete_global(class);
                found
            })
    });
    crate::jvmti::raw_stack_of(&me.thread.thread, DEPTH).is_ok_and(|frames| {
        frames
            .iter()
            .any(|(method, _)| *method != 0 && methods.contains(method))
    })
}
