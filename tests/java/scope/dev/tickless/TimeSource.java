package dev.tickless;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Stands in for the real one: fixed clocks, and sleeps that are only written down. */
public final class TimeSource {
    public static final List<String> SLEPT = new ArrayList<>();

    public static long currentTimeMillis() {
        return 86_400_000L * 365 + 1234;
    }

    public static long nanoTime() {
        return 42;
    }

    public static Instant instant() {
        return Instant.ofEpochMilli(currentTimeMillis()).plusNanos(567_890);
    }

    public static void sleep(long millis) {
        SLEPT.add(millis + " ms");
    }

    public static void sleep(long millis, int nanos) {
        SLEPT.add(millis + " ms " + nanos + " ns");
    }

    private TimeSource() {
    }
}
