// what: monitors under contention: a sleeper inside synchronized, one notify among three waiters, an interrupt at a deadline, joins, untimed waits
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// real-limit: 20
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

public class Contention {
    static final Object monitor = new Object();
    static final long start = System.nanoTime();
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());

    interface Body {
        void run() throws Exception;
    }

    static Thread start(String name, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                log(name + " " + e.getClass().getSimpleName());
            }
        }, name);
        thread.start();
        return thread;
    }

    static void log(String what) {
        log.add(Duration.ofNanos(System.nanoTime() - start) + " " + what);
    }

    static void sleeperInside() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        Thread sleeper = start("sleeper", () -> {
            synchronized (monitor) {
                inside.countDown();
                Thread.sleep(3_600_000);
                log("sleeper leaves");
            }
        });
        inside.await();
        List<Thread> contenders = new ArrayList<>();
        for (int i = 0; i < 4; i++) contenders.add(start("contender", () -> { synchronized (monitor) { log("contender enters"); Thread.sleep(60_000); } }));
        Thread ticker = start("ticker", () -> { for (int i = 1; i <= 3; i++) { Thread.sleep(20 * 60_000); if (i < 3) log("ticker"); } });
        sleeper.join();
        ticker.join();
        for (Thread contender : contenders) contender.join();
    }

    static void oneNotify() throws Exception {
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int index = i;
            Thread waiter = start("waiter" + i, () -> {
                Thread.sleep(1_000 * (index + 1));
                synchronized (monitor) {
                    monitor.wait();
                    log("waiter" + index + " woken");
                }
            });
            waiters.add(waiter);
        }
        Thread.sleep(10_000);
        for (int i = 0; i < 3; i++) {
            synchronized (monitor) { monitor.notify(); }
            Thread.sleep(5_000);
            log("still waiting: " + waiters.stream().filter(Thread::isAlive).count());
        }
        for (Thread waiter : waiters) waiter.join();
    }

    static void interruptAtTheDeadline() throws Exception {
        // Registered first: the sleep is over when the interrupt comes at the same instant.
        Thread sleeper = start("deadline", () -> {
            Thread.sleep(30_000);
            log("slept, interrupted=" + Thread.currentThread().isInterrupted());
        });
        while (sleeper.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
        Thread.sleep(30_000);
        sleeper.interrupt();
        sleeper.join();
        Thread early = start("early", () -> Thread.sleep(30_000));
        Thread.sleep(29_999);
        early.interrupt();
        early.join();
        Thread waiting = start("waiting", () -> { synchronized (log) { log.wait(30_000); } });
        Thread.sleep(10_000);
        waiting.interrupt();
        waiting.join();
    }

    static void joins() throws Exception {
        Thread worker = start("worker", () -> Thread.sleep(7_000));
        worker.join(5_000);
        log("join(5 s): alive=" + worker.isAlive());
        worker.join(5_000);
        log("join(5 s): alive=" + worker.isAlive());
    }

    static void untimed() throws Exception {
        Thread parked = start("parked", () -> { LockSupport.park(); log("unparked"); });
        Thread waiting = start("waiting", () -> { synchronized (monitor) { monitor.wait(); log("notified"); } });
        Thread.sleep(86_400_000);
        LockSupport.unpark(parked);
        parked.join();
        synchronized (monitor) { monitor.notifyAll(); }
        waiting.join();
    }

    public static void main(String[] args) throws Exception {
        sleeperInside();
        oneNotify();
        interruptAtTheDeadline();
        joins();
        untimed();
        log.forEach(System.out::println);
    }
}
