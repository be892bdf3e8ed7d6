// what: a Groovy script: dynamic calls of the clocks and of sleep, by invokedynamic and by call sites, agree with Java through a day
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: org.apache.groovy:groovy:4.0.28
// real-limit: 60
import groovy.lang.GroovyShell;
import java.time.Instant;
import org.codehaus.groovy.control.CompilerConfiguration;

public class GroovyCalls {
    static final String SCRIPT = """
            def clock = System
            def name = 'currentTimeMillis'
            def read = System.&nanoTime
            long start = read()
            for (int hour = 0; hour < 24; hour++) {
                clock."$name"()
                clock.metaClass.invokeStaticMethod(System, 'currentTimeMillis')
                assert clock."$name"() == java.time.Instant.now().toEpochMilli()
                assert System.currentTimeMillis() == java.time.Instant.now().toEpochMilli()
                assert read() - start == hour * 3_600_000_000_000L
                assert clock.nanoTime() == System.nanoTime()
                hour % 2 == 0 ? Thread.sleep(3_600_000) : sleep(3_600_000)
            }
            java.time.Instant.ofEpochMilli(clock.metaClass.invokeStaticMethod(System, 'currentTimeMillis'))
            """;

    public static void main(String[] args) {
        for (boolean indy : new boolean[] {true, false}) {
            CompilerConfiguration configuration = new CompilerConfiguration();
            configuration.getOptimizationOptions().put(CompilerConfiguration.INVOKEDYNAMIC, indy);
            Object end = new GroovyShell(configuration).evaluate(SCRIPT);
            System.out.println((indy ? "invokedynamic: " : "call sites: ") + end + " at " + Instant.now());
        }
    }
}
