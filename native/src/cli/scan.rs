//! `tickless scan`: where does this code read the clock or wait?

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use tickless::scan::bundle::Bundle;
use tickless::scan::compare::{Changes, Counts};
use tickless::scan::output::{self, Outcome};
use tickless::scan::report::Report;
use tickless::scan::rules::Rules;
use tickless::scan::table::Table;
use tickless::scan::{Scan, callers, scan};

/// A scan that takes longer shows how far it is.
const PROGRESS_AFTER: Duration = Duration::from_millis(400);

/// List every clock read, sleep, timed wait, timer and scheduling call in compiled code.
///
/// Exit code: 0 nothing found, 1 something found, 2 bad input.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("format"))]
pub struct ScanArgs {
    /// Class files, folders, jars (nested ones too), jmods, a JDK's home or its lib/modules
    #[arg(required_unless_present = "jdk", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Also scan the JDK of JAVA_HOME, or of `java` on the PATH
    #[arg(long)]
    jdk: bool,
    /// What to look for: clock (reads), wait (sleeps, timed waits, schedules), zone (default time zone)
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME", default_values_t = Bundle::DEFAULT)]
    bundle: Vec<Bundle>,
    /// Count only what the rules in this TOML file forbid
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Count only what is not in this file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all that is found to this file, to be used as a baseline, and exit 0
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "diff"])]
    write_baseline: Option<PathBuf>,
    /// Show what came and went since this older version; may be given more than once
    #[arg(long, value_name = "OLD", conflicts_with = "baseline")]
    diff: Vec<PathBuf>,
    /// Also list the callers of methods that only hand on a clock or a sleep
    #[arg(long, conflicts_with = "diff")]
    callers: bool,
    /// Print only the table of modules and kinds
    #[arg(long, group = "format")]
    summary: bool,
    /// Print one JSON document
    #[arg(long, group = "format")]
    json: bool,
    /// Print one CSV line per finding
    #[arg(long, group = "format")]
    csv: bool,
    /// Print a SARIF 2.1.0 log
    #[arg(long, group = "format")]
    sarif: bool,
    /// Exit 2 when something could not be read
    #[arg(long)]
    strict: bool,
    /// No progress, no closing line
    #[arg(long, short)]
    quiet: bool,
    /// How many threads to use (default: one a core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the command.
#[must_use]
pub fn run(args: ScanArgs) -> ExitCode {
    match try_run(&args) {
        Ok(code) => code,
        Err(reason) => {
            eprintln!("tickless: {reason}");
            ExitCode::from(2)
        }
    }
}

