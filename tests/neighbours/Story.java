package story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** The one program that runs beside every neighbour: each kind of wait, each clock, the same lines each time. */
public class Story {
    private final long nanos = System.nanoTime();
    private final Instant start = Instant.now();

    public static void main(String[] args) throws Exception {
        new Story().tell();
    }

    private String now() {
        long ran = System.nanoTime() - nanos;
        Instant now = Instant.now();
        boolean agree = now.toEpochMilli() == System.currentTimeMillis() && now.toEpochMilli() == new Date().getTime()
                && now.equals(LocalDateTime.now(ZoneOffset.UTC).toInstant(ZoneOffset.UTC)) && Duration.between(start, now).toNanos() == ran;
        return now + (agree ? "" : ", and the clocks disagree");
    }

    private void tell() throws Exception {
        List<String> ticks = Collections.synchronizedList(new ArrayList<>());
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        CountDownLatch ticked = new CountDownLatch(144);
        pool.scheduleAtFixedRate(() -> {
            if (ticks.size() < 144) ticks.add(now());
            ticked.countDown();
        }, 10, 10, TimeUnit.MINUTES);
        ticked.await();
        pool.shutdownNow();
        System.out.println(ticks.size() + " ticks from " + ticks.get(0) + " to " + ticks.get(143));

        List<String> sleepers = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int hours = 5; hours >= 1; hours--) {
            int length = hours;
            Thread thread = new Thread(() -> {
                sleep(length * 3_600_000L);
                sleepers.add(length + " h: " + now());
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) thread.join();
        sleepers.forEach(System.out::println);

        Object monitor = new Object();
        boolean[] told = {false};
        Thread notifier = new Thread(() -> {
            sleep(20 * 60_000);
            synchronized (monitor) {
                told[0] = true;
                monitor.notifyAll();
            }
        });
        synchronized (monitor) {
            notifier.start();
            while (!told[0]) monitor.wait(30 * 60_000);
            System.out.println("told: " + now());
            long deadline = System.nanoTime() + Duration.ofMinutes(30).toNanos();
            while (System.nanoTime() < deadline) monitor.wait((deadline - System.nanoTime()) / 1_000_000);
            System.out.println("not told: " + now());
        }
        LockSupport.parkNanos(1);
        System.out.println("parked: " + now());
        CompletableFuture<String> late = new CompletableFuture<String>().completeOnTimeout("late", 90, TimeUnit.SECONDS);
        System.out.println(late.get() + ": " + now());
        long moved = 0;
        do {
            // Enough for the JVM's own compilers to take part.
            for (int i = 0; i < 200_000; i++) moved |= System.nanoTime() - nanos ^ Duration.between(start, Instant.now()).toNanos();
        } while (!isCompiled());
        System.out.println("many reads: " + (moved == 0 ? "time stands still" : "time moved"));
        LongSupplier reference = System::nanoTime;
        System.out.println("reference " + (reference.getAsLong() - nanos));
        System.out.println("reflection " + ((long) System.class.getMethod("nanoTime").invoke(null) - nanos));
    }

    /** Does the log of a compiler, if one is to be waited for, tell that it has compiled the clock? */
    private static boolean isCompiled() throws IOException {
        String log = System.getProperty("reads.until");
        return log == null || Files.exists(Path.of(log)) && Files.readString(Path.of(log)).contains("Ljava/lang/TicklessClock;");
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
