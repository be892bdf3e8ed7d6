package dev.tickless;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * One waiting participant, as it was when {@link VirtualTime#waiters()} looked.
 *
 * @param threadName the thread's name; several threads may bear the same
 * @param kind what it waits in
 * @param deadline the wall-clock instant at which it goes on by itself, or null for a wait without a timeout
 * @param stack its frames, the innermost first
 */
public record Waiter(String threadName, Kind kind, Instant deadline, List<StackTraceElement> stack) {
    /** What a participant waits in. */
    public enum Kind {
        /** {@code Thread.sleep}, in all its overloads. */
        SLEEP,
        /** {@code Object.wait}, and {@code Thread.join} where the JDK builds on it. */
        WAIT,
        /** {@code LockSupport.park}, and so the locks, queues and pools of {@code java.util.concurrent}. */
        PARK,
        /** A selector, a socket or a pipe. */
        IO,
        /** Entering a {@code synchronized} block or method that another thread holds. */
        MONITOR
    }

    /** Keeps an unmodifiable copy of the stack. */
    public Waiter {
        Objects.requireNonNull(threadName, "threadName");
        Objects.requireNonNull(kind, "kind");
        stack = List.copyOf(stack);
    }
}
