package java.lang;

/** Compiled into {@link TicklessClock} as constants, so that the idle body of each reading holds no test of them. */
final class TicklessSwitch {
    static final boolean ARMED = false;
    static final boolean WATCHED = false;

    private TicklessSwitch() {}
}
