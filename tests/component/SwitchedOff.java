// what: a scope that starts off leaves its classes byte for byte as they are; on, off and on again, a second observer sees the same two forms in turn, and calls follow
// run: plain --agent-opts scope=SwitchedOff$Component:SwitchedOff$Late,scope-starts=off
// jdk: 17+
import dev.tickless.ManualTimeSource;
import dev.tickless.Scope;
import dev.tickless.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

public class SwitchedOff {
    static class Component {
        static boolean isReal() throws InterruptedException {
            Thread.sleep(0);
            return new Date().getTime() != 5_000 && System.currentTimeMillis() != 5_000 && Instant.now().toEpochMilli() != 5_000;
        }

        static boolean isRedirected() {
            return new Date().getTime() == 5_000 && System.currentTimeMillis() == 5_000 && Instant.now().toEpochMilli() == 5_000;
        }
    }

    /** Loaded only while the scope is on, then switched off. */
    static class Late {
        static long millis() {
            return System.currentTimeMillis();
        }
    }

    /** Sees the bytes that the JVM gets; it comes after the agent in the order of loading. */
    public static class Observer implements ClassFileTransformer {
        static Instrumentation instrumentation;
        static volatile Class<?> wanted;
        static volatile byte[] seen;

        public static void premain(String arguments, Instrumentation given) {
            instrumentation = given;
        }

        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            if (type == wanted) {
                seen = bytes.clone();
            }
            return null;
        }
    }

    static byte[] bytes(Class<?> type) throws Exception {
        Observer.wanted = type;
        Observer.seen = null;
        Observer.instrumentation.retransformClasses(type);
        return Observer.seen;
    }

    static byte[] file(Class<?> type) throws IOException {
        try (InputStream in = SwitchedOff.class.getResourceAsStream("/" + type.getName() + ".class")) {
            return in.readAllBytes();
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            // A Java agent of its own needs a jar and a flag: the same program once more.
            System.exit(again());
        }
        Observer.instrumentation.addTransformer(new Observer(), true);
        TimeSource.install(ManualTimeSource.startingAt(Instant.ofEpochMilli(5_000)));
        byte[] original = bytes(Component.class);
        System.out.println("starts off: real " + Component.isReal() + ", bytes of the file "
                + Arrays.equals(original, file(Component.class)));
        byte[] redirected = null;
        for (int round = 1; round <= 3; round++) {
            int on = Scope.on();
            byte[] now = bytes(Component.class);
            System.out.println("on " + round + ": " + on + " classes, redirected " + Component.isRedirected() + ", other bytes "
                    + !Arrays.equals(now, original) + ", as the last time " + (redirected == null || Arrays.equals(now, redirected)));
            redirected = now;
            if (round == 1) {
                System.out.println("loaded while on: " + Late.millis());
            }
            int off = Scope.off();
            System.out.println("off " + round + ": " + off + " classes, real " + Component.isReal() + ", bytes of the file "
                    + Arrays.equals(bytes(Component.class), original) + " " + Arrays.equals(bytes(Late.class), file(Late.class)));
        }
    }

    static int again() throws Exception {
        Path jar = Files.createTempFile("observer", ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", "SwitchedOff$Observer");
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry("empty"));
        }
        String agent = java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-agentpath:"))
                .findFirst()
                .orElseThrow();
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), agent, "-javaagent:" + jar,
                        "-cp", System.getProperty("java.class.path"), "SwitchedOff", "observed"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getInputStream().transferTo(System.out);
        return process.waitFor();
    }
}
