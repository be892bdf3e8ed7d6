package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that ran before the world, and what becomes of the wait that they are in when they are adopted. */
@Tag("agent")
class AdoptAgentTest {
    private static final Instant START = Instant.parse("2001-01-01T00:00:00Z");

    /** A pool's idle worker: parked without a timeout, so it joins at once. */
    @Test
    void aParkedThreadJoinsAtOnceAndStaysForTheWorld() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "old-pool"));
        assertTrue(pool.submit(() -> Instant.now()).get().isAfter(START.plus(Duration.ofDays(7_000))));
        for (int i = 0; i < 3; i++) {
            try (VirtualTime time = VirtualTime.builder().startAt(START).adopt("old-*").open()) {
                AtomicBoolean done = new AtomicBoolean();
                pool.submit(() -> {
                    assertEquals(START, Instant.now());
                    Thread.sleep(3_600_000);
                    done.set(true);
                    return null;
                });
                time.advance(Duration.ofHours(1).minusNanos(1));
                assertFalse(done.get());
                time.advance(Duration.ofNanos(1));
                assertTrue(done.get());
            }
            assertTrue(pool.submit(() -> Instant.now()).get().isAfter(START.plus(Duration.ofDays(7_000))));
        }
        pool.shutdown();
        assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
    }

    /** A pool that one world leaves behind, as a static field does. */
    @Test
    void aSurvivorOfAnEarlierWorldCanBeAdopted() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "left-pool"));
        try (VirtualTime time = VirtualTime.builder().startAt(START).open()) {
            pool.submit(() -> {
                Thread.sleep(3_600_000);
                return null;
            });
            time.advance(Duration.ofHours(1));
        }
        try (VirtualTime time = VirtualTime.builder().startAt(START).adopt("left-pool").open()) {
            assertEquals(time.now(), pool.submit(() -> Instant.now()).get());
        }
        pool.shutdown();
        assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
    }

    @Test
    void aThreadInObjectWaitJoinsAtOnce() throws Exception {
        Object monitor = new Object();
        BlockingQueue<Instant> seen = new LinkedBlockingQueue<>();
        boolean[] told = {false};
        Thread waiting = Threads.start("old-waiting", () -> {
            synchronized (monitor) {
                while (!told[0]) {
                    monitor.wait();
                }
            }
            Thread.sleep(60_000);
            seen.add(Instant.now());
        });
        Threads.awaitReal("it waits", () -> waiting.getState() == Thread.State.WAITING);
        try (VirtualTime time = VirtualTime.builder().startAt(START).open()) {
            time.adopt("old-waiting");
            time.settle();
            assertEquals(
                    List.of(Waiter.Kind.WAIT),
                    time.waiters().stream().filter(w -> w.threadName().equals("old-waiting")).map(Waiter::kind).toList());
            synchronized (monitor) {
                told[0] = true;
                monitor.notifyAll();
            }
            time.advance(Duration.ofMinutes(1));
            assertEquals(START.plusSeconds(60), seen.poll());
            waiting.join();
        }
    }

    /** What is left of its sleep passes in real time; the next one is virtual. */
    @Test
    void aSleepingThreadJoinsAtItsNextWait() throws Exception {
        CountDownLatch sleeping = new CountDownLatch(1);
        List<Instant> log = Collections.synchronizedList(new ArrayList<>());
        Thread sleeper = Threads.start("old-sleeper", () -> {
            sleeping.countDown();
            Thread.sleep(200);
            Thread.sleep(3_600_000);
            log.add(Instant.now());
        });
        sleeping.await();
        Threads.awaitReal("it sleeps", () -> sleeper.getState() == Thread.State.TIMED_WAITING);
        try (VirtualTime time =
                VirtualTime.builder().startAt(START).adopt("old-sleeper").open()) {
            time.advance(Duration.ofHours(10));
            assertEquals(List.of(), log);
            time.real(() -> {
                Threads.awaitReal("it has joined", () -> time.waiters().stream()
                        .anyMatch(w -> w.threadName().equals("old-sleeper") && w.kind() == Waiter.Kind.SLEEP));
                return null;
            });
            time.advance(Duration.ofHours(1));
            assertEquals(List.of(START.plus(Duration.ofHours(11))), log);
            sleeper.join();
        }
    }

    /** Until then its clock reads are real, and nobody waits for it. */
    @Test
    void aRunningThreadJoinsAtItsNextWait() throws Exception {
        AtomicBoolean go = new AtomicBoolean();
        AtomicBoolean wasReal = new AtomicBoolean();
        CountDownLatch running = new CountDownLatch(1);
        List<Instant> log = Collections.synchronizedList(new ArrayList<>());
        Thread runner = Threads.start("old-runner", () -> {
            running.countDown();
            while (!go.get()) {
                Thread.onSpinWait();
            }
            wasReal.set(Instant.now().isAfter(START.plus(Duration.ofDays(7_000))));
            LockSupport.parkNanos(3_600_000_000_000L);
            while (log.isEmpty()) {
                Thread.sleep(60_000);
                log.add(Instant.now());
            }
        });
        running.await();
        try (VirtualTime time =
                VirtualTime.builder().startAt(START).adopt("old-runner").open()) {
            time.advance(Duration.ofHours(1));
            go.set(true);
            time.real(() -> {
                Threads.awaitReal("it has joined", () -> time.waiters().stream()
                        .anyMatch(w -> w.threadName().equals("old-runner") && w.kind() == Waiter.Kind.SLEEP));
                return null;
            });
            assertTrue(wasReal.get());
            // It joined in parkNanos, which then returns at once, as any park may.
            time.advance(Duration.ofMinutes(1));
            assertEquals(List.of(START.plus(Duration.ofMinutes(61))), log);
            runner.join();
        }
    }

    /** In a JVM of its own: no world has run ahead of real time here. */
    static final class TimedWaits {
        public static void main(String[] arguments) throws Exception {
            Object monitor = new Object();
            List<String> log = Collections.synchronizedList(new ArrayList<>());
            long hour = 3_600_000_000_000L;
            long end = System.nanoTime() + hour;
            Thread parked = Threads.start("old-parked", () -> {
                while (System.nanoTime() < end) {
                    LockSupport.parkNanos(end - System.nanoTime());
                }
                log.add("parked");
            });
            Thread waiting = Threads.start("old-waiting", () -> {
                synchronized (monitor) {
                    while (System.nanoTime() < end) {
                        monitor.wait((end - System.nanoTime()) / 1_000_000 + 1);
                    }
                }
                log.add("waiting");
            });
            for (Thread thread : List.of(parked, waiting)) {
                Threads.awaitReal("it waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
            }
            try (VirtualTime time = VirtualTime.builder().adopt("old-*").open()) {
                time.advance(Duration.ofNanos(end - System.nanoTime() - 1));
                System.err.println("before: " + log);
                time.advance(Duration.ofMillis(2));
                System.err.println("after: " + log);
            }
        }
    }

    @Test
    void whatIsLeftOfATimedWaitPassesInTheWorld() throws Exception {
        try (Child child = Child.start(TimedWaits.class)) {
            assertEquals("before: []\nafter: [parked, waiting]", child.awaitEnd(0));
        }
    }

    /** An earlier world ran a day ahead, so ends that were worked out from the real clock would seem to have passed. */
    @Test
    void afterAWorldThatRanAheadATimedWaitStaysReal() throws Exception {
        try (VirtualTime time = VirtualTime.open()) {
            time.advance(Duration.ofDays(1));
        }
        AtomicBoolean woke = new AtomicBoolean();
        long end = System.nanoTime() + 3_600_000_000_000L;
        Thread parked = Threads.start("old-timed", () -> {
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            woke.set(true);
        });
        Threads.awaitReal("it waits", () -> parked.getState() == Thread.State.TIMED_WAITING);
        try (VirtualTime time = VirtualTime.builder().adopt("old-timed").open()) {
            time.advance(Duration.ofHours(2));
            assertFalse(woke.get());
            assertFalse(time.waiters().stream().anyMatch(w -> w.threadName().equals("old-timed")));
        }
        assertTrue(parked.isAlive());
        assertEquals(Thread.State.TIMED_WAITING, parked.getState());
    }
}
