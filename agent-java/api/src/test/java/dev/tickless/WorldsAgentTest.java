package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten thousand worlds one after another in one JVM leave nothing behind. */
@Tag("agent")
class WorldsAgentTest {
    /** Opens worlds, measures when all code is warm, opens more and measures again. */
    static final class Many {
        private static void world(int n) throws Exception {
            Instant start = Instant.EPOCH.plusSeconds(n);
            try (VirtualTime time =
                    VirtualTime.builder().name("world " + n).startAt(start).open()) {
                Instant[] woke = {null, null};
                Thread sleeper = Threads.start("sleeper", () -> {
                    Thread.sleep(1_000);
                    woke[0] = Instant.now();
                });
                if (n % 10 == 0) {
                    CompletableFuture.runAsync(
                            () -> woke[1] = Instant.now(), CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
                }
                time.advance(Duration.ofSeconds(1));
                Instant end = start.plusSeconds(1);
                if (!end.equals(woke[0]) || (n % 10 == 0 && !end.equals(woke[1]))) {
                    throw new IllegalStateException("world " + n + " woke at " + Arrays.toString(woke));
                }
                sleeper.join();
            }
        }

        private static long kilobytes(String key) throws IOException {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(key))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        }

        private static int entries(String folder) {
            return new File(folder).list().length;
        }

        private static long[] measure() throws Exception {
            for (int i = 0; i < 3; i++) {
                System.gc();
                Thread.sleep(20);
            }
            return new long[] {kilobytes("VmRSS"), entries("/proc/self/fd"), entries("/proc/self/task")};
        }

        public static void main(String[] arguments) throws Exception {
            for (int n = 0; n < 6_000; n++) {
                world(n);
            }
            long[] before = measure();
            for (int n = 6_000; n < 10_000; n++) {
                world(n);
            }
            long[] after = measure();
            for (int i = 0; i < before.length; i++) {
                System.err.println(before[i] + " " + after[i]);
            }
        }
    }

    @Test
    void noThreadNoDescriptorAndNoMemoryIsLeft() throws Exception {
        // A heap of fixed size, touched, and few compilations, so that neither is what grows.
        List<String> options = List.of(
                "-XX:+UseSerialGC", "-Xms48m", "-Xmx48m", "-XX:+AlwaysPreTouch", "-XX:TieredStopAtLevel=1");
        try (Child child = Child.start(options, Many.class)) {
            List<String> lines = child.awaitEnd(0).lines().toList();
            assertEquals(3, lines.size(), lines.toString());
            long[][] growth = lines.stream()
                    .map(line -> List.of(line.split(" ")).stream().mapToLong(Long::parseLong).toArray())
                    .toArray(long[][]::new);
            // Half a kilobyte for each of the last 4,000 worlds.
            assertTrue(growth[0][1] - growth[0][0] < 2_048, "resident kilobytes: " + lines);
            assertTrue(growth[1][1] <= growth[1][0], "descriptors: " + lines);
            assertTrue(growth[2][1] <= growth[2][0], "threads: " + lines);
        }
    }

    /** Real waits of every kind take what they should, and both clocks go together. */
    @Test
    void afterwardsTheJvmIsOnRealTime() throws Exception {
        for (int i = 0; i < 100; i++) {
            try (VirtualTime time = VirtualTime.builder().startAt(Instant.EPOCH).open()) {
                time.advance(Duration.ofDays(1));
            }
        }
        assertTrue(VirtualTime.current().isEmpty());
        Object monitor = new Object();
        Threads.Body[] waits = {
            () -> Thread.sleep(50),
            () -> {
                synchronized (monitor) {
                    monitor.wait(50);
                }
            },
            () -> {
                long end = System.nanoTime() + 50_000_000;
                while (System.nanoTime() < end) {
                    LockSupport.parkNanos(end - System.nanoTime());
                }
            },
            () -> new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS),
            () -> {
                ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
                pool.schedule(() -> {}, 50, TimeUnit.MILLISECONDS).get();
                pool.shutdown();
            }
        };
        for (Threads.Body wait : waits) {
            long nano = System.nanoTime();
            long wall = System.currentTimeMillis();
            wait.run();
            long nanos = System.nanoTime() - nano;
            long millis = System.currentTimeMillis() - wall;
            assertTrue(nanos >= 50_000_000 && nanos < 20_000_000_000L, nanos + " ns");
            assertTrue(Math.abs(millis - nanos / 1_000_000) <= 20, millis + " ms by one clock, " + nanos + " ns by the other");
        }
        Process date = new ProcessBuilder("date", "+%s").start();
        long seconds = Long.parseLong(new String(date.getInputStream().readAllBytes()).trim());
        assertTrue(Math.abs(seconds - Instant.now().getEpochSecond()) <= 30, seconds + " and " + Instant.now());
    }
}
