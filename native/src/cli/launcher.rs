//! The program that `tickless run` starts: where it is, and whether it is a `java` launcher.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Failure;
use super::jdk::{Jdk, OLDEST};

/// A program that can be started.
#[derive(Debug)]
pub(super) struct Program {
    pub path: PathBuf,
    /// It takes JVM options on its command line.
    pub is_java: bool,
}

impl Program {
    /// Finds the program as a shell would, and refuses what cannot work.
    pub(super) fn find(name: &OsStr) -> Result<Self, Failure> {
        let path = locate(name)?;
        let jdk = Jdk::of_launcher(&path);
        if let Some(jdk) = &jdk
            && let Some(version) = jdk.too_old()
        {
            return Err(Failure::refused(format!(
                "{} is Java {version}; Tickless needs a JDK {OLDEST} or newer",
                path.display()
            )));
        }
        // By name also where no JDK is around it: version managers put scripts named java on
        // PATH, which hand their arguments on.
        let named_java = Path::new(name)
            .file_name()
            .is_some_and(|name| name == "java" || name == "javaw");
        Ok(Self {
            is_java: named_java || jdk.is_some(),
            path,
        })
    }
}

fn locate(name: &OsStr) -> Result<PathBuf, Failure> {
    let shown = Path::new(name).display();
    if name.is_empty() {
        return Err(Failure::refused(
            "the command is empty; write tickless run -- java …",
        ));
    }
    if Path::new(name).components().count() > 1 || Path::new(name).is_absolute() {
        let path = PathBuf::from(name);
        return match fs::metadata(&path) {
            Err(error) => Err(Failure::refused(format!(
                "{shown} cannot be started: {error}"
            ))),
            Ok(data) if data.is_dir() => Err(Failure::refused(format!(
                "{shown} is a folder, not a program"
            ))),
            Ok(_) if !executable(&path) => Err(Failure::refused(format!(
                "{shown} is not executable; chmod +x makes it so"
            ))),
            Ok(_) => Ok(path),
        };
    }
    let search = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&search)
        .map(|folder| folder.join(name))
        .find(|path| executable(path))
        .ok_or_else(|| {
            Failure::refused(format!(
                "no program {shown} on PATH; write tickless run -- java …, or the path of the program"
            ))
        })
}

fn executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
