import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Prints, a line each, {@code NAME NANOSECONDS}: the low decile over many short windows of what the agent must not slow
 * down while no world is open. Uses nothing of the agent.
 */
public final class IdleLoops {
    private static final int WINDOWS = 300;
    private static final Object LOCK = new Object();
    static volatile int turn;
    static volatile long sink;
    static int counter;

    private IdleLoops() {}

    private interface Loop {
        void run(int n) throws InterruptedException;
    }

    public static void main(String[] args) throws InterruptedException {
        report("nanoTime", IdleLoops::nanoTime, 50_000);
        report("park-self", IdleLoops::parkSelf, 20_000);
        report("synchronized", IdleLoops::enter, 200_000);
        report("notify", IdleLoops::notifyNobody, 50_000);
        pair("park-pair", IdleLoops::parkTurns);
        pair("wait-pair", IdleLoops::waitTurns);
    }

    private static void report(String name, Loop loop, int n) throws InterruptedException {
        for (int i = 0; i < WINDOWS / 2; i++) loop.run(n);
        double[] windows = new double[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            long start = System.nanoTime();
            loop.run(n);
            windows[i] = (System.nanoTime() - start) / (double) n;
        }
        print(name, windows);
    }

    private interface Turns {
        void take(int mine, Thread other, int n) throws InterruptedException;
    }

    /** Hand-overs between two threads; the windows are laid on the main thread's own turns. */
    private static void pair(String name, Turns turns) throws InterruptedException {
        final int windows = WINDOWS;
        final int n = 250;
        turn = 0;
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < 2 * windows; i++) turns.take(1, main, n);
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        });
        other.start();
        double[] times = new double[windows];
        for (int i = 0; i < 2 * windows; i++) {
            long start = System.nanoTime();
            turns.take(0, other, n);
            if (i >= windows) times[i - windows] = (System.nanoTime() - start) / (2.0 * n);
        }
        other.join();
        print(name, times);
    }

    private static void print(String name, double[] windows) {
        Arrays.sort(windows);
        System.out.println(name + " " + windows[windows.length / 10]);
    }

    private static void nanoTime(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += System.nanoTime();
        sink = sum;
    }

    private static void parkSelf(int n) {
        Thread self = Thread.currentThread();
        for (int i = 0; i < n; i++) {
            LockSupport.unpark(self);
            LockSupport.park();
        }
    }

    private static void enter(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (LOCK) {
                counter++;
            }
        }
    }

    private static void notifyNobody(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (LOCK) {
                LOCK.notify();
            }
        }
    }

    private static void parkTurns(int mine, Thread other, int n) {
        for (int i = 0; i < n; i++) {
            while (turn != mine) LockSupport.park();
            turn = 1 - mine;
            LockSupport.unpark(other);
        }
    }

    private static void waitTurns(int mine, Thread other, int n) throws InterruptedException {
        synchronized (LOCK) {
            for (int i = 0; i < n; i++) {
                while (turn != mine) LOCK.wait();
                turn = 1 - mine;
                LOCK.notify();
            }
        }
    }
}
