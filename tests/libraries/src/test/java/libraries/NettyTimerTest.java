package libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import io.netty.util.HashedWheelTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Netty's HashedWheelTimer: a thread that sleeps from tick to tick, and fires at the tick after the deadline. */
@Tag("agent")
@InVirtualTime(start = "2026-01-01T00:00:00Z")
class NettyTimerTest {
    @BeforeAll
    static void loadNetty() {
        HashedWheelTimer timer = new HashedWheelTimer();
        timer.start();
        timer.stop();
    }

    @Test
    void timeoutsFireAtTheirTick(VirtualTime time) {
        HashedWheelTimer timer = new HashedWheelTimer(1, TimeUnit.SECONDS);
        List<Instant> fired = new CopyOnWriteArrayList<>();
        timer.newTimeout(timeout -> fired.add(Instant.now()), 90, TimeUnit.MINUTES);
        timer.newTimeout(timeout -> fired.add(Instant.now()), 1_500, TimeUnit.MILLISECONDS);
        timer.newTimeout(timeout -> fired.add(Instant.now()), 1, TimeUnit.DAYS).cancel();
        time.advance(Duration.ofHours(2));
        assertEquals(
                List.of(Instant.parse("2026-01-01T00:00:02Z"), Instant.parse("2026-01-01T01:30:01Z")), fired);
        timer.stop();
    }
}
