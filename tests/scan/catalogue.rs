//! The catalogue and the table of JDK types against the JDKs themselves.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tickless::classfile::{ACC_STATIC, Class, Pool};
use tickless::redirect::catalogue::{Reach, groups};
use tickless::scan::jimage::Image;

use crate::jdk;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/native/src/redirect/catalogue/jdk_types.txt"
);

/// What is asked of each JDK class.
struct JdkClass {
    supertypes: Vec<String>,
    /// Name and descriptor of each method, and whether it is static.
    methods: HashMap<(String, String), bool>,
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn classes(jdk: &jdk::Jdk) -> BTreeMap<String, JdkClass> {
    let image = Image::open(&jdk.modules()).unwrap();
    let mut bytes = Vec::new();
    let mut all = BTreeMap::new();
    for resource in image.classes().unwrap() {
        if resource.base == "module-info" {
            continue;
        }
        image.read(&resource, &mut bytes).unwrap();
        let pool = Pool::of_class(&bytes).unwrap();
        let class = Class::new(&bytes, &pool).unwrap();
        let mut supertypes: Vec<String> = Vec::new();
        if class.super_class().unwrap() != 0 {
            supertypes.push(text(pool.class_name(class.super_class().unwrap()).unwrap()));
        }
        supertypes.extend(
            class
                .interfaces()
                .map(|index| text(pool.class_name(index).unwrap())),
        );
        let name = text(pool.class_name(class.this_class().unwrap()).unwrap());
        let mut methods = HashMap::new();
        if groups().any(|group| group.owner == name) {
            let mut walk = class.methods().unwrap();
            while let Some(method) = walk.try_next().unwrap() {
                let key = (
                    text(pool.utf8(method.name).unwrap()),
                    text(pool.utf8(method.descriptor).unwrap()),
                );
                methods.insert(key, method.access & ACC_STATIC != 0);
            }
        }
        all.insert(
            name,
            JdkClass {
                supertypes,
                methods,
            },
        );
    }
    all
}

#[test]
fn every_call_of_the_catalogue_exists() {
    let jdks: Vec<_> = jdk::both().iter().map(classes).collect();
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for group in groups() {
        for &(name, descriptor) in group.methods {
            assert!(
                seen.insert((group.owner, name, descriptor)),
                "{}.{name}{descriptor} stands there twice",
                group.owner
            );
            let key = (name.to_string(), descriptor.to_string());
            let found = jdks
                .iter()
                .find_map(|classes| classes.get(group.owner)?.methods.get(&key));
            let fits = match (found, group.reach) {
                (None, _) => false,
                // Only static methods are hidden, only instance methods overridden.
                (Some(is_static), Reach::Inherited) => *is_static,
                (Some(is_static), Reach::Overridden | Reach::Everyone) => !*is_static,
                (Some(_), Reach::Own) => true,
            };
            if !fits {
                wrong.push(format!(
                    "{}.{name}{descriptor}: {:?} {found:?}",
                    group.owner, group.reach
                ));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(seen.len() > 150, "{} calls", seen.len());
}

/// The supertypes of the JDK's public classes that lead to an owner whose methods are inherited.
/// With `TICKLESS_WRITE` set, the file is written anew instead of compared.
#[test]
fn the_jdk_types_are_those_of_the_jdks() {
    let owners: BTreeSet<&str> = groups()
        .filter(|group| matches!(group.reach, Reach::Inherited | Reach::Overridden))
        .map(|group| group.owner)
        .collect();
    let mut lines: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for jdk in jdk::both() {
        let classes = classes(&jdk);
        let mut memo = HashMap::new();
        for name in classes
            .keys()
            .filter(|name| name.starts_with("java/") || name.starts_with("javax/"))
        {
            let mut open = vec![name.clone()];
            while let Some(name) = open.pop() {
                if !leads(&classes, &owners, &name, &mut memo) {
                    continue;
                }
                let supertypes = classes[&name].supertypes.iter();
                let leading: Vec<String> = supertypes
                    .filter(|supertype| leads(&classes, &owners, supertype, &mut memo))
                    .cloned()
                    .collect();
                open.extend(leading.iter().cloned());
                lines.entry(name).or_default().extend(leading);
            }
        }
    }
    let mut wanted = String::new();
    for (name, supertypes) in lines {
        wanted.push_str(&name);
        for supertype in supertypes {
            wanted.push(' ');
            wanted.push_str(&supertype);
        }
        wanted.push('\n');
    }
    if std::env::var_os("TICKLESS_WRITE").is_some() {
        std::fs::write(FILE, &wanted).unwrap();
    }
    let stored = std::fs::read_to_string(FILE).unwrap();
    let differing = stored
        .lines()
        .zip(wanted.lines())
        .find(|(stored, wanted)| stored != wanted);
    assert_eq!(differing, None);
    assert_eq!(stored.lines().count(), wanted.lines().count());
}

fn leads(
    classes: &BTreeMap<String, JdkClass>,
    owners: &BTreeSet<&str>,
    name: &str,
    memo: &mut HashMap<String, bool>,
) -> bool {
    if owners.contains(name) {
        return true;
    }
    if let Some(&known) = memo.get(name) {
        return known;
    }
    let supertypes = classes
        .get(name)
        .map(|class| class.supertypes.clone())
        .unwrap_or_default();
    let leads = supertypes
        .iter()
        .any(|supertype| leads(classes, owners, supertype, memo));
    memo.insert(name.to_string(), leads);
    leads
}
