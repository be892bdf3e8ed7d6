//! The face of JNI: the only module, with `jvmti`, that holds `unsafe` code.
//!
//! [`Env`] is the attached thread's environment as safe methods. It can only be made in this module,
//! inside a native or a callback that the JVM runs on that thread, and it cannot leave it.

pub mod descriptors;
mod env;
pub mod exports;
pub mod io_natives;
pub mod libjvm;
pub mod memory;
pub mod natives;
pub mod reflect_natives;
mod refs;

pub use env::{Argument, Env};
pub use refs::{Class, Field, Global, Local, Method, Object};
