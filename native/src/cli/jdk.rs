//! The JDKs of this machine, told by their folders alone.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The first release whose JVM the agent can run in.
pub(super) const OLDEST: u32 = 17;

/// Folders that hold one JDK each, by those who put them there: Linux distributions, vendors'
/// packages, SDKMAN, IntelliJ IDEA, Gradle, asdf, mise, jabba.
const SYSTEM: [&str; 4] = ["/usr/lib/jvm", "/usr/lib64/jvm", "/usr/java", "/opt/java"];
const OF_USER: [&str; 6] = [
    ".sdkman/candidates/java",
    ".jdks",
    ".gradle/jdks",
    ".asdf/installs/java",
    ".local/share/mise/installs/java",
    ".jabba/jdk",
];

/// A folder with a `java` launcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Jdk {
    pub home: PathBuf,
    /// As its `release` file says, e.g. `17.0.15`; JDKs put together by hand may have none.
    pub version: Option<String>,
}

impl Jdk {
    /// The JDK in this folder, if there is one.
    pub(super) fn at(home: &Path) -> Option<Self> {
        let home = fs::canonicalize(home).ok()?;
        let complete = home.join("bin/java").is_file() && home.join("lib/libjava.so").is_file();
        complete.then(|| Self {
            version: release(&home),
            home,
        })
    }

    /// The JDK that this launcher belongs to, links followed.
    pub(super) fn of_launcher(java: &Path) -> Option<Self> {
        let java = fs::canonicalize(java).ok()?;
        (java.file_name()? == "java")
            .then(|| java.parent()?.parent().map(Path::to_path_buf))
            .flatten()
            .and_then(|home| Self::at(&home))
    }

    /// The feature release: 8 for `1.8.0_392`, 17 for `17.0.15`.
    pub(super) fn feature(&self) -> Option<u32> {
        let mut parts = self
            .version
            .as_deref()?
            .split(|c: char| !c.is_ascii_digit());
        match parts.next()?.parse().ok()? {
            1 => parts.next()?.parse().ok(),
            feature => Some(feature),
        }
    }

    /// Its version and release, when that release is known to be too old.
    pub(super) fn too_old(&self) -> Option<String> {
        self.feature()
            .filter(|feature| *feature < OLDEST)
            .and_then(|_| self.version.clone())
    }
}

/// Every JDK found, each once: JAVA_HOME first, then PATH, then the usual folders.
pub(super) fn all() -> Vec<Jdk> {
    let mut found = Vec::new();
    let mut add = |jdk: Option<Jdk>| {
        if let Some(jdk) = jdk
            && !found.contains(&jdk)
        {
            found.push(jdk);
        }
    };
    if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        add(Jdk::at(Path::new(&home)));
    }
    for folder in env::split_paths(&env::var_os("PATH").unwrap_or_default()) {
        add(Jdk::of_launcher(&folder.join("java")));
    }
    let home = env::var_os("HOME").map(PathBuf::from);
    let of_user = home
        .iter()
        .flat_map(|home| OF_USER.map(|folder| home.join(folder)));
    for folder in SYSTEM.iter().map(PathBuf::from).chain(of_user) {
        let Ok(entries) = fs::read_dir(folder) else {
            continue;
        };
        let mut homes: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        homes.sort();
        homes.iter().for_each(|home| add(Jdk::at(home)));
    }
    found
}

fn release(home: &Path) -> Option<String> {
    let text = fs::read_to_string(home.join("release")).ok()?;
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(value.trim().trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(version: &str) -> Option<u32> {
        let jdk = Jdk {
            home: PathBuf::new(),
            version: Some(version.into()),
        };
        jdk.feature()
    }

    #[test]
    fn the_feature_release_is_read_from_old_and_new_versions() {
        assert_eq!(feature("17.0.15"), Some(17));
        assert_eq!(feature("25"), Some(25));
        assert_eq!(feature("26-ea"), Some(26));
        assert_eq!(feature("1.8.0_392"), Some(8));
        assert_eq!(feature("unknown"), None);
    }
}
