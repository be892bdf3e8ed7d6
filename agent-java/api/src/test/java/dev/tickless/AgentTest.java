package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The natives of a loaded agent, called through the public API. */
@Tag("agent")
class AgentTest {
    private static final Instant START = Instant.parse("1969-12-31T23:59:59.123456789Z");

    @Test
    void clocksFollowTheWorld() throws Exception {
        assertTrue(VirtualTime.isAgentLoaded());
        try (VirtualTime time = VirtualTime.builder().startAt(START).open()) {
            assertEquals(START, time.now());
            assertEquals(START, Instant.now());
            assertEquals(-877, System.currentTimeMillis());
            assertEquals(time.nanoTime(), System.nanoTime());
            assertEquals(Duration.ZERO, time.elapsed());
            time.advance(Duration.ofSeconds(3, 7));
            assertEquals(Duration.ofSeconds(3, 7), time.elapsed());
            assertEquals(START.plusSeconds(3).plusNanos(7), Instant.now());
            time.setWallClock(START);
            assertEquals(START, Instant.now());
            assertEquals(Duration.ofSeconds(3, 7), time.elapsed());
            assertTrue(time.real(System::currentTimeMillis) > 1_700_000_000_000L);
        }
        assertTrue(System.currentTimeMillis() > 1_700_000_000_000L);
    }

    @Test
    void sleepersAreSeenAndWoken() throws Exception {
        try (VirtualTime time = VirtualTime.builder().startAt(START).open()) {
            List<String> log = Collections.synchronizedList(new ArrayList<>());
            Thread t = new Thread(
                    () -> {
                        try {
                            Thread.sleep(60_000);
                            log.add("woke " + Instant.now());
                        } catch (InterruptedException e) {
                            log.add(e.toString());
                        }
                    },
                    "sleeper");
            t.start();
            time.settle();
            Waiter waiter = time.waiters().stream().filter(w -> w.threadName().equals("sleeper")).findFirst().orElseThrow();
            assertEquals(Waiter.Kind.SLEEP, waiter.kind());
            assertEquals(START.plusSeconds(60), waiter.deadline());
            assertTrue(waiter.stack().stream().anyMatch(f -> f.getMethodName().equals("sleep")), waiter.stack().toString());
            assertTrue(time.describe().contains("sleeper"), time.describe());
            assertTrue(time.describeAsJson().startsWith("{"), time.describeAsJson());
            assertEquals(Duration.ofSeconds(60), time.advanceToNext());
            assertEquals(List.of("woke " + START.plusSeconds(60)), log);
            assertNull(time.advanceToNext());
            t.join();
        }
    }

    @Test
    void advanceUntilStopsAtTheDeadlineThatMadeItTrue() {
        try (VirtualTime time = VirtualTime.open()) {
            ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
            int[] ticks = {0};
            pool.scheduleAtFixedRate(() -> ticks[0]++, 1, 1, TimeUnit.MINUTES);
            assertTrue(time.advanceUntil(() -> ticks[0] == 90, Duration.ofDays(1)));
            assertEquals(Duration.ofMinutes(90), time.elapsed());
            pool.shutdownNow();
        }
    }

    @Test
    void virtualTakesAnyThreadIn() throws Exception {
        try (VirtualTime time = VirtualTime.builder().startAt(START).joinOpener(false).open()) {
            assertTrue(System.currentTimeMillis() > 1_700_000_000_000L);
            assertEquals(-877, time.virtual(System::currentTimeMillis));
            assertTrue(System.currentTimeMillis() > 1_700_000_000_000L);
            Long fromOutside = CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return time.virtual(System::currentTimeMillis);
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            },
                            task -> new Thread(task).start())
                    .get();
            assertEquals(-877, fromOutside);
        }
    }

    @Test
    void wrongUseIsNamed() throws Exception {
        try (VirtualTime time = VirtualTime.open()) {
            assertThrows(TicklessException.class, VirtualTime::open);
            assertThrows(TicklessException.class, () -> time.advance(Duration.ofNanos(-1)));
            AtomicReference<Throwable> inside = new AtomicReference<>();
            Thread t = new Thread(() -> {
                try {
                    time.real(() -> {
                        throw new IOException("mine");
                    });
                } catch (Exception e) {
                    inside.set(e);
                }
            });
            t.start();
            t.join();
            assertEquals("mine", inside.get().getMessage());
        }
        try (VirtualTime again = VirtualTime.open()) {
            assertEquals(Duration.ZERO, again.elapsed());
        }
    }
}
