import io.quarkus.bootstrap.runner.SerializedApplication;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Lays the story out as Quarkus' fast-jar, read by its runner's class loader. Arguments: the jar of the story, the folder to
 * write. The runner finds the program three folders above its own jar, `lib/boot/runner.jar`.
 */
public class QuarkusApp {
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[1]);
        Path jar = root.resolve("app/story.jar");
        copy(Path.of(args[0]), jar);
        copy(Path.of(SerializedApplication.class.getProtectionDomain().getCodeSource().getLocation().toURI()), root.resolve("lib/boot/runner.jar"));
        Files.createDirectories(root.resolve("quarkus"));
        try (OutputStream out = Files.newOutputStream(root.resolve("quarkus/quarkus-application.dat"))) {
            SerializedApplication.write(out, "story.Story", root, List.of(jar), List.of(), List.of());
        }
    }

    private static void copy(Path from, Path to) throws Exception {
        Files.createDirectories(to.getParent());
        Files.deleteIfExists(to);
        Files.copy(from, to);
    }
}
