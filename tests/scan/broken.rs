//! Input that is broken, hostile or unreadable: named, skipped, never a panic.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tickless::scan::scan_archive;
use tickless::scan::table::Table;

use crate::command::{Run, scan};
use crate::samples;
use crate::{jdk, zips};

/// A run over `path` that must name `part` of a path with `reason` as skipped, and still find the
/// sound class beside it.
fn skips(run: &Run, part: &str, reason: &str) {
    let named = |line: &&str| {
        line.starts_with("tickless: skipped ") && line.contains(part) && line.contains(reason)
    };
    assert!(
        run.err.lines().any(|line| named(&line)),
        "{part}: {reason} is not named in {}",
        run.err
    );
    assert_eq!(
        run.code, 1,
        "the sound class is found all the same: {}{}",
        run.out, run.err
    );
    assert!(run.out.contains("Clocks.nano"), "{}", run.out);
}

/// A folder with one sound class that reads the clock.
fn folder(name: &str) -> PathBuf {
    let folder = jdk::scratch(&format!("broken-{name}"));
    fs::write(folder.join("Clocks.class"), samples::clocks()).unwrap();
    folder
}

#[test]
fn broken_classes() {
    let folder = folder("classes");
    let good = samples::clocks();
    fs::write(folder.join("Cut.class"), &good[..good.len() / 2]).unwrap();
    fs::write(folder.join("Empty.class"), "").unwrap();
    fs::write(folder.join("Text.class"), "no class at all").unwrap();
    let mut unknown = good.clone();
    unknown[10] = 99;
    fs::write(folder.join("Tag.class"), unknown).unwrap();
    let run = scan(&[&folder]);
    skips(&run, "Cut.class", "truncated class file");
    skips(&run, "Empty.class", "not a class file");
    skips(&run, "Text.class", "not a class file");
    skips(&run, "Tag.class", "unknown tag 99");
    assert_eq!(run.skipped(), 4);

    let strict = scan(&[&folder, Path::new("--strict")]);
    assert_eq!(strict.code, 2);
    fs::remove_file(folder.join("Cut.class")).unwrap();
    fs::remove_file(folder.join("Empty.class")).unwrap();
    fs::remove_file(folder.join("Text.class")).unwrap();
    fs::remove_file(folder.join("Tag.class")).unwrap();
    assert_eq!(scan(&[&folder, Path::new("--strict")]).code, 1);
}

#[test]
fn a_class_of_a_version_to_come_is_read() {
    let folder = jdk::scratch("broken-version");
    let mut class = samples::clocks();
    class[6..8].copy_from_slice(&999_u16.to_be_bytes());
    fs::write(folder.join("Clocks.class"), class).unwrap();
    let run = scan(&[&folder]);
    assert_eq!((run.code, run.skipped()), (1, 0), "{}", run.err);
}

#[test]
fn broken_archives() {
    let folder = folder("archives");
    let jar = zips::deflated(&[
        ("Clocks.class", &samples::clocks()),
        ("Other.class", &samples::quiet()),
    ]);
    fs::write(folder.join("cut.jar"), &jar[..jar.len() - 30]).unwrap();
    fs::write(folder.join("text.jar"), "no archive at all").unwrap();
    fs::write(folder.join("empty.jar"), "").unwrap();
    // The first entry's deflate data begins behind its header and name.
    let mut garbled = jar.clone();
    garbled[30 + "Clocks.class".len()..][..20].fill(0xFF);
    fs::write(folder.join("garbled.jar"), garbled).unwrap();
    let run = scan(&[&folder]);
    skips(&run, "cut.jar", "not a readable zip");
    skips(&run, "text.jar", "not a readable zip");
    skips(&run, "empty.jar", "not a readable zip");
    skips(&run, "garbled.jar!/Clocks.class", "broken deflate data");
    assert_eq!(run.skipped(), 4, "{}", run.err);
}

