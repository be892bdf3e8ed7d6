package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** describe, describeAsJson and waiters say the same of one world. */
@Tag("agent")
class DescribeAgentTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    /** A name that has to be escaped. */
    private static final String ODD_NAME = "odd \"name\" \\ \u00e4\u4e2d\ud83d\ude00\ttab";

    private final Object monitor = new Object();
    private final Object held = new Object();
    private final List<Thread> threads = new ArrayList<>();
    private VirtualTime time;

    /** One participant in each kind of wait but for I/O, and a thread outside. */
    @BeforeEach
    void open() throws Exception {
        time = VirtualTime.builder().startAt(START).open();
        start("a sleeper", DescribeAgentTest::sleepForAnHour);
        start("a waiter", () -> {
            synchronized (monitor) {
                monitor.wait(1_800_000);
            }
        });
        start(ODD_NAME, LockSupport::park);
        Thread holder = start("a holder", () -> {
            synchronized (held) {
                Thread.sleep(7_200_000);
            }
        });
        time.settle();
        assertEquals(Thread.State.TIMED_WAITING, holder.getState());
        start("an enterer", () -> {
            synchronized (held) {
                sleepForAnHour();
            }
        });
        Thread outside = Threads.startOutside(time, "an outsider", () -> Thread.sleep(60_000));
        time.real(() -> {
            Threads.awaitReal("it sleeps", () -> outside.getState() == Thread.State.TIMED_WAITING);
            return null;
        });
        threads.add(outside);
        time.advance(Duration.ofMinutes(1));
    }

    private Thread start(String name, Threads.Body body) {
        Thread thread = Threads.start(name, body);
        threads.add(thread);
        return thread;
    }

    @AfterEach
    void close() throws InterruptedException {
        Threads.end(threads.toArray(Thread[]::new));
        time.close();
    }

    private static void sleepForAnHour() throws InterruptedException {
        Thread.sleep(3_600_000);
    }

    private List<Waiter> mine() {
        return time.waiters().stream().filter(w -> !w.threadName().startsWith("ForkJoin")
                        && !w.threadName().startsWith("CompletableFuture"))
                .toList();
    }

    @Test
    void waitersAreInOrderOfTheirDeadlinesThoseWithoutOneLast() {
        List<String> seen = new ArrayList<>();
        for (Waiter waiter : mine()) {
            seen.add(waiter.threadName() + " " + waiter.kind() + " " + waiter.deadline());
        }
        assertEquals(
                List.of(
                        "a waiter WAIT 2026-01-01T00:30:00Z",
                        "a sleeper SLEEP 2026-01-01T01:00:00Z",
                        "a holder SLEEP 2026-01-01T02:00:00Z"),
                seen.subList(0, 3));
        assertEquals(
                List.of("an enterer MONITOR null", ODD_NAME + " PARK null").stream().sorted().toList(),
                seen.subList(3, seen.size()).stream().sorted().toList());
        Waiter sleeper = mine().get(1);
        assertTrue(
                sleeper.stack().stream().anyMatch(frame -> frame.getClassName().equals(DescribeAgentTest.class.getName())
                        && frame.getMethodName().equals("sleepForAnHour")
                        && frame.getLineNumber() > 0),
                sleeper.stack().toString());
    }

    @Test
    void theTextNamesEachWithItsWait() {
        String text = time.describe();
        for (String part : List.of(
                "virtual time 2026-01-01T00:01:00Z (1m since the world was opened), frozen between calls of advance",
                "\"a waiter\" is in Object.wait until 2026-01-01T00:30:00Z (in 29m)",
                "\"a sleeper\" sleeps until 2026-01-01T01:00:00Z (in 59m)",
                "\"an enterer\" waits to enter a monitor",
                "is parked without a timeout",
                "DescribeAgentTest.sleepForAnHour(DescribeAgentTest.java:",
                "why time stands still:",
                "what to do:")) {
            assertTrue(text.contains(part), "no " + part + " in:\n" + text);
        }
        String real = text.substring(text.indexOf("on real time: "));
        assertTrue(real.contains("\"an outsider\""), real);
        assertFalse(text.substring(0, text.length() - real.length()).contains("\"an outsider\""), text);
    }

    @Test
    void theJsonSaysTheSame() throws Exception {
        JsonNode world = JSON.readTree(time.describeAsJson());
        assertEquals("2026-01-01T00:01:00Z", world.get("now").textValue());
        assertEquals("60000000000", world.get("elapsedNanos").textValue());
        assertFalse(world.get("autoAdvance").booleanValue());
        assertFalse(world.get("why").textValue().isBlank());
        assertFalse(world.get("whatToDo").textValue().isBlank());
        List<String> outside = new ArrayList<>();
        world.get("realThreads").forEach(name -> outside.add(name.textValue()));
        assertTrue(outside.contains("an outsider"), outside.toString());
        List<String> threads = new ArrayList<>();
        for (JsonNode thread : world.get("threads")) {
            threads.add(thread.get("name").textValue() + " " + thread.get("kind").textValue() + " "
                    + thread.get("deadline").textValue());
            assertTrue(thread.get("stack").isArray());
            assertFalse(thread.get("outside").booleanValue());
        }
        assertTrue(threads.contains(Thread.currentThread().getName() + " RUNNING null"), threads.toString());
        for (Waiter waiter : time.waiters()) {
            String same = waiter.threadName() + " " + waiter.kind() + " " + waiter.deadline();
            assertTrue(threads.contains(same), same + " not in " + threads);
        }
    }
}
