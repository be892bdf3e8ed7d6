//! `tickless paths`: where the agent and the jars are.

use std::os::unix::ffi::OsStrExt;
use std::process::ExitCode;

use super::{Failure, carried, print, print_json};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Print one JSON object instead of lines key=path
    #[arg(long)]
    json: bool,
}

pub(super) fn paths(args: &Args) -> Result<ExitCode, Failure> {
    let paths = carried::all()?;
    if args.json {
        let object = paths
            .iter()
            .map(|(key, path)| match path.to_str() {
                Some(path) => Ok((key.to_string(), path.into())),
                // JSON has no way to write such a path, and half of one would mislead a script.
                None => Err(Failure::refused(format!(
                    "{} is not UTF-8; set XDG_CACHE_HOME to a folder that is",
                    path.display()
                ))),
            })
            .collect::<Result<_, _>>()?;
        print_json(&serde_json::Value::Object(object))?;
    } else {
        for (key, path) in &paths {
            print(&[key.as_bytes(), b"=", path.as_os_str().as_bytes(), b"\n"].concat())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
