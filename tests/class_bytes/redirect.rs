//! What a row redirects and what it leaves.

use tickless::classfile::{Pool, tag};
use tickless::redirect::{GATE, Row, pool_mentions, retarget, world_rows};

use crate::builder::Builder;

/// `owner.name descriptor` of every method reference.
fn calls(class: &[u8]) -> Vec<String> {
    let pool = Pool::of_class(class).unwrap();
    pool.iter()
        .filter(|&(_, found, _)| found == tag::METHOD_REF || found == tag::INTERFACE_METHOD_REF)
        .map(|(_, _, at)| {
            let member = pool.member_at(at).unwrap();
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            format!(
                "{}.{} {}",
                text(member.owner),
                text(member.name),
                text(member.descriptor)
            )
        })
        .collect()
}

fn class_with(this: &str, members: &[(&str, &str, &str)]) -> Vec<u8> {
    let mut builder = Builder::new();
    for (owner, name, descriptor) in members {
        builder.method_ref(owner, name, descriptor);
    }
    builder.finish(this)
}

#[test]
fn the_world_rows() {
    let class = class_with(
        "java/lang/Thread$Builder",
        &[
            ("java/lang/System", "nanoTime", "()J"),
            ("java/lang/System", "currentTimeMillis", "()J"),
            ("jdk/internal/misc/VM", "getNanoTimeAdjustment", "(J)J"),
            ("java/lang/Thread$ThreadIdentifiers", "next", "()J"),
            (
                "java/lang/System",
                "identityHashCode",
                "(Ljava/lang/Object;)I",
            ),
        ],
    );
    let changed = retarget(&class, world_rows()).unwrap().unwrap();
    assert_eq!(
        calls(&changed),
        [
            "java/lang/TicklessClock.nanoTime ()J",
            "java/lang/TicklessClock.currentTimeMillis ()J",
            "java/lang/TicklessClock.getNanoTimeAdjustment (J)J",
            "java/lang/TicklessClock.nextThreadId ()J",
            "java/lang/System.identityHashCode (Ljava/lang/Object;)I",
        ]
    );
    // Done once, there is nothing left to do.
    assert_eq!(retarget(&changed, world_rows()), Ok(None));
}

#[test]
fn owner_name_and_descriptor_must_all_match() {
    let near = [
        ("java/lang/Systems", "nanoTime", "()J"),
        ("com/acme/System", "nanoTime", "()J"),
        ("java/lang/System", "nanotime", "()J"),
        ("java/lang/System", "nanoTime", "()I"),
        ("java/lang/System", "nanoTime", "(J)J"),
        // Owner and name of two different rows.
        ("jdk/internal/misc/VM", "nanoTime", "()J"),
        ("java/lang/System", "getNanoTimeAdjustment", "(J)J"),
    ];
    for member in near {
        let class = class_with("A", &[member]);
        assert_eq!(retarget(&class, world_rows()), Ok(None), "{member:?}");
    }
    assert_eq!(retarget(&class_with("A", &near), world_rows()), Ok(None));
}

#[test]
fn names_that_are_no_call_stay() {
    let mut builder = Builder::new();
    builder.member(tag::FIELD_REF, "java/lang/System", "nanoTime", "()J");
    builder.utf8("nanoTime");
    assert_eq!(retarget(&builder.finish("A"), world_rows()), Ok(None));
}

#[test]
fn an_interface_method_becomes_a_class_method() {
    let mut builder = Builder::new();
    builder.member(tag::INTERFACE_METHOD_REF, "com/acme/Ticker", "read", "()J");
    let class = builder.finish("A");
    let rows = [Row::new(
        "com/acme/Ticker",
        "read",
        "()J",
        "dev/tickless/TimeSource",
        "nanoTime",
    )];
    let changed = retarget(&class, &rows).unwrap().unwrap();
    assert_eq!(calls(&changed), ["dev/tickless/TimeSource.nanoTime ()J"]);
    let pool = Pool::of_class(&changed).unwrap();
    assert!(
        pool.iter()
            .all(|(_, found, _)| found != tag::INTERFACE_METHOD_REF)
    );
}

