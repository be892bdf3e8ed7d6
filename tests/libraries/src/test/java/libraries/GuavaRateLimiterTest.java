package libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.RateLimiter;
import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Guava's RateLimiter reads {@code System.nanoTime} and sleeps on the caller's thread, to the microsecond. */
@Tag("agent")
class GuavaRateLimiterTest {
    @BeforeAll
    static void loadGuava() {
        RateLimiter.create(1_000).acquire();
    }

    @Test
    @InVirtualTime(autoAdvance = true)
    void onePermitInFourSeconds(VirtualTime time) {
        RateLimiter limiter = RateLimiter.create(0.25);
        for (int i = 0; i <= 9_000; i++) {
            limiter.acquire();
            assertEquals(Duration.ofSeconds(4L * i), time.elapsed());
        }
    }

    @Test
    @InVirtualTime
    void permitsArePaidForByTheNextCaller(VirtualTime time) {
        RateLimiter limiter = RateLimiter.create(1);
        assertTrue(limiter.tryAcquire(3_600));
        time.advance(Duration.ofHours(1).minusNanos(1));
        assertFalse(limiter.tryAcquire());
        time.advance(Duration.ofNanos(1));
        assertTrue(limiter.tryAcquire());
    }
}
