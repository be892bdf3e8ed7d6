package java.lang;

/**
 * What stands for the clocks of {@link System} in reflection and method handles.
 *
 * <p>Not {@link TicklessClock} itself: code that C1 compiled for a method handle keeps calling the bytes of before, when
 * its target is redefined. This class never is, and the calls that are written here follow.
 */
public final class TicklessReflected {
    private TicklessReflected() {}

    /** {@link System#nanoTime}. */
    public static long nanoTime() {
        return TicklessClock.nanoTime();
    }

    /** {@link System#currentTimeMillis}. */
    public static long currentTimeMillis() {
        return TicklessClock.currentTimeMillis();
    }
}
