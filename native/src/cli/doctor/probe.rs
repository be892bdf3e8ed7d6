//! Starts one JDK with the agent in its self-test and reads what it prints.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Outcome, Report};

/// A JVM's start and all self-tests take well under a second; a machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(10);

/// More than any report, and less than a runaway could fill the memory with.
const LONGEST_OUTPUT: u64 = 1 << 20;

pub(super) fn probe(home: &Path, agent: &Path) -> Outcome {
    run(home, agent, PATIENCE).map_or_else(|error| Outcome::Untested { error }, Outcome::Tested)
}

fn run(home: &Path, agent: &Path, patience: Duration) -> Result<Report, String> {
    let java = home.join("bin/java");
    // Files, not pipes: a process that the JVM leaves behind could hold a pipe open for ever.
    let temporary = |error: io::Error| format!("no temporary file for its output: {error}");
    // A JVM that crashes writes its report where it runs.
    let folder = tempfile::tempdir().map_err(temporary)?;
    let mut out = tempfile::tempfile().map_err(temporary)?;
    let mut err = tempfile::tempfile().map_err(temporary)?;
    let mut option = std::ffi::OsString::from("-agentpath:");
    option.push(agent);
    option.push("=doctor=true");
    let mut child = Command::new(&java)
        .arg(option)
        .arg("-version")
        .current_dir(&folder)
        // Options from outside would be tested along, and print lines.
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("JDK_JAVA_OPTIONS")
        .env_remove("_JAVA_OPTIONS")
        .stdin(Stdio::null())
        .stdout(out.try_clone().map_err(temporary)?)
        .stderr(err.try_clone().map_err(temporary)?)
        .spawn()
        .map_err(|error| format!("{} cannot be started: {error}", java.display()))?;
    let status = wait(&mut child, patience)?;
    let (out, err) = (text(&mut out), text(&mut err));
    if !status.success() {
        return Err(format!("{}{}", ended(status), last_line(&err, &out)));
    }
    serde_json::from_str(out.trim()).map_err(|error| {
        format!(
            "its report cannot be read ({error}){}",
            last_line(&err, &out)
        )
    })
}

fn wait(child: &mut Child, patience: Duration) -> Result<ExitStatus, String> {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if started.elapsed() < patience => thread::sleep(POLL),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("no answer in {} s", patience.as_secs_f64()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn text(file: &mut File) -> String {
    let mut bytes = Vec::new();
    let read = file
        .rewind()
        .and_then(|()| file.take(LONGEST_OUTPUT).read_to_end(&mut bytes));
    match read {
        Ok(_) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => String::new(),
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        // On Unix the status then names the signal.
        None => status.to_string(),
    }
}

/// The agent's own word if it had one, else the last thing said.
fn last_line(err: &str, out: &str) -> String {
    let lines = || {
        err.lines()
            .chain(out.lines())
            .filter(|line| line.contains(char::is_alphanumeric))
    };
    lines()
        .find_map(|line| line.strip_prefix("tickless: "))
        .or_else(|| lines().next_back())
        .map(|line| format!(": {}", line.trim()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_jvm_that_never_answers_is_given_up() {
        let jdk = tempfile::tempdir().unwrap();
        let bin = jdk.path().join("bin");
        fs::create_dir(&bin).unwrap();
        fs::write(jdk.path().join("behaviour"), "exec sleep 30").unwrap();
        let fake = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes/java");
        // A copy, as the folder may be on another disk; made by a process that is gone when the
        // copy is started, since no file open for writing can be.
        let copied = Command::new("cp").arg(fake).arg(&bin).status().unwrap();
        assert!(copied.success());
        let started = Instant::now();
        let error = run(jdk.path(), Path::new("/agent"), Duration::from_millis(200)).unwrap_err();
        assert_eq!(error, "no answer in 0.2 s");
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}
