//! Running a process to its end, or to the end of patience.

use std::fs::File;
use std::io::Read;
use std::io::Seek;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::setting;

/// What a process left behind.
#[derive(Debug)]
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    /// `None` when a signal ended it.
    pub code: Option<i32>,
    pub signal: Option<i32>,
    /// It was ended by the test; a JVM's thread dump is then in `stdout`.
    pub timed_out: bool,
    /// What was run, for messages.
    pub command: String,
}

/// Runs the command for at most `limit` seconds of real time.
pub fn run(command: &mut Command, limit: f64) -> Outcome {
    // Files, not pipes: nothing has to read along, and a process left behind holds nothing up.
    let mut out = tempfile::tempfile().expect("a file for standard output");
    let mut err = tempfile::tempfile().expect("a file for standard error");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(out.try_clone().expect("a second handle"))
        .stderr(err.try_clone().expect("a second handle"))
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let limit = Duration::from_secs_f64(limit * setting("TICKLESS_TEST_PATIENCE", 1.0));
    let started = Instant::now();
    let mut timed_out = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            break status;
        }
        if started.elapsed() >= limit {
            timed_out = true;
            end(&mut child);
        }
        thread::sleep(Duration::from_millis(5));
    };
    Outcome {
        stdout: text(&mut out),
        stderr: text(&mut err),
        code: status.code(),
        signal: status.signal(),
        timed_out,
        command: shown(command),
    }
}

/// The command without its environment, long class paths cut.
fn shown(command: &Command) -> String {
    const LONG: usize = 160;
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let short = words.map(|word| {
        let word = word.to_string_lossy();
        match word.char_indices().nth(LONG) {
            Some((end, _)) => format!("{}…", &word[..end]),
            None => word.into_owned(),
        }
    });
    short.collect::<Vec<_>>().join(" ")
}

/// Asks a JVM for a thread dump first: a hang without stacks tells nothing.
fn end(child: &mut Child) {
    let _ = Command::new("kill")
        .args(["-QUIT", &child.id().to_string()])
        .status();
    thread::sleep(Duration::from_millis(500));
    let _ = child.kill();
}

fn text(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind().expect("the output can be read again");
    file.read_to_end(&mut bytes)
        .expect("the output can be read");
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Outcome {
    #[track_caller]
    pub fn assert_code(self, code: i32) -> Self {
        assert!(!self.timed_out, "timed out: {self}");
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Exit code 0 and exactly this on standard output.
    #[track_caller]
    pub fn assert_success(self, stdout: &str) -> Self {
        let this = self.assert_code(0);
        assert_eq!(this.stdout, stdout, "{this}");
        this
    }

    /// A refusal: exit code 2, nothing on standard output, and one line on standard error that
    /// begins with `tickless: ` and holds this.
    #[track_caller]
    pub fn assert_refused(self, part: &str) -> Self {
        let this = self.assert_code(2);
        assert_eq!(this.stdout, "", "{this}");
        assert_eq!(this.stderr.lines().count(), 1, "{this}");
        assert!(this.stderr.starts_with("tickless: "), "{this}");
        assert!(this.stderr.contains(part), "no {part:?} in: {this}");
        this
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}\nexit code {:?}, signal {:?}\n--- standard output\n{}--- standard error\n{}---",
            self.command, self.code, self.signal, self.stdout, self.stderr
        )
    }
}
