//! JVMs to measure on: child processes that run loops in Java and answer with the real nanoseconds they took.
//!
//! Every measurement is taken in Java by the real clock, so nothing but the loop lies in it. The JDKs are
//! those of `BENCH_JDKS` (folders joined by `:`), else 17 and 25 under `/usr/lib/jvm`.

#![allow(dead_code, reason = "each bench uses its part")]

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// One JDK to measure on.
#[derive(Clone)]
pub struct Jdk {
    /// Its feature release.
    pub name: String,
    home: PathBuf,
}

/// The JDKs to measure on.
pub fn jdks() -> Vec<Jdk> {
    let homes: Vec<PathBuf> = match std::env::var_os("BENCH_JDKS") {
        Some(list) => std::env::split_paths(&list).collect(),
        None => std::fs::read_dir("/usr/lib/jvm")
            .expect("BENCH_JDKS or /usr/lib/jvm")
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .map(|entry| entry.path())
            .collect(),
    };
    let asked = std::env::var_os("BENCH_JDKS").is_some();
    let mut jdks: Vec<Jdk> = homes
        .into_iter()
        .filter_map(|home| Some((release(&home)?, home)))
        .filter(|(name, _)| asked || name == "17" || name == "25")
        .map(|(name, home)| Jdk { name, home })
        .collect();
    jdks.sort_by(|a, b| a.name.cmp(&b.name));
    jdks.dedup_by(|a, b| a.name == b.name);
    assert!(!jdks.is_empty(), "no JDK 17 or 25: name some in BENCH_JDKS");
    jdks
}

impl Jdk {
    /// Its launcher.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }
}

fn release(home: &Path) -> Option<String> {
    let text = std::fs::read_to_string(home.join("release")).ok()?;
    let version = text
        .lines()
        .find_map(|l| l.strip_prefix("JAVA_VERSION=\""))?;
    let end = version.find(|c: char| !c.is_ascii_digit())?;
    Some(version[..end].to_owned())
}

/// Where `tickless paths` says a file is.
fn carried(key: &str) -> PathBuf {
    let output = Command::new(env!("CARGO_BIN_EXE_tickless"))
        .arg("paths")
        .output()
        .expect("tickless paths");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let prefix = format!("{key}=");
    let path = text.lines().find_map(|line| line.strip_prefix(&prefix));
    PathBuf::from(path.expect("a line of `tickless paths`"))
}

/// The Java side, compiled.
pub struct Program {
    classes: tempfile::TempDir,
    api: PathBuf,
    agent: PathBuf,
}

impl Program {
    /// Compiles `benches/java`.
    pub fn compile() -> Program {
        let program = Program {
            classes: tempfile::tempdir().expect("a folder for classes"),
            api: carried("api-jar"),
            agent: carried("agent"),
        };
        let oldest = &jdks()[0];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/java");
        let sources = std::fs::read_dir(folder).expect("benches/java").flatten();
        let status = Command::new(oldest.home.join("bin/javac"))
            .args(["--release", "17", "-Xlint:all", "-Werror", "-cp"])
            .arg(&program.api)
            .arg("-d")
            .arg(program.classes.path())
            .args(sources.map(|entry| entry.path()))
            .status()
            .expect("javac");
        assert!(status.success(), "benches/java does not compile");
        program
    }

    /// `java` on the classes, with the agent or without.
    pub fn java(&self, jdk: &Jdk, agent: bool) -> Command {
        let mut command = Command::new(jdk.java());
        if agent {
            command.arg(format!("-agentpath:{}", self.agent.display()));
        }
        let path = format!("{}:{}", self.classes.path().display(), self.api.display());
        command.args(["-Xmx512m", "-cp", &path]);
        command
    }

    /// `java` on the classes, with the agent and these options.
    pub fn java_with(&self, jdk: &Jdk, options: &str) -> Command {
        self.java_with_path(jdk, options, self.classes.path())
    }

