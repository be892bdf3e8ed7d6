// what: virtual threads that cannot leave their carrier (in synchronized before 24, in a class initializer always) wait in virtual time as any other; they belong to the world of their creator
// run: agent
// jdk: 24+
// real-limit: 60
import dev.tickless.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

public class PinnedThreads {
    static final Instant START = Instant.parse("2001-02-03T04:05:06Z");

    /** Its initializer sleeps: a native frame of the JVM is below it on the stack. */
    static class Slow {
        static final Instant MADE = made();

        private static Instant made() {
            LockSupport.parkNanos(Duration.ofHours(2).toNanos());
            return Instant.now();
        }
    }

    static void await(Object monitor, long millis) throws InterruptedException {
        synchronized (monitor) {
            monitor.wait(millis);
        }
    }

    static String all(int threads, Callable<?> wait) throws Exception {
        List<Instant> ends = Collections.synchronizedList(new ArrayList<>());
        try (var pool = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("pinned-", 1).factory())) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(pool.submit(() -> {
                    wait.call();
                    return ends.add(Instant.now());
                }));
            }
            for (Future<?> task : tasks) task.get();
        }
        return ends.stream().distinct().count() == 1 ? threads + " at " + ends.get(0) : "at different instants: " + ends;
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        boolean[] outsideIsReal = {false};
        Thread outside = Thread.startVirtualThread(() -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            outsideIsReal[0] = Instant.now().isAfter(START.plus(Duration.ofDays(365)));
        });
        try (VirtualTime time = VirtualTime.builder().startAt(START).autoAdvance(true).open()) {
            System.out.println("sleep in synchronized: " + all(4, () -> {
                synchronized (new Object()) {
                    Thread.sleep(3_600_000);
                }
                return null;
            }));
            System.out.println("park in synchronized: " + all(4, () -> {
                synchronized (new Object()) {
                    LockSupport.parkNanos(Duration.ofHours(1).toNanos());
                }
                return null;
            }));
            System.out.println("wait: " + all(100, () -> {
                await(new Object(), 3_600_000);
                return null;
            }));
            System.out.println("class initializer: " + all(1, () -> Slow.MADE) + ", made at " + Slow.MADE);
            Thread unparked = Thread.startVirtualThread(() -> LockSupport.park());
            Thread.sleep(3_600_000);
            LockSupport.unpark(unparked);
            System.out.println("unparked: " + unparked.join(Duration.ofHours(1)) + " at " + Instant.now());
            Thread sleeping = Thread.startVirtualThread(() -> {
                try {
                    Thread.sleep(Duration.ofDays(1));
                } catch (InterruptedException e) {
                    System.out.println("interrupted at " + Instant.now());
                }
            });
            System.out.println("joined: " + sleeping.join(Duration.ofHours(5)) + " at " + Instant.now());
            sleeping.interrupt();
            sleeping.join();
            go.countDown();
            outside.join();
            System.out.println("one from outside reads real time: " + outsideIsReal[0]);
        }
    }
}
