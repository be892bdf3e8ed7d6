//! The JDKs that tests run on: a test that has none fails, it is never skipped.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

// The command's own search, so that both mean the same by "found".
#[allow(dead_code)]
#[path = "../../native/src/cli/jdk.rs"]
mod jdk;

/// The releases that must be there where the result counts.
const NEEDED: [u32; 2] = [17, 25];

/// A JDK that can compile and run tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestJdk {
    pub home: PathBuf,
    /// The feature release: 17, 21, 25.
    pub feature: u32,
}

impl TestJdk {
    pub fn tool(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(name)
    }

    fn at(home: &Path) -> Option<Self> {
        let jdk = jdk::Jdk::at(home)?;
        let feature = jdk.feature()?;
        let complete = jdk.home.join("bin/javac").is_file() && feature >= jdk::OLDEST;
        complete.then_some(Self {
            home: jdk.home,
            feature,
        })
    }
}

/// Every JDK to test on, oldest first.
pub fn jdks() -> &'static [TestJdk] {
    static JDKS: OnceLock<Vec<TestJdk>> = OnceLock::new();
    JDKS.get_or_init(|| {
        let mut found: Vec<TestJdk> = match env::var_os("TICKLESS_TEST_JDKS") {
            Some(homes) => env::split_paths(&homes)
                .map(|home| {
                    TestJdk::at(&home).unwrap_or_else(|| {
                        panic!("TICKLESS_TEST_JDKS: {} is no JDK 17+", home.display())
                    })
                })
                .collect(),
            None => jdk::all()
                .iter()
                .filter_map(|jdk| TestJdk::at(&jdk.home))
                .collect(),
        };
        found.sort_by_key(|jdk| jdk.feature);
        assert!(
            !found.is_empty(),
            "no JDK 17 or newer found; set TICKLESS_TEST_JDKS=HOME:HOME"
        );
        if env::var_os("CI").is_some() {
            for feature in NEEDED {
                assert!(
                    found.iter().any(|jdk| jdk.feature == feature),
                    "JDK {feature} is not there; install it or name it in TICKLESS_TEST_JDKS"
                );
            }
        }
        found
    })
}
