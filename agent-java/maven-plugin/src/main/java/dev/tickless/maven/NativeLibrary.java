package dev.tickless.maven;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Takes the library out of its jar. */
final class NativeLibrary {
    static final String NAME = "libtickless.so";

    private NativeLibrary() {}

    /**
     * Leaves the library in the folder and returns its path. A file that is already right is not touched and another one
     * is replaced whole, never written into: a test JVM of a parallel build may have it mapped.
     */
    static Path extract(Path jar, String classifier, Path folder) throws IOException {
        byte[] bytes;
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry("dev/tickless/native/" + classifier + "/" + NAME);
            if (entry == null) {
                throw new IOException(jar + " holds no " + NAME + " for " + classifier);
            }
            try (InputStream in = zip.getInputStream(entry)) {
                bytes = in.readAllBytes();
            }
        }
        Path library = folder.resolve(NAME);
        if (!Files.exists(library) || !Arrays.equals(Files.readAllBytes(library), bytes)) {
            Files.createDirectories(folder);
            Path whole = Files.createTempFile(folder, NAME, ".part");
            Files.write(whole, bytes);
            Files.move(whole, library, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        return library;
    }
}
