//! Tickless: exact virtual time for unmodified Java programs.
//!
//! The crate builds twice: as the JVM agent (`libtickless.so`) and as the library that the
//! `tickless` command stands on. Only the JVMTI and JNI layers hold `unsafe` code.

pub mod classfile;
pub mod engine;
pub mod options;
pub mod redirect;
#[cfg(feature = "cli")]
pub mod scan;
