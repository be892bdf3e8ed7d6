//! From paths to work: files, folders, archives, JDKs.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::archive;
use super::jimage::Image;
use super::part::{Budget, Container, MAX_CLASS, Part, Shared, Skipped, Worker};
use super::section::Section;

/// One file to be scanned.
#[derive(Debug)]
pub struct Input {
    path: PathBuf,
    kind: Kind,
    container: Arc<Container>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Class,
    Archive,
    Image,
}

/// How many bytes of a `lib/modules` file are read at once.
const STRETCH: u64 = 1 << 20;
/// A folder tree deeper than this is a mistake.
const MAX_DEPTH: usize = 256;

/// Lists what is to be scanned under the given paths. A path that does not exist or is nothing that
/// can be scanned is an error; what is met below a folder and cannot be read is only skipped.
///
/// # Errors
/// One line that names the path.
pub fn collect(paths: &[PathBuf]) -> Result<(Vec<Input>, Vec<Skipped>), String> {
    let mut walk = Walk::default();
    for (number, path) in paths.iter().enumerate() {
        let shown = path.display();
        let metadata = fs::metadata(path).map_err(|error| format!("{shown}: {error}"))?;
        if metadata.is_dir() {
            if path.join("lib/modules").is_file() && path.join("bin").is_dir() {
                walk.file(&path.join("lib/modules"), Kind::Image, number, path);
            } else {
                walk.folder(path, number, path, 0);
            }
            continue;
        }
        if !metadata.is_file() {
            return Err(format!("{shown}: neither a file nor a folder"));
        }
        let kind = sniff(path)
            .map_err(|error| format!("{shown}: {error}"))?
            .ok_or_else(|| {
                format!("{shown}: neither a class file, an archive nor a lib/modules file")
            })?;
        walk.file(path, kind, number, path);
    }
    Ok((walk.inputs, walk.skipped))
}

/// What a file named on the command line is, by its first bytes.
fn sniff(path: &Path) -> std::io::Result<Option<Kind>> {
    let mut start = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut start)?;
    Ok(match start.as_slice() {
        [0xCA, 0xFE, 0xBA, 0xBE] => Some(Kind::Class),
        [0xDA, 0xDA, 0xFE, 0xCA] | [0xCA, 0xFE, 0xDA, 0xDA] => Some(Kind::Image),
        [b'P', b'K', ..] | [b'J', b'M', 1, 0] => Some(Kind::Archive),
        // Archives may have a launch script in front; broken files are named when they are read.
        _ => {
            let name = path.to_string_lossy();
            if name.ends_with(".class") {
                Some(Kind::Class)
            } else {
                archive::is_archive(&name).then_some(Kind::Archive)
            }
        }
    })
}

#[derive(Default)]
struct Walk {
    inputs: Vec<Input>,
    skipped: Vec<Skipped>,
    /// Folders on the way down, then all that were entered: device and inode.
    above: Vec<(u64, u64)>,
    entered: HashSet<(u64, u64)>,
}

impl Walk {
    fn skip(&mut self, path: &Path, reason: impl ToString) {
        self.skipped.push(Skipped {
            path: path.display().to_string(),
            reason: reason.to_string(),
        });
    }

    fn file(&mut self, path: &Path, kind: Kind, input: usize, root: &Path) {
        let (path_shown, named) = match kind {
            Kind::Class => (root.display().to_string(), root),
            Kind::Archive | Kind::Image => (path.display().to_string(), path),
        };
        let container = Container {
            input,
            module: archive::module_name(&named.to_string_lossy()),
            path: path_shown,
        };
        // All loose classes of a folder are counted together.
        let container = match self.inputs.last() {
            Some(last) if *last.container == container => last.container.clone(),
            _ => Arc::new(container),
        };
        self.inputs.push(Input {
            path: path.into(),
            kind,
            container,
        });
    }

    fn folder(&mut self, folder: &Path, input: usize, root: &Path, depth: usize) {
        let identity = match fs::metadata(folder) {
            Ok(metadata) => (metadata.dev(), metadata.ino()),
            Err(error) => return self.skip(folder, error),
        };
        if self.above.contains(&identity) {
            return self.skip(folder, "a symbolic link to a folder above it");
        }
        if depth > MAX_DEPTH {
            return self.skip(folder, format!("more than {MAX_DEPTH} folders deep"));
        }
        // Reached before by another link: once is enough.
        if !self.entered.insert(identity) {
            return;
        }
        let mut entries =
            match fs::read_dir(folder).and_then(|entries| entries.collect::<Result<Vec<_>, _>>()) {
                Ok(entries) => entries,
                Err(error) => return self.skip(folder, error),
            };
        entries.sort_by_key(std::fs::DirEntry::file_name);
        self.above.push(identity);
        for entry in entries {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let kind = if name.ends_with(".class") {
                Some(Kind::Class)
            } else if archive::is_archive(&name) {
                Some(Kind::Archive)
            } else if name == "modules" {
                Some(Kind::Image)
            } else {
                None
            };
            // Links are followed. What cannot be asked about matters only if its name says so.
            let metadata = match fs::metadata(&path) {
                Ok(metadata) => metadata,
                Err(_) if kind.is_none() && name.contains('.') => continue,
                Err(error) => {
                    self.skip(&path, error);
                    continue;
                }
            };
            match kind {
                _ if metadata.is_dir() => self.folder(&path, input, root, depth + 1),
                Some(Kind::Image)
                    if !metadata.is_file() || !matches!(sniff(&path), Ok(Some(Kind::Image))) => {}
                // A pipe would be waited for.
                Some(_) if !metadata.is_file() => self.skip(&path, "not a regular file"),
                Some(kind) => self.file(&path, kind, input, root),
                None => {}
            }
        }
        self.above.pop();
    }
}

