package dev.tickless.junit;

import dev.tickless.TicklessException;
import dev.tickless.VirtualTime;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * What {@link InVirtualTime} brings with it. Registered by itself, without the annotation, it opens a frozen world that
 * starts at the real present; then put {@code @ResourceLock(VirtualTimeExtension.RESOURCE)} beside it in parallel mode.
 *
 * <p>A world is opened before the first {@code @BeforeEach} method and closed after the last {@code @AfterEach} method of
 * each test. In between, the test's thread is in the world just while it runs one of the test's own methods. So all that
 * JUnit does in between, and its timeouts above all, stays on real time: the thread of a {@code @Timeout} in mode
 * SEPARATE_THREAD joins the world while the real timeout goes on outside.
 */
public final class VirtualTimeExtension
        implements BeforeEachCallback, AfterEachCallback, InvocationInterceptor, ParameterResolver {
    /** The {@code @ResourceLock} that keeps two worlds apart: for tests that open worlds by hand in parallel mode. */
    public static final String RESOURCE = "dev.tickless.world";

    private static final Namespace NAMESPACE = Namespace.create(VirtualTimeExtension.class);

    /** Called by JUnit. */
    public VirtualTimeExtension() {}

    /** Keeps the world in JUnit's store; JUnit closes values that are AutoCloseable, too late for our report. */
    private record Held(VirtualTime time) {}

    @Override
    public void beforeEach(ExtensionContext context) {
        VirtualTime.Builder builder = Settings.of(context);
        try {
            context.getStore(NAMESPACE).put(Held.class, new Held(builder.open()));
        } catch (TicklessException e) {
            VirtualTime.current().ifPresent(open -> {
                throw new TicklessException(e.getMessage() + "\nA test that opens a world by hand may be running beside this"
                        + " one: annotate it with @ResourceLock(VirtualTimeExtension.RESOURCE).");
            });
            throw e;
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Held held = context.getStore(NAMESPACE).remove(Held.class, Held.class);
        if (held == null) {
            return;
        }
        held.time.close();
        VirtualTime.current().ifPresent(other -> {
            other.close();
            throw new TicklessException(Settings.nameOf(context) + " closed its world, opened another and left that open;"
                    + " it is closed now: use try-with-resources");
        });
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == VirtualTime.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Held held = held(context);
        if (held == null || parameter.getDeclaringExecutable() instanceof Constructor) {
            throw new ParameterResolutionException("no world is open here: a VirtualTime can be a parameter of @BeforeEach,"
                    + " @AfterEach and test methods, not of constructors, @BeforeAll or @AfterAll");
        }
        return held.time;
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        inWorld(invocation, context);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        inWorld(invocation, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        inWorld(invocation, context);
    }

    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        return inWorld(invocation, context);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context) throws Throwable {
        inWorld(invocation, context);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        inWorld(invocation, context);
    }

    private static <T> T inWorld(Invocation<T> invocation, ExtensionContext context) throws Throwable {
        Held held = held(context);
        // The test may have closed its world; what is left of it then runs on real time.
        if (held == null || !held.time.isOpen()) {
            return invocation.proceed();
        }
        return held.time.virtual(callable(invocation));
    }

    private static Held held(ExtensionContext context) {
        return context.getStore(NAMESPACE).get(Held.class, Held.class);
    }

    private static <T> Callable<T> callable(Invocation<T> invocation) {
        return () -> {
            try {
                return invocation.proceed();
            } catch (Throwable t) {
                throw VirtualTimeExtension.<RuntimeException>unchanged(t);
            }
        };
    }

    /** What a test throws must reach JUnit as it is, be it a Throwable of its own kind. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchanged(Throwable t) throws T {
        throw (T) t;
    }
}
