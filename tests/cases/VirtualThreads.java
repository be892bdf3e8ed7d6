// what: 10,000 virtual threads wake in the order of their deadlines, each at its own instant, from every kind of timed wait
// run: world --start 2026-01-01T00:00:00Z
// jdk: 25+
// real-limit: 120
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

public class VirtualThreads {
    static final int THREADS = 10_000;

    interface Wait {
        void seconds(int seconds) throws Exception;
    }

    static void all(String name, Wait wait) throws Exception {
        long start = System.nanoTime();
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = THREADS; i >= 1; i--) {
            int seconds = i;
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    wait.seconds(seconds);
                } catch (Exception e) {
                    wrong.incrementAndGet();
                }
                if (System.nanoTime() - start != Duration.ofSeconds(seconds).toNanos()) wrong.incrementAndGet();
                order.add(seconds);
            }));
        }
        for (Thread thread : threads) thread.join();
        int disorder = 0, last = 0;
        for (int seconds : order) {
            if (seconds < last) disorder++;
            last = seconds;
        }
        System.out.println(name + ": wrong=" + wrong + " disorder=" + disorder + " took=" + Duration.ofNanos(System.nanoTime() - start));
    }

    public static void main(String[] args) throws Exception {
        all("sleep", seconds -> Thread.sleep(Duration.ofSeconds(seconds)));
        all("parkNanos", seconds -> LockSupport.parkNanos(Duration.ofSeconds(seconds).toNanos()));
        all("wait on an own monitor", seconds -> {
            Object own = new Object();
            synchronized (own) { own.wait(seconds * 1_000L); }
        });
        Object shared = new Object();
        all("wait on one monitor", seconds -> { synchronized (shared) { shared.wait(seconds * 1_000L); } });
        long start = System.nanoTime();
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) pool.submit(() -> { Thread.sleep(3_600_000); return null; });
        }
        System.out.println("executor: took=" + Duration.ofNanos(System.nanoTime() - start));
    }
}