#[test]
fn the_target_of_a_row_is_left_alone() {
    let member = [("java/lang/System", "nanoTime", "()J")];
    assert_eq!(retarget(&class_with(GATE, &member), world_rows()), Ok(None));
    let nested = format!("{GATE}$Slow");
    assert_eq!(
        retarget(&class_with(&nested, &member), world_rows()),
        Ok(None)
    );
    // Only by the whole name.
    let longer = format!("{GATE}s");
    assert!(
        retarget(&class_with(&longer, &member), world_rows())
            .unwrap()
            .is_some()
    );
}

#[test]
fn the_gate_itself_takes_other_rows() {
    let gate = class_with(
        GATE,
        &[
            ("java/lang/TicklessIds", "next", "()J"),
            ("java/lang/System", "nanoTime", "()J"),
        ],
    );
    let rows = [Row::new(
        "java/lang/TicklessIds",
        "next",
        "()J",
        "java/lang/Thread$ThreadIdentifiers",
        "next",
    )];
    assert_eq!(
        calls(&retarget(&gate, &rows).unwrap().unwrap()),
        [
            "java/lang/Thread$ThreadIdentifiers.next ()J",
            "java/lang/System.nanoTime ()J"
        ]
    );
}

#[test]
fn thread_identifiers_are_drawn_elsewhere_only_inside_of_thread() {
    let member = [("java/lang/Thread$ThreadIdentifiers", "next", "()J")];
    for (this, changes) in [
        ("java/lang/Thread", true),
        ("java/lang/Thread$Constants", true),
        ("java/lang/ThreadBuilders", false),
        ("com/acme/Thread", false),
    ] {
        let changed = retarget(&class_with(this, &member), world_rows()).unwrap();
        assert_eq!(changed.is_some(), changes, "{this}");
    }
}

#[test]
fn everything_else_is_copied() {
    let mut builder = Builder::new();
    builder.long(-1);
    builder.method_ref("java/lang/System", "nanoTime", "()J");
    builder.pair(tag::NAME_AND_TYPE, 1, 1);
    let mut class = builder.finish("A");
    class.extend_from_slice(b"attributes of a version to come");
    let changed = retarget(&class, world_rows()).unwrap().unwrap();
    let end = Pool::of_class(&class).unwrap().end();
    let new_end = Pool::of_class(&changed).unwrap().end();
    assert_eq!(class[..8], changed[..8]);
    assert_eq!(class[end..], changed[new_end..]);
    let differing = (10..end).filter(|&at| class[at] != changed[at]).count();
    assert!(
        (1..=2).contains(&differing),
        "only one class index: {differing}"
    );
}

#[test]
fn one_name_serves_all_redirects_of_a_class() {
    let class = class_with(
        "A",
        &[
            ("java/lang/System", "nanoTime", "()J"),
            ("java/lang/System", "currentTimeMillis", "()J"),
        ],
    );
    let changed = retarget(&class, world_rows()).unwrap().unwrap();
    let added = Pool::of_class(&changed).unwrap().count() - Pool::of_class(&class).unwrap().count();
    assert_eq!(added, 2);
}

#[test]
fn bare_pools() {
    let mut builder = Builder::new();
    builder.method_ref(
        "java/lang/System",
        "arraycopy",
        "(Ljava/lang/Object;ILjava/lang/Object;II)V",
    );
    builder.utf8("nanoTime");
    let (pool, count) = builder.pool();
    assert!(!pool_mentions(pool, count, world_rows()));
    builder.method_ref("java/lang/System", "nanoTime", "()J");
    let (pool, count) = builder.pool();
    assert!(pool_mentions(pool, count, world_rows()));
    // One that cannot be read is handed on to the pass that can say why.
    assert!(pool_mentions(&pool[..3], count, world_rows()));
    assert!(!pool_mentions(&[], 1, world_rows()));
}

#[test]
fn more_rows_than_bits() {
    let mut rows: Vec<Row> = (0..100)
        .map(|number| Row {
            name: format!("method{number}").into(),
            ..Row::new("com/acme/Clock", "", "()J", "com/acme/Virtual", "read")
        })
        .collect();
    rows.push(Row::new(
        "java/lang/System",
        "nanoTime",
        "()J",
        "com/acme/Virtual",
        "nanoTime",
    ));
    let class = class_with(
        "A",
        &[
            ("com/acme/Clock", "method99", "()J"),
            ("java/lang/System", "nanoTime", "()J"),
        ],
    );
    assert_eq!(
        calls(&retarget(&class, &rows).unwrap().unwrap()),
        ["com/acme/Virtual.read ()J", "com/acme/Virtual.nanoTime ()J"]
    );
}
