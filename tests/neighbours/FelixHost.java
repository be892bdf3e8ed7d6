import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** Runs the story as a bundle of Apache Felix. Arguments: the folder of the story's classes, a folder for the framework. */
public class FelixHost {
    public static void main(String[] args) throws Exception {
        Framework framework = new org.apache.felix.framework.FrameworkFactory().newFramework(
                Map.of(Constants.FRAMEWORK_STORAGE, args[1], Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT));
        framework.start();
        Bundle bundle = framework.getBundleContext().installBundle("story", new ByteArrayInputStream(bundle(Path.of(args[0]))));
        bundle.start();
        Class<?> story = bundle.loadClass("story.Story");
        if (story.getClassLoader() == FelixHost.class.getClassLoader()) throw new IllegalStateException("not the bundle's class");
        story.getMethod("main", String[].class).invoke(null, (Object) args);
        framework.stop();
        framework.waitForStop(0);
    }

    private static byte[] bundle(Path classes) throws Exception {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        main.putValue(Constants.BUNDLE_SYMBOLICNAME, "story");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            jar.putNextEntry(new ZipEntry("story/Story.class"));
            jar.write(Files.readAllBytes(classes.resolve("story/Story.class")));
        }
        return bytes.toByteArray();
    }
}
