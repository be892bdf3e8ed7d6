//! What stands in front of the JVM's natives: one file a family, each saying per JDK what it replaces.
//!
//! A hook decides in one load whether a world is open, in one thread-local whether this thread takes
//! part; otherwise the original is called and nothing else happens.

#![forbid(unsafe_code)]

pub mod bell;
pub mod current;
pub mod enlist;
pub mod flight;
pub mod host;
pub mod io;
pub mod jdk;
pub mod lending;
pub mod membership;
pub mod monitor;
pub mod park;
pub mod reflect;
pub mod sleep;
pub mod sockets;
pub mod stuck;
pub mod thread;
pub mod threads;
pub mod timeline;
pub mod vthreads;
pub mod watchdog;
pub mod world;
