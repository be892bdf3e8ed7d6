package dev.tickless;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A provider for {@link TimeSource#install} that stands still until it is advanced; sleepers wake when their time has come.
 *
 * <p>Works without the agent and from any thread. Both clocks keep nanoseconds; milliseconds are floored, also before
 * 1970. nanoTime starts at the same large positive value in every instance, so that runs repeat exactly; it counts on
 * modulo 2^64 after 292 years, as {@link System#nanoTime()} would. Sleeping threads wait in the JDK's own untimed waits.
 *
 * <p><b>What an advance waits for.</b> The clock goes from deadline to deadline. At each it wakes one sleeper at a time,
 * in the order of deadlines and among equals of registration, and waits until that thread has left {@code sleep} and has
 * then come to rest: sleeps here again, waits, is blocked for a while, or has ended. So a loop that sleeps a second makes
 * ten rounds in {@code advance(ten seconds)}, each reading its own instant. A thread that stays running is not waited for
 * without bound (a quarter of a second of real time at most): time then moves on beside it. Threads that such a sleeper
 * wakes in turn are not followed at all; a {@link VirtualTime} world follows everything.
 */
public final class ManualTimeSource implements TimeSource.Provider {
    private static final long FIRST_NANO_TIME = 1_000_000_000_000_000L;
    private static final long NANOS_UNTIL_BUSY = 250_000_000;
    /** The second bound, for an advance inside a world, whose clock stands still. */
    private static final int YIELDS_UNTIL_BUSY = 1_000_000;
    /** A short stay at a monitor is work; a long one may be at a monitor that the advancing thread holds. */
    private static final int YIELDS_UNTIL_BLOCKED = 2_000;

    /** One who controls at a time; a reader or sleeper never needs it. */
    private final ReentrantLock control = new ReentrantLock();
    /** Guards everything below. */
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final PriorityQueue<Sleeper> sleepers =
            new PriorityQueue<>(Comparator.comparing((Sleeper s) -> s.deadline).thenComparingLong(s -> s.order));
    private long orders;
    /** Replaced under the lock; read without it while reads do not tick. */
    private volatile Reading reading;
    private volatile Duration tick = Duration.ZERO;

    private ManualTimeSource(Instant start) {
        reading = new Reading(Duration.ZERO, Check.readable(start, "startingAt: the instant"));
    }

    /**
     * Creates a source that stands at the instant.
     *
     * @param start the first reading of the wall clock
     * @return a new source, not yet installed
     * @throws TicklessException when {@code currentTimeMillis} could not show it
     */
    public static ManualTimeSource startingAt(Instant start) {
        return new ManualTimeSource(start);
    }

    /**
     * Moves both clocks on, waking sleepers on the way as the class comment tells. Several threads may call it; one after
     * the other has its turn. Not ended by an interrupt.
     *
     * @param duration zero or longer, to the nanosecond
     * @throws TicklessException when negative, or when {@code currentTimeMillis} could not show the end; nothing has moved
     */
    public void advance(Duration duration) {
        Check.notNegative(duration, "advance: the duration");
        control.lock();
        try {
            lock.lock();
            Duration target;
            try {
                target = reading.plus(duration).elapsed;
            } finally {
                lock.unlock();
            }
            Sleeper woken;
            while ((woken = wakeNext(target)) != null) {
                letSettle(woken);
            }
        } finally {
            control.unlock();
        }
    }

    /**
     * Moves the wall clock alone, forward or back; nanoTime and sleepers are not moved.
     *
     * @param instant the new reading
     * @throws TicklessException when {@code currentTimeMillis} could not show it
     */
    public void setWallClock(Instant instant) {
        Check.readable(instant, "setWallClock: the instant");
        lock.lock();
        try {
            reading = new Reading(reading.elapsed, instant);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Each read moves time on by this much (default zero), for code that spins on the clock. The read returns the value
     * from before; sleepers whose time comes by it wake, without being waited for.
     *
     * @param tick zero or longer
     * @return this source
     * @throws TicklessException when negative
     */
    public ManualTimeSource tickPerRead(Duration tick) {
        this.tick = Check.notNegative(tick, "tickPerRead");
        return this;
    }

    @Override
    public long currentTimeMillis() {
        return read().wall.toEpochMilli();
    }

    @Override
    public long nanoTime() {
        Duration elapsed = read().elapsed;
        return FIRST_NANO_TIME + elapsed.getSeconds() * 1_000_000_000L + elapsed.getNano();
    }

    @Override
    public Instant instant() {
        return read().wall;
    }

    @Override
    public void sleep(long millis) throws InterruptedException {
        sleep(millis, 0);
    }

    /**
     * Waits until time has been advanced by this much from now; exact to the nanosecond. As the JDK's sleep it returns at
     * once for zero, ends by an interrupt at any moment, and clears the interrupt when it throws.
     */
    @Override
    public void sleep(long millis, int nanos) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999_999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
        Duration howLong = Duration.ofMillis(millis).plusNanos(nanos);
        if (howLong.isZero()) {
            return;
        }
        lock.lock();
        try {
            Sleeper me = new Sleeper(reading.elapsed.plus(howLong), orders++, lock.newCondition());
            sleepers.add(me);
            try {
                while (!me.woken) {
                    me.wake.await();
                }
            } catch (InterruptedException e) {
                // The clock reached the deadline first: the sleep has ended, the interrupt is for what comes next.
                if (!me.woken) {
                    sleepers.remove(me);
                    throw new InterruptedException("sleep interrupted");
                }
                Thread.currentThread().interrupt();
            } finally {
                me.left = true;
                left.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private Reading read() {
        Duration step = tick;
        if (step.isZero()) {
            return reading;
        }
        lock.lock();
        try {
            Reading before = reading;
            reading = before.plus(step);
            while (!sleepers.isEmpty() && sleepers.peek().deadline.compareTo(reading.elapsed) <= 0) {
                sleepers.poll().rouse();
            }
            return before;
        } finally {
            lock.unlock();
        }
    }

    /** Moves to the next deadline up to the target and wakes who sleeps for it, or moves to the target: null. */
    private Sleeper wakeNext(Duration target) {
        lock.lock();
        try {
            Sleeper next = sleepers.peek();
            boolean due = next != null && next.deadline.compareTo(target) <= 0;
            Duration to = due ? next.deadline : target;
            // Reads that tick may have moved time past it already.
            if (to.compareTo(reading.elapsed) > 0) {
                reading = reading.plus(to.minus(reading.elapsed));
            }
            if (!due) {
                return null;
            }
            sleepers.poll().rouse();
            while (!next.left) {
                left.awaitUninterruptibly();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Yields until the thread rests or seems busy for good; this class is never in scope, so the clock is not itself. */
    private void letSettle(Sleeper woken) {
        int blocked = 0;
        long begin = System.nanoTime();
        for (int i = 0; i < YIELDS_UNTIL_BUSY && System.nanoTime() - begin < NANOS_UNTIL_BUSY; i++) {
            switch (woken.thread.getState()) {
                case WAITING, TIMED_WAITING, TERMINATED -> {
                    if (!waitsForUs(woken.thread)) {
                        return;
                    }
                }
                case BLOCKED -> {
                    if (++blocked > YIELDS_UNTIL_BLOCKED) {
                        return;
                    }
                }
                default -> blocked = 0;
            }
            Thread.yield();
        }
    }

    /** Whether the thread is at the lock of this source, on its way in or out and not at rest. */
    private boolean waitsForUs(Thread thread) {
        return lock.hasQueuedThread(thread);
    }

    /** What both clocks show: time since the start, and the wall clock. */
    private record Reading(Duration elapsed, Instant wall) {
        Reading plus(Duration by) {
            try {
                return new Reading(elapsed.plus(by), Check.readable(wall.plus(by), "the end"));
            } catch (DateTimeException | ArithmeticException e) {
                throw new TicklessException("the end is out of the range of Instant: " + wall + " and " + by);
            }
        }
    }

    /** A thread in sleep; all fields but the final ones are guarded by the lock. */
    private static final class Sleeper {
        final Duration deadline;
        final long order;
        final Condition wake;
        final Thread thread = Thread.currentThread();
        boolean woken;
        boolean left;

        Sleeper(Duration deadline, long order, Condition wake) {
            this.deadline = deadline;
            this.order = order;
            this.wake = wake;
        }

        void rouse() {
            woken = true;
            wake.signal();
        }
    }
}
