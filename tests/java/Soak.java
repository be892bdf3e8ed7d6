import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/**
 * Random mixed use of every wait by eight threads, and three pairs that hand work to each other without timeouts, under
 * auto-advance, for so many real seconds. Each wait is checked: not early, not late when nobody else could end it, the
 * monitor held before and after, no InterruptedException for a thread that nobody interrupted.
 */
public class Soak {
    static final AtomicLong operations = new AtomicLong();
    static final AtomicLong errors = new AtomicLong();
    static volatile boolean stop;

    static void check(boolean holds, String what) {
        if (!holds && errors.incrementAndGet() < 20) {
            System.out.println("ERROR " + what + " in " + Thread.currentThread().getName());
            new Throwable().printStackTrace(System.out);
        }
    }

    static final Object[] monitors = {new Object(), new Object(), new Object()};
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static final LinkedBlockingQueue<Long> queue = new LinkedBlockingQueue<>(16);
    static final SynchronousQueue<Long> rendezvous = new SynchronousQueue<>();
    static final Semaphore semaphore = new Semaphore(2);

    static void worker(int index) throws Exception {
        SplittableRandom random = new SplittableRandom(index);
        while (!stop) {
            operations.incrementAndGet();
            long before = System.nanoTime();
            long millis = 1 + random.nextInt(50), nanos = millis * 1_000_000;
            Object monitor = monitors[random.nextInt(monitors.length)];
            try {
                switch (random.nextInt(16)) {
                    case 0 -> { Thread.sleep(millis); check(System.nanoTime() - before == nanos, "sleep took " + (System.nanoTime() - before)); }
                    case 1 -> {
                        // A lock that hands over to a thread which has just given up leaves it a permit, in the JDK too.
                        for (long left = nanos; left > 0; left = before + nanos - System.nanoTime()) LockSupport.parkNanos(left);
                        check(System.nanoTime() - before == nanos, "parkNanos took " + (System.nanoTime() - before));
                    }
                    case 2 -> {
                        synchronized (monitor) {
                            before = System.nanoTime();
                            monitor.wait(millis);
                            check(Thread.holdsLock(monitor), "monitor held after wait");
                        }
                    }
                    case 3 -> { synchronized (monitor) { monitor.notify(); } }
                    case 4 -> { synchronized (monitor) { monitor.notifyAll(); } }
                    case 5 -> {
                        synchronized (monitor) {
                            synchronized (monitor) {
                                monitor.wait(millis);
                                check(Thread.holdsLock(monitor), "monitor held after nested wait");
                            }
                            check(Thread.holdsLock(monitor), "monitor held once");
                        }
                        check(!Thread.holdsLock(monitor), "monitor let go");
                    }
                    case 6 -> {
                        synchronized (monitor) {
                            before = System.nanoTime();
                            Thread.sleep(millis);
                            check(System.nanoTime() - before == nanos, "sleep in synchronized took " + (System.nanoTime() - before));
                        }
                    }
                    case 7 -> {
                        lock.lock();
                        try {
                            long left = condition.awaitNanos(nanos);
                            check(left > 0 || System.nanoTime() - before >= nanos, "awaitNanos early");
                        } finally {
                            lock.unlock();
                        }
                    }
                    case 8 -> { lock.lock(); try { condition.signal(); } finally { lock.unlock(); } }
                    case 9 -> { if (queue.poll(millis, TimeUnit.MILLISECONDS) == null) check(System.nanoTime() - before == nanos, "poll"); }
                    case 10 -> { if (!queue.offer(before, millis, TimeUnit.MILLISECONDS)) check(System.nanoTime() - before == nanos, "offer"); }
                    case 11 -> {
                        Thread child = new Thread(() -> LockSupport.parkNanos(nanos));
                        child.start();
                        child.join();
                        check(!child.isAlive() && child.getState() == Thread.State.TERMINATED, "join means dead");
                        check(System.nanoTime() - before == nanos, "joined after " + (System.nanoTime() - before));
                    }
                    case 12 -> {
                        Thread self = Thread.currentThread();
                        Thread child = new Thread(() -> { LockSupport.parkNanos(nanos); self.interrupt(); });
                        child.start();
                        boolean interrupted = false;
                        try {
                            if (random.nextBoolean()) Thread.sleep(10_000);
                            else { Object own = new Object(); synchronized (own) { own.wait(10_000); } }
                        } catch (InterruptedException e) {
                            interrupted = true;
                        }
                        check(interrupted, "interrupt ends the wait");
                        check(System.nanoTime() - before == nanos, "interrupted after " + (System.nanoTime() - before));
                        child.join();
                        check(!Thread.interrupted(), "interrupt flag cleared");
                        LockSupport.parkNanos(1); // the interrupt leaves a permit, as HotSpot's does
                    }
                    case 13 -> { if (semaphore.tryAcquire(millis, TimeUnit.MILLISECONDS)) { Thread.sleep(millis); semaphore.release(); } else check(System.nanoTime() - before == nanos, "tryAcquire"); }
                    case 14 -> {
                        Thread child = new Thread(() -> { try { Thread.sleep(1_000_000); } catch (InterruptedException e) { return; } });
                        child.start();
                        child.join(millis);
                        check(child.isAlive() && System.nanoTime() - before == nanos, "join with a timeout took " + (System.nanoTime() - before));
                        child.interrupt();
                        child.join();
                    }
                    default -> {
                        if (random.nextBoolean()) { if (rendezvous.poll(millis, TimeUnit.MILLISECONDS) == null) check(System.nanoTime() - before == nanos, "rendezvous"); }
                        else rendezvous.offer(before, millis, TimeUnit.MILLISECONDS);
                    }
                }
            } catch (InterruptedException e) {
                check(false, "interrupted for nothing");
            }
        }
    }

