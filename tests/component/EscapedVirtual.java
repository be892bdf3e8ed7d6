// what: while escaped calls are noted, virtual threads sleep, park and are scheduled as ever; a scoped one that sleeps by reflection is noted
// run: plain --agent-opts scope=EscapedVirtual$Component,escaped=true
// jdk: 21+
import dev.tickless.EscapedCall;
import dev.tickless.ManualTimeSource;
import dev.tickless.Scope;
import dev.tickless.TimeSource;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

public class EscapedVirtual {
    static class Component implements Runnable {
        @Override
        public void run() {
            try {
                Thread.class.getMethod("sleep", long.class).invoke(null, 1L);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        TimeSource.install(ManualTimeSource.startingAt(Instant.EPOCH));
        int threads = 500;
        AtomicInteger slept = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().start(() -> {
                try {
                    for (int round = 0; round < 20; round++) {
                        Thread.sleep(1);
                        LockSupport.parkNanos(1_000);
                        slept.incrementAndGet();
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                } finally {
                    done.countDown();
                }
            });
        }
        done.await();
        System.out.println("unscoped: " + slept + " sleeps, noted " + Scope.escaped().size());
        Thread.ofVirtual().name("scoped").start(new Component()).join();
        for (EscapedCall call : Scope.escaped()) {
            System.out.println(call.call() + " in " + call.thread() + ", its clock read: " + (call.count() > 0));
        }
    }
}
