//! Chrome's trace format: one JSON object, times in microseconds with three decimals.

use super::Recording;
use super::words::{ENDS, KINDS, end, kind};
use crate::engine::journal::{NO_LANE, NO_STAMP};
use crate::report::instant;
use serde_json::json;
use std::io::{self, Write};

const PROCESS: u32 = 1;
/// The track of advances and steps of the wall clock.
const TIME: u32 = 0;

/// Writes it.
pub fn write(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    let mut events = Events { out, any: false };
    write!(
        events.out,
        "{{\"displayTimeUnit\":\"ns\",\"otherData\":{},\"traceEvents\":[",
        json!({
            "world": recording.name,
            "start": instant(recording.start),
            "waitsLeftOut": recording.journal.dropped,
        })
    )?;
    let process = if recording.name.is_empty() {
        "virtual time"
    } else {
        recording.name
    };
    events.metadata("process_name", TIME, process)?;
    events.metadata("thread_name", TIME, "time")?;
    for (lane, name) in recording.names.iter().enumerate() {
        events.metadata("thread_name", track(lane as u32), name)?;
    }
    for advance in &recording.journal.advances {
        let to = advance.to.min(recording.end);
        events.put(&[
            ("ph", text("X")),
            ("name", text("advance")),
            ("tid", TIME.to_string()),
            ("ts", micros(advance.from)),
            ("dur", micros(to - advance.from)),
            (
                "args",
                json!({"caller": name(recording, advance.lane)}).to_string(),
            ),
        ])?;
    }
    for (at, wall) in &recording.journal.steps {
        events.put(&[
            ("ph", text("i")),
            ("s", text("p")),
            (
                "name",
                text(&format!("wall clock set to {}", instant(*wall))),
            ),
            ("tid", TIME.to_string()),
            ("ts", micros(*at)),
        ])?;
    }
    for (number, wait) in recording.journal.waits.iter().enumerate() {
        let is_over = wait.to != NO_STAMP;
        let to = wait.to.min(recording.end.max(wait.from));
        let ended = ENDS[end(wait.reason, is_over)];
        events.put(&[
            ("ph", text("X")),
            ("name", text(KINDS[kind(wait.kind)])),
            ("tid", track(wait.lane).to_string()),
            ("ts", micros(wait.from)),
            ("dur", micros(to - wait.from)),
            (
                "args",
                json!({
                    "ended by": ended,
                    "woken by": name(recording, wait.by),
                    "deadline": (wait.deadline != NO_STAMP).then(|| micros(wait.deadline)),
                    "stack": recording.stacks.get(wait.stack as usize).map(|stack| stack.join("\n")),
                })
                .to_string(),
            ),
        ])?;
        if wait.by != NO_LANE {
            for (phase, lane) in [("s", wait.by), ("f", wait.lane)] {
                events.put(&[
                    ("ph", text(phase)),
                    ("bp", text("e")),
                    ("id", number.to_string()),
                    ("cat", text("wake-up")),
                    ("name", text(ended)),
                    ("tid", track(lane).to_string()),
                    ("ts", micros(to)),
                ])?;
            }
        }
    }
    writeln!(events.out, "\n]}}")
}

struct Events<'a, W: Write> {
    out: &'a mut W,
    any: bool,
}

impl<W: Write> Events<'_, W> {
    fn put(&mut self, fields: &[(&str, String)]) -> io::Result<()> {
        self.out.write_all(if self.any {
            b",\n{\"pid\":"
        } else {
            b"\n{\"pid\":"
        })?;
        self.any = true;
        write!(self.out, "{PROCESS}")?;
        for (key, value) in fields {
            write!(self.out, ",\"{key}\":{value}")?;
        }
        self.out.write_all(b"}")
    }

    fn metadata(&mut self, what: &str, track: u32, name: &str) -> io::Result<()> {
        self.put(&[
            ("ph", text("M")),
            ("name", text(what)),
            ("tid", track.to_string()),
            ("args", json!({"name": name}).to_string()),
        ])
    }
}

fn track(lane: u32) -> u32 {
    lane.saturating_add(1)
}

fn name<'a>(recording: &'a Recording, lane: u32) -> Option<&'a str> {
    recording.names.get(lane as usize).map(String::as_str)
}

/// As JSON, exactly: a number may have as many digits as it needs.
fn micros(nanos: i64) -> String {
    format!("{}.{:03}", nanos / 1_000, nanos % 1_000)
}

fn text(value: &str) -> String {
    json!(value).to_string()
}
