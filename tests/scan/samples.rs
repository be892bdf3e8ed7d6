//! Classes for the tests, compiled once by javac.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::jdk;

const CLOCKS: &str = "
    public class Clocks {
        static long nano() {
            return System.nanoTime();
        }
    }
";

const QUIET: &str = "
    public class Quiet {
        static long nothing() {
            return 0;
        }
    }
";

/// Compiles Java sources, given with their paths, into a folder of this name.
pub fn compile(name: &str, sources: &[(&str, &str)]) -> PathBuf {
    let folder = jdk::scratch(&format!("samples-{name}"));
    let mut javac = jdk::both()[0].tool("javac");
    javac
        .args(["--release", "17", "-g", "-d"])
        .arg(folder.join("classes"));
    for (path, text) in sources {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        javac.arg(path);
    }
    let output = javac.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    folder.join("classes")
}

fn both() -> &'static [Vec<u8>; 2] {
    static CLASSES: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let folder = compile("single", &[("Clocks.java", CLOCKS), ("Quiet.java", QUIET)]);
        ["Clocks.class", "Quiet.class"].map(|name| fs::read(folder.join(name)).unwrap())
    })
}

/// A class that reads the clock once, in `nano()`.
pub fn clocks() -> Vec<u8> {
    both()[0].clone()
}

/// A class with nothing to find.
pub fn quiet() -> Vec<u8> {
    both()[1].clone()
}
