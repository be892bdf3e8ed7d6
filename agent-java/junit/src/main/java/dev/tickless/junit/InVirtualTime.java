package dev.tickless.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The test (or each test of the class) runs in a world of its own, injected as a {@code VirtualTime} parameter.
 *
 * <p>{@code @BeforeEach}, {@code @Test} and {@code @AfterEach} methods run in the world, and so do all threads they start.
 * Constructors, {@code @BeforeAll}, {@code @AfterAll}, the sources of parameterized tests and what other extensions do
 * stay on real time, as does JUnit with its {@code @Timeout}. Dynamic tests of one {@code @TestFactory} share its world.
 *
 * <p>On a method it replaces the class's annotation; on an enclosing class it holds for {@code @Nested} classes too; it may
 * stand on an annotation of your own. With JUnit's parallel mode, tests so annotated run one after another, beside tests
 * that are not. Needs the agent; without it the test fails with a message that says how to load it.
 */
@Inherited
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(VirtualTimeExtension.class)
@ResourceLock(VirtualTimeExtension.RESOURCE)
public @interface InVirtualTime {
    /**
     * The first reading of the wall clock.
     *
     * @return an ISO-8601 instant; empty: the real present
     */
    String start() default "";

    /**
     * Whether time jumps to the earliest deadline when every participant waits.
     *
     * @return false: time moves only by advance
     */
    boolean autoAdvance() default false;

    /**
     * Auto-advance stops, with a report, after this much virtual time.
     *
     * @return an ISO-8601 duration; empty: the world's default
     */
    String limit() default "";

    /**
     * How long, in real time, advance and settle wait for a busy participant.
     *
     * @return an ISO-8601 duration; empty: the world's default
     */
    String settleWithin() default "";

    /**
     * How long, in real time, all may wait with nothing to wake them before the report is printed.
     *
     * @return an ISO-8601 duration; empty: the world's default
     */
    String stuckAfter() default "";

    /**
     * How far every clock read moves virtual time on.
     *
     * @return an ISO-8601 duration; empty: not at all
     */
    String tickPerRead() default "";

    /**
     * Running threads that join the world.
     *
     * @return globs of thread names
     */
    String[] adopt() default {};

    /**
     * Threads started in the world that stay on real time.
     *
     * @return globs of thread names
     */
    String[] realThreads() default {};

    /**
     * Where what happened in the world is written, to be looked at.
     *
     * @return a folder, which gets a page named after each test ({@code target/timelines}); or a file that ends in
     *     {@code .html} (a page) or {@code .json} (a Chrome trace); empty: nowhere
     */
    String timeline() default "";
}
