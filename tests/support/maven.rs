//! Class paths of Maven coordinates, resolved once and kept between runs.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

use super::{kept, run};

/// The jars of `group:artifact:version` or `group:artifact:version:classifier` (several apart by spaces) with all
/// they need, joined by `:`. No coordinates, no jars.
#[track_caller]
pub fn class_path(coordinates: &str) -> String {
    type Slot = Arc<OnceLock<Result<String, String>>>;
    static KNOWN: OnceLock<Mutex<HashMap<String, Slot>>> = OnceLock::new();
    if coordinates.is_empty() {
        return String::new();
    }
    let slot = Arc::clone(
        KNOWN
            .get_or_init(Mutex::default)
            .lock()
            .expect("no resolution panics under the lock")
            .entry(coordinates.to_owned())
            .or_default(),
    );
    match slot.get_or_init(|| resolve(coordinates)) {
        Ok(jars) => jars.clone(),
        Err(error) => panic!("{coordinates} cannot be resolved: {error}"),
    }
}

fn resolve(coordinates: &str) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    coordinates.hash(&mut hasher);
    let folder = kept().join(format!("class-path-{:016x}", hasher.finish()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let list = folder.join("list");
    if let Ok(jars) = fs::read_to_string(&list)
        && jars.split(':').all(|jar| Path::new(jar).is_file())
    {
        return Ok(jars);
    }
    let pom = folder.join("pom.xml");
    fs::write(&pom, project(coordinates)?).map_err(|error| error.to_string())?;
    let mut maven = Command::new("mvn");
    maven
        .args(["-q", "-B", "-f"])
        .arg(&pom)
        .arg("org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath")
        .arg(format!("-Dmdep.outputFile={}", list.display()));
    let got = run(&mut maven, 300.0);
    if got.code != Some(0) {
        return Err(got.to_string());
    }
    fs::read_to_string(&list).map_err(|error| error.to_string())
}

fn project(coordinates: &str) -> Result<String, String> {
    let mut dependencies = String::new();
    for coordinate in coordinates.split_whitespace() {
        let parts: Vec<&str> = coordinate.split(':').collect();
        let (group, artifact, version, classifier) = match parts[..] {
            [group, artifact, version] => (group, artifact, version, ""),
            [group, artifact, version, classifier] => (group, artifact, version, classifier),
            _ => {
                return Err(format!(
                    "{coordinate} is not group:artifact:version[:classifier]"
                ));
            }
        };
        dependencies += &format!(
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
             <version>{version}</version><classifier>{classifier}</classifier></dependency>"
        );
    }
    Ok(format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId>\
         <version>1</version><dependencies>{dependencies}</dependencies></project>"
    ))
}
