import dev.tickless.VirtualTime;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs one loop for each line {@code NAME ITERATIONS [WAITERS]} on standard input and answers with the real nanoseconds
 * that it took. The main thread is on real time and enters a world for the loop only, so it reads the real clock around it.
 */
public final class WorldLoops {
    static volatile int turn;
    static volatile long sink;
    private static final Object LOCK = new Object();

    private WorldLoops() {}

    private interface Loop {
        void run(long n) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.split(" ");
            long n = Long.parseLong(words[1]);
            int waiters = words.length > 2 ? Integer.parseInt(words[2]) : 0;
            System.out.println(measure(words[0], n, waiters));
            System.out.flush();
        }
        System.exit(0);
    }

    private static long measure(String name, long n, int waiters) throws Exception {
        switch (name) {
            case "read-real": return timed(WorldLoops::read, n);
            case "read-outside":
                try (VirtualTime world = open(true)) {
                    world.settle();
                    return timed(WorldLoops::read, n);
                }
            case "read-virtual": return inWorld(WorldLoops::read, n);
            case "sleep": return inWorld(WorldLoops::sleep, n);
            case "park": return inWorld(WorldLoops::park, n);
            case "wait": return inWorld(WorldLoops::waitOne, n);
            case "pair-sleep": return inWorld(WorldLoops::pairOfSleepers, n);
            case "pair-park": return inWorld(WorldLoops::pairOfParkers, n);
            case "pair-park-jdk": return timed(WorldLoops::pairOfParkers, n);
            case "pair-wait": return inWorld(WorldLoops::pairOfWaiters, n);
            case "pair-wait-jdk": return timed(WorldLoops::pairOfWaiters, n);
            case "ticks": return inWorld(WorldLoops::ticks, n);
            case "advance-nothing": return advance(n, waiters, 0);
            case "advance-one": return advance(n, waiters, 1);
            case "advance-four": return advance(n, waiters, 4);
            default: throw new IllegalArgumentException(name);
        }
    }

    private static VirtualTime open(boolean auto) {
        return VirtualTime.builder().joinOpener(false).autoAdvance(auto).open();
    }

    private static long timed(Loop loop, long n) throws Exception {
        long start = System.nanoTime();
        loop.run(n);
        return System.nanoTime() - start;
    }

    private static long inWorld(Loop loop, long n) throws Exception {
        try (VirtualTime world = open(true)) {
            Callable<Void> action = () -> {
                loop.run(n);
                return null;
            };
            long start = System.nanoTime();
            world.virtual(action);
            return System.nanoTime() - start;
        }
    }

    private static void read(long n) {
        long sum = 0;
        for (long i = 0; i < n; i++) sum += System.nanoTime();
        sink = sum;
    }

    private static void sleep(long n) throws InterruptedException {
        long before = System.nanoTime();
        for (long i = 0; i < n; i++) Thread.sleep(1);
        passed(before, n);
    }

    private static void park(long n) {
        long before = System.nanoTime();
        for (long i = 0; i < n; i++) LockSupport.parkNanos(1_000_000);
        passed(before, n);
    }

    private static void waitOne(long n) throws InterruptedException {
        long before = System.nanoTime();
        synchronized (LOCK) {
            for (long i = 0; i < n; i++) LOCK.wait(1);
        }
        passed(before, n);
    }

    private static void passed(long before, long millis) {
        long passed = System.nanoTime() - before;
        if (passed != millis * 1_000_000) throw new AssertionError(millis + " ms took " + passed + " ns");
    }

    /** Two threads that sleep 2 ms each, 1 ms apart: every sleep hands over to the other thread. */
    private static void pairOfSleepers(long n) throws InterruptedException {
        Thread other = start(() -> {
            Thread.sleep(1);
            for (long i = 0; i < n / 2; i++) Thread.sleep(2);
        });
        for (long i = 0; i < n - n / 2; i++) Thread.sleep(2);
        other.join();
    }

    private static void pairOfParkers(long n) throws InterruptedException {
        Thread main = Thread.currentThread();
        turn = 0;
        Thread other = start(() -> {
            for (long i = 0; i < n / 2; i++) {
                while (turn != 1) LockSupport.park();
                turn = 0;
                LockSupport.unpark(main);
            }
        });
        for (long i = 0; i < n / 2; i++) {
            turn = 1;
            LockSupport.unpark(other);
            while (turn != 0) LockSupport.park();
        }
        other.join();
    }

    private static void pairOfWaiters(long n) throws InterruptedException {
        turn = 0;
        Thread other = start(() -> takeTurns(1, n / 2));
        takeTurns(0, n / 2);
        other.join();
    }

    private static void takeTurns(int mine, long n) throws InterruptedException {
        synchronized (LOCK) {
            for (long i = 0; i < n; i++) {
                while (turn != mine) LOCK.wait();
                turn = 1 - mine;
                LOCK.notify();
            }
        }
    }

    private static void ticks(long n) throws InterruptedException {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
        CountDownLatch left = new CountDownLatch(Math.toIntExact(n));
        executor.scheduleAtFixedRate(left::countDown, 1, 1, TimeUnit.MILLISECONDS);
        left.await();
        executor.shutdownNow();
        executor.awaitTermination(1, TimeUnit.DAYS);
    }

    /** {@code advance} on the main thread beside idle waiters and sleepers that come due at each step of a second. */
    private static long advance(long n, int idle, int sleepers) throws Exception {
        try (VirtualTime world = open(false)) {
            Callable<Long> action = () -> {
                Thread[] threads = new Thread[idle + sleepers];
                for (int i = 0; i < idle; i++) threads[i] = start(() -> Thread.sleep(Long.MAX_VALUE / 2_000_000));
                for (int i = idle; i < threads.length; i++) {
                    threads[i] = start(() -> {
                        for (;;) Thread.sleep(1_000);
                    });
                }
                world.settle();
                Duration step = sleepers == 0 ? Duration.ofNanos(1) : Duration.ofSeconds(1);
                long start = realNanos(world);
                for (long i = 0; i < n; i++) world.advance(step);
                long took = realNanos(world) - start;
                for (Thread thread : threads) thread.interrupt();
                for (Thread thread : threads) thread.join();
                return took;
            };
            return world.virtual(action);
        }
    }

    private static long realNanos(VirtualTime world) throws Exception {
        return world.real(System::nanoTime);
    }

    private interface Body {
        void run() throws InterruptedException;
    }

    private static Thread start(Body body) {
        Runnable task = () -> {
            try {
                body.run();
            } catch (InterruptedException end) {
                // Idle waiters and sleepers are ended so.
            }
        };
        Thread thread = new Thread(null, task, "loop", 128 << 10);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
