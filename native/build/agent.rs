//! The agent library that the command carries.
//!
//! The library target is a cdylib and an rlib, and the command links the rlib, so cargo has
//! always finished both before it compiles the command: the agent is there already, beside the
//! rlib, and the very file that cargo leaves in `target/<profile>/`. Naming that path costs
//! nothing, follows every flag, profile and target of the build, and needs no second compilation
//! (measured on two cores: 42 CPU seconds for a clean release build of the library alone, and
//! again after each change).
//!
//! Where it lies is cargo's own affair, though. When the folders are not laid out as we know
//! them, the library is built by a cargo inside this build script, as `TICKLESS_AGENT_BUILD=nested`
//! also asks for: slower, but it rests on documented behaviour only.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, variable, write};

const LIBRARY: &str = "libtickless.so";

/// The path of the library, which exists when the command is compiled.
pub fn build(out: &Path) -> Result<PathBuf> {
    println!("cargo::rerun-if-env-changed=TICKLESS_AGENT_BUILD");
    let nested = std::env::var_os("TICKLESS_AGENT_BUILD").is_some_and(|how| how == "nested");
    match beside_the_rlib(out) {
        Some(library) if !nested => {
            // `cargo check` and clippy read the command without building the library first; the
            // linker replaces this file, and the command refuses to hand out an empty agent.
            if !library.exists() {
                write(&library, "")?;
            }
            Ok(library)
        }
        _ => by_nested_cargo(out),
    }
}

/// `<profile>/build/tickless-<hash>/out` and `<profile>/deps/libtickless.so`.
fn beside_the_rlib(out: &Path) -> Option<PathBuf> {
    let package = out.parent()?;
    let build = package.parent()?;
    let known = out.file_name()? == "out"
        && package.file_name()?.to_str()?.starts_with("tickless-")
        && build.file_name()? == "build";
    let folder = build.parent()?.join("deps");
    (known && folder.is_dir()).then(|| folder.join(LIBRARY))
}

/// Without the `cli` feature this script ends before it comes here, so nothing recurses.
fn by_nested_cargo(out: &Path) -> Result<PathBuf> {
    println!("cargo::rerun-if-changed=native/src");
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed=Cargo.lock");
    // A folder of its own: the outer cargo holds the lock on its own one.
    let folder = out.join("agent");
    let (target, profile) = (variable("TARGET")?, variable("PROFILE")?);
    let mut cargo = Command::new(variable("CARGO")?);
    cargo
        .args(["build", "--lib", "--no-default-features", "--offline"])
        .args(["--locked", "--target", &target, "--target-dir"])
        .arg(&folder);
    if profile == "release" {
        cargo.arg("--release");
    }
    // What the outer cargo tells this script about itself is wrong for the inner one.
    for (name, _) in std::env::vars_os() {
        let foreign = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_FEATURE_") || name.starts_with("CARGO_CFG_")
        });
        if foreign {
            cargo.env_remove(name);
        }
    }
    let output = cargo
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    let library: PathBuf = [folder.as_os_str(), target.as_ref(), profile.as_ref()]
        .into_iter()
        .chain([OsStr::new(LIBRARY)])
        .collect();
    if output.status.success() && fs::metadata(&library).is_ok() {
        Ok(library)
    } else {
        Err(format!(
            "the agent does not build:\n{}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        ))
    }
}
