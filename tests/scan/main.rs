//! `tickless scan`: its data against the JDKs, its findings against an ASM oracle, its formats, its
//! behaviour on broken input.

#[path = "../class_bytes/jdk.rs"]
mod jdk;

mod catalogue;
