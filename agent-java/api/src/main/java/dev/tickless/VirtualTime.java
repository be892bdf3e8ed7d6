package dev.tickless;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A world in virtual time: the opening thread, every thread started from it, and the JDK's shared timer threads.
 * All their clock reads and waits follow one clock that moves only by the methods below or, with auto-advance,
 * when every one of them waits. One world at a time in a JVM.
 *
 * <pre>{@code
 * try (VirtualTime time = VirtualTime.open()) {
 *     executor.schedule(job, 1, TimeUnit.HOURS);
 *     time.advance(Duration.ofHours(1)); // job has run when this returns
 * }
 * }</pre>
 *
 * <p>Needs the agent; without it every way to open a world throws a {@link TicklessException} that says how to load it.
 * The handle may be used from any thread, of the world or not. Calls that move time or wait for the others
 * ({@code advance…}, {@code settle}) belong to one controller at a time. A second one is refused with a TicklessException
 * that names the first; so is a participant that an advance has just woken, such as a timer's callback: it cannot move
 * time itself. When another thread closes the world, the call ends with a TicklessException. After {@link #close()} every
 * method but {@code close} and {@code isOpen} throws a TicklessException.
 *
 * <p>An interrupt of the controller does not end {@code advance}: time goes to its target and the flag stays set.
 *
 * <p>Both clocks keep nanoseconds. {@code System.currentTimeMillis()} is floored, also before 1970, as
 * {@link Instant#toEpochMilli()} floors.
 */
public final class VirtualTime implements AutoCloseable {
    /** Only a longer way can lead out of the range of the clocks, and is looked at. */
    private static final Duration FAR = Duration.ofDays(1_000_000);

    /** The world that this class opened last; null when it is closed. */
    private static volatile VirtualTime current;

    private final Bridge bridge;
    private final long world;
    private final AtomicBoolean closed = new AtomicBoolean();

    private VirtualTime(Bridge bridge, long world) {
        this.bridge = bridge;
        this.world = world;
    }

    static VirtualTime open(Bridge bridge, WorldOptions options) {
        VirtualTime opened = new VirtualTime(bridge, bridge.open(options));
        current = opened;
        if (!options.joinOpener()) {
            bridge.leaveVirtual(opened.world);
        }
        return opened;
    }

    /**
     * Opens a frozen world that starts at the real present.
     *
     * @return the world; close it with try-with-resources
     * @throws TicklessException when the agent is not loaded, when a world is open, or on a virtual thread
     */
    public static VirtualTime open() {
        return builder().open();
    }

    /**
     * Starts the description of a world; works without the agent until {@link Builder#open()}.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new WorldBuilder();
    }

    /**
     * Tells whether {@code -agentpath:…libtickless.so} was given to this JVM. Never throws.
     *
     * @return true when worlds can be opened
     */
    public static boolean isAgentLoaded() {
        return Agent.isLoaded();
    }

    /**
     * The world that is open, for code that was not handed it. Worlds that the agent opened by itself
     * ({@code world=main}) are not found.
     *
     * @return the open world, if there is one
     */
    public static Optional<VirtualTime> current() {
        VirtualTime last = current;
        return last == null || last.closed.get() ? Optional.empty() : Optional.of(last);
    }

    /** How a world is to be; each method checks its value and returns the builder. Not for use by several threads. */
    public interface Builder {
        /**
         * Names the world in every report about it, such as the test that opened it (default: no name).
         *
         * @param name any text of one line; empty for none
         * @return this builder
         */
        Builder name(String name);

        /**
         * The first reading of the wall clock (default: the real present).
         *
         * @param instant with nanoseconds, before 1970 too
         * @return this builder
         * @throws TicklessException when {@code System.currentTimeMillis} could not show it
         */
        Builder startAt(Instant instant);

        /**
         * Whether the opening thread is a participant (default true). Otherwise it stays on real time and threads come in
         * by {@link VirtualTime#virtual}: for the glue between a test framework and the tests that it calls.
         * While none is in, time does not move by itself, auto-advance or not.
         *
         * @param join false to stay out
         * @return this builder
         */
        Builder joinOpener(boolean join);

        /**
         * When every participant waits, time jumps to the earliest deadline. Default false: time moves only by advance.
         *
         * @param auto whether time moves by itself
         * @return this builder
         */
        Builder autoAdvance(boolean auto);

        /**
         * Auto-advance stops, with a report, after this much virtual time (default 1000 years).
         *
         * @param virtual longer than zero
         * @return this builder
         * @throws TicklessException when zero or negative
         */
        Builder limit(Duration virtual);

        /**
         * How long, in real time, advance and settle wait for a busy participant before they throw
         * {@link NotSettledException} (default 10 s).
         *
         * @param real longer than zero
         * @return this builder
         * @throws TicklessException when zero or negative
         */
        Builder settleWithin(Duration real);

        /**
         * How long, in real time, all may wait with nothing to wake them before the report is printed (default 2 s).
         *
         * @param real longer than zero
         * @return this builder
         * @throws TicklessException when zero or negative
         */
        Builder stuckAfter(Duration real);

        /**
         * Every clock read moves virtual time on by this much (default zero), for code that spins on the clock. The read
         * returns the value from before. The handle's own {@code now}, {@code nanoTime} and {@code elapsed} do not tick.
         *
         * @param tick zero or longer
         * @return this builder
         * @throws TicklessException when negative
         */
        Builder tickPerRead(Duration tick);

        /**
         * Threads already running whose names match join the world, glob with * (default none). May be called again for
         * more. One that is parked or in {@code Object.wait} joins at once and is woken, spuriously, to wait again in the
         * world; so its code must wait in a loop, as the JDK demands. Any other joins when it next waits: until then it
         * reads the real clock, a sleep that it is in ends in real time, and nobody waits for it. So does one in a wait with
         * a timeout when an earlier world of the JVM ran ahead of real time, as its end was worked out from the real clock.
         *
         * @param threadNameGlob such as {@code "pool-1-*"}
         * @return this builder
         * @throws TicklessException when blank
         */
        Builder adopt(String threadNameGlob);

        /**
         * Threads started in the world whose names match stay on real time (default none). May be called again for more.
         *
         * @param threadNameGlob such as {@code "guard-*"}
         * @return this builder
         * @throws TicklessException when blank
         */
        Builder realThreads(String threadNameGlob);

        /**
         * Writes what happens in the world to a file when it is closed: who waited for what, until when, and who woke whom
         * (default: not at all).
         *
         * @param file ends in {@code .html}, a page that draws it, or {@code .json}, a Chrome trace that Perfetto opens; its
         *     folder must exist. A second world of the JVM that names the same file gets the next number: {@code t-2.html}.
         * @return this builder
         * @throws TicklessException when the name ends otherwise
         */
        Builder timeline(Path file);

        /**
         * Opens the world; the calling thread is its first participant. The builder may be used again.
         *
         * @return the world; close it with try-with-resources
         * @throws TicklessException when the agent is not loaded, when a world is open, on a virtual thread, or when the
         *     timeline cannot be written
         */
        VirtualTime open();
    }

    /**
     * The wall clock of the world, read without ticking.
     *
     * @return what a participant's {@code Instant.now()} would give
     */
    public Instant now() {
        return instant(live().wall(world));
    }

    /**
     * The monotonic clock of the world, read without ticking.
     *
     * @return what a participant's {@code System.nanoTime()} would give, in nanoseconds
     */
    public long nanoTime() {
        return live().nano(world);
    }

    /**
     * Virtual time since the world was opened, by the monotonic clock: steps of the wall clock do not count.
     *
     * @return zero or longer
     */
    public Duration elapsed() {
        return duration(live().elapsed(world));
    }

    /**
     * Moves time on, stopping at every deadline on the way; returns when all that was due has run and every participant
     * waits again. A deadline at the very end is due. Advancing by zero runs what is due now.
     *
     * @param duration zero or longer, to the nanosecond
     * @throws TicklessException when negative, when {@code System.currentTimeMillis} could not show the target (in about
     *     292 million years), or when another thread is moving time
     * @throws NotSettledException when a participant stays busy
     */
    public void advance(Duration duration) {
        Bridge b = live();
        Check.notNegative(duration, "advance: the duration");
        if (duration.compareTo(FAR) > 0) {
            Check.readable(Check.plus(now(), duration), "advance: the target");
        }
        b.advance(world, duration.getSeconds(), duration.getNano());
    }

    /**
     * As {@link #advance}, up to this reading of the wall clock. Settles first, so that the distance is right.
     *
     * @param instant now or later
     * @throws TicklessException when it has passed ({@link #setWallClock} steps back), when
     *     {@code System.currentTimeMillis} could not show it, or when another thread is moving time
     * @throws NotSettledException when a participant stays busy
     */
    public void advanceTo(Instant instant) {
        Bridge b = live();
        Objects.requireNonNull(instant, "advanceTo: the instant");
        b.settle(world);
        Instant now = instant(b.wall(world));
        if (instant.isBefore(now)) {
            throw new TicklessException("advanceTo: " + instant + " has passed, it is " + now
                    + "; setWallClock steps the wall clock back");
        }
        advance(Duration.between(now, instant));
    }

    /**
     * Moves to the earliest deadline and runs all that is due there.
     *
     * @return how far that was, or null when nothing waits with a deadline (time has not moved then)
     * @throws TicklessException when another thread is moving time
     * @throws NotSettledException when a participant stays busy
     */
    public Duration advanceToNext() {
        Bridge b = live();
        long[] next = b.next(world);
        if (next == null) {
            return null;
        }
        Duration distance = duration(next);
        advance(distance);
        return distance;
    }

    /**
     * Advances from deadline to deadline until the condition holds or {@code atMost} has passed. The condition is looked
     * at on the calling thread, first before time moves, then at each deadline's instant when all that was due there has
     * run. When it never holds, time ends exactly {@code atMost} later, where it is looked at once more.
     *
     * @param condition cheap, free of side effects and of waits
     * @param atMost zero or longer
     * @return whether the condition held
     * @throws TicklessException when {@code atMost} is negative, or when another thread is moving time
     * @throws NotSettledException when a participant stays busy
     */
    public boolean advanceUntil(BooleanSupplier condition, Duration atMost) {
        Bridge b = live();
        Objects.requireNonNull(condition, "advanceUntil: the condition");
        Check.notNegative(atMost, "advanceUntil: atMost");
        b.settle(world);
        Duration end = Check.plus(elapsed(), atMost);
        while (!condition.getAsBoolean()) {
            long[] next = b.next(world);
            // With tickPerRead a look at the condition may itself have moved time past the end.
            Duration left = end.minus(elapsed());
            if (left.isNegative()) {
                return condition.getAsBoolean();
            }
            if (next == null || duration(next).compareTo(left) >= 0) {
                advance(left);
                return condition.getAsBoolean();
            }
            advance(duration(next));
        }
        return true;
    }

    /**
     * Returns when every other participant waits; time does not move.
     *
     * @throws TicklessException when another thread is moving time
     * @throws NotSettledException when a participant stays busy
     */
    public void settle() {
        live().settle(world);
    }

    /**
     * Steps the wall clock, forward or back, as an administrator or NTP would; nanoTime and timeouts are not moved.
     *
     * @param instant the new reading
     * @throws TicklessException when {@code System.currentTimeMillis} could not show it
     */
    public void setWallClock(Instant instant) {
        Bridge b = live();
        Check.readable(instant, "setWallClock: the instant");
        b.setWall(world, instant.getEpochSecond(), instant.getNano());
    }

    /**
     * Runs the action with the calling thread on real time: its reads, sleeps and waits. Threads started inside are on
     * real time for good. The thread is back in the world afterwards, however the action ends, if it was in it before.
     * Calls may be nested.
     *
     * @param <T> what the action gives
     * @param action may wait for the outside: a container, a process, another test tool
     * @return what the action returned
     * @throws Exception what the action threw
     */
    public <T> T real(Callable<T> action) throws Exception {
        Bridge b = live();
        Objects.requireNonNull(action, "real: the action");
        if (!b.isMember(world)) {
            return action.call();
        }
        b.enterReal(world);
        try {
            return action.call();
        } finally {
            // A world closed meanwhile has let all its threads go.
            if (!closed.get()) {
                b.exitReal(world);
            }
        }
    }

    /**
     * The opposite of {@link #real}: runs the action with the calling thread in the world, whichever thread it is, and
     * takes it out again afterwards unless it was in before. Threads started inside are participants for good.
     *
     * @param <T> what the action gives
     * @param action what is to see virtual time
     * @return what the action returned
     * @throws Exception what the action threw
     */
    public <T> T virtual(Callable<T> action) throws Exception {
        Bridge b = live();
        Objects.requireNonNull(action, "virtual: the action");
        if (b.isMember(world)) {
            return action.call();
        }
        b.enterVirtual(world);
        try {
            return action.call();
        } finally {
            if (!closed.get()) {
                b.leaveVirtual(world);
            }
        }
    }

    /**
     * Takes threads that already run into the world, as {@link Builder#adopt} does at opening.
     *
     * @param threadNameGlob thread names, glob with *
     * @throws TicklessException when blank
     */
    public void adopt(String threadNameGlob) {
        Bridge b = live();
        b.adopt(world, Check.glob(threadNameGlob, "adopt"));
    }

    /**
     * Every participant that waits: thread, kind of wait, deadline, stack; in deadline order, those without one last.
     *
     * @return a snapshot
     */
    public List<Waiter> waiters() {
        Object[] cells = live().waiters(world);
        List<Waiter> waiters = new ArrayList<>(cells.length / 4);
        for (int i = 0; i + 3 < cells.length; i += 4) {
            waiters.add(new Waiter(
                    (String) cells[i],
                    Waiter.Kind.valueOf((String) cells[i + 1]),
                    cells[i + 2] == null ? null : instant((long[]) cells[i + 2]),
                    List.of((StackTraceElement[]) cells[i + 3])));
        }
        return List.copyOf(waiters);
    }

    /**
     * Who runs, who waits for what until when, why time stands still.
     *
     * @return text for a person, of several lines
     */
    public String describe() {
        return live().describe(world, false);
    }

    /**
     * The same as {@link #describe()} for a program.
     *
     * @return one JSON object
     */
    public String describeAsJson() {
        return live().describe(world, true);
    }

    /**
     * Ends the world; participants still alive are named in a warning and go on in real time from there: the rest of
     * their waits passes in real time. A wait of {@code java.util.concurrent} works out its end by nanoTime, which then reads
     * lower, so it lasts longer by what the world was ahead. A participant that is busy is waited for, but no longer than
     * {@link Builder#settleWithin}. A second call does nothing.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            if (current == this) {
                current = null;
            }
            bridge.close(world);
        }
    }

    /**
     * Tells whether the world has not been closed; never throws.
     *
     * @return false after {@link #close()}
     */
    public boolean isOpen() {
        return !closed.get();
    }

    private Bridge live() {
        if (closed.get()) {
            throw new TicklessException("this world is closed");
        }
        return bridge;
    }

    private static Instant instant(long[] pair) {
        return Instant.ofEpochSecond(pair[0], pair[1]);
    }

    private static Duration duration(long[] pair) {
        return Duration.ofSeconds(pair[0], pair[1]);
    }
}
