package dev.tickless.maven;

import java.util.Locale;
import java.util.Optional;

/** Which classifier of tickless-agent fits a machine. */
final class Platform {
    static final String LINUX_X86_64 = "linux-x86_64";

    private Platform() {}

    /** The classifier for what the properties os.name and os.arch say, if there is a library for it. */
    static Optional<String> classifier(String osName, String osArch) {
        boolean linux = osName.toLowerCase(Locale.ROOT).startsWith("linux");
        boolean x86 = osArch.equals("amd64") || osArch.equals("x86_64");
        return linux && x86 ? Optional.of(LINUX_X86_64) : Optional.empty();
    }
}