    /** Two threads that hand a turn to each other on a monitor, without timeouts; one sleeps in between. */
    static void pair(int index, List<Thread> threads) {
        Object turnstile = new Object();
        int[] turn = {0};
        for (int side = 0; side < 2; side++) {
            int mine = side;
            threads.add(new Thread(() -> {
                try {
                    for (int i = 0; !stop || turn[0] != mine; i++) {
                        synchronized (turnstile) {
                            while (turn[0] != mine) {
                                if (stop) return;
                                turnstile.wait();
                            }
                            turn[0] = 1 - mine;
                            turnstile.notify();
                        }
                        operations.incrementAndGet();
                        if (mine == 0) LockSupport.parkNanos(1_000_003 + index);
                        if (stop) break;
                    }
                    synchronized (turnstile) { turnstile.notifyAll(); }
                } catch (InterruptedException e) {
                    check(false, "pair interrupted");
                }
            }, "pair" + index + "-" + side));
        }
    }

    public static void main(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[0]);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int index = i;
            threads.add(new Thread(() -> {
                try {
                    worker(index);
                } catch (Throwable e) {
                    check(false, e.toString());
                    e.printStackTrace(System.out);
                }
            }, "worker" + i));
        }
        for (int i = 0; i < 3; i++) pair(i, threads);
        for (Thread thread : threads) thread.start();
        Thread watch = new Thread(() -> {
            try {
                Thread.sleep(seconds * 1000L);
            } catch (InterruptedException e) {
                return;
            }
            stop = true;
        }, "real-watch");
        watch.start();
        watch.join();
        for (Thread thread : threads) {
            thread.join(3_600_000);
            if (thread.isAlive()) {
                for (Object monitor : monitors) synchronized (monitor) { monitor.notifyAll(); }
                thread.join(3_600_000);
                check(!thread.isAlive(), "ends: " + thread);
            }
        }
        System.err.println("operations=" + operations);
        System.out.println("errors=" + errors);
        System.exit(0);
    }
}
