//! The agent's options: one string after `-agentpath:LIB=`, or a TOML file, read into one value.

use std::path::PathBuf;
use std::time::Duration;

/// A wall-clock instant; `nanos` in 0..1_000_000_000 also before 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WallInstant {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds of the second.
    pub nanos: u32,
}

/// Does a participant that waits on the outside (process, foreign socket) hold auto-advance?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outside {
    /// It does.
    #[default]
    Hold,
    /// It does not.
    Ignore,
}

/// What a hook that cannot be placed, or fails its self-test, leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnMissing {
    /// The JVM does not start.
    #[default]
    Fail,
    /// One warning line each.
    Warn,
}

/// All options of the agent.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Class patterns of the component scope (`*` within a package, `**` across).
    pub scope: Vec<String>,
    /// Class patterns taken away from the scope.
    pub exclude: Vec<String>,
    /// Where scoped calls go; `None` = dev.tickless.TimeSource.
    pub time_source: Option<String>,
    /// `world=main`: the whole program is one world with auto-advance.
    pub world_main: bool,
    /// First wall instant of the main world; `None` = the real present.
    pub start: Option<WallInstant>,
    /// The virtual age at which the JVM exits.
    pub run_for: Option<Duration>,
    /// Thread-name globs that join the world.
    pub adopt: Vec<String>,
    /// Thread-name globs that stay on real time.
    pub real_threads: Vec<String>,
    /// See [`Outside`].
    pub outside: Outside,
    /// See [`OnMissing`].
    pub on_missing: OnMissing,
    /// Where the timeline goes.
    pub timeline: Option<PathBuf>,
    /// Log threshold.
    pub log: Option<log::LevelFilter>,
    /// Print the one-line summary at exit (set by `tickless run`).
    pub summary: bool,
    /// Run every self-test, print the result as JSON on standard output and end the JVM (set by `tickless doctor`).
    pub doctor: bool,
}
