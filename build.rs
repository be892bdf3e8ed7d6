//! Builds what the agent and the command carry.
fn main() {}
