//! Every call that the scan finds, against what ASM finds in the same classes.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use tickless::redirect::catalogue::groups;
use tickless::scan::report::Report;
use tickless::scan::table::Table;
use tickless::scan::{Scan, scan};

use crate::{jdk, maven};

/// The catalogue as the oracle reads it.
fn catalogue() -> String {
    let mut text = String::new();
    for group in groups() {
        for (name, descriptor) in group.methods {
            text.push_str(&format!(
                "{:?}\t{}\t{name}\t{descriptor}\n",
                group.reach, group.owner
            ));
        }
    }
    text
}

fn report(paths: &[PathBuf]) -> Report {
    let report = scan(
        &Scan::of(paths).unwrap(),
        &Table::catalogue(),
        &AtomicU64::new(0),
    );
    assert_eq!(report.skipped, [], "nothing of it is broken");
    report
}

/// Findings as the oracle writes them, with their number.
fn ours(report: &Report) -> BTreeMap<String, usize> {
    let table = Table::catalogue();
    let calls: HashMap<&str, String> = table
        .calls()
        .iter()
        .map(|call| {
            let parameters = &call.descriptor[..=call.descriptor.find(')').unwrap()];
            (
                call.signature.as_str(),
                format!("{}.{}{parameters}", call.owner, call.name),
            )
        })
        .collect();
    let mut lines = BTreeMap::new();
    for finding in &report.findings {
        let line = finding
            .line
            .map_or_else(String::new, |line| line.to_string());
        let text = format!(
            "{}\t{}{}\t{line}\t{}\t{}",
            finding.class.replace('.', "/"),
            finding.method,
            finding.descriptor,
            calls[&*finding.call],
            finding.form.name()
        );
        *lines.entry(text).or_default() += 1;
    }
    lines
}

fn theirs(name: &str, jdk: &jdk::Jdk, sources: &[String]) -> BTreeMap<String, usize> {
    let list = jdk::scratch(&format!("oracle-{name}")).join("catalogue");
    std::fs::write(&list, catalogue()).unwrap();
    let output = maven::oracle(jdk, "oracle.Calls")
        .arg(&list)
        .args(sources)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut lines = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        *lines.entry(line.to_string()).or_default() += 1;
    }
    lines
}

fn same(ours: &BTreeMap<String, usize>, theirs: &BTreeMap<String, usize>) {
    let missing: Vec<_> = theirs
        .iter()
        .filter(|(line, count)| ours.get(*line) != Some(count))
        .take(5)
        .collect();
    let extra: Vec<_> = ours
        .iter()
        .filter(|(line, count)| theirs.get(*line) != Some(count))
        .take(5)
        .collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "only ASM: {missing:#?}\nonly we: {extra:#?}"
    );
}

#[test]
fn camel_core_call_by_call() {
    let camel = maven::camel();
    let found = ours(&report(&camel));
    let sources: Vec<String> = camel
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    assert!(found.values().sum::<usize>() > 150, "{}", found.len());
    same(&found, &theirs("camel", &jdk::both()[1], &sources));
}

#[test]
fn the_other_libraries_call_by_call() {
    let corpus = maven::corpus();
    let found = ours(&report(corpus));
    let sources: Vec<String> = corpus
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    same(&found, &theirs("corpus", &jdk::both()[1], &sources));
}

/// Every form, as javac and as ASM write it; what must and must not be found is spelt out.
#[test]
fn all_forms() {
    let jdk = &jdk::both()[1];
    let folder = jdk::scratch("forms");
    let compiled = jdk
        .tool("javac")
        .args(["--release", "17", "-Xlint:all", "-Werror", "-d"])
        .arg(&folder)
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/java/forms/Forms.java"
        ))
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    assert!(
        maven::oracle(jdk, "oracle.Constants")
            .arg(&folder)
            .status()
            .unwrap()
            .success()
    );
    let report = report(std::slice::from_ref(&folder));
    same(
        &ours(&report),
        &theirs("forms", jdk, &[folder.display().to_string()]),
    );

    let mut found: Vec<String> = report
        .findings
        .iter()
        .map(|finding| {
            let class = finding.class.rsplit(['.', '$']).next().unwrap();
            let method = finding.within.as_ref().unwrap_or(&finding.method);
            format!("{class}.{method} {} {}", finding.call, finding.form.name())
        })
        .collect();
    found.sort();
    assert_eq!(
        found,
        [
            "Constants.dynamic java.lang.System#nanoTime() constant",
            "Constants.handle java.lang.System#nanoTime() constant",
            "Constants.nested java.lang.System#nanoTime() constant",
            "Forms.bound java.util.concurrent.TimeUnit#sleep(long) reference",
            "Forms.constructor java.util.Date#<init>() reference",
            "Forms.lambda java.lang.System#currentTimeMillis() lambda",
            "Forms.lambdaInLambda java.lang.System#currentTimeMillis() reference",
            "Forms.lambdaInLambda java.lang.System#nanoTime() lambda",
            "Forms.plain java.lang.System#nanoTime() call",
            "Forms.reference java.lang.System#nanoTime() reference",
            "Forms.serializable java.lang.System#nanoTime() reference",
            "Forms.timedWait java.lang.Object#wait(long) call",
            "Forms.twice java.lang.System#nanoTime() call",
            "Forms.twice java.lang.System#nanoTime() call",
            "Grandchild.rest java.lang.Thread#sleep(long,int) call",
            "Pool.later java.util.concurrent.ScheduledExecutorService#schedule(java.lang.Runnable,long,java.util.concurrent.TimeUnit) call",
            "Pool.soon java.util.concurrent.ScheduledExecutorService#schedule(java.util.concurrent.Callable,long,java.util.concurrent.TimeUnit) call",
            "Sleepless.really java.lang.Thread#sleep(long,int) call",
            "Stamp.<init> java.util.Date#<init>() call",
            "Worker.run java.lang.Thread#join(long) call",
            "Worker.run java.lang.Thread#sleep(long) call",
        ]
    );
    let delegates: Vec<&str> = report
        .delegates
        .iter()
        .map(|delegate| &*delegate.method)
        .collect();
    assert_eq!(
        delegates,
        [
            "forms.Forms#plain()",
            "forms.Forms#twice()",
            "forms.Forms$Grandchild#rest()",
            "forms.Forms$Sleepless#really()",
            "forms.Forms$Stamp#<init>()",
        ]
    );
}

#[test]
fn both_jdks_call_by_call() {
    for jdk in jdk::both() {
        let found = ours(&report(std::slice::from_ref(&jdk.home)));
        assert!(found.values().sum::<usize>() > 500, "{}", found.len());
        same(
            &found,
            &theirs(&format!("jdk-{}", jdk.feature), &jdk, &["jrt".to_string()]),
        );
    }
}
