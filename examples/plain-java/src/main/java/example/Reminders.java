package example;

import dev.tickless.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A week of a program that knows nothing of Tickless, in a world opened by hand. */
public final class Reminders {
    private Reminders() {}

    public static void main(String[] args) throws Exception {
        try (VirtualTime time = VirtualTime.builder().startAt(Instant.parse("2026-01-05T09:00:00Z")).open()) {
            ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
            pool.scheduleAtFixedRate(() -> say("stand-up"), 0, 24, TimeUnit.HOURS);
            CompletableFuture<String> answer = new CompletableFuture<String>()
                    .completeOnTimeout("no answer in two days", 2, TimeUnit.DAYS);

            time.advance(Duration.ofDays(1));
            say("waiting: " + time.waiters().size() + " threads, the next for " + time.waiters().get(0).deadline());

            time.advanceUntil(answer::isDone, Duration.ofDays(30));
            say(answer.get());

            time.setWallClock(Instant.parse("2026-03-29T09:00:00Z"));
            say("the wall clock was stepped; timeouts were not");

            time.advance(Duration.ofDays(7).minus(time.elapsed()));
            say("a week has passed: " + time.elapsed());
            pool.shutdownNow();
        }
        System.out.println("and back on real time: " + Instant.now().isAfter(Instant.parse("2020-01-01T00:00:00Z")));
    }

    private static void say(String what) {
        System.out.println(Instant.now() + "  " + what);
    }
}
