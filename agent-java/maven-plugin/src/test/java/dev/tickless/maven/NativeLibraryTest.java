package dev.tickless.maven;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
    @TempDir
    Path dir;

    private Path jar(String name, byte[] content) throws IOException {
        Path jar = dir.resolve("agent.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
        }
        return jar;
    }

    @Test
    void libraryIsTakenOutOnceAndReplacedWhenItDiffers() throws IOException {
        String entry = "dev/tickless/native/linux-x86_64/libtickless.so";
        Path out = dir.resolve("target/tickless");
        Path library = NativeLibrary.extract(jar(entry, new byte[] {1, 2}), "linux-x86_64", out);
        assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(library));
        Object file = Files.readAttributes(library, "unix:ino").get("ino");
        NativeLibrary.extract(jar(entry, new byte[] {1, 2}), "linux-x86_64", out);
        assertEquals(file, Files.readAttributes(library, "unix:ino").get("ino"));
        assertEquals(library, NativeLibrary.extract(jar(entry, new byte[] {3}), "linux-x86_64", out));
        assertArrayEquals(new byte[] {3}, Files.readAllBytes(library));
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void jarWithoutTheLibraryIsNamed() throws IOException {
        Path jar = jar("readme.txt", new byte[] {1});
        String message = assertThrows(IOException.class, () -> NativeLibrary.extract(jar, "linux-x86_64", dir)).getMessage();
        assertTrue(message.contains("agent.jar holds no libtickless.so for linux-x86_64"), message);
    }
}
