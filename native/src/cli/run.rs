//! `tickless run`: starts a Java program with the agent and becomes it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use tickless::options;

use super::launcher::Program;
use super::{Failure, carried};

const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

#[derive(clap::Args)]
#[command(
    after_help = "When COMMAND is a java launcher the agent goes on its command line, else every JVM that it starts is told by JAVA_TOOL_OPTIONS. Signals and the exit code are the program's own; one line at its end says how much virtual time went by."
)]
pub(super) struct Args {
    /// First instant of the program, e.g. 2026-01-01T00:00:00Z [default: the present]
    #[arg(long, value_name = "INSTANT", conflicts_with = "no_world")]
    start: Option<String>,
    /// End the program at this virtual age, e.g. 24h, 90s, 7d or PT24H
    #[arg(long = "for", value_name = "DURATION", conflicts_with = "no_world")]
    run_for: Option<String>,
    /// Classes whose own clock reads and sleeps go to a TimeSource, e.g. 'com.acme.**'
    #[arg(long, value_name = "PATTERN")]
    scope: Vec<String>,
    /// Write what happened in virtual time to this file
    #[arg(long, value_name = "FILE")]
    timeline: Option<PathBuf>,
    /// Leave the program on real time; with --scope or a program that opens worlds itself
    #[arg(long)]
    no_world: bool,
    /// Any other option of the agent
    #[arg(long = "opt", value_name = "KEY=VALUE")]
    more: Vec<String>,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Returns only when the program could not be started.
pub(super) fn run(args: Args) -> Result<ExitCode, Failure> {
    let text = agent_string(&args)?;
    // The same check as in the JVM, made before there is one.
    options::parse(&text).map_err(|error| Failure::refused(error.to_string()))?;
    let (name, arguments) = args
        .command
        .split_first()
        .ok_or_else(|| Failure::refused("no command; write tickless run -- java …"))?;
    let program = Program::find(name)?;
    let mut option = OsString::from("-agentpath:");
    option.push(carried::agent()?);
    option.push("=");
    option.push(text);

    let mut command = Command::new(&program.path);
    // Scripts and java itself look at how they were called.
    command.arg0(name);
    if program.is_java {
        command.arg(option);
    } else {
        command.env(
            TOOL_OPTIONS,
            with_option(env::var_os(TOOL_OPTIONS), &option)?,
        );
    }
    // Taking this process's place leaves signals, terminal and exit code to the program.
    let error = command.args(arguments).exec();
    Err(Failure::refused(format!(
        "{} cannot be started: {error}",
        program.path.display()
    )))
}

fn agent_string(args: &Args) -> Result<String, Failure> {
    let mut text = String::new();
    let mut push = |key: &str, value: &str| {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(key);
        text.push('=');
        text.push_str(value);
    };
    if !args.no_world {
        push("world", "main");
    }
    push("summary", "true");
    if let Some(start) = &args.start {
        push("start", &options::escape(start));
    }
    if let Some(length) = &args.run_for {
        push("for", &options::escape(length));
    }
    if !args.scope.is_empty() {
        push("scope", &keep_commas(&args.scope.join(":")));
    }
    if let Some(file) = &args.timeline {
        push("timeline", &options::escape(&absolute(file)?));
    }
    for option in &args.more {
        let Some((key, value)) = option.split_once('=') else {
            return Err(Failure::refused(format!(
                "--opt {option:?} has no value; write --opt key=value"
            )));
        };
        push(&keep_commas(key), &keep_commas(value));
    }
    Ok(text)
}

/// The program may run elsewhere than where this command was typed.
fn absolute(file: &Path) -> Result<String, Failure> {
    let path = std::path::absolute(file)
        .map_err(|error| Failure::refused(format!("timeline: {}: {error}", file.display())))?;
    path.into_os_string().into_string().map_err(|path| {
        Failure::refused(format!(
            "timeline: {} is not UTF-8",
            Path::new(&path).display()
        ))
    })
}

/// One argument is one option, so a comma in it is no separator even where it is not escaped.
fn keep_commas(value: &str) -> String {
    let mut kept = String::with_capacity(value.len());
    let mut escaped = false;
    for c in value.chars() {
        if c == ',' && !escaped {
            kept.push('\\');
        }
        escaped = c == '\\' && !escaped;
        kept.push(c);
    }
    kept
}

/// Appends to what JAVA_TOOL_OPTIONS holds, quoted as HotSpot reads it: white space separates,
/// either quote takes all up to its twin, nothing escapes.
fn with_option(present: Option<OsString>, option: &OsStr) -> Result<OsString, Failure> {
    let mut all = present.unwrap_or_default();
    if !all.is_empty() {
        all.push(" ");
    }
    let plain = option.to_str().ok_or_else(|| {
        Failure::refused("the agent's path is not UTF-8; set XDG_CACHE_HOME to a folder that is")
    })?;
    if !plain.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '\'' | '"')) {
        all.push(plain);
        return Ok(all);
    }
    for (at, part) in plain.split('\'').enumerate() {
        if at > 0 {
            all.push("\"'\"");
        }
        if !part.is_empty() {
            all.push(format!("'{part}'"));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_options_are_appended_and_quoted() {
        let with = |present: Option<&str>, option: &str| {
            let all = with_option(present.map(Into::into), option.as_ref()).unwrap();
            all.into_string().unwrap()
        };
        assert_eq!(with(None, "-a:/l=x"), "-a:/l=x");
        assert_eq!(with(Some("-Dx=1"), "-a:/l=x"), "-Dx=1 -a:/l=x");
        assert_eq!(with(None, "-a:/my l=x"), "'-a:/my l=x'");
        assert_eq!(with(None, "-a:/it's \"l\""), "'-a:/it'\"'\"'s \"l\"'");
    }

    #[test]
    fn commas_of_one_argument_stay_in_it() {
        assert_eq!(keep_commas("a,b"), r"a\,b");
        assert_eq!(keep_commas(r"a\,b"), r"a\,b");
        assert_eq!(keep_commas(r"a\\,b"), r"a\\\,b");
    }
}
