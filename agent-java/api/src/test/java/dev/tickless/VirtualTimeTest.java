package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The rules that VirtualTime keeps by itself, whatever the agent does. */
class VirtualTimeTest {
    private final FakeBridge fake = new FakeBridge();
    private Bridge previous;

    @BeforeEach
    void installFake() {
        previous = Agent.replace(fake);
    }

    @AfterEach
    void restore() {
        Agent.replace(previous);
    }

    /** What was called since the world was opened. */
    private void assertCalls(String... calls) {
        List<String> since = new ArrayList<>(fake.calls);
        since.remove("open 7 ");
        assertEquals(List.of(calls), since);
    }

    private static void refuses(String part, Executable call) {
        TicklessException e = assertThrows(TicklessException.class, call);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void advanceGivesSecondsAndNanos() {
        try (VirtualTime time = VirtualTime.open()) {
            time.advance(Duration.ofSeconds(3, 7));
            time.advance(Duration.ZERO);
            assertEquals(Duration.ofSeconds(3, 7), time.elapsed());
            assertEquals(Instant.ofEpochSecond(3, 7), time.now());
            assertEquals(5_000 + 3_000_000_007L, time.nanoTime());
        }
        assertCalls("advance 7 PT3.000000007S", "advance 7 PT0S", "close 7");
    }

    @Test
    void advanceRefusesNegativeAndNull() {
        try (VirtualTime time = VirtualTime.open()) {
            refuses("must not be negative: PT-0.000000001S", () -> time.advance(Duration.ofNanos(-1)));
            assertThrows(NullPointerException.class, () -> time.advance(null));
            assertCalls();
        }
    }

    @Test
    void advanceToGoesToTheWallInstant() {
        try (VirtualTime time = VirtualTime.builder().startAt(Instant.parse("1969-12-31T23:59:59.5Z")).open()) {
            time.advanceTo(Instant.parse("1970-01-01T00:00:00.25Z"));
            time.advanceTo(time.now());
            assertCalls("settle 7", "advance 7 PT0.75S", "settle 7", "advance 7 PT0S");
            assertThrows(NullPointerException.class, () -> time.advanceTo(null));
        }
    }

    @Test
    void advanceToRefusesThePast() {
        try (VirtualTime time = VirtualTime.open()) {
            refuses("has passed, it is 1970-01-01T00:00:00Z", () -> time.advanceTo(Instant.ofEpochSecond(-1)));
            assertEquals(Duration.ZERO, time.elapsed());
        }
    }

    @Test
    void advanceToNextTellsHowFar() {
        fake.deadlines.put(Duration.ofNanos(1_500_000_000), () -> {});
        try (VirtualTime time = VirtualTime.open()) {
            assertEquals(Duration.ofMillis(1_500), time.advanceToNext());
            assertNull(time.advanceToNext());
            assertEquals(Duration.ofMillis(1_500), time.elapsed());
        }
    }

    @Test
    void advanceUntilHopsFromDeadlineToDeadline() {
        List<Integer> fired = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            int n = i;
            fake.deadlines.put(Duration.ofMinutes(n), () -> fired.add(n));
        }
        try (VirtualTime time = VirtualTime.open()) {
            assertTrue(time.advanceUntil(() -> fired.size() == 3, Duration.ofHours(1)));
            assertEquals(Duration.ofMinutes(3), time.elapsed());
            assertTrue(time.advanceUntil(() -> true, Duration.ZERO));
            assertEquals(Duration.ofMinutes(3), time.elapsed());
            assertTrue(time.advanceUntil(() -> fired.size() == 5, Duration.ofMinutes(2)));
        }
    }

    @Test
    void advanceUntilEndsExactlyAtMostLater() {
        fake.deadlines.put(Duration.ofMinutes(1), () -> {});
        fake.deadlines.put(Duration.ofHours(2), () -> {});
        try (VirtualTime time = VirtualTime.open()) {
            assertFalse(time.advanceUntil(() -> false, Duration.ofMinutes(30)));
            assertEquals(Duration.ofMinutes(30), time.elapsed());
            fake.deadlines.clear();
            assertFalse(time.advanceUntil(() -> false, Duration.ofNanos(1)));
            assertEquals(Duration.ofMinutes(30).plusNanos(1), time.elapsed());
            assertFalse(time.advanceUntil(() -> false, Duration.ZERO));
            refuses("atMost must not be negative", () -> time.advanceUntil(() -> true, Duration.ofNanos(-1)));
            assertThrows(NullPointerException.class, () -> time.advanceUntil(null, Duration.ZERO));
        }
    }

    @Test
    void advanceUntilEndsWhenTheConditionItselfTicks() {
        try (VirtualTime time = VirtualTime.open()) {
            boolean held = time.advanceUntil(
                    () -> {
                        fake.elapsed = fake.elapsed.plusMinutes(1);
                        return false;
                    },
                    Duration.ofSeconds(1));
            assertFalse(held);
        }
    }

    @Test
    void realComesBackHoweverTheActionEnds() throws Exception {
        try (VirtualTime time = VirtualTime.open()) {
            assertEquals("x", time.real(() -> time.real(() -> "x")));
            assertCalls("enterReal 7", "exitReal 7");
            fake.calls.clear();
            IOException thrown = new IOException("inside");
            assertSame(thrown, assertThrows(IOException.class, () -> time.real(() -> {
                throw thrown;
            })));
            assertCalls("enterReal 7", "exitReal 7");
            fake.calls.clear();
            assertThrows(NullPointerException.class, () -> time.real(null));
            assertCalls();
        }
    }

