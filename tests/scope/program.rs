//! A program that reads every clock and sleeps in every way, scoped and unscoped, on real JVMs.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use tickless::redirect::scope::{Offers, ScopeTable, helper_class, rewrite};

use crate::jdk::{self, Jdk};
use crate::table::{compiled, helper_bytes};

/// Compiles the program and rewrites its classes for `table`; the folder with all that it needs.
fn scoped(name: &str, table: Option<&ScopeTable>) -> PathBuf {
    let folder = jdk::scratch(&format!("scope-{name}"));
    let root = env!("CARGO_MANIFEST_DIR");
    let output = jdk::both()[1]
        .tool("javac")
        .args(["--release", "17", "-g", "-cp"])
        .arg(compiled())
        .arg("-d")
        .arg(&folder)
        .arg(format!("{root}/tests/java/scope/shop/Component.java"))
        .arg(format!("{root}/tests/java/scope/shop/OwnTime.java"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    if let Some(table) = table {
        for entry in fs::read_dir(folder.join("shop")).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            if let Some(changed) = rewrite(&bytes, table, &HashMap::new()).unwrap() {
                fs::write(&path, changed).unwrap();
            }
        }
    }
    folder
}

fn run(jdk: &Jdk, folder: &Path) -> Vec<String> {
    let output = jdk
        .tool("java")
        .args([
            "-Xverify:all",
            "-XX:-PrintWarnings",
            "-Duser.timezone=UTC",
            "-cp",
        ])
        .arg(format!("{}:{}", folder.display(), compiled().display()))
        .arg("shop.Component")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_string)
        .collect()
}

/// The stand-in's time: 1 January 1971, 1.234567890 s past midnight.
const SEEN: &[&str] = &[
    "millis 31536001234",
    "nanos 42",
    "reference 42",
    "lambda 31536001234",
    "instant 1971-01-01T00:00:01.234567890Z",
    "instant reference 1971-01-01T00:00:01.234567890Z",
    "clock 1971-01-01T00:00:01.234567890Z 31536001234 +01:00",
    "clock 1971-01-01T00:00:01.234567890Z 31536001234 +01:00",
    "clock 1971-01-01T00:00:01.234567890Z 31536001234 +01:00",
    "clock 1971-01-01T00:00:01.234Z 31536001234 +01:00",
    "clock 1971-01-01T00:00:01Z 31536001000 +01:00",
    "clock 1971-01-01T00:00:00Z 31536000000 +01:00",
    "source 1971-01-01T00:00:01.234567890Z",
    "explicit 1970-01-01T01:00",
    "date 1971-01-01 1971-01-01",
    "time 00:00:01.234567890 01:00:01.234567890",
    "date time 1971-01-01T00:00:01.234567890 1971-01-01T01:00:01.234567890",
    "zoned 1971-01-01T00:00:01.234567890Z 1971-01-01T01:00:01.234567890+01:00",
    "offset 1971-01-01T00:00:01.234567890Z 1971-01-01T01:00:01.234567890+01:00",
    "offset time 01:00:01.234567890+01:00 00:00:01.234567890",
    "year 1971 1971",
    "month 1971-01 1971-01",
    "day --01-01 --01-01",
    "hijrah 365 365",
    "japanese 365 365",
    "minguo 365 365",
    "thai 365 365",
    "chronology 1971-01-01 1971-01-01",
    "bound chronology 1971-01-01",
    "iso 1971-01-01 1971-01-01",
    "chronologies 365 365 365 365 365 365 365 365",
    "new date 31536001234",
    "date reference 31536001234",
    "date or null 31536001234",
    "stamp 31536001234",
    "LOUD! 31536001234",
    "anonymous 31536001234",
    "calendar 31536001234",
    "calendar in zone 31536001234",
    "calendar of locale 31536001234",
    "calendar of both 31536001234",
    "inherited 31536001234",
    "calendar reference 31536001234",
    "gregorian 31536001234",
    "gregorian in zone 31536001234",
    "gregorian of locale 31536001234",
    "gregorian of both 31536001234",
    "gregorian reference 31536001234",
    "agenda 31536001234",
    "explicit date 7",
    "explicit calendar 1970",
    "own sleep 5",
    "slept [10 ms, 11 ms 12 ns, 13000 ms 0 ns, 14 ms 15000 ns, 16 ms, 60000 ms 0 ns, 3600000 ms 0 ns, 1 ms, 2 ms 3 ns, 4 ms]",
    "duration PT0.001S",
    "line 246",
];

