//! `tickless paths` and the cache behind it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;

use crate::support::{Outcome, carried, kept, run, scratch, tickless};

/// The three places where the cache may be, each in a scratch folder.
struct Places(tempfile::TempDir);

impl Places {
    fn new() -> Self {
        let places = Self(scratch());
        for name in ["xdg", "home", "tmp"] {
            fs::create_dir(places.path(name)).unwrap();
        }
        places
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Makes a place unusable, also for root, who may write anywhere: a file is no folder.
    fn block(&self, name: &str) {
        fs::remove_dir(self.path(name)).unwrap();
        fs::write(self.path(name), "").unwrap();
    }

    fn paths(&self) -> Outcome {
        let mut command = tickless();
        command
            .arg("paths")
            .env("XDG_CACHE_HOME", self.path("xdg"))
            .env("HOME", self.path("home"))
            .env("TMPDIR", self.path("tmp"));
        run(&mut command, 20.0)
    }
}

#[track_caller]
fn agent(paths: &Outcome) -> PathBuf {
    let line = paths.stdout.lines().find(|line| line.starts_with("agent="));
    PathBuf::from(&line.unwrap_or_else(|| panic!("{paths}"))["agent=".len()..])
}

#[track_caller]
fn assert_complete(agent: &Path) {
    assert!(fs::read(agent).unwrap() == fs::read(carried("agent")).unwrap());
}

#[test]
fn each_line_is_a_key_and_the_absolute_path_of_a_file() {
    let got = run(tickless().arg("paths"), 20.0).assert_code(0);
    let mut keys = Vec::new();
    for line in got.stdout.lines() {
        let (key, path) = line.split_once('=').unwrap();
        assert!(Path::new(path).is_absolute(), "{line}");
        assert!(fs::metadata(path).unwrap().len() > 0, "{line}");
        keys.push(key);
    }
    assert_eq!(keys, ["agent", "api-jar", "junit-jar"]);
    assert_eq!(agent(&got), carried("agent"));
}

#[test]
fn json_says_the_same() {
    let lines = run(tickless().arg("paths"), 20.0).assert_code(0);
    let json = run(tickless().args(["paths", "--json"]), 20.0).assert_code(0);
    let object: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let object = object.as_object().unwrap();
    assert_eq!(object.len(), lines.stdout.lines().count());
    for line in lines.stdout.lines() {
        let (key, path) = line.split_once('=').unwrap();
        assert_eq!(object[key], path);
    }
}

#[test]
fn the_places_are_tried_in_order() {
    let places = Places::new();
    for name in ["xdg", "home", "tmp"] {
        let found = agent(&places.paths().assert_code(0));
        assert!(found.starts_with(places.path(name)), "{}", found.display());
        assert_complete(&found);
        fs::remove_dir_all(places.path(name)).unwrap();
        fs::create_dir(places.path(name)).unwrap();
        places.block(name);
    }
    let got = places
        .paths()
        .assert_refused("no folder to put the agent in");
    assert!(got.stderr.contains("set XDG_CACHE_HOME"), "{got}");
    for name in ["xdg", "home", "tmp"] {
        assert!(
            got.stderr.contains(places.path(name).to_str().unwrap()),
            "{got}"
        );
    }
}

#[test]
fn a_relative_cache_folder_is_not_one() {
    let places = Places::new();
    let mut command = tickless();
    command
        .arg("paths")
        .env("XDG_CACHE_HOME", "xdg")
        .env("HOME", places.path("home"))
        .current_dir(places.0.path());
    let found = agent(&run(&mut command, 20.0).assert_code(0));
    assert!(found.starts_with(places.path("home")));
}

#[test]
fn a_path_that_the_jvm_would_misread_is_passed_over() {
    let places = Places::new();
    let odd = places.path("xdg").join("a=b");
    let mut command = tickless();
    command
        .arg("paths")
        .env("XDG_CACHE_HOME", odd)
        .env("HOME", places.path("home"));
    let found = agent(&run(&mut command, 20.0).assert_code(0));
    assert!(found.starts_with(places.path("home")));
}

#[test]
fn a_damaged_file_is_replaced_and_a_sound_one_kept() {
    let places = Places::new();
    let found = agent(&places.paths().assert_code(0));
    let inode = |path: &Path| {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(path).unwrap().ino()
    };
    let first = inode(&found);
    places.paths().assert_code(0);
    assert_eq!(inode(&found), first);
    fs::write(&found, "cut short").unwrap();
    places.paths().assert_code(0);
    assert_complete(&found);
    assert_ne!(inode(&found), first);
}

#[test]
fn many_at_once_find_one_complete_file_each() {
    let places = Places::new();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_complete(&agent(&places.paths().assert_code(0))));
        }
    });
    let folder = fs::read_dir(places.path("xdg").join("tickless")).unwrap();
    let folders: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(folders.len(), 1);
    let files = fs::read_dir(&folders[0]).unwrap().count();
    assert_eq!(files, 3, "nothing temporary stays behind");
}

#[test]
fn a_folder_that_others_can_write_is_not_trusted_with_the_agent() {
    let places = Places::new();
    places.block("xdg");
    places.block("home");
    let found = agent(&places.paths().assert_code(0));
    let folder = found.parent().unwrap().parent().unwrap();
    let mode = fs::metadata(folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    places.paths().assert_refused("not this user's own folder");
}

#[test]
fn a_link_in_the_shared_folder_is_not_followed() {
    let places = Places::new();
    places.block("xdg");
    places.block("home");
    let folder = agent(&places.paths().assert_code(0));
    let folder = folder.parent().unwrap().parent().unwrap();
    fs::remove_dir_all(folder).unwrap();
    fs::create_dir(places.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink(places.path("elsewhere"), folder).unwrap();
    places.paths().assert_refused("not this user's own folder");
}

#[test]
fn folders_long_unused_go_when_a_new_one_comes() {
    let places = Places::new();
    let cache = places.path("xdg").join("tickless");
    let (old, young, other) = ("0123456789abcdef", "fedcba9876543210", "not-ours");
    for name in [old, young, other] {
        fs::create_dir_all(cache.join(name)).unwrap();
    }
    let forty_days = std::time::Duration::from_secs(40 * 24 * 3600);
    for name in [old, other] {
        let folder = fs::File::open(cache.join(name)).unwrap();
        let then = std::time::SystemTime::now() - forty_days;
        folder.set_modified(then).unwrap();
    }
    places.paths().assert_code(0);
    assert!(!cache.join(old).exists());
    assert!(cache.join(young).exists());
    assert!(cache.join(other).exists());
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let script = format!(
        "{} paths | true; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_tickless")
    );
    let mut bash = std::process::Command::new("bash");
    bash.args(["-c", &script])
        .env("XDG_CACHE_HOME", kept().join("cache"));
    let got = run(&mut bash, 20.0).assert_code(0);
    assert_eq!(got.stderr, "");
}
