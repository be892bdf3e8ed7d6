//! The redirects of a virtual-time world: the few methods on which every clock of the JDK stands.

use super::Row;

/// The class in java.base that answers for the clock in every thread; it is never rewritten.
pub const GATE: &str = "java/lang/TicklessClock";

static WORLD: [Row; 4] = [
    Row::new("java/lang/System", "nanoTime", "()J", GATE, "nanoTime"),
    Row::new(
        "java/lang/System",
        "currentTimeMillis",
        "()J",
        GATE,
        "currentTimeMillis",
    ),
    // Instant.now() takes its nanoseconds from here and would else mix two clocks.
    Row::new(
        "jdk/internal/misc/VM",
        "getNanoTimeAdjustment",
        "(J)J",
        GATE,
        "getNanoTimeAdjustment",
    ),
    // Since JDK 21 a thread's identifier is drawn where the thread is created: that is where a
    // virtual thread is counted into its creator's world.
    Row::new_in(
        "java/lang/Thread",
        "java/lang/Thread$ThreadIdentifiers",
        "next",
        "()J",
        GATE,
        "nextThreadId",
    ),
];

/// The rows to apply to application classes and to the JDK's own.
#[must_use]
pub fn world_rows() -> &'static [Row] {
    &WORLD
}
