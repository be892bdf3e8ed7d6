package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The JDK's shared threads are of whichever world is open, and on real time in between. */
@Tag("agent")
class SharedThreadsAgentTest {
    private static final Instant START = Instant.parse("2001-01-01T00:00:00Z");

    private static Instant nowInThePool() throws InterruptedException, ExecutionException {
        return ForkJoinPool.commonPool().submit(() -> Instant.now()).get();
    }

    private static void assertReal() throws Exception {
        Instant before = Instant.now();
        assertTrue(before.isAfter(Instant.parse("2020-01-01T00:00:00Z")));
        assertFalse(nowInThePool().isBefore(before));
        long started = System.nanoTime();
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS)).get();
        long took = System.nanoTime() - started;
        assertTrue(took >= 30_000_000, "a real delay of 30 ms took " + took + " ns");
        assertTrue(took < 20_000_000_000L, "a real delay of 30 ms took " + took + " ns");
    }

    @Test
    void theyFollowOneWorldAfterAnotherAndRealTimeInBetween() throws Exception {
        assertReal();
        for (int i = 0; i < 5; i++) {
            try (VirtualTime time = VirtualTime.builder().startAt(START).open()) {
                assertEquals(START, nowInThePool());
                Executor inAnHour = CompletableFuture.delayedExecutor(1, TimeUnit.HOURS);
                CompletableFuture<Instant> delayed = CompletableFuture.supplyAsync(Instant::now, inAnHour);
                CompletableFuture<String> late = new CompletableFuture<String>().orTimeout(2, TimeUnit.HOURS);
                CompletableFuture<String> given =
                        new CompletableFuture<String>().completeOnTimeout("default", 3, TimeUnit.HOURS);
                time.advance(Duration.ofHours(1).minusNanos(1));
                assertFalse(delayed.isDone());
                time.advance(Duration.ofNanos(1));
                assertEquals(START.plus(Duration.ofHours(1)), delayed.getNow(null));
                time.advance(Duration.ofHours(1));
                assertEquals(
                        TimeoutException.class,
                        assertThrows(ExecutionException.class, late::get).getCause().getClass());
                time.advance(Duration.ofHours(1));
                assertEquals("default", given.getNow("not yet"));
                assertEquals(
                        4_950, IntStream.range(0, 100).parallel().peek(n -> assertEquals(time.now(), Instant.now())).sum());
            }
            assertReal();
        }
    }

    /** A deadline left over from a world that ran ahead neither fires early in real time nor holds up later worlds. */
    @Test
    void aDelayLeftOverDoesNoHarm() throws Exception {
        CompletableFuture<Void> left;
        try (VirtualTime time = VirtualTime.open()) {
            left = CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(1, TimeUnit.DAYS));
            time.advance(Duration.ofHours(23));
        }
        assertReal();
        assertFalse(left.isDone());
        try (VirtualTime next = VirtualTime.builder().startAt(START).open()) {
            CompletableFuture<Instant> delayed =
                    CompletableFuture.supplyAsync(Instant::now, CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES));
            next.advance(Duration.ofMinutes(1));
            assertEquals(START.plusSeconds(60), delayed.getNow(null));
            assertFalse(left.isDone());
            next.advance(Duration.ofHours(1));
            assertTrue(left.isDone());
        }
        assertReal();
    }
}
