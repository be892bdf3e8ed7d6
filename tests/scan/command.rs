//! The command: exit codes, formats, rules, baselines, differences.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::samples::{self, compile};
use crate::{jdk, maven, zips};

/// What a run of the command left.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn skipped(&self) -> usize {
        self.err.matches("tickless: skipped ").count()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

/// `tickless scan` with these arguments.
pub fn scan<A: AsRef<OsStr>>(arguments: &[A]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_tickless"))
        .arg("scan")
        .args(arguments)
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn scan_with(path: &Path, options: &[&str]) -> Run {
    let mut arguments = vec![path.as_os_str()];
    arguments.extend(options.iter().map(OsStr::new));
    scan(&arguments)
}

const SHOP: &[(&str, &str)] = &[
    (
        "shop/Slow.java",
        "package shop;
         import java.lang.annotation.*;
         @Retention(RetentionPolicy.CLASS)
         public @interface Slow { String[] why() default {}; }",
    ),
    (
        "shop/Order.java",
        "package shop;
         import java.util.concurrent.*;
         public class Order {
             long at() { return System.currentTimeMillis(); }
             void rest() throws Exception { Thread.sleep(1); }
             Callable<Long> later() { return () -> System.nanoTime(); }
             String zone() { return java.time.ZoneId.systemDefault().getId(); }
             @Slow(why = {\"a\", \"b\"}) void slow() throws Exception { TimeUnit.SECONDS.sleep(1); }
         }",
    ),
    (
        "shop/time/Watch.java",
        "package shop.time;
         public class Watch {
             private final long start = System.nanoTime();
             public long taken() { return System.nanoTime() - start; }
         }",
    ),
    (
        "shop/Till.java",
        "package shop;
         @Slow
         public class Till {
             long seen(shop.time.Watch watch) { return watch.taken(); }
             static class Drawer {
                 java.time.LocalDate day() { return java.time.LocalDate.now(); }
             }
         }",
    ),
];

#[test]
fn exit_codes() {
    let shop = compile("exit", SHOP);
    assert_eq!(scan_with(&shop, &[]).code, 1);
    let quiet = jdk::scratch("exit-quiet");
    fs::write(quiet.join("Quiet.class"), samples::quiet()).unwrap();
    let run = scan_with(&quiet, &[]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    assert!(
        run.err.starts_with("tickless: 0 found in 1 classes"),
        "{}",
        run.err
    );

    fs::write(quiet.join("notes.txt"), "nothing").unwrap();
    for (arguments, part) in [
        (vec![], "PATH"),
        (vec!["/does/not/exist"], "/does/not/exist: No such file"),
        (
            vec![quiet.join("notes.txt").to_str().unwrap()],
            "notes.txt: neither a class file",
        ),
        (vec!["--bundle", "clocks", "."], "clocks"),
        (vec!["--json", "--csv", "."], "--csv"),
        (vec!["--threads", "0", "."], "0"),
    ] {
        let run = scan(&arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn the_text_shows_kind_place_call_and_form() {
    let shop = compile("text", SHOP);
    let run = scan_with(&shop, &[]);
    for line in [
        "wall (1)",
        "  shop.Order.at(Order.java:4)  java.lang.System#currentTimeMillis()  call  classes",
        "  shop.Order.lambda$later$0(Order.java:6)  java.lang.System#nanoTime()  lambda  classes",
        "  shop.Till$Drawer.day(Till.java:6)  java.time.LocalDate#now()  call  classes",
        "methods that only hand on a clock or a sleep (6)",
        "module   wall  monotonic  wrapper  sleep  wait  schedule  zone  total",
        "classes     1          3        1      2     0         0     0      7",
    ] {
        assert!(
            run.out.lines().any(|found| found == line),
            "{line:?} in\n{}",
            run.out
        );
    }
    let summary = scan_with(&shop, &["--summary"]);
    assert_eq!(summary.out.lines().count(), 3, "{}", summary.out);
    assert_eq!(scan_with(&shop, &["--summary", "--quiet"]).err, "");
}

#[test]
fn bundles_apart() {
    let shop = compile("bundles", SHOP);
    let calls = |bundle: &str| -> Vec<String> {
        let document = scan_with(&shop, &["--json", "--bundle", bundle]).json();
        let findings = document["findings"].as_array().unwrap().clone();
        findings
            .iter()
            .map(|finding| finding["call"].as_str().unwrap().to_string())
            .collect()
    };
    assert_eq!(
        calls("wait"),
        [
            "java.lang.Thread#sleep(long)",
            "java.util.concurrent.TimeUnit#sleep(long)"
        ]
    );
    assert_eq!(
        calls("zone"),
        [
            "java.time.ZoneId#systemDefault()",
            "java.time.LocalDate#now()"
        ]
    );
    assert_eq!(calls("clock").len(), 5);
    assert_eq!(calls("clock,wait,zone").len(), 8);
}

#[test]
fn json_and_csv() {
    let shop = compile("formats", SHOP);
    let document = scan_with(&shop, &["--json", "--callers"]).json();
    assert_eq!(document["version"], 1);
    assert_eq!(document["classes"], 5);
    assert_eq!(document["summary"][0]["module"], "classes");
    assert_eq!(document["summary"][0]["monotonic"], 3);
    let lambda = document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|finding| finding["form"] == "lambda")
        .unwrap();
    assert_eq!(lambda["within"], "later");
    assert_eq!(lambda["line"], 6);
    assert_eq!(lambda["source"], "Order.java");
    assert_eq!(document["callers"].as_array().unwrap().len(), 1);
    assert_eq!(document["callers"][0]["call"], "shop.time.Watch#taken()");
    assert_eq!(document["callers"][0]["class"], "shop.Till");
    assert_eq!(document["callers"][0]["kind"], "monotonic");

    let run = scan_with(&shop, &["--csv"]);
    let mut reader = csv::Reader::from_reader(run.out.as_bytes());
    assert_eq!(&reader.headers().unwrap()[1], "kind");
    assert_eq!(reader.records().map(Result::unwrap).count(), 7);
}

#[test]
fn sarif_is_accepted_by_its_schema() {
    let folder = jdk::scratch("sarif");
    let check = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let output = maven::oracle(&jdk::both()[0], "oracle.Schema")
            .arg(&path)
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let shop = compile("sarif", SHOP);
    fs::write(shop.join("Broken.class"), "").unwrap();
    let log = scan_with(&shop, &["--sarif"]).out;
    assert_eq!(check("good.sarif", &log), (Some(0), String::new()));
    let document: Value = serde_json::from_str(&log).unwrap();
    let run = &document["runs"][0];
    assert_eq!(run["results"].as_array().unwrap().len(), 7);
    assert_eq!(
        run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "shop/Order.java"
    );
    assert_eq!(
        run["invocations"][0]["toolExecutionNotifications"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // Camel has no line numbers in its class files, and a difference has states.
    let jar = maven::camel()
        .into_iter()
        .find(|jar| jar.to_string_lossy().contains("camel-util-4"))
        .unwrap();
    let log = scan(&[
        jar.as_os_str(),
        OsStr::new("--sarif"),
        OsStr::new("--diff"),
        shop.as_os_str(),
    ])
    .out;
    assert!(log.contains("\"absent\"") && log.contains("\"new\""));
    assert_eq!(check("diff.sarif", &log), (Some(0), String::new()));

    let bad = log
        .replace("\"startLine\"", "\"startsLine\"")
        .replace("\"2.1.0\"", "\"2.0.0\"");
    let (code, messages) = check("bad.sarif", &bad);
    assert_eq!(code, Some(1), "{messages}");
}

#[test]
fn rules_by_package_class_method_and_annotation() {
    let shop = compile("rules", SHOP);
    let rules = shop.join("rules.toml");
    let found = |text: &str| -> Vec<String> {
        fs::write(&rules, text).unwrap();
        let run = scan_with(&shop, &["--json", "--rules", rules.to_str().unwrap()]);
        let document = run.json();
        let findings = document["findings"].as_array().unwrap().clone();
        assert_eq!(run.code, i32::from(!findings.is_empty()), "{}", run.err);
        findings
            .iter()
            .map(|finding| {
                let method = finding["within"]
                    .as_str()
                    .unwrap_or(finding["method"].as_str().unwrap());
                let reason = finding["reason"].as_str().unwrap_or("-");
                format!("{}.{method}: {reason}", finding["class"].as_str().unwrap())
            })
            .collect()
    };
    let package =
        "[[forbid]]\ncalls = [\"@monotonic\"]\nin = [\"shop.*\"]\nreason = \"TimeSource\"\n";
    assert_eq!(found(package), ["shop.Order.later: TimeSource"]);
    let across = "[[forbid]]\ncalls = [\"@monotonic\"]\nin = [\"shop.**\"]\n";
    assert_eq!(found(across).len(), 3);
    let class = "[[forbid]]\ncalls = [\"@all\"]\nin = [\"shop.Till\"]\n";
    assert_eq!(found(class), ["shop.Till$Drawer.day: -"]);
    let method = "[[forbid]]\ncalls = [\"@all\"]\nin = [\"shop.Order#later\", \"shop.Order#at\"]\n";
    assert_eq!(found(method), ["shop.Order.at: -", "shop.Order.later: -"]);
    let annotation = "[[forbid]]\ncalls = [\"@all\"]\nannotated = [\"shop.Slow\"]\n";
    assert_eq!(
        found(annotation),
        ["shop.Order.slow: -", "shop.Till$Drawer.day: -"]
    );
    let allow = "[[forbid]]\ncalls = [\"@clock\"]\n[[allow]]\ncalls = [\"java.lang.System#nanoTime()\"]\nin = [\"shop.time.**\"]\n\
                 [[allow]]\ncalls = [\"@all\"]\nannotated = [\"shop.Slow\"]\n";
    assert_eq!(found(allow), ["shop.Order.at: -", "shop.Order.later: -"]);
    let own = "[[call]]\nmethod = \"shop.time.Watch#taken()\"\nkind = \"monotonic\"\n\
               [[forbid]]\ncalls = [\"shop.time.Watch#taken\"]\nreason = \"no watches\"\n";
    assert_eq!(found(own), ["shop.Till.seen: no watches"]);
    let only_allow = "[[allow]]\ncalls = [\"@all\"]\nin = [\"shop.**\"]\n";
    assert_eq!(found(only_allow), [] as [String; 0]);
}

#[test]
fn wrong_rules_are_bad_input() {
    let shop = compile("wrong-rules", SHOP);
    let rules = shop.join("rules.toml");
    for (text, complaint) in [
        (
            "[[forbid]]\ncalls = [\"java.lang.System#nanotime()\"]\n",
            "rules.toml:2: no such call `java.lang.System#nanotime()`; nearest: `java.lang.System#nanoTime()`",
        ),
        (
            "[[call]]\nkind = \"wall\"\nmethod = \"shop.time.Watch#took()\"\n",
            "rules.toml:3: no scanned class declares `shop.time.Watch#took()`",
        ),
        ("[[forbid]]\n", "rules.toml:1: missing field `calls`"),
    ] {
        fs::write(&rules, text).unwrap();
        let run = scan_with(&shop, &["--rules", rules.to_str().unwrap()]);
        assert_eq!(run.code, 2, "{text}");
        assert!(run.err.contains(complaint), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
    fs::write(
        &rules,
        "[[call]]\nkind = \"wall\"\noptional = true\nmethod = \"shop.time.Watch#took()\"\n",
    )
    .unwrap();
    assert_eq!(
        scan_with(&shop, &["--rules", rules.to_str().unwrap()]).code,
        1
    );
    assert_eq!(
        scan_with(&shop, &["--rules", "/does/not/exist.toml"]).code,
        2
    );
}

#[test]
fn with_a_baseline_only_the_new_fails() {
    let folder = jdk::scratch("baseline");
    let baseline = folder.join("baseline.txt");
    let baseline = baseline.to_str().unwrap();
    let old = "public class A { long a() { return System.nanoTime(); } Runnable r() { return () -> System.nanoTime(); } }";
    let new = "\n\npublic class A { Runnable q() { return () -> { }; }
               long a() { return System.nanoTime() - System.nanoTime(); }
               Runnable r() { return () -> System.nanoTime(); } }";
    let old = compile("baseline-old", &[("A.java", old)]);
    let new = compile("baseline-new", &[("A.java", new)]);
    let written = scan_with(&old, &["--write-baseline", baseline]);
    assert_eq!(written.code, 0, "{}", written.err);
    let same = scan_with(&old, &["--baseline", baseline]);
    assert_eq!(
        (same.code, same.out.contains("nanoTime")),
        (0, false),
        "{}",
        same.out
    );
    // Other lines, another number of the lambda: still the same. One more read: new.
    let more = scan_with(&new, &["--baseline", baseline, "--json"]);
    assert_eq!(more.code, 1);
    assert_eq!(more.json()["findings"].as_array().unwrap().len(), 1);
    let gone = compile("baseline-gone", &[("A.java", "public class A { }")]);
    let gone = scan_with(&gone, &["--baseline", baseline]);
    assert_eq!(gone.code, 0);
    assert!(
        gone.err.contains("2 of the baseline are gone"),
        "{}",
        gone.err
    );
    fs::write(baseline, "not a baseline\n").unwrap();
    let broken = scan_with(&old, &["--baseline", baseline]);
    assert_eq!(broken.code, 2);
    assert!(
        broken
            .err
            .contains("baseline.txt:1: not a line of a baseline"),
        "{}",
        broken.err
    );
}

#[test]
fn what_came_and_went_between_two_versions() {
    let old = "public class A { long a() { return System.nanoTime(); } long b() { return System.currentTimeMillis(); } }";
    let new = "\npublic class A { long b() { return System.currentTimeMillis(); } java.util.Date c() { return new java.util.Date(); } }";
    let folder = jdk::scratch("diff");
    let jar = |name: &str, source: &str| {
        let classes = compile(&format!("diff-{name}"), &[("A.java", source)]);
        let path = folder.join(name);
        fs::write(
            &path,
            zips::deflated(&[("A.class", &fs::read(classes.join("A.class")).unwrap())]),
        )
        .unwrap();
        path
    };
    let (old, new) = (jar("a-1.0.jar", old), jar("a-1.1.jar", new));
    let run = scan_with(&new, &["--diff", old.to_str().unwrap()]);
    assert_eq!(run.code, 1, "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines,
        [
            "- A.a(A.java:1)  java.lang.System#nanoTime()  call  a-1.0",
            "+ A.c(A.java:2)  java.util.Date#<init>()  call  a-1.1",
        ]
    );
    let changes = &scan_with(&new, &["--json", "--diff", old.to_str().unwrap()]).json()["changes"];
    assert_eq!(changes["came"].as_array().unwrap().len(), 1);
    assert_eq!(changes["went"].as_array().unwrap().len(), 1);
    let same = scan_with(&new, &["--diff", new.to_str().unwrap()]);
    assert_eq!((same.code, same.out.as_str()), (0, ""));
}

#[test]
fn archives_of_every_kind() {
    let folder = jdk::scratch("archives");
    let class = samples::clocks();
    let inner = zips::stored(&[("Clocks.class", &class)]);
    let packed = zips::deflated(&[("Clocks.class", &class)]);
    let boot = zips::stored(&[
        ("BOOT-INF/classes/Clocks.class", &class),
        ("BOOT-INF/lib/inner-1.jar", &inner),
        ("BOOT-INF/lib/readme.txt", b"nothing"),
    ]);
    fs::write(
        folder.join("boot.jar"),
        [b"#!/bin/sh\nexit 0\n".as_slice(), &boot].concat(),
    )
    .unwrap();
    fs::write(
        folder.join("shop.war"),
        zips::deflated(&[("WEB-INF/lib/packed-2.jar", &packed)]),
    )
    .unwrap();
    let module = zips::deflated(&[("classes/Clocks.class", &class)]);
    fs::write(
        folder.join("shop.jmod"),
        [b"JM\x01\x00".as_slice(), &module].concat(),
    )
    .unwrap();
    let releases = zips::deflated(&[
        ("Clocks.class", &class),
        ("META-INF/versions/11/Clocks.class", &class),
        ("META-INF/versions/21/Clocks.class", &class),
    ]);
    fs::write(folder.join("releases.jar"), releases).unwrap();
    let run = scan_with(&folder, &["--json"]);
    let document = run.json();
    let mut found: Vec<String> = document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            let path = finding["path"]
                .as_str()
                .unwrap()
                .strip_prefix(folder.to_str().unwrap())
                .unwrap();
            format!(
                "{path} {} {}",
                finding["module"].as_str().unwrap(),
                finding["version"]
            )
        })
        .collect();
    found.sort();
    assert_eq!(
        found,
        [
            "/boot.jar boot null",
            "/boot.jar!/BOOT-INF/lib/inner-1.jar inner-1 null",
            "/releases.jar releases 11",
            "/releases.jar releases 21",
            "/releases.jar releases null",
            "/shop.jmod shop null",
            "/shop.war!/WEB-INF/lib/packed-2.jar packed-2 null",
        ]
    );
    assert_eq!(run.skipped(), 0, "{}", run.err);
}

#[test]
fn the_running_jdk() {
    let jdk = &jdk::both()[1];
    let output = Command::new(env!("CARGO_BIN_EXE_tickless"))
        .args(["scan", "--jdk", "--summary"])
        .env("JAVA_HOME", &jdk.home)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.lines().any(|line| line.starts_with("java.base ")),
        "{text}"
    );
    let missing = Command::new(env!("CARGO_BIN_EXE_tickless"))
        .args(["scan", "--jdk"])
        .env("JAVA_HOME", "/does/not/exist")
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(2));
}
