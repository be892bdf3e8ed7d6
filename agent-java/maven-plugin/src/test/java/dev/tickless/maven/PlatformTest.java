package dev.tickless.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlatformTest {
    @Test
    void linuxOnX86() {
        assertEquals(Optional.of("linux-x86_64"), Platform.classifier("Linux", "amd64"));
        assertEquals(Optional.of("linux-x86_64"), Platform.classifier("linux", "x86_64"));
    }

    @Test
    void nothingElse() {
        assertEquals(Optional.empty(), Platform.classifier("Linux", "aarch64"));
        assertEquals(Optional.empty(), Platform.classifier("Mac OS X", "x86_64"));
        assertEquals(Optional.empty(), Platform.classifier("Windows 11", "amd64"));
    }
}
