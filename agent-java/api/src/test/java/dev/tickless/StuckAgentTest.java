package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who waits for ever is told so: the report on standard error, and the end of the controller's own timed wait. */
@Tag("agent")
class StuckAgentTest {
    private static Throwable thrownBy(Threads.Body body) {
        try {
            body.run();
            return null;
        } catch (Throwable t) {
            return t;
        }
    }

    /** In a frozen world this thread's timed wait has nobody to end it. */
    private static DynamicTest ends(String name, Threads.Body wait) {
        return DynamicTest.dynamicTest(name, () -> {
            try (VirtualTime time =
                    VirtualTime.builder().stuckAfter(Duration.ofMillis(50)).open()) {
                Thread sleeper = Threads.start("a sleeper", () -> Thread.sleep(1_000));
                time.settle();
                Throwable thrown = thrownBy(wait);
                assertNotNull(thrown, "the wait returned");
                assertEquals(TicklessException.class, thrown.getClass(), thrown.toString());
                String message = thrown.getMessage();
                for (String part : new String[] {
                    "\"" + Thread.currentThread().getName() + "\"",
                    "\"a sleeper\" sleeps until",
                    "StuckAgentTest.",
                    "why time stands still: the world is frozen and no thread is in advance",
                    "what to do: call advance",
                    "(in 1h)"
                }) {
                    assertTrue(message.contains(part), "no " + part + " in: " + thrown);
                }
                assertFalse(Thread.currentThread().isInterrupted());
                assertEquals(Duration.ZERO, time.elapsed());
                time.advance(Duration.ofSeconds(1));
                assertFalse(sleeper.isAlive() && sleeper.getState() == Thread.State.TIMED_WAITING);
                sleeper.join();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> theControllersOwnTimedWaitEndsWithTheDescription() {
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        return Stream.of(
                ends("Thread.sleep", () -> Thread.sleep(3_600_000)),
                ends("TimeUnit.sleep", () -> TimeUnit.HOURS.sleep(1)),
                ends("Object.wait", () -> {
                    synchronized (monitor) {
                        try {
                            monitor.wait(3_600_000);
                        } finally {
                            assertTrue(Thread.holdsLock(monitor));
                        }
                    }
                }),
                ends("LockSupport.parkNanos", () -> LockSupport.parkNanos(3_600_000_000_000L)),
                ends("Condition.awaitNanos", () -> {
                    lock.lock();
                    try {
                        condition.awaitNanos(3_600_000_000_000L);
                    } finally {
                        assertTrue(lock.isHeldByCurrentThread());
                        lock.unlock();
                    }
                }),
                ends("CountDownLatch.await", () -> new CountDownLatch(1).await(1, TimeUnit.HOURS)),
                ends("Future.get", () -> new CompletableFuture<>().get(1, TimeUnit.HOURS)),
                ends("BlockingQueue.poll", () -> new LinkedBlockingQueue<>().poll(1, TimeUnit.HOURS)),
                ends("SynchronousQueue.poll", () -> new SynchronousQueue<>().poll(1, TimeUnit.HOURS)),
                ends("DelayQueue.poll", () -> new DelayQueue<>().poll(1, TimeUnit.HOURS)),
                ends("LinkedTransferQueue.tryTransfer", () -> new LinkedTransferQueue<>().tryTransfer(1, 1, TimeUnit.HOURS)),
                ends("Exchanger.exchange", () -> new Exchanger<>().exchange(1, 1, TimeUnit.HOURS)),
                ends("CyclicBarrier.await", () -> new CyclicBarrier(2).await(1, TimeUnit.HOURS)),
                ends("Phaser", () -> new Phaser(1).awaitAdvanceInterruptibly(0, 1, TimeUnit.HOURS)),
                ends("FutureTask.get", () -> new FutureTask<>(() -> 1).get(1, TimeUnit.HOURS)),
                ends("ForkJoinTask.get", () -> ForkJoinTask.adapt(() -> 1).get(1, TimeUnit.HOURS)),
                ends("Semaphore.tryAcquire", () -> new Semaphore(0).tryAcquire(1, TimeUnit.HOURS)));
    }

    /** The wait ends by its own way out: no lock is lost, and no dead waiter stays in a queue. */
    @Test
    void locksAndConditionsAreInOrderAfterwards() throws Exception {
        try (VirtualTime time =
                VirtualTime.builder().stuckAfter(Duration.ofMillis(50)).open()) {
            ReentrantLock lock = new ReentrantLock();
            Condition condition = lock.newCondition();
            AtomicBoolean signalled = new AtomicBoolean();
            Thread waiter = Threads.start("waiter", () -> {
                lock.lock();
                condition.await();
                signalled.set(true);
                lock.unlock();
                Thread.sleep(1_000);
                lock.lock();
                Thread.sleep(1_000);
                lock.unlock();
            });
            time.settle();
            lock.lock();
            assertEquals(TicklessException.class, thrownBy(() -> condition.await(1, TimeUnit.HOURS)).getClass());
            assertTrue(lock.isHeldByCurrentThread());
            assertEquals(1, lock.getWaitQueueLength(condition));
            condition.signal();
            lock.unlock();
            time.settle();
            assertTrue(signalled.get());
            time.advance(Duration.ofSeconds(1));
            assertTrue(lock.isLocked());
            assertEquals(TicklessException.class, thrownBy(() -> lock.tryLock(1, TimeUnit.HOURS)).getClass());
            assertFalse(lock.hasQueuedThreads());
            time.advance(Duration.ofSeconds(1));
            assertTrue(lock.tryLock());
            lock.unlock();
            waiter.join();
        }
    }

    /** A wait that is left to itself a second time in the same world ends in the same way. */
    @Test
    void everyTimedWaitEndsNotJustTheFirst() {
        try (VirtualTime time =
                VirtualTime.builder().stuckAfter(Duration.ofMillis(50)).open()) {
            for (int i = 0; i < 3; i++) {
                Threads.Body[] waits = {
                    () -> Thread.sleep(1_000), () -> new CountDownLatch(1).await(1, TimeUnit.HOURS)
                };
                for (Threads.Body wait : waits) {
                    Throwable thrown = thrownBy(wait);
                    assertEquals(TicklessException.class, thrown.getClass(), thrown.toString());
                    assertFalse(Thread.currentThread().isInterrupted());
                }
            }
            assertEquals(Duration.ZERO, time.elapsed());
        }
    }

    /** Negative twin: it ends in time when somebody else advances. */
    @Test
    void aWaitThatAnotherThreadEndsIsNotStuck() throws Exception {
        try (VirtualTime time = VirtualTime.open()) {
            AtomicBoolean go = new AtomicBoolean();
            Thread controller = Threads.startOutside(time, "controller", () -> {
                Threads.awaitReal("the other is about to sleep", go::get);
                time.advance(Duration.ofHours(1));
            });
            go.set(true);
            Thread.sleep(3_600_000);
            assertEquals(Duration.ofHours(1), time.elapsed());
            controller.join();
        }
    }

    /** Opens a frozen world and waits in it. */
    static final class Frozen {
        public static void main(String[] arguments) throws Exception {
            VirtualTime.Builder builder = VirtualTime.builder().name("the one");
            switch (arguments[0]) {
                case "timed", "untimed" -> {}
                case "auto" -> builder.autoAdvance(true).stuckAfter(Duration.ofMillis(200));
                default -> throw new IllegalArgumentException(arguments[0]);
            }
            VirtualTime time = builder.open();
            Threads.start("a sleeper", () -> Thread.sleep(60_000));
            time.settle();
            System.err.println("ready");
            if (!arguments[0].equals("untimed")) {
                Thread.sleep(3_600_000);
            }
            new CountDownLatch(1).await();
        }
    }

    private static Child stuck(String how) throws Exception {
        Child child = Child.start(Frozen.class, how);
        child.awaitLine("ready");
        long ready = System.nanoTime();
        child.awaitLine("tickless: stuck: every participant");
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - ready);
        assertTrue(seconds < 5, "after " + seconds + " s");
        return child;
    }

    @Test
    void theReportIsPrintedWithinFiveSecondsAndTheTimedWaitOfMainEnds() throws Exception {
        try (Child child = stuck("timed")) {
            String all = child.awaitEnd(1);
            assertEquals(2, all.split("tickless: stuck", -1).length, all);
            assertTrue(all.contains("of the one"), all);
            assertTrue(all.contains("\"main\" sleeps until"), all);
            assertTrue(all.contains("\"a sleeper\" sleeps until"), all);
            assertTrue(all.contains("dev.tickless.TicklessException"), all);
        }
    }

    @Test
    void anUntimedWaitGetsTheReportAlone() throws Exception {
        try (Child child = stuck("untimed")) {
            child.awaitLine("\"a sleeper\" sleeps until");
            child.awaitLine("why time stands still: the world is frozen and no thread is in advance");
        }
    }

    @Test
    void withAutoAdvanceAWaitThatNobodyEndsIsReported() throws Exception {
        try (Child child = stuck("auto")) {
            child.awaitLine("\"main\" is parked");
            child.awaitLine("why time stands still: no participant waits with a timeout");
        }
    }
}
