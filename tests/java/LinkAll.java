import java.nio.file.Files;
import java.nio.file.Path;

/** Links each class named in a file, without initialising it, and names those that cannot be linked. */
public class LinkAll {
    public static void main(String[] arguments) throws Exception {
        int linked = 0;
        int failed = 0;
        for (String name : Files.readAllLines(Path.of(arguments[0]))) {
            try {
                Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
                // HotSpot links, and so verifies, a class before it lists its methods.
                type.getDeclaredMethods();
                linked++;
            } catch (Throwable refused) {
                failed++;
                System.out.println(name + ": " + refused);
            }
        }
        System.out.println("linked " + linked);
        System.exit(failed == 0 ? 0 : 1);
    }
}
