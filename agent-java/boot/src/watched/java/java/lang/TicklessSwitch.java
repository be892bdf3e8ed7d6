package java.lang;

/** Compiled into {@link TicklessClock} as constants, so that the watched body of each reading holds no test of them. */
final class TicklessSwitch {
    static final boolean ARMED = true;
    static final boolean WATCHED = true;

    private TicklessSwitch() {}
}
