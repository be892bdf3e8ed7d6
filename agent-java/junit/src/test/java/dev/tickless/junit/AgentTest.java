package dev.tickless.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.VirtualTime;
import dev.tickless.junit.Kit.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The extension with a loaded agent. */
@Tag("agent")
class AgentTest {
    private static final String START = "2001-02-03T04:05:06Z";

    private static void passes(int tests, Class<?> sample) {
        assertEquals(new Outcome(tests, List.of()), Kit.run(sample));
        assertTrue(VirtualTime.current().isEmpty());
        assertTrue(Instant.now().isAfter(Instant.parse("2020-01-01T00:00:00Z")));
    }

    @InVirtualTime(start = START)
    static class Schedules {
        private final AtomicInteger ticks = new AtomicInteger();
        private final ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();

        @BeforeEach
        void schedule() {
            assertEquals(Instant.parse(START), Instant.now());
            pool.scheduleAtFixedRate(ticks::incrementAndGet, 1, 1, TimeUnit.HOURS);
        }

        @RepeatedTest(20)
        void day(VirtualTime time) {
            time.advance(Duration.ofDays(1));
            assertEquals(24, ticks.get());
            assertEquals(Instant.parse(START).plusSeconds(86_400), Instant.now());
        }

        @AfterEach
        void shutdown() throws InterruptedException {
            assertEquals(Instant.parse(START).plusSeconds(86_400), Instant.now());
            pool.shutdownNow();
            assertTrue(pool.awaitTermination(1, TimeUnit.HOURS));
        }
    }

    @Test
    void aDayOfTicksInEachRepetition() {
        passes(20, Schedules.class);
    }

    @InVirtualTime(autoAdvance = true)
    static class Sleeps {
        @Test
        void sleeps(VirtualTime time) throws InterruptedException {
            Thread.sleep(86_400_000);
            assertEquals(Duration.ofDays(1), time.elapsed());
        }
    }

    @Test
    void autoAdvanceLetsTheTestItselfSleep() {
        passes(1, Sleeps.class);
    }

    @InVirtualTime
    static class Timeouts {
        @Test
        @Timeout(30)
        void sameThread(VirtualTime time) {
            time.advance(Duration.ofDays(1));
        }

        @Test
        @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void separateThread(VirtualTime time) {
            time.advance(Duration.ofDays(1));
            assertEquals(time.now(), Instant.now());
        }
    }

    @InVirtualTime
    static class Hangs {
        @Test
        @Timeout(value = 300, unit = TimeUnit.MILLISECONDS)
        void sameThread() throws InterruptedException {
            new java.util.concurrent.CountDownLatch(1).await();
        }

        @Test
        @Timeout(value = 300, unit = TimeUnit.MILLISECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void separateThread() throws InterruptedException {
            new java.util.concurrent.CountDownLatch(1).await();
        }
    }

    @Test
    void timeoutsCountRealTime() {
        passes(2, Timeouts.class);
        Outcome hangs = Kit.run(Hangs.class);
        assertEquals(2, hangs.failures().size());
        for (Throwable failure : hangs.failures()) {
            assertTrue(failure.getMessage().contains("timed out after 300 milliseconds"), failure.toString());
        }
        assertTrue(VirtualTime.current().isEmpty());
    }

    @InVirtualTime
    static class WorldsInParallel {
        @RepeatedTest(20)
        void test(VirtualTime time) {
            time.advance(Duration.ofHours(1));
            assertEquals(Duration.ofHours(1), time.elapsed());
        }
    }

    static class RealInParallel {
        @RepeatedTest(20)
        void test() {
            assertTrue(Instant.now().isAfter(Instant.parse("2020-01-01T00:00:00Z")));
        }
    }

    @Test
    void parallelModeKeepsWorldsApart() {
        Map<String, String> parallel = Map.of(
                "junit.jupiter.execution.parallel.enabled", "true",
                "junit.jupiter.execution.parallel.mode.default", "concurrent",
                "junit.jupiter.execution.parallel.config.strategy", "fixed",
                "junit.jupiter.execution.parallel.config.fixed.parallelism", "4");
        assertEquals(
                new Outcome(60, List.of()),
                Kit.run(parallel, WorldsInParallel.class, RealInParallel.class, Schedules.class));
    }
}
