package dev.tickless;

import java.util.function.BooleanSupplier;

/** Starts the named threads of the tests with a loaded agent. */
final class Threads {
    private Threads() {}

    /** What a thread does; an interrupt ends it without a word. */
    interface Body {
        void run() throws Exception;
    }

    /** Starts a thread: a participant if the caller is one. */
    static Thread start(String name, Body body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (InterruptedException e) {
                        // The test is over.
                    } catch (Exception e) {
                        throw new IllegalStateException(name, e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Starts a thread that stays on real time, whoever calls. */
    static Thread startOutside(VirtualTime time, String name, Body body) throws Exception {
        return time.real(() -> start(name, body));
    }

    /** Interrupts the thread and waits for its end; for threads that would wait on. */
    static void end(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
    }

    /** Waits in real time until the condition holds; for what happens on threads that nobody can join. */
    static void awaitReal(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within 20 s: " + what);
            }
            Thread.sleep(1);
        }
    }
}
