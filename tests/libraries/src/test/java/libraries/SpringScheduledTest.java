package libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Spring's {@code @Scheduled}; the context is opened in the test, so that its threads are of the world. */
@Tag("agent")
@InVirtualTime(start = "2026-01-01T00:00:00Z")
class SpringScheduledTest {
    @Configuration
    @EnableScheduling
    static class Jobs {
        final List<Instant> nightly = new CopyOnWriteArrayList<>();
        final List<Instant> polls = new CopyOnWriteArrayList<>();

        @Scheduled(cron = "0 15 3 * * *", zone = "UTC")
        void nightly() {
            nightly.add(Instant.now());
        }

        @Scheduled(initialDelay = 3_600_000, fixedDelay = 3_600_000)
        void poll() throws InterruptedException {
            polls.add(Instant.now());
            Thread.sleep(600_000);
        }
    }

    @BeforeAll
    static void loadSpring() {
        new AnnotationConfigApplicationContext(Jobs.class).close();
    }

    @Test
    void cronAndFixedDelayFireAtTheirInstants(VirtualTime time) {
        Instant start = Instant.now();
        try (var context = new AnnotationConfigApplicationContext(Jobs.class)) {
            time.advance(Duration.ofDays(2));
            Jobs jobs = context.getBean(Jobs.class);
            assertEquals(
                    List.of(Instant.parse("2026-01-01T03:15:00Z"), Instant.parse("2026-01-02T03:15:00Z")), jobs.nightly);
            // An hour of delay and ten minutes of work.
            assertEquals(41, jobs.polls.size());
            for (int i = 0; i < 41; i++) {
                assertEquals(start.plus(Duration.ofMinutes(60 + 70 * i)), jobs.polls.get(i));
            }
        }
    }
}
