package dev.tickless.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.Child;
import dev.tickless.VirtualTime;
import dev.tickless.junit.Kit.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Nobody is in the world between the methods of a test, so time stands still there. */
    @InVirtualTime(start = START, autoAdvance = true)
    static class TicksFromBefore {
        private final AtomicInteger ticks = new AtomicInteger();
        private final ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();

        @BeforeEach
        void schedule() throws InterruptedException {
            pool.scheduleAtFixedRate(ticks::incrementAndGet, 1, 1, TimeUnit.HOURS);
            Thread.sleep(Duration.ofMinutes(90).toMillis());
            assertEquals(1, ticks.get());
        }

        @RepeatedTest(10)
        void goesOnWhereBeforeEnded(VirtualTime time) throws InterruptedException {
            assertEquals(Duration.ofMinutes(90), time.elapsed());
            assertEquals(1, ticks.get());
            Thread.sleep(Duration.ofMinutes(30).toMillis() + 1);
            assertEquals(2, ticks.get());
        }

        @AfterEach
        void shutdown(VirtualTime time) {
            assertEquals(Duration.ofHours(2).plusMillis(1), time.elapsed());
            pool.shutdownNow();
        }
    }

    @Test
    void autoAdvanceStandsStillBetweenMethods() {
        passes(10, TicksFromBefore.class);
    }

    /** Each leaves its world in another way; the next one gets a world as fresh as any. */
    @InVirtualTime(start = START, settleWithin = "PT0.2S")
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Wild {
        static final CountDownLatch END = new CountDownLatch(1);
        private volatile boolean busy = true;

        @BeforeEach
        void fresh(VirtualTime time) {
            assertEquals(Duration.ZERO, time.elapsed());
            assertEquals(Instant.parse(START), Instant.now());
            assertFalse(Thread.currentThread().isInterrupted());
        }

        @Test
        void aStepsTheClock(VirtualTime time) {
            time.setWallClock(Instant.EPOCH);
            time.advance(Duration.ofDays(400));
        }

        @Test
        void bThrows() {
            throw new IllegalStateException("thrown by the test");
        }

        @Test
        void cLeavesThreads(VirtualTime time) {
            for (int i = 0; i < 5; i++) {
                Thread left = new Thread(() -> {
                    try {
                        END.await(1, TimeUnit.HOURS);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                left.setDaemon(true);
                left.start();
            }
            time.settle();
        }

        @Test
        void dLeavesABusyThread() {
            Thread left = new Thread(() -> {
                while (busy) {
                    Thread.onSpinWait();
                }
            });
            left.setDaemon(true);
            left.start();
        }

        @Test
        void eCloses(VirtualTime time) {
            time.close();
            assertTrue(Instant.now().isAfter(Instant.parse("2020-01-01T00:00:00Z")));
        }

        @Test
        void fOpensAnother(VirtualTime time) {
            time.close();
            VirtualTime.open();
        }

        @Test
        void gExhaustsTheStack() {
            gExhaustsTheStack();
        }

        @Test
        void hLeavesItsDelaysBehind() {
            CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(1, TimeUnit.DAYS));
        }

        @Test
        void iIsAsFreshAsTheFirst(VirtualTime time) {
            time.advance(Duration.ofHours(1));
        }

        @AfterEach
        void letGo() {
            busy = false;
        }
    }

    @Test
    void whateverATestDoesTheNextHasAFreshWorldAndTheJvmRealTime() {
        Outcome outcome = Kit.run(Wild.class);
        Wild.END.countDown();
        assertEquals(6, outcome.succeeded(), outcome.toString());
        assertEquals(3, outcome.failures().size(), outcome.toString());
        assertEquals("thrown by the test", outcome.failures().get(0).getMessage());
        assertTrue(outcome.failures().get(1).getMessage().contains("opened another and left that open"));
        assertEquals(StackOverflowError.class, outcome.failures().get(2).getClass());
        assertTrue(VirtualTime.current().isEmpty());
        assertTrue(Instant.now().isAfter(Instant.parse("2020-01-01T00:00:00Z")));
    }

    @InVirtualTime(start = START)
    static class Leaks {
        @ParameterizedTest(name = "of {0}")
        @ValueSource(ints = {1, 2})
        void leavesSleepers(int count, VirtualTime time) {
            for (int i = 0; i < count; i++) {
                Thread left = new Thread(Leaks::sleep, "left-over");
                left.setDaemon(true);
                left.start();
            }
            time.settle();
        }

        @Test
        void tidiesUp(VirtualTime time) throws InterruptedException {
            Thread ended = new Thread(Leaks::sleep);
            ended.start();
            time.advance(Duration.ofHours(1));
            ended.join();
        }

        private static void sleep() {
            try {
                Thread.sleep(3_600_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** A JVM of its own, for its standard error. */
        public static void main(String[] arguments) {
            Outcome outcome = Kit.run(Leaks.class);
            System.err.println("outcome " + outcome.succeeded() + " " + outcome.failures());
        }
    }

    @Test
    void theLeakReportNamesTheTestAndTheTestPasses() throws Exception {
        try (Child child = Child.start(Leaks.class)) {
            String all = child.awaitEnd(0);
            assertTrue(all.contains("outcome 3 []"), all);
            List<String> leaks =
                    all.lines().filter(line -> line.startsWith("tickless: leak:")).toList();
            String world = "tickless: leak: the world of " + Leaks.class.getName() + ".leavesSleepers ";
            assertEquals(2, leaks.size(), all);
            assertTrue(leaks.get(0).startsWith(world + "of 1 opened by "), leaks.get(0));
            assertTrue(leaks.get(1).startsWith(world + "of 2 opened by "), leaks.get(1));
            assertEquals(
                    3,
                    all.lines()
                            .filter(line -> line.equals("  \"left-over\" sleeps until 2001-02-03T05:05:06Z (in 1h)"))
                            .count(),
                    all);
        }
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
            new CountDownLatch(1).await();
        }

        @Test
        @Timeout(value = 300, unit = TimeUnit.MILLISECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void separateThread() throws InterruptedException {
            new CountDownLatch(1).await();
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
