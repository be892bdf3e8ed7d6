//! Records the open world when a timeline is asked for.

use super::stacks::{RawFrame, Stacks};
use super::{Recording, format_of, write};
use crate::engine::Wall;
use crate::hooks::host::engine;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct Recorder {
    file: PathBuf,
    name: String,
    start: Option<Wall>,
    names: HashMap<i64, String>,
    stacks: Stacks,
}

static RECORDER: Mutex<Option<Recorder>> = Mutex::new(None);
static IS_ON: AtomicBool = AtomicBool::new(false);
/// Files written by this JVM, to number those of later worlds.
static WRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn recorder() -> MutexGuard<'static, Option<Recorder>> {
    RECORDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Is the open world recorded?
#[inline]
pub fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Can a timeline be written there? Leaves an empty file. The error is one line.
pub fn check(file: &Path) -> Result<(), String> {
    format_of(file)?;
    std::fs::File::create(file)
        .map(drop)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))
}

/// Records the open world from now on; `names` gives the names of threads by id.
pub fn start(file: &Path, names: HashMap<i64, String>) -> Result<(), String> {
    format_of(file)?;
    let start = {
        let mut state = engine();
        if !state.is_open() {
            return Err("no world is open".to_owned());
        }
        state.start_journal();
        Wall(state.clock().wall().0 - state.clock().now())
    };
    *recorder() = Some(Recorder {
        file: file.to_owned(),
        start: Some(start),
        names,
        ..Recorder::default()
    });
    IS_ON.store(true, Ordering::SeqCst);
    Ok(())
}

/// Names the world in its timeline.
pub fn set_world_name(name: &str) {
    if let Some(recorder) = recorder().as_mut() {
        name.clone_into(&mut recorder.name);
    }
}

/// Notes a thread's name.
pub fn set_thread_name(tid: i64, name: impl FnOnce() -> String) {
    if is_on()
        && let Some(recorder) = recorder().as_mut()
    {
        recorder.names.insert(tid, name());
    }
}

/// The number of a stack; `describe` is asked for the text of one that was not seen before.
pub fn stack(raw: Vec<RawFrame>, describe: impl FnOnce() -> Vec<String>) -> u32 {
    recorder()
        .as_mut()
        .map_or(0, |recorder| recorder.stacks.number(raw, describe))
}

/// The world ends: writes its timeline, if it is recorded.
pub fn finish() {
    if !is_on() {
        return;
    }
    IS_ON.store(false, Ordering::SeqCst);
    let (journal, end) = {
        let mut state = engine();
        (state.take_journal(), state.clock().now())
    };
    let (Some(recorder), Some(journal)) = (recorder().take(), journal) else {
        return;
    };
    let names: Vec<String> = journal
        .threads
        .iter()
        .map(|life| {
            recorder
                .names
                .get(&life.tid)
                .cloned()
                .unwrap_or_else(|| format!("thread {}", life.tid))
        })
        .collect();
    let recording = Recording {
        name: &recorder.name,
        start: recorder.start.unwrap_or(Wall(0)),
        end: i64::try_from(end).unwrap_or(i64::MAX - 1),
        journal: &journal,
        names: &names,
        stacks: &recorder.stacks.texts,
    };
    let file = numbered(&recorder.file);
    match write(&recording, &file) {
        Ok(()) => log::info!("timeline: {}", file.display()),
        Err(error) => log::error!("timeline: {}: {error}", file.display()),
    }
    if journal.dropped > 0 {
        log::warn!(
            "timeline: {} waits beyond the first {} are left out",
            journal.dropped,
            journal.waits.len()
        );
    }
}

/// The file for this world: `t.html`, then `t-2.html` …
fn numbered(file: &Path) -> PathBuf {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = written.iter().filter(|other| *other == file).count();
    written.push(file.to_owned());
    if before == 0 {
        return file.to_owned();
    }
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    file.with_file_name(format!(
        "{}-{}.{}",
        part(file.file_stem()),
        before + 1,
        part(file.extension())
    ))
}
