//! Every piece of Java in the docs compiles against the jars that users get.
//!
//! A block is a whole file, members of a class or statements of a method. What it leaves to the
//! reader's imagination is declared in a comment before it: `context: MEMBERS`.

use std::fs;

use regex::Regex;

use crate::blocks::{Block, of_page, pages};
use crate::support::{carried, class_path, jdks, kept, repository, run};

const IMPORTS: &str = "import dev.tickless.*;\nimport dev.tickless.junit.*;\nimport example.*;\n\
    import java.nio.file.Path;\nimport java.time.*;\nimport java.util.*;\n\
    import java.util.concurrent.*;\nimport org.junit.jupiter.api.*;\n\
    import static org.junit.jupiter.api.Assertions.*;\n";

/// The name of the file and what is in it.
fn unit(block: &Block, number: usize) -> (String, String) {
    let whole =
        Regex::new(r"(?m)^(?:public |final )*(?:class|interface|record|enum|@interface) (\w+)");
    if let Some(found) = whole.expect("a pattern").captures(&block.text) {
        return (found[1].to_owned(), block.text.clone());
    }
    let name = format!("Snippet{number}");
    let member = Regex::new(r"^(?:@|(?:public|private|static|final|void) )").expect("a pattern");
    let body = if member.is_match(&block.text) {
        block.text.clone()
    } else {
        format!("void snippet() throws Exception {{\n{}}}\n", block.text)
    };
    let context = block.mark("context").unwrap_or_default();
    let text = format!("{IMPORTS}class {name} {{\n{context}\n{body}}}\n");
    (name, text)
}

#[test]
fn every_piece_of_java_compiles() {
    let jars = [
        carried("api-jar").display().to_string(),
        carried("junit-jar").display().to_string(),
        class_path("org.junit.jupiter:junit-jupiter:5.10.5"),
    ];
    let blocks = pages().into_iter().flat_map(|page| of_page(&page));
    let blocks: Vec<Block> = blocks.filter(|block| block.language == "java").collect();
    assert!(blocks.len() >= 2, "{blocks:?}");
    for (number, block) in blocks.iter().enumerate() {
        let (name, text) = unit(block, number);
        let folder = kept().join(format!("snippets/{number}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join(format!("{name}.java"));
        fs::write(&file, text).expect("a file");
        let mut javac = std::process::Command::new(jdks()[0].tool("javac"));
        javac
            .args([
                "-proc:none",
                "-implicit:none",
                "-Xlint:all",
                "-cp",
                &jars.join(":"),
            ])
            .arg("-sourcepath")
            .arg(repository().join("examples/junit/src/main/java"))
            .arg("-d")
            .arg(&folder)
            .arg(&file);
        let got = run(&mut javac, 60.0);
        assert_eq!(got.code, Some(0), "{block}\n{got}");
    }
}
