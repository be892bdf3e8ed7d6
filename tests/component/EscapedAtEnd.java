// what: escaped=true notes from the start and prints at the end of the JVM, to standard error
// run: plain --agent-opts scope=EscapedAtEnd$Component,escaped=true
// jdk: 17+
import dev.tickless.ManualTimeSource;
import dev.tickless.TimeSource;
import java.time.Instant;

public class EscapedAtEnd {
    static class Component implements Runnable {
        @Override
        public void run() {
            try {
                System.class.getMethod("nanoTime").invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            System.nanoTime();
        }
    }

    public static void main(String[] args) throws Exception {
        TimeSource.install(ManualTimeSource.startingAt(Instant.EPOCH));
        Thread thread = new Thread(new Component(), "first");
        thread.start();
        thread.join();
        new Component().run();
        System.out.println("done");
    }
}
