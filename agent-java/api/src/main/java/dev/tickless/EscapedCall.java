package dev.tickless;

import java.util.List;

/**
 * A clock read or sleep of a scoped class that reached the real clock, since it was not redirected.
 *
 * @param call what was called: class and method, such as {@code java.lang.System.nanoTime}
 * @param thread the name of the thread that came first
 * @param count how often the clock was reached from this stack
 * @param stack the stack, innermost frame first, from the JDK's method on; at most 64 frames
 */
public record EscapedCall(String call, String thread, long count, List<StackTraceElement> stack) {
    /** Copies the stack. */
    public EscapedCall {
        stack = List.copyOf(stack);
    }
}
