//! The classes that `tickless doctor` tries component scope with: each row has one, and it is changed.

use std::collections::HashMap;

use tickless::redirect::scope::{Call, ScopeTable, rewrite, specimen};

use crate::table::references;

#[test]
fn the_call_of_every_row_is_written_and_redirected() {
    let (table, files) = (ScopeTable::default(), HashMap::new());
    for [owner, name, descriptor, to_owner, to_name, to_descriptor] in table.rows() {
        let interface = matches!(
            owner,
            "java/time/InstantSource" | "java/time/chrono/Chronology"
        );
        let written = specimen(
            "tickless/Specimen",
            &Call {
                owner,
                owner_is_interface: interface,
                name,
                descriptor,
                as_static: to_descriptor,
            },
        );
        let call = format!("{owner}.{name} {descriptor}");
        // The helper below tells method references only, not those on interfaces.
        assert_eq!(
            references(&written),
            if interface {
                vec![]
            } else {
                vec![call.clone()]
            }
        );
        let changed = rewrite(&written, &table, &files)
            .unwrap()
            .unwrap_or_else(|| panic!("{call} is not found"));
        let after = references(&changed);
        if name == "<init>" && descriptor != "()V" {
            // A constructor with arguments stays; what follows it sets the time.
            let set = format!("{}.setTime (Ljava/util/Calendar;)V", table.helper());
            assert!(after.contains(&set), "{call} becomes {after:?}");
        } else {
            let target = format!("{to_owner}.{to_name} {to_descriptor}");
            assert!(after.contains(&target), "{call} becomes {after:?}");
            assert_eq!(
                rewrite(&changed, &table, &files),
                Ok(None),
                "{call} is left"
            );
        }
    }
}

#[test]
fn a_call_that_no_row_lists_stays() {
    let call = Call {
        owner: "java/time/LocalDate",
        owner_is_interface: false,
        name: "now",
        descriptor: "(Ljava/time/Clock;)Ljava/time/LocalDate;",
        as_static: "(Ljava/time/Clock;)Ljava/time/LocalDate;",
    };
    let written = specimen("tickless/Specimen", &call);
    let files = HashMap::new();
    assert_eq!(rewrite(&written, &ScopeTable::default(), &files), Ok(None));
}
