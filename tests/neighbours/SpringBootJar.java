import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * Packs the story as Spring Boot packs programs: a jar inside of a jar, read by its loader. Arguments: the jar of
 * spring-boot-loader, the jar of the story, the jar to write.
 */
public class SpringBootJar {
    public static void main(String[] args) throws Exception {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.launch.JarLauncher");
        main.putValue("Start-Class", "story.Story");
        main.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        main.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(Path.of(args[2])), manifest); JarFile loader = new JarFile(args[0])) {
            for (Enumeration<JarEntry> entries = loader.entries(); entries.hasMoreElements();) {
                JarEntry entry = entries.nextElement();
                if (!entry.getName().startsWith("org/")) continue;
                jar.putNextEntry(new ZipEntry(entry.getName()));
                try (InputStream in = loader.getInputStream(entry)) {
                    in.transferTo(jar);
                }
            }
            jar.putNextEntry(new ZipEntry("BOOT-INF/classes/"));
            jar.putNextEntry(new ZipEntry("BOOT-INF/lib/"));
            // The loader reads an inner jar in place, so it may not be compressed.
            byte[] story = Files.readAllBytes(Path.of(args[1]));
            CRC32 sum = new CRC32();
            sum.update(story);
            ZipEntry inner = new ZipEntry("BOOT-INF/lib/story.jar");
            inner.setMethod(ZipEntry.STORED);
            inner.setSize(story.length);
            inner.setCrc(sum.getValue());
            jar.putNextEntry(inner);
            jar.write(story);
        }
    }
}
