package forms;

import java.io.Serializable;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.Date;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A call of each kind in each form that javac knows, and look-alikes that are none. */
public class Forms {
    interface Sleeper {
        void sleep(long millis) throws InterruptedException;
    }

    interface SerializableClock extends LongSupplier, Serializable {
    }

    static long plain() {
        return System.nanoTime();
    }

    static long twice() {
        return System.nanoTime() - System.nanoTime();
    }

    static LongSupplier reference() {
        return System::nanoTime;
    }

    static Supplier<Date> constructor() {
        return Date::new;
    }

    static Sleeper bound(TimeUnit unit) {
        return unit::sleep;
    }

    static LongSupplier lambda() {
        return () -> System.currentTimeMillis();
    }

    static Supplier<LongSupplier> lambdaInLambda() {
        return () -> () -> {
            LongSupplier reference = System::currentTimeMillis;
            return reference.getAsLong() + System.nanoTime();
        };
    }

    static SerializableClock serializable() {
        return System::nanoTime;
    }

    static LocalDateTime explicitClock(Clock clock) {
        return LocalDateTime.now(clock);
    }

    void timedWait() throws InterruptedException {
        synchronized (this) {
            wait(10);
            wait();
        }
    }

    /** Unqualified calls in a Thread subclass name the subclass as their owner. */
    static class Worker extends Thread {
        @Override
        public void run() {
            try {
                sleep(1);
                join(2);
            } catch (InterruptedException stop) {
                interrupt();
            }
        }
    }

    static class Grandchild extends Worker {
        static void rest() throws InterruptedException {
            sleep(3, 4);
        }
    }

    /** Its own static sleep hides the one of Thread. */
    static class Sleepless extends Thread {
        public static void sleep(long millis) {
        }

        static void rest() {
            sleep(1);
        }

        static void really() throws InterruptedException {
            sleep(1, 1);
        }
    }

    static class MoreSleepless extends Sleepless {
        static void rest() {
            sleep(1);
        }
    }

    /** Not a Thread at all. */
    static class Sleeping {
        static void sleep(long millis) {
        }

        static void rest() {
            sleep(1);
        }
    }

    /** An override with a narrower type is still a schedule. */
    static class Pool extends ScheduledThreadPoolExecutor {
        Pool(ThreadFactory factory) {
            super(1, factory);
        }

        void later(Runnable task) {
            schedule(task, 1, TimeUnit.SECONDS);
        }

        <V> ScheduledFuture<V> soon(Callable<V> task) {
            return super.schedule(task, 1, TimeUnit.SECONDS);
        }
    }

    /** The clock's time as a field of a subclass of Date. */
    static class Stamp extends Date {
        private static final long serialVersionUID = 1;
    }
}
