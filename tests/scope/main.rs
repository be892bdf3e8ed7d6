//! Component scope: what is redirected and to what, before the JVM's verifiers, an ASM oracle, and a
//! program that reads every clock.

#[path = "../class_bytes/builder.rs"]
#[allow(dead_code)]
mod builder;
#[path = "../class_bytes/jdk.rs"]
mod jdk;
#[path = "../scan/maven.rs"]
mod maven;

mod corpus;
mod docs;
mod insertion;
mod program;
mod shapes;
mod specimens;
mod table;
