package java.lang;

/** Compiled into {@link TicklessClock} as a constant, so that the armed body of each reading holds no test of it. */
final class TicklessSwitch {
    static final boolean ARMED = true;

    private TicklessSwitch() {}
}
