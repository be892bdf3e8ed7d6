//! Memory that Java reads directly: the clock page and the participants' bits.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU64, Ordering, fence};

/// How `java.lang.TicklessClock` answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Mode {
    /// No world: the JDK's own clocks.
    Closed = 0,
    /// Participants read this page.
    Open = 1,
    /// Participants read this page and report each read.
    Reported = 2,
}

/// The readings of the open world; the layout is shared with TicklessClock.java.
#[repr(C)]
pub struct ClockPage {
    mode: AtomicI32,
    _pad: AtomicI32,
    nano: AtomicI64,
    millis: AtomicI64,
    seconds: AtomicI64,
    nanos: AtomicI64,
    version: AtomicI64,
}

static PAGE: ClockPage = ClockPage {
    mode: AtomicI32::new(0),
    _pad: AtomicI32::new(0),
    nano: AtomicI64::new(0),
    millis: AtomicI64::new(0),
    seconds: AtomicI64::new(0),
    nanos: AtomicI64::new(0),
    version: AtomicI64::new(0),
};

/// Address of the clock page, for Java.
pub fn page_address() -> i64 {
    &raw const PAGE as i64
}

/// Sets how clocks are answered.
pub fn set_mode(mode: Mode) {
    PAGE.mode.store(mode as i32, Ordering::SeqCst);
}

/// Publishes the readings. Callers hold the engine's lock, so there is one writer.
pub fn publish(nano: i64, millis: i64, seconds: i64, nanos: i64) {
    // A sequence lock with one writer needs no locked instruction: odd, the fields, even.
    let version = PAGE.version.load(Ordering::Relaxed);
    PAGE.version
        .store(version.wrapping_add(1), Ordering::Relaxed);
    fence(Ordering::Release);
    PAGE.nano.store(nano, Ordering::Relaxed);
    PAGE.millis.store(millis, Ordering::Relaxed);
    PAGE.seconds.store(seconds, Ordering::Relaxed);
    PAGE.nanos.store(nanos, Ordering::Relaxed);
    PAGE.version
        .store(version.wrapping_add(2), Ordering::Release);
}

/// Bytes of address space for the bits; pages are only backed once touched.
const BYTES: usize = 64 << 20;

/// The first thread id that has no bit. Ids are given out in sequence from 1.
pub const TID_LIMIT: i64 = (BYTES * 8) as i64;

struct Bits(*mut AtomicU64);

// SAFETY: points at a mapping that lives as long as the process and is accessed as atomics only.
unsafe impl Send for Bits {}
// SAFETY: as above.
unsafe impl Sync for Bits {}

static BITS: OnceLock<Bits> = OnceLock::new();

/// Reserves the participants' bits; the error is the system's.
pub fn reserve_bits() -> std::io::Result<()> {
    // SAFETY: an anonymous private mapping at an address of the kernel's choice touches no memory of ours.
    let address = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            BYTES,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if address == libc::MAP_FAILED {
        return Err(std::io::Error::last_os_error());
    }
    let _ = BITS.set(Bits(address.cast()));
    Ok(())
}

/// Address of the bits, for Java.
pub fn bits_address() -> i64 {
    BITS.get().map_or(0, |bits| bits.0 as i64)
}

fn word(tid: i64) -> Option<&'static AtomicU64> {
    if !(0..TID_LIMIT).contains(&tid) {
        return None;
    }
    // SAFETY: the mapping is never unmapped, is zeroed, 8-aligned, and `tid` was checked against its size.
    BITS.get()
        .map(|bits| unsafe { &*bits.0.add((tid >> 6) as usize) })
}

/// Marks a thread as a participant, or not.
pub fn set_participant(tid: i64, participant: bool) {
    if let Some(word) = word(tid) {
        let bit = 1u64 << (tid & 63);
        if participant {
            word.fetch_or(bit, Ordering::SeqCst);
        } else {
            word.fetch_and(!bit, Ordering::SeqCst);
        }
    }
}

/// Forgets every participant, and gives the memory back.
pub fn forget_participants() {
    if let Some(bits) = BITS.get() {
        // SAFETY: the range is our own private anonymous mapping; DONTNEED makes it read as zero again.
        let rc = unsafe { libc::madvise(bits.0.cast(), BYTES, libc::MADV_DONTNEED) };
        if rc != 0 {
            log::warn!(
                "the participants' bits could not be cleared: {}",
                std::io::Error::last_os_error()
            );
        }
    }
}

/// What `System.nanoTime` reads: CLOCK_MONOTONIC, as os::javaTimeNanos on Linux.
pub fn monotonic_nanos() -> i64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: writes one timespec of ours; the clock exists on every Linux.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}
