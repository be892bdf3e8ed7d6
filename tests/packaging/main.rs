//! What a stranger does with a fresh clone: install, write a first test, follow the pages and the
//! examples. Real Maven builds; everything else that they need comes from the local repository or
//! the network.

#[path = "../support/mod.rs"]
#[allow(dead_code, unused_imports)]
mod support;

mod blocks;
mod checkout;
mod examples;
mod install;
mod pages;
mod snippets;
mod supply_chain;
