//! The fenced blocks of a page, with what the comments before them tell the tests.

use std::fmt;
use std::path::Path;

use crate::support::repository;

/// What a comment directly before a block can say.
const MARKS: [&str; 6] = ["not run", "before", "file", "patch", "output", "context"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub page: String,
    pub line: usize,
    pub language: String,
    pub text: String,
    pub marks: Vec<(String, String)>,
}

impl Block {
    /// What the marks of this name say, one a line.
    pub fn mark(&self, name: &str) -> Option<String> {
        let found = self.marks.iter().filter(|(mark, _)| mark == name);
        let values: Vec<&str> = found.map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join("\n"))
    }

    /// Its first line, by which lists name it.
    pub fn head(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.page, self.line, self.head())
    }
}

/// Pages with blocks, in the order of their names; the README first.
pub fn pages() -> Vec<String> {
    let folder = std::fs::read_dir(repository().join("docs")).expect("docs");
    let names = folder.flatten().map(|entry| entry.file_name());
    let mut pages: Vec<String> = names
        .map(|name| format!("docs/{}", name.to_string_lossy()))
        .filter(|name| name.ends_with(".md"))
        .collect();
    pages.sort();
    pages.insert(0, "README.md".into());
    pages
}

pub fn of_page(page: &str) -> Vec<Block> {
    let file = repository().join(Path::new(page));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{page}: {e}"));
    parse(page, &text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn parse(page: &str, text: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut marks: Vec<(String, String)> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let mut body = String::new();
            loop {
                match lines.next() {
                    Some((_, "```")) => break,
                    Some((_, line)) => {
                        body += line;
                        body.push('\n');
                    }
                    None => return Err(format!("{page}:{}: never closed", number + 1)),
                }
            }
            blocks.push(Block {
                page: page.to_owned(),
                line: number + 1,
                language: language.trim().to_owned(),
                text: body,
                marks: std::mem::take(&mut marks),
            });
        } else if let Some(comment) = line.strip_prefix("<!-- ") {
            let comment = comment.strip_suffix(" -->").unwrap_or(comment);
            let (name, value) = comment.split_once(": ").unwrap_or((comment, ""));
            if MARKS.contains(&name) {
                marks.push((name.to_owned(), value.trim().to_owned()));
            }
        } else if !line.trim().is_empty() && !marks.is_empty() {
            return Err(format!(
                "{page}:{}: a mark without a block behind it",
                number + 1
            ));
        }
    }
    if marks.is_empty() {
        Ok(blocks)
    } else {
        Err(format!("{page}: a mark at the end"))
    }
}

#[test]
fn marks_belong_to_the_block_behind_them() {
    let text = "a\n\n<!-- before: cd x -->\n<!-- options: no mark -->\n```sh\nls\n```\n\n```text\nb\n```\n";
    let blocks = parse("p", text).expect("two blocks");
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[0].mark("before"), Some("cd x".into()));
    assert_eq!((blocks[0].line, blocks[0].text.as_str()), (5, "ls\n"));
    assert_eq!(blocks[1].marks, []);
    assert!(parse("p", "<!-- output -->\nprose\n").is_err());
    assert!(parse("p", "```sh\nls\n").is_err());
}
