package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ManualTimeSourceTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private final ManualTimeSource time = ManualTimeSource.startingAt(START);
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    private interface Body {
        void run() throws Exception;
    }

    private Thread start(String name, Body body) {
        Thread t = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (Exception e) {
                        log.add(name + " " + e);
                    }
                },
                name);
        t.setDaemon(true);
        t.start();
        return t;
    }

    /** Until the thread rests in a sleep of the source. */
    private static void untilWaiting(Thread... threads) {
        for (Thread t : threads) {
            while (t.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
    }

    private Duration at() {
        return Duration.between(START, time.instant());
    }

    @Test
    void standsStillUntilAdvanced() {
        long nanos = time.nanoTime();
        assertTrue(nanos > 0);
        assertEquals(nanos, time.nanoTime());
        time.advance(Duration.ofNanos(1_500_001));
        assertEquals(nanos + 1_500_001, time.nanoTime());
        assertEquals(START.plusNanos(1_500_001), time.instant());
        assertEquals(START.toEpochMilli() + 1, time.currentTimeMillis());
    }

    @Test
    void millisAreFlooredBefore1970() {
        ManualTimeSource old = ManualTimeSource.startingAt(Instant.parse("1969-12-31T23:59:59.123456789Z"));
        assertEquals(-877, old.currentTimeMillis());
        old.advance(Duration.ofNanos(876_543_211));
        assertEquals(Instant.EPOCH, old.instant());
        assertEquals(0, old.currentTimeMillis());
    }

    @Test
    void wallClockStepsAlone() throws Exception {
        Thread sleeper = start("s", () -> {
            time.sleep(1_000);
            log.add("woke");
        });
        untilWaiting(sleeper);
        long nanos = time.nanoTime();
        time.setWallClock(START.plus(Duration.ofDays(400)));
        assertEquals(nanos, time.nanoTime());
        assertEquals(START.plus(Duration.ofDays(400)), time.instant());
        time.setWallClock(START.minus(Duration.ofDays(400)));
        time.advance(Duration.ofMillis(999));
        assertTrue(sleeper.isAlive());
        time.advance(Duration.ofMillis(1));
        sleeper.join();
        assertEquals(List.of("woke"), log);
    }

    @Test
    void sleepersWakeInDeadlineOrderThenInOrderOfRegistration() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int n : List.of(3, 1, 2, 1, 3)) {
            Thread t = start("t" + threads.size(), () -> {
                time.sleep(n * 60_000L);
                log.add(Thread.currentThread().getName() + " at " + at());
            });
            untilWaiting(t);
            threads.add(t);
        }
        time.advance(Duration.ofHours(1));
        assertEquals(
                List.of("t1 at PT1M", "t3 at PT1M", "t2 at PT2M", "t0 at PT3M", "t4 at PT3M"), log);
        assertEquals(Duration.ofHours(1), at());
    }

    @Test
    void aLoopThatSleepsMakesAllItsRoundsInOneAdvance() throws Exception {
        int rounds = 500;
        Thread loop = start("loop", () -> {
            for (int i = 0; i < rounds; i++) {
                time.sleep(1_000);
                log.add("" + at().toSeconds());
            }
        });
        untilWaiting(loop);
        time.advance(Duration.ofSeconds(rounds));
        loop.join();
        assertEquals(IntStream.rangeClosed(1, rounds).mapToObj(String::valueOf).toList(), log);
    }

    @Test
    void advanceHasWokenWhoWasDueWhenItReturns() throws Exception {
        for (int i = 0; i < 300; i++) {
            AtomicBoolean flag = new AtomicBoolean();
            Thread t = start("t", () -> {
                time.sleep(10_000);
                flag.set(true);
            });
            untilWaiting(t);
            time.advance(Duration.ofNanos(9_999_999_999L));
            assertFalse(flag.get());
            time.advance(Duration.ofNanos(1));
            assertTrue(flag.get());
        }
    }

    @Test
    void sleepIsExactToTheNanosecond() throws Exception {
        Thread t = start("t", () -> time.sleep(1, 500));
        untilWaiting(t);
        time.advance(Duration.ofNanos(1_000_499));
        assertTrue(t.isAlive());
        time.advance(Duration.ofNanos(1));
        t.join();
    }

    @Test
    void sleepChecksItsArgumentsAsTheJdkDoes() throws Exception {
        time.sleep(0);
        time.sleep(0, 0);
        assertThrows(IllegalArgumentException.class, () -> time.sleep(-1));
        assertThrows(IllegalArgumentException.class, () -> time.sleep(0, -1));
        assertThrows(IllegalArgumentException.class, () -> time.sleep(0, 1_000_000));
    }

    @Test
    void interruptBeforeSleepEndsItAndIsCleared() {
        for (long millis : new long[] {0, 1_000}) {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> time.sleep(millis));
            assertFalse(Thread.interrupted());
        }
    }

    @Test
    void interruptDuringSleepEndsItAtOnce() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        Thread t = start("t", () -> {
            try {
                time.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                seen.set(e.getMessage() + " " + Thread.currentThread().isInterrupted() + " " + at());
            }
        });
        untilWaiting(t);
        t.interrupt();
        t.join();
        assertEquals("sleep interrupted false PT0S", seen.get());
        time.advance(Duration.ofDays(1));
    }

    @Test
    void interruptsAndDeadlinesTogetherLoseNeither() throws Exception {
        for (int i = 0; i < 200; i++) {
            AtomicBoolean interrupted = new AtomicBoolean();
            AtomicBoolean flag = new AtomicBoolean();
            Thread t = start("t", () -> {
                try {
                    time.sleep(1);
                } catch (InterruptedException e) {
                    interrupted.set(true);
                }
                flag.set(Thread.currentThread().isInterrupted());
            });
            untilWaiting(t);
            Thread interrupter = start("i", t::interrupt);
            time.advance(Duration.ofMillis(1));
            interrupter.join();
            t.join();
            // Thrown, or still pending, or it came after the thread had looked: never both.
            assertFalse(interrupted.get() && flag.get());
        }
    }

    @Test
    void aSleeperThatGoesOnRunningDoesNotHoldTheAdvance() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Thread busy = start("busy", () -> {
            time.sleep(1);
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        });
        untilWaiting(busy);
        time.advance(Duration.ofSeconds(1));
        assertEquals(Duration.ofSeconds(1), at());
        assertTrue(busy.isAlive());
        stop.set(true);
        busy.join();
    }

    @Test
    void aSleeperThatNeedsTheAdvancersMonitorDoesNotHoldTheAdvance() throws Exception {
        Object monitor = new Object();
        Thread t = start("t", () -> {
            time.sleep(1);
            synchronized (monitor) {
                log.add("in");
            }
        });
        untilWaiting(t);
        synchronized (monitor) {
            time.advance(Duration.ofSeconds(1));
            assertEquals(List.of(), log);
        }
        t.join();
        assertEquals(List.of("in"), log);
    }

    @Test
    void aSleeperMayItselfAdvance() throws Exception {
        Thread t = start("t", () -> {
            time.sleep(1_000);
            time.advance(Duration.ofSeconds(5));
        });
        untilWaiting(t);
        time.advance(Duration.ofSeconds(2));
        t.join();
        assertEquals(Duration.ofSeconds(7), at());
    }

    @Test
    void ticksReturnTheValueFromBefore() throws Exception {
        assertEquals(time, time.tickPerRead(Duration.ofMillis(10)));
        long nanos = time.nanoTime();
        assertEquals(nanos + 10_000_000, time.nanoTime());
        assertEquals(START.plusMillis(20), time.instant());
        assertEquals(START.toEpochMilli() + 30, time.currentTimeMillis());
        Thread sleeper = start("s", () -> time.sleep(100));
        untilWaiting(sleeper);
        while (sleeper.isAlive()) {
            time.nanoTime();
        }
        time.tickPerRead(Duration.ZERO);
        assertEquals(time.nanoTime(), time.nanoTime());
        assertThrows(TicklessException.class, () -> time.tickPerRead(Duration.ofNanos(-1)));
        assertThrows(NullPointerException.class, () -> time.tickPerRead(null));
    }

    @Test
    void wrongValuesAreRefusedAndNothingMoves() {
        assertThrows(TicklessException.class, () -> time.advance(Duration.ofNanos(-1)));
        assertThrows(TicklessException.class, () -> time.advance(Duration.ofSeconds(Long.MAX_VALUE)));
        assertThrows(TicklessException.class, () -> time.setWallClock(Instant.MAX));
        assertThrows(TicklessException.class, () -> ManualTimeSource.startingAt(Instant.MIN));
        assertThrows(NullPointerException.class, () -> ManualTimeSource.startingAt(null));
        assertThrows(NullPointerException.class, () -> time.advance(null));
        assertThrows(NullPointerException.class, () -> time.setWallClock(null));
        assertEquals(Duration.ZERO, at());
    }

    @Test
    void manyThreadsAtOnceLoseNoSleeper() throws Exception {
        int threads = 8;
        CountDownLatch done = new CountDownLatch(threads);
        for (int n = 1; n <= threads; n++) {
            long step = n;
            start("t" + n, () -> {
                for (int i = 0; i < 200; i++) {
                    time.sleep(step);
                }
                done.countDown();
            });
        }
        while (done.getCount() > 0) {
            time.advance(Duration.ofMillis(50));
        }
    }
}
