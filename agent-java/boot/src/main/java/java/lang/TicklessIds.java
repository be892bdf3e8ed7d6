package java.lang;

/**
 * Stands for {@code Thread.ThreadIdentifiers} (JDK 19 and later) while this package is compiled, on whatever JDK that
 * happens; the agent points the references at the real class before it defines {@link TicklessClock}.
 */
final class TicklessIds {
    static native long next();

    private TicklessIds() {}
}
