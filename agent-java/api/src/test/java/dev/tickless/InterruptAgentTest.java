package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Interrupts while time is moved: of waiters, by waiters, and of the controller itself. */
@Tag("agent")
class InterruptAgentTest {
    @Test
    void aTimerMayInterruptEveryKindOfWait() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        try (VirtualTime time = VirtualTime.open()) {
            Object monitor = new Object();
            Thread sleeping = Threads.start("sleeping", () -> {
                try {
                    Thread.sleep(7_200_000);
                } catch (InterruptedException e) {
                    log.add("sleep " + time.elapsed() + " " + Thread.currentThread().isInterrupted());
                }
            });
            Thread waiting = Threads.start("waiting", () -> {
                synchronized (monitor) {
                    try {
                        monitor.wait(7_200_000);
                    } catch (InterruptedException e) {
                        log.add("wait " + time.elapsed() + " " + Thread.holdsLock(monitor));
                    }
                }
            });
            Thread parked = Threads.start("parked", () -> {
                LockSupport.parkNanos(7_200_000_000_000L);
                log.add("park " + time.elapsed() + " " + Thread.currentThread().isInterrupted());
            });
            Thread awaiting = Threads.start("awaiting", () -> {
                try {
                    new CountDownLatch(1).await(2, TimeUnit.HOURS);
                } catch (InterruptedException e) {
                    log.add("await " + time.elapsed() + " " + Thread.currentThread().isInterrupted());
                }
            });
            Threads.start("interrupter", () -> {
                for (Thread thread : List.of(sleeping, waiting, parked, awaiting)) {
                    Thread.sleep(60_000);
                    thread.interrupt();
                }
            });
            time.advance(Duration.ofHours(3));
            assertEquals(List.of("sleep PT1M false", "wait PT2M true", "park PT3M true", "await PT4M false"), log);
        }
    }

    /** As if advance were not a wait: time is moved to its end, and the flag stays. */
    @Test
    void anInterruptedControllerGoesOn() throws Exception {
        try (VirtualTime time = VirtualTime.open()) {
            Thread controller = Thread.currentThread();
            List<Duration> ticks = Collections.synchronizedList(new ArrayList<>());
            Threads.start("interrupter", () -> {
                for (int i = 0; i < 3; i++) {
                    Thread.sleep(1_000);
                    ticks.add(time.elapsed());
                    controller.interrupt();
                }
            });
            time.advance(Duration.ofSeconds(10));
            assertEquals(Duration.ofSeconds(10), time.elapsed());
            assertEquals(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3)), ticks);
            assertTrue(Thread.interrupted());
            assertFalse(Thread.interrupted());
            Thread.currentThread().interrupt();
            time.advance(Duration.ofSeconds(10));
            time.settle();
            assertTrue(Thread.interrupted());
            assertEquals(Duration.ofSeconds(20), time.elapsed());
        }
    }

    @Test
    void aWaitOfAnInterruptedThreadEndsAtOnce() throws Exception {
        try (VirtualTime time = VirtualTime.open()) {
            Thread.currentThread().interrupt();
            LockSupport.parkNanos(3_600_000_000_000L);
            assertTrue(Thread.currentThread().isInterrupted());
            try {
                Thread.sleep(3_600_000);
                throw new AssertionError("it slept");
            } catch (InterruptedException e) {
                assertFalse(Thread.currentThread().isInterrupted());
            }
            assertEquals(Duration.ZERO, time.elapsed());
        }
    }
}