/// Scans all inputs, on as many cores as there are.
#[must_use]
pub fn scan(inputs: &[Input], shared: &Shared<'_>) -> Vec<Part> {
    inputs
        .par_iter()
        .fold(
            || (Worker::default(), Vec::new()),
            |(mut worker, mut parts), input| {
                match input.kind {
                    Kind::Class => input.class(&mut worker, shared),
                    Kind::Archive => parts.extend(input.archive(&mut worker, shared)),
                    Kind::Image => parts.extend(input.image(&mut worker, shared)),
                }
                (worker, parts)
            },
        )
        .map(|(worker, mut parts)| {
            parts.push(worker.part);
            parts
        })
        .flatten()
        .collect()
}

impl Input {
    fn archive(&self, worker: &mut Worker, shared: &Shared<'_>) -> Vec<Part> {
        match File::open(&self.path).and_then(Section::of_file) {
            Ok(section) => {
                let budget = Budget::for_file(section.len());
                archive::scan(&section, &self.container, &budget, shared)
            }
            Err(error) => {
                worker.skip(self.path.display().to_string(), error.to_string());
                Vec::new()
            }
        }
    }

    fn image(&self, worker: &mut Worker, shared: &Shared<'_>) -> Vec<Part> {
        match image(&self.path, &self.container, shared) {
            Ok(parts) => parts,
            Err(error) => {
                worker.skip(self.path.display().to_string(), error.to_string());
                Vec::new()
            }
        }
    }

    fn class(&self, worker: &mut Worker, shared: &Shared<'_>) {
        let shown = || self.path.display().to_string();
        worker.plain.clear();
        let read = File::open(&self.path)
            .and_then(|file| file.take(MAX_CLASS).read_to_end(&mut worker.plain));
        match read {
            Ok(_) => worker.class(shared, &self.container, shown, 0, None),
            Err(error) => worker.skip(shown(), error.to_string()),
        }
    }
}

/// Scans a `lib/modules` file in stretches of neighbouring classes.
fn image(
    path: &Path,
    container: &Arc<Container>,
    shared: &Shared<'_>,
) -> Result<Vec<Part>, super::jimage::ImageError> {
    let image = Image::open(path)?;
    let classes = image.classes()?;
    let mut modules: Vec<&str> = classes.iter().map(|class| class.module).collect();
    modules.sort_unstable();
    modules.dedup();
    // One container a module.
    let containers: Vec<Arc<Container>> = modules
        .iter()
        .map(|module| {
            Arc::new(Container {
                input: container.input,
                path: container.path.clone(),
                module: (*module).to_string(),
            })
        })
        .collect();
    let mut stretches = Vec::new();
    let mut from = 0;
    for (number, class) in classes.iter().enumerate() {
        let start = classes.get(from).map_or(0, |first| first.offset);
        let end = class.offset.saturating_add(class.stored());
        // Gaps belong to other resources: better not read when they are long.
        if number > from && end.saturating_sub(start) > STRETCH {
            stretches.extend(classes.get(from..number));
            from = number;
        }
    }
    stretches.extend(classes.get(from..).filter(|rest| !rest.is_empty()));
    let parts = stretches
        .into_par_iter()
        .map_init(Worker::default, |worker, stretch| {
            let start = stretch.first().map_or(0, |class| class.offset);
            let end = stretch
                .iter()
                .map(|class| class.offset.saturating_add(class.stored()))
                .max();
            let len = end.unwrap_or(start).saturating_sub(start);
            // Packed classes are read one by one.
            let packed = stretch.iter().any(|class| class.compressed != 0);
            let read = if packed {
                Ok(())
            } else {
                image.read_range(start, len, &mut worker.plain)
            };
            if let Err(error) = read {
                worker.skip(path.display().to_string(), error.to_string());
                return std::mem::take(&mut worker.part);
            }
            for class in stretch {
                let name = || {
                    format!(
                        "{}!/{}/{}/{}.class",
                        path.display(),
                        class.module,
                        class.parent,
                        class.base
                    )
                };
                let container = modules
                    .binary_search(&class.module)
                    .ok()
                    .and_then(|place| containers.get(place))
                    .unwrap_or(container);
                let range = if packed {
                    if let Err(error) = image.read(class, &mut worker.plain) {
                        worker.skip(name(), error.to_string());
                        continue;
                    }
                    None
                } else {
                    Some(((class.offset - start) as usize, class.size as usize))
                };
                worker.class(shared, container, name, 0, range);
            }
            std::mem::take(&mut worker.part)
        });
    Ok(parts.collect())
}
