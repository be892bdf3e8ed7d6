package dev.tickless;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a builder has gathered, already checked.
 *
 * @param name for reports; empty for none
 * @param start null for the real present
 * @param timeline null for none
 */
record WorldOptions(
        String name,
        Instant start,
        boolean joinOpener,
        boolean autoAdvance,
        Duration limit,
        long settleNanos,
        long stuckNanos,
        long tickNanos,
        List<String> adopt,
        List<String> realThreads,
        Path timeline) {
    WorldOptions {
        adopt = List.copyOf(adopt);
        realThreads = List.copyOf(realThreads);
    }
}
