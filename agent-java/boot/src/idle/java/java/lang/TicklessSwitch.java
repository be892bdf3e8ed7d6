package java.lang;

/** Compiled into {@link TicklessClock} as a constant, so that the idle body of each reading holds no test of it. */
final class TicklessSwitch {
    static final boolean ARMED = false;

    private TicklessSwitch() {}
}
