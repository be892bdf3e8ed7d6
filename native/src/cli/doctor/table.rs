//! The doctor's answer as text: which JDKs, a row a channel and a column a JDK, then what is wrong.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::{Channel, Outcome, Report, Status, Tested};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();
const HEADING: Style = Style::new().bold();
const GAP: usize = 2;

/// With colours; the stream takes them out where nobody would see them.
pub(super) fn render(tested: &[Tested]) -> String {
    let mut text = String::new();
    let reports: Vec<(usize, &Report)> = tested
        .iter()
        .filter_map(|jdk| match &jdk.outcome {
            Outcome::Tested(report) => Some(report),
            _ => None,
        })
        .enumerate()
        .map(|(at, report)| (at + 1, report))
        .collect();
    for (number, report) in &reports {
        let jdk = &report.jdk;
        line(
            &mut text,
            &format!(
                "[{number}] JDK {}  {}, {}  {}",
                jdk.version, jdk.vendor, jdk.vm, jdk.home
            ),
        );
    }
    if !reports.is_empty() {
        channels(&mut text, &reports);
    }
    findings(&mut text, tested, &reports);
    text
}

fn channels(text: &mut String, reports: &[(usize, &Report)]) {
    // Each JDK lists its channels in one order; a channel that only some have comes where the
    // first of them has it.
    let mut rows: Vec<(&str, &str)> = Vec::new();
    for channel in reports.iter().flat_map(|(_, report)| &report.channels) {
        let row = (channel.group.as_str(), channel.channel.as_str());
        if !rows.contains(&row) {
            let place = rows.iter().rposition(|(group, _)| *group == row.0);
            rows.insert(place.map_or(rows.len(), |at| at + 1), row);
        }
    }
    let first = rows.iter().map(|(_, channel)| channel.chars().count() + 2);
    let first = first.max().unwrap_or(0) + GAP;
    let heads: Vec<String> = reports
        .iter()
        .map(|(number, report)| format!("[{number}] {}", report.jdk.version))
        .collect();
    let widths: Vec<usize> = heads
        .iter()
        .map(|head| head.chars().count().max(word(None).0.len()) + GAP)
        .collect();

    let mut head = " ".repeat(first);
    for (name, width) in heads.iter().zip(&widths) {
        let _ = write!(head, "{HEADING}{name}{HEADING:#}{}", padding(name, *width));
    }
    text.push('\n');
    line(text, &head);
    let mut group = "";
    for (row_group, channel) in rows {
        if row_group != group {
            group = row_group;
            line(text, &format!("{HEADING}{group}{HEADING:#}"));
        }
        let mut row = format!("  {channel:width$}", width = first - 2);
        for ((_, report), width) in reports.iter().zip(&widths) {
            let status = report
                .channels
                .iter()
                .find(|found| found.group == row_group && found.channel == channel)
                .map(|found| found.status);
            let (word, style) = word(status);
            let _ = write!(row, "{style}{word}{style:#}{}", padding(word, *width));
        }
        line(text, &row);
    }
}

fn findings(text: &mut String, tested: &[Tested], reports: &[(usize, &Report)]) {
    let mut found = Vec::new();
    for (number, report) in reports {
        let missing = report
            .channels
            .iter()
            .filter(|channel| channel.status == Status::Missing);
        found
            .extend(missing.map(|channel| {
                format!("{BAD}missing{BAD:#} on [{number}] {}", described(channel))
            }));
        if report.channels.is_empty() {
            found.push(format!("{BAD}nothing tested{BAD:#} on [{number}]"));
        }
    }
    for jdk in tested {
        let home = jdk.home.display();
        match &jdk.outcome {
            Outcome::Tested(_) => {}
            Outcome::Untested { error } => {
                found.push(format!("{BAD}not tested{BAD:#} {home}: {error}"));
            }
            Outcome::Unfit { skipped } => found.push(format!("left out {home}: {skipped}")),
        }
    }
    let notes = reports.iter().flat_map(|(number, report)| {
        report
            .channels
            .iter()
            .filter(|channel| channel.status != Status::Missing && !channel.detail.is_empty())
            .map(move |channel| format!("{FAINT}[{number}] {}{FAINT:#}", described(channel)))
    });
    found.extend(notes);
    if !found.is_empty() && !text.is_empty() {
        text.push('\n');
    }
    found.iter().for_each(|finding| line(text, finding));
}

fn described(channel: &Channel) -> String {
    if channel.detail.is_empty() {
        channel.channel.clone()
    } else {
        format!("{}: {}", channel.channel, channel.detail)
    }
}

fn word(status: Option<Status>) -> (&'static str, Style) {
    match status {
        Some(Status::Ok) => ("ok", GOOD),
        Some(Status::Missing) => ("missing", BAD),
        Some(Status::Absent) | None => ("not on this JDK", FAINT),
    }
}

/// Outside the colours, so that the end of a line can be trimmed.
fn padding(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}

fn line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::Running;
    use super::*;

    fn channel(name: &str, group: &str, status: Status, detail: &str) -> Channel {
        Channel {
            channel: name.into(),
            group: group.into(),
            status,
            detail: detail.into(),
        }
    }

    fn tested(version: &str, channels: Vec<Channel>) -> Tested {
        let jdk = Running {
            version: version.into(),
            feature: 17,
            vm: "VM".into(),
            vendor: "Vendor".into(),
            home: format!("/jdk/{version}"),
        };
        Tested {
            home: PathBuf::from(format!("/jdk/{version}")),
            outcome: Outcome::Tested(Report { jdk, channels }),
        }
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn a_row_a_channel_and_a_column_a_jdk() {
        let text = plain(&render(&[
            tested(
                "17.0.15",
                vec![
                    channel("nanoTime", "clock", Status::Ok, ""),
                    channel("Object.wait", "wait", Status::Missing, "not bound"),
                ],
            ),
            tested(
                "25",
                vec![
                    channel("nanoTime", "clock", Status::Ok, ""),
                    channel("Object.wait", "wait", Status::Ok, ""),
                    channel("VirtualThread.park", "wait", Status::Ok, ""),
                ],
            ),
        ]));
        let want = "\
[1] JDK 17.0.15  Vendor, VM  /jdk/17.0.15
[2] JDK 25  Vendor, VM  /jdk/25

                      [1] 17.0.15      [2] 25
clock
  nanoTime            ok               ok
wait
  Object.wait         missing          ok
  VirtualThread.park  not on this JDK  ok

missing on [1] Object.wait: not bound
";
        assert_eq!(text, want, "{text}");
    }

    #[test]
    fn a_jdk_without_a_report_is_named_with_the_reason() {
        let text = plain(&render(&[Tested {
            home: "/jdk/x".into(),
            outcome: Outcome::Untested {
                error: "exit code 3".into(),
            },
        }]));
        assert_eq!(text, "not tested /jdk/x: exit code 3\n");
    }
}
