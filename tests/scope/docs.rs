//! The list of redirected calls in the documentation is the table's.

use tickless::redirect::scope::ScopeTable;
use tickless::scan::signature::signature;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scope-calls.md");
const START: &str = "<!-- calls -->\n";

/// With `TICKLESS_WRITE` set, the list is written anew instead of compared.
#[test]
fn the_documented_calls_are_those_of_the_table() {
    let table = ScopeTable::default();
    let mut list = String::from("\n| call | becomes |\n|---|---|\n");
    for [owner, name, descriptor, to_owner, to_name, to_descriptor] in table.rows() {
        let to_owner = to_owner.rsplit('/').next().unwrap();
        list.push_str(&format!(
            "| `{}` | `{}` |\n",
            signature(owner, name, descriptor),
            signature(to_owner, to_name, to_descriptor)
        ));
    }
    let text = std::fs::read_to_string(FILE).unwrap();
    let (prose, stored) = text.split_once(START).unwrap();
    if std::env::var_os("TICKLESS_WRITE").is_some() {
        std::fs::write(FILE, format!("{prose}{START}{list}")).unwrap();
        return;
    }
    assert_eq!(stored, list);
}
