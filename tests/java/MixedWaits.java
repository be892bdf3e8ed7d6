import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

import dev.tickless.VirtualTime;
import java.time.Duration;

/**
 * Sixteen threads use every kind of timed wait with distinct periods; the log of who woke when must be the same in each
 * run, and the same whether time moves by itself or by advance. Prints how many different logs there were, and a hash.
 */
public class MixedWaits {
    interface Body {
        void run() throws Exception;
    }

    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private VirtualTime time;
    private long start;

    private void log(String what) {
        log.add(System.nanoTime() - start + " " + what);
    }

    private void thread(int index, Body body) {
        Thread thread = new Thread(() -> {
            try {
                LockSupport.parkNanos(index * 1003L);
                body.run();
            } catch (Throwable e) {
                log("!! " + index + " " + e);
                e.printStackTrace();
            }
        }, "w" + index);
        threads.add(thread);
        thread.start();
    }

    String run(boolean auto) throws Exception {
        try (VirtualTime opened = VirtualTime.builder().autoAdvance(auto).open()) {
            time = opened;
            start = System.nanoTime();
            Object first = new Object(), second = new Object();
            ReentrantLock lock = new ReentrantLock();
            Condition condition = lock.newCondition();
            LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
            CountDownLatch latch = new CountDownLatch(1);
            Semaphore semaphore = new Semaphore(0);
            thread(1, () -> { for (int i = 0; i < 20; i++) { Thread.sleep(101); log("sleep" + i); } });
            thread(2, () -> { for (int i = 0; i < 20; i++) { LockSupport.parkNanos(37_000_000); log("park" + i); } });
            thread(3, () -> {
                for (int i = 0; i < 6; i++) synchronized (first) {
                    first.wait(250);
                    log("timed wait" + i);
                    first.wait(1000);
                    log("notified wait" + i);
                }
            });
            thread(4, () -> {
                for (int i = 0; i < 8; i++) {
                    Thread.sleep(300);
                    log("notify" + i);
                    synchronized (first) { first.notify(); }
                }
            });
            thread(5, () -> {
                for (int i = 0; i < 6; i++) {
                    lock.lock();
                    try {
                        log("await" + i + (condition.awaitNanos(130_000_000) <= 0));
                        log("signalled" + i + (condition.awaitNanos(1_000_000_000) > 0));
                    } finally {
                        lock.unlock();
                    }
                }
            });
            thread(6, () -> {
                for (int i = 0; i < 10; i++) {
                    Thread.sleep(200);
                    log("signal" + i);
                    lock.lock();
                    condition.signal();
                    lock.unlock();
                }
            });
            thread(7, () -> { for (int i = 0; i < 12; i++) log("poll" + i + " " + queue.poll(111, TimeUnit.MILLISECONDS)); });
            thread(8, () -> { for (int i = 0; i < 5; i++) { Thread.sleep(333); log("offer" + i); queue.add(i); } });
            thread(9, () -> {
                log("latch " + latch.await(77, TimeUnit.MILLISECONDS));
                for (int i = 0; i < 5; i++) log("semaphore" + i + semaphore.tryAcquire(95, TimeUnit.MILLISECONDS));
                log("latch again " + latch.await(5, TimeUnit.SECONDS));
            });
            thread(10, () -> {
                for (int i = 0; i < 5; i++) {
                    try {
                        new CompletableFuture<String>().orTimeout(143, TimeUnit.MILLISECONDS).join();
                    } catch (CompletionException e) {
                        log("orTimeout" + i + " " + e.getCause().getClass().getSimpleName());
                    }
                }
                latch.countDown();
            });
            thread(11, () -> {
                Timer timer = new Timer();
                int[] count = {0};
                timer.schedule(new TimerTask() {
                    @Override public void run() {
                        log("timer" + count[0]);
                        if (++count[0] == 6) timer.cancel();
                    }
                }, 170, 170);
            });
            Thread sleeper = new Thread(() -> {
                try {
                    Thread.sleep(1234);
                } catch (InterruptedException e) {
                    log("!! " + e);
                }
            });
            sleeper.start();
            thread(12, () -> { for (int i = 0; i < 20 && sleeper.isAlive(); i++) { sleeper.join(93); log("join" + i + sleeper.isAlive()); } });
            thread(13, () -> { for (int i = 0; i < 8; i++) { synchronized (second) { log("holds " + i); Thread.sleep(50); } Thread.sleep(70); } });
            thread(14, () -> { for (int i = 0; i < 12; i++) { Thread.sleep(61); synchronized (second) { log("contends " + i); } } });
            thread(15, () -> {
                Thread self = Thread.currentThread();
                Thread waker = new Thread(() -> {
                    try {
                        Thread.sleep(407);
                    } catch (InterruptedException e) {
                        log("!! " + e);
                    }
                    self.interrupt();
                });
                waker.start();
                try {
                    Thread.sleep(10_000);
                } catch (InterruptedException e) {
                    log("interrupted");
                }
                waker.join();
            });
            ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(2);
            pool.scheduleAtFixedRate(() -> log("rate"), 89, 89, TimeUnit.MILLISECONDS);
            pool.scheduleWithFixedDelay(() -> log("delay"), 97, 97, TimeUnit.MILLISECONDS);
            if (!auto) for (int i = 0; i < 400; i++) time.advance(Duration.ofMillis(10));
            for (Thread thread : threads) {
                if (!auto && thread.isAlive()) System.out.println("alive " + thread + "\n" + time.describe());
                thread.join();
            }
            if (auto) Thread.sleep(4_000 - (System.nanoTime() - start) / 1_000_000);
            pool.shutdownNow();
            pool.awaitTermination(1, TimeUnit.SECONDS);
            sleeper.join();
        }
        return String.join("\n", log);
    }

    public static void main(String[] args) throws Exception {
        int runs = Integer.parseInt(args[0]);
        boolean auto = args[1].equals("auto");
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < runs; i++) seen.merge(new MixedWaits().run(auto), 1, Integer::sum);
        String one = seen.keySet().iterator().next();
        System.out.println("different=" + seen.size() + " lines=" + one.lines().count() + " hash=" + Integer.toHexString(one.hashCode()));
        if (seen.size() > 1) {
            List<String> logs = new ArrayList<>(seen.keySet());
            List<String> a = logs.get(0).lines().toList(), b = logs.get(1).lines().toList();
            for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
                String x = i < a.size() ? a.get(i) : "-", y = i < b.size() ? b.get(i) : "-";
                if (!x.equals(y)) System.out.println("line " + i + ": " + x + " | " + y);
            }
        }
    }
}
