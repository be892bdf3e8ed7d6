//! Constructors called in ways that javac does not write: redirected, or named and left alone.

use std::collections::HashMap;
use std::fs;

use tickless::classfile::Error;
use tickless::redirect::scope::{ScopeTable, rewrite};

use crate::table::compiled;
use crate::{jdk, maven};

#[test]
fn constructors_without_dup_with_gaps_jumps_and_handles() {
    let folder = jdk::scratch("scope-shapes");
    for jdk in jdk::both() {
        assert!(
            maven::oracle(&jdk, "oracle.Shapes")
                .arg(&folder)
                .status()
                .unwrap()
                .success()
        );
        let table = ScopeTable::default();
        for name in ["Shapes", "Old"] {
            let path = folder.join(format!("shapes/{name}.class"));
            let changed = rewrite(&fs::read(&path).unwrap(), &table, &HashMap::new()).unwrap();
            fs::write(&path, changed.unwrap()).unwrap();
        }
        let output = jdk
            .tool("java")
            .args([
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+BytecodeVerificationRemote",
                "-cp",
            ])
            .arg(format!("{}:{}", folder.display(), compiled().display()))
            .arg(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/java/scope/RunShapes.java"
            ))
            .output()
            .unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            lines.lines().collect::<Vec<_>>(),
            [
                "discarded 1",
                "underneath 31536001234",
                "spaced 31536001234",
                "jumped 31536001234",
                "handle 31536001234",
                "chosen 31536001234",
            ],
            "JDK {}: {}",
            jdk.feature,
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn an_object_that_is_hidden_on_the_stack_is_refused() {
    let folder = jdk::scratch("scope-odd");
    let jdk = &jdk::both()[0];
    assert!(
        maven::oracle(jdk, "oracle.Shapes")
            .arg(&folder)
            .status()
            .unwrap()
            .success()
    );
    let odd = fs::read(folder.join("shapes/Odd.class")).unwrap();
    let refused = rewrite(&odd, &ScopeTable::default(), &HashMap::new());
    assert!(matches!(refused, Err(Error::Shape { .. })), "{refused:?}");
}
