//! Each reason for refusing a class, next to the class that is not refused.

use tickless::classfile::{
    Attributes, Entries, Error, Pool, Splice, annotation_types, class_entries, frames, tag, u8_at,
    u16_at, u32_at,
};
use tickless::redirect::{Row, retarget, world_rows};

use crate::builder::Builder;

fn hit() -> Builder {
    let mut builder = Builder::new();
    builder.method_ref("java/lang/System", "nanoTime", "()J");
    builder
}

#[test]
fn no_magic() {
    let good = hit().finish("A");
    assert!(retarget(&good, world_rows()).unwrap().is_some());
    for bad in [&b""[..], b"\xCA\xFE\xBA", b"PK\x03\x04 a jar, no class"] {
        assert_eq!(retarget(bad, world_rows()), Err(Error::NotAClass));
    }
}

#[test]
fn truncated_anywhere_in_the_pool() {
    let good = hit().finish("A");
    let end = Pool::of_class(&good).unwrap().end();
    for len in 4..end {
        let bad = &good[..len];
        match retarget(bad, world_rows()) {
            Err(Error::Truncated {
                at,
                needed,
                len: all,
            }) => {
                assert_eq!(all, len);
                assert!(at + needed > len, "cut at {len}: {needed} bytes at {at}");
            }
            // The names were met before the cut; the index then meets it.
            other => panic!("cut at {len}: {other:?}"),
        }
    }
    // Nothing behind this_class is read for a redirect.
    assert!(retarget(&good[..end + 4], world_rows()).unwrap().is_some());
    assert_eq!(
        retarget(&good[..end + 3], world_rows()),
        Err(Error::Truncated {
            at: end + 2,
            needed: 2,
            len: end + 3
        })
    );
}

#[test]
fn reads_beyond_the_end() {
    let bytes = [1, 2, 3, 4];
    assert_eq!(u32_at(&bytes, 0), Ok(0x0102_0304));
    assert_eq!(u16_at(&bytes, 2), Ok(0x0304));
    assert_eq!(u8_at(&bytes, 3), Ok(4));
    assert_eq!(
        u32_at(&bytes, 1),
        Err(Error::Truncated {
            at: 1,
            needed: 4,
            len: 4
        })
    );
    assert_eq!(
        u16_at(&bytes, 3),
        Err(Error::Truncated {
            at: 3,
            needed: 2,
            len: 4
        })
    );
    assert_eq!(
        u8_at(&bytes, usize::MAX),
        Err(Error::Truncated {
            at: usize::MAX,
            needed: 1,
            len: 4
        })
    );
}

