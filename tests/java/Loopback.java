import dev.tickless.VirtualTime;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/**
 * A client and a server of one world: each request names how long its answer takes, up to a millisecond less than the
 * client's timeout, which may never fire. Arguments: worlds one after another, requests in each, {@code socket} or
 * {@code selector} for the client.
 */
public class Loopback {
    static final int TIMEOUT = 30_000;

    interface Client {
        /** The answer, or -1 after the timeout. */
        int ask(int millis) throws IOException;
    }

    static Client socket(InetSocketAddress server) throws IOException {
        Socket socket = new Socket(server.getAddress(), server.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        return millis -> {
            out.writeInt(millis);
            try {
                return in.readInt();
            } catch (SocketTimeoutException e) {
                return -1;
            }
        };
    }

    static Client selector(InetSocketAddress server) throws IOException {
        SocketChannel channel = SocketChannel.open(server);
        channel.configureBlocking(false);
        Selector selector = Selector.open();
        channel.register(selector, SelectionKey.OP_READ);
        ByteBuffer buffer = ByteBuffer.allocate(4);
        return millis -> {
            buffer.clear().putInt(millis).flip();
            while (buffer.hasRemaining()) channel.write(buffer);
            buffer.clear();
            while (buffer.hasRemaining()) {
                if (selector.select(TIMEOUT) == 0) return -1;
                selector.selectedKeys().clear();
                if (channel.read(buffer) < 0) throw new IOException("closed");
            }
            return buffer.flip().getInt();
        };
    }

    static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            for (int millis; (millis = in.readInt()) >= 0;) {
                Thread.sleep(millis);
                out.writeInt(millis + 1);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        int worlds = Integer.parseInt(args[0]), requests = Integer.parseInt(args[1]);
        long timeouts = 0, wrong = 0, inexact = 0;
        for (int world = 0; world < worlds; world++) {
            try (VirtualTime time = VirtualTime.builder().startAt(Instant.EPOCH).autoAdvance(true).open();
                    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread serving = new Thread(() -> serve(server));
                serving.start();
                InetSocketAddress address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
                Client client = args[2].equals("socket") ? socket(address) : selector(address);
                Random random = new Random(world);
                for (int i = 0; i < requests; i++) {
                    // Often the longest, which a slip of time would overtake first; sometimes at once.
                    int millis = switch (random.nextInt(4)) {
                        case 0 -> TIMEOUT - 1;
                        case 1 -> 0;
                        default -> random.nextInt(TIMEOUT);
                    };
                    Duration before = time.elapsed();
                    int answer = client.ask(millis);
                    if (answer < 0) timeouts++;
                    else if (answer != millis + 1) wrong++;
                    if (!time.elapsed().equals(before.plusMillis(millis))) inexact++;
                }
                client.ask(-1_000_000);
                serving.join();
            } catch (IOException e) {
                // The last request is answered by closing.
                if (!"closed".equals(e.getMessage()) && !(e instanceof java.io.EOFException)) throw e;
            }
        }
        System.out.println("requests=" + (long) worlds * requests + " timeouts=" + timeouts + " wrong=" + wrong + " inexact=" + inexact);
    }
}
