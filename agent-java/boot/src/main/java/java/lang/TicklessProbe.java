package java.lang;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What {@code tickless doctor} runs on each JDK: every channel once, in a world with auto-advance, compared exactly.
 * Defined into the JVM for that purpose only.
 */
public final class TicklessProbe {
    private static final long MILLIS = 1_000, NANOS = MILLIS * 1_000_000;
    private static final int VIRTUAL_THREADS_SINCE = 21;
    private static final int ACCESSOR_CALLS = 20;

    private final List<String> lines = new ArrayList<>();

    private TicklessProbe() {}

    /** Rows of {@code name TAB group TAB status TAB detail}; the world stands at {@code start}. */
    private static String[] run(String start) throws Exception {
        TicklessProbe probe = new TicklessProbe();
        probe.clocks(Instant.parse(start));
        probe.waits();
        probe.io();
        probe.files();
        probe.virtualThreads();
        return probe.lines.toArray(new String[0]);
    }

    private void row(String name, String group, Callable<Object> test) {
        String detail;
        try {
            Object wrong = test.call();
            detail = wrong == null ? "" : wrong.toString();
        } catch (Throwable e) {
            detail = e.toString();
        }
        lines.add(name + "\t" + group + "\t" + (detail.isEmpty() ? "ok" : "missing") + "\t" + detail);
    }

    private void clock(String name, Object expected, Callable<Object> read) {
        row(name, "clock", () -> {
            Object got = read.call();
            return expected.equals(got) ? null : "read " + got + " at " + expected;
        });
    }

