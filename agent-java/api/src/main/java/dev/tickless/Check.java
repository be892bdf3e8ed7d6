package dev.tickless;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Argument checks whose messages say what would have been right. */
final class Check {
    private Check() {}

    static Duration notNegative(Duration value, String what) {
        if (Objects.requireNonNull(value, what).isNegative()) {
            throw new TicklessException(what + " must not be negative: " + value);
        }
        return value;
    }

    static Duration positive(Duration value, String what) {
        if (notNegative(value, what).isZero()) {
            throw new TicklessException(what + " must be longer than zero");
        }
        return value;
    }

    /** A wall-clock reading must have a currentTimeMillis, or half of the JDK's clocks could not show it. */
    static Instant readable(Instant value, String what) {
        try {
            Objects.requireNonNull(value, what).toEpochMilli();
            return value;
        } catch (ArithmeticException e) {
            throw new TicklessException(what + " is out of the range of System.currentTimeMillis: " + value);
        }
    }

    /** The latest instant there is where the sum would be later. */
    static Instant plus(Instant from, Duration distance) {
        return distance.compareTo(Duration.between(from, Instant.MAX)) < 0 ? from.plus(distance) : Instant.MAX;
    }

    /** The longest duration there is where the sum would be longer. */
    static Duration plus(Duration one, Duration other) {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        return other.compareTo(longest.minus(one)) < 0 ? one.plus(other) : longest;
    }

    static String glob(String value, String what) {
        if (Objects.requireNonNull(value, what).isBlank()) {
            throw new TicklessException(what + " must not be blank; * stands for any characters");
        }
        return value;
    }

    /** Real-time bounds beyond 292 years are for ever. */
    static long saturatedNanos(Duration value) {
        try {
            return value.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    static long exactNanos(Duration value, String what) {
        try {
            return value.toNanos();
        } catch (ArithmeticException e) {
            throw new TicklessException(what + " must be under 292 years: " + value);
        }
    }

    static Path timeline(Path file) {
        String name = Objects.requireNonNull(file, "timeline").toString();
        if (!name.endsWith(".html") && !name.endsWith(".json")) {
            throw new TicklessException("timeline: " + file + " is to end in .html (a page) or .json (a Chrome trace)");
        }
        return file;
    }
}
