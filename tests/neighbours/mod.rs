//! What else may be in the JVM: agents, debuggers, profilers, class loaders, archives, compilers, collectors. One
//! program with every kind of wait and clock runs beside each, on every JDK, and writes the same lines.
//!
//! The table of docs/neighbours.md has a row for each test here and no other.

mod attached;
mod loaders;
mod stage;

use crate::support::{jdks, repository};
use stage::{Beside, Stage};

fn check(body: fn(&Stage) -> Beside) {
    for jdk in jdks() {
        let stage = Stage::new(jdk);
        stage.run(body(&stage));
    }
}

macro_rules! neighbours {
    ($($name:ident $title:literal => $body:expr;)+) => {
        $(#[test]
        fn $name() {
            check($body);
        })+

        const TITLES: &[&str] = &[$($title),+];
    };
}

neighbours! {
    jacoco "JaCoCo's agent" => attached::jacoco;
    byte_buddy "Byte Buddy's agent" => attached::byte_buddy;
    mockito "Mockito's agent, inline mocks" => attached::mockito;
    opentelemetry "OpenTelemetry's agent" => attached::opentelemetry;
    jdwp "a debugger by jdwp" => attached::jdwp;
    jfr "a JFR recording" => attached::jfr;
    profiler "a profiler's signals" => attached::profiler;
    felix "OSGi: Apache Felix" => loaders::felix;
    spring_boot "Spring Boot's jar of jars" => loaders::spring_boot;
    quarkus "Quarkus' runner" => loaders::quarkus;
    named_module "a named module" => loaders::named_module;
    jlink "an image by jlink" => loaders::jlink;
    default_archive "the default CDS archive" => |stage| stage.story(&["-Xshare:auto"]);
    no_archive "no CDS archive" => |stage| stage.story(&["-Xshare:off"]);
    app_archive "an AppCDS archive" => loaders::app_archive;
    serial "-XX:+UseSerialGC" => |stage| stage.story(&["-XX:+UseSerialGC"]);
    parallel "-XX:+UseParallelGC" => |stage| stage.story(&["-XX:+UseParallelGC"]);
    g1 "-XX:+UseG1GC" => |stage| stage.story(&["-XX:+UseG1GC"]);
    zgc "-XX:+UseZGC" => |stage| stage.story(&["-XX:+UseZGC"]);
    interpreter "-Xint" => |stage| stage.story(&["-Xint"]);
    compiled_first "-Xcomp" => |stage| stage.story(&["-Xcomp"]);
    c1 "-XX:TieredStopAtLevel=1" => |stage| stage.story(&["-XX:TieredStopAtLevel=1"]);
    graal "the Graal compiler by JVMCI" => attached::graal;
    one_processor "one processor" => |stage| Beside {
        wrapper: ["taskset", "-c", "0"].map(String::from).into(),
        ..stage.story(&["-XX:ActiveProcessorCount=1"])
    };
}

/// HotSpot's own refusal; docs/neighbours.md says what to do instead.
#[test]
fn an_archive_cannot_be_made_with_the_agent() {
    for jdk in jdks() {
        let got = Stage::new(jdk).run_once(&["-XX:ArchiveClassesAtExit=refused.jsa"]);
        let got = got.assert_code(1);
        let line = "CDS dumping does not support native JVMTI agent";
        assert!(got.stdout.contains(line), "{got}");
    }
}

#[test]
fn the_page_has_a_row_for_each() {
    let page = repository().join("docs/neighbours.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, behind) = page.split_once("<!-- neighbours:").expect("its mark");
    let rows: Vec<&str> = behind
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .filter_map(|line| line.split('|').nth(1))
        .map(|cell| cell.trim().trim_matches('`'))
        .collect();
    assert_eq!(rows, TITLES);
}
