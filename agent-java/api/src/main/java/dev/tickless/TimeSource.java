package dev.tickless;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.time.Instant;

/**
 * The clock of a component: classes in the agent's {@code scope} have their System and Thread clock calls redirected here.
 * Static, no context, safe from any thread; works without the agent for code that calls it by name. While nothing is
 * installed it is the JDK itself and costs nothing once compiled: the clock reads sit behind call sites that the
 * just-in-time compiler treats as constants, where a volatile provider adds a load to every read.
 */
public final class TimeSource {
    /**
     * What a scoped component reads and sleeps on. Called from any thread, so it must be thread-safe. What it throws
     * reaches the component.
     */
    public interface Provider {
        /**
         * Stands for {@link System#currentTimeMillis()}.
         *
         * @return milliseconds since 1970, floored
         */
        long currentTimeMillis();

        /**
         * Stands for {@link System#nanoTime()}.
         *
         * @return nanoseconds from an arbitrary origin, never going back
         */
        long nanoTime();

        /**
         * Stands for {@link Instant#now()} and the clocks of java.time; may be overridden to give nanoseconds.
         *
         * @return the wall clock
         */
        default Instant instant() {
            return Instant.ofEpochMilli(currentTimeMillis());
        }

        /**
         * Stands for {@link Thread#sleep(long)}.
         *
         * @param millis how long, in milliseconds
         * @throws InterruptedException as the JDK's sleep does
         * @throws IllegalArgumentException when negative, as the JDK's sleep does
         */
        void sleep(long millis) throws InterruptedException;

        /**
         * Sleeps finer than a millisecond; stands for {@link Thread#sleep(long, int)}. Rounds up to whole milliseconds
         * unless overridden, since no sleep may end early.
         *
         * @param millis how long, in milliseconds
         * @param nanos further nanoseconds, 0..999_999
         * @throws InterruptedException as the JDK's sleep does
         * @throws IllegalArgumentException when out of range, as the JDK's sleep does
         */
        default void sleep(long millis, int nanos) throws InterruptedException {
            sleep(nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
        }
    }

    /** The JDK's own clocks and sleep. */
    public static final Provider SYSTEM = new JdkProvider();

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MutableCallSite MILLIS = site("jdkMillis", long.class);
    private static final MutableCallSite NANOS = site("jdkNanos", long.class);
    private static final MutableCallSite INSTANT = site("jdkInstant", Instant.class);
    private static final MethodHandle READ_MILLIS = MILLIS.dynamicInvoker();
    private static final MethodHandle READ_NANOS = NANOS.dynamicInvoker();
    private static final MethodHandle READ_INSTANT = INSTANT.dynamicInvoker();

    /** For sleeping, which is too slow to need a call site, and for install's answer. */
    private static volatile Provider current = SYSTEM;

    private TimeSource() {}

    /**
     * Reads the installed wall clock.
     *
     * @return milliseconds since 1970
     */
    public static long currentTimeMillis() {
        try {
            return (long) READ_MILLIS.invokeExact();
        } catch (Throwable t) {
            throw rethrown(t);
        }
    }

    /**
     * Reads the installed monotonic clock.
     *
     * @return nanoseconds from an arbitrary origin
     */
    public static long nanoTime() {
        try {
            return (long) READ_NANOS.invokeExact();
        } catch (Throwable t) {
            throw rethrown(t);
        }
    }

    /**
     * Reads the installed wall clock with the nanoseconds it has.
     *
     * @return the instant
     */
    public static Instant instant() {
        try {
            return (Instant) READ_INSTANT.invokeExact();
        } catch (Throwable t) {
            throw rethrown(t);
        }
    }

    /**
     * Sleeps on the installed provider.
     *
     * @param millis how long, in milliseconds
     * @throws InterruptedException as {@link Thread#sleep(long)}
     */
    public static void sleep(long millis) throws InterruptedException {
        current.sleep(millis);
    }

    /**
     * Sleeps on the installed provider.
     *
     * @param millis how long, in milliseconds
     * @param nanos further nanoseconds, 0..999_999
     * @throws InterruptedException as {@link Thread#sleep(long, int)}
     */
    public static void sleep(long millis, int nanos) throws InterruptedException {
        current.sleep(millis, nanos);
    }

    /**
     * Installs a provider for all scoped classes and returns the previous one; null puts SYSTEM back. Every thread sees
     * the new clocks when this returns; sleeps already begun end on the provider they began on. Meant for set-up, not for
     * a hot path: compiled code that read the old clock is thrown away (about 0.3 ms).
     *
     * @param provider the new provider or null
     * @return the previous one, never null: hand it back to install when done
     */
    public static synchronized Provider install(Provider provider) {
        Provider next = provider == null ? SYSTEM : provider;
        Provider previous = current;
        if (next == SYSTEM) {
            MILLIS.setTarget(jdk("jdkMillis", long.class));
            NANOS.setTarget(jdk("jdkNanos", long.class));
            INSTANT.setTarget(jdk("jdkInstant", Instant.class));
        } else {
            MILLIS.setTarget(provided(next, "currentTimeMillis", long.class));
            NANOS.setTarget(provided(next, "nanoTime", long.class));
            INSTANT.setTarget(provided(next, "instant", Instant.class));
        }
        current = next;
        MutableCallSite.syncAll(new MutableCallSite[] {MILLIS, NANOS, INSTANT});
        return previous;
    }

    // Calls written out, not handles on System itself: in a world the agent redirects what is written in class files.

    private static long jdkMillis() {
        return System.currentTimeMillis();
    }

    private static long jdkNanos() {
        return System.nanoTime();
    }

    private static Instant jdkInstant() {
        return Instant.now();
    }

    private static MutableCallSite site(String jdkMethod, Class<?> type) {
        return new MutableCallSite(jdk(jdkMethod, type));
    }

    private static MethodHandle jdk(String method, Class<?> type) {
        try {
            return LOOKUP.findStatic(TimeSource.class, method, MethodType.methodType(type));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("this class lacks its own method " + method, e);
        }
    }

    private static MethodHandle provided(Provider provider, String method, Class<?> type) {
        try {
            return LOOKUP.findVirtual(Provider.class, method, MethodType.methodType(type)).bindTo(provider);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("Provider lacks its own method " + method, e);
        }
    }

    /** No clock read declares a checked exception, yet what a provider throws must pass as it is. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException rethrown(Throwable t) throws T {
        throw (T) t;
    }

    private static final class JdkProvider implements Provider {
        @Override
        public long currentTimeMillis() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Instant instant() {
            return Instant.now();
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
            Thread.sleep(millis);
        }

        @Override
        public void sleep(long millis, int nanos) throws InterruptedException {
            Thread.sleep(millis, nanos);
        }
    }
}
