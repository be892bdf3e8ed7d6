//! Log lines on standard error, each starting `tickless: `.

use log::{LevelFilter, Log, Metadata, Record};
use std::io::Write;

struct Stderr;

static STDERR: Stderr = Stderr;

impl Log for Stderr {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            // Standard error may be closed; there is nowhere else to say so.
            let _ = writeln!(
                std::io::stderr(),
                "tickless: {}: {}",
                record.level().as_str().to_lowercase(),
                record.args()
            );
        }
    }

    fn flush(&self) {
        let _ = std::io::stderr().flush();
    }
}

/// Installs it; the default threshold is warn.
pub fn install(level: Option<LevelFilter>) {
    if log::set_logger(&STDERR).is_ok() {
        log::set_max_level(level.unwrap_or(LevelFilter::Warn));
    }
}
