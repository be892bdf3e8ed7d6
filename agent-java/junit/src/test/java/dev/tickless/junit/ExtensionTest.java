package dev.tickless.junit;

import static dev.tickless.junit.Kit.LOG;
import static dev.tickless.junit.Kit.log;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.FakeAgent;
import dev.tickless.TicklessException;
import dev.tickless.VirtualTime;
import dev.tickless.junit.Kit.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of a test's methods run in which world, seen through a bridge that only notes what is asked of it. */
class ExtensionTest {
    private FakeAgent fake;

    @BeforeEach
    void install() {
        LOG.clear();
        fake = new FakeAgent();
        Kit.agent = fake;
    }

    @AfterEach
    void restore() {
        fake.close();
        Kit.agent = null;
    }

    private List<String> opensAndCloses() {
        return fake.calls().stream().filter(c -> c.startsWith("open") || c.startsWith("close")).toList();
    }

    private void passes(int tests, Class<?>... samples) {
        assertEquals(new Outcome(tests, List.of()), Kit.run(samples));
    }

    @InVirtualTime
    static class Whole {
        Whole() {
            log("constructor");
        }

        @BeforeAll
        static void beforeAll() {
            log("beforeAll");
        }

        @BeforeEach
        void before(VirtualTime time) {
            log("before");
            time.advance(Duration.ofSeconds(1));
        }

        @Test
        void test(VirtualTime time) {
            log("test");
            assertEquals(Duration.ofSeconds(1), time.elapsed());
        }

        @AfterEach
        void after(VirtualTime time) {
            log("after");
            assertEquals(Duration.ofSeconds(1), time.elapsed());
        }

        @AfterAll
        static void afterAll() {
            log("afterAll");
        }
    }

    @Test
    void methodsOfTheTestRunInTheWorldAndTheRestDoesNot() {
        passes(1, Whole.class);
        assertEquals(
                List.of("beforeAll real", "constructor real", "before virtual", "test virtual", "after virtual",
                        "afterAll real"),
                LOG);
        assertEquals(List.of("open 7 " + Whole.class.getName() + ".test", "close 7"), opensAndCloses());
    }

    static class Plain {
        @BeforeEach
        void before() {
            log("before");
        }

        @Test
        void real() {
            log("test");
        }

        @Test
        @InVirtualTime
        void virtual() {
            log("test");
        }
    }

