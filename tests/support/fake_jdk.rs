//! A folder that looks like a JDK and whose `java` does what the test says.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::{repository, scratch};

pub struct FakeJdk {
    folder: tempfile::TempDir,
}

impl FakeJdk {
    /// `behaviour` is the body of a shell script; `$home` is this JDK's folder there.
    pub fn new(version: &str, behaviour: &str) -> Self {
        let folder = scratch();
        let home = folder.path();
        fs::create_dir(home.join("bin")).unwrap();
        fs::create_dir(home.join("lib")).unwrap();
        fs::write(home.join("lib/libjava.so"), "").unwrap();
        fs::write(
            home.join("release"),
            format!("IMPLEMENTOR=\"Fake\"\nJAVA_VERSION=\"{version}\"\n"),
        )
        .unwrap();
        fs::write(home.join("behaviour"), behaviour).unwrap();
        // A link, since a file just written cannot be started while another test's new process
        // still holds it open for writing.
        fs::hard_link(repository().join("tests/fakes/java"), home.join("bin/java"))
            .or_else(|_| symlink(repository().join("tests/fakes/java"), home.join("bin/java")))
            .unwrap();
        Self { folder }
    }

    /// A JDK whose `java` prints its arguments, one a line, and JAVA_TOOL_OPTIONS after them.
    pub fn echo() -> Self {
        Self::new(
            "17.0.15",
            "printf '%s\\n' \"$@\" \"tool: ${JAVA_TOOL_OPTIONS-none}\"",
        )
    }

    pub fn home(&self) -> &Path {
        self.folder.path()
    }

    pub fn java(&self) -> PathBuf {
        self.home().join("bin/java")
    }
}
