package dev.tickless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TimeSourceTest {
    @AfterEach
    void restore() {
        TimeSource.install(null);
    }

    /** Shows constants and notes sleeps; has no instant of its own. */
    private static class Constant implements TimeSource.Provider {
        final long value;
        long slept;

        Constant(long value) {
            this.value = value;
        }

        @Override
        public long currentTimeMillis() {
            return value;
        }

        @Override
        public long nanoTime() {
            return value * 2;
        }

        @Override
        public void sleep(long millis) {
            slept += millis;
        }
    }

    @Test
    void systemIsTheJdk() throws Exception {
        long nanos = System.nanoTime();
        long millis = System.currentTimeMillis();
        assertTrue(TimeSource.nanoTime() >= nanos);
        assertTrue(TimeSource.currentTimeMillis() >= millis);
        assertTrue(TimeSource.instant().toEpochMilli() >= millis);
        TimeSource.sleep(2);
        TimeSource.sleep(1, 1);
        assertTrue(System.nanoTime() - nanos >= 3_000_000);
        assertTrue(TimeSource.SYSTEM.nanoTime() <= TimeSource.nanoTime());
    }

    @Test
    void installedProviderAnswersAndInstallGivesThePreviousOne() throws Exception {
        Constant one = new Constant(-1_500);
        Constant two = new Constant(4);
        assertSame(TimeSource.SYSTEM, TimeSource.install(one));
        assertEquals(-1_500, TimeSource.currentTimeMillis());
        assertEquals(-3_000, TimeSource.nanoTime());
        assertEquals(Instant.ofEpochMilli(-1_500), TimeSource.instant());
        TimeSource.sleep(5);
        TimeSource.sleep(5, 1);
        TimeSource.sleep(5, 0);
        assertEquals(5 + 6 + 5, one.slept);
        assertSame(one, TimeSource.install(two));
        assertEquals(4, TimeSource.currentTimeMillis());
        assertSame(two, TimeSource.install(null));
        assertNotEquals(4, TimeSource.currentTimeMillis());
        assertSame(TimeSource.SYSTEM, TimeSource.install(TimeSource.SYSTEM));
    }

    @Test
    void defaultFineSleepDoesNotOverflow() throws Exception {
        Constant c = new Constant(0);
        c.sleep(Long.MAX_VALUE, 5);
        assertEquals(Long.MAX_VALUE, c.slept);
    }

    @Test
    void whatAProviderThrowsPassesUnchanged() {
        IllegalStateException thrown = new IllegalStateException("mine");
        TimeSource.install(new Constant(0) {
            @Override
            public long nanoTime() {
                throw thrown;
            }
        });
        assertSame(thrown, assertThrows(IllegalStateException.class, TimeSource::nanoTime));
        assertEquals(0, TimeSource.currentTimeMillis());
    }

    @Test
    @Timeout(20)
    void everyThreadSeesAnInstallAtOnceAlsoInCompiledCode() throws Exception {
        AtomicLong seen = new AtomicLong();
        AtomicLong rounds = new AtomicLong();
        Thread reader = new Thread(() -> {
            long last = 0;
            while (last != Long.MAX_VALUE) {
                for (int i = 0; i < 1_000; i++) {
                    last = TimeSource.currentTimeMillis();
                }
                seen.set(last);
                rounds.incrementAndGet();
            }
        });
        TimeSource.install(new Constant(1));
        reader.start();
        for (long value = 2; value < 50; value++) {
            TimeSource.install(new Constant(value));
            // Two rounds later the whole of one has been read after install returned.
            long then = rounds.get();
            while (rounds.get() < then + 2) {
                Thread.onSpinWait();
            }
            assertEquals(value, seen.get());
        }
        TimeSource.install(new Constant(Long.MAX_VALUE));
        reader.join();
    }
}
