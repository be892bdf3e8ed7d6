//! The agent as a file: what it exports and how large it is.

use object::{Object, ObjectSymbol};

use crate::support::carried;

/// Stripped, for everybody's download; debug builds carry their symbols.
#[cfg(not(debug_assertions))]
const LARGEST: usize = 3 << 20;

#[test]
fn it_exports_what_the_jvm_looks_up_and_nothing_else() {
    let bytes = std::fs::read(carried("agent")).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let names: Vec<&str> = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition())
        .map(|symbol| symbol.name().unwrap())
        .collect();
    for name in ["Agent_OnLoad", "Agent_OnUnload"] {
        assert!(names.contains(&name), "no {name} in {names:?}");
    }
    for name in names {
        let known =
            name.starts_with("Agent_On") || name.starts_with("JNI_On") || name.starts_with("Java_");
        assert!(known, "{name} is exported");
    }
}

#[cfg(not(debug_assertions))]
#[test]
fn it_is_small() {
    let size = std::fs::metadata(carried("agent")).unwrap().len() as usize;
    assert!(size <= LARGEST, "{size} bytes");
}
