//! What waits and their ends are called.

use crate::engine::{Kind, Reason};

/// The kinds of wait, in the order of their numbers in a page.
pub const KINDS: [&str; 6] = ["sleep", "park", "wait", "I/O", "monitor", "advance"];
/// The ends of a wait, in the order of their numbers in a page.
pub const ENDS: [&str; 9] = [
    "still waiting",
    "deadline",
    "unparked",
    "notified",
    "interrupted",
    "data",
    "entered",
    "released to real time",
    "stuck",
];

/// Number of a kind in [`KINDS`].
pub fn kind(kind: Option<Kind>) -> usize {
    match kind {
        Some(Kind::Sleep) => 0,
        Some(Kind::Park) => 1,
        Some(Kind::Wait) => 2,
        Some(Kind::Io) => 3,
        None => 4,
        Some(Kind::Control) => 5,
    }
}

/// Number of an end in [`ENDS`].
pub fn end(reason: Option<Reason>, is_over: bool) -> usize {
    match reason {
        None if is_over => 6,
        None => 0,
        Some(Reason::Timeout) => 1,
        Some(Reason::Unpark) => 2,
        Some(Reason::Notify) => 3,
        Some(Reason::Interrupt) => 4,
        Some(Reason::Io) => 5,
        Some(Reason::Released | Reason::Done | Reason::NotSettled) => 7,
        Some(Reason::Stuck) => 8,
    }
}