#[test]
fn every_read_and_sleep_goes_to_the_time_source() {
    let folder = scoped("default", Some(&ScopeTable::default()));
    for jdk in jdk::both() {
        let seen = run(&jdk, &folder);
        for (seen, wanted) in seen.iter().zip(SEEN) {
            assert_eq!(seen, wanted, "JDK {}", jdk.feature);
        }
        assert_eq!(seen.len(), SEEN.len(), "JDK {}", jdk.feature);
    }
}

#[test]
fn a_project_with_its_own_time_source() {
    let table = ScopeTable::new("shop/OwnTime");
    let folder = scoped("own", Some(&table));
    let helper = helper_class(&helper_bytes(), &table, Offers::default()).unwrap();
    fs::write(folder.join("shop/OwnTime$Tickless.class"), helper).unwrap();
    for jdk in jdk::both() {
        let seen = run(&jdk, &folder);
        for line in [
            "millis 5000",
            "nanos 43",
            "instant 1970-01-01T00:00:05Z",
            "date time 1970-01-01T00:00:05 1970-01-01T01:00:05",
            "gregorian of both 5000",
            "LOUD! 5000",
            // Nanoseconds are rounded up to whole milliseconds.
            "slept [own 10, own 12, own 13000, own 15, own 16, own 60000, own 3600000, own 1, own 3, own 4]",
        ] {
            assert!(
                seen.iter().any(|seen| seen == line),
                "JDK {}: {line} in {seen:#?}",
                jdk.feature
            );
        }
    }
}

/// The same program without scope: what must not change does not, the rest is real.
#[test]
fn without_scope_the_same_program_is_on_real_time() {
    let folder = scoped("plain", None);
    // It would sleep for an hour: only its clocks are asked.
    let source = folder.join("Reads.java");
    fs::write(
        &source,
        "public class Reads { public static void main(String[] arguments) throws Exception {
             for (String name : new String[] {\"clocks\", \"dates\"}) {
                 var method = Class.forName(\"shop.Component\").getDeclaredMethod(name);
                 method.setAccessible(true);
                 method.invoke(null);
             }
             var seen = Class.forName(\"shop.Component\").getDeclaredField(\"SEEN\");
             seen.setAccessible(true);
             ((java.util.List<?>) seen.get(null)).forEach(System.out::println);
         } }",
    )
    .unwrap();
    let output = jdk::both()[0]
        .tool("java")
        .arg("-cp")
        .arg(format!("{}:{}", folder.display(), compiled().display()))
        .arg(&source)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let same: Vec<&str> = text.lines().filter(|line| SEEN.contains(line)).collect();
    assert_eq!(same, ["explicit 1970-01-01T01:00"]);
}

/// What JDK 17 does not have yet, on the JDK that has it.
#[test]
fn sleeps_of_a_duration() {
    let jdk = &jdk::both()[1];
    let folder = jdk::scratch("scope-duration");
    let source = folder.join("Naps.java");
    fs::write(
        &source,
        "import java.time.Duration;
         public class Naps extends Thread {
             public static void main(String[] arguments) throws Exception {
                 Thread.sleep(Duration.ofHours(1).plusNanos(2_000_003));
                 Thread.sleep(Duration.ZERO);
                 Thread.sleep(Duration.ofDays(-1));
                 sleep(Duration.ofMillis(5));
                 System.out.println(dev.tickless.TimeSource.SLEPT);
             }
         }",
    )
    .unwrap();
    let mut javac = jdk.tool("javac");
    javac
        .arg("-cp")
        .arg(compiled())
        .arg("-d")
        .arg(&folder)
        .arg(&source);
    assert!(javac.status().unwrap().success());
    let path = folder.join("Naps.class");
    let changed = rewrite(
        &fs::read(&path).unwrap(),
        &ScopeTable::default(),
        &HashMap::new(),
    )
    .unwrap();
    fs::write(&path, changed.unwrap()).unwrap();
    let output = jdk
        .tool("java")
        .arg("-cp")
        .arg(format!("{}:{}", folder.display(), compiled().display()))
        .arg("Naps")
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).trim(),
        "[3600002 ms 3 ns, 0 ms 0 ns, 5 ms 0 ns]",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
