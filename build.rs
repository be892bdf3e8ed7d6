//! Builds what the agent and the command carry: the classes defined into the JVM, the jars, the
//! agent itself.
//!
//! Left in `OUT_DIR` for `include_bytes!`:
//! - `boot/FORM/java/lang/*.class`, FORM being `idle`, `armed` or `watched`: the boot classes;
//! - `boot/jfr/dev/tickless/jfr/*.class`: the events for the flight recorder;
//! - `carried.rs`: the table of files that the command carries.

#[path = "native/build/agent.rs"]
mod agent;
#[path = "native/build/java.rs"]
mod java;
#[path = "native/build/maven.rs"]
mod maven;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::exit;

/// One message that says what to do, or nothing.
type Result<T> = std::result::Result<T, String>;

fn main() {
    if let Err(message) = build() {
        // Cargo shows this as one line, without the build script's whole output.
        println!("cargo::error={}", message.replace('\n', "\ncargo::error="));
        exit(1);
    }
}

fn build() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=native/build");
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(variable("OUT_DIR")?);
    let source = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("agent-java");
    let jdk = java::Jdk::find()?;

    let boot = source.join("boot/src");
    for form in ["idle", "armed", "watched"] {
        let roots = [boot.join("main/java"), boot.join(form).join("java")];
        jdk.compile_into_java_base(&roots, &out.join("boot").join(form))?;
    }
    jdk.compile(&boot.join("jfr/java"), &out.join("boot/jfr"))?;

    let api = jdk.jar(&java::Jar {
        module: &source.join("api"),
        module_name: "dev.tickless",
        class_path: "",
        file: &out.join("tickless-api.jar"),
    })?;
    if std::env::var_os("CARGO_FEATURE_CLI").is_none() {
        return Ok(());
    }
    let junit = maven::junit_class_path(&source.join("pom.xml"), &out)?;
    let junit = jdk.jar(&java::Jar {
        module: &source.join("junit"),
        module_name: "dev.tickless.junit",
        class_path: &format!("{}:{junit}", api.display()),
        file: &out.join("tickless-junit.jar"),
    })?;
    let agent = agent::build(&out)?;
    let carried = [("agent", agent), ("api-jar", api), ("junit-jar", junit)];
    let mut table = String::from("[\n");
    for (key, file) in &carried {
        let name = file.file_name().unwrap_or_default();
        table += &format!("    ({key:?}, {name:?}, include_bytes!({file:?})),\n");
    }
    write(&out.join("carried.rs"), &(table + "]\n"))
}

fn variable(name: &str) -> Result<String> {
    std::env::var(name).map_err(|_| format!("{name} is not set: run this through cargo"))
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).map_err(|error| format!("{} cannot be written: {error}", file.display()))
}
