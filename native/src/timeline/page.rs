//! A page that draws the recording; it holds all it needs and opens without a network.

use super::Recording;
use super::words::{ENDS, KINDS, end, kind};
use crate::engine::journal::{NO_LANE, NO_STAMP, Wait};
use crate::report::instant;
use serde_json::{Value, json};
use std::io::{self, Write};

const HEAD: &str = include_str!("page/head.html");
const STYLE: &str = include_str!("page/style.css");
const BODY: &str = include_str!("page/body.html");
const SCRIPT: &str = include_str!("page/script.js");

/// Writes it.
pub fn write(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{HEAD}<style>\n{STYLE}</style>\n{BODY}")?;
    out.write_all(b"<script type=\"application/json\" id=\"facts\">\n")?;
    let facts = facts(recording).to_string();
    // Inside a script element only this character could end it; in JSON it stands in strings alone.
    out.write_all(facts.replace('<', "\\u003c").as_bytes())?;
    out.write_all(b"</script>\n<script type=\"application/json\" id=\"waits\">\n")?;
    columns(recording, out)?;
    write!(
        out,
        "</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn facts(recording: &Recording) -> Value {
    let lives: Vec<Value> = recording
        .journal
        .threads
        .iter()
        .zip(recording.names)
        .map(|(life, name)| json!([name, life.from, life.to.min(recording.end)]))
        .collect();
    let advances: Vec<Value> = recording
        .journal
        .advances
        .iter()
        .map(|advance| {
            json!([
                lane(advance.lane),
                advance.from,
                advance.to.min(recording.end)
            ])
        })
        .collect();
    let steps: Vec<Value> = recording
        .journal
        .steps
        .iter()
        .map(|(at, wall)| json!([at, instant(*wall)]))
        .collect();
    json!({
        "name": recording.name,
        "start": instant(recording.start),
        "startSeconds": recording.start.seconds(),
        "startNanos": recording.start.nanos(),
        "end": recording.end,
        "kinds": KINDS,
        "ends": ENDS,
        "threads": lives,
        "advances": advances,
        "steps": steps,
        "stacks": recording.stacks,
        "dropped": recording.journal.dropped,
    })
}

/// -1 for nobody.
fn lane(lane: u32) -> i64 {
    if lane == NO_LANE { -1 } else { i64::from(lane) }
}

/// The waits by column, starts as differences: short to write, fast to read.
fn columns(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    let waits = &recording.journal.waits;
    let over = |wait: &Wait| wait.to.min(recording.end.max(wait.from));
    let mut before = 0;
    out.write_all(b"{")?;
    column(out, "lane", waits, |wait| lane(wait.lane))?;
    out.write_all(b",")?;
    column(out, "from", waits, |wait| {
        let step = wait.from - before;
        before = wait.from;
        step
    })?;
    out.write_all(b",")?;
    column(out, "length", waits, |wait| over(wait) - wait.from)?;
    out.write_all(b",")?;
    column(out, "timeout", waits, |wait| {
        if wait.deadline == NO_STAMP {
            -1
        } else {
            (wait.deadline - wait.from).max(0)
        }
    })?;
    out.write_all(b",")?;
    column(out, "kind", waits, |wait| kind(wait.kind) as i64)?;
    out.write_all(b",")?;
    column(out, "end", waits, |wait| {
        end(wait.reason, wait.to != NO_STAMP) as i64
    })?;
    out.write_all(b",")?;
    column(out, "by", waits, |wait| lane(wait.by))?;
    out.write_all(b",")?;
    column(out, "stack", waits, |wait| i64::from(wait.stack))?;
    out.write_all(b"}")
}

fn column(
    out: &mut impl Write,
    name: &str,
    waits: &[Wait],
    mut value: impl FnMut(&Wait) -> i64,
) -> io::Result<()> {
    write!(out, "\"{name}\":[")?;
    for (at, wait) in waits.iter().enumerate() {
        if at > 0 {
            out.write_all(b",")?;
        }
        write!(out, "{}", value(wait))?;
    }
    out.write_all(b"]\n")
}
