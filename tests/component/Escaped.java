// what: clock reads and sleeps of a scoped class that were not redirected are listed on request, with their stacks; those that were redirected, those of other classes and what the JDK reads for itself are not
// run: plain --agent-opts scope=Escaped$Component:Lone
// jdk: 17+
import dev.tickless.EscapedCall;
import dev.tickless.ManualTimeSource;
import dev.tickless.Scope;
import dev.tickless.TimeSource;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import javax.tools.ToolProvider;

public class Escaped {
    static class Component {
        static void redirected() throws Exception {
            System.nanoTime();
            Instant.now();
            new Date();
            Thread.sleep(0);
            LongSupplier reference = System::currentTimeMillis;
            reference.getAsLong();
        }

        static void reflection() throws Exception {
            System.class.getMethod("nanoTime").invoke(null);
        }

        static void reflectedOften() throws Exception {
            Method method = System.class.getMethod("currentTimeMillis");
            for (int i = 0; i < 100; i++) {
                method.invoke(null);
            }
        }

        static void handle() throws Throwable {
            MethodHandle handle = MethodHandles.lookup()
                    .findStatic(System.class, "currentTimeMillis", MethodType.methodType(long.class));
            long ignored = (long) handle.invokeExact();
        }

        static void reflectedInstant() throws Exception {
            Instant.class.getMethod("now").invoke(null);
        }

        static void reflectedDate() throws Exception {
            Date.class.getConstructor().newInstance();
        }

        static void reflectedSleep() throws Exception {
            Thread.class.getMethod("sleep", long.class).invoke(null, 1L);
        }

        static void handedIn(Clock clock) {
            clock.millis();
        }

        static void library() {
            Library.millis();
        }

        static void jdk() {
            new LogRecord(Level.INFO, "read inside of the JDK");
        }
    }

    /** Not in the scope. */
    static class Library {
        static long millis() {
            return System.currentTimeMillis();
        }
    }

    interface Part {
        void run() throws Throwable;
    }

    static void all() throws Throwable {
        Clock real = Clock.systemUTC();
        for (Part part : List.<Part>of(Component::redirected, Component::reflection, Component::reflectedOften,
                Component::handle, Component::reflectedInstant, Component::reflectedDate, Component::reflectedSleep,
                () -> Component.handedIn(real), Component::library, Component::jdk)) {
            part.run();
        }
    }

    static void print(String when) {
        System.out.println(when + ":");
        for (EscapedCall call : Scope.escaped()) {
            String caller = "";
            boolean viaReflection = false;
            boolean viaHandle = false;
            for (StackTraceElement frame : call.stack()) {
                String type = frame.getClassName();
                if (type.startsWith("Escaped$Component") || type.equals("Lone")) {
                    caller = type + "." + frame.getMethodName();
                    break;
                }
                viaReflection |= type.startsWith("java.lang.reflect.");
                viaHandle |= type.startsWith("java.lang.invoke.");
            }
            System.out.println("  " + call.call() + " x" + call.count() + " by " + caller + " in " + call.thread()
                    + (viaReflection ? ", reflection" : viaHandle ? ", handle" : ""));
        }
    }

    public static void main(String[] args) throws Throwable {
        TimeSource.install(ManualTimeSource.startingAt(Instant.EPOCH));
        all();
        print("not asked for");
        Scope.noteEscaped();
        all();
        print("noted");
        Scope.stopNotingEscaped();
        all();
        System.out.println("after the end, calls: " + Scope.escaped().stream().mapToLong(EscapedCall::count).sum());
        Scope.noteEscaped();
        print("begun anew");
        Component.reflection();
        print("noted anew");
        Scope.off();
        all();
        print("off");
        Scope.on();
        lone();
        print("a class without a time source");
    }

    /** A class whose loader does not find the time source stays as it is, so that all its calls escape. */
    static void lone() throws Exception {
        Path folder = Files.createTempDirectory("lone");
        Files.writeString(folder.resolve("Lone.java"), """
                public class Lone implements Runnable {
                    public void run() {
                        System.nanoTime();
                        java.time.LocalDate.now();
                        try {
                            java.util.concurrent.TimeUnit.MILLISECONDS.sleep(1);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
                """);
        ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", folder.toString(), folder.resolve("Lone.java").toString());
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            ((Runnable) loader.loadClass("Lone").getConstructor().newInstance()).run();
        }
    }
}
