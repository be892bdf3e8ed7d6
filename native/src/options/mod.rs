//! The agent's options: one string after `-agentpath:LIB=`, or a TOML file, read into one value.
//!
//! The string is `key=value,key=value`. Lists are joined by `:`. A backslash before `,`, `:` or
//! `\\` makes it part of the value, so a thread named `timer://tick` is written
//! `adopt=timer\://tick`; only lists split at `:`, so `start=2026-01-01T00:00:00Z` needs none.
//!
//! `config=FILE` reads the same keys from a TOML file, lists also as arrays; a key of the string
//! wins over the same key of the file. A relative FILE, there and in `timeline`, is looked up in
//! the working directory of the JVM.
#![forbid(unsafe_code)]

mod error;
mod glob;
mod keys;
mod pattern;
mod source;
#[cfg(test)]
mod tests;
mod values;

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

pub use error::OptionsError;
pub use glob::glob_matches;
use keys::{Keys, Switch};
pub use source::escape;

/// A wall-clock instant; `nanos` in 0..1_000_000_000 also before 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WallInstant {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds of the second.
    pub nanos: u32,
}

/// Does a participant that waits on the outside (process, foreign socket) hold auto-advance?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outside {
    /// It does.
    #[default]
    Hold,
    /// It does not.
    Ignore,
}

/// What a hook that cannot be placed, or fails its self-test, leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnMissing {
    /// The JVM does not start.
    #[default]
    Fail,
    /// One warning line each.
    Warn,
}

/// All options of the agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Class patterns of the component scope (`*` within a package, `**` across).
    pub scope: Vec<String>,
    /// Class patterns taken away from the scope.
    pub exclude: Vec<String>,
    /// Where scoped calls go; `None` = dev.tickless.TimeSource.
    pub time_source: Option<String>,
    /// The scope has no effect until `Scope.on()`.
    pub scope_starts_off: bool,
    /// Note the reads and sleeps of scoped classes that are not redirected, from the start, and print them at the end.
    pub escaped: bool,
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

/// Reads the options of one agent string and of the file that it names.
///
/// # Errors
///
/// One line that names the key, what is wrong with it and what is allowed: an unknown or repeated
/// key, a value that cannot be read, a pattern or glob that matches nothing, a file that is
/// missing or broken, `start` or `for` without `world=main`, `scope-starts` or `escaped` without `scope`.
pub fn parse(agent_string: &str) -> Result<Options, OptionsError> {
    let keys: Keys = source::read(source::agent_string(agent_string)?)?;
    let Some(path) = keys.config.clone() else {
        return Options::from_keys(keys);
    };
    let below: Keys = source::file(&path)
        .and_then(source::read)
        .map_err(|error| error.in_file(&path))?;
    if below.config.is_some() {
        let error = OptionsError::new("a file cannot name another; give it in the agent string");
        return Err(error.of_key("config").in_file(&path));
    }
    Options::from_keys(keys.over(below))
}

impl Options {
    fn from_keys(keys: Keys) -> Result<Self, OptionsError> {
        let world_main = keys.world.is_some();
        for (key, given) in [
            ("start", keys.start.is_some()),
            ("for", keys.run_for.is_some()),
        ] {
            if given && !world_main {
                let error = OptionsError::new("only goes with world=main; add it");
                return Err(error.of_key(key));
            }
        }
        for (key, given) in [
            ("scope-starts", keys.scope_starts.is_some()),
            ("escaped", keys.escaped.is_some()),
        ] {
            if given && keys.scope.is_none() {
                let error = OptionsError::new("only goes with scope=PATTERNS; add it");
                return Err(error.of_key(key));
            }
        }
        Ok(Self {
            scope: keys.scope.unwrap_or_default(),
            exclude: keys.exclude.unwrap_or_default(),
            time_source: keys.time_source,
            scope_starts_off: keys.scope_starts == Some(Switch::Off),
            escaped: keys.escaped.is_some_and(Into::into),
            world_main,
            start: keys.start,
            run_for: keys.run_for,
            adopt: keys.adopt.unwrap_or_default(),
            real_threads: keys.real_threads.unwrap_or_default(),
            outside: keys.outside.unwrap_or_default(),
            on_missing: keys.on_missing.unwrap_or_default(),
            timeline: keys.timeline,
            log: keys.log.map(Into::into),
            summary: keys.summary.is_some_and(Into::into),
            doctor: keys.doctor.is_some_and(Into::into),
        })
    }
}
