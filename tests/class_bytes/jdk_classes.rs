//! The redirect over every class of the installed JDKs.

use tickless::classfile::{Pool, Splice, tag, u16_at};
use tickless::redirect::{pool_mentions, retarget, world_rows};
use tickless::scan::jimage::Image;

use crate::jdk;

#[test]
fn what_is_not_redirected_keeps_its_bytes() {
    for jdk in jdk::both() {
        let image = Image::open(&jdk.modules()).unwrap();
        let classes = image.classes().unwrap();
        assert!(
            classes.len() > 20_000,
            "JDK {} has {} classes",
            jdk.feature,
            classes.len()
        );
        let mut bytes = Vec::new();
        let mut changed_classes = 0;
        for class in &classes {
            image.read(class, &mut bytes).unwrap();
            let name = format!("{}/{}", class.parent, class.base);
            let pool = Pool::of_class(&bytes).unwrap();
            assert_eq!(
                Splice::new(&bytes, &pool).finish().unwrap(),
                bytes,
                "{name}: an empty splice is identity"
            );
            let pool_bytes = &bytes[10..pool.end()];
            let changed = retarget(&bytes, world_rows()).unwrap();
            assert_eq!(
                pool_mentions(pool_bytes, pool.count(), world_rows()),
                changed.is_some(),
                "{name}: both tests agree"
            );
            if let Some(changed) = changed {
                changed_classes += 1;
                only_references_differ(&name, &bytes, &changed);
            }
        }
        assert!(
            changed_classes > 150,
            "JDK {}: {changed_classes} classes read the clock",
            jdk.feature
        );
    }
}

/// Compares byte by byte: the pool may differ in class and name indexes of method references only,
/// and all behind the pool must be equal.
fn only_references_differ(name: &str, old: &[u8], new: &[u8]) {
    let (old_pool, new_pool) = (Pool::of_class(old).unwrap(), Pool::of_class(new).unwrap());
    assert_eq!(
        old[old_pool.end()..],
        new[new_pool.end()..],
        "{name}: behind the pool"
    );
    assert_eq!(old[..8], new[..8], "{name}: header");
    for (index, found, at) in old_pool.iter() {
        let end = (index + 1..old_pool.count())
            .find_map(|next| old_pool.offset(next))
            .unwrap_or(old_pool.end());
        if old[at..end] == new[at..end] {
            continue;
        }
        assert_eq!(found, tag::METHOD_REF, "{name}: constant {index}");
        let before = old_pool.member_at(at).unwrap();
        let after = new_pool.member_at(at).unwrap();
        let row = world_rows()
            .iter()
            .find(|row| row.owner.as_bytes() == before.owner && row.name.as_bytes() == before.name)
            .unwrap_or_else(|| panic!("{name}: constant {index} is not in the table"));
        assert_eq!(row.descriptor.as_bytes(), before.descriptor);
        assert_eq!(after.owner, row.to_owner.as_bytes());
        assert_eq!(after.name, row.to_name.as_bytes());
        assert_eq!(after.descriptor, before.descriptor);
        assert!(
            u16_at(new, at + 1).unwrap() >= old_pool.count(),
            "{name}: the new class is an appended one"
        );
    }
}
