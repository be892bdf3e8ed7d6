import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SecondTest {
    @Test
    @InVirtualTime
    void aDayPassesAtOnce(VirtualTime time) throws Exception {
        long[] woke = {0};
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(86_400_000);
                woke[0] = time.elapsed().toDays();
            } catch (InterruptedException e) {
                woke[0] = -1;
            }
        });
        sleeper.start();
        time.advance(Duration.ofDays(1));
        sleeper.join();
        assertEquals(1, woke[0]);
    }
}
