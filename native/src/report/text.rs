//! The reports as text and as JSON.

use super::snapshot::{Activity, Snapshot, ThreadLine, snapshot};
use crate::engine::{Kind, Nanos, Pid, Stats, Wall};
use crate::hooks::world::World;
use crate::jni::Env;
use std::fmt::Write as _;
use std::time::Duration;

/// Frames shown of each stack.
pub const DEPTH: usize = 24;

/// A virtual time as a person writes durations.
pub fn duration(nanos: Nanos) -> String {
    let (seconds, fraction) = (
        nanos.div_euclid(1_000_000_000),
        nanos.rem_euclid(1_000_000_000),
    );
    let (days, hours, minutes, rest) = (
        seconds / 86_400,
        seconds / 3_600 % 24,
        seconds / 60 % 60,
        seconds % 60,
    );
    let mut text = String::new();
    for (value, unit) in [(days, "d"), (hours, "h"), (minutes, "m")] {
        if value != 0 {
            let _ = write!(text, "{value}{unit} ");
        }
    }
    if rest != 0 || fraction != 0 || text.is_empty() {
        let _ = write!(text, "{rest}");
        if fraction != 0 {
            let _ = write!(text, ".{}", format!("{fraction:09}").trim_end_matches('0'));
        }
        text.push('s');
    }
    text.trim_end().to_owned()
}

/// A wall instant in ISO-8601, or the seconds of one beyond the year 9999.
pub fn instant(wall: Wall) -> String {
    jiff::Timestamp::new(wall.seconds(), wall.nanos() as i32).map_or_else(
        |_| format!("{} s since 1970", wall.seconds()),
        |timestamp| timestamp.to_string(),
    )
}

fn doing(thread: &ThreadLine, snap: &Snapshot) -> String {
    let verb = match thread.activity {
        Activity::Running => return "runs, or is in native code or I/O".to_owned(),
        Activity::Monitor => return "waits to enter a monitor".to_owned(),
        Activity::Blocked(Kind::Control) => {
            return "is advancing or settling this world".to_owned();
        }
        Activity::Blocked(Kind::Park) => "is parked",
        Activity::Blocked(Kind::Sleep) => "sleeps",
        Activity::Blocked(Kind::Wait) => "is in Object.wait",
        Activity::Blocked(Kind::Io) if thread.outside => "waits on the outside",
        Activity::Blocked(Kind::Io) => "waits for I/O",
    };
    match thread.deadline {
        Some(at) => format!(
            "{verb} until {} (in {})",
            instant(Wall(snap.wall.0 + (at - snap.now))),
            duration(at - snap.now)
        ),
        None => format!("{verb} without a timeout"),
    }
}

fn threads_text(snap: &Snapshot, chosen: impl Fn(&ThreadLine) -> bool, out: &mut String) {
    for thread in snap.threads.iter().filter(|thread| chosen(thread)) {
        let _ = writeln!(out, "  \"{}\" {}", thread.name, doing(thread, snap));
        for frame in &thread.stack {
            let _ = writeln!(out, "      at {frame}");
        }
    }
}

/// Why time stands still, and what to do.
fn cause(snap: &Snapshot, world: Option<&World>) -> (String, &'static str) {
    let busy: Vec<&str> = snap
        .threads
        .iter()
        .filter(|thread| thread.activity == Activity::Running)
        .map(|thread| thread.name.as_str())
        .collect();
    let next = snap
        .threads
        .iter()
        .filter_map(|thread| thread.deadline)
        .min();
    if !busy.is_empty() {
        return (
            format!(
                "{} still runs: time moves when every participant waits",
                names(&busy)
            ),
            "if it waits on something outside the JVM or spins, put it on real time (realThreads, real(…)); if it \
             spins on the clock, set tickPerRead",
        );
    }
    if world.is_some_and(|world| world.in_real > 0) {
        return (
            "a thread is inside real(…)".to_owned(),
            "nothing: the world goes on when it is back",
        );
    }
    if world.is_some_and(|world| world.attendants == 0) {
        return (
            "no thread is inside virtual(…)".to_owned(),
            "nothing: the world goes on when one is, or by advance",
        );
    }
    if snap.lent > 0 {
        return (
            "a thread outside the world works on an answer for a participant".to_owned(),
            "start that thread inside the world, or adopt it",
        );
    }
    if snap.held {
        return (
            "a participant waits on something outside the JVM, which holds auto-advance".to_owned(),
            "outside=ignore lets time pass meanwhile",
        );
    }
    match next {
        Some(next) if snap.auto_advance && next > snap.limit => (
            format!(
                "the next deadline lies beyond the limit of {}",
                duration(snap.limit)
            ),
            "raise the limit, or end the program before",
        ),
        Some(_) if snap.auto_advance => ("time is about to move".to_owned(), "nothing"),
        Some(_) => (
            "the world is frozen and no thread is in advance".to_owned(),
            "call advance from a thread that is free to, or open the world with autoAdvance(true)",
        ),
        None => (
            "no participant waits with a timeout, so no time that passes wakes anybody".to_owned(),
            "look who should notify, unpark or interrupt the threads above: a thread outside the world, or nobody",
        ),
    }
}

