package example;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A day in a small Camel application: a whole day long by the clock of its JVM, whatever that clock is. */
public final class CamelDay {
    private static final int HOURS = Integer.getInteger("hours", 24);

    private final AtomicInteger ticks = new AtomicInteger();
    private final AtomicInteger orders = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger readings = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        new CamelDay().run();
    }

    private void run() throws Exception {
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            camel.addRoutes(routes());
            say("start");
            camel.start();
            for (int hour = 1; hour <= HOURS; hour++) {
                Thread.sleep(Duration.ofHours(1).toMillis());
                say("hour " + hour + ": " + ticks + " ticks so far");
            }
        }
        say("stop: " + ticks + " ticks, " + orders + " orders, " + attempts + " upload attempts, "
                + readings + " readings");
    }

    private RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                // Every minute, on the half minute.
                from("timer:tick?fixedRate=true&delay=30s&period=1m").process(e -> ticks.incrementAndGet());

                // An order every six hours; its parcel leaves an hour later.
                from("timer:order?fixedRate=true&delay=20m10s&period=6h")
                        .process(e -> say("order " + orders.incrementAndGet() + " placed"))
                        .delay(Duration.ofHours(1).toMillis())
                        .process(e -> say("order " + orders + " leaves, an hour later"));

                // A nightly upload to a server that is down for an hour: 1, 2, 4 ... 32 minutes between attempts.
                from("timer:upload?repeatCount=1&delay=3h20s")
                        .errorHandler(defaultErrorHandler().maximumRedeliveries(10).redeliveryDelay(60_000)
                                .useExponentialBackOff().backOffMultiplier(2)
                                .maximumRedeliveryDelay(Duration.ofHours(2).toMillis()))
                        .process(this::upload);

                // Three readings, then silence: the batch is complete when ten minutes have brought no more.
                from("timer:reading?fixedRate=true&repeatCount=3&delay=8h40s&period=4m")
                        .process(e -> {
                            e.getMessage().setBody("r" + readings.incrementAndGet());
                            say("reading " + e.getMessage().getBody());
                        })
                        .aggregate(constant(true), AggregationStrategies.string("+"))
                        .completionTimeout(Duration.ofMinutes(10).toMillis())
                        .completionTimeoutCheckerInterval(60_000)
                        .process(e -> say("batch " + e.getMessage().getBody() + " complete by timeout"));
            }

            private void upload(Exchange e) {
                int attempt = attempts.incrementAndGet();
                if (attempt < 7) {
                    say("upload attempt " + attempt + " fails");
                    throw new IllegalStateException("server is down");
                }
                say("upload attempt " + attempt + " succeeds");
            }
        };
    }

    private static void say(String what) {
        System.out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + "  " + what);
    }
}