#[test]
fn unknown_tag() {
    for unknown in (0..=255_u8).filter(|tag| !matches!(tag, 1 | 3..=12 | 15..=20)) {
        let bytes = [unknown, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(
            Entries::new(&bytes, 0, 2).try_next(),
            Err(Error::UnknownTag {
                tag: unknown,
                index: 1,
                at: 0
            })
        );
    }
    for known in [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20] {
        let bytes = [known, 0, 0, 0, 0, 0, 0, 0, 0];
        let entry = Entries::new(&bytes, 0, 3).try_next().unwrap().unwrap();
        assert_eq!((entry.tag, entry.index, entry.at), (known, 1, 0));
    }
}

#[test]
fn references_to_nothing_or_to_another_kind() {
    let mut builder = hit();
    builder.pair(tag::METHOD_REF, 1, 1);
    assert_eq!(
        retarget(&builder.finish("A"), world_rows()),
        Err(Error::BadReference {
            index: 1,
            wanted: tag::CLASS
        })
    );

    let mut builder = hit();
    let class = builder.class("java/lang/System");
    builder.pair(tag::METHOD_REF, class, 60_000);
    assert_eq!(
        retarget(&builder.finish("A"), world_rows()),
        Err(Error::BadReference {
            index: 60_000,
            wanted: tag::NAME_AND_TYPE
        })
    );

    let mut builder = hit();
    let class = builder.class("java/lang/System");
    let pair = builder.pair(tag::NAME_AND_TYPE, 0, class);
    builder.pair(tag::METHOD_REF, class, pair);
    assert_eq!(
        retarget(&builder.finish("A"), world_rows()),
        Err(Error::BadReference {
            index: 0,
            wanted: tag::UTF8
        })
    );

    // The second half of a long is no constant.
    let mut builder = hit();
    let long = builder.long(7);
    assert_eq!(
        retarget(&builder.finish_as(long + 1), world_rows()),
        Err(Error::BadReference {
            index: long + 1,
            wanted: tag::CLASS
        })
    );
}

#[test]
fn pool_count() {
    let mut class = Builder::new().finish_as(0);
    assert!(Pool::of_class(&class).unwrap().iter().next().is_none());
    class[9] = 0;
    assert_eq!(
        Pool::of_class(&class).unwrap_err(),
        Error::BadPoolCount { count: 0 }
    );

    // A long as the last constant needs two indexes.
    let long = [tag::LONG, 0, 0, 0, 0, 0, 0, 0, 1];
    assert_eq!(Pool::of_bytes(&long, 3).unwrap().tag(1), Some(tag::LONG));
    assert_eq!(
        Pool::of_bytes(&long, 2).unwrap_err(),
        Error::BadPoolCount { count: 2 }
    );
}

#[test]
fn pool_full() {
    // A redirect that keeps its name appends two constants: the name of the gate and its class.
    let with_count = |count: u16| {
        let mut builder = hit();
        builder.fill_to(count - 2);
        builder.finish("A")
    };
    let fits = retarget(&with_count(65_533), world_rows())
        .unwrap()
        .unwrap();
    assert_eq!(Pool::of_class(&fits).unwrap().count(), 65_535);
    for count in [65_534, 65_535] {
        assert!(matches!(
            retarget(&with_count(count), world_rows()),
            Err(Error::PoolFull { count: found, .. }) if found == count
        ));
    }
    // A full pool alone is no fault.
    let mut builder = Builder::new();
    builder.fill_to(65_533);
    assert_eq!(retarget(&builder.finish("A"), world_rows()), Ok(None));
}

#[test]
fn name_too_long() {
    let class = hit().finish("A");
    let row = |len: usize| Row {
        to_owner: "x".repeat(len).into(),
        ..Row::new("java/lang/System", "nanoTime", "()J", "", "nanoTime")
    };
    assert!(retarget(&class, &[row(65_535)]).unwrap().is_some());
    assert_eq!(
        retarget(&class, &[row(65_536)]),
        Err(Error::NameTooLong { len: 65_536 })
    );
}

#[test]
fn patch_outside() {
    let class = hit().finish("A");
    let pool = Pool::of_class(&class).unwrap();
    let mut splice = Splice::new(&class, &pool);
    let len = class.len();
    assert_eq!(splice.patch_u16(len - 2, 1), Ok(()));
    assert_eq!(
        splice.patch_u16(len - 1, 1),
        Err(Error::PatchOutside { at: len, len })
    );
    assert_eq!(
        splice.patch_u8(len, 1),
        Err(Error::PatchOutside { at: len, len })
    );
    assert_eq!(
        splice.patch_u16(usize::MAX, 1),
        Err(Error::PatchOutside {
            at: usize::MAX,
            len
        })
    );
}

#[test]
fn a_pool_of_another_class() {
    let class = hit().finish("A");
    let pool = Pool::of_class(&class).unwrap();
    assert!(matches!(
        Splice::new(&class[..20], &pool).finish(),
        Err(Error::Truncated { .. })
    ));
    assert_eq!(Splice::new(&class, &pool).finish().unwrap(), class);
}

#[test]
fn the_walk_ends_where_the_pool_ends() {
    let class = hit().finish("A");
    let mut entries = class_entries(&class).unwrap();
    let mut last = 0;
    while let Some(entry) = entries.try_next().unwrap() {
        last = entry.index;
    }
    let pool = Pool::of_class(&class).unwrap();
    assert_eq!((last + 1, entries.offset()), (pool.count(), pool.end()));
    assert_eq!(entries.try_next(), Ok(None));
}

#[test]
fn frames_of_unknown_kinds() {
    // A `same` frame, one with an object and one with an uninitialised type on the stack.
    let table = [0, 3, 5, 64, 7, 0, 1, 247, 0, 9, 8, 0, 2];
    let good = frames(&table).unwrap();
    assert_eq!(
        good.iter().map(|frame| frame.bci).collect::<Vec<_>>(),
        [5, 6, 16]
    );
    assert_eq!(good[2].uninitialized, [(11, 2)]);
    assert_eq!(frames(&[0, 1, 200]), Err(Error::BadFrame { at: 2 }));
    assert_eq!(frames(&[0, 1, 64, 9]), Err(Error::BadFrame { at: 3 }));
    assert!(matches!(frames(&table[..12]), Err(Error::Truncated { .. })));
}

#[test]
fn annotations_nested_without_end() {
    let nested = |depth: usize| {
        let mut builder = Builder::new();
        let name = builder.utf8("RuntimeVisibleAnnotations");
        let annotation = builder.utf8("La/B;");
        let class = builder.finish("A");
        // One annotation with one value: an array in an array in an array.
        let mut data = vec![0, 1];
        data.extend(annotation.to_be_bytes());
        data.extend([0, 1, 0, 1]);
        for _ in 0..depth {
            data.extend([b'[', 0, 1]);
        }
        data.extend([b'I', 0, 1]);
        let mut attributes = vec![0, 1];
        attributes.extend(name.to_be_bytes());
        attributes.extend((data.len() as u32).to_be_bytes());
        attributes.extend(data);
        let pool = Pool::of_class(&class).unwrap();
        let mut seen = Vec::new();
        annotation_types(Attributes::new(&attributes, 0).unwrap(), &pool, |name| {
            seen.push(name.to_vec())
        })
        .map(|()| seen)
    };
    assert_eq!(nested(30), Ok(vec![b"La/B;".to_vec()]));
    assert!(matches!(nested(100), Err(Error::TooDeep { .. })));
}
