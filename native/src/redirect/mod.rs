//! Which calls go elsewhere (data), and the pass over a class file that sends them there.
//!
//! A static call, a lambda's body, a method reference and an `ldc MethodHandle` all name their
//! target through one Methodref constant. So it is the constant that is changed: its class (and
//! name) index is pointed at appended constants, no code byte moves and every frame stays valid.

#![forbid(unsafe_code)]

pub mod catalogue;
mod glob;
mod retarget;
mod row;
pub mod scope;
mod world;

pub use crate::classfile::Error;
pub use glob::{ClassGlob, GlobError};
pub use retarget::{pool_mentions, retarget};
pub use row::Row;
pub use world::{GATE, world_rows};
