//! Classes to measure on: those of the JDK in `JAVA_HOME`, or of `java` on the PATH.

use std::path::PathBuf;

use tickless::scan::jimage::Image;

/// The JDK's `lib/modules`.
pub fn modules() -> PathBuf {
    let on_path = || {
        std::env::split_paths(&std::env::var_os("PATH")?)
            .find_map(|folder| folder.join("java").canonicalize().ok())
            .and_then(|java| Some(java.parent()?.parent()?.to_path_buf()))
    };
    let home = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .or_else(on_path);
    home.expect("JAVA_HOME or java on the PATH")
        .join("lib/modules")
}

/// All its classes.
pub fn jdk_classes() -> Vec<Vec<u8>> {
    let image = Image::open(&modules()).expect("the JDK's lib/modules");
    let classes = image.classes().expect("a sound image");
    classes
        .iter()
        .map(|class| {
            let mut bytes = Vec::new();
            image.read(class, &mut bytes).expect("a sound image");
            bytes
        })
        .collect()
}
