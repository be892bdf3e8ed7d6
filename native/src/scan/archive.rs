//! Jars and their kin: classes in them, archives in them, versions for several releases.

use std::sync::Arc;

use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator};
use rayon::prelude::*;

use super::part::{Budget, Container, MAX_CLASS, Part, Shared, Worker};
use super::section::Section;

/// Archives in archives in archives: a war holds a jar; nobody needs eight.
const MAX_DEPTH: u8 = 8;
/// A nested archive that is packed is unpacked into memory.
const MAX_NESTED: u64 = 256 << 20;
/// More entries than the JDK has classes, times forty.
const MAX_ENTRIES: usize = 1 << 20;
/// Entries are shared out to the workers by this many packed bytes.
const CHUNK: u64 = 256 << 10;

/// Names of archives that are looked into.
#[must_use]
pub fn is_archive(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    [
        "jar", "war", "ear", "rar", "zip", "jmod", "aar", "kar", "nbm", "hpi", "sar", "par",
    ]
    .iter()
    .any(|known| extension.eq_ignore_ascii_case(known))
}

/// An entry that will be read.
struct Entry {
    name: String,
    way: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    packed: u64,
    size: u64,
}

/// Scans an archive and those in it.
pub fn scan(
    section: &Section,
    container: &Arc<Container>,
    budget: &Budget,
    shared: &Shared<'_>,
) -> Vec<Part> {
    scan_nested(section, container, budget, shared, 0)
}

fn scan_nested(
    section: &Section,
    container: &Arc<Container>,
    budget: &Budget,
    shared: &Shared<'_>,
    depth: u8,
) -> Vec<Part> {
    let mut own = Worker::default();
    let (archive, classes, nested) = match open(section, container, &mut own) {
        Ok(opened) => opened,
        Err(reason) => {
            own.skip(container.path.clone(), reason);
            return vec![own.part];
        }
    };
    let chunks = chunks(&classes);
    let mut parts: Vec<Part> = chunks
        .into_par_iter()
        .map_init(Worker::default, |worker, chunk| {
            for entry in chunk {
                if let Err(reason) = read(&archive, section, entry, budget, worker, MAX_CLASS) {
                    worker.skip(format!("{}!/{}", container.path, entry.name), reason);
                    continue;
                }
                let name = || format!("{}!/{}", container.path, entry.name);
                worker.class(shared, container, name, version(&entry.name), None);
            }
            std::mem::take(&mut worker.part)
        })
        .collect();
    for entry in &nested {
        let path = format!("{}!/{}", container.path, entry.name);
        if depth + 1 >= MAX_DEPTH {
            own.skip(path, format!("nested {MAX_DEPTH} archives deep"));
            continue;
        }
        match nested_section(&archive, section, entry, budget, &mut own) {
            Ok(inner) => {
                let container = Arc::new(Container {
                    input: container.input,
                    module: module_name(&entry.name),
                    path,
                });
                parts.extend(scan_nested(&inner, &container, budget, shared, depth + 1));
            }
            Err(reason) => own.skip(path, reason),
        }
    }
    parts.push(own.part);
    parts
}

type Opened = (ZipArchive<Section>, Vec<Entry>, Vec<Entry>);

/// Reads the directory: the archive, its classes, its nested archives.
fn open(section: &Section, container: &Arc<Container>, own: &mut Worker) -> Result<Opened, String> {
    let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
    // A jmod is a zip behind four bytes of its own.
    let zip = match section.read(0, 4, &mut own.packed) {
        Ok(()) if own.packed.starts_with(b"JM\x01\x00") => section.part(4, u64::MAX),
        _ => section.clone(),
    };
    let len = zip.len();
    let archive = ZipLocator::new()
        .locate_in_reader(zip, &mut buffer, len)
        .map_err(|(_, error)| format!("not a readable zip: {error}"))?;
    let (mut classes, mut nested) = (Vec::new(), Vec::new());
    let mut entries = archive.entries(&mut buffer);
    loop {
        let entry = match entries.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => break,
            Err(error) => {
                own.skip(container.path.clone(), format!("broken directory: {error}"));
                break;
            }
        };
        let name = entry.file_path();
        let name = String::from_utf8_lossy(name.as_bytes());
        let list = if name.ends_with(".class") {
            &mut classes
        } else if is_archive(&name) {
            &mut nested
        } else {
            continue;
        };
        if list.len() >= MAX_ENTRIES {
            let reason = format!("more than {MAX_ENTRIES} entries: the rest is not read");
            own.skip(container.path.clone(), reason);
            break;
        }
        list.push(Entry {
            name: name.into_owned(),
            way: entry.wayfinder(),
            method: entry.compression_method(),
            packed: entry.compressed_size_hint(),
            size: entry.uncompressed_size_hint(),
        });
    }
    Ok((archive, classes, nested))
}

