// what: with outside=ignore what only the outside can end does not hold time: connects to a server that does not answer and a process that does not end time out at exactly 60 s
// run: world --start 2026-01-01T00:00:00Z --opt outside=ignore
// jdk: 17+
// real-limit: 40
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

public class IoOutside {
    static final InetAddress LOCAL = InetAddress.getLoopbackAddress();
    static final int TIMEOUT = 60_000;

    interface Wait {
        Object end() throws Exception;
    }

    static void run(String name, Wait wait) {
        Instant start = Instant.now();
        Object result;
        try {
            result = wait.end();
        } catch (Exception e) {
            result = e.getClass().getSimpleName();
        }
        System.out.println(name + ": " + result + " after " + Duration.between(start, Instant.now()).toSeconds() + " s");
    }

    public static void main(String[] args) throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOCAL, 0), 1);
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        // The kernel answers no more connects once the server's queue is full.
        List<SocketChannel> fillers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SocketChannel filler = SocketChannel.open();
            filler.configureBlocking(false);
            filler.connect(address);
            fillers.add(filler);
        }
        run("Socket.connect", () -> {
            try (Socket socket = new Socket()) {
                socket.connect(address, TIMEOUT);
                return "connected";
            }
        });
        run("SocketChannel adaptor, connect", () -> {
            try (SocketChannel channel = SocketChannel.open()) {
                channel.socket().connect(address, TIMEOUT);
                return "connected";
            }
        });
        HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofMillis(TIMEOUT)).version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + LOCAL.getHostAddress() + ":" + address.getPort() + "/")).build();
        run("HttpClient, connect", () -> client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
        Process process = new ProcessBuilder("sleep", "1000").start();
        run("Process.waitFor", () -> process.waitFor(TIMEOUT, TimeUnit.MILLISECONDS));
        run("Process.onExit", () -> process.onExit().get(TIMEOUT, TimeUnit.MILLISECONDS));
        process.destroy();
        process.onExit().get();
        System.out.println(fillers.size() + " connections wait");
        System.exit(0);
    }
}
