package dev.tickless;

/** What {@link VirtualTime} asks of the agent; an interface so that its own rules are tested without one. */
interface Bridge {
    /** The agent's interface version; UnsatisfiedLinkError when no agent is loaded. */
    int version();

    long open(WorldOptions options);

    void advance(long world, long seconds, int nanos);

    void settle(long world);

    long[] next(long world);

    void setWall(long world, long seconds, int nanos);

    long[] wall(long world);

    long nano(long world);

    long[] elapsed(long world);

    boolean isMember(long world);

    void enterReal(long world);

    void exitReal(long world);

    void enterVirtual(long world);

    void leaveVirtual(long world);

    Object[] waiters(long world);

    String describe(long world, boolean json);

    void close(long world);

    void adopt(long world, String glob);
}
