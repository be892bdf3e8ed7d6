import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SkipTest {
    @Test
    void noAgentIsLoaded() {
        assertFalse(VirtualTime.isAgentLoaded());
        assertTrue(System.currentTimeMillis() > 0);
    }
}
