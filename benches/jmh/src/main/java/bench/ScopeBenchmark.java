package bench;

import java.util.concurrent.TimeUnit;
import org.apache.camel.util.StopWatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Clock reads as they are written. Run with a scope of these classes and without one, they go to a {@code TimeSource} on
 * {@code SYSTEM} or to {@code System}: {@code run.sh} does both in turns.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ScopeBenchmark {
    /** The nanosecond clock. */
    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }

    /** The wall clock. */
    @Benchmark
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    /** Camel's own stop watch, from its unmodified jar. */
    @Benchmark
    public long stopWatch() {
        return new StopWatch().taken();
    }
}
