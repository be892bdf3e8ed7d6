//! Redirected JDK classes before the JVM's own verifier.

use std::fs;
use std::path::Path;

use tickless::classfile::Pool;
use tickless::redirect::{retarget, world_rows};
use tickless::scan::jimage::Image;

use crate::jdk::{self, Jdk};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/java/LinkAll.java");
const GATE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/java/gate/java/lang/TicklessClock.java"
);

/// Starts the JDK on its own classes, those in `patch` replaced, and links the listed ones.
fn link(jdk: &Jdk, patch: &Path, modules: &[String], names: &[String]) -> (bool, String) {
    let list = patch.join("names");
    fs::write(&list, names.join("\n")).unwrap();
    let mut java = jdk.tool("java");
    // The verifier trusts the boot loader's classes unless told otherwise.
    java.args([
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+BytecodeVerificationLocal",
    ]);
    for module in modules {
        java.arg(format!(
            "--patch-module={module}={}",
            patch.join(module).display()
        ));
    }
    java.args(["--add-modules", "ALL-SYSTEM"])
        .arg(PROGRAM)
        .arg(&list);
    let output = java.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

/// Writes all redirected classes of the JDK under `patch/MODULE/…`.
fn rewrite(jdk: &Jdk, patch: &Path) -> (Vec<String>, Vec<String>) {
    let image = Image::open(&jdk.modules()).unwrap();
    let mut bytes = Vec::new();
    let (mut modules, mut names) = (Vec::new(), Vec::new());
    for class in image.classes().unwrap() {
        image.read(&class, &mut bytes).unwrap();
        let Some(changed) = retarget(&bytes, world_rows()).unwrap() else {
            continue;
        };
        let folder = patch.join(class.module).join(class.parent);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{}.class", class.base)), changed).unwrap();
        names.push(format!("{}/{}", class.parent, class.base).replace('/', "."));
        modules.push(class.module.to_string());
    }
    modules.sort();
    modules.dedup();
    let compiled = jdk
        .tool("javac")
        .arg(format!(
            "--patch-module=java.base={}/tests/java/gate",
            env!("CARGO_MANIFEST_DIR")
        ))
        .arg("-d")
        .arg(patch.join("java.base"))
        .arg(GATE)
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    (modules, names)
}

#[test]
fn the_verifier_accepts_every_redirected_class() {
    for jdk in jdk::both() {
        let patch = jdk::scratch(&format!("verify-{}", jdk.feature));
        let (modules, names) = rewrite(&jdk, &patch);
        let (ok, text) = link(&jdk, &patch, &modules, &names);
        assert!(ok, "JDK {}: {text}", jdk.feature);
        assert!(
            text.contains(&format!("linked {}", names.len())),
            "JDK {}: {text}",
            jdk.feature
        );
    }
}

#[test]
fn the_verifier_would_have_refused_a_wrong_one() {
    let jdk = &jdk::both()[1];
    let patch = jdk::scratch("verify-negative");
    let (modules, names) = rewrite(jdk, &patch);
    // Timer's thread reads the clock as a long; say that it is an int.
    let victim = patch.join("java.base/java/util/Timer.class");
    let mut class = fs::read(&victim).unwrap();
    let end = Pool::of_class(&class).unwrap().end();
    let at = class[..end]
        .windows(6)
        .position(|bytes| bytes == b"\x01\0\x03()J")
        .unwrap();
    class[at + 5] = b'I';
    fs::write(&victim, class).unwrap();
    let (ok, text) = link(jdk, &patch, &modules, &names);
    assert!(
        !ok && text.contains("java.util.Timer: java.lang.VerifyError"),
        "{text}"
    );
}
