package libraries;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Holds for every test of this module, found by JUnit's ServiceLoader: the test method moves its world by an hour at least
 * and takes less than a second of real time. What loads a library's classes belongs in {@code @BeforeAll}, which is not
 * measured. {@code TICKLESS_TEST_PATIENCE} multiplies the second, for slow machines.
 */
public final class HoursInASecond implements BeforeTestExecutionCallback, AfterTestExecutionCallback {
    private static final Namespace NAMESPACE = Namespace.create(HoursInASecond.class);
    private static final int PATIENCE =
            Integer.parseInt(System.getenv().getOrDefault("TICKLESS_TEST_PATIENCE", "1"));

    /** Callbacks run on real time; only the test's own methods are in the world. */
    @Override
    public void beforeTestExecution(ExtensionContext context) {
        context.getStore(NAMESPACE).put("started", System.nanoTime());
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        Duration real = Duration.ofNanos(
                System.nanoTime() - context.getStore(NAMESPACE).get("started", Long.class));
        if (context.getExecutionException().isPresent()) {
            return;
        }
        Duration virtual = VirtualTime.current().orElseThrow().elapsed();
        context.publishReportEntry("virtual " + virtual, "real " + real);
        assertTrue(virtual.compareTo(Duration.ofHours(1)) >= 0, "less than an hour of virtual time: " + virtual);
        assertTrue(
                real.compareTo(Duration.ofSeconds(PATIENCE)) < 0,
                virtual + " of virtual time took " + real + " of real time");
    }
}
