package dev.tickless;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** A bridge with a clock and deadlines but no threads; it notes each call that changes anything. */
class FakeBridge implements Bridge {
    final List<String> calls = new ArrayList<>();
    final TreeMap<Duration, Runnable> deadlines = new TreeMap<>();
    Duration elapsed = Duration.ZERO;
    Instant wall = Instant.EPOCH;
    Object[] waiters = {};
    final Set<Thread> members = new HashSet<>();
    WorldOptions opened;
    boolean missing;

    @Override
    public int version() {
        if (missing) {
            throw new UnsatisfiedLinkError("version0");
        }
        return 1;
    }

    @Override
    public long open(WorldOptions options) {
        opened = options;
        members.add(Thread.currentThread());
        wall = options.start() == null ? Instant.EPOCH : options.start();
        return 7;
    }

    @Override
    public void advance(long world, long seconds, int nanos) {
        Duration by = Duration.ofSeconds(seconds, nanos);
        calls.add("advance " + world + " " + by);
        elapsed = elapsed.plus(by);
        wall = wall.plus(by);
        while (!deadlines.isEmpty() && deadlines.firstKey().compareTo(elapsed) <= 0) {
            deadlines.pollFirstEntry().getValue().run();
        }
    }

    @Override
    public void settle(long world) {
        calls.add("settle " + world);
    }

    @Override
    public long[] next(long world) {
        if (deadlines.isEmpty()) {
            return null;
        }
        Duration left = deadlines.firstKey().minus(elapsed);
        return new long[] {left.getSeconds(), left.getNano()};
    }

    @Override
    public void setWall(long world, long seconds, int nanos) {
        wall = Instant.ofEpochSecond(seconds, nanos);
    }

    @Override
    public long[] wall(long world) {
        return new long[] {wall.getEpochSecond(), wall.getNano()};
    }

    @Override
    public long nano(long world) {
        return 5_000 + elapsed.toNanos();
    }

    @Override
    public long[] elapsed(long world) {
        return new long[] {elapsed.getSeconds(), elapsed.getNano()};
    }

    @Override
    public boolean isMember(long world) {
        return members.contains(Thread.currentThread());
    }

    @Override
    public void enterReal(long world) {
        members.remove(Thread.currentThread());
        calls.add("enterReal " + world);
    }

    @Override
    public void exitReal(long world) {
        members.add(Thread.currentThread());
        calls.add("exitReal " + world);
    }

    @Override
    public Object[] waiters(long world) {
        return waiters;
    }

    @Override
    public String describe(long world, boolean json) {
        return json ? "{}" : "text";
    }

    @Override
    public void close(long world) {
        members.clear();
        calls.add("close " + world);
    }

    @Override
    public void adopt(long world, String glob) {
        calls.add("adopt " + world + " " + glob);
    }
}
