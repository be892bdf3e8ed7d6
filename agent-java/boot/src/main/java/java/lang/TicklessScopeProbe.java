package java.lang;

import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;

/**
 * The time source that {@code tickless doctor} tries component scope with: it stands still at an instant that no
 * clock has by accident, and adds up what it is asked to sleep. Defined into the JVM for that purpose only.
 */
public final class TicklessScopeProbe {
    private static final Instant NOW = Instant.parse("2001-02-03T04:05:06.000000789Z");
    private static final long MONOTONIC = 7_777_777_777L, MILLIS = 3;
    private static final int NANOS = 5;
    private static long slept;

    private TicklessScopeProbe() {}

    public static long currentTimeMillis() { return NOW.toEpochMilli(); }

    public static long nanoTime() { return MONOTONIC; }

    public static Instant instant() { return NOW; }

    public static void sleep(long millis) { sleep(millis, 0); }

    public static void sleep(long millis, int nanos) { slept += Duration.ofMillis(millis).toNanos() + nanos; }

    /**
     * A line a call, {@code KIND TAB parameters}: KIND is that of the owner, {@code class} or {@code interface}, or
     * {@code absent} when it has no such method.
     */
    private static String shapes(String calls) {
        StringBuilder shapes = new StringBuilder();
        for (String line : calls.split("\n")) {
            String kind = "absent", parameters = "";
            try {
                Call call = new Call(line);
                for (Class<?> type : call.type.parameterList()) parameters += (parameters.isEmpty() ? "" : ", ") + type.getSimpleName();
                call.executable();
                kind = call.owner.isInterface() ? "interface" : "class";
            } catch (ReflectiveOperationException e) {
                // Its kind says so.
            }
            shapes.append(kind).append('\t').append(parameters).append('\n');
        }
        return shapes.toString();
    }

    /** Runs the class of a call; what is wrong with its answer, or nothing. */
    private static String run(String line) {
        try {
            Call call = new Call(line);
            slept = 0;
            Object got = call.specimen.getDeclaredMethods()[0].invoke(null, call.arguments(true));
            Object expected = call.expected();
            if (got instanceof InstantSource source) got = source.instant();
            if (got instanceof Date date) got = date.getTime();
            if (got instanceof Calendar calendar) got = calendar.getTimeInMillis();
            if (got == null) got = Duration.ofNanos(slept);
            return expected.equals(got) ? "" : "gave " + got + " for " + expected;
        } catch (InvocationTargetException e) {
            return e.getCause().toString();
        } catch (Throwable e) {
            return e.toString();
        }
    }

    /** A line {@code owner TAB name TAB descriptor TAB class with the call, if it is made}. */
    private static final class Call {
        private final Class<?> owner, specimen;
        private final String name;
        private final MethodType type;

        Call(String line) throws ReflectiveOperationException {
            String[] fields = line.split("\t");
            ClassLoader loader = ClassLoader.getSystemClassLoader();
            owner = Class.forName(fields[0].replace('/', '.'));
            name = fields[1];
            type = MethodType.fromMethodDescriptorString(fields[2], loader);
            specimen = fields.length > 3 ? Class.forName(fields[3].replace('/', '.'), true, loader) : null;
        }

        Executable executable() throws ReflectiveOperationException {
            return name.equals("<init>") ? owner.getConstructor(type.parameterArray()) : owner.getMethod(name, type.parameterArray());
        }

        private boolean hasReceiver() throws ReflectiveOperationException {
            return executable() instanceof Method method && !java.lang.reflect.Modifier.isStatic(method.getModifiers());
        }

        /** One of each type that the calls take. */
        Object[] arguments(boolean withReceiver) throws ReflectiveOperationException {
            java.util.ArrayList<Object> arguments = new java.util.ArrayList<>();
            if (withReceiver && hasReceiver()) arguments.add(receiver());
            for (Class<?> parameter : type.parameterList()) arguments.add(value(parameter));
            return arguments.toArray();
        }

        private Object receiver() throws ReflectiveOperationException {
            if (owner == TimeUnit.class) return TimeUnit.MILLISECONDS;
            if (owner.isInterface()) return java.time.chrono.IsoChronology.INSTANCE;
            return owner.getField("INSTANCE").get(null);
        }

        private static Object value(Class<?> type) {
            if (type == long.class) return MILLIS;
            if (type == int.class) return NANOS;
            if (type == ZoneId.class) return ZoneOffset.ofHours(9);
            if (type == Duration.class) return Duration.ofMillis(MILLIS).plusNanos(NANOS);
            if (type == TimeZone.class) return TimeZone.getTimeZone("Asia/Tokyo");
            if (type == Locale.class) return Locale.ROOT;
            throw new IllegalStateException("the probe has no " + type.getName());
        }

        /** By the same method with an explicit clock, where there is one. */
        Object expected() throws ReflectiveOperationException {
            if (type.returnType() == long.class) return name.equals("nanoTime") ? MONOTONIC : NOW.toEpochMilli();
            if (name.equals("<init>") || owner == Calendar.class) return NOW.toEpochMilli();
            if (name.equals("sleep")) {
                boolean fine = type.parameterList().contains(int.class) || type.parameterList().contains(Duration.class);
                return Duration.ofMillis(MILLIS).plusNanos(fine ? NANOS : 0);
            }
            if (name.startsWith("tick")) return NOW.truncatedTo(ChronoUnit.valueOf(name.substring("tick".length()).toUpperCase(Locale.ROOT)));
            if (InstantSource.class.isAssignableFrom(owner)) return NOW;
            ZoneId zone = type.parameterCount() > 0 ? (ZoneId) value(ZoneId.class) : ZoneId.systemDefault();
            return owner.getMethod(name, Clock.class).invoke(hasReceiver() ? receiver() : null, Clock.fixed(NOW, zone));
        }
    }
}
