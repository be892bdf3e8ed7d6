package libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** resilience4j: retries and the rate limiter wait on the caller's thread, the circuit breaker reads the clock. */
@Tag("agent")
class ResilienceTest {
    private static final String START = "2026-01-01T00:00:00Z";
    private static final Instant STARTED = Instant.parse(START);

    private static CircuitBreaker breaker(Duration wait, boolean automatic) {
        return CircuitBreaker.of("b", CircuitBreakerConfig.custom()
                .slidingWindowSize(2)
                .minimumNumberOfCalls(2)
                .waitDurationInOpenState(wait)
                .automaticTransitionFromOpenToHalfOpenEnabled(automatic)
                .build());
    }

    private static void failTwice(CircuitBreaker breaker) {
        for (int i = 0; i < 2; i++) {
            assertEquals(CircuitBreaker.State.CLOSED, breaker.getState());
            breaker.onError(1, TimeUnit.SECONDS, new IllegalStateException("down"));
        }
    }

    /** Also starts, on real time, the one timer thread that all circuit breakers of a JVM share. */
    @BeforeAll
    static void loadResilience() throws InterruptedException {
        // Long enough that the breaker is open before its timer fires: resilience4j starts it first.
        CircuitBreaker breaker = breaker(Duration.ofMillis(200), true);
        failTwice(breaker);
        while (breaker.getState() == CircuitBreaker.State.OPEN) {
            Thread.sleep(1);
        }
        RateLimiter.of("l", RateLimiterConfig.ofDefaults()).acquirePermission();
        Retry.of("r", RetryConfig.ofDefaults()).executeSupplier(() -> 1);
    }

    @Test
    @InVirtualTime(start = START, autoAdvance = true)
    void aRetryBacksOffExponentially() {
        Retry retry = Retry.of("r", RetryConfig.custom()
                .maxAttempts(5)
                .intervalFunction(IntervalFunction.ofExponentialBackoff(Duration.ofHours(1), 2))
                .build());
        List<Instant> attempts = new ArrayList<>();
        assertThrows(IllegalStateException.class, () -> retry.executeRunnable(() -> {
            attempts.add(Instant.now());
            throw new IllegalStateException("down");
        }));
        assertEquals(
                List.of(0, 1, 3, 7, 15).stream().map(hours -> STARTED.plus(Duration.ofHours(hours))).toList(), attempts);
    }

    /** Half open is entered by a call, not by time, and only after the wait, not at its end. */
    @Test
    @InVirtualTime(start = START)
    void anOpenCircuitLetsACallThroughAfterItsWait(VirtualTime time) {
        CircuitBreaker breaker = breaker(Duration.ofHours(1), false);
        failTwice(breaker);
        time.advance(Duration.ofHours(1));
        assertFalse(breaker.tryAcquirePermission());
        time.advance(Duration.ofNanos(1));
        assertEquals(CircuitBreaker.State.OPEN, breaker.getState());
        assertTrue(breaker.tryAcquirePermission());
        assertEquals(CircuitBreaker.State.HALF_OPEN, breaker.getState());
    }

    @Test
    @InVirtualTime(start = START, adopt = "CircuitBreakerAutoTransitionThread")
    void theAdoptedTimerHalfOpensACircuit(VirtualTime time) {
        CircuitBreaker breaker = breaker(Duration.ofHours(1), true);
        failTwice(breaker);
        time.advance(Duration.ofHours(1).minusNanos(1));
        assertEquals(CircuitBreaker.State.OPEN, breaker.getState());
        time.advance(Duration.ofNanos(1));
        assertEquals(CircuitBreaker.State.HALF_OPEN, breaker.getState());
    }

    @Test
    @InVirtualTime(start = START, autoAdvance = true)
    void aRateLimiterGivesTenAnHour(VirtualTime time) {
        RateLimiter limiter = RateLimiter.of("l", RateLimiterConfig.custom()
                .limitForPeriod(10)
                .limitRefreshPeriod(Duration.ofHours(1))
                .timeoutDuration(Duration.ofHours(2))
                .build());
        for (int i = 0; i < 95; i++) {
            assertTrue(limiter.acquirePermission());
            assertEquals(Duration.ofHours(i / 10), time.elapsed());
        }
    }
}
