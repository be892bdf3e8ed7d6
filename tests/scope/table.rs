//! The table against the catalogue, and against the classes that it sends calls to.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use tickless::classfile::{ACC_STATIC, Class, Pool};
use tickless::redirect::catalogue::{Kind, Scoped, groups};
use tickless::redirect::scope::{
    DEFAULT_HELPER, DEFAULT_TIME_SOURCE, Offers, ScopeTable, helper_class, rewrite,
};

use crate::jdk;

/// The helper and the tests' stand-in for the time source, compiled for Java 17.
pub fn compiled() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = jdk::scratch("scope-helper");
        let root = env!("CARGO_MANIFEST_DIR");
        let output = jdk::both()[1]
            .tool("javac")
            .args(["--release", "17", "-Xlint:all", "-Werror", "-d"])
            .arg(&folder)
            .arg(format!(
                "{root}/agent-java/api/src/main/java/dev/tickless/scope/Calls.java"
            ))
            .arg(format!(
                "{root}/tests/java/scope/dev/tickless/TimeSource.java"
            ))
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        folder
    })
}

pub fn helper_bytes() -> Vec<u8> {
    fs::read(compiled().join(format!("{DEFAULT_HELPER}.class"))).unwrap()
}

/// Name and descriptor of each method, and whether it is static.
fn methods(bytes: &[u8]) -> HashMap<(String, String), bool> {
    let pool = Pool::of_class(bytes).unwrap();
    let text = |index: u16| String::from_utf8(pool.utf8(index).unwrap().to_vec()).unwrap();
    let mut methods = Class::new(bytes, &pool).unwrap().methods().unwrap();
    let mut all = HashMap::new();
    while let Some(method) = methods.try_next().unwrap() {
        all.insert(
            (text(method.name), text(method.descriptor)),
            method.access & ACC_STATIC != 0,
        );
    }
    all
}

#[test]
fn every_target_is_a_static_method() {
    let time_source = fs::read(compiled().join(format!("{DEFAULT_TIME_SOURCE}.class"))).unwrap();
    let own = [
        (DEFAULT_TIME_SOURCE, methods(&time_source)),
        (DEFAULT_HELPER, methods(&helper_bytes())),
    ];
    for table in [ScopeTable::default(), ScopeTable::new("shop/OwnTime")] {
        let mut rows = 0;
        for [owner, name, descriptor, to_owner, to_name, to_descriptor] in table.rows() {
            rows += 1;
            // Another time source's helper is made of the default one's.
            let default = if to_owner == table.helper() {
                DEFAULT_HELPER
            } else {
                DEFAULT_TIME_SOURCE
            };
            let (_, methods) = own.iter().find(|(class, _)| *class == default).unwrap();
            let key = (to_name.to_string(), to_descriptor.to_string());
            assert_eq!(
                methods.get(&key),
                Some(&true),
                "{owner}.{name}{descriptor} -> {to_owner}.{to_name}{to_descriptor}"
            );
        }
        assert!(rows > 60, "{rows} rows");
    }
}

/// Every clock read and sleep of the catalogue is redirected but for those that stay real, as told in
/// the documentation.
#[test]
fn only_a_few_reads_stay() {
    let mut staying: Vec<String> = groups()
        .filter(|group| group.scoped == Scoped::Stays)
        .filter(|group| {
            matches!(
                group.kind,
                Kind::Wall | Kind::Monotonic | Kind::Wrapper | Kind::Sleep
            )
        })
        .flat_map(|group| {
            group
                .methods
                .iter()
                .map(move |(name, _)| format!("{}.{name}", group.owner))
        })
        .collect();
    staying.sort();
    assert_eq!(
        staying,
        [
            "java/lang/management/RuntimeMXBean.getUptime",
            "java/security/cert/X509Certificate.checkValidity",
            "java/util/logging/LogRecord.<init>",
            "jdk/internal/misc/VM.getNanoTimeAdjustment",
        ]
    );
}

#[test]
fn another_time_source_is_called_by_its_three_methods_only() {
    let table = ScopeTable::new("shop/OwnTime");
    let mut direct: Vec<String> = table
        .rows()
        .filter(|row| row[3] == "shop/OwnTime")
        .map(|[.., name, descriptor]| format!("{name}{descriptor}"))
        .collect();
    direct.sort();
    assert_eq!(direct, ["currentTimeMillis()J", "nanoTime()J", "sleep(J)V"]);
    assert_eq!(table.helper(), "shop/OwnTime$Tickless");
}

/// The method references of a class, as `owner.name descriptor`.
pub fn references(bytes: &[u8]) -> Vec<String> {
    let pool = Pool::of_class(bytes).unwrap();
    let mut all: Vec<String> = pool
        .iter()
        .filter(|&(_, tag, _)| tag == 10)
        .map(|(_, _, at)| {
            let member = pool.member_at(at).unwrap();
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            format!(
                "{}.{} {}",
                text(member.owner),
                text(member.name),
                text(member.descriptor)
            )
        })
        .collect();
    all.sort();
    all
}

