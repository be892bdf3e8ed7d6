//! The agent and the jars that the command carries, written to a cache folder when needed.
//!
//! A folder is named by a hash of its content, so versions never mix. Each file is written under
//! a name of its own and then renamed: whoever looks sees all of it or nothing, however many
//! write at once, and a JVM that runs from an older file keeps it.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::Failure;

/// What `build.rs` has collected: key, file name, content.
const CARRIED: &[(&str, &str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// Folders of other versions go after this long without use.
const UNUSED: Duration = Duration::from_secs(30 * 24 * 3600);

/// The agent's path, extracted if need be.
pub(super) fn agent() -> Result<PathBuf, Failure> {
    let wanted: Vec<_> = CARRIED.iter().filter(|file| file.0 == "agent").collect();
    extracted(&wanted)?
        .pop()
        .map(|(_, path)| path)
        .ok_or_else(|| Failure::refused("this build carries no agent"))
}

/// Key and path of everything carried, extracted if need be.
pub(super) fn all() -> Result<Vec<(&'static str, PathBuf)>, Failure> {
    extracted(&CARRIED.iter().collect::<Vec<_>>())
}

fn extracted(
    wanted: &[&(&'static str, &str, &[u8])],
) -> Result<Vec<(&'static str, PathBuf)>, Failure> {
    if CARRIED.iter().any(|(_, _, content)| content.is_empty()) {
        return Err(Failure::refused(
            "this build carries no agent; build it with cargo build",
        ));
    }
    let mut refusals = Vec::new();
    for place in places() {
        let folder = place.path.join(content_name());
        match place.prepare(&folder).and_then(|()| fill(&folder, wanted)) {
            Ok(paths) => return Ok(paths),
            Err(error) => refusals.push(format!("{}: {error}", folder.display())),
        }
    }
    Err(Failure::refused(format!(
        "no folder to put the agent in ({}); set XDG_CACHE_HOME to a folder you can write to",
        refusals.join("; ")
    )))
}

fn fill(
    folder: &Path,
    wanted: &[&(&'static str, &str, &[u8])],
) -> io::Result<Vec<(&'static str, PathBuf)>> {
    let mut paths = Vec::new();
    let mut fresh = false;
    for (key, name, content) in wanted {
        let path = folder.join(name);
        // Reading it costs a millisecond, and a file cut short would crash the JVM.
        if !fs::read(&path).is_ok_and(|found| found == *content) {
            replace(&path, content)?;
            fresh = true;
        }
        paths.push((*key, path));
    }
    if let Ok(handle) = File::open(folder) {
        let _ = handle.set_modified(SystemTime::now());
    }
    if fresh {
        remove_unused(folder);
    }
    Ok(paths)
}

fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}", std::process::id()));
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o755)
        .open(&temporary)
        .and_then(|mut file| file.write_all(content))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Best effort: a folder that stays is only in the way of a tidy disk.
fn remove_unused(current: &Path) {
    let Some(Ok(siblings)) = current.parent().map(fs::read_dir) else {
        return;
    };
    for sibling in siblings.flatten() {
        let old = sibling
            .metadata()
            .and_then(|data| data.modified())
            .is_ok_and(|used| used.elapsed().is_ok_and(|age| age > UNUSED));
        let ours = sibling.file_name().as_bytes().len() == content_name().len();
        if old && ours && sibling.path() != current {
            let _ = fs::remove_dir_all(sibling.path());
        }
    }
}

/// Sixteen hexadecimal digits; what is found under them is compared in full, so a weak hash does.
fn content_name() -> String {
    let mut hasher = DefaultHasher::new();
    CARRIED.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// A folder that may hold the cache.
struct Place {
    path: PathBuf,
    /// Others can write beside it, so it must be shown to be ours.
    shared: bool,
}

/// `$XDG_CACHE_HOME`, else `~/.cache`, else the folder for temporary files.
fn places() -> Vec<Place> {
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let mut places = Vec::new();
    if let Some(cache) = absolute("XDG_CACHE_HOME") {
        places.push(Place {
            path: cache.join("tickless"),
            shared: false,
        });
    }
    if let Some(home) = absolute("HOME") {
        places.push(Place {
            path: home.join(".cache").join("tickless"),
            shared: false,
        });
    }
    if let Ok(user) = user() {
        places.push(Place {
            path: env::temp_dir().join(format!("tickless-{user}")),
            shared: true,
        });
    }
    places
}

fn user() -> io::Result<u32> {
    fs::metadata("/proc/self").map(|data| data.uid())
}

impl Place {
    fn prepare(&self, folder: &Path) -> io::Result<()> {
        // The JVM takes what follows the first `=` for options.
        if folder.as_os_str().as_bytes().contains(&b'=') {
            return Err(io::Error::other("the path holds \"=\""));
        }
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.path)?;
        if self.shared {
            let data = fs::symlink_metadata(&self.path)?;
            if !data.is_dir() || data.uid() != user()? || data.mode() & 0o022 != 0 {
                return Err(io::Error::other("it is not this user's own folder"));
            }
        }
        DirBuilder::new().recursive(true).create(folder)
    }
}
