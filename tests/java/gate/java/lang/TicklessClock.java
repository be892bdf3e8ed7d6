package java.lang;

/** Stands in for the agent's gate, so that redirected JDK classes run without an agent. */
public final class TicklessClock {
    public static long nanoTime() {
        return System.nanoTime();
    }

    public static long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    public static long getNanoTimeAdjustment(long offsetInSeconds) {
        return jdk.internal.misc.VM.getNanoTimeAdjustment(offsetInSeconds);
    }

    private static long lastThread = 100;

    public static synchronized long nextThreadId() {
        return ++lastThread;
    }

    private TicklessClock() {
    }
}