fn names(list: &[&str]) -> String {
    list.iter()
        .map(|name| format!("\"{name}\""))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Who runs, who waits for what until when, why time stands still.
pub fn describe(env: Env, world: Option<&World>) -> String {
    text_of(&snapshot(env, DEPTH), world)
}

pub(super) fn text_of(snap: &Snapshot, world: Option<&World>) -> String {
    let mut out = format!(
        "virtual time {} ({} since the world was opened), {}\n",
        instant(snap.wall),
        duration(snap.now),
        if snap.auto_advance {
            "auto-advance"
        } else {
            "frozen between calls of advance"
        }
    );
    if snap.threads.is_empty() {
        out.push_str("  no thread takes part\n");
    }
    threads_text(snap, |_| true, &mut out);
    let (why, what) = cause(snap, world);
    let _ = writeln!(out, "why time stands still: {why}");
    let _ = writeln!(out, "what to do: {what}");
    if !snap.real.is_empty() {
        let list: Vec<&str> = snap.real.iter().map(String::as_str).collect();
        let _ = writeln!(out, "on real time: {}", names(&list));
    }
    out
}

/// The same for machines.
pub fn describe_json(env: Env, world: Option<&World>) -> String {
    let snap = snapshot(env, DEPTH);
    let (why, what) = cause(&snap, world);
    let threads: Vec<serde_json::Value> = snap
        .threads
        .iter()
        .map(|thread| {
            serde_json::json!({
                "name": thread.name,
                "kind": thread.activity.waiter_kind().unwrap_or(
                    if thread.activity == Activity::Running { "RUNNING" } else { "CONTROL" }),
                "deadline": thread.deadline.map(|at| instant(Wall(snap.wall.0 + (at - snap.now)))),
                "shared": thread.shared,
                "adopted": thread.adopted,
                "outside": thread.outside,
                "stack": thread.stack.iter().map(ToString::to_string).collect::<Vec<_>>(),
            })
        })
        .collect();
    serde_json::json!({
        "now": instant(snap.wall),
        "elapsedNanos": snap.now.to_string(),
        "autoAdvance": snap.auto_advance,
        "threads": threads,
        "realThreads": snap.real,
        "why": why,
        "whatToDo": what,
    })
    .to_string()
}

fn of_name(world: &World) -> String {
    world
        .name
        .as_ref()
        .map(|name| format!(" of {name}"))
        .unwrap_or_default()
}

/// The message of a NotSettledException.
pub fn not_settled(env: Env, caller: Option<Pid>, world: &World, what: &str) -> String {
    let snap = snapshot(env, DEPTH);
    let mut out = format!(
        "{what}{} did not settle within {:?} of real time; a participant is still busy:\n",
        of_name(world),
        world.settle_within
    );
    threads_text(
        &snap,
        |thread| thread.activity == Activity::Running && Some(thread.pid) != caller,
        &mut out,
    );
    if snap.lent > 0 {
        let _ = writeln!(
            out,
            "  {} thread(s) outside the world work on an answer for it",
            snap.lent
        );
    }
    let _ = write!(
        out,
        "time stands at {} ({} since the world was opened); let the thread end or wait, put it on real time, or raise \
         settleWithin",
        instant(snap.wall),
        duration(snap.now)
    );
    out
}

/// The line at exit: `24h of virtual time in 0.81s real, 1440 deadlines, 3 threads`.
pub fn summary(virtual_time: Nanos, real: Duration, stats: Stats) -> String {
    format!(
        "{} of virtual time in {:.2}s real, {} deadline{}, {} thread{}",
        hours(virtual_time),
        real.as_secs_f64(),
        stats.deadlines,
        if stats.deadlines == 1 { "" } else { "s" },
        stats.threads,
        if stats.threads == 1 { "" } else { "s" },
    )
}

/// As [`duration`], but with days as hours, as one gives them to `--for`.
fn hours(nanos: Nanos) -> String {
    let whole = nanos.div_euclid(3_600_000_000_000);
    let rest = nanos.rem_euclid(3_600_000_000_000);
    match (whole, rest) {
        (0, _) => duration(nanos),
        (_, 0) => format!("{whole}h"),
        _ => format!("{whole}h {}", duration(rest)),
    }
}

/// The leak report at close: participants still alive, but the caller, the JDK's shared threads and those that lived before.
pub fn leaks(env: Env, caller: Option<Pid>, world: &World) -> Option<String> {
    let snap = snapshot(env, DEPTH);
    let left =
        |thread: &ThreadLine| !thread.shared && !thread.adopted && Some(thread.pid) != caller;
    let count = snap.threads.iter().filter(|thread| left(thread)).count();
    if count == 0 {
        return None;
    }
    let mut out = format!(
        "tickless: leak: the world{} opened by \"{}\" was closed with {count} participant{} still alive; they go on in \
         real time:\n",
        of_name(world),
        world.opener.1,
        if count == 1 { "" } else { "s" }
    );
    threads_text(&snap, left, &mut out);
    out.push_str("  what to do: end these threads (shut the pool down, cancel the timer) before the world is closed\n");
    Some(out)
}
