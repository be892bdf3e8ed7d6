//! One program on one JDK, in a folder of its own: compiled, packed, and run in a world.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::JoinHandle;

use crate::support::{Outcome, TestJdk, class_path, repository, run, scratch, tickless};

const START: &str = "2026-01-01T00:00:00Z";
/// Real seconds for one run: the slowest is -Xcomp.
const LIMIT: f64 = 90.0;

/// The story's classes and what is made of them.
pub struct Stage {
    pub jdk: &'static TestJdk,
    folder: tempfile::TempDir,
}

/// What to run, and what to look at afterwards.
pub struct Beside {
    /// Another launcher than the JDK's.
    pub java: Option<PathBuf>,
    /// What stands before the launcher.
    pub wrapper: Vec<String>,
    pub jvm: Vec<String>,
    pub main: Vec<String>,
    /// What is expected, beside this file.
    pub expected: &'static str,
    /// Runs beside the program.
    pub during: Option<JoinHandle<()>>,
    /// Sees that the neighbour was there.
    pub seen: Box<dyn Fn(&Stage, &Outcome)>,
}

impl Stage {
    pub fn new(jdk: &'static TestJdk) -> Self {
        let stage = Self {
            jdk,
            folder: scratch(),
        };
        stage.compile(&["Story", "Loaded"], "", "classes");
        stage.tool(
            "jar",
            &["--create", "--file", "story.jar", "-C", "classes", "."],
        );
        stage
    }

    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// A tool of the JDK, in the folder.
    pub fn tool(&self, name: &str, arguments: &[&str]) {
        let mut command = Command::new(self.jdk.tool(name));
        command.env_remove("JAVA_TOOL_OPTIONS");
        command.args(arguments).current_dir(self.folder.path());
        run(&mut command, LIMIT).assert_code(0);
    }

    /// Sources beside this file, into a folder of their own.
    pub fn compile(&self, names: &[&str], jars: &str, into: &str) {
        let mut arguments = vec!["-nowarn".into(), "-d".into(), into.into(), "-cp".into()];
        arguments.push(format!("{}:{jars}", self.path("classes")));
        arguments.extend(names.iter().map(|name| source(&format!("{name}.java"))));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        self.tool("javac", &arguments);
    }

    /// The story alone, with these options of the JVM.
    pub fn story(&self, jvm: &[&str]) -> Beside {
        self.main(jvm, &["-cp", &self.path("classes"), "story.Story"])
    }

    /// A main class with its arguments.
    pub fn main(&self, jvm: &[&str], main: &[&str]) -> Beside {
        let owned = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
        Beside {
            java: None,
            wrapper: Vec::new(),
            jvm: owned(jvm),
            main: owned(main),
            expected: "Story.expected",
            during: None,
            seen: Box::new(|_, _| ()),
        }
    }

    /// A class beside this file that runs the story, with the jars of Maven coordinates.
    pub fn host(&self, name: &str, coordinates: &str, jvm: &[&str], arguments: &[&str]) -> Beside {
        let jars = class_path(coordinates);
        self.compile(&[name], &jars, "host");
        let path = format!("{}:{}:{jars}", self.path("host"), self.path("classes"));
        let mut main = vec!["-cp", &path, name];
        main.extend(arguments);
        self.main(jvm, &main)
    }

    /// Runs it in a world; it has to write what the story writes.
    pub fn run(&self, beside: Beside) {
        let java = beside.java.unwrap_or_else(|| self.jdk.tool("java"));
        let mut command = tickless();
        command.args(["run", "--start", START, "--"]);
        command
            .args(&beside.wrapper)
            .arg(java)
            .args(&beside.jvm)
            .args(&beside.main)
            .current_dir(self.folder.path());
        let got = run(&mut command, LIMIT);
        if let Some(during) = beside.during {
            during.join().unwrap_or_else(|_| panic!("beside: {got}"));
        }
        let expected = fs::read_to_string(source(beside.expected)).expect("an expected file");
        let got = got.assert_success(&expected);
        (beside.seen)(self, &got);
    }
}

/// A file of this folder.
pub fn source(name: &str) -> String {
    let folder = repository().join("tests/neighbours");
    folder.join(name).display().to_string()
}

/// The jar of an artifact in a class path.
pub fn jar(jars: &str, artifact: &str) -> String {
    let is_it = |jar: &&str| {
        let name = Path::new(jar).file_name().unwrap_or_default();
        name.to_string_lossy().starts_with(artifact)
    };
    let found = jars.split(':').find(is_it);
    found
        .unwrap_or_else(|| panic!("no {artifact} in {jars}"))
        .into()
}