    @Test
    void annotationOnAMethodIsForThatMethod() {
        passes(2, Plain.class);
        assertEquals(List.of("before real", "before virtual", "test real", "test virtual"), LOG.stream().sorted().toList());
        assertEquals(2, opensAndCloses().size());
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @InVirtualTime
    static class Repeats {
        @RepeatedTest(2)
        void repeated(VirtualTime time) {
            log("repeated");
            assertEquals(Duration.ZERO, time.elapsed());
            time.advance(Duration.ofDays(1));
        }

        @ParameterizedTest(name = "value {0}")
        @ValueSource(ints = {4, 5})
        void parameterized(int value, VirtualTime time) {
            log("parameterized");
            assertEquals(Duration.ZERO, time.elapsed());
        }
    }

    @Test
    void eachInvocationHasAWorldOfItsOwnNamedAfterIt() {
        passes(4, Repeats.class);
        assertTrue(LOG.stream().allMatch(l -> l.endsWith(" virtual")), LOG.toString());
        List<String> names = opensAndCloses().stream().filter(c -> c.startsWith("open")).map(c -> c.replaceFirst("open \\d+ ", "")).toList();
        String type = Repeats.class.getName();
        assertEquals(
                List.of(type + ".parameterized value 4", type + ".parameterized value 5",
                        type + ".repeated repetition 1 of 2", type + ".repeated repetition 2 of 2"),
                names.stream().sorted().toList());
    }

    @InVirtualTime
    static class Factory {
        @TestFactory
        Stream<DynamicTest> factory(VirtualTime time) {
            log("factory");
            return Stream.of(
                    DynamicTest.dynamicTest("one", () -> {
                        log("one");
                        time.advance(Duration.ofHours(1));
                    }),
                    DynamicTest.dynamicTest("two", () -> {
                        log("two");
                        assertEquals(Duration.ofHours(1), time.elapsed());
                    }));
        }
    }

    @Test
    void dynamicTestsShareTheWorldOfTheirFactory() {
        passes(2, Factory.class);
        assertEquals(List.of("factory virtual", "one virtual", "two virtual"), LOG);
        assertEquals(2, opensAndCloses().size());
    }

    @InVirtualTime
    static class Failing {
        @Test
        void fails() throws IOException {
            throw new IOException("from the test");
        }
    }

    @InVirtualTime
    static class FailingBefore {
        @BeforeEach
        void before() throws Throwable {
            throw new Throwable("from before");
        }

        @Test
        void neverReached() {
            log("test");
        }
    }

    @Test
    void failuresReachJUnitUnchangedAndTheWorldIsClosed() {
        Outcome failing = Kit.run(Failing.class);
        assertEquals(IOException.class, failing.failures().get(0).getClass());
        assertEquals("from the test", failing.onlyFailure());
        Outcome before = Kit.run(FailingBefore.class);
        assertEquals(Throwable.class, before.failures().get(0).getClass());
        assertEquals("from before", before.onlyFailure());
        assertEquals(List.of(), LOG);
        assertEquals(4, opensAndCloses().size());
        assertTrue(VirtualTime.current().isEmpty());
    }

    @InVirtualTime
    static class Closing {
        @Test
        void closesItself(VirtualTime time) {
            time.close();
            log("test");
        }

        @AfterEach
        void after() {
            log("after");
        }
    }

    @Test
    void aTestMayCloseItsWorld() {
        passes(1, Closing.class);
        assertEquals(List.of("test real", "after real"), LOG);
    }

    @InVirtualTime
    static class Leaving {
        @Test
        void leavesAnotherOpen(VirtualTime time) {
            time.close();
            VirtualTime.open();
        }
    }

    @Test
    void aWorldLeftOpenIsClosedAndTheTestNamed() {
        String message = Kit.run(Leaving.class).onlyFailure();
        assertTrue(message.contains(Leaving.class.getName() + ".leavesAnotherOpen"), message);
        assertTrue(VirtualTime.current().isEmpty());
        passes(1, Closing.class);
    }

    @Test
    void aWorldOpenBesideTheTestIsRefusedWithTheCure() {
        try (VirtualTime byHand = VirtualTime.open()) {
            String message = Kit.run(Closing.class).onlyFailure();
            assertTrue(message.contains("a world is open"), message);
            assertTrue(message.contains("@ResourceLock(VirtualTimeExtension.RESOURCE)"), message);
            assertTrue(byHand.isOpen());
        }
        assertEquals(List.of(), LOG);
    }

    @Test
    void withoutTheAgentTheTestFailsWithTheWayToLoadIt() {
        fake.unload();
        Outcome outcome = Kit.run(Closing.class);
        assertEquals(TicklessException.class, outcome.failures().get(0).getClass());
        assertTrue(outcome.onlyFailure().contains("tickless-maven-plugin"), outcome.onlyFailure());
        assertEquals(List.of(), LOG);
    }

    @InVirtualTime
    static class InConstructor {
        InConstructor(VirtualTime time) {}

        @Test
        void test() {}
    }

    @InVirtualTime
    static class InBeforeAll {
        @BeforeAll
        static void beforeAll(VirtualTime time) {}

        @Test
        void test() {}
    }

    @Test
    void parametersWhereNoWorldIsOpenAreRefused() {
        for (Class<?> sample : List.of(InConstructor.class, InBeforeAll.class)) {
            String message = Kit.run(sample).onlyFailure();
            assertTrue(message.contains("a VirtualTime can be a parameter of @BeforeEach"), message);
        }
    }

    @InVirtualTime
    static class Timeouts {
        static Thread engine;

        @BeforeAll
        static void beforeAll() {
            engine = Thread.currentThread();
        }

        @Test
        @Timeout(20)
        void sameThread() {
            log("same " + (Thread.currentThread() == engine));
        }

        @Test
        @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void separateThread() {
            log("same " + (Thread.currentThread() == engine));
            LOG.add("engine " + Kit.agent.isMember(engine));
        }
    }

    @Test
    void timeoutsOfBothModesStayOutside() {
        passes(2, Timeouts.class);
        assertEquals(
                List.of("engine false", "same false virtual", "same true virtual"), LOG.stream().sorted().toList());
    }

    @InVirtualTime
    static class Outer {
        @BeforeEach
        void outerBefore() {
            log("outer");
        }

        @Nested
        class Inner {
            @Test
            void test(VirtualTime time) {
                log("inner");
            }
        }
    }

    @Test
    void nestedClassesAreIn() {
        passes(1, Outer.class);
        assertEquals(List.of("outer virtual", "inner virtual"), LOG);
    }

    @Test
    void startIsTheInstantGiven() {
        passes(1, SettingsTest.Full.class);
        assertTrue(fake.lastOptions().contains("start=" + Instant.parse("1999-09-09T09:09:09Z")), fake.lastOptions());
    }
}
