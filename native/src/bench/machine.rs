//! The machine that figures were measured on: they mean nothing without it.

use std::fs;

use serde::{Deserialize, Serialize};

/// What figures depend on beside the code.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct Machine {
    /// The processor's own name, as the system tells it.
    pub cpu: String,
    /// Processors that this process may use.
    pub processors: usize,
    /// System, release and architecture.
    pub system: String,
    /// Load average of the last minute when the measurement began: what else ran.
    pub load: f64,
    /// When the measurement began, RFC 3339 in UTC.
    pub date: String,
}

impl Machine {
    /// This machine, now.
    pub fn here() -> Self {
        Self {
            cpu: cpu(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!(
                "{} {} {}",
                std::env::consts::OS,
                line("/proc/sys/kernel/osrelease"),
                std::env::consts::ARCH
            ),
            load: line("/proc/loadavg")
                .split(' ')
                .next()
                .and_then(|load| load.parse().ok())
                .unwrap_or(0.0),
            date: jiff::Timestamp::now()
                .round(jiff::Unit::Second)
                .map_or_else(|error| error.to_string(), |now| now.to_string()),
        }
    }

    /// One line for people.
    pub fn line(&self) -> String {
        format!(
            "{}, {} processors, {}, load {:.1}, {}",
            self.cpu, self.processors, self.system, self.load, self.date
        )
    }
}

fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == "model name");
    name.map_or_else(
        || "an unnamed processor".into(),
        |(_, name)| name.trim().into(),
    )
}

fn line(file: &str) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.trim().into()
}
