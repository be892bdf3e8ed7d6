package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class WorldBuilderTest {
    private final WorldBuilder builder = new WorldBuilder();

    @Test
    void defaults() {
        WorldOptions o = builder.options();
        assertEquals("", o.name());
        assertNull(o.start());
        assertEquals(true, o.joinOpener());
        assertEquals(false, o.autoAdvance());
        assertEquals(365_242.5, o.limit().toHours() / 24.0);
        assertEquals(10_000_000_000L, o.settleNanos());
        assertEquals(2_000_000_000L, o.stuckNanos());
        assertEquals(0, o.tickNanos());
        assertEquals(List.of(), o.adopt());
        assertEquals(List.of(), o.realThreads());
    }

    @Test
    void everyValueArrives() {
        builder.name("a test").joinOpener(false).startAt(Instant.EPOCH.minusNanos(1)).autoAdvance(true).limit(Duration.ofNanos(1))
                .settleWithin(Duration.ofMillis(1)).stuckAfter(Duration.ofSeconds(Long.MAX_VALUE))
                .tickPerRead(Duration.ofNanos(9)).adopt("a*").adopt("b").realThreads("c");
        WorldOptions o = builder.options();
        assertEquals("a test", o.name());
        assertEquals(false, o.joinOpener());
        assertEquals(Instant.EPOCH.minusNanos(1), o.start());
        assertTrue(o.autoAdvance());
        assertEquals(Duration.ofNanos(1), o.limit());
        assertEquals(1_000_000L, o.settleNanos());
        assertEquals(Long.MAX_VALUE, o.stuckNanos(), "beyond 292 years is for ever");
        assertEquals(9, o.tickNanos());
        assertEquals(List.of("a*", "b"), o.adopt());
        assertEquals(List.of("c"), o.realThreads());
    }

    @Test
    void wrongValuesAreNamed() {
        Duration negative = Duration.ofNanos(-1);
        refused("limit", () -> builder.limit(negative));
        refused("limit", () -> builder.limit(Duration.ZERO));
        refused("settleWithin", () -> builder.settleWithin(negative));
        refused("settleWithin", () -> builder.settleWithin(Duration.ZERO));
        refused("stuckAfter", () -> builder.stuckAfter(negative));
        refused("stuckAfter", () -> builder.stuckAfter(Duration.ZERO));
        refused("tickPerRead", () -> builder.tickPerRead(negative));
        refused("tickPerRead", () -> builder.tickPerRead(Duration.ofSeconds(Long.MAX_VALUE)));
        refused("startAt", () -> builder.startAt(Instant.MIN));
        refused("adopt", () -> builder.adopt(""));
        refused("realThreads", () -> builder.realThreads(" "));
        builder.tickPerRead(Duration.ZERO);
    }

    @Test
    void nullsAreNamed() {
        List<Executable> all = List.of(
                () -> builder.name(null),
                () -> builder.startAt(null),
                () -> builder.limit(null),
                () -> builder.settleWithin(null),
                () -> builder.stuckAfter(null),
                () -> builder.tickPerRead(null),
                () -> builder.adopt(null),
                () -> builder.realThreads(null));
        for (Executable call : all) {
            String message = assertThrows(NullPointerException.class, call).getMessage();
            assertTrue(message != null && !message.isBlank(), message);
        }
    }

    private static void refused(String what, Executable call) {
        String message = assertThrows(TicklessException.class, call).getMessage();
        assertTrue(message.startsWith(what + " "), message);
    }
}
