//! Java class files as raw bytes: an offset scan that reads them and a splice that changes them.
//!
//! Nothing is decoded into a tree and written back. A reader walks the bytes in place; a change
//! appends constants and patches single bytes, so that whatever is not meant is copied as it was,
//! attributes and tags of future versions included. Why own code: the crates that can write either
//! lose information on the JDK's own classes or write wrong StackMapTables.
//!
//! No function here panics on any input, and every read is bounds-checked.

#![forbid(unsafe_code)]

mod annotations;
mod bytes;
mod code;
mod error;
mod frames;
mod insert;
mod layout;
mod pool;
mod splice;

pub use annotations::annotation_types;
pub use bytes::{u8_at, u16_at, u32_at};
pub use code::{Code, Instruction, Instructions, Lines, opcode};
pub use error::Error;
pub use frames::{Frame, frames};
pub use insert::{Insertion, Side, insert};
pub use layout::{ACC_STATIC, ACC_SYNTHETIC, Attribute, Attributes, Class, Member, Members};
pub use pool::{Entries, Entry, MemberRef, Pool, class_entries, tag};
pub use splice::Splice;
