package example;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Forgets sessions after half an hour without use; reads the clock and sweeps by a timer, as such classes do. */
public final class SessionCache implements AutoCloseable {
    private static final Duration KEPT = Duration.ofMinutes(30);

    private final Map<String, Instant> lastUse = new ConcurrentHashMap<>();
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor();

    public SessionCache() {
        sweeper.scheduleWithFixedDelay(this::sweep, 1, 1, TimeUnit.MINUTES);
    }

    public void touch(String session) {
        lastUse.put(session, Instant.now());
    }

    public int size() {
        return lastUse.size();
    }

    private void sweep() {
        Instant oldest = Instant.now().minus(KEPT);
        lastUse.values().removeIf(at -> !at.isAfter(oldest));
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
    }
}
