// what: with scope=org.apache.camel.** unmodified routes wait and measure on a ManualTimeSource: redelivery with back-off, a throttler, a StopWatch; the rest of the program stays on real time
// run: plain --agent-opts scope=org.apache.camel.**
// jdk: 17+
// deps: org.apache.camel:camel-core:4.22.0
// real-limit: 40
import dev.tickless.ManualTimeSource;
import dev.tickless.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.util.StopWatch;

public class ScopeManualTime {
    public static void main(String[] args) throws Exception {
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        ManualTimeSource time = ManualTimeSource.startingAt(start);
        TimeSource.install(time);
        List<Duration> attempts = new CopyOnWriteArrayList<>();
        StopWatch watch = new StopWatch();
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    errorHandler(deadLetterChannel("direct:dead").maximumRedeliveries(3).redeliveryDelay(3_600_000)
                            .backOffMultiplier(2).useExponentialBackOff().maximumRedeliveryDelay(86_400_000));
                    from("direct:in").process(exchange -> {
                        attempts.add(Duration.between(start, time.instant()));
                        throw new IllegalStateException("down");
                    });
                    from("direct:dead").process(exchange -> attempts.add(Duration.between(start, time.instant())));
                }
            });
            camel.start();
            Thread caller = new Thread(() -> camel.createProducerTemplate().sendBody("direct:in", "x"), "caller");
            caller.start();
            long real = System.nanoTime();
            while (caller.isAlive()) {
                if (caller.getState() == Thread.State.WAITING) {
                    time.advance(Duration.ofMinutes(30));
                }
                Thread.sleep(1);
            }
            caller.join();
            System.out.println("attempts " + attempts);
            System.out.println("the rest is on real time: " + (System.nanoTime() - real < 20_000_000_000L)
                    + " " + Instant.now().isAfter(Instant.parse("2026-06-01T00:00:00Z")));
        }
        long before = watch.taken();
        time.advance(Duration.ofDays(2));
        System.out.println("StopWatch moved by " + Duration.ofMillis(watch.taken() - before));
        TimeSource.install(TimeSource.SYSTEM);
        System.out.println("after SYSTEM StopWatch is real: " + (new StopWatch().taken() < 1_000));
    }
}
