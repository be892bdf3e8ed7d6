import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Verifies class files without loading them: those under the first argument, against a hierarchy of
 * these, the jars named by the others, and the JDK this runs on.
 */
public class VerifyFiles {
    public static void main(String[] arguments) throws Exception {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(Path.of(arguments[0]))) {
            files = walk.filter(file -> file.toString().endsWith(".class")).toList();
        }
        Map<String, byte[]> classes = new HashMap<>();
        for (String jar : List.of(arguments).subList(1, arguments.length)) {
            try (ZipFile zip = new ZipFile(jar)) {
                for (var entry : (Iterable<? extends java.util.zip.ZipEntry>) zip.stream()::iterator) {
                    if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                        classes.putIfAbsent(entry.getName(), zip.getInputStream(entry).readAllBytes());
                    }
                }
            }
        }
        ClassHierarchyResolver ours = ClassHierarchyResolver.ofResourceParsing((ClassDesc wanted) -> {
            String name = wanted.descriptorString().substring(1).replace(";", ".class");
            byte[] known = classes.get(name);
            return known == null ? null : new java.io.ByteArrayInputStream(known);
        }).cached();
        ClassHierarchyResolver jdk = ClassHierarchyResolver.ofResourceParsing((ClassDesc wanted) -> {
            String name = wanted.descriptorString().substring(1).replace(";", ".class");
            InputStream found = ClassLoader.getSystemResourceAsStream(name);
            return found;
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
}
