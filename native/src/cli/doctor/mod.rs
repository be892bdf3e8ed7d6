//! `tickless doctor`: the agent tests itself in every JDK found, channel by channel.

mod probe;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use super::jdk::{self, Jdk, OLDEST};
use super::{Failure, carried, print, print_json};

/// Something is missing or could not be tested.
const WANTING: u8 = 1;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Test this JDK only; may be given several times [default: all that are found]
    #[arg(long, value_name = "DIR")]
    java_home: Vec<PathBuf>,
    /// Print one JSON document instead of a table
    #[arg(long)]
    json: bool,
}

/// What the agent in one JDK prints.
#[derive(Debug, Clone, Deserialize, Serialize)]
struct Report {
    jdk: Running,
    channels: Vec<Channel>,
}

/// The JDK as it names itself.
#[derive(Debug, Clone, Deserialize, Serialize)]
struct Running {
    version: String,
    feature: u32,
    vm: String,
    vendor: String,
    home: String,
}

/// One way in which a program reads time or waits.
#[derive(Debug, Clone, Deserialize, Serialize)]
struct Channel {
    channel: String,
    group: String,
    status: Status,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Status {
    /// Virtual, as the self-test has seen.
    Ok,
    /// Should be virtual and is not.
    Missing,
    /// This JDK has no such thing.
    Absent,
}

/// A JDK and what came of it.
#[derive(Debug, Serialize)]
struct Tested {
    home: PathBuf,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Outcome {
    Tested(Report),
    /// Why there is no report, though there should be one.
    Untested {
        error: String,
    },
    /// Found but never meant for the agent.
    Unfit {
        skipped: String,
    },
}

impl Outcome {
    fn is_wanting(&self) -> bool {
        match self {
            Outcome::Tested(report) => {
                report.channels.is_empty()
                    || report
                        .channels
                        .iter()
                        .any(|channel| channel.status == Status::Missing)
            }
            Outcome::Untested { .. } => true,
            Outcome::Unfit { .. } => false,
        }
    }
}

pub(super) fn doctor(args: &Args) -> Result<ExitCode, Failure> {
    let agent = carried::agent()?;
    let tested: Vec<Tested> = if args.java_home.is_empty() {
        jdk::all()
            .into_iter()
            .map(|jdk| match jdk.too_old() {
                Some(version) => Tested {
                    outcome: Outcome::Unfit {
                        skipped: too_old(&version),
                    },
                    home: jdk.home,
                },
                None => Tested {
                    outcome: probe::probe(&jdk.home, &agent),
                    home: jdk.home,
                },
            })
            .collect()
    } else {
        let mut homes: Vec<PathBuf> = Vec::new();
        for home in &args.java_home {
            let home = std::fs::canonicalize(home).unwrap_or_else(|_| home.clone());
            if !homes.contains(&home) {
                homes.push(home);
            }
        }
        homes
            .into_iter()
            .map(|home| Tested {
                // Asked for by name, so being too old is a failure here.
                outcome: match Jdk::at(&home).and_then(|jdk| jdk.too_old()) {
                    Some(version) => Outcome::Untested {
                        error: too_old(&version),
                    },
                    None => probe::probe(&home, &agent),
                },
                home,
            })
            .collect()
    };
    if tested.is_empty() {
        return Err(Failure {
            code: WANTING,
            line: "no JDK found; name one with --java-home DIR".into(),
        });
    }
    let wanting = tested.iter().any(|jdk| jdk.outcome.is_wanting());
    if args.json {
        print_json(&serde_json::json!({ "ok": !wanting, "jdks": tested }))?;
    } else {
        print(table::render(&tested).as_bytes())?;
    }
    Ok(if wanting {
        ExitCode::from(WANTING)
    } else {
        ExitCode::SUCCESS
    })
}

fn too_old(version: &str) -> String {
    format!("it is Java {version}, Tickless needs a JDK {OLDEST} or newer")
}
