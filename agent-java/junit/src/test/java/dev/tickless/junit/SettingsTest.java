package dev.tickless.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tickless.FakeAgent;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** From annotations to the options of the world. */
class SettingsTest {
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

    private String options(Class<?> sample) {
        assertEquals(List.of(), Kit.run(sample).failures());
        return fake.lastOptions();
    }

    private static void has(String options, String... parts) {
        for (String part : parts) {
            assertTrue(options.contains(part), part + " in " + options);
        }
    }

    @InVirtualTime(
            start = "1999-09-09T09:09:09Z",
            autoAdvance = true,
            limit = "PT48H",
            settleWithin = "PT1S",
            stuckAfter = "PT0.5S",
            tickPerRead = "PT0.000001S",
            adopt = {"a-*", "b"},
            realThreads = "guard-*")
    static class Full {
        @Test
        void test() {}
    }

    @Test
    void everySettingArrives() {
        has(
                options(Full.class),
                "start=1999-09-09T09:09:09Z",
                "joinOpener=false",
                "autoAdvance=true",
                "limit=PT48H",
                "settleNanos=1000000000",
                "stuckNanos=500000000",
                "tickNanos=1000",
                "adopt=[a-*, b]",
                "guard-*");
    }

    @ExtendWith(VirtualTimeExtension.class)
    static class Bare {
        @Test
        void test() {}
    }

    @InVirtualTime
    static class Defaults {
        @Test
        void test() {}
    }

    @Test
    void defaultsAreThoseOfTheWorld() {
        for (Class<?> sample : List.of(Bare.class, Defaults.class)) {
            has(
                    options(sample),
                    "start=null",
                    "autoAdvance=false",
                    "settleNanos=10000000000",
                    "stuckNanos=2000000000",
                    "tickNanos=0",
                    "adopt=[]");
        }
    }

    @InVirtualTime(limit = "PT1H", autoAdvance = true)
    static class Overridden {
        @Test
        @InVirtualTime(limit = "PT2H")
        void test() {}
    }

    @Test
    void theMethodReplacesTheClass() {
        has(options(Overridden.class), "limit=PT2H", "autoAdvance=false");
    }

    static class Subclass extends Full {}

    @Retention(RetentionPolicy.RUNTIME)
    @InVirtualTime(limit = "PT48H")
    @interface Mine {}

    @Mine
    static class ByMeta {
        @Test
        void test() {}
    }

    @InVirtualTime(limit = "PT48H")
    static class Around {
        @Nested
        class Inner {
            @Nested
            class Innermost {
                @Test
                void test() {}
            }
        }
    }

    @InVirtualTime(limit = "PT1H")
    static class AroundOther {
        @Nested
        @InVirtualTime(limit = "PT48H")
        class Inner {
            @Test
            void test() {}
        }
    }

    @Test
    void annotationIsFoundOnParentsMetaAnnotationsAndClassesAround() {
        for (Class<?> sample : List.of(Subclass.class, ByMeta.class, Around.class, AroundOther.class)) {
            has(options(sample), "limit=PT48H");
        }
    }

    @InVirtualTime(start = "yesterday")
    static class BadStart {
        @Test
        void test() {}
    }

    @InVirtualTime(limit = "1 h")
    static class BadLimit {
        @Test
        void test() {}
    }

    @InVirtualTime(stuckAfter = "PT0S")
    static class ZeroStuck {
        @Test
        void test() {}
    }

    @Test
    void wrongValuesAreNamedAndNoWorldIsOpened() {
        List<String> messages = Stream.of(BadStart.class, BadLimit.class, ZeroStuck.class)
                .map(c -> Kit.run(c).onlyFailure())
                .toList();
        assertEquals(
                List.of(
                        "@InVirtualTime(start = \"yesterday\") is no ISO-8601 instant such as 2026-01-01T00:00:00Z",
                        "@InVirtualTime(limit = \"1 h\") is no ISO-8601 duration such as PT1H30M",
                        "stuckAfter must be longer than zero"),
                messages);
        assertEquals(List.of(), fake.calls());
    }
}
