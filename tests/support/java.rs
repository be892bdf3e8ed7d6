//! Java and Kotlin programs of the tests: compiled once a JDK, run in the time that the test states.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

use super::{Outcome, TestJdk, carried, class_path, kept, repository, run, tickless};

/// The compiler for the programs in Kotlin, by its Maven coordinates.
const KOTLIN: &str = "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.3.21";

/// Real seconds that a program may take when the test says nothing else.
const LIMIT: f64 = 20.0;

/// How time runs for a program.
#[derive(Debug, Clone)]
pub enum Time {
    /// `tickless run` with these options.
    World(Vec<String>),
    /// The agent alone, with these options.
    Agent(String),
    /// A JVM without the agent.
    Real,
}

impl Time {
    pub fn world(options: &[&str]) -> Self {
        Self::World(options.iter().map(|option| option.to_string()).collect())
    }

    pub fn agent(options: &str) -> Self {
        Self::Agent(options.into())
    }
}

/// A source file with one public class, named as the file is.
#[derive(Debug, Clone)]
pub struct Java {
    source: PathBuf,
    class_path: String,
    compiler_options: Vec<String>,
}

/// A program ready to run on one JDK.
#[derive(Debug, Clone)]
pub struct Compiled {
    jdk: TestJdk,
    main: String,
    class_path: String,
    folder: PathBuf,
    limit: f64,
}

impl Java {
    pub fn new(source: impl Into<PathBuf>) -> Self {
        Self {
            source: source.into(),
            class_path: String::new(),
            compiler_options: Vec::new(),
        }
    }

    /// The program `tests/java/NAME.java`.
    pub fn in_tests(name: &str) -> Self {
        Self::new(repository().join("tests/java").join(format!("{name}.java")))
    }

    /// Compiles and runs against these jars too (joined by `:`), besides Tickless's own.
    pub fn with_class_path(mut self, jars: &str) -> Self {
        self.class_path = jars.into();
        self
    }

    /// Compiles with these options too.
    pub fn with_compiler_options(mut self, options: Vec<String>) -> Self {
        self.compiler_options = options;
        self
    }

    /// Compiles with the JDK's own compiler; once a test run, whoever asks.
    #[track_caller]
    pub fn compile(&self, jdk: &TestJdk) -> Compiled {
        type Slot = Arc<OnceLock<Result<(), String>>>;
        static DONE: OnceLock<Mutex<HashMap<PathBuf, Slot>>> = OnceLock::new();
        let main = self.source.file_stem().unwrap_or_default();
        let main = main.to_string_lossy().into_owned();
        let parent = self.source.parent().and_then(Path::file_name);
        let folder = kept()
            .join("classes")
            .join(jdk.home.display().to_string().replace('/', "_"))
            .join(parent.unwrap_or_default())
            .join(&main);
        let jars = [
            carried("api-jar").display().to_string(),
            carried("junit-jar").display().to_string(),
            self.class_path.clone(),
        ];
        let jars: Vec<&str> = jars.iter().map(String::as_str).collect();
        let jars = jars.join(":").trim_end_matches(':').to_owned();
        let slot = Arc::clone(
            DONE.get_or_init(Mutex::default)
                .lock()
                .expect("no compilation panics under the lock")
                .entry(folder.clone())
                .or_default(),
        );
        let compiled = slot.get_or_init(|| {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
            let mut compiler = if self.source.extension().is_some_and(|end| end == "kt") {
                let mut kotlinc = Command::new(jdk.tool("java"));
                kotlinc.args(["-cp", &class_path(KOTLIN)]);
                kotlinc.args(["org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]);
                kotlinc.args(["-no-stdlib", "-no-reflect", "-jvm-target", "17"]);
                kotlinc
            } else {
                let mut javac = Command::new(jdk.tool("javac"));
                javac.arg("-nowarn");
                javac
            };
            compiler.args(&self.compiler_options);
            compiler.args(["-cp", &jars, "-d"]);
            compiler.arg(&folder).arg(&self.source);
            let got = run(&mut compiler, 120.0);
            match got.code {
                Some(0) => Ok(()),
                _ => Err(got.to_string()),
            }
        });
        if let Err(error) = compiled {
            panic!("{} does not compile: {error}", self.source.display());
        }
        Compiled {
            jdk: jdk.clone(),
            main,
            class_path: format!("{}:{jars}", folder.display()),
            folder,
            limit: LIMIT,
        }
    }
}

impl Compiled {
    /// At most this many real seconds a run.
    pub fn limit(mut self, seconds: f64) -> Self {
        self.limit = seconds;
        self
    }

    /// The launcher and the arguments that name the program.
    pub fn command_line(&self) -> Vec<String> {
        let java = self.jdk.tool("java").display().to_string();
        vec![
            java,
            "-cp".into(),
            self.class_path.clone(),
            self.main.clone(),
        ]
    }

    /// Runs it once, in the folder of its classes, without arguments.
    pub fn run(&self, time: &Time, jvm: &[&str]) -> Outcome {
        self.run_with(time, jvm, &[])
    }

    /// Runs it once, in the folder of its classes.
    pub fn run_with(&self, time: &Time, jvm: &[&str], arguments: &[&str]) -> Outcome {
        let java = self.jdk.tool("java");
        let mut command = match time {
            Time::World(options) => {
                let mut command = tickless();
                command.arg("run").args(options).arg("--").arg(java);
                command
            }
            Time::Agent(options) => {
                let mut agent = format!("-agentpath:{}", carried("agent").display());
                if !options.is_empty() {
                    agent.push('=');
                    agent.push_str(options);
                }
                let mut command = Command::new(java);
                command.arg(agent).env_remove("JAVA_TOOL_OPTIONS");
                command
            }
            Time::Real => {
                let mut command = Command::new(java);
                command.env_remove("JAVA_TOOL_OPTIONS");
                command
            }
        };
        command
            .args(jvm)
            .args(["-cp", &self.class_path, &self.main])
            .args(arguments)
            .current_dir(&self.folder);
        run(&mut command, self.limit)
    }
}
