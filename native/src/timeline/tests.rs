use super::{Format, Recording, format_of, page, trace};
use crate::engine::journal::Journal;
use crate::engine::{Kind, NEVER, Reason, Wall};
use std::path::Path;

/// Two threads: one sleeps an hour, then wakes the other.
fn journal() -> Journal {
    const HOUR: i128 = 3_600_000_000_000;
    let mut journal = Journal::default();
    journal.joined(0, 11);
    journal.joined(0, 12);
    journal.advance_began(0, None);
    journal.blocked(1, 12, Some(Kind::Park), NEVER, 1);
    journal.blocked(1, 11, Some(Kind::Sleep), HOUR + 1, 0);
    journal.woken(HOUR + 1, 11, Reason::Timeout, None);
    journal.woken(HOUR + 1, 12, Reason::Unpark, Some(11));
    journal.blocked(HOUR + 1, 12, None, NEVER, 0);
    journal.wall_stepped(HOUR + 1, Wall::new(5, 0));
    journal.advance_ended(2 * HOUR);
    journal
}

fn written(write: impl Fn(&Recording, &mut Vec<u8>) -> std::io::Result<()>) -> String {
    let journal = journal();
    let recording = Recording {
        name: "a </script> test",
        start: Wall::new(0, 1),
        end: 7_200_000_000_000,
        journal: &journal,
        names: &["main".to_owned(), "pool \"1\"".to_owned()],
        stacks: &[
            vec!["A.sleep(A.java:1)".to_owned()],
            vec!["B.park(B.java:2)".to_owned()],
        ],
    };
    let mut out = Vec::new();
    write(&recording, &mut out).expect("writes to memory");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_trace_is_json_with_exact_times() {
    let text = written(trace::write);
    assert!(text.contains("\"dur\":3600000000.000"), "{text}");
    let trace: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    let named = |name: &str| -> Vec<_> { events.iter().filter(|e| e["name"] == name).collect() };
    assert_eq!(named("sleep")[0]["args"]["ended by"], "deadline");
    assert_eq!(named("park")[0]["args"]["woken by"], "main");
    assert_eq!(named("park")[0]["args"]["stack"], "B.park(B.java:2)");
    assert_eq!(named("monitor")[0]["args"]["ended by"], "still waiting");
    let arrow = named("unparked");
    assert_eq!(
        (&arrow[0]["ph"], &arrow[1]["ph"]),
        (&"s".into(), &"f".into())
    );
    assert_eq!(
        (arrow[0]["tid"].as_i64(), arrow[1]["tid"].as_i64()),
        (Some(1), Some(2))
    );
    assert_eq!(named("advance")[0]["dur"].as_f64(), Some(7_200_000_000.0));
}

#[test]
fn a_page_holds_its_facts_and_its_waits() {
    let text = written(page::write);
    let part = |id: &str| {
        let begin = text.find(&format!("id=\"{id}\">")).expect("the element") + id.len() + 6;
        let end = begin + text[begin..].find("</script>").expect("its end");
        serde_json::from_str::<serde_json::Value>(&text[begin..end]).expect("JSON")
    };
    let (facts, waits) = (part("facts"), part("waits"));
    assert_eq!(facts["name"], "a </script> test");
    assert_eq!(facts["threads"][1][0], "pool \"1\"");
    assert_eq!(facts["steps"][0][1], "1970-01-01T00:00:05Z");
    assert_eq!(waits["lane"], serde_json::json!([1, 0, 1]));
    assert_eq!(
        waits["from"],
        serde_json::json!([1, 0, 3_600_000_000_000_i64])
    );
    assert_eq!(
        waits["timeout"],
        serde_json::json!([-1, 3_600_000_000_000_i64, -1])
    );
    assert_eq!(waits["by"], serde_json::json!([0, -1, -1]));
    assert!(
        !text.contains("http://") && !text.contains("https://"),
        "needs no network"
    );
}

#[test]
fn the_name_of_a_file_says_what_it_holds() {
    assert_eq!(format_of(Path::new("/tmp/a.json")), Ok(Format::Trace));
    assert_eq!(format_of(Path::new("a.b.html")), Ok(Format::Page));
    let error = format_of(Path::new("a.txt")).expect_err("no format");
    assert_eq!(
        error,
        "a.txt is to end in .html (a page) or .json (a Chrome trace)"
    );
}
