//! Integration tests: real JVMs with the agent, and the command line as users type it.
//!
//! Environment:
//! - `TICKLESS_TEST_JDKS=HOME:HOME`: the JDKs to test with; else all that are found. With `CI` set
//!   17 and 25 must be among them.
//! - `TICKLESS_TEST_REPEAT=N`: how often each acceptance program runs on each JDK (default 1).
//! - `TICKLESS_TEST_PATIENCE=N`: multiplies every real-time limit, for slow machines (default 1).

mod agent_options;
mod cases;
mod docs;
mod doctor;
mod extraction;
mod flight_recorder;
mod harness;
mod library;
mod neighbours;
mod run;
mod support;
mod timeline;
mod usage;
mod worlds;
