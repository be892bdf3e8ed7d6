package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Participants that are alive when their world is closed: what is left of their waits passes in real time. */
@Tag("agent")
class SurvivorsAgentTest {
    private static final long WAIT_MILLIS = 60_300;

    /** 300 ms are left at close, in every kind of wait. */
    @Test
    void noneWakesEarlyAndNoneIsLost() throws Exception {
        Object monitor = new Object();
        Map<String, Long> woke = survive(Map.of(
                "sleep", () -> Thread.sleep(WAIT_MILLIS),
                "wait", () -> {
                    synchronized (monitor) {
                        monitor.wait(WAIT_MILLIS);
                    }
                },
                "park", () -> LockSupport.parkNanos(WAIT_MILLIS * 1_000_000)));
        assertEquals(Set.of("sleep", "wait", "park"), woke.keySet());
        assertNotEarly(woke);
    }

    /**
     * The code of these compares a nanoTime that it read in the world with one that it reads afterwards. So they last
     * longer by what the world was ahead of real time, here a minute.
     */
    @Test
    void waitsThatWorkOutTheirEndByTheClockLastLonger() throws Exception {
        Map<String, Long> woke = survive(Map.of(
                "await", () -> new CountDownLatch(1).await(WAIT_MILLIS, TimeUnit.MILLISECONDS),
                "poll", () -> new LinkedBlockingQueue<>().poll(WAIT_MILLIS, TimeUnit.MILLISECONDS)));
        assertNotEarly(woke);
    }

    /** Milliseconds of real time from close to the end of each wait that ended within a second. */
    private static Map<String, Long> survive(Map<String, Threads.Body> waits) throws Exception {
        Map<String, Long> woke = new ConcurrentHashMap<>();
        Map<String, Long> ended = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        long closing;
        try (VirtualTime time = VirtualTime.open()) {
            waits.forEach((name, wait) -> threads.add(Threads.start("survivor-" + name, () -> {
                wait.run();
                woke.put(name, System.nanoTime());
            })));
            time.advance(Duration.ofMinutes(1));
            assertEquals(Map.of(), woke);
            closing = time.real(System::nanoTime);
        }
        long patience = System.nanoTime() + 1_000_000_000;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (patience - System.nanoTime()) / 1_000_000));
        }
        woke.forEach((name, at) -> ended.put(name, (at - closing) / 1_000_000));
        Threads.end(threads.toArray(Thread[]::new));
        return ended;
    }

    private static void assertNotEarly(Map<String, Long> woke) {
        woke.forEach((name, millis) -> assertTrue(millis >= 300, name + " woke after " + millis + " ms of 300"));
    }

    @Test
    void untimedWaitsStayAndCanBeEnded() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Object monitor = new Object();
        boolean[] told = {false};
        Thread awaiting;
        Thread waiting;
        try (VirtualTime time = VirtualTime.open()) {
            awaiting = Threads.start("awaiting", latch::await);
            waiting = Threads.start("waiting", () -> {
                synchronized (monitor) {
                    while (!told[0]) {
                        monitor.wait();
                    }
                }
            });
            time.settle();
        }
        Thread.sleep(50);
        assertEquals(Thread.State.WAITING, awaiting.getState());
        assertEquals(Thread.State.WAITING, waiting.getState());
        latch.countDown();
        synchronized (monitor) {
            told[0] = true;
            monitor.notifyAll();
        }
        awaiting.join(30_000);
        waiting.join(30_000);
        assertFalse(awaiting.isAlive());
        assertFalse(waiting.isAlive());
    }

    /** They are of no later world: it neither waits for them nor moves their time. */
    @Test
    void theNextWorldIsWithoutThem() throws Exception {
        Thread survivor;
        try (VirtualTime time = VirtualTime.open()) {
            survivor = Threads.start("survivor", () -> Thread.sleep(600_000));
            time.settle();
        }
        try (VirtualTime next = VirtualTime.open()) {
            next.advance(Duration.ofHours(1));
            assertTrue(survivor.isAlive());
            assertFalse(next.waiters().stream().anyMatch(w -> w.threadName().equals("survivor")));
            assertTrue(next.describe().contains("\"survivor\""), next.describe());
        }
        Threads.end(survivor);
        assertFalse(survivor.isAlive());
    }
}
