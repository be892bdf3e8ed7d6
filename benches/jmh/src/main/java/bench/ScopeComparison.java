package bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH with the agent in both JVMs and a scope in one, in turns, so that whatever else the machine does meets both
 * alike. Arguments: the agent, the number of threads, the number of rounds.
 */
public final class ScopeComparison {
    private static final String SCOPE = "scope=bench.ScopeBenchmark:org.apache.camel.util.StopWatch";
    private static final int ITERATIONS = 20;

    /** Nanoseconds of every iteration, a list a round. */
    private static final class Side {
        final List<double[]> rounds = new ArrayList<>();

        double[] all() {
            return rounds.stream().flatMapToDouble(Arrays::stream).toArray();
        }
    }

    private ScopeComparison() {}

    /** Measures and prints. */
    public static void main(String[] args) throws RunnerException {
        String agent = "-agentpath:" + args[0];
        int threads = Integer.parseInt(args[1]), rounds = Integer.parseInt(args[2]);
        Map<String, Side> direct = new TreeMap<>(), scoped = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            for (boolean first : new boolean[] {true, false}) {
                // The order changes from round to round.
                boolean isScoped = first == (round % 2 == 1);
                measure(isScoped ? agent + "=" + SCOPE : agent, threads, isScoped ? scoped : direct);
            }
        }
        System.out.printf("JDK %s, %d threads, %d JVMs a side, %d iterations each: ns%n", System.getProperty("java.version"), threads, rounds, ITERATIONS);
        System.out.printf("%-20s %18s %18s %10s %10s   %s%n", "", "direct p10/median", "scoped p10/median", "ratio p10", "of medians", "ratio p10 of each round");
        for (String name : direct.keySet()) {
            Side from = direct.get(name), to = scoped.get(name);
            double[] ratios = IntStream.range(0, rounds).mapToDouble(r -> at(to.rounds.get(r), 0.1) / at(from.rounds.get(r), 0.1)).toArray();
            System.out.printf("%-20s %9.2f %8.2f %9.2f %8.2f %10.4f %10.4f   %.4f (%.4f-%.4f)%n", name,
                    at(from.all(), 0.1), at(from.all(), 0.5), at(to.all(), 0.1), at(to.all(), 0.5),
                    at(to.all(), 0.1) / at(from.all(), 0.1), at(to.all(), 0.5) / at(from.all(), 0.5),
                    at(ratios, 0.5), at(ratios, 0), at(ratios, 1));
        }
    }

    private static void measure(String agent, int threads, Map<String, Side> into) throws RunnerException {
        var options = new OptionsBuilder()
                .include(ScopeBenchmark.class.getName() + ".*")
                .jvmArgsAppend(agent)
                .threads(threads)
                .forks(1)
                .warmupIterations(2)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(100))
                .verbosity(VerboseMode.SILENT)
                .build();
        for (RunResult result : new Runner(options).run()) {
            String name = result.getParams().getBenchmark();
            double[] nanos = result.getBenchmarkResults().stream()
                    .flatMap(fork -> fork.getIterationResults().stream())
                    .map(IterationResult::getPrimaryResult)
                    .mapToDouble(iteration -> iteration.getScore())
                    .toArray();
            into.computeIfAbsent(name.substring(name.lastIndexOf('.') + 1), n -> new Side()).rounds.add(nanos);
        }
    }

    /** The sample below which this part of them lies; the nearest one. */
    private static double at(double[] samples, double part) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.round((sorted.length - 1) * part)];
    }
}
