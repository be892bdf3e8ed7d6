//! File descriptors: readiness, event descriptors, and what a socket can tell.

use libc::{c_int, c_short};

/// Readable.
pub const READ: i16 = libc::POLLIN;

/// Writable, or connected.
pub const WRITE: i16 = libc::POLLOUT;

/// Which of the descriptors are ready now (an error or a hang-up counts). Consumes nothing: polling an
/// epoll descriptor leaves its edge-triggered and one-shot events alone.
pub fn ready_now(wanted: &[(i32, i16)]) -> Vec<bool> {
    let mut fds: Vec<libc::pollfd> = wanted
        .iter()
        .map(|(fd, events)| libc::pollfd {
            fd: *fd,
            events: *events as c_short,
            revents: 0,
        })
        .collect();
    // SAFETY: the array is ours and has the length given.
    let count = unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, 0) };
    if count <= 0 {
        return vec![false; wanted.len()];
    }
    fds.iter().map(|fd| fd.revents != 0).collect()
}

/// Blocks until one of the two is ready. An interrupted call counts as the first being ready: the JDK
/// signals a thread whose channel is closed.
pub fn wait(fd: i32, events: i16, event_fd: i32) -> (bool, bool) {
    let mut fds = [
        libc::pollfd {
            fd,
            events,
            revents: 0,
        },
        libc::pollfd {
            fd: event_fd,
            events: libc::POLLIN,
            revents: 0,
        },
    ];
    // SAFETY: the array is ours and has two entries.
    let count = unsafe { libc::poll(fds.as_mut_ptr(), 2, -1) };
    if count < 0 {
        return (true, false);
    }
    (fds[0].revents != 0, fds[1].revents != 0)
}

/// A new event descriptor; -1 when the system has none left.
pub fn event_fd() -> i32 {
    // SAFETY: takes no pointer.
    unsafe { libc::eventfd(0, libc::EFD_NONBLOCK | libc::EFD_CLOEXEC) }
}

/// Makes an event descriptor readable.
pub fn signal(event_fd: i32) {
    let one: u64 = 1;
    // SAFETY: writes eight bytes of ours. It fails only when the counter is full, which is readable too.
    let _ = unsafe { libc::write(event_fd, (&raw const one).cast(), 8) };
}

/// Makes it unreadable.
pub fn drain(event_fd: i32) {
    let mut count: u64 = 0;
    // SAFETY: reads eight bytes into ours; an empty counter gives EAGAIN, since it is non-blocking.
    let _ = unsafe { libc::read(event_fd, (&raw mut count).cast(), 8) };
}

/// A new descriptor that is readable while one of the two is; -1 when the system has none left.
pub fn either(first: i32, second: i32) -> i32 {
    // SAFETY: takes no pointer.
    let both = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
    for fd in [first, second] {
        let mut event = libc::epoll_event {
            events: libc::EPOLLIN as u32,
            u64: 0,
        };
        // SAFETY: the event is ours and is only read.
        let rc = unsafe { libc::epoll_ctl(both, libc::EPOLL_CTL_ADD, fd, &raw mut event) };
        if rc != 0 {
            close(both);
            return -1;
        }
    }
    both
}

/// Closes a descriptor of ours.
pub fn close(fd: i32) {
    if fd >= 0 {
        // SAFETY: the caller made it and forgets it.
        unsafe { libc::close(fd) };
    }
}

/// Is the descriptor in blocking mode?
pub fn is_blocking(fd: i32) -> bool {
    // SAFETY: takes no pointer.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFL) };
    flags >= 0 && flags & libc::O_NONBLOCK == 0
}

/// Bytes of a TCP socket that the kernel has not sent yet (Nagle); `None` for anything else.
pub fn unsent(fd: i32) -> Option<i32> {
    const SIOCOUTQNSD: libc::c_ulong = 0x894B;
    let mut bytes: c_int = 0;
    // SAFETY: the request writes one int.
    let rc = unsafe { libc::ioctl(fd, SIOCOUTQNSD, &raw mut bytes) };
    (rc == 0).then_some(bytes)
}

/// A socket's own or peer's address, as raw bytes for comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Its own.
    Local,
    /// Its peer's.
    Peer,
}

/// The address; `None` for what is no socket or has no peer.
pub fn address(fd: i32, end: End) -> Option<Vec<u8>> {
    // SAFETY: an all-zero sockaddr_storage is a valid value.
    let mut storage: libc::sockaddr_storage = unsafe { std::mem::zeroed() };
    let mut length = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
    let pointer = (&raw mut storage).cast::<libc::sockaddr>();
    // SAFETY: both write at most `length` bytes into the storage.
    let rc = unsafe {
        match end {
            End::Local => libc::getsockname(fd, pointer, &raw mut length),
            End::Peer => libc::getpeername(fd, pointer, &raw mut length),
        }
    };
    if rc != 0 {
        return None;
    }
    let bytes = (&raw const storage).cast::<u8>();
    let length = (length as usize).min(size_of::<libc::sockaddr_storage>());
    // SAFETY: the storage has at least `length` initialised bytes.
    let raw = unsafe { std::slice::from_raw_parts(bytes, length) };
    Some(normalise(raw))
}

/// An IPv4 address mapped into IPv6 (Java's sockets are dual) equals the plain one.
fn normalise(raw: &[u8]) -> Vec<u8> {
    const MAPPED: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
    let family = raw.first().copied().unwrap_or(0);
    if i32::from(family) == libc::AF_INET6 && raw.len() >= 24 {
        let (port, address) = (&raw[2..4], &raw[8..24]);
        return match address.strip_prefix(&MAPPED) {
            Some(v4) => [port, v4].concat(),
            None => [port, address].concat(),
        };
    }
    if i32::from(family) == libc::AF_INET && raw.len() >= 8 {
        return [&raw[2..4], &raw[4..8]].concat();
    }
    raw.to_vec()
}

/// The descriptors from which an epoll descriptor may report an event now; `None` when the kernel does not tell.
pub fn armed_in(epfd: i32) -> Option<Vec<i32>> {
    std::fs::read_to_string(format!("/proc/self/fdinfo/{epfd}"))
        .ok()
        .map(|text| armed(&text))
}

/// Lines `tfd: 8 events: 40000019 data: …`; a one-shot registration that has fired keeps only the high bits.
fn armed(fdinfo: &str) -> Vec<i32> {
    const PRIVATE: u32 = 0xf << 28; // EPOLLET, EPOLLONESHOT, EPOLLWAKEUP, EPOLLEXCLUSIVE
    fdinfo
        .lines()
        .filter_map(|line| {
            let mut words = line.strip_prefix("tfd:")?.split_whitespace();
            let fd = words.next()?.parse().ok()?;
            let events = words.find(|word| *word == "events:").and(words.next())?;
            let events = u32::from_str_radix(events, 16).ok()?;
            (events & !PRIVATE != 0).then_some(fd)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::armed;

    #[test]
    fn a_fired_one_shot_registration_is_not_armed() {
        let text = "pos:\t0\nflags:\t02\nmnt_id:\t15\nino:\t1057\n\
            tfd:        8 events: 40000001 data:                8  pos:0 ino:59 sdev:8\n\
            tfd:        9 events: 40000000 data:                9  pos:0 ino:59 sdev:8\n\
            tfd:       12 events:       19 data:               12  pos:0 ino:59 sdev:8\n";
        assert_eq!(armed(text), [8, 12]);
    }
}
