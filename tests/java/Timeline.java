import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A worker sleeps an hour and lets main go; a second one waits a minute for a monitor's notification that never comes. */
public class Timeline {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Object lock = new Object();
        Thread worker = new Thread(() -> {
            try {
                Thread.sleep(3_600_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            done.countDown();
        }, "worker");
        Thread watcher = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(60_000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }, "watcher");
        worker.start();
        watcher.start();
        done.await(2, TimeUnit.HOURS);
    }
}
