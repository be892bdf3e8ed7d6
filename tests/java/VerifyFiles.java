import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Verifies class files without loading them: those under the first argument, against a hierarchy of
 * these, the jars and JDK homes named by the others, and the JDK this runs on.
 */
public class VerifyFiles {
    public static void main(String[] arguments) throws Exception {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(Path.of(arguments[0]))) {
            files = walk.filter(file -> file.toString().endsWith(".class")).toList();
        }
        Map<String, byte[]> classes = new HashMap<>();
        for (String source : List.of(arguments).subList(1, arguments.length)) {
            if (Files.isDirectory(Path.of(source))) {
                readJdk(source, classes);
            } else {
                readJar(source, classes);
            }
        }
        ClassHierarchyResolver ours = ClassHierarchyResolver.ofResourceParsing((ClassDesc wanted) -> {
            String name = wanted.descriptorString().substring(1).replace(";", ".class");
            byte[] known = classes.get(name);
            return known == null ? null : new ByteArrayInputStream(known);
        }).cached();
        ClassHierarchyResolver jdk = ClassHierarchyResolver.ofResourceParsing((ClassDesc wanted) -> {
            String name = wanted.descriptorString().substring(1).replace(";", ".class");
            return ClassLoader.getSystemResourceAsStream(name);
        }).cached();
        ClassFile verifier = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
            ours.orElse(jdk).orElse(ClassHierarchyResolver.defaultResolver())));
        int verified = 0;
        int wrong = 0;
        for (Path file : files) {
            // What the classes of the corpus get wrong themselves, or lack, is not ours.
            List<VerifyError> errors = verifier.verify(Files.readAllBytes(file));
            verified++;
            for (VerifyError error : errors) {
                wrong++;
                System.out.println(file + ": " + error.getMessage().lines().findFirst().orElse(""));
            }
        }
        System.out.println("verified " + verified);
        System.exit(wrong == 0 ? 0 : 1);
    }

    private static void readJar(String jar, Map<String, byte[]> classes) throws IOException {
        try (ZipFile zip = new ZipFile(jar)) {
            for (var entries = zip.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                    classes.putIfAbsent(entry.getName(), zip.getInputStream(entry).readAllBytes());
                }
            }
        }
    }

    private static void readJdk(String home, Map<String, byte[]> classes) throws IOException {
        FileSystem jrt = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home));
        try (Stream<Path> walk = Files.walk(jrt.getPath("/modules"))) {
            for (Path file : (Iterable<Path>) walk.filter(file -> file.toString().endsWith(".class"))::iterator) {
                // Behind the module's name.
                classes.putIfAbsent(file.subpath(2, file.getNameCount()).toString(), Files.readAllBytes(file));
            }
        }
    }
}
