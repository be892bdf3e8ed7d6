//! The comment lines at the head of an acceptance program.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::support::{TestJdk, Time};

#[derive(Debug)]
pub struct Header(HashMap<String, String>);

impl Header {
    pub fn read(source: &Path) -> Self {
        Self::parse(&fs::read_to_string(source).unwrap())
    }

    /// Up to the first line that is no comment; the first of two lines with one key counts.
    pub fn parse(text: &str) -> Self {
        let mut fields = HashMap::new();
        for line in text.lines().map_while(|line| line.strip_prefix("//")) {
            if let Some((key, value)) = line
                .strip_prefix(' ')
                .and_then(|line| line.split_once(": "))
                && !key.contains(' ')
            {
                fields
                    .entry(key.into())
                    .or_insert_with(|| value.trim().into());
            }
        }
        Self(fields)
    }

    fn get<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.0.get(key).map_or(default, String::as_str)
    }

    pub fn time(&self) -> Time {
        let words = words(self.get("run", "agent"));
        if words.first().is_some_and(|word| word == "world") {
            return Time::World(words[1..].to_vec());
        }
        let options = words.iter().position(|word| word == "--agent-opts");
        let options = options.and_then(|at| words.get(at + 1)).cloned();
        Time::Agent(options.unwrap_or_default())
    }

    pub fn fits(&self, jdk: &TestJdk) -> bool {
        let want = self.get("jdk", "17+");
        match want.strip_suffix('+') {
            Some(oldest) => oldest
                .parse()
                .is_ok_and(|oldest: u32| jdk.feature >= oldest),
            None => want.parse() == Ok(jdk.feature),
        }
    }

    pub fn deps(&self) -> &str {
        self.get("deps", "")
    }

    pub fn javac(&self) -> Vec<String> {
        words(self.get("javac", ""))
    }

    pub fn jvm(&self) -> Vec<String> {
        words(self.get("jvm", ""))
    }

    pub fn exit(&self) -> i32 {
        self.get("exit", "0").parse().expect("exit: a number")
    }

    /// How often it runs at least: each time the same has to come out.
    pub fn runs(&self) -> u32 {
        self.get("runs", "1").parse().expect("runs: a number")
    }

    pub fn real_limit(&self) -> f64 {
        let text = self.get("real-limit", "20");
        let seconds = text.split(' ').next().unwrap_or_default();
        seconds.parse().expect("real-limit: seconds")
    }
}

/// Splits at spaces outside quotes, as a shell does.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut started) = (String::new(), None, false);
    for c in text.chars() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('"' | '\'', None) => (quote, started) = (Some(c), true),
            (' ', None) => {
                if started {
                    words.push(std::mem::take(&mut word));
                }
                started = false;
            }
            _ => {
                word.push(c);
                started = true;
            }
        }
    }
    if started {
        words.push(word);
    }
    words
}
