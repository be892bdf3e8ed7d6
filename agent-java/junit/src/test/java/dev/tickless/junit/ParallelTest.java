package dev.tickless.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.FakeAgent;
import dev.tickless.VirtualTime;
import dev.tickless.junit.Kit.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** JUnit's parallel mode: worlds one after another, other tests beside them. */
class ParallelTest {
    private static final Map<String, String> PARALLEL = Map.of(
            "junit.jupiter.execution.parallel.enabled", "true",
            "junit.jupiter.execution.parallel.mode.default", "concurrent",
            "junit.jupiter.execution.parallel.config.strategy", "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism", "4");

    private FakeAgent fake;

    @BeforeEach
    void install() {
        fake = new FakeAgent();
        Kit.agent = fake;
    }

    @AfterEach
    void restore() {
        fake.close();
        Kit.agent = null;
    }

    private static void inWorld() {
        assertTrue(Kit.agent.isMember(Thread.currentThread()));
        Thread.yield();
    }

    @InVirtualTime
    static class A {
        @RepeatedTest(50)
        void test() {
            inWorld();
        }
    }

    @InVirtualTime
    static class B {
        @RepeatedTest(50)
        void test() {
            inWorld();
        }

        @TestFactory
        Stream<DynamicTest> factory() {
            return IntStream.range(0, 20).mapToObj(i -> DynamicTest.dynamicTest("d" + i, ParallelTest::inWorld));
        }
    }

    static class ByMethod {
        @RepeatedTest(50)
        @InVirtualTime
        void test() {
            inWorld();
        }

        @RepeatedTest(50)
        void real() {
            assertFalse(Kit.agent.isMember(Thread.currentThread()));
        }
    }

    @Test
    void worldsNeverMeet() {
        assertEquals(new Outcome(220, List.of()), Kit.run(PARALLEL, A.class, B.class, ByMethod.class));
    }

    /** Two tests that can only end together. */
    static final CountDownLatch BOTH = new CountDownLatch(2);

    static void meet() throws InterruptedException {
        BOTH.countDown();
        assertTrue(BOTH.await(20, TimeUnit.SECONDS));
    }

    @InVirtualTime
    static class Virtual {
        @Test
        void test(VirtualTime time) throws Exception {
            time.real(() -> {
                meet();
                return null;
            });
        }
    }

    static class Real {
        @Test
        void test() throws Exception {
            meet();
        }
    }

    @Test
    void testsWithoutAWorldRunBesideOneAndStayOut() {
        assertEquals(new Outcome(2, List.of()), Kit.run(PARALLEL, Virtual.class, Real.class));
    }

    @Test
    void workersOfJUnitsOwnPoolStayReal() {
        assertEquals(new Outcome(50, List.of()), Kit.run(PARALLEL, A.class));
        assertTrue(fake.lastOptions().matches(".*realThreads=\\[.*-worker-\\*\\].*"), fake.lastOptions());
        assertEquals(new Outcome(50, List.of()), Kit.run(A.class));
        assertTrue(fake.lastOptions().contains("realThreads=[]"), fake.lastOptions());
    }
}