#[test]
fn sizes_that_lie() {
    let folder = folder("sizes");
    let class = samples::clocks();
    let jar = zips::deflated(&[("Clocks.class", &class)]);
    // The uncompressed size in the central directory.
    let at = zips::central(&jar) + 24;
    for (name, size, reason) in [
        ("short.jar", 10, "longer than its directory says"),
        (
            "long.jar",
            class.len() as u32 + 1,
            "not as long as its directory says",
        ),
        ("huge.jar", u32::MAX - 1, "longer than the limit of 64 MB"),
    ] {
        let mut lying = jar.clone();
        lying[at..at + 4].copy_from_slice(&size.to_le_bytes());
        fs::write(folder.join(name), lying).unwrap();
        skips(&scan(&[&folder]), name, reason);
    }
}

#[test]
fn a_bomb_is_not_unpacked() {
    let folder = folder("bomb");
    // 500 times the same 16 MB of nothing: 8 GB in 60 kilobytes.
    let jar = zips::overlapping("Nothing.class", &vec![0; 16 << 20], 500);
    assert!(jar.len() < 100_000, "{}", jar.len());
    fs::write(folder.join("bomb.jar"), jar).unwrap();
    let start = Instant::now();
    let run = scan(&[&folder]);
    skips(&run, "bomb.jar", "unpacks to more than 100 times its size");
    let told = run.err.matches("unpacks to more than").count();
    assert_eq!(told, 1, "said once");
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn archives_in_archives_end_somewhere() {
    let folder = folder("nested");
    let mut jar = zips::stored(&[("Clocks.class", &samples::clocks())]);
    for level in 0..10 {
        jar = zips::stored(&[(&format!("level{level}.jar"), &jar)]);
    }
    fs::write(folder.join("deep.jar"), jar).unwrap();
    let run = scan(&[&folder]);
    skips(&run, "deep.jar!/", "nested 8 archives deep");
}

#[test]
fn links_and_other_files() {
    let folder = folder("links");
    fs::create_dir(folder.join("inner")).unwrap();
    symlink(&folder, folder.join("inner/up")).unwrap();
    symlink("itself.class", folder.join("itself.class")).unwrap();
    symlink("nowhere.class", folder.join("Dangling.class")).unwrap();
    symlink("nowhere.txt", folder.join("dangling.txt")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.join("pipe.class"))
        .status()
        .unwrap();
    assert!(made.success());
    // A regular file that cannot be read, whoever reads.
    symlink("/proc/self/mem", folder.join("memory.class")).unwrap();
    // A second way to the same folder is no second finding.
    symlink("inner", folder.join("other")).unwrap();
    fs::write(folder.join("inner/Clocks.class"), samples::clocks()).unwrap();
    let run = scan(&[&folder]);
    skips(&run, "inner/up", "a symbolic link to a folder above it");
    skips(&run, "itself.class", "");
    skips(&run, "Dangling.class", "No such file");
    skips(&run, "pipe.class", "not a regular file");
    skips(&run, "memory.class", "error");
    assert_eq!(run.skipped(), 5, "{}", run.err);
    assert_eq!(run.out.matches("Clocks.nano").count(), 2, "{}", run.out);
}

#[test]
fn mutated_archives_never_panic() {
    let jar = zips::deflated(&[
        ("Clocks.class", &samples::clocks()),
        ("META-INF/versions/21/Clocks.class", &samples::clocks()),
        (
            "lib/inner.jar",
            &zips::stored(&[("Inner.class", &samples::clocks())]),
        ),
    ]);
    let table = Table::catalogue();
    let sound = scan_archive("sound.jar", jar.clone(), &table);
    assert_eq!(
        (sound.findings.len(), sound.skipped.len()),
        (3, 0),
        "{:?}",
        sound.skipped
    );
    let mut random = crate::mutate::Random(7);
    let mut skipped = 0;
    for _ in 0..20_000 {
        let mut mutant = jar.clone();
        for _ in 0..=random.below(3) {
            random.mutate(&mut mutant);
        }
        skipped += scan_archive("mutant.jar", mutant, &table).skipped.len();
    }
    assert!(skipped > 1000, "{skipped}");
}
