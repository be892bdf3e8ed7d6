//! One program on one JDK, in a folder of its own: compiled, packed, and run in a world.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;

use crate::support::{Outcome, TestJdk, class_path, kept, repository, run, scratch, tickless};

const START: &str = "2026-01-01T00:00:00Z";
/// Real seconds for one run: the slowest is -Xcomp.
const LIMIT: f64 = 90.0;

/// A JDK, the story's classes and what a test makes of them.
pub struct Stage {
    pub jdk: &'static TestJdk,
    story: PathBuf,
    folder: tempfile::TempDir,
}

/// Looks at what a run has left.
pub type Seen = Box<dyn Fn(&Stage, &Outcome)>;

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
    /// The JVM writes lines of its own before that.
    pub preamble: bool,
    /// Runs beside the program.
    pub during: Option<JoinHandle<()>>,
    /// Sees that the neighbour was there.
    pub seen: Seen,
}

impl Stage {
    pub fn new(jdk: &'static TestJdk) -> Self {
        type Slot = Arc<OnceLock<PathBuf>>;
        static STORIES: Mutex<BTreeMap<u32, Slot>> = Mutex::new(BTreeMap::new());
        let slot = Arc::clone(
            STORIES
                .lock()
                .expect("whole")
                .entry(jdk.feature)
                .or_default(),
        );
        let mut stage = Self {
            jdk,
            story: kept().join(format!("story-{}", jdk.feature)),
            folder: scratch(),
        };
        stage.story = slot.get_or_init(|| stage.compile_story()).clone();
        stage
    }

    /// Once a test run on each JDK.
    fn compile_story(&self) -> PathBuf {
        let _ = fs::remove_dir_all(&self.story);
        fs::create_dir_all(&self.story).expect("a folder");
        let (classes, jar) = (self.classes(), self.jar());
        self.compile(&["Story", "Loaded"], "", &classes);
        self.tool("jar", &["--create", "--file", &jar, "-C", &classes, "."]);
        self.story.clone()
    }

    /// The folder of the story's classes.
    pub fn classes(&self) -> String {
        self.story.join("classes").display().to_string()
    }

    /// The same as a jar.
    pub fn jar(&self) -> String {
        self.story.join("story.jar").display().to_string()
    }

    /// A file in the folder of the test.
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
        arguments.push(format!("{}:{jars}", self.classes()));
        arguments.extend(names.iter().map(|name| source(&format!("{name}.java"))));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        self.tool("javac", &arguments);
    }

    /// The story alone, with these options of the JVM.
    pub fn story(&self, jvm: &[&str]) -> Beside {
        self.main(jvm, &["-cp", &self.classes(), "story.Story"])
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
            preamble: false,
            during: None,
            seen: Box::new(|_, _| ()),
        }
    }

    /// A class beside this file that runs the story, with the jars of Maven coordinates.
    pub fn host(&self, name: &str, coordinates: &str, jvm: &[&str], arguments: &[&str]) -> Beside {
        let jars = class_path(coordinates);
        self.compile(&[name], &jars, "host");
        let path = format!("{}:{}:{jars}", self.path("host"), self.classes());
        let mut main = vec!["-cp", &path, name];
        main.extend(arguments);
        self.main(jvm, &main)
    }

    /// Runs the story in a world with these options of the JVM, whatever comes of it.
    pub fn run_once(&self, jvm: &[&str]) -> Outcome {
        let mut command = tickless();
        command.args(["run", "--start", START, "--"]);
        command
            .arg(self.jdk.tool("java"))
            .args(jvm)
            .args(["-cp", &self.jar(), "story.Story"])
            .current_dir(self.folder.path());
        run(&mut command, LIMIT)
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
        let got = got.assert_code(0);
        let own = if beside.preamble {
            got.stdout.len().saturating_sub(expected.len())
        } else {
            0
        };
        assert_eq!(got.stdout[own..], expected, "{got}");
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
