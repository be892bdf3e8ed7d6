//! Is this JVM one the agent can work in?

use crate::jvmti;

/// Feature release of the running JDK; 0 when it cannot be told.
pub fn feature() -> u32 {
    let version = jvmti::system_property("java.vm.specification.version").unwrap_or_default();
    version
        .split('.')
        .next()
        .and_then(|first| first.parse().ok())
        .unwrap_or(0)
}

/// The reason why not, as one line.
pub fn check() -> Result<(), String> {
    judge(
        feature(),
        &jvmti::system_property("java.vm.name").unwrap_or_default(),
        given_flag("+UseHeavyMonitors"),
    )
}

fn judge(feature: u32, name: &str, heavy_monitors: bool) -> Result<(), String> {
    if feature < 17 {
        return Err(format!(
            "JDK {feature} is not supported; use a JDK 17 to 25"
        ));
    }
    if name.contains("OpenJ9") || name.contains("GraalVM Native") {
        return Err(format!(
            "{name} is not supported; use a HotSpot JVM (OpenJDK, Temurin, Oracle …)"
        ));
    }
    // GetObjectMonitorUsage crashes HotSpot 17 there: an owner's stack lock is not searched for.
    if feature < 21 && heavy_monitors {
        return Err(format!(
            "-XX:+UseHeavyMonitors is not supported on JDK {feature} (JVMTI GetObjectMonitorUsage crashes the JVM under \
             it); leave the flag out"
        ));
    }
    Ok(())
}

/// Was the flag given on the command line or in the variables the JVM reads?
fn given_flag(flag: &str) -> bool {
    let flag = format!("-XX:{flag}");
    let command = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    let on_command_line = command
        .split(|byte| *byte == 0)
        .any(|argument| argument == flag.as_bytes());
    on_command_line
        || ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"]
            .iter()
            .filter_map(|variable| std::env::var(variable).ok())
            .any(|value| value.split_whitespace().any(|word| word == flag))
}

#[cfg(test)]
mod tests {
    use super::judge;

    const HOTSPOT: &str = "OpenJDK 64-Bit Server VM";

    fn refused(feature: u32, name: &str, heavy_monitors: bool, part: &str) {
        let reason = judge(feature, name, heavy_monitors).expect_err("refused");
        assert!(reason.contains(part), "{reason}");
        assert!(!reason.contains('\n'), "one line: {reason}");
    }

    #[test]
    fn hotspot_from_17_on_is_taken() {
        for feature in [17, 21, 25, 26] {
            assert_eq!(judge(feature, HOTSPOT, false), Ok(()));
        }
        assert_eq!(judge(25, HOTSPOT, true), Ok(()));
    }

    #[test]
    fn older_releases_other_machines_and_heavy_monitors_are_refused() {
        refused(11, HOTSPOT, false, "JDK 11 is not supported; use a JDK 17");
        refused(0, HOTSPOT, false, "JDK 0 is not supported");
        refused(21, "Eclipse OpenJ9 VM", false, "use a HotSpot JVM");
        refused(17, HOTSPOT, true, "leave the flag out");
    }
}
