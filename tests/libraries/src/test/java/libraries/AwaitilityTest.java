package libraries;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Awaitility waits with a timeout on the test's own thread, so it needs time that moves without that thread. */
@Tag("agent")
class AwaitilityTest {
    /** A component that is done after two hours and a minute. */
    private static AtomicBoolean component() {
        AtomicBoolean done = new AtomicBoolean();
        new Thread(() -> {
            try {
                Thread.sleep(Duration.ofMinutes(121).toMillis());
                done.set(true);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        return done;
    }

    @BeforeAll
    static void loadAwaitility() {
        await().until(() -> true);
    }

    @Test
    @InVirtualTime(autoAdvance = true)
    void withAutoAdvanceItPollsInVirtualTime(VirtualTime time) {
        AtomicBoolean done = component();
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMinutes(10)).atMost(Duration.ofHours(3)).untilTrue(done);
        assertEquals(Duration.ofMinutes(130), time.elapsed());
    }

    @Test
    @InVirtualTime
    void insideRealItPollsAFrozenComponent(VirtualTime time) throws Exception {
        AtomicBoolean done = component();
        time.advance(Duration.ofMinutes(121).minusNanos(1));
        time.real(() -> {
            await().during(Duration.ofMillis(50)).atMost(Duration.ofSeconds(10)).untilFalse(done);
            return null;
        });
        time.advance(Duration.ofNanos(1));
        time.real(() -> {
            await().untilTrue(done);
            return null;
        });
    }

    @Test
    @InVirtualTime(stuckAfter = "PT0.2S")
    void onAFrozenControllerItIsExplained(VirtualTime time) {
        AtomicBoolean done = component();
        Exception stuck = assertThrows(Exception.class, () -> await().atMost(Duration.ofHours(3)).untilTrue(done));
        assertTrue(stuck.getMessage().contains("the world is frozen"), stuck.toString());
        time.advance(Duration.ofMinutes(121));
        assertTrue(done.get());
    }
}
