package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;

/**
 * Where the clock reads of rewritten classes go.
 *
 * <p>Compiled three times from this source. The idle form, in force until the JVM opens its first world, is a bare call of
 * the JDK's own method; the armed form asks first whether the current thread lives in a world; the watched form, while
 * reads that escape a component scope are noted, also tells the agent of each reading. The agent swaps them by
 * RedefineClasses. This class is itself never rewritten.
 *
 * <p>The clock and the set of participants lie in memory of the agent: a reading is a few loads, with no call out of Java.
 * A participant's clock cannot change while it runs, but for a step of the wall clock by another thread.
 */
public final class TicklessClock {
    private static final Unsafe U = Unsafe.getUnsafe();
    /** Address of the clock page; its layout is {@code ClockPage} in the agent. */
    private static final long PAGE = page0();
    private static final long NANO = PAGE + 8, MILLIS = PAGE + 16, SECONDS = PAGE + 24, NANOS = PAGE + 32, VERSION = PAGE + 40;
    /** Address of the participants' bits, by thread id. */
    private static final long BITS = bits0();
    /** The first thread id that has no bit. */
    private static final long LIMIT = limit0();
    private static final long TID = U.objectFieldOffset(Thread.class, "tid");
    private static final int CLOSED = 0, OPEN = 1;

    private TicklessClock() {}

    private static boolean isParticipant() {
        long tid = U.getLong(Thread.currentThread(), TID);
        return tid < LIMIT && (U.getLongVolatile(null, BITS + (tid >>> 6 << 3)) & 1L << tid) != 0;
    }

    /** {@link System#nanoTime}. */
    public static long nanoTime() {
        if (TicklessSwitch.WATCHED) noticed0();
        if (TicklessSwitch.ARMED) {
            int mode = U.getIntVolatile(null, PAGE);
            if (mode != CLOSED && isParticipant()) {
                long now = U.getLongVolatile(null, NANO);
                if (mode != OPEN) read0();
                return now;
            }
        }
        return System.nanoTime();
    }

    /** {@link System#currentTimeMillis}. */
    public static long currentTimeMillis() {
        if (TicklessSwitch.WATCHED) noticed0();
        if (TicklessSwitch.ARMED) {
            int mode = U.getIntVolatile(null, PAGE);
            if (mode != CLOSED && isParticipant()) {
                long now = U.getLongVolatile(null, MILLIS);
                if (mode != OPEN) read0();
                return now;
            }
        }
        return System.currentTimeMillis();
    }

    /** {@code VM.getNanoTimeAdjustment}, on which {@code Clock.currentInstant} rests: -1 when the offset is out of range. */
    public static long getNanoTimeAdjustment(long offsetInSeconds) {
        if (TicklessSwitch.WATCHED) noticed0();
        if (TicklessSwitch.ARMED) {
            int mode = U.getIntVolatile(null, PAGE);
            if (mode != CLOSED && isParticipant()) {
                long version;
                long seconds;
                long nanos;
                do {
                    version = U.getLongVolatile(null, VERSION);
                    seconds = U.getLongVolatile(null, SECONDS);
                    nanos = U.getLongVolatile(null, NANOS);
                } while ((version & 1) != 0 || version != U.getLongVolatile(null, VERSION));
                if (mode != OPEN) read0();
                long difference = seconds - offsetInSeconds;
                // The range that HotSpot's JVM_GetNanoTimeAdjustment accepts.
                if (difference > 0x0100000000L || difference < -0x0100000000L) return -1;
                return difference * 1_000_000_000L + nanos;
            }
        }
        return VM.getNanoTimeAdjustment(offsetInSeconds);
    }

    /** {@code Thread.ThreadIdentifiers.next}: a thread made by a participant is one. */
    static long nextThreadId() {
        long tid = TicklessIds.next();
        if (TicklessSwitch.ARMED) {
            if (U.getIntVolatile(null, PAGE) != CLOSED && isParticipant() && tid < LIMIT) {
                U.getAndBitwiseOrLong(null, BITS + (tid >>> 6 << 3), 1L << tid);
            }
        }
        return tid;
    }

    /** Lets the agent register natives with a Java caller on the stack, as HotSpot wants it (no [jni,resolve] warning). */
    private static void boot() {
        boot0();
    }

    private static native void boot0();

    private static native long page0();

    private static native long bits0();

    private static native long limit0();

    /** A read was made while ticks or reads are counted. */
    private static native void read0();

    /** A read was made while those that escape a component scope are noted. */
    private static native void noticed0();
}
