package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** advance and its kin: what has run when they return, at which instants, and in which order. */
@Tag("agent")
class AdvanceAgentTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static VirtualTime open() {
        return VirtualTime.builder().startAt(START).open();
    }

    @Test
    void aSleeperHasRunWhenAdvanceReturns100000Times() throws Exception {
        try (VirtualTime time = open()) {
            AtomicBoolean flag = new AtomicBoolean();
            Thread sleeper = Threads.start("sleeper", () -> {
                while (true) {
                    Thread.sleep(10_000);
                    flag.set(true);
                }
            });
            for (int i = 0; i < 100_000; i++) {
                time.advance(Duration.ofSeconds(10));
                assertTrue(flag.compareAndSet(true, false), "round " + i);
            }
            assertEquals(Duration.ofSeconds(1_000_000), time.elapsed());
            Threads.end(sleeper);
        }
    }

    @Test
    void aThreadJustStartedIsWaitedFor() throws Exception {
        try (VirtualTime time = open()) {
            for (int i = 0; i < 2_000; i++) {
                AtomicBoolean flag = new AtomicBoolean();
                Thread sleeper = Threads.start("sleeper", () -> {
                    Thread.sleep(10_000);
                    flag.set(true);
                });
                time.advance(Duration.ofNanos(9_999_999_999L));
                assertFalse(flag.get(), "round " + i);
                time.advance(Duration.ofNanos(1));
                assertTrue(flag.get(), "round " + i);
                sleeper.join();
            }
        }
    }

    @Test
    void fourSleepersRunOnceASecond() throws Exception {
        try (VirtualTime time = open()) {
            AtomicInteger[] rounds = new AtomicInteger[4];
            Thread[] sleepers = new Thread[4];
            for (int i = 0; i < 4; i++) {
                AtomicInteger mine = rounds[i] = new AtomicInteger();
                sleepers[i] = Threads.start("sleeper-" + i, () -> {
                    while (true) {
                        Thread.sleep(1_000);
                        mine.incrementAndGet();
                    }
                });
            }
            for (int second = 1; second <= 1_000; second++) {
                time.advance(Duration.ofSeconds(1));
                for (AtomicInteger mine : rounds) {
                    assertEquals(second, mine.get());
                }
            }
            Threads.end(sleepers);
        }
    }

    @Test
    void eachEventSeesItsOwnInstantAndTheyComeInOrder() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        TreeMap<Long, String> expected = new TreeMap<>();
        try (VirtualTime time = open()) {
            long nanoStart = System.nanoTime();
            List<Thread> sleepers = new ArrayList<>();
            for (int period : new int[] {701, 1_103, 1_307}) {
                for (long at = period; at <= 60_000; at += period) {
                    expected.merge(at, " " + period, String::concat);
                }
                sleepers.add(Threads.start("every-" + period, () -> {
                    while (true) {
                        Thread.sleep(period);
                        Duration wall = Duration.between(START, Instant.now());
                        assertEquals(wall.toNanos(), System.nanoTime() - nanoStart);
                        log.add(wall.toMillis() + " " + period);
                    }
                }));
                time.settle();
            }
            time.advance(Duration.ofMinutes(1));
            Threads.end(sleepers.toArray(Thread[]::new));
        }
        assertEquals(expected.entrySet().stream().map(e -> e.getKey() + e.getValue()).toList(), log);
    }

    @Test
    void whatIsDueAtOneInstantRunsInOrderOfRegistration() throws Exception {
        List<Integer> log = Collections.synchronizedList(new ArrayList<>());
        try (VirtualTime time = open()) {
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                int n = i;
                all.add(n);
                // Registered one after another, for one instant.
                Threads.start("sleeper-" + n, () -> {
                    Thread.sleep(1_000 - n);
                    log.add(n);
                });
                time.advance(Duration.ofMillis(1));
            }
            assertEquals(List.of(), log);
            time.advance(Duration.ofMillis(949));
            assertEquals(List.of(), log);
            time.advance(Duration.ofMillis(1));
            assertEquals(all, log);
        }
    }

    /** Also what is set going only at the target instant has run. */
    @Test
    void advanceIsTheLastAtItsInstant() throws Exception {
        try (VirtualTime time = open()) {
            AtomicInteger links = new AtomicInteger();
            ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
            Runnable[] next = new Runnable[1];
            next[0] = () -> {
                if (links.incrementAndGet() < 100) {
                    pool.schedule(next[0], 0, TimeUnit.NANOSECONDS);
                }
            };
            pool.schedule(next[0], 1, TimeUnit.HOURS);
            Thread late = Threads.start("late", () -> {
                Thread.sleep(3_599_000);
                Thread.sleep(1_000);
                links.addAndGet(1_000);
                Threads.start("later", () -> links.addAndGet(10_000));
            });
            time.advance(Duration.ofHours(1));
            assertEquals(11_100, links.get());
            late.join();
            pool.shutdownNow();
        }
    }

    @Test
    void advanceByZeroRunsWhatIsDueNow() throws Exception {
        try (VirtualTime time = open()) {
            AtomicBoolean ran = new AtomicBoolean();
            ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
            pool.schedule(() -> ran.set(true), 0, TimeUnit.SECONDS);
            time.advance(Duration.ZERO);
            assertTrue(ran.get());
            assertEquals(Duration.ZERO, time.elapsed());
            pool.shutdownNow();
        }
    }

    @Test
    void advanceToGoesToTheWallInstantIncluded() throws Exception {
        try (VirtualTime time = open()) {
            AtomicInteger ticks = new AtomicInteger();
            ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
            pool.scheduleAtFixedRate(ticks::incrementAndGet, 1, 1, TimeUnit.HOURS);
            time.advanceTo(START.plus(Duration.ofHours(10)).minusNanos(1));
            assertEquals(9, ticks.get());
            time.advanceTo(START.plus(Duration.ofHours(10)));
            assertEquals(10, ticks.get());
            time.advanceTo(Instant.now());
            assertEquals(START.plus(Duration.ofHours(10)), time.now());
            pool.shutdownNow();
        }
    }

    @Test
    void advanceToNextRunsAllThatIsDueThere() throws Exception {
        try (VirtualTime time = open()) {
            assertNull(time.advanceToNext());
            List<String> log = Collections.synchronizedList(new ArrayList<>());
            for (String name : List.of("a", "b")) {
                Threads.start(name, () -> {
                    Thread.sleep(1_500);
                    log.add(name);
                });
                time.settle();
            }
            Threads.start("c", () -> {
                Thread.sleep(1_500, 1);
                log.add("c");
            });
            assertEquals(Duration.ofMillis(1_500), time.advanceToNext());
            assertEquals(List.of("a", "b"), log);
            // On 17 a sleep of 1,500 ms and 1 ns is one of 1,501 ms.
            Duration rest = Runtime.version().feature() < 21 ? Duration.ofMillis(1) : Duration.ofNanos(1);
            assertEquals(rest, time.advanceToNext());
            assertEquals(List.of("a", "b", "c"), log);
            assertNull(time.advanceToNext());
            assertEquals(rest.plusMillis(1_500), time.elapsed());
        }
    }

    @Test
    void advanceUntilStopsAtTheDeadlineOrAfterAtMost() throws Exception {
        try (VirtualTime time = open()) {
            AtomicInteger ticks = new AtomicInteger();
            ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
            pool.scheduleAtFixedRate(ticks::incrementAndGet, 1, 1, TimeUnit.MINUTES);
            assertTrue(time.advanceUntil(() -> ticks.get() == 90, Duration.ofDays(1)));
            assertEquals(Duration.ofMinutes(90), time.elapsed());
            assertFalse(time.advanceUntil(() -> ticks.get() == 100, Duration.ofMinutes(10).minusNanos(1)));
            assertEquals(Duration.ofMinutes(100).minusNanos(1), time.elapsed());
            assertTrue(time.advanceUntil(() -> ticks.get() == 100, Duration.ofNanos(1)));
            assertEquals(Duration.ofMinutes(100), time.elapsed());
            pool.shutdownNow();
        }
    }

    @Test
    void settleWaitsForTheOthersAndMovesNothing() throws Exception {
        try (VirtualTime time = open()) {
            int[] sum = {0};
            Thread worker = Threads.start("worker", () -> {
                for (int i = 0; i < 10_000_000; i++) {
                    sum[0] += i % 3;
                }
                Thread.sleep(1);
            });
            time.settle();
            assertEquals(9_999_999, sum[0]);
            assertEquals(Duration.ZERO, time.elapsed());
            assertEquals(Thread.State.TIMED_WAITING, worker.getState());
            Threads.end(worker);
        }
    }

    /** Whoever calls is the controller: here a thread that is in no world at all. */
    @Test
    void aThreadOutsideMayAdvance() throws Exception {
        try (VirtualTime time = open()) {
            AtomicBoolean flag = new AtomicBoolean();
            Threads.start("sleeper", () -> {
                Thread.sleep(7_200_000);
                flag.set(true);
            });
            Thread outside = Threads.startOutside(time, "outside", () -> {
                Instant before = Instant.now();
                time.advance(Duration.ofHours(2));
                assertEquals(Duration.ofHours(2), time.elapsed());
                assertTrue(Duration.between(before, Instant.now()).compareTo(Duration.ofHours(1)) < 0);
            });
            outside.join();
            assertTrue(flag.get());
        }
    }

    /** The wake-up lends the thread a count, which time waits for; advance must not wait for its own caller. */
    @Test
    void aThreadOutsideMayAdvanceWhenAParticipantWokeIt() throws Exception {
        try (VirtualTime time =
                VirtualTime.builder().settleWithin(Duration.ofSeconds(2)).open()) {
            CountDownLatch go = new CountDownLatch(1);
            AtomicReference<Object> result = new AtomicReference<>();
            Thread outside = Threads.startOutside(time, "outside", () -> {
                go.await();
                try {
                    time.advance(Duration.ofHours(1));
                    result.set(time.elapsed());
                } catch (TicklessException e) {
                    result.set(e);
                }
            });
            time.real(() -> {
                Threads.awaitReal("it waits", () -> outside.getState() == Thread.State.WAITING);
                return null;
            });
            go.countDown();
            outside.join();
            assertEquals(Duration.ofHours(1), result.get());
        }
    }
}
