package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Cleaner;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** real(…): a participant out of the world for a while. */
@Tag("agent")
class RealAgentTest {
    private static final Instant START = Instant.parse("2001-01-01T00:00:00Z");
    private static final Instant LONG_AFTER = Instant.parse("2020-01-01T00:00:00Z");

    private static VirtualTime open() {
        return VirtualTime.builder().startAt(START).open();
    }

    private static boolean real() {
        return Instant.now().isAfter(LONG_AFTER);
    }

    @Test
    void readsAndWaitsInsideAreReal() throws Exception {
        try (VirtualTime time = open()) {
            long virtualBefore = System.nanoTime();
            time.real(() -> {
                assertTrue(real());
                long before = System.nanoTime();
                Thread.sleep(20);
                assertTrue(System.nanoTime() - before >= 20_000_000);
                synchronized (this) {
                    wait(20);
                }
                LockSupport.parkNanos(1_000_000);
                return null;
            });
            assertFalse(real());
            assertEquals(virtualBefore, System.nanoTime());
            assertEquals(START, Instant.now());
        }
    }

    @Test
    void nestedAndThrowingItComesBackOnce() throws Exception {
        try (VirtualTime time = open()) {
            time.real(() -> {
                time.real(() -> {
                    assertTrue(real());
                    return null;
                });
                assertTrue(real());
                time.virtual(() -> {
                    assertFalse(real());
                    return null;
                });
                assertTrue(real());
                return null;
            });
            assertFalse(real());
            try {
                time.real(() -> {
                    throw new IllegalStateException("mine");
                });
            } catch (IllegalStateException e) {
                assertEquals("mine", e.getMessage());
            }
            assertFalse(real());
            assertEquals(Duration.ZERO, time.elapsed());
        }
    }

    @Test
    void threadsStartedInsideAreRealForGood() throws Exception {
        try (VirtualTime time = open()) {
            AtomicReference<Boolean> inside = new AtomicReference<>();
            AtomicReference<Boolean> grandchild = new AtomicReference<>();
            AtomicReference<Boolean> sibling = new AtomicReference<>();
            Thread started = time.real(() -> Threads.start("real one", () -> {
                inside.set(real());
                Threads.start("its child", () -> grandchild.set(real())).join();
                Thread.sleep(5);
            }));
            started.join();
            Threads.start("virtual one", () -> sibling.set(real())).join();
            assertTrue(inside.get());
            assertTrue(grandchild.get());
            assertFalse(sibling.get());
            assertEquals(Duration.ZERO, time.elapsed());
        }
    }

    /** The waiter goes on, though who signalled it is on real time; the others are not taken for stuck meanwhile. */
    @Test
    void aParticipantMaySignalAThreadInside() throws Exception {
        try (VirtualTime time =
                VirtualTime.builder().startAt(START).stuckAfter(Duration.ofMillis(50)).open()) {
            CountDownLatch request = new CountDownLatch(1);
            CountDownLatch answer = new CountDownLatch(1);
            Thread server = Threads.start("server", () -> time.real(() -> {
                request.await();
                Thread.sleep(200);
                answer.countDown();
                return null;
            }));
            Threads.startOutside(time, "late", () -> {
                        Thread.sleep(100);
                        request.countDown();
                    })
                    .join();
            // Untimed, and nobody of the world runs: more than stuckAfter of real time until the answer.
            answer.await();
            server.join();
            assertFalse(real());
            assertEquals(Duration.ZERO, time.elapsed());
        }
    }

    @Test
    void monitorsWorkAcrossTheBorder() throws Exception {
        try (VirtualTime time = open()) {
            Object monitor = new Object();
            boolean[] told = {false};
            Thread inside = Threads.start("inside real", () -> time.real(() -> {
                synchronized (monitor) {
                    while (!told[0]) {
                        monitor.wait();
                    }
                }
                return null;
            }));
            time.real(() -> {
                Threads.awaitReal("it waits", () -> inside.getState() == Thread.State.WAITING);
                return null;
            });
            synchronized (monitor) {
                told[0] = true;
                monitor.notifyAll();
            }
            inside.join();
        }
    }

    @Test
    void advanceInsideRealMovesTheWorldAndNotTheCaller() throws Exception {
        try (VirtualTime time = open()) {
            AtomicBoolean woke = new AtomicBoolean();
            Threads.start("sleeper", () -> {
                Thread.sleep(3_600_000);
                woke.set(true);
            });
            time.real(() -> {
                time.advance(Duration.ofHours(1));
                assertTrue(real());
                return null;
            });
            assertTrue(woke.get());
            assertEquals(START.plus(Duration.ofHours(1)), Instant.now());
        }
    }

    /** By name, whoever starts them; the rest of the world neither waits for them nor moves their time. */
    @Test
    void threadsOfRealThreadsStayReal() throws Exception {
        try (VirtualTime time =
                VirtualTime.builder().startAt(START).realThreads("db-*").open()) {
            AtomicReference<Boolean> named = new AtomicReference<>();
            AtomicReference<Boolean> other = new AtomicReference<>();
            Thread db = Threads.start("db-1", () -> {
                named.set(real());
                Thread.sleep(600_000);
            });
            Threads.start("web-1", () -> other.set(real())).join();
            time.real(() -> {
                Threads.awaitReal("it sleeps", () -> db.getState() == Thread.State.TIMED_WAITING);
                return null;
            });
            time.advance(Duration.ofHours(1));
            assertTrue(db.isAlive());
            assertTrue(named.get());
            assertFalse(other.get());
            Threads.end(db);
        }
    }

    /** Whoever creates it. */
    @Test
    void aCleanersThreadStaysReal() throws Exception {
        try (VirtualTime time = open()) {
            Cleaner cleaner = Cleaner.create();
            CountDownLatch ran = new CountDownLatch(1);
            AtomicReference<Boolean> seen = new AtomicReference<>();
            cleaner.register(new Object(), () -> {
                seen.set(real());
                ran.countDown();
            });
            time.real(() -> {
                while (!ran.await(10, TimeUnit.MILLISECONDS)) {
                    System.gc();
                }
                return null;
            });
            assertTrue(seen.get());
            assertEquals(START, Instant.now());
        }
    }

    @Test
    void onAThreadOutsideItJustRuns() throws Exception {
        try (VirtualTime time = open()) {
            AtomicReference<Boolean> seen = new AtomicReference<>();
            Threads.startOutside(time, "outside", () -> seen.set(time.real(RealAgentTest::real))).join();
            assertTrue(seen.get());
        }
    }
}
