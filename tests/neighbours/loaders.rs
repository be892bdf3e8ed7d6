//! Class loaders, modules, images and archives of classes.

use std::fs;
use std::path::PathBuf;

use super::stage::{Beside, Stage, jar, source};
use crate::support::class_path;

pub fn felix(stage: &Stage) -> Beside {
    stage.host(
        "FelixHost",
        "org.apache.felix:org.apache.felix.framework:7.0.5",
        &[],
        &[&stage.classes(), &stage.path("felix")],
    )
}

/// Runs a packer beside this file, on real time and without the agent.
fn pack(stage: &Stage, name: &str, jars: &str, arguments: &[&str]) {
    stage.compile(&[name], jars, "packer");
    let path = format!("{}:{jars}", stage.path("packer"));
    let mut words = vec!["-cp", &path, name];
    words.extend(arguments);
    stage.tool("java", &words);
}

pub fn spring_boot(stage: &Stage) -> Beside {
    let jars = class_path("org.springframework.boot:spring-boot-loader:3.5.6");
    let loader = jar(&jars, "spring-boot-loader");
    pack(
        stage,
        "SpringBootJar",
        &jars,
        &[&loader, &stage.jar(), "boot.jar"],
    );
    stage.main(&[], &["-jar", "boot.jar"])
}

pub fn quarkus(stage: &Stage) -> Beside {
    let jars = class_path("io.quarkus:quarkus-bootstrap-runner:3.28.1");
    pack(stage, "QuarkusApp", &jars, &[&stage.jar(), "quarkus-app"]);
    // The runner in its place comes first: it looks for the program where it lies itself.
    let path = format!("quarkus-app/lib/boot/runner.jar:{jars}");
    let main = "io.quarkus.bootstrap.runner.QuarkusEntryPoint";
    stage.main(&[], &["-cp", &path, main])
}

fn module(stage: &Stage) {
    let folder = PathBuf::from(stage.path("source/story"));
    fs::create_dir_all(&folder).expect("a folder");
    for name in ["Story.java", "Loaded.java"] {
        fs::copy(source(name), folder.join(name)).expect("a copy");
    }
    let info = stage.path("source/module-info.java");
    fs::write(&info, "module story {}\n").expect("a file");
    let sources = ["story/Story.java", "story/Loaded.java"].map(|name| format!("source/{name}"));
    stage.tool("javac", &["-d", "module", &info, &sources[0], &sources[1]]);
}

pub fn named_module(stage: &Stage) -> Beside {
    module(stage);
    stage.main(&[], &["--module-path", "module", "-m", "story/story.Story"])
}

pub fn jlink(stage: &Stage) -> Beside {
    module(stage);
    let story = ["--module-path", "module", "--add-modules", "story"];
    stage.tool("jlink", &[&story[..], &["--output", "image"]].concat());
    Beside {
        java: Some(stage.path("image/bin/java").into()),
        ..stage.main(&[], &["-m", "story/story.Story"])
    }
}

/// The archive is made without the agent: HotSpot refuses to dump with one.
pub fn app_archive(stage: &Stage) -> Beside {
    let dump = "-XX:ArchiveClassesAtExit=story.jsa";
    stage.tool("java", &[dump, "-cp", &stage.jar(), "story.Loaded"]);
    Beside {
        seen: Box::new(|stage, got| {
            let log = fs::read_to_string(stage.path("loaded")).unwrap_or_default();
            let of = |class: &str| {
                let line = log.lines().find(|line| line.contains(class));
                line.unwrap_or_else(|| panic!("no {class} in the log: {got}"))
                    .to_owned()
            };
            // What reads a clock is given other bytes, the rest comes from the archive.
            assert!(of("story.Loaded ").contains("shared objects file (top)"));
            assert!(!of("story.Story ").contains("shared objects file"));
        }),
        ..stage.main(
            &[
                "-XX:SharedArchiveFile=story.jsa",
                "-Xlog:class+load:file=loaded",
            ],
            &["-cp", &stage.jar(), "story.Loaded", "story"],
        )
    }
}
