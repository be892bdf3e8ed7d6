//! The JDK's own compiler and jar tool.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

/// The oldest release whose `jar` can write fixed times (JDK-8276766).
const OLDEST: (u32, u32, u32) = (17, 0, 3);
const REMEDY: &str = "install a JDK 17 or newer (Debian and Ubuntu: apt-get install openjdk-17-jdk-headless) and set JAVA_HOME to it, or put its javac on PATH";

const LINT: [&str; 5] = ["--release", "17", "-Xlint:all", "-Werror", "-proc:none"];

/// A JDK that can build the Java in this repository.
pub struct Jdk {
    bin: PathBuf,
}

/// A jar to be made from one Maven module.
pub struct Jar<'a> {
    /// The module's folder; its `src/main/java` and `src/main/resources` go into the jar.
    pub module: &'a Path,
    /// The `Automatic-Module-Name`, unless the module has a `module-info.java`.
    pub module_name: &'a str,
    /// What it compiles against; nothing if empty.
    pub class_path: &'a str,
    /// Where the jar goes.
    pub file: &'a Path,
}

impl Jdk {
    /// The JDK of JAVA_HOME if that is set, else the one whose javac is on PATH.
    pub fn find() -> Result<Self> {
        let bin = match std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            Some(home) => {
                let bin = Path::new(&home).join("bin");
                if !bin.join("javac").is_file() {
                    return Err(format!(
                        "JAVA_HOME is {}, which has no bin/javac: {REMEDY}",
                        Path::new(&home).display()
                    ));
                }
                bin
            }
            None => on_path("javac")
                .and_then(|javac| javac.parent().map(Path::to_path_buf))
                .ok_or_else(|| {
                    format!("no JDK found (no JAVA_HOME, no javac on PATH): {REMEDY}")
                })?,
        };
        let jdk = Self { bin };
        let text = jdk.tool("javac", ["-version"])?;
        match version(&text) {
            Some(found) if found >= OLDEST => Ok(jdk),
            _ => Err(format!(
                "{} is {:?}, which is too old (17.0.3 is the oldest): {REMEDY}",
                jdk.bin.join("javac").display(),
                text.trim()
            )),
        }
    }

    /// Compiles classes that live in java.base, where they may use its internals.
    ///
    /// `--release` does not go with `--patch-module`, hence source and target and the silenced
    /// warning about them; the agent's self-test shows whether the running JDK has all they use.
    pub fn compile_into_java_base(&self, roots: &[PathBuf], to: &Path) -> Result<()> {
        let sources = std::env::join_paths(roots).map_err(|error| error.to_string())?;
        let mut arguments: Vec<&OsStr> = vec![
            "-source".as_ref(),
            "17".as_ref(),
            "-target".as_ref(),
            "17".as_ref(),
            "-Xlint:-options".as_ref(),
            "--patch-module".as_ref(),
        ];
        let mut patch = std::ffi::OsString::from("java.base=");
        patch.push(&sources);
        arguments.push(&patch);
        let files = java_files(roots)?;
        self.javac(&arguments, &files, to)
    }

    /// Compiles classes that use what the JDK exports.
    pub fn compile(&self, root: &Path, to: &Path) -> Result<()> {
        let files = java_files(&[root.to_path_buf()])?;
        self.javac(&LINT.map(OsStr::new), &files, to)
    }

    /// Compiles a module and packs it, with the same bytes each time on the same JDK.
    pub fn jar(&self, jar: &Jar) -> Result<PathBuf> {
        let classes = jar.file.with_extension("classes");
        let sources = jar.module.join("src/main/java");
        let own_module = sources.join("module-info.java").is_file();
        let files = java_files(&[sources])?;
        let path = if own_module { "--module-path" } else { "-cp" };
        let mut arguments: Vec<&OsStr> = LINT.map(OsStr::new).to_vec();
        if !jar.class_path.is_empty() {
            arguments.extend([path, jar.class_path].map(OsStr::new));
        }
        self.javac(&arguments, &files, &classes)?;

        let resources = jar.module.join("src/main/resources");
        if resources.is_dir() {
            println!("cargo::rerun-if-changed={}", resources.display());
            copy(&resources, &classes)?;
        }
        let manifest = jar.file.with_extension("manifest");
        let name = if own_module {
            String::new()
        } else {
            format!("Automatic-Module-Name: {}\n", jar.module_name)
        };
        crate::write(&manifest, &name)?;
        let mut entries = Vec::new();
        list(&classes, &mut entries)?;
        let mut arguments: Vec<&OsStr> = vec![
            "--create".as_ref(),
            // Stored, since the deflated bytes differ from one zlib to the next.
            "--no-compress".as_ref(),
            "--date=2026-01-01T00:00:00Z".as_ref(),
            "--file".as_ref(),
            jar.file.as_os_str(),
            "--manifest".as_ref(),
            manifest.as_os_str(),
            "-C".as_ref(),
            classes.as_os_str(),
        ];
        // One -C for all would name the folder's entries in the order of the file system.
        for (at, entry) in entries.iter().enumerate() {
            if at > 0 {
                arguments.extend([OsStr::new("-C"), classes.as_os_str()]);
            }
            arguments.push(entry.strip_prefix(&classes).unwrap_or(entry).as_os_str());
        }
        self.tool("jar", arguments)?;
        Ok(jar.file.to_path_buf())
    }

    fn javac(&self, options: &[&OsStr], files: &[PathBuf], to: &Path) -> Result<()> {
        // Classes of sources that are gone must not stay behind.
        let _ = fs::remove_dir_all(to);
        fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
        let general = ["-encoding", "UTF-8", "-g", "-d"].map(OsStr::new);
        let mut arguments = general.to_vec();
        arguments.push(to.as_os_str());
        arguments.extend(options);
        arguments.extend(files.iter().map(|file| file.as_os_str()));
        self.tool("javac", arguments).map(drop)
    }

    fn tool<S: AsRef<OsStr>>(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = S>,
    ) -> Result<String> {
        let tool = self.bin.join(name);
        let output = Command::new(&tool)
            .args(arguments)
            // They would print lines of their own, and could load an agent into the compiler.
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("JDK_JAVAC_OPTIONS")
            .output()
            .map_err(|error| format!("{} cannot be run ({error}): {REMEDY}", tool.display()))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() {
            Ok(text(&output.stdout))
        } else {
            let all = text(&output.stdout) + &text(&output.stderr);
            Err(format!("{} failed:\n{}", tool.display(), all.trim_end()))
        }
    }
}