    /// The same with one folder of classes more.
    pub fn java_with_path(&self, jdk: &Jdk, options: &str, more: &Path) -> Command {
        let mut agent = format!("-agentpath:{}", self.agent.display());
        if !options.is_empty() {
            agent += &format!("={options}");
        }
        let path = format!(
            "{}:{}:{}",
            self.classes.path().display(),
            self.api.display(),
            more.display()
        );
        let mut command = Command::new(jdk.java());
        command.args([&agent, "-Xmx512m", "-cp", &path]);
        command
    }

    /// A JVM that runs `WorldLoops`.
    pub fn loops(&self, jdk: &Jdk) -> Loops {
        let mut child = self
            .java(jdk, true)
            .arg("WorldLoops")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Loops(RefCell::new((child, Some(input), output)))
    }
}

/// A JVM that runs loops on demand.
pub struct Loops(RefCell<(Child, Option<ChildStdin>, BufReader<ChildStdout>)>);

impl Loops {
    /// Runs a loop of `WorldLoops` so often, beside so many idle waiters where it has any.
    pub fn run(&self, name: &str, iterations: u64, waiters: usize) -> Duration {
        let (_, input, output) = &mut *self.0.borrow_mut();
        let input = input.as_mut().expect("open until drop");
        writeln!(input, "{name} {iterations} {waiters}").expect("the JVM listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("the JVM answers");
        let nanos = line.trim().parse();
        Duration::from_nanos(nanos.expect("nanoseconds; see the JVM's standard error"))
    }
}

impl Drop for Loops {
    fn drop(&mut self) {
        let (child, input, _) = self.0.get_mut();
        drop(input.take());
        let _ = child.wait();
    }
}

/// What was measured, for the lines at the end: low deciles, which other load on the machine moves least.
#[derive(Default)]
pub struct Rows(RefCell<Vec<(String, Vec<f64>)>>);

impl Rows {
    /// Notes one sample and gives it back.
    pub fn note(&self, name: &str, took: Duration, iterations: u64) -> Duration {
        let nanos = took.as_nanos() as f64 / iterations as f64;
        let mut rows = self.0.borrow_mut();
        match rows.iter_mut().find(|(row, _)| row == name) {
            Some((_, samples)) => samples.push(nanos),
            None => rows.push((name.to_owned(), vec![nanos])),
        }
        took
    }

    /// Prints the low decile and median of each row; beside them the ratio of its decile to its group's first row.
    pub fn print(&self) {
        println!(
            "{:<32}{:>12}{:>12}{:>10}",
            "ns", "p10", "median", "to first"
        );
        let mut first = (String::new(), 1.0);
        for (name, samples) in self.0.borrow_mut().iter_mut() {
            samples.sort_by(f64::total_cmp);
            let p10 = samples[samples.len() / 10];
            let group = name.split(' ').next().unwrap_or_default();
            if first.0 != group {
                first = (group.to_owned(), p10);
            }
            let median = samples[samples.len() / 2];
            println!("{name:<32}{p10:>12.2}{median:>12.2}{:>10.3}", p10 / first.1);
        }
    }
}

/// The middle one, and the extremes.
pub fn median_and_range(mut values: Vec<f64>) -> (f64, f64, f64) {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let median = if values.len().is_multiple_of(2) {
        (values[middle - 1] + values[middle]) / 2.0
    } else {
        values[middle]
    };
    (median, values[0], values[values.len() - 1])
}

/// Processor time of the children that have ended.
pub fn childrens_millis() -> f64 {
    // SAFETY: all zeroes are a valid `rusage`; the call writes one of ours and no more.
    let usage = unsafe {
        let mut usage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let millis = |time: libc::timeval| time.tv_sec as f64 * 1e3 + time.tv_usec as f64 / 1e3;
    millis(usage.ru_utime) + millis(usage.ru_stime)
}
