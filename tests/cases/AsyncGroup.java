// what: an asynchronous channel whose peer is in the same program waits in virtual time, also when the group's selector has known a listening socket that is closed, or dormant
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class AsyncGroup {
    static void readFor(boolean close) throws Exception {
        AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open();
        var accepting = server.accept();
        client.connect(server.getLocalAddress()).get();
        AsynchronousSocketChannel accepted = accepting.get();
        if (close) {
            server.close();
        }
        var reading = client.read(ByteBuffer.allocate(9));
        try {
            System.out.println("read " + reading.get(60, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            System.out.println("timed out at " + Instant.now());
        }
        accepted.write(ByteBuffer.wrap(new byte[5])).get();
        System.out.println("read " + reading.get(60, TimeUnit.SECONDS) + " at " + Instant.now());
    }

    public static void main(String[] args) throws Exception {
        readFor(true);
        readFor(false);
        System.exit(0);
    }
}
