package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Each wrong use has a defined result, and a message that says what to do; the world goes on. */
@Tag("agent")
class WrongUseAgentTest {
    private volatile boolean busy;

    private static void refuses(Executable call, String... parts) {
        TicklessException e = assertThrows(TicklessException.class, call);
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
    }

    @Test
    void negativeDurationsAndInstantsThatHavePassed() {
        try (VirtualTime time = VirtualTime.builder().startAt(Instant.EPOCH).open()) {
            refuses(() -> time.advance(Duration.ofNanos(-1)), "the duration must not be negative", "PT-0.000000001S");
            refuses(() -> time.advanceUntil(() -> true, Duration.ofNanos(-1)), "atMost must not be negative");
            refuses(() -> time.advanceTo(Instant.ofEpochSecond(-1)), "has passed", "setWallClock");
            assertEquals(Duration.ZERO, time.elapsed());
        }
    }

    @Test
    void moreTimeThanThereIs() {
        try (VirtualTime time = VirtualTime.open()) {
            time.advance(Duration.ofDays(365_000));
            refuses(() -> time.advance(Duration.ofSeconds(Long.MAX_VALUE)), "advance");
            assertEquals(Duration.ofDays(365_000), time.elapsed());
        }
    }

    @Test
    void aNestedOpenNamesTheWorldThatIsOpen() throws Exception {
        try (VirtualTime time = VirtualTime.builder().name("the first").open()) {
            String opener = Thread.currentThread().getName();
            refuses(VirtualTime::open, "a world is open already", "the first", opener, "close it first");
            AtomicReference<TicklessException> elsewhere = new AtomicReference<>();
            Threads.startOutside(time, "outside", () -> elsewhere.set(
                            assertThrows(TicklessException.class, VirtualTime::open)))
                    .join();
            assertTrue(elsewhere.get().getMessage().contains("a world is open already"));
            time.advance(Duration.ofHours(1));
            assertEquals(Duration.ofHours(1), time.elapsed());
        }
    }

    @Test
    void aSecondCloseDoesNothingAndOtherCallsAfterTheFirstAreRefused() {
        VirtualTime time = VirtualTime.open();
        time.close();
        time.close();
        for (Executable call : List.<Executable>of(
                () -> time.advance(Duration.ZERO), time::settle, time::now, time::describe, time::waiters)) {
            refuses(call, "this world is closed");
        }
        try (VirtualTime next = VirtualTime.open()) {
            time.close();
            next.advance(Duration.ofSeconds(1));
            refuses(() -> time.advance(Duration.ZERO), "this world is closed");
            assertEquals(Duration.ofSeconds(1), next.elapsed());
        }
    }

    @Test
    void aSecondControllerIsRefused() throws Exception {
        busy = true;
        try (VirtualTime time = VirtualTime.open()) {
            Thread worker = Threads.start("worker", () -> {
                while (busy) {
                    Thread.onSpinWait();
                }
            });
            Thread first = Threads.start("first", () -> time.advance(Duration.ofHours(1)));
            time.real(() -> {
                Threads.awaitReal("first advances", () -> time.describe().contains("\"first\" is advancing"));
                return null;
            });
            for (Executable call : List.<Executable>of(
                    () -> time.advance(Duration.ofSeconds(1)), time::settle, time::advanceToNext)) {
                refuses(call, "was called while thread \"first\" is advancing this world", "one controller at a time");
            }
            assertEquals(Duration.ZERO, time.elapsed());
            busy = false;
            first.join();
            worker.join();
            assertEquals(Duration.ofHours(1), time.elapsed());
        }
    }

    @Test
    void aCallbackOfATimerCannotAdvance() throws Exception {
        try (VirtualTime time = VirtualTime.open()) {
            AtomicReference<TicklessException> refused = new AtomicReference<>();
            AtomicInteger ticks = new AtomicInteger();
            ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
            pool.scheduleAtFixedRate(
                    () -> {
                        if (ticks.incrementAndGet() == 1) {
                            refused.set(assertThrows(TicklessException.class, () -> time.advance(Duration.ofHours(1))));
                        }
                    },
                    1,
                    1,
                    TimeUnit.HOURS);
            time.advance(Duration.ofHours(3));
            assertEquals(3, ticks.get());
            assertEquals(Duration.ofHours(3), time.elapsed());
            String message = refused.get().getMessage();
            assertTrue(
                    message.startsWith("advance was called while thread \"" + Thread.currentThread().getName() + "\""),
                    message);
            assertTrue(message.contains("cannot move time itself"), message);
            pool.shutdownNow();
        }
    }

    @Test
    void aWorldClosedUnderItsControllerSaysSo() throws Exception {
        VirtualTime time = VirtualTime.open();
        Threads.start("closer", () -> {
            Thread.sleep(1_000);
            time.close();
        });
        refuses(() -> time.advance(Duration.ofHours(1)), "the world was closed during advance");
        assertFalse(time.isOpen());
        assertTrue(VirtualTime.current().isEmpty());
        try (VirtualTime next = VirtualTime.open()) {
            next.advance(Duration.ofHours(1));
        }
    }

    @Test
    void aWorldCannotBeOpenedOnAVirtualThread() throws Exception {
        if (Runtime.version().feature() < 21) {
            return;
        }
        AtomicReference<Throwable> refused = new AtomicReference<>();
        Runnable open = () -> {
            try (VirtualTime time = VirtualTime.open()) {
                refused.set(new AssertionError("opened " + time.now()));
            } catch (TicklessException e) {
                refused.set(e);
            }
        };
        Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, open);
        thread.join();
        assertTrue(refused.get().getMessage().contains("cannot be opened on a virtual thread"), refused.toString());
        assertTrue(refused.get().getMessage().contains("open it on a platform thread"), refused.toString());
    }
}