fn try_run(args: &ScanArgs) -> Result<ExitCode, String> {
    if let Some(threads) = args.threads {
        rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(threads))
            .build_global()
            .map_err(|error| format!("--threads: {error}"))?;
    }
    let start = Instant::now();
    let mut table = Table::catalogue();
    let rules = args
        .rules
        .as_ref()
        .map(|path| Rules::read(path, &mut table))
        .transpose()?;
    let baseline = args.baseline.as_ref().map(read_baseline).transpose()?;
    let mut paths = args.paths.clone();
    if args.jdk {
        paths.push(running_jdk()?);
    }
    let files = Scan::of(&paths)?;
    let old = if args.diff.is_empty() {
        None
    } else {
        Some(Scan::of(&args.diff)?)
    };

    let classes = AtomicU64::new(0);
    let looked = with_progress(args, &classes, || -> Result<_, String> {
        let mut report = scan(&files, &table, &classes);
        keep(args, rules.as_ref(), &mut report)?;
        let called = args
            .callers
            .then(|| callers(&files, &report, &classes).findings);
        let changes = match &old {
            Some(old) => {
                let mut before = scan(old, &table, &classes);
                keep(args, rules.as_ref(), &mut before)?;
                report.skipped.append(&mut before.skipped);
                let new = std::mem::take(&mut report.findings);
                Some(Changes::between(before.findings, new))
            }
            None => None,
        };
        Ok((report, called, changes))
    })?;
    let (mut report, called, changes) = looked;

    if let Some(path) = &args.write_baseline {
        let text = Counts::of(&report.findings).to_text();
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut gone = 0;
    if let Some(baseline) = &baseline {
        (report.findings, gone) = baseline.beyond(std::mem::take(&mut report.findings));
    }
    let found = changes
        .as_ref()
        .map_or(report.findings.len(), |changes| changes.came.len());
    let outcome = Outcome {
        report,
        callers: called,
        changes,
    };
    match print(args, &outcome) {
        // Whoever reads may stop reading.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(format!("standard output: {error}"));
        }
        _ => {}
    }
    for skipped in &outcome.report.skipped {
        eprintln!("tickless: skipped {}: {}", skipped.path, skipped.reason);
    }
    if !args.quiet {
        closing(&outcome, gone, start.elapsed());
    }
    Ok(if args.strict && !outcome.report.skipped.is_empty() {
        ExitCode::from(2)
    } else if found == 0 || args.write_baseline.is_some() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// Leaves in the report what the rules, or else the bundles, ask for.
fn keep(args: &ScanArgs, rules: Option<&Rules>, report: &mut Report) -> Result<(), String> {
    match rules {
        Some(rules) => rules.apply(report, &args.bundle)?,
        None => report.findings.retain(|finding| {
            args.bundle
                .iter()
                .any(|bundle| bundle.holds(finding.kind, finding.zone))
        }),
    }
    // Who checks rules or a baseline wants to see what breaks them.
    let listed = args.callers || (rules.is_none() && args.baseline.is_none());
    report.delegates.retain(|delegate| {
        listed
            && args
                .bundle
                .iter()
                .any(|bundle| bundle.holds(delegate.kind, false))
    });
    Ok(())
}

fn read_baseline(path: &PathBuf) -> Result<Counts, String> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    Counts::parse(&name, &text)
}

/// The home of the JDK that `java` would start.
fn running_jdk() -> Result<PathBuf, String> {
    if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return Ok(home.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .find_map(|folder| folder.join("java").canonicalize().ok())
        .and_then(|java| Some(java.parent()?.parent()?.to_path_buf()))
        .ok_or_else(|| "--jdk: no java on the PATH and no JAVA_HOME".to_string())
}

fn print(args: &ScanArgs, outcome: &Outcome) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        serde_json::to_writer_pretty(&mut out, &output::json(outcome))?;
        writeln!(out)?;
    } else if args.sarif {
        serde_json::to_writer_pretty(&mut out, &output::sarif(outcome))?;
        writeln!(out)?;
    } else if args.csv {
        output::csv(outcome, &mut out)?;
    } else if let Some(changes) = &outcome.changes {
        out.write_all(output::changes_text(changes).as_bytes())?;
    } else {
        out.write_all(output::text(outcome, args.summary).as_bytes())?;
    }
    out.flush()
}

fn closing(outcome: &Outcome, gone: usize, elapsed: Duration) {
    let report = &outcome.report;
    let mut line = match &outcome.changes {
        Some(changes) => format!("{} came, {} went", changes.came.len(), changes.went.len()),
        None => format!("{} found", report.findings.len()),
    };
    line.push_str(&format!(
        " in {} classes, {:.2}s",
        report.classes,
        elapsed.as_secs_f64()
    ));
    if gone > 0 {
        line.push_str(&format!("; {gone} of the baseline are gone"));
    }
    let unresolved: usize = report.unresolved.iter().map(|(_, count)| count).sum();
    if unresolved > 0 {
        line.push_str(&format!(
            "; {unresolved} calls on classes that were not scanned may count too (--json names them)"
        ));
    }
    eprintln!("tickless: {line}");
}

/// Runs `work`; when that takes a while and somebody watches, shows how many classes are read.
fn with_progress<T>(args: &ScanArgs, classes: &AtomicU64, work: impl FnOnce() -> T) -> T {
    if args.quiet || !io::stderr().is_terminal() {
        return work();
    }
    let (done, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if waiting.recv_timeout(PROGRESS_AFTER) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new_spinner();
            if let Ok(style) =
                ProgressStyle::with_template("{spinner} {pos} classes read, {per_sec}")
            {
                bar.set_style(style);
            }
            while waiting.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout)
            {
                bar.set_position(classes.load(Ordering::Relaxed));
                bar.tick();
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
