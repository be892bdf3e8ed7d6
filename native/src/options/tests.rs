//! Every key, every wrong use of it, and the file beside the string.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::*;

/// A file in the temporary folder that goes away with the value.
struct Toml(PathBuf);

impl Toml {
    fn new(text: impl AsRef<[u8]>) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "tickless-options-{}-{}.toml",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        Self(path)
    }

    fn parse(&self, more: &str) -> Result<Options, OptionsError> {
        parse(&format!("config={}{more}", self.0.display()))
    }
}

impl Drop for Toml {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[track_caller]
fn good(text: &str) -> Options {
    parse(text).unwrap()
}

/// The error's line, which must name `key` first.
#[track_caller]
fn bad(text: &str, key: &str) -> String {
    let error = parse(text).unwrap_err();
    assert_eq!(error.key(), Some(key), "{error}");
    let line = error.to_string();
    assert!(line.starts_with(key), "{line}");
    assert!(!line.contains('\n'), "{line}");
    line
}

#[test]
fn no_text_is_all_defaults() {
    assert_eq!(good(""), Options::default());
}

#[test]
fn every_key_lands_in_its_field() {
    let got = good(
        "scope=com.acme.**:org.x.Y,exclude=com.acme.gen.*,time-source=some.app.TimeSource,\
         scope-starts=off,escaped=true,world=main,start=2026-01-01T00:00:00Z,for=24h,adopt=pool-*:main,real-threads=Netty*,\
         outside=ignore,on-missing=warn,timeline=/tmp/t.json,log=debug,summary=true,doctor=true",
    );
    let want = Options {
        scope: vec!["com.acme.**".into(), "org.x.Y".into()],
        exclude: vec!["com.acme.gen.*".into()],
        time_source: Some("some.app.TimeSource".into()),
        scope_starts_off: true,
        escaped: true,
        world_main: true,
        start: Some(WallInstant {
            seconds: 1_767_225_600,
            nanos: 0,
        }),
        run_for: Some(Duration::from_secs(86_400)),
        adopt: vec!["pool-*".into(), "main".into()],
        real_threads: vec!["Netty*".into()],
        outside: Outside::Ignore,
        on_missing: OnMissing::Warn,
        timeline: Some("/tmp/t.json".into()),
        log: Some(log::LevelFilter::Debug),
        summary: true,
        doctor: true,
    };
    assert_eq!(got, want);
}

#[test]
fn every_choice_has_its_word() {
    use log::LevelFilter as L;
    assert_eq!(good("outside=hold").outside, Outside::Hold);
    assert_eq!(good("on-missing=fail").on_missing, OnMissing::Fail);
    assert!(!good("summary=false,doctor=false").summary);
    for (word, level) in [
        ("off", L::Off),
        ("error", L::Error),
        ("warn", L::Warn),
        ("info", L::Info),
        ("debug", L::Debug),
        ("trace", L::Trace),
    ] {
        assert_eq!(good(&format!("log={word}")).log, Some(level));
    }
}

#[test]
fn other_words_are_refused_with_those_allowed() {
    assert!(bad("world=all", "world").contains("write main"));
    assert!(bad("outside=maybe", "outside").contains("hold or ignore"));
    assert!(bad("on-missing=ignore", "on-missing").contains("fail or warn"));
    assert!(bad("log=loud", "log").contains("off or error or warn"));
    assert!(bad("summary=yes", "summary").contains("true or false"));
    assert!(bad("doctor=1", "doctor").contains("true or false"));
}

#[test]
fn an_unknown_key_is_named_with_the_nearest() {
    for (text, nearest) in [
        ("scpoe=a.B", "scope"),
        ("time_source=a.B", "time-source"),
        ("realthreads=a", "real-threads"),
        ("strat=x", "start"),
        ("Log=info", "log"),
        ("lgo=info", "log"),
        ("timelin", "timeline"),
    ] {
        let line = parse(text).unwrap_err().to_string();
        let key = text.split('=').next().unwrap();
        assert!(
            line.starts_with(&format!(
                "unknown option {key:?}; did you mean {nearest:?}?"
            )),
            "{line}"
        );
    }
}

#[test]
fn a_key_like_no_other_is_named_with_all_public_ones() {
    let line = parse("xyz=1").unwrap_err().to_string();
    assert_eq!(
        line,
        "unknown option \"xyz\"; the options are adopt, config, escaped, exclude, for, log, \
         on-missing, outside, real-threads, scope, scope-starts, start, time-source, timeline, world"
    );
}

#[test]
fn a_key_without_a_value_is_refused() {
    for text in ["log", "log="] {
        assert!(bad(text, "log").contains("log=VALUE"));
    }
    assert!(bad("scope=", "scope").contains("scope=ITEM:ITEM"));
    assert!(bad("timeline=", "timeline").contains("no value"));
    assert!(bad("config=", "config").contains("no value"));
}

#[test]
fn a_key_given_twice_is_refused() {
    assert!(bad("log=info,log=warn", "log").contains("twice"));
    assert!(bad("scope=a.B,scope=c.D", "scope").contains("\":\""));
}

#[test]
fn start_and_for_need_the_main_world() {
    assert!(bad("start=2026-01-01T00:00:00Z", "start").contains("world=main"));
    assert!(bad("for=24h", "for").contains("world=main"));
    good("world=main,start=2026-01-01T00:00:00Z,for=PT24H");
}

#[test]
fn what_a_scope_starts_as_and_what_escapes_it_need_a_scope() {
    assert!(bad("scope-starts=off", "scope-starts").contains("scope=PATTERNS"));
    assert!(bad("escaped=true", "escaped").contains("scope=PATTERNS"));
    assert!(bad("scope=a.B,scope-starts=no", "scope-starts").contains("on or off"));
    let got = good("scope=a.B,scope-starts=off,escaped=true");
    assert!(got.scope_starts_off && got.escaped);
    let got = good("scope=a.B,scope-starts=on");
    assert!(!got.scope_starts_off && !got.escaped);
}

#[test]
fn values_that_cannot_be_read_name_their_key() {
    assert!(bad("world=main,start=tomorrow", "start").contains("\"tomorrow\""));
    assert!(bad("world=main,for=24", "for").contains("90s"));
    assert!(bad("scope=com/acme", "scope").contains("`/`"));
    assert!(bad("scope=a.B:", "scope").contains("empty class pattern"));
    assert!(bad("exclude=a b", "exclude").contains("` `"));
    assert!(bad("time-source=a.*", "time-source").contains("full name"));
    assert!(bad("adopt=a::b", "adopt").contains("empty thread name"));
    assert!(bad("real-threads=a\u{7}", "real-threads").contains("control"));
}

#[test]
fn a_value_with_line_breaks_still_gives_one_line() {
    bad("log=a\nb\r\u{1b}[31m", "log");
    let line = parse("a\nb=1").unwrap_err().to_string();
    assert!(!line.contains('\n'), "{line}");
}

#[test]
fn separators_can_be_part_of_a_value() {
    let got = good(r"adopt=Camel thread #1 - timer\://tick:a\,b,timeline=/tmp/a\,b\\c:d");
    assert_eq!(got.adopt, ["Camel thread #1 - timer://tick", "a,b"]);
    assert_eq!(got.timeline, Some(r"/tmp/a,b\c:d".into()));
}

#[test]
fn a_file_holds_the_same_keys() {
    let file = Toml::new(
        "scope = [\"com.acme.**\", \"org.x.Y\"]\nadopt = \"a:b\"\nreal-threads = [\"timer://x\"]\n\
         world = \"main\"\nstart = 2026-01-01T00:00:00Z\nfor = \"P7D\"\nsummary = true\n",
    );
    let got = file.parse("").unwrap();
    assert_eq!(got.scope, ["com.acme.**", "org.x.Y"]);
    assert_eq!(got.adopt, ["a", "b"]);
    assert_eq!(got.real_threads, ["timer://x"]);
    assert!(got.world_main && got.summary);
    assert_eq!(got.start.unwrap().seconds, 1_767_225_600);
    assert_eq!(got.run_for, Some(Duration::from_secs(7 * 86_400)));
}

#[test]
fn the_string_wins_over_the_file() {
    let file = Toml::new("log = \"info\"\noutside = \"ignore\"\nworld = \"main\"\nfor = \"1h\"\n");
    let got = file.parse(",log=trace,for=2h").unwrap();
    assert_eq!(got.log, Some(log::LevelFilter::Trace));
    assert_eq!(got.run_for, Some(Duration::from_secs(7200)));
    assert_eq!(got.outside, Outside::Ignore);
    // Half of a pair from each source is a pair.
    let file = Toml::new("for = \"1h\"\n");
    assert!(
        file.parse("")
            .unwrap_err()
            .to_string()
            .contains("world=main")
    );
    assert!(file.parse(",world=main").is_ok());
}

#[test]
fn a_broken_file_is_named_with_what_is_wrong() {
    for (text, part) in [
        ("scpoe = \"a.B\"", "did you mean \"scope\"?"),
        ("log = \"loud\"", "log: \"loud\" is not allowed"),
        ("log = [\"info\"]", "log: takes one value, not a list"),
        ("for = 24", "for: is of type integer"),
        (
            "scope = [1]",
            "scope: the list holds an item of type integer",
        ),
        ("scope = []", "scope: an empty list"),
        ("timeline = \"\"", "timeline: has no value"),
        ("[world]\nmain = true", "world: is of type table"),
        ("\n\nlog = info", "line 3 is not TOML"),
        (
            "log = \"info\"\nlog = \"warn\"",
            "line 2 is not TOML: duplicate key",
        ),
        (
            "config = \"other.toml\"",
            "config: a file cannot name another",
        ),
    ] {
        let file = Toml::new(text);
        let line = file.parse("").unwrap_err().to_string();
        let start = format!("config file {}: ", file.0.display());
        assert!(line.starts_with(&start), "{line}");
        assert!(line.contains(part), "{text:?}: {line}");
        assert!(!line.contains('\n'), "{line}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let line = parse("config=/nowhere/at/all.toml")
        .unwrap_err()
        .to_string();
    assert!(
        line.starts_with("config file /nowhere/at/all.toml: cannot be read: "),
        "{line}"
    );
    let folder = std::env::temp_dir();
    let line = parse(&format!("config={}", folder.display()))
        .unwrap_err()
        .to_string();
    assert!(line.contains("cannot be read"), "{line}");
    let line = Toml::new([0xff, 0xfe]).parse("").unwrap_err().to_string();
    assert!(line.contains("cannot be read"), "{line}");
    let large = Toml::new("#".repeat((1 << 20) + 1));
    let line = large.parse("").unwrap_err().to_string();
    assert!(line.contains("larger than 1 MiB"), "{line}");
}