    private void clocks(Instant now) {
        long millis = now.toEpochMilli();
        clock("System.currentTimeMillis", millis, System::currentTimeMillis);
        row("System.nanoTime", "clock", () -> {
            // It stands still while a participant runs.
            long before = System.nanoTime();
            Object[] work = new Object[1_000];
            for (int i = 0; i < work.length; i++) work[i] = Integer.toString(i);
            long after = System.nanoTime();
            return before == after ? null : "moved by " + (after - before) + " ns while its thread ran";
        });
        clock("new Date", millis, () -> new Date().getTime());
        clock("Calendar.getInstance", millis, () -> Calendar.getInstance().getTimeInMillis());
        clock("Instant.now", now, Instant::now);
        clock("Clock.systemUTC", now, () -> Clock.systemUTC().instant());
        clock("Method.invoke", millis, () -> {
            Method clock = System.class.getMethod("currentTimeMillis");
            // After some calls 17 makes an accessor class.
            for (int i = 0; i < ACCESSOR_CALLS; i++) clock.invoke(null);
            return clock.invoke(null);
        });
        clock("MethodHandle.invoke", millis, () -> {
            try {
                return (long) MethodHandles.lookup().findStatic(System.class, "currentTimeMillis", MethodType.methodType(long.class)).invoke();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        clock("LocalDateTime.now", now, () -> LocalDateTime.now(ZoneOffset.UTC).toInstant(ZoneOffset.UTC));
    }

    /** A wait of one second must take exactly that on both clocks. */
    private void wait(String name, String group, Callable<Object> wait) {
        row(name, group, () -> {
            long nanos = System.nanoTime(), millis = System.currentTimeMillis();
            wait.call();
            long tookNanos = System.nanoTime() - nanos, tookMillis = System.currentTimeMillis() - millis;
            return tookNanos == NANOS && tookMillis == MILLIS ? null : "1 s took " + tookNanos + " ns and " + tookMillis + " ms";
        });
    }

    private void waits() {
        wait("Thread.sleep", "wait", () -> { Thread.sleep(MILLIS); return null; });
        wait("Object.wait", "wait", () -> { synchronized (this) { wait(MILLIS); } return null; });
        wait("Object.notify", "wait", () -> {
            Thread waker = later(() -> { synchronized (this) { notify(); } });
            synchronized (this) { waker.start(); wait(); }
            waker.join();
            return null;
        });
        wait("LockSupport.parkNanos", "wait", () -> { LockSupport.parkNanos(NANOS); return null; });
        row("LockSupport.parkUntil", "wait", () -> {
            long deadline = System.currentTimeMillis() + MILLIS;
            LockSupport.parkUntil(deadline);
            long now = System.currentTimeMillis();
            return now == deadline ? null : "returned at " + now + " for " + deadline;
        });
        wait("LockSupport.unpark", "wait", () -> {
            Thread main = Thread.currentThread();
            Thread waker = later(() -> LockSupport.unpark(main));
            waker.start();
            LockSupport.park();
            waker.join();
            return null;
        });
        wait("Thread.join", "wait", () -> { Thread.currentThread().join(MILLIS); return null; });
        wait("Thread.interrupt", "wait", () -> {
            Thread main = Thread.currentThread();
            Thread waker = later(main::interrupt);
            waker.start();
            try {
                Thread.sleep(10 * MILLIS);
            } catch (InterruptedException e) {
                waker.join();
                LockSupport.parkNanos(1); // the permit that an interrupt leaves
            }
            return null;
        });
        wait("synchronized", "wait", () -> {
            CountDownLatch owned = new CountDownLatch(1);
            Thread owner = new Thread(() -> { synchronized (lines) { owned.countDown(); sleep(MILLIS); } });
            owner.start();
            owned.await();
            synchronized (lines) { owner.join(); }
            return null;
        });
        wait("ReentrantLock.tryLock", "java.util.concurrent", () -> {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            Thread contender = new Thread(() -> {
                try {
                    lock.tryLock(MILLIS, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            contender.start();
            contender.join();
            return null;
        });
        wait("BlockingQueue.poll", "java.util.concurrent", () -> new LinkedBlockingQueue<>().poll(MILLIS, TimeUnit.MILLISECONDS));
        wait("ScheduledThreadPoolExecutor", "java.util.concurrent", () -> {
            ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
            pool.schedule(() -> null, MILLIS, TimeUnit.MILLISECONDS).get();
            pool.shutdown();
            return pool.awaitTermination(1, TimeUnit.MINUTES);
        });
        wait("CompletableFuture.orTimeout", "java.util.concurrent", () -> {
            try {
                return new CompletableFuture<>().orTimeout(MILLIS, TimeUnit.MILLISECONDS).join();
            } catch (java.util.concurrent.CompletionException e) {
                return null;
            }
        });
        wait("ForkJoinPool", "java.util.concurrent", () -> ForkJoinPool.commonPool().submit(() -> sleep(MILLIS)).get());
        wait("java.util.Timer", "timer", () -> {
            CountDownLatch fired = new CountDownLatch(1);
            Timer timer = new Timer(true);
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    fired.countDown();
                }
            }, MILLIS);
            fired.await();
            timer.cancel();
            return null;
        });
    }

    private void io() {
        InetAddress local = InetAddress.getLoopbackAddress();
        wait("Selector.select", "io", () -> { try (Selector selector = Selector.open()) { return selector.select(MILLIS); } });
        wait("ServerSocket.accept", "io", () -> {
            try (ServerSocket server = new ServerSocket(0, 1, local)) {
                server.setSoTimeout((int) MILLIS);
                return server.accept();
            } catch (SocketTimeoutException e) {
                return null;
            }
        });
        wait("Socket.read", "io", () -> {
            try (ServerSocket server = new ServerSocket(0, 1, local);
                    Socket client = new Socket(local, server.getLocalPort());
                    Socket accepted = server.accept()) {
                client.setSoTimeout((int) MILLIS);
                InputStream in = client.getInputStream();
                return in.read();
            } catch (SocketTimeoutException e) {
                return null;
            }
        });
        wait("DatagramSocket.receive", "io", () -> {
            try (DatagramSocket socket = new DatagramSocket(0, local)) {
                socket.setSoTimeout((int) MILLIS);
                socket.receive(new DatagramPacket(new byte[1], 1));
                return null;
            } catch (SocketTimeoutException e) {
                return null;
            }
        });
    }

    private void files() {
        wait("WatchService.poll", "io", () -> {
            Path folder = Files.createTempDirectory("tickless");
            try (WatchService service = folder.getFileSystem().newWatchService()) {
                folder.register(service, StandardWatchEventKinds.ENTRY_CREATE);
                return service.poll(MILLIS, TimeUnit.MILLISECONDS);
            } finally {
                Files.delete(folder);
            }
        });
    }

    private void virtualThreads() {
        virtual("virtual Thread.sleep", () -> sleep(MILLIS));
        virtual("virtual LockSupport.parkNanos", () -> LockSupport.parkNanos(NANOS));
        virtual("virtual Object.wait", () -> {
            Object monitor = new Object();
            synchronized (monitor) {
                try {
                    monitor.wait(MILLIS);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
    }

    private void virtual(String name, Runnable body) {
        if (Runtime.version().feature() < VIRTUAL_THREADS_SINCE) {
            lines.add(name + "\tvirtual threads\tabsent\t");
            return;
        }
        wait(name, "virtual threads", () -> {
            // By reflection: this class is compiled for 17.
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            ((Thread) start.invoke(null, body)).join();
            return null;
        });
    }

    private static Thread later(Runnable action) {
        return new Thread(() -> {
            sleep(MILLIS);
            action.run();
        });
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
