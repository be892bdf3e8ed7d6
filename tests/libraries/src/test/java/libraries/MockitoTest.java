package libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.after;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mockito.MockedStatic;

/** Mockito's inline mock maker, which changes classes too: a final class and a static method are mocked. */
@Tag("agent")
class MockitoTest {
    /** Final, with a clock read of its own. */
    static final class Audit {
        void record(Instant at) {
            throw new IllegalStateException("the real one was called at " + at);
        }

        static Instant stamp() {
            return Instant.now();
        }
    }

    @BeforeAll
    static void loadMockito() {
        Audit audit = mock(Audit.class);
        audit.record(Instant.now());
        verify(audit, timeout(1)).record(any());
        try (MockedStatic<Audit> statics = mockStatic(Audit.class)) {
            statics.when(Audit::stamp).thenReturn(Instant.EPOCH);
            Audit.stamp();
        }
    }

    @Test
    @InVirtualTime(start = "2026-01-01T00:00:00Z")
    void mocksSeeTheInstantsOfTheWorld(VirtualTime time) {
        Audit audit = mock(Audit.class);
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        pool.scheduleAtFixedRate(() -> audit.record(Audit.stamp()), 1, 1, TimeUnit.HOURS);
        time.advance(Duration.ofHours(3));
        verify(audit, times(3)).record(any());
        verify(audit).record(Instant.parse("2026-01-01T02:00:00Z"));
        try (MockedStatic<Audit> statics = mockStatic(Audit.class)) {
            statics.when(Audit::stamp).thenReturn(Instant.EPOCH);
            assertEquals(Instant.EPOCH, Audit.stamp());
        }
        assertEquals(Instant.parse("2026-01-01T03:00:00Z"), Audit.stamp());
        pool.shutdownNow();
    }

    @Test
    @InVirtualTime(autoAdvance = true)
    void timeoutsOfVerifyAreVirtual(VirtualTime time) throws InterruptedException {
        Runnable job = mock(Runnable.class);
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        pool.schedule(job, 1, TimeUnit.HOURS);
        Thread.sleep(3_599_500);
        verify(job, never()).run();
        verify(job, timeout(1_000)).run();
        assertEquals(Duration.ofHours(1), time.elapsed());
        pool.shutdownNow();
    }

    /** Mockito's {@code after} looks again and again without a wait, so a read of the clock has to take time. */
    @Test
    @InVirtualTime(autoAdvance = true, tickPerRead = "PT1S")
    void afterNeedsTicks(VirtualTime time) {
        Runnable job = mock(Runnable.class);
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        pool.schedule(job, 3, TimeUnit.HOURS);
        verify(job, after(7_200_000).never()).run();
        assertEquals(2, time.elapsed().toHours());
        time.advance(Duration.ofHours(1));
        verify(job).run();
        pool.shutdownNow();
    }
}
