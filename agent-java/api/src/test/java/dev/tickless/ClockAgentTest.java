package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The clocks of a world: steps of the wall clock, ticks by reads, auto-advance and its limit. */
@Tag("agent")
class ClockAgentTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void waitsUntilAWallInstantMoveWithTheWallClock() throws Exception {
        try (VirtualTime time = VirtualTime.builder().startAt(START).open()) {
            List<String> log = Collections.synchronizedList(new ArrayList<>());
            long until = START.plusSeconds(3_600).toEpochMilli();
            Threads.start("parked", () -> {
                while (System.currentTimeMillis() < until) {
                    LockSupport.parkUntil(until);
                }
                log.add("parkUntil " + time.elapsed());
            });
            time.settle();
            Threads.start("awaiting", () -> {
                ReentrantLock lock = new ReentrantLock();
                lock.lock();
                assertFalse(lock.newCondition().awaitUntil(new Date(until)));
                log.add("awaitUntil " + time.elapsed());
            });
            time.settle();
            Threads.start("sleeping", () -> {
                Thread.sleep(3_600_000);
                log.add("sleep " + time.elapsed());
            });
            time.advance(Duration.ofMinutes(10));
            time.setWallClock(START.plus(Duration.ofMinutes(40)));
            assertEquals(Duration.ofMinutes(20), time.advanceToNext());
            assertEquals(List.of("parkUntil PT30M", "awaitUntil PT30M"), log);
            assertEquals(Duration.ofMinutes(30), time.advanceToNext());
            assertEquals(List.of("parkUntil PT30M", "awaitUntil PT30M", "sleep PT1H"), log);
            assertEquals(START.plus(Duration.ofMinutes(90)), Instant.now());
        }
    }

    @Test
    void aStepPastAWallInstantEndsTheWaitAtOnceAndAStepBackMakesItLonger() throws Exception {
        try (VirtualTime time = VirtualTime.builder().startAt(START).open()) {
            List<String> log = Collections.synchronizedList(new ArrayList<>());
            for (int hours : new int[] {1, 2}) {
                long until = START.plus(Duration.ofHours(hours)).toEpochMilli();
                Threads.start("parked", () -> {
                    while (System.currentTimeMillis() < until) {
                        LockSupport.parkUntil(until);
                    }
                    log.add(hours + " " + time.elapsed());
                });
                time.settle();
            }
            time.setWallClock(START.plus(Duration.ofMinutes(61)));
            assertEquals(List.of("1 PT0S"), log);
            long nano = System.nanoTime();
            time.setWallClock(START.minus(Duration.ofHours(1)));
            assertEquals(nano, System.nanoTime());
            assertEquals(Duration.ofHours(3), time.advanceToNext());
            assertEquals(List.of("1 PT0S", "2 PT3H"), log);
        }
    }

    @Test
    void aReadGivesItsValueAndThenTicks() throws Exception {
        try (VirtualTime time = VirtualTime.builder().startAt(START).tickPerRead(Duration.ofMillis(7)).open()) {
            long nano = System.nanoTime();
            assertEquals(nano + 7_000_000, System.nanoTime());
            assertEquals(START.plusMillis(14), Instant.now());
            assertEquals(START.plusMillis(21).toEpochMilli(), System.currentTimeMillis());
            assertEquals(Duration.ofMillis(28), time.elapsed());
            assertEquals(START.plusMillis(28), time.now());
            assertEquals(nano + 28_000_000, time.nanoTime());
            assertEquals(nano + 28_000_000, time.nanoTime());
            Instant before = time.now();
            assertTrue(time.real(System::currentTimeMillis) != 0);
            assertEquals(before, time.now());
        }
    }

    @Test
    void withTicksALoopOnTheClockEndsAndSleepersWakeAtTheirInstants() throws Exception {
        try (VirtualTime time = VirtualTime.builder().startAt(START).tickPerRead(Duration.ofMillis(1)).open()) {
            AtomicReference<Duration> woke = new AtomicReference<>();
            Threads.start("sleeper", () -> {
                Thread.sleep(500);
                woke.set(time.elapsed());
            });
            time.settle();
            long end = System.nanoTime() + 1_000_000_000;
            int reads = 0;
            while (System.nanoTime() < end) {
                reads++;
            }
            assertEquals(999, reads);
            time.advance(Duration.ZERO);
            assertEquals(time.elapsed(), woke.get());
        }
    }

    @Test
    void autoAdvanceGoesFromDeadlineToDeadline() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        try (VirtualTime time = VirtualTime.builder().startAt(START).autoAdvance(true).open()) {
            Thread other = Threads.start("other", () -> {
                for (int i = 0; i < 3; i++) {
                    Thread.sleep(3_600_000);
                    log.add("other " + Instant.now());
                }
            });
            for (int i = 0; i < 2; i++) {
                Thread.sleep(5_400_000);
                log.add("main " + Instant.now());
            }
            other.join();
            assertEquals(Duration.ofHours(3), time.elapsed());
            long before = System.nanoTime();
            synchronized (this) {
                wait(1_000, 0);
            }
            LockSupport.parkNanos(1);
            assertEquals(before + 1_000_000_001, System.nanoTime());
        }
        // At three hours both are due, and the main thread registered its sleep first.
        assertEquals(
                List.of(
                        "other 2026-01-01T01:00:00Z",
                        "main 2026-01-01T01:30:00Z",
                        "other 2026-01-01T02:00:00Z",
                        "main 2026-01-01T03:00:00Z",
                        "other 2026-01-01T03:00:00Z"),
                log);
    }

    /** Advance works under auto-advance too, and nothing moves while a participant runs. */
    @Test
    void autoAdvanceIsHeldByARunningParticipant() throws Exception {
        try (VirtualTime time = VirtualTime.builder().autoAdvance(true).open()) {
            AtomicBoolean woke = new AtomicBoolean();
            Thread sleeper = Threads.start("sleeper", () -> {
                Thread.sleep(1);
                woke.set(true);
            });
            time.real(() -> {
                Thread.sleep(50);
                return null;
            });
            sleeper.join();
            assertTrue(woke.get());
            assertEquals(Duration.ofMillis(1), time.elapsed());
            time.advance(Duration.ofHours(1));
            assertEquals(Duration.ofMillis(3_600_001), time.elapsed());
        }
    }

    @Test
    void autoAdvanceStopsBeforeADeadlineBeyondTheLimit() throws Exception {
        try (VirtualTime time = VirtualTime.builder()
                .autoAdvance(true)
                .limit(Duration.ofHours(1))
                .stuckAfter(Duration.ofMillis(100))
                .open()) {
            Thread.sleep(3_600_000);
            assertEquals(Duration.ofHours(1), time.elapsed());
            AtomicReference<String> seen = new AtomicReference<>();
            Thread main = Thread.currentThread();
            Threads.startOutside(time, "outside", () -> {
                Threads.awaitReal("the main thread sleeps", () -> main.getState() == Thread.State.TIMED_WAITING);
                Thread.sleep(50);
                seen.set(time.describe());
                assertEquals(Duration.ofHours(1), time.elapsed());
                main.interrupt();
            });
            assertThrows(InterruptedException.class, () -> Thread.sleep(1));
            assertTrue(seen.get().contains("the next deadline lies beyond the limit of 1h"), seen.get());
            // The limit is for time that moves by itself.
            time.advance(Duration.ofHours(1));
            assertEquals(Duration.ofHours(2), time.elapsed());
        }
    }
}
