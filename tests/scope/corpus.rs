//! All classes of the libraries and both JDKs, scoped: the same places as an ASM oracle, and accepted
//! by a verifier.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use tickless::classfile::{Class, Error, Pool};
use tickless::redirect::catalogue::{Reach, Scoped, groups};
use tickless::redirect::scope::{ClassFiles, ScopeTable, rewrite};
use tickless::scan::jimage::Image;

use crate::{jdk, maven};

/// Class files by internal name.
struct Files(HashMap<String, Vec<u8>>);

impl ClassFiles for Files {
    fn class_file(&self, name: &str) -> Option<Vec<u8>> {
        self.0.get(name).cloned()
    }
}

fn name_of(bytes: &[u8]) -> String {
    let pool = Pool::of_class(bytes).unwrap();
    let this = Class::new(bytes, &pool).unwrap().this_class().unwrap();
    String::from_utf8(pool.class_name(this).unwrap().to_vec()).unwrap()
}

/// All classes of the jars, but for those of later releases.
fn of_jars(jars: &[PathBuf]) -> Files {
    let mut files = HashMap::new();
    for jar in jars {
        let bytes = fs::read(jar).unwrap();
        let archive = rawzip::ZipArchive::from_slice(&bytes).unwrap();
        let mut entries = archive.entries();
        while let Some(entry) = entries.next_entry().unwrap() {
            let name = String::from_utf8(entry.file_path().as_bytes().to_vec()).unwrap();
            if !name.ends_with(".class")
                || name.ends_with("module-info.class")
                || name.starts_with("META-INF/")
            {
                continue;
            }
            let data = archive
                .get_entry(entry.wayfinder())
                .unwrap()
                .data()
                .to_vec();
            let class = if entry.compression_method() == rawzip::CompressionMethod::STORE {
                data
            } else {
                let mut class = Vec::new();
                flate2::read::DeflateDecoder::new(data.as_slice())
                    .read_to_end(&mut class)
                    .unwrap();
                class
            };
            files.entry(name_of(&class)).or_insert(class);
        }
    }
    Files(files)
}

fn of_jdk(jdk: &jdk::Jdk) -> Files {
    let image = Image::open(&jdk.modules()).unwrap();
    let mut files = HashMap::new();
    let mut bytes = Vec::new();
    for class in image.classes().unwrap() {
        if class.base != "module-info" {
            image.read(&class, &mut bytes).unwrap();
            files.insert(format!("{}/{}", class.parent, class.base), bytes.clone());
        }
    }
    Files(files)
}

