package example;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A nightly report by cron and a poll with a fixed delay. */
@Configuration
@EnableScheduling
public class Reports {
    private final List<LocalDateTime> reports = new CopyOnWriteArrayList<>();
    private volatile int polls;

    @Scheduled(cron = "0 30 3 * * MON-FRI", zone = "UTC")
    public void report() {
        reports.add(LocalDateTime.now(ZoneOffset.UTC));
    }

    @Scheduled(initialDelay = 60_000, fixedDelay = 60_000)
    public void poll() throws InterruptedException {
        Thread.sleep(15_000);
        polls++;
    }

    public List<LocalDateTime> reports() {
        return reports;
    }

    public int polls() {
        return polls;
    }
}
