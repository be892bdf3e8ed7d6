//! The command line: what `tickless` understands, and one line when it does not.
#![forbid(unsafe_code)]

mod carried;
mod doctor;
mod jdk;
mod launcher;
mod paths;
mod run;
pub mod scan;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// A refusal: the program was not run, or what was asked for cannot be had.
const REFUSED: u8 = 2;

#[derive(Parser)]
#[command(
    name = "tickless",
    version,
    arg_required_else_help = false,
    about = "Exact virtual time for unmodified Java programs",
    after_help = "Lists take --json. Exit codes: that of the program (run), 1 when something was found wanting, 2 when the command could not do what was asked."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a Java program in virtual time
    Run(run::Args),
    /// Test on each JDK found whether time can be virtual in every way that programs wait
    Doctor(doctor::Args),
    /// Say where the agent and the jars are, for scripts and IDEs
    Paths(paths::Args),
    /// Find where classes read the clock, wait, or schedule
    Scan(scan::ScanArgs),
}

/// One line for standard error, and the exit code that goes with it.
#[derive(Debug)]
struct Failure {
    code: u8,
    line: String,
}

impl Failure {
    /// The command could not do what was asked.
    fn refused(line: impl Into<String>) -> Self {
        Self {
            code: REFUSED,
            line: line.into(),
        }
    }
}

/// Runs the command; its exit code is the process's.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    let result = match cli.command {
        Command::Run(args) => run::run(args),
        Command::Doctor(args) => doctor::doctor(&args),
        Command::Paths(args) => paths::paths(&args),
        Command::Scan(args) => Ok(scan::run(args)),
    };
    result.unwrap_or_else(|failure| {
        complain(&failure.line);
        ExitCode::from(failure.code)
    })
}

/// Prints help or version where they were asked for, else one line with a hint.
fn misused(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    complain(&one_line(error));
    ExitCode::from(REFUSED)
}

/// The first paragraph of clap's message, which says what is wrong, with its tips.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let mut line = first
        .trim_start_matches("error: ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    for tip in text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("tip: "))
    {
        line += "; ";
        line += tip;
    }
    format!("{line}; see {} --help", asked())
}

/// `tickless run` when that is how the command line begins, so that the hint leads to its help.
fn asked() -> String {
    let first = std::env::args_os().nth(1).unwrap_or_default();
    match Cli::command().find_subcommand(first) {
        Some(command) => format!("tickless {}", command.get_name()),
        None => "tickless".into(),
    }
}

/// One line on standard error, whatever the text holds.
fn complain(text: &str) {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let _ = writeln!(io::stderr(), "tickless: {line}");
}

/// Prints bytes on standard output; a reader that went away is no failure.
fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::refused(format!(
            "standard output cannot be written: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Prints one JSON document.
fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    print(format!("{value:#}\n").as_bytes())
}
