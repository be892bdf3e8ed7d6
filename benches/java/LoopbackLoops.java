import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * Prints, a line each, {@code NAME NANOSECONDS}: request and response over loopback, the low decile over many windows. Uses
 * nothing of the agent.
 */
public final class LoopbackLoops {
    private static final int WINDOWS = 60;
    private static final int PAIRS = 500;
    private static final int BYTES = 64;
    private static final int TIMEOUT = 30_000;

    private LoopbackLoops() {}

    private interface Exchange {
        void pair() throws IOException;
    }

    public static void main(String[] args) throws Exception {
        sockets();
        channels();
    }

    private static void report(String name, Exchange exchange) throws IOException {
        double[] windows = new double[WINDOWS];
        for (int i = -WINDOWS; i < WINDOWS; i++) {
            long start = System.nanoTime();
            for (int n = 0; n < PAIRS; n++) exchange.pair();
            if (i >= 0) windows[i] = (System.nanoTime() - start) / (double) PAIRS;
        }
        Arrays.sort(windows);
        System.out.println(name + " " + windows[WINDOWS / 10]);
    }

    private static void sockets() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread serving = new Thread(() -> echo(server));
            serving.start();
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(TIMEOUT);
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream();
                byte[] bytes = new byte[BYTES];
                report("sockets", () -> {
                    out.write(bytes);
                    if (in.readNBytes(bytes, 0, BYTES) != BYTES) throw new IOException("short");
                });
            }
            serving.join();
        }
    }

    private static void echo(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            byte[] bytes = new byte[BYTES];
            while (in.readNBytes(bytes, 0, BYTES) == BYTES) out.write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void channels() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(null, 1)) {
            Thread serving = new Thread(() -> {
                try (SocketChannel channel = server.accept()) {
                    serve(channel);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            serving.start();
            int port = server.socket().getLocalPort();
            try (SocketChannel channel = SocketChannel.open(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                    Selector selector = Selector.open()) {
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ);
                ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
                report("selectors", () -> {
                    buffer.clear();
                    while (buffer.hasRemaining()) channel.write(buffer);
                    if (!fill(channel, selector, buffer)) throw new IOException("short");
                });
            }
            serving.join();
        }
    }

    private static void serve(SocketChannel channel) throws IOException {
        try (Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
            while (fill(channel, selector, buffer)) {
                buffer.flip();
                while (buffer.hasRemaining()) channel.write(buffer);
            }
        }
    }

    private static boolean fill(SocketChannel channel, Selector selector, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            selector.select(TIMEOUT);
            selector.selectedKeys().clear();
            if (channel.read(buffer) < 0) return false;
        }
        return true;
    }
}
