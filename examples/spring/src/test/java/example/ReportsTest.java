package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** The context is opened in the test, so that its threads are of the world. */
@InVirtualTime(start = "2026-01-01T00:00:00Z")
class ReportsTest {
    @Configuration
    static class TwoThreads {
        @Bean
        ThreadPoolTaskScheduler taskScheduler() {
            ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
            scheduler.setPoolSize(2);
            return scheduler;
        }
    }

    @Test
    void aWeekOfReports(VirtualTime time) {
        try (var context = new AnnotationConfigApplicationContext(Reports.class, TwoThreads.class)) {
            time.advance(Duration.ofDays(7));
            Reports reports = context.getBean(Reports.class);
            // Thursday, Friday, then Monday to Wednesday, each at half past three sharp.
            assertEquals(
                    List.of(1, 2, 5, 6, 7).stream().map(day -> LocalDateTime.of(2026, 1, day, 3, 30)).toList(),
                    reports.reports());
            // A poll every 75 seconds: 60 of delay and 15 of work.
            assertEquals(7 * 24 * 3600 / 75, reports.polls());
        }
    }
}
