//! The file of measurements that every bench writes with `--json` and that `tickless compare` reads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::machine::Machine;

/// What the member `format` has to hold.
pub const FORMAT: &str = "tickless-bench";
/// The newest version of the format that is understood.
pub const VERSION: u32 = 1;

/// Measurements of one or more versions of something, on one machine.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    pub format: String,
    pub version: u32,
    #[serde(default)]
    pub machine: Machine,
    /// In the order in which the versions follow each other.
    pub runs: Vec<Run>,
}

impl Record {
    /// Nothing measured yet, on this machine.
    pub fn here() -> Self {
        Self {
            format: FORMAT.into(),
            version: VERSION,
            machine: Machine::here(),
            runs: Vec::new(),
        }
    }
}

/// One version: a JDK, a release, a commit, a switch.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Run {
    pub version: String,
    pub metrics: BTreeMap<String, Metric>,
}

/// Every sample of one figure, in the order in which they were taken.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Metric {
    /// As it is shown: `ns`, `msg/s`, `ops`.
    pub unit: String,
    #[serde(default)]
    pub better: Better,
    /// A count that virtual time makes exact: compared for equality.
    #[serde(default)]
    pub exact: bool,
    pub samples: Vec<f64>,
}

/// Which way a figure improves.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    #[default]
    Lower,
    Higher,
}
