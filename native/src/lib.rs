//! Tickless: exact virtual time for unmodified Java programs.
//!
//! The crate builds twice: as the JVM agent (`libtickless.so`) and as the library that the
//! `tickless` command stands on. Only the JVMTI and JNI layers hold `unsafe` code.

mod agent;
#[cfg(feature = "cli")]
pub mod bench;
pub mod classfile;
pub mod engine;
mod hooks;
mod jni;
mod jvmti;
pub mod options;
pub mod redirect;
mod report;
#[cfg(feature = "cli")]
pub mod scan;
mod timeline;