/// Writes the changed classes under `new`, their originals under `old` and the others under `rest`; how many changed.
fn scoped(files: &Files, table: &ScopeTable, old: &Path, new: &Path, rest: &Path) -> usize {
    let mut changed = 0;
    let write = |folder: &Path, name: &str, bytes: &[u8]| {
        let path = folder.join(format!("{name}.class"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    for (name, bytes) in &files.0 {
        match rewrite(bytes, table, files) {
            Ok(Some(rewritten)) => {
                changed += 1;
                write(old, name, bytes);
                write(new, name, &rewritten);
            }
            Ok(None) => write(rest, name, bytes),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    changed
}

/// What the oracle finds of `catalogue` in a folder: class, method, line, call, form.
fn oracle(jdk: &jdk::Jdk, catalogue: &str, folder: &Path, others: &[String]) -> Vec<[String; 5]> {
    let list = jdk::scratch("scope-catalogue").join("catalogue");
    fs::write(&list, catalogue).unwrap();
    let output = maven::oracle(jdk, "oracle.Calls")
        .arg(&list)
        .arg(folder)
        .arg("--types")
        .args(others)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| {
            let fields: Vec<String> = line.split('\t').map(str::to_string).collect();
            fields.try_into().unwrap()
        })
        .collect()
}

/// Compares places: each call of the catalogue that ASM finds in the old class, and each call of the
/// time source or its helper that ASM finds in the new one.
/// In the classes that were left alone it finds none.
fn same_places(jdk: &jdk::Jdk, table: &ScopeTable, folders: [&Path; 3], all: &[String]) {
    let [old, new, rest] = folders;
    let (mut before, mut after) = (String::new(), String::new());
    // What each call of the table becomes, by its parameters.
    let mut becomes = HashMap::new();
    for group in groups().filter(|group| group.scoped != Scoped::Stays) {
        for (name, descriptor) in group.methods {
            let reach = match group.scoped {
                // Instance methods are redirected on their own class only.
                Scoped::Receiver => Reach::Own,
                _ => group.reach,
            };
            before.push_str(&format!(
                "{reach:?}\t{}\t{name}\t{descriptor}\n",
                group.owner
            ));
        }
    }
    let parameters = |descriptor: &str| descriptor[..=descriptor.find(')').unwrap()].to_string();
    for [owner, name, descriptor, to_owner, to_name, to_descriptor] in table.rows() {
        after.push_str(&format!("Own\t{to_owner}\t{to_name}\t{to_descriptor}\n"));
        becomes.insert(
            format!("{owner}.{name}{}", parameters(descriptor)),
            format!("{to_owner}.{to_name}{}", parameters(to_descriptor)),
        );
    }
    let set_time = format!("{}.setTime(Ljava/util/Calendar;)", table.helper());
    after.push_str(&format!(
        "Own\t{}\tsetTime\t(Ljava/util/Calendar;)V\n",
        table.helper()
    ));

    let missed = oracle(jdk, &before, rest, all);
    assert!(
        missed.is_empty(),
        "{} calls in classes left alone: {:#?}",
        missed.len(),
        missed.iter().take(10).collect::<Vec<_>>()
    );
    let mut wanted: BTreeMap<[String; 5], i64> = BTreeMap::new();
    let mut count = 0;
    for [class, method, line, call, form] in oracle(jdk, &before, old, all) {
        count += 1;
        let target = becomes[&call].clone();
        *wanted
            .entry([class, method, line, target, form])
            .or_default() += 1;
    }
    for site in oracle(jdk, &after, new, &[]) {
        *wanted.entry(site).or_default() -= 1;
    }
    // Where a constructor could not be replaced, the time is set behind it, or the millis are passed.
    let millis = format!("{}.currentTimeMillis()", table.time_source());
    let mut open: BTreeMap<[String; 3], i64> = BTreeMap::new();
    for ([class, method, line, call, form], number) in wanted {
        let instead = call == set_time
            || (call == millis && number < 0)
            || call.contains(".newGregorianCalendar(");
        let instead = instead || call.contains(".newDate(");
        assert!(
            number == 0 || (instead && form != "reference"),
            "{class}.{method}:{line} {call} {form}: {number}"
        );
        *open.entry([class, method, line]).or_default() += number;
    }
    for (place, number) in open {
        assert_eq!(number, 0, "{place:?}");
    }
    assert!(count > 100, "{count} calls");
}

fn verified(name: &str, new: &Path, changed: usize, jars: &[String]) {
    let output = jdk::both()[1]
        .tool("java")
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/java/VerifyFiles.java"
        ))
        .arg(new)
        .args(jars)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let wrong: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("verified "))
        .take(10)
        .collect();
    assert!(
        output.status.success(),
        "{name}: {wrong:#?} {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        text.contains(&format!("verified {changed}")),
        "{name}: {text}"
    );
}

#[test]
fn the_libraries() {
    let table = ScopeTable::default();
    let files = of_jars(maven::corpus());
    let [old, new, rest] =
        ["old", "new", "rest"].map(|folder| jdk::scratch(&format!("scope-libraries-{folder}")));
    let changed = scoped(&files, &table, &old, &new, &rest);
    assert!(changed > 100, "{changed}");
    let jars: Vec<String> = maven::corpus()
        .iter()
        .map(|jar| jar.display().to_string())
        .collect();
    verified("libraries", &new, changed, &jars);
    same_places(&jdk::both()[1], &table, [&old, &new, &rest], &jars);
}

/// The classes of Camel 4.22 whose waits, timing and throttling change when its time is another's. Each call in them is
/// compared with the oracle's above.
#[test]
fn the_places_in_camel_that_change_behaviour() {
    const PLACES: [&str; 18] = [
        "RedeliveryPolicy",
        "RedeliveryErrorHandler$RedeliveryTask",
        "ForegroundTask",
        "DelayProcessorSupport",
        "MulticastProcessor",
        "OptimisticLockRetryPolicy",
        "DefaultStartupConditionStrategy",
        "StopWatch",
        "MonotonicClock",
        "AbstractTask",
        "BackgroundTask",
        "TimeBoundedBudget",
        "BackOffTimerTask",
        "DefaultTimeoutMap",
        "TotalRequestsThrottler",
        "ConcurrentRequestsThrottler",
        "SamplingThrottler",
        "ThrottlingExceptionRoutePolicy",
    ];
    // It waits in a Future and asks a StopWatch: no call is written in it.
    const WITHOUT_CALLS: &str = "DefaultShutdownStrategy";
    let table = ScopeTable::default();
    let files = of_jars(&maven::camel());
    for place in PLACES.iter().chain([&WITHOUT_CALLS]) {
        let found: Vec<&String> = files
            .0
            .keys()
            .filter(|name| name.rsplit('/').next() == Some(place))
            .collect();
        let [name] = found[..] else {
            panic!("{place}: {found:?}");
        };
        let changed = rewrite(&files.0[name], &table, &files).unwrap().is_some();
        assert_eq!(changed, *place != WITHOUT_CALLS, "{name}");
    }
}

#[test]
fn both_jdks() {
    let table = ScopeTable::default();
    for jdk in jdk::both() {
        let name = format!("scope-jdk-{}", jdk.feature);
        let [old, new, rest] =
            ["old", "new", "rest"].map(|folder| jdk::scratch(&format!("{name}-{folder}")));
        let changed = scoped(&of_jdk(&jdk), &table, &old, &new, &rest);
        assert!(changed > 300, "{changed}");
        verified(&name, &new, changed, &[jdk.home.display().to_string()]);
        same_places(&jdk, &table, [&old, &new, &rest], &["jrt".to_string()]);
    }
}

/// A full pool is refused as a whole, next to one that has just enough room.
#[test]
fn a_full_pool() {
    let with_count = |count: u16| {
        let mut builder = crate::builder::Builder::new();
        builder.method_ref("java/lang/System", "nanoTime", "()J");
        builder.fill_to(count - 2);
        builder.finish("shop/Full")
    };
    let table = ScopeTable::default();
    let none = Files(HashMap::new());
    assert!(
        rewrite(&with_count(65_533), &table, &none)
            .unwrap()
            .is_some()
    );
    assert!(matches!(
        rewrite(&with_count(65_534), &table, &none),
        Err(Error::PoolFull { .. })
    ));
}