    @Test
    void realOnAThreadOutsideJustRuns() throws Exception {
        try (VirtualTime time = VirtualTime.open()) {
            fake.members.clear();
            assertEquals("x", time.real(() -> "x"));
            assertCalls();
        }
    }

    @Test
    void virtualTakesAThreadInForTheAction() throws Exception {
        try (VirtualTime time = VirtualTime.builder().joinOpener(false).open()) {
            assertCalls("leaveVirtual 7");
            fake.calls.clear();
            assertEquals("x", time.virtual(() -> time.virtual(() -> "x")));
            assertCalls("enterVirtual 7", "leaveVirtual 7");
            fake.calls.clear();
            IOException thrown = new IOException("inside");
            assertSame(thrown, assertThrows(IOException.class, () -> time.virtual(() -> {
                throw thrown;
            })));
            assertCalls("enterVirtual 7", "leaveVirtual 7");
            fake.calls.clear();
            assertEquals("x", time.virtual(() -> time.real(() -> "x")));
            assertCalls("enterVirtual 7", "enterReal 7", "exitReal 7", "leaveVirtual 7");
            assertThrows(NullPointerException.class, () -> time.virtual(null));
        }
    }

    @Test
    void currentIsTheOpenWorld() {
        assertTrue(VirtualTime.current().isEmpty());
        VirtualTime time = VirtualTime.open();
        assertSame(time, VirtualTime.current().orElseThrow());
        assertTrue(time.isOpen());
        time.close();
        assertFalse(time.isOpen());
        assertTrue(VirtualTime.current().isEmpty());
    }

    @Test
    void closeInsideRealDoesNotReturnToAWorldThatIsGone() throws Exception {
        VirtualTime time = VirtualTime.open();
        time.real(() -> {
            time.close();
            return null;
        });
        assertCalls("enterReal 7", "close 7");
    }

    @Test
    void closedWorldRefusesAllButClose() {
        VirtualTime time = VirtualTime.open();
        time.close();
        time.close();
        assertCalls("close 7");
        List<Executable> all = List.of(
                time::now,
                time::nanoTime,
                time::elapsed,
                () -> time.advance(Duration.ZERO),
                () -> time.advanceTo(Instant.EPOCH),
                time::advanceToNext,
                () -> time.advanceUntil(() -> true, Duration.ZERO),
                time::settle,
                () -> time.setWallClock(Instant.EPOCH),
                () -> time.real(() -> null),
                () -> time.virtual(() -> null),
                () -> time.adopt("a"),
                time::waiters,
                time::describe,
                time::describeAsJson);
        for (Executable call : all) {
            assertEquals("this world is closed", assertThrows(TicklessException.class, call).getMessage());
        }
        assertCalls("close 7");
    }

    @Test
    void wallClockKeepsNanosAndMustBeReadable() {
        try (VirtualTime time = VirtualTime.open()) {
            time.setWallClock(Instant.parse("1901-02-03T04:05:06.000999999Z"));
            assertEquals(Instant.parse("1901-02-03T04:05:06.000999999Z"), time.now());
            refuses("out of the range of System.currentTimeMillis", () -> time.setWallClock(Instant.MAX));
            assertThrows(NullPointerException.class, () -> time.setWallClock(null));
        }
    }

    @Test
    void waitersAreReadRowByRow() {
        StackTraceElement frame = new StackTraceElement("a.B", "run", "B.java", 3);
        fake.waiters = new Object[] {
            "t1", "SLEEP", new long[] {-1, 999_999_999}, new StackTraceElement[] {frame},
            "t2", "MONITOR", null, new StackTraceElement[] {},
        };
        try (VirtualTime time = VirtualTime.open()) {
            assertEquals(
                    List.of(
                            new Waiter("t1", Waiter.Kind.SLEEP, Instant.ofEpochSecond(-1, 999_999_999), List.of(frame)),
                            new Waiter("t2", Waiter.Kind.MONITOR, null, List.of())),
                    time.waiters());
            fake.waiters = new Object[] {};
            assertEquals(List.of(), time.waiters());
        }
    }

    @Test
    void describeAndAdoptReachTheAgent() {
        try (VirtualTime time = VirtualTime.open()) {
            assertEquals("text", time.describe());
            assertEquals("{}", time.describeAsJson());
            time.adopt("pool-*");
            refuses("adopt must not be blank", () -> time.adopt(" "));
            assertCalls("adopt 7 pool-*");
        }
    }

    @Test
    void withoutTheAgentTheMessageSaysHowToLoadIt() {
        fake.missing = true;
        assertFalse(VirtualTime.isAgentLoaded());
        TicklessException e = assertThrows(TicklessException.class, VirtualTime::open);
        for (String way : List.of("java -agentpath:", "tickless-maven-plugin", "prepare-agent", "jvmArgs", "VM options")) {
            assertTrue(e.getMessage().contains(way), way);
        }
        fake.missing = false;
        assertTrue(VirtualTime.isAgentLoaded());
        fake.missing = true;
        assertTrue(VirtualTime.isAgentLoaded(), "a yes is remembered");
    }
}
