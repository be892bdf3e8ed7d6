package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A participant that stays busy is named with its stack; what time had moved stays moved. */
@Tag("agent")
class NotSettledAgentTest {
    private volatile boolean busy;

    private static VirtualTime open() {
        return VirtualTime.builder().settleWithin(Duration.ofMillis(400)).open();
    }

    private void computeWhileTold() {
        while (busy) {
            Thread.onSpinWait();
        }
    }

    private static void names(NotSettledException e, String call, String thread, String frame) {
        String message = e.getMessage();
        assertTrue(message.startsWith(call + " did not settle within 400ms of real time"), message);
        assertTrue(message.contains("\"" + thread + "\" runs, or is in native code or I/O"), message);
        assertTrue(message.contains("NotSettledAgentTest." + frame), message);
        assertTrue(message.contains("raise settleWithin"), message);
    }

    @Test
    void aBusyParticipantIsNamedAndTimeHasNotMoved() throws Exception {
        busy = true;
        try (VirtualTime time = open()) {
            AtomicInteger woke = new AtomicInteger();
            Thread sleeper = Threads.start("sleeper", () -> {
                Thread.sleep(1_000);
                woke.incrementAndGet();
            });
            Thread worker = Threads.start("worker", this::computeWhileTold);
            Executable[] calls = {
                () -> time.advance(Duration.ofHours(1)),
                () -> time.advanceUntil(() -> true, Duration.ofHours(1)),
                time::advanceToNext,
                () -> time.advanceTo(time.now()),
                time::settle
            };
            for (Executable call : calls) {
                NotSettledException e = assertThrows(NotSettledException.class, call);
                names(e, call == calls[0] ? "advance" : "settle", "worker", "computeWhileTold");
                assertTrue(e.getMessage().contains("(0s since the world was opened)"), e.getMessage());
                assertEquals(Duration.ZERO, time.elapsed());
            }
            busy = false;
            time.advance(Duration.ofHours(1));
            assertEquals(1, woke.get());
            assertEquals(Duration.ofHours(1), time.elapsed());
            worker.join();
            sleeper.join();
        }
    }

    @Test
    void timeThatHasMovedStaysMoved() throws Exception {
        try (VirtualTime time = open()) {
            Thread worker = Threads.start("worker", () -> {
                Thread.sleep(10_000);
                computeWhileTold();
                Thread.sleep(10_000);
            });
            time.settle();
            busy = true;
            NotSettledException e =
                    assertThrows(NotSettledException.class, () -> time.advance(Duration.ofHours(1)));
            names(e, "advance", "worker", "computeWhileTold");
            assertTrue(e.getMessage().contains("(10s since the world was opened)"), e.getMessage());
            assertEquals(Duration.ofSeconds(10), time.elapsed());
            busy = false;
            assertEquals(Duration.ofSeconds(10), time.advanceToNext());
            worker.join();
        }
    }

    /** What only another process can end is waited for by nobody. */
    @Test
    void aParticipantThatWaitsOnTheOutsideHoldsNothing() throws Exception {
        try (VirtualTime time = open()) {
            Process cat = time.real(() -> new ProcessBuilder("cat").start());
            int[] read = {0};
            InputStream in = cat.getInputStream();
            Thread reader = Threads.start("reader", () -> read[0] = in.read());
            time.advance(Duration.ofHours(1));
            assertEquals(Duration.ofHours(1), time.elapsed());
            assertEquals(
                    List.of(Waiter.Kind.IO),
                    time.waiters().stream().filter(w -> w.threadName().equals("reader")).map(Waiter::kind).toList());
            cat.getOutputStream().write('x');
            cat.getOutputStream().close();
            reader.join();
            assertEquals('x', read[0]);
            assertEquals(0, cat.waitFor());
        }
    }
}
