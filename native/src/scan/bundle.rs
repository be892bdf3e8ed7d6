//! The kinds of calls that are looked at together.

use crate::redirect::catalogue::Kind;

/// A bundle of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Bundle {
    /// Clock reads: wall, monotonic, wrapper.
    Clock,
    /// Waits: sleep, wait, schedule.
    Wait,
    /// Everything that takes the default time zone.
    Zone,
}

impl Bundle {
    /// What is looked at when nothing is said.
    pub const DEFAULT: [Bundle; 2] = [Bundle::Clock, Bundle::Wait];

    /// Its name in rules.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Bundle::Clock => "clock",
            Bundle::Wait => "wait",
            Bundle::Zone => "zone",
        }
    }

    /// Does it hold calls of this kind, which take the default zone or not?
    #[must_use]
    pub const fn holds(self, kind: Kind, zone: bool) -> bool {
        match self {
            Bundle::Clock => matches!(kind, Kind::Wall | Kind::Monotonic | Kind::Wrapper),
            Bundle::Wait => matches!(kind, Kind::Sleep | Kind::Wait | Kind::Schedule),
            Bundle::Zone => zone,
        }
    }
}
