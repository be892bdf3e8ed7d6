//! The class path of JUnit, which `tickless-junit` compiles against and never carries.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Result, java, write};

const PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

/// Resolves the version of JUnit's API that the Java build names, with all that it needs.
pub fn junit_class_path(parent: &Path, out: &Path) -> Result<String> {
    println!("cargo::rerun-if-changed={}", parent.display());
    let version = property(parent, "junit.version")?;
    let folder = out.join("junit-class-path");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (pom, list) = (folder.join("pom.xml"), folder.join("class-path"));
    let text = format!(
        "<project>\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>x</groupId>\n  \
         <artifactId>x</artifactId>\n  <version>1</version>\n  <packaging>pom</packaging>\n  \
         <dependencies>\n    <dependency>\n      <groupId>org.junit.jupiter</groupId>\n      \
         <artifactId>junit-jupiter-api</artifactId>\n      <version>{version}</version>\n    \
         </dependency>\n  </dependencies>\n</project>\n"
    );
    // Maven takes seconds; its last answer is good while it answers the same question and the
    // jars are still there.
    let same = fs::read_to_string(&pom).is_ok_and(|old| old == text);
    if let Ok(known) = fs::read_to_string(&list)
        && same
        && !known.trim().is_empty()
        && known.trim().split(':').all(|jar| Path::new(jar).is_file())
    {
        return Ok(known.trim().to_owned());
    }
    write(&pom, &text)?;
    let _ = fs::remove_file(&list);
    resolve(&pom, &list)
}

fn resolve(pom: &Path, list: &Path) -> Result<String> {
    let maven = java::on_path("mvn").ok_or(
        "no Maven found (no mvn on PATH), which fetches JUnit's API for tickless-junit.jar: install it (Debian and Ubuntu: apt-get install maven)",
    )?;
    let output = Command::new(maven)
        .args(["-q", "-B", "-f"])
        .arg(pom)
        .arg(PLUGIN)
        .arg(format!("-Dmdep.outputFile={}", list.display()))
        .env_remove("JAVA_TOOL_OPTIONS")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("mvn cannot be run: {error}"))?;
    match fs::read_to_string(list) {
        Ok(jars) if output.status.success() => Ok(jars.trim().to_owned()),
        _ => {
            let text = String::from_utf8_lossy(&output.stdout);
            let lines: Vec<&str> = text.lines().take(5).collect();
            Err(format!(
                "mvn could not fetch JUnit's API for tickless-junit.jar (is the network there, is ~/.m2/settings.xml right?):\n{}",
                lines.join("\n")
            ))
        }
    }
}

/// A property as Maven's parent project spells it, so that the version is written once.
fn property(pom: &Path, name: &str) -> Result<String> {
    let text = fs::read_to_string(pom)
        .map_err(|error| format!("{} cannot be read: {error}", pom.display()))?;
    text.split_once(&format!("<{name}>"))
        .and_then(|(_, rest)| rest.split_once("</"))
        .map(|(value, _)| value.trim().to_owned())
        .ok_or_else(|| format!("{} has no property {name}", pom.display()))
}
