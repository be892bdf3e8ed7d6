import dev.tickless.VirtualTime;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** One wait of each kind in a world, each on a thread of its own; and one thread that stays on real time. */
public class FlightRecorder {
    interface Body {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Thread outside = thread("outside", () -> Thread.sleep(1));
        outside.join();
        Object lock = new Object();
        Thread[] threads;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                VirtualTime time = VirtualTime.builder().startAt(Instant.parse("2026-01-01T00:00:00Z")).open()) {
            threads = new Thread[] {
                thread("sleeper", () -> Thread.sleep(3_600_000)),
                thread("parker", () -> LockSupport.parkNanos(90_000_000_000L)),
                thread("waiter", () -> {
                    synchronized (lock) {
                        lock.wait(60_000);
                    }
                }),
                thread("reader", () -> {
                    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                        socket.setSoTimeout(30_000);
                        socket.getInputStream().read();
                    } catch (SocketTimeoutException e) {
                        System.out.println("the read timed out");
                    }
                }),
                thread("interrupted", () -> {
                    try {
                        Thread.sleep(Long.MAX_VALUE);
                    } catch (InterruptedException e) {
                        System.out.println("interrupted");
                    }
                }),
            };
            time.settle();
            time.advance(Duration.ofHours(2));
            threads[4].interrupt();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static Thread thread(String name, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, name);
        thread.start();
        return thread;
    }
}
