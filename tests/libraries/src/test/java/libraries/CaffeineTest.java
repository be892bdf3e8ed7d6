package libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Caffeine with its default ticker, {@code System.nanoTime}. */
@Tag("agent")
@InVirtualTime
class CaffeineTest {
    @BeforeAll
    static void loadCaffeine() {
        Caffeine.newBuilder().expireAfterWrite(Duration.ofHours(1)).build().put("a", 1);
        Caffeine.newBuilder().expireAfterAccess(Duration.ofHours(1)).build().put("a", 1);
    }

    /** Caffeine keeps a flag in the lowest bit of a write time: what is written at an odd nanosecond expires 1 ns early. */
    @BeforeEach
    void toAnEvenNanosecond(VirtualTime time) {
        time.advance(Duration.ofNanos(time.nanoTime() & 1));
    }

    @Test
    void anEntryExpiresAnHourAfterItWasWritten(VirtualTime time) {
        Cache<String, Integer> cache = Caffeine.newBuilder().expireAfterWrite(Duration.ofHours(1)).build();
        cache.put("a", 1);
        time.advance(Duration.ofHours(1).minusNanos(1));
        assertEquals(1, cache.getIfPresent("a"));
        time.advance(Duration.ofNanos(1));
        assertNull(cache.getIfPresent("a"));
    }

    @Test
    void useKeepsAnEntry(VirtualTime time) {
        Cache<String, Integer> cache = Caffeine.newBuilder().expireAfterAccess(Duration.ofHours(1)).build();
        cache.put("a", 1);
        for (int i = 0; i < 100; i++) {
            time.advance(Duration.ofMinutes(59));
            assertEquals(1, cache.getIfPresent("a"));
        }
        time.advance(Duration.ofHours(1));
        assertNull(cache.getIfPresent("a"));
    }

    @Test
    void theSystemSchedulerRemovesAtTheInstant(VirtualTime time) {
        List<Instant> removed = new CopyOnWriteArrayList<>();
        Cache<String, Integer> cache = Caffeine.newBuilder()
                .expireAfterWrite(Duration.ofHours(1))
                .scheduler(Scheduler.systemScheduler())
                .evictionListener((key, value, cause) -> removed.add(Instant.now()))
                .build();
        cache.put("a", 1);
        Instant written = Instant.now();
        time.advance(Duration.ofHours(2));
        assertEquals(List.of(written.plus(Duration.ofHours(1))), removed);
    }
}
