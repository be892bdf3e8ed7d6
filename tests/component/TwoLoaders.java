// what: two components that run at once, each in a class loader of its own: with a time source each their times are apart, with the time source of the parent it is one time for both
// run: plain --agent-opts scope=part.**,time-source=part.Time
// jdk: 17+
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.tools.ToolProvider;

public class TwoLoaders {
    static final String TIME = """
            package part;
            public final class Time {
                public static volatile long now;
                public static long currentTimeMillis() { return now; }
                public static long nanoTime() { return now * 1_000_000; }
                public static void sleep(long millis) { now += millis; }
            }
            """;
    static final String COMPONENT = """
            package part;
            import java.util.Date;
            import java.util.concurrent.TimeUnit;
            public class Component implements java.util.function.LongFunction<String> {
                public String apply(long start) {
                    try {
                        Time.now = start;
                        for (int i = 0; i < 20_000; i++) {
                            long before = System.currentTimeMillis();
                            Thread.sleep(2);
                            TimeUnit.SECONDS.sleep(1);
                            long after = new Date().getTime();
                            if (after - before != 1_002 || System.nanoTime() != after * 1_000_000) {
                                return "the times are mixed: " + before + " " + after;
                            }
                        }
                        return "at " + System.currentTimeMillis();
                    } catch (InterruptedException e) {
                        return "interrupted";
                    }
                }
            }
            """;

    static Path compile(String name, String... sources) throws Exception {
        Path folder = Files.createTempDirectory(name);
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
        for (String source : sources) {
            Path file = folder.resolve(source.contains("class Time ") ? "Time.java" : "Component.java");
            Files.writeString(file, source);
            arguments.add(file.toString());
        }
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException("does not compile");
        }
        return folder;
    }

    @SuppressWarnings("unchecked")
    static java.util.function.LongFunction<String> component(ClassLoader loader) throws Exception {
        return (java.util.function.LongFunction<String>)
                loader.loadClass("part.Component").getConstructor().newInstance();
    }

    public static void main(String[] args) throws Exception {
        Path both = compile("both", TIME, COMPONENT);
        URL[] urls = {both.toUri().toURL()};
        try (URLClassLoader left = new URLClassLoader(urls);
                URLClassLoader right = new URLClassLoader(urls)) {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            CyclicBarrier barrier = new CyclicBarrier(2);
            List<Callable<String>> tasks = new ArrayList<>();
            long start = 0;
            for (ClassLoader loader : List.of(left, right)) {
                var component = component(loader);
                long from = start;
                tasks.add(() -> {
                    barrier.await();
                    return component.apply(from);
                });
                start += 1_000_000_000_000L;
            }
            for (Future<String> done : pool.invokeAll(tasks)) {
                System.out.println("a time source each: " + done.get());
            }
            pool.shutdown();
            Class<?> leftTime = left.loadClass("part.Time");
            Class<?> rightTime = right.loadClass("part.Time");
            System.out.println("two classes " + (leftTime != rightTime) + ", two helpers "
                    + (left.loadClass("part.Time$Tickless") != right.loadClass("part.Time$Tickless")));
        }
        // The time source comes from the parent: what one component sleeps the other sees.
        Path components = Files.createTempDirectory("components");
        Files.createDirectory(components.resolve("part"));
        Path parent = Files.createTempDirectory("parent");
        Files.createDirectory(parent.resolve("part"));
        Files.copy(both.resolve("part/Component.class"), components.resolve("part/Component.class"));
        Files.copy(both.resolve("part/Time.class"), parent.resolve("part/Time.class"));
        URL[] own = {components.toUri().toURL()};
        try (URLClassLoader shared = new URLClassLoader(new URL[] {parent.toUri().toURL()});
                URLClassLoader left = new URLClassLoader(own, shared);
                URLClassLoader right = new URLClassLoader(own, shared)) {
            System.out.println("a shared time source: " + component(left).apply(7));
            long now = shared.loadClass("part.Time").getField("now").getLong(null);
            System.out.println("the other sees the same: " + (component(right).getClass() != component(left).getClass())
                    + " " + now + " " + component(right).apply(now));
        }
    }
}
