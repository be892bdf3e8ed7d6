package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What close says of the participants that are still alive. */
@Tag("agent")
class LeakAgentTest {
    /** Opens worlds one after another and leaves threads behind in the second. */
    static final class Leaking {
        public static void main(String[] arguments) throws Exception {
            Thread old = Threads.start("old", () -> {
                while (true) {
                    LockSupport.park();
                }
            });
            try (VirtualTime time =
                    VirtualTime.builder().name("the clean one").adopt("old").open()) {
                CompletableFuture<Void> later = CompletableFuture.runAsync(
                        () -> {}, CompletableFuture.delayedExecutor(1, TimeUnit.HOURS));
                ForkJoinPool.commonPool().submit(() -> {}).get();
                time.advance(Duration.ofHours(1));
                later.get();
                Thread ended = Threads.start("ended", () -> Thread.sleep(1_000));
                time.advance(Duration.ofSeconds(1));
                ended.join();
            }
            System.err.println("-- one closed, old lives: " + old.isAlive());
            try (VirtualTime time = VirtualTime.builder()
                    .name("the leaking one")
                    .startAt(Instant.parse("2026-01-01T00:00:00Z"))
                    .open()) {
                Object monitor = new Object();
                Threads.start("left-sleeping", LeakAgentTest::sleepForAnHour);
                Threads.start("left-waiting", () -> {
                    synchronized (monitor) {
                        monitor.wait(7_200_000);
                    }
                });
                Threads.start("left-parked", () -> {
                    while (true) {
                        LockSupport.park(monitor);
                    }
                });
                time.advance(Duration.ofMinutes(1));
            }
            System.err.println("-- two closed");
            VirtualTime.builder().name("the last one").open().close();
        }
    }

    private static void sleepForAnHour() throws InterruptedException {
        Thread.sleep(3_600_000);
    }

    @Test
    void leftOversAreNamedOnceWithKindDeadlineAndStack() throws Exception {
        try (Child child = Child.start(Leaking.class)) {
            String all = child.awaitEnd(0);
            String leak = all.substring(all.indexOf("tickless: "), all.indexOf("-- two"));
            assertEquals("-- one closed, old lives: true\n" + leak + "-- two closed", all);
            assertTrue(
                    leak.startsWith("tickless: leak: the world of the leaking one opened by \"main\" was closed with"
                            + " 3 participants still alive"),
                    leak);
            assertTrue(leak.contains("\"left-sleeping\" sleeps until 2026-01-01T01:00:00Z (in 59m)"), leak);
            assertTrue(leak.contains("LeakAgentTest.sleepForAnHour(LeakAgentTest.java:"), leak);
            assertTrue(leak.contains("\"left-waiting\" is in Object.wait until 2026-01-01T02:00:00Z"), leak);
            assertTrue(leak.contains("\"left-parked\" is parked"), leak);
            assertTrue(leak.contains("what to do: end these threads"), leak);
            for (String innocent : new String[] {"\"old\"", "\"ended\"", "ForkJoinPool", "CompletableFutureDelay"}) {
                assertFalse(leak.contains(innocent), leak);
            }
        }
    }
}
