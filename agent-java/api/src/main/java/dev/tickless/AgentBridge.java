package dev.tickless;

/**
 * The natives that the agent library exports; the one place where Java calls it.
 *
 * <p>They link by their JNI names when the agent was loaded with {@code -agentpath} and throw UnsatisfiedLinkError
 * otherwise. A world is known by the id that {@link #open0} gave; ids are positive and never used twice in a JVM.
 * An instant or a duration is a pair of seconds and nanoseconds within the second (0..999_999_999), seconds negative
 * before 1970, so that no range is lost. Arguments are checked by the callers.
 */
final class AgentBridge {
    private AgentBridge() {}

    /** The agent's own interface version; also the probe whether there is one. */
    static native int version0();

    /** Opens the world with the current thread as its first participant. */
    static native long open0(
            boolean hasStart, long startSeconds, int startNanos,
            boolean autoAdvance, long limitSeconds, int limitNanos,
            long settleNanos, long stuckNanos, long tickNanos,
            String[] adopt, String[] realThreads, String timeline);

    /** Names the world in every report about it (stuck, spin, leak, not settled): a test's name. */
    static native void name0(long world, String name);

    static native void advance0(long world, long seconds, int nanos);

    static native void settle0(long world);

    /** Settles; then how far it is to the earliest deadline, as seconds and nanos, or null when there is none. */
    static native long[] next0(long world);

    static native void setWall0(long world, long seconds, int nanos);

    /** The wall clock as seconds and nanos. */
    static native long[] wall0(long world);

    static native long nano0(long world);

    /** Time since open as seconds and nanos. */
    static native long[] elapsed0(long world);

    /** Whether the current thread is a participant at this moment; false inside real. */
    static native boolean isMember0(long world);

    /** Takes the current thread, which is a participant, out of the world; threads it starts from here on are real. */
    static native void enterReal0(long world);

    /** Takes the current thread, which came out by {@link #enterReal0}, in again. */
    static native void exitReal0(long world);

    /** Makes the current thread, which is not a participant, one: as a guest, until {@link #leaveVirtual0}. */
    static native void enterVirtual0(long world);

    /** Takes the current thread out; without guests in a world whose opener left in this way, time does not move by itself. */
    static native void leaveVirtual0(long world);

    /** Rows of four: thread name, name of a {@link Waiter.Kind}, long[2] or null, StackTraceElement[]. */
    static native Object[] waiters0(long world);

    static native String describe0(long world, boolean json);

    /** Ends the world and prints who is left to standard error. */
    static native void close0(long world);

    static native void adopt0(long world, String glob);

    /** Switches component scope on or off; how many loaded classes were changed. */
    static native int scope0(boolean on);

    /** Begins to note the calls that escape component scope, forgetting those of before, or ends it. */
    static native void watchEscaped0(boolean on);

    /** Rows of four: what was called, name of the first thread, long[]{count}, StackTraceElement[]. */
    static native Object[] escaped0();
}
