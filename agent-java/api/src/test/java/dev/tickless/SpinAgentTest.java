package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A participant that reads the clock over and over and never waits. */
@Tag("agent")
class SpinAgentTest {
    /** Ends when a second has passed by the clock, or when it is interrupted. */
    private static void spinForASecond() {
        long end = System.nanoTime() + 1_000_000_000;
        while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    /** Spins for ever. */
    static final class Spinning {
        public static void main(String[] arguments) {
            VirtualTime.open();
            System.err.println("ready");
            spinForASecond();
        }
    }

    @Test
    void itIsNamedWithinFiveSecondsAndToldOfTicks() throws Exception {
        try (Child child = Child.start(Spinning.class)) {
            child.awaitLine("ready");
            long ready = System.nanoTime();
            String line = child.awaitLine("tickless: spin: ");
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - ready);
            assertTrue(seconds < 5, "after " + seconds + " s");
            assertTrue(line.contains("tickPerRead"), line);
            child.awaitLine("\"main\" runs, or is in native code or I/O");
            child.awaitLine("SpinAgentTest.spinForASecond");
        }
    }

    @Test
    void withinAdvanceItIsTheBusyParticipant() throws Exception {
        try (VirtualTime time = VirtualTime.builder().settleWithin(Duration.ofMillis(100)).open()) {
            Thread spinner = Threads.start("spinner", SpinAgentTest::spinForASecond);
            NotSettledException e =
                    assertThrows(NotSettledException.class, () -> time.advance(Duration.ofSeconds(1)));
            assertTrue(e.getMessage().contains("\"spinner\" runs"), e.getMessage());
            assertTrue(e.getMessage().contains("spinForASecond"), e.getMessage());
            assertEquals(Duration.ZERO, time.elapsed());
            Threads.end(spinner);
        }
    }

    @Test
    void withTicksItEnds() throws Exception {
        try (VirtualTime time = VirtualTime.builder().tickPerRead(Duration.ofMillis(1)).open()) {
            Thread spinner = Threads.start("spinner", SpinAgentTest::spinForASecond);
            time.settle();
            spinner.join();
            // One read for the end, then one for each millisecond up to it.
            assertEquals(Duration.ofMillis(1_001), time.elapsed());
        }
    }
}
