//! What is known about descriptors: is the other end in this process, and are bytes on their way?

use crate::jni::descriptors::{self, End};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
struct Known {
    /// Sockets made while a world was open. One that was closed is dropped when it is next asked.
    sockets: BTreeSet<i32>,
    /// By epoll descriptor, what is registered there.
    selectors: BTreeMap<i32, BTreeSet<i32>>,
}

static KNOWN: Mutex<Known> = Mutex::new(Known {
    sockets: BTreeSet::new(),
    selectors: BTreeMap::new(),
});

fn known() -> std::sync::MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A socket was made or accepted.
pub fn opened(fd: i32) {
    known().sockets.insert(fd);
}

/// A descriptor was added to a selector or taken out of it.
pub fn registered(epfd: i32, opcode: i32, fd: i32) {
    const DELETE: i32 = 2;
    let mut known = known();
    let selector = known.selectors.entry(epfd).or_default();
    if opcode == DELETE {
        selector.remove(&fd);
        if selector.is_empty() {
            known.selectors.remove(&epfd);
        }
    } else {
        selector.insert(fd);
    }
}

/// Can what the descriptor waits for only come from outside this process?
///
/// With a timeout only a connection to another process counts: whoever listens with a timeout expects
/// it to pass. Without one, so do listening and unconnected sockets, pipes, terminals, and a selector
/// that has any of these.
pub fn is_outside(fd: i32, timed: bool) -> bool {
    let known = known();
    if let Some(registered) = known.selectors.get(&fd) {
        let outside = |fd: &i32| is_outside_one(&known, *fd, false);
        // The kernel knows better, and is slower to ask: a descriptor that was closed is out without a call, and one
        // that is registered for a single event is dormant after it.
        return !timed
            && registered.iter().any(outside)
            && descriptors::armed_in(fd).is_none_or(|armed| armed.iter().any(outside));
    }
    is_outside_one(&known, fd, timed)
}

fn is_outside_one(known: &Known, fd: i32, timed: bool) -> bool {
    if descriptors::address(fd, End::Local).is_none() {
        // No socket: a selector's own wake-up is an event descriptor or a pipe of this process.
        return false;
    }
    match descriptors::address(fd, End::Peer) {
        Some(peer) => !known.sockets.iter().any(|other| {
            *other != fd
                && descriptors::address(*other, End::Local).is_some_and(|local| local == peer)
        }),
        None => !timed,
    }
}

/// Are bytes of this process's sockets still in the kernel (Nagle waits for an acknowledgement that may
/// be delayed by 40 ms)? Both ends may look idle meanwhile.
pub fn has_bytes_in_flight() -> bool {
    let mut known = known();
    let mut closed = Vec::new();
    let mut in_flight = false;
    for fd in &known.sockets {
        match descriptors::unsent(*fd) {
            Some(bytes) => in_flight |= bytes > 0,
            None if descriptors::address(*fd, End::Local).is_none() => closed.push(*fd),
            None => {}
        }
    }
    for fd in closed {
        known.sockets.remove(&fd);
    }
    in_flight
}

/// The world closed.
pub fn forget() {
    known().sockets.clear();
}
