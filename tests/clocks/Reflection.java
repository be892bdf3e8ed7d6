// what: the clocks of System by reflection and method handles, before and after the JDK compiles its accessors, in a world, outside one and after it
// run: agent
// jdk: 17+
import dev.tickless.VirtualTime;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;

public class Reflection {
    static final Instant START = Instant.parse("2001-02-03T04:05:06.789Z");
    static final int CALLS = 100_000;
    static final MethodType CLOCK = MethodType.methodType(long.class);

    record Clocks(Callable<Object> nanos, Callable<Object> millis) {}

    static Clocks handles(MethodHandle nanos, MethodHandle millis) {
        return new Clocks(() -> call(nanos), () -> call(millis));
    }

    static Object call(MethodHandle handle) throws Exception {
        try {
            return (long) handle.invokeExact();
        } catch (Throwable e) {
            throw new Exception(e);
        }
    }

    static Map<String, Clocks> ways() throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Method nanos = System.class.getMethod("nanoTime"), millis = System.class.getMethod("currentTimeMillis");
        Map<String, Clocks> ways = new LinkedHashMap<>();
        ways.put("Method.invoke", new Clocks(() -> nanos.invoke(null), () -> millis.invoke(null)));
        ways.put("findStatic", handles(lookup.findStatic(System.class, "nanoTime", CLOCK), lookup.findStatic(System.class, "currentTimeMillis", CLOCK)));
        ways.put("unreflect", handles(lookup.unreflect(nanos), lookup.unreflect(millis)));
        ways.put("publicLookup", handles(MethodHandles.publicLookup().findStatic(System.class, "nanoTime", CLOCK),
                MethodHandles.publicLookup().unreflect(millis)));
        LongSupplier nanosReference = System::nanoTime, millisReference = System::currentTimeMillis;
        ways.put("method reference", new Clocks(nanosReference::getAsLong, millisReference::getAsLong));
        return ways;
    }

    /** Both clocks stand still and agree with the written calls, at each of very many calls. */
    static String inWorld(Clocks clocks) throws Exception {
        for (int i = 0; i < CALLS; i++) {
            if (!clocks.nanos().call().equals(System.nanoTime())) return "nanoTime is real at call " + i;
            if (!clocks.millis().call().equals(System.currentTimeMillis())) return "currentTimeMillis is real at call " + i;
        }
        return "virtual";
    }

    /** Each reading lies between two readings of the real clock. */
    static String outside(Clocks clocks) throws Exception {
        for (int i = 0; i < CALLS; i++) {
            long before = System.nanoTime(), nanos = (long) clocks.nanos().call(), after = System.nanoTime();
            if (nanos - before < 0 || after - nanos < 0) return "nanoTime is not the JDK's at call " + i;
            long millis = (long) clocks.millis().call();
            if (millis < START.plus(Duration.ofDays(1000)).toEpochMilli()) return "currentTimeMillis is not the JDK's at call " + i;
        }
        return "real";
    }

    public static void main(String[] args) throws Exception {
        Map<String, Clocks> early = ways();
        for (var way : early.entrySet()) System.out.println("before a world, " + way.getKey() + ": " + outside(way.getValue()));
        try (VirtualTime time = VirtualTime.builder().startAt(START).open()) {
            time.advance(Duration.ofHours(1));
            for (var way : early.entrySet()) System.out.println("in a world, " + way.getKey() + " from before: " + inWorld(way.getValue()));
            for (var way : ways().entrySet()) System.out.println("in a world, " + way.getKey() + ": " + inWorld(way.getValue()));
            Method millis = System.class.getMethod("currentTimeMillis");
            System.out.println("reads " + Instant.ofEpochMilli((long) millis.invoke(null)));
            Method sleep = Thread.class.getMethod("sleep", long.class);
            Thread sleeper = new Thread(() -> {
                try {
                    for (int i = 0; i < 100; i++) sleep.invoke(null, 60_000L);
                    System.out.println("slept until " + Instant.ofEpochMilli((long) millis.invoke(null)));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
            sleeper.start();
            time.advance(Duration.ofHours(2));
            sleeper.join();
        }
        for (var way : early.entrySet()) System.out.println("after the world, " + way.getKey() + ": " + outside(way.getValue()));
        // What is not a clock, or not of this type, is as it was.
        System.out.println("identityHashCode: " + System.class.getMethod("identityHashCode", Object.class).invoke(null, (Object) null));
        try {
            MethodHandles.lookup().findStatic(System.class, "nanoTime", MethodType.methodType(int.class));
        } catch (NoSuchMethodException e) {
            System.out.println("wrong type: " + e.getMessage());
        }
        System.out.println("declared by " + System.class.getMethod("nanoTime").getDeclaringClass().getName());
    }
}