/// Neighbouring entries together, so that each worker has enough to do.
fn chunks(entries: &[Entry]) -> Vec<&[Entry]> {
    let mut chunks = Vec::new();
    let (mut from, mut bytes) = (0, 0);
    for (number, entry) in entries.iter().enumerate() {
        bytes += entry.packed;
        if bytes >= CHUNK {
            chunks.extend(entries.get(from..=number));
            (from, bytes) = (number + 1, 0);
        }
    }
    chunks.extend(entries.get(from..).filter(|rest| !rest.is_empty()));
    chunks
}

/// Where an entry's bytes are, as a part of the archive.
fn range(archive: &ZipArchive<Section>, entry: &Entry) -> Result<(u64, u64), String> {
    let found = archive
        .get_entry(entry.way)
        .map_err(|error| error.to_string())?;
    let (start, end) = found.compressed_data_range();
    let len = end
        .checked_sub(start)
        .ok_or("its sizes contradict each other")?;
    Ok((start, len))
}

/// Reads an entry into the worker's `plain`.
fn read(
    archive: &ZipArchive<Section>,
    section: &Section,
    entry: &Entry,
    budget: &Budget,
    worker: &mut Worker,
    limit: u64,
) -> Result<(), String> {
    let (start, len) = range(archive, entry)?;
    if len > limit || entry.size > limit {
        return Err(format!("longer than the limit of {} MB", limit >> 20));
    }
    if len > section.len() {
        return Err("ends behind the end of its archive".into());
    }
    let io = |error: std::io::Error| format!("cannot be read: {error}");
    // Entries may overlap: each visit of the same bytes counts.
    budget.take(usize::try_from(entry.size.max(len)).unwrap_or(usize::MAX))?;
    if entry.method == CompressionMethod::STORE {
        archive
            .get_ref()
            .read(start, len, &mut worker.plain)
            .map_err(io)?;
    } else if entry.method == CompressionMethod::DEFLATE {
        archive
            .get_ref()
            .read(start, len, &mut worker.packed)
            .map_err(io)?;
        worker.unpack(entry.size)?;
    } else {
        return Err(format!(
            "packed by a method that is not read ({})",
            entry.method.as_u16()
        ));
    }
    Ok(())
}

/// A nested archive: in place when it is stored, in memory when it is packed.
fn nested_section(
    archive: &ZipArchive<Section>,
    section: &Section,
    entry: &Entry,
    budget: &Budget,
    worker: &mut Worker,
) -> Result<Section, String> {
    if entry.method == CompressionMethod::STORE {
        let (start, len) = range(archive, entry)?;
        budget.take(usize::try_from(len).unwrap_or(usize::MAX))?;
        return Ok(archive.get_ref().part(start, len));
    }
    read(archive, section, entry, budget, worker, MAX_NESTED)?;
    Ok(Section::of_memory(std::mem::take(&mut worker.plain)))
}

/// The Java release of an entry under `META-INF/versions/`; 0 for all others.
fn version(name: &str) -> u16 {
    name.strip_prefix("META-INF/versions/")
        .and_then(|rest| rest.split_once('/'))
        .and_then(|(release, _)| release.parse().ok())
        .unwrap_or(0)
}

/// The file name without folders and without the extension of an archive.
#[must_use]
pub fn module_name(path: &str) -> String {
    let file = path
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or(path);
    let stem = match file.rsplit_once('.') {
        Some((stem, _)) if is_archive(file) => stem,
        _ => file,
    };
    stem.to_string()
}

#[cfg(test)]
mod tests {
    use super::{is_archive, module_name, version};

    #[test]
    fn names() {
        assert!(
            is_archive("BOOT-INF/lib/a.jar") && is_archive("x.WAR") && is_archive("java.base.jmod")
        );
        assert!(!is_archive("a.jar.txt") && !is_archive("jar") && !is_archive("a.class"));
        assert_eq!(
            module_name("lib/camel-util-4.22.0.jar"),
            "camel-util-4.22.0"
        );
        assert_eq!(module_name("target/classes/"), "classes");
        assert_eq!(module_name("a.b"), "a.b");
        assert_eq!(version("META-INF/versions/21/a/B.class"), 21);
        assert_eq!(version("META-INF/versions/x/a/B.class"), 0);
        assert_eq!(version("a/META-INF/versions/21/B.class"), 0);
    }
}