/// The first file of that name in a folder of PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// `javac 17.0.15` or `javac 26-ea`.
fn version(text: &str) -> Option<(u32, u32, u32)> {
    let number = text.trim().rsplit(' ').next()?;
    let mut parts = number
        .split(|c: char| !c.is_ascii_digit())
        .map(|part| part.parse().unwrap_or(0));
    let feature = parts.next()?;
    Some((
        feature,
        parts.next().unwrap_or(0),
        parts.next().unwrap_or(0),
    ))
}

/// All Java sources below the folders, in a fixed order; cargo is told to watch them.
fn java_files(roots: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for root in roots {
        println!("cargo::rerun-if-changed={}", root.display());
        list(root, &mut files)?;
    }
    files.retain(|file| file.extension() == Some(OsStr::new("java")));
    if files.is_empty() {
        return Err(format!(
            "no Java sources in {roots:?}: is the clone complete?"
        ));
    }
    Ok(files)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let name = |error| format!("{} cannot be read: {error}", folder.display());
    let mut entries = fs::read_dir(folder)
        .and_then(|entries| entries.collect::<std::io::Result<Vec<_>>>())
        .map_err(name)?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut files = Vec::new();
    list(from, &mut files)?;
    for file in files {
        let target = to.join(file.strip_prefix(from).unwrap_or(&file));
        target
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::copy(&file, &target).map(drop))
            .map_err(|error| format!("{} cannot be copied: {error}", file.display()))?;
    }
    Ok(())
}
