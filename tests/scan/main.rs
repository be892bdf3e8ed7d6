//! `tickless scan`: its data against the JDKs, its findings against an ASM oracle, its formats, its
//! behaviour on broken input.

#[path = "../class_bytes/jdk.rs"]
mod jdk;
#[path = "../../benches/mutate/mod.rs"]
#[allow(dead_code)]
mod mutate;

mod broken;
mod catalogue;
mod command;
mod maven;
mod oracle;
mod samples;
mod zips;
