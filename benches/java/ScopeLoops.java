import dev.tickless.ManualTimeSource;
import dev.tickless.TimeSource;
import java.time.Instant;
import java.util.Arrays;

/**
 * Prints, a line each, {@code NAME DIRECT SCOPED}: the low deciles over many short windows of clock reads written in a class
 * outside of the scope and in one inside of it, whose windows take turns. The argument is the number of threads that read.
 */
public final class ScopeLoops {
    private static final int WINDOWS = 600;
    private static volatile Loop others;
    static volatile long sink;

    private ScopeLoops() {}

    private interface Loop {
        long run(int n);
    }

    public static void main(String[] args) {
        // Another provider has been there, as in a test before; and the scoped class does follow.
        TimeSource.install(ManualTimeSource.startingAt(Instant.EPOCH));
        if (ScopedReads.millis(3) != 0 || DirectReads.millis(1) == 0) throw new AssertionError("not scoped");
        TimeSource.install(TimeSource.SYSTEM);
        int threads = Integer.parseInt(args[0]);
        for (int i = 1; i < threads; i++) {
            Thread other = new Thread(() -> {
                while (true) {
                    Loop loop = others;
                    if (loop != null) sink = loop.run(1_000);
                }
            });
            other.setDaemon(true);
            other.start();
        }
        report("nanoTime", DirectReads::nanoTime, ScopedReads::nanoTime);
        report("currentTimeMillis", DirectReads::millis, ScopedReads::millis);
        report("stop-watch", DirectReads::stopWatch, ScopedReads::stopWatch);
    }

    private static void report(String name, Loop direct, Loop scoped) {
        final int n = 10_000;
        double[][] windows = new double[2][WINDOWS];
        for (int i = -WINDOWS; i < WINDOWS; i++) {
            for (int turn = 0; turn < 2; turn++) {
                // Who comes first changes, so that neither always follows the other.
                int which = (turn + i) & 1;
                Loop loop = which == 0 ? direct : scoped;
                others = loop;
                long start = System.nanoTime();
                sink = loop.run(n);
                double each = (System.nanoTime() - start) / (double) n;
                if (i >= 0) windows[which][i] = each;
            }
        }
        for (double[] some : windows) Arrays.sort(some);
        System.out.println(name + " " + windows[0][WINDOWS / 10] + " " + windows[1][WINDOWS / 10]);
    }
}

/** Not in the scope. */
final class DirectReads {
    private DirectReads() {}

    static long nanoTime(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += System.nanoTime();
        return sum;
    }

    static long millis(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += System.currentTimeMillis();
        return sum;
    }

    static long stopWatch(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += new Watch().taken();
        return sum;
    }

    /** What Apache Camel's StopWatch does. */
    private static final class Watch {
        private final long start = System.nanoTime();

        long taken() {
            return (System.nanoTime() - start) / 1_000_000;
        }
    }
}

/** The same in the scope. */
final class ScopedReads {
    private ScopedReads() {}

    static long nanoTime(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += System.nanoTime();
        return sum;
    }

    static long millis(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += System.currentTimeMillis();
        return sum;
    }

    static long stopWatch(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += new Watch().taken();
        return sum;
    }

    /** What Apache Camel's StopWatch does. */
    private static final class Watch {
        private final long start = System.nanoTime();

        long taken() {
            return (System.nanoTime() - start) / 1_000_000;
        }
    }
}
