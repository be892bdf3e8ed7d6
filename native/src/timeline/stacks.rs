//! Numbers for stacks: a program waits in few places, and often.

use std::collections::HashMap;

/// A frame as JVMTI names it: a method and a position in it.
pub type RawFrame = (usize, i64);

/// Every stack that was seen.
#[derive(Debug, Default)]
pub struct Stacks {
    known: HashMap<Vec<RawFrame>, u32>,
    /// The frames of each, innermost first.
    pub texts: Vec<Vec<String>>,
}

impl Stacks {
    /// The number of a stack; `describe` is asked for the text of a new one.
    pub fn number(&mut self, raw: Vec<RawFrame>, describe: impl FnOnce() -> Vec<String>) -> u32 {
        if let Some(number) = self.known.get(&raw) {
            return *number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(describe());
        self.known.insert(raw, number);
        number
    }
}
