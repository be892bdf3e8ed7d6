//! The keys, each a field with the type that its value is read into.

use std::path::PathBuf;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::{OnMissing, OptionsError, Outside, WallInstant, glob, pattern, values};

/// What one source says; a key that it leaves out is `None`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Keys {
    pub config: Option<PathBuf>,
    #[serde(deserialize_with = "patterns")]
    pub scope: Option<Vec<String>>,
    #[serde(deserialize_with = "patterns")]
    pub exclude: Option<Vec<String>>,
    #[serde(deserialize_with = "class_name")]
    pub time_source: Option<String>,
    pub scope_starts: Option<Switch>,
    pub escaped: Option<Flag>,
    pub world: Option<World>,
    #[serde(deserialize_with = "instant")]
    pub start: Option<WallInstant>,
    #[serde(rename = "for", deserialize_with = "duration")]
    pub run_for: Option<Duration>,
    #[serde(deserialize_with = "globs")]
    pub adopt: Option<Vec<String>>,
    #[serde(deserialize_with = "globs")]
    pub real_threads: Option<Vec<String>>,
    pub outside: Option<Outside>,
    pub on_missing: Option<OnMissing>,
    pub timeline: Option<PathBuf>,
    pub log: Option<Level>,
    pub summary: Option<Flag>,
    pub doctor: Option<Flag>,
}

/// `world=main` is the only world that an option opens; others are opened by the API.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum World {
    Main,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Flag {
    True,
    False,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Switch {
    On,
    Off,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Level {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl Keys {
    /// These keys where they are given, else those of `below`.
    pub(super) fn over(self, below: Keys) -> Keys {
        Keys {
            config: self.config.or(below.config),
            scope: self.scope.or(below.scope),
            exclude: self.exclude.or(below.exclude),
            time_source: self.time_source.or(below.time_source),
            scope_starts: self.scope_starts.or(below.scope_starts),
            escaped: self.escaped.or(below.escaped),
            world: self.world.or(below.world),
            start: self.start.or(below.start),
            run_for: self.run_for.or(below.run_for),
            adopt: self.adopt.or(below.adopt),
            real_threads: self.real_threads.or(below.real_threads),
            outside: self.outside.or(below.outside),
            on_missing: self.on_missing.or(below.on_missing),
            timeline: self.timeline.or(below.timeline),
            log: self.log.or(below.log),
            summary: self.summary.or(below.summary),
            doctor: self.doctor.or(below.doctor),
        }
    }
}

impl From<Flag> for bool {
    fn from(flag: Flag) -> bool {
        matches!(flag, Flag::True)
    }
}

impl From<Level> for log::LevelFilter {
    fn from(level: Level) -> Self {
        match level {
            Level::Off => Self::Off,
            Level::Error => Self::Error,
            Level::Warn => Self::Warn,
            Level::Info => Self::Info,
            Level::Debug => Self::Debug,
            Level::Trace => Self::Trace,
        }
    }
}

fn patterns<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    checked_list(from, pattern::check)
}

fn globs<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    checked_list(from, glob::check)
}

fn checked_list<'de, D: Deserializer<'de>>(
    from: D,
    check: fn(&str) -> Result<(), OptionsError>,
) -> Result<Option<Vec<String>>, D::Error> {
    let items = Vec::<String>::deserialize(from)?;
    for item in &items {
        check(item).map_err(D::Error::custom)?;
    }
    Ok(Some(items))
}

fn class_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(from)?;
    pattern::check_class_name(&name).map_err(D::Error::custom)?;
    Ok(Some(name))
}

fn instant<'de, D: Deserializer<'de>>(from: D) -> Result<Option<WallInstant>, D::Error> {
    let text = String::deserialize(from)?;
    values::instant(&text).map(Some).map_err(D::Error::custom)
}

fn duration<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(from)?;
    values::duration(&text).map(Some).map_err(D::Error::custom)
}
