package dev.tickless;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The one implementation of {@link VirtualTime.Builder}; checks each value where it is given. */
final class WorldBuilder implements VirtualTime.Builder {
    private String name = "";
    private Instant start;
    private boolean joinOpener = true;
    private boolean autoAdvance;
    private Duration limit = ChronoUnit.YEARS.getDuration().multipliedBy(1_000);
    private Duration settleWithin = Duration.ofSeconds(10);
    private Duration stuckAfter = Duration.ofSeconds(2);
    private Duration tickPerRead = Duration.ZERO;
    private final List<String> adopt = new ArrayList<>();
    private final List<String> realThreads = new ArrayList<>();
    private Path timeline;

    @Override
    public VirtualTime.Builder name(String reportName) {
        name = Objects.requireNonNull(reportName, "name");
        return this;
    }

    @Override
    public VirtualTime.Builder startAt(Instant instant) {
        start = Check.readable(instant, "startAt");
        return this;
    }

    @Override
    public VirtualTime.Builder joinOpener(boolean join) {
        joinOpener = join;
        return this;
    }

    @Override
    public VirtualTime.Builder autoAdvance(boolean auto) {
        autoAdvance = auto;
        return this;
    }

    @Override
    public VirtualTime.Builder limit(Duration virtual) {
        limit = Check.positive(virtual, "limit");
        return this;
    }

    @Override
    public VirtualTime.Builder settleWithin(Duration real) {
        settleWithin = Check.positive(real, "settleWithin");
        return this;
    }

    @Override
    public VirtualTime.Builder stuckAfter(Duration real) {
        stuckAfter = Check.positive(real, "stuckAfter");
        return this;
    }

    @Override
    public VirtualTime.Builder tickPerRead(Duration tick) {
        Check.exactNanos(Check.notNegative(tick, "tickPerRead"), "tickPerRead");
        tickPerRead = tick;
        return this;
    }

    @Override
    public VirtualTime.Builder adopt(String threadNameGlob) {
        adopt.add(Check.glob(threadNameGlob, "adopt"));
        return this;
    }

    @Override
    public VirtualTime.Builder realThreads(String threadNameGlob) {
        realThreads.add(Check.glob(threadNameGlob, "realThreads"));
        return this;
    }

    @Override
    public VirtualTime.Builder timeline(Path file) {
        timeline = Check.timeline(file);
        return this;
    }

    @Override
    public VirtualTime open() {
        return VirtualTime.open(Agent.required(), options());
    }

    WorldOptions options() {
        return new WorldOptions(
                name,
                start,
                joinOpener,
                autoAdvance,
                limit,
                Check.saturatedNanos(settleWithin),
                Check.saturatedNanos(stuckAfter),
                tickPerRead.toNanos(),
                adopt,
                realThreads,
                timeline);
    }
}
