//! Command line.

pub mod scan;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    name = "tickless",
    version,
    about = "Exact virtual time for unmodified Java programs"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Scan(scan::ScanArgs),
}

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Scan(args) => scan::run(args),
    }
}