#[test]
fn the_helper_is_made_for_another_time_source() {
    let table = ScopeTable::new("shop/OwnTime");
    let on = |offers| {
        let made = helper_class(&helper_bytes(), &table, offers).unwrap();
        let pool = Pool::of_class(&made).unwrap();
        let this = Class::new(&made, &pool).unwrap().this_class().unwrap();
        assert_eq!(pool.class_name(this).unwrap(), b"shop/OwnTime$Tickless");
        let all = references(&made);
        assert!(
            all.iter()
                .all(|reference| !reference.starts_with("dev/tickless/")),
            "{all:?}"
        );
        all.into_iter()
            .filter(|reference| reference.starts_with("shop/OwnTime."))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        on(Offers::default()),
        [
            "shop/OwnTime.currentTimeMillis ()J",
            "shop/OwnTime.sleep (J)V"
        ]
    );
    assert_eq!(
        on(Offers {
            instant: true,
            sleep_nanos: true
        }),
        [
            "shop/OwnTime.currentTimeMillis ()J",
            "shop/OwnTime.instant ()Ljava/time/Instant;",
            "shop/OwnTime.sleep (J)V",
            "shop/OwnTime.sleep (JI)V",
        ]
    );
}

#[test]
fn time_source_helper_and_providers_are_left_alone() {
    let files = HashMap::new();
    let default = ScopeTable::default();
    assert_eq!(rewrite(&helper_bytes(), &default, &files), Ok(None));
    let class = |this: &str, interface: Option<&str>| {
        let mut builder = crate::builder::Builder::new();
        builder.method_ref("java/lang/System", "nanoTime", "()J");
        let interface = interface.map(|name| builder.class(name));
        let mut class = builder.finish(this);
        if let Some(index) = interface {
            // Interface count and index go behind the superclass; fields, methods, attributes follow.
            let at = class.len() - 8;
            class.splice(at..at + 2, [0, 1].into_iter().chain(index.to_be_bytes()));
        }
        class
    };
    for own in [
        DEFAULT_TIME_SOURCE,
        "dev/tickless/TimeSource$Holder",
        DEFAULT_HELPER,
    ] {
        assert_eq!(
            rewrite(&class(own, None), &default, &files),
            Ok(None),
            "{own}"
        );
    }
    let provider = class("shop/Fake", Some("dev/tickless/TimeSource$Provider"));
    assert_eq!(rewrite(&provider, &default, &files), Ok(None));
    for other in [
        class("shop/Fake", None),
        class("shop/Fake", Some("java/lang/Runnable")),
    ] {
        let changed = rewrite(&other, &default, &files).unwrap().unwrap();
        assert_eq!(
            references(&changed),
            ["dev/tickless/TimeSource.nanoTime ()J"]
        );
    }
    // For another time source the default one is a class like any other.
    let own = ScopeTable::new("shop/OwnTime");
    assert!(
        rewrite(&class(DEFAULT_TIME_SOURCE, None), &own, &files)
            .unwrap()
            .is_some()
    );
    assert_eq!(
        rewrite(&class("shop/OwnTime$Tickless", None), &own, &files),
        Ok(None)
    );
}

#[test]
fn inherited_sleeps_are_resolved_without_loading() {
    let subclass = |name: &str, parent: &str| {
        let mut builder = crate::builder::Builder::new();
        builder.method_ref(name, "sleep", "(J)V");
        let parent = builder.class(parent);
        let mut class = builder.finish(name);
        let at = class.len() - 10;
        class[at..at + 2].copy_from_slice(&parent.to_be_bytes());
        class
    };
    let table = ScopeTable::default();
    let mut files: HashMap<String, Vec<u8>> = HashMap::new();
    let redirected = |class: &[u8], files: &HashMap<String, Vec<u8>>| {
        rewrite(class, &table, files).unwrap().is_some()
    };

    assert!(redirected(
        &subclass("shop/Worker", "java/lang/Thread"),
        &files
    ));
    assert!(redirected(
        &subclass("shop/Worker", "java/util/concurrent/ForkJoinWorkerThread"),
        &files
    ));
    assert!(!redirected(
        &subclass("shop/Worker", "java/lang/Object"),
        &files
    ));
    assert!(!redirected(
        &subclass("shop/Worker", "java/lang/Integer"),
        &files
    ));
    // A superclass that is not found leaves the call as it is, once it is found it counts.
    let grandchild = subclass("shop/Grandchild", "shop/Worker");
    assert!(!redirected(&grandchild, &files));
    files.insert(
        "shop/Worker".into(),
        subclass("shop/Worker", "java/lang/Thread"),
    );
    assert!(redirected(&grandchild, &files));
    // A circle ends.
    files.insert("shop/Worker".into(), subclass("shop/Worker", "shop/Worker"));
    assert!(!redirected(&grandchild, &files));
    files.insert("shop/Worker".into(), b"broken".to_vec());
    assert!(!redirected(&grandchild, &files));
}
