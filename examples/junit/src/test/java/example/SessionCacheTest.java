package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@InVirtualTime(start = "2026-01-01T00:00:00Z")
class SessionCacheTest {
    private SessionCache cache;

    @BeforeEach
    void open() {
        cache = new SessionCache();
        cache.touch("ann");
    }

    @AfterEach
    void close() {
        cache.close();
    }

    @Test
    void sessionIsForgottenAfterHalfAnHour(VirtualTime time) {
        time.advance(Duration.ofMinutes(30).minusNanos(1));
        assertEquals(1, cache.size());
        time.advance(Duration.ofNanos(1));
        assertEquals(0, cache.size());
    }

    @Test
    void useKeepsASession(VirtualTime time) {
        for (int i = 0; i < 100; i++) {
            time.advance(Duration.ofMinutes(29));
            cache.touch("ann");
        }
        assertEquals(1, cache.size());
        assertEquals(Instant.parse("2026-01-03T00:20:00Z"), Instant.now());
    }

    @Test
    void nextThingToHappenIsASweep(VirtualTime time) {
        assertEquals(Duration.ofMinutes(1), time.advanceToNext());
        assertEquals(1, cache.size());
    }
}
