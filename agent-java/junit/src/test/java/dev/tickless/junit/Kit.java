package dev.tickless.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tickless.FakeAgent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

/** Runs sample test classes in an engine of their own. */
final class Kit {
    /** What the samples saw, in order. */
    static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

    /** The agent that the samples run with; null under a real one. */
    static volatile FakeAgent agent;

    private Kit() {}

    static void log(String where) {
        LOG.add(where + " " + (agent.isMember(Thread.currentThread()) ? "virtual" : "real"));
    }

    static Outcome run(Class<?>... samples) {
        return run(Map.of(), samples);
    }

    static Outcome run(Map<String, String> configuration, Class<?>... samples) {
        EngineTestKit.Builder kit = EngineTestKit.engine("junit-jupiter");
        Arrays.stream(samples).forEach(c -> kit.selectors(selectClass(c)));
        configuration.forEach(kit::configurationParameter);
        List<Event> finished = kit.execute().allEvents().filter(e -> e.getType() == EventType.FINISHED).toList();
        int succeeded = 0;
        List<Throwable> failures = new ArrayList<>();
        for (Event event : finished) {
            TestExecutionResult result = event.getRequiredPayload(TestExecutionResult.class);
            result.getThrowable().ifPresent(failures::add);
            if (event.getTestDescriptor().isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                succeeded++;
            }
        }
        return new Outcome(succeeded, failures);
    }

    /** How many tests passed, and what failed at whatever level. */
    record Outcome(int succeeded, List<Throwable> failures) {
        String onlyFailure() {
            if (failures.size() != 1) {
                throw new AssertionError("one failure expected: " + failures);
            }
            return String.valueOf(failures.get(0).getMessage());
        }
    }
}
