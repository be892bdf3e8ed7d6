// what: timeouts of 60 s on channel adaptors, asynchronous channels, futures, watched folders and HTTP fire at exactly 60 s; what comes at 30 s wins
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// real-limit: 40
import com.sun.net.httpserver.HttpServer;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class IoTimeouts {
    static final InetAddress LOCAL = InetAddress.getLoopbackAddress();
    static final int TIMEOUT = 60_000;
    static final ByteBuffer BYTE = ByteBuffer.wrap(new byte[] {42}).asReadOnlyBuffer();

    interface Wait {
        Object end() throws Exception;
    }

    interface Act {
        void now() throws Exception;
    }

    /** A wait, and what ends it early. */
    record Channel(Wait waiting, Act answer) {}

    interface Setup {
        Channel open() throws Exception;
    }

    static void run(String name, Setup setup) throws Exception {
        for (boolean answered : new boolean[] {false, true}) {
            Channel channel = setup.open();
            Instant start = Instant.now();
            Thread answer = new Thread(() -> {
                try {
                    Thread.sleep(TIMEOUT / 2);
                    channel.answer.now();
                } catch (Exception e) {
                    System.out.println(name + ": answer: " + e);
                }
            });
            if (answered) answer.start();
            Object result;
            try {
                result = channel.waiting.end();
            } catch (ExecutionException e) {
                result = e.getCause().getClass().getSimpleName();
            } catch (Exception e) {
                result = e.getClass().getSimpleName();
            }
            System.out.println(name + (answered ? ", answered: " : ", silent: ") + result + " after " + Duration.between(start, Instant.now()).toSeconds() + " s");
            if (answered) answer.join();
        }
    }

    static <T> T accepted(SocketChannel[] pair, java.util.function.Function<SocketChannel[], T> use) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOCAL, 0))) {
            pair[0] = SocketChannel.open(server.getLocalAddress());
            pair[1] = server.accept();
        }
        return use.apply(pair);
    }

    static Channel read() throws Exception {
        return accepted(new SocketChannel[2], pair -> new Channel(() -> {
            pair[0].socket().setSoTimeout(TIMEOUT);
            return pair[0].socket().getInputStream().read();
        }, () -> pair[1].write(BYTE.duplicate())));
    }

    static Channel accept() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOCAL, 0));
        server.socket().setSoTimeout(TIMEOUT);
        return new Channel(() -> server.socket().accept().isConnected(), () -> SocketChannel.open(server.getLocalAddress()));
    }

    static Channel receive() throws Exception {
        DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(LOCAL, 0));
        channel.socket().setSoTimeout(TIMEOUT);
        return new Channel(() -> {
            DatagramPacket packet = new DatagramPacket(new byte[9], 9);
            channel.socket().receive(packet);
            return packet.getLength();
        }, () -> {
            try (DatagramChannel sender = DatagramChannel.open()) {
                sender.send(BYTE.duplicate(), channel.getLocalAddress());
            }
        });
    }

    static Channel select() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        Selector selector = Selector.open();
        pipe.source().register(selector, SelectionKey.OP_READ);
        return new Channel(() -> selector.select(TIMEOUT), () -> pipe.sink().write(BYTE.duplicate()));
    }

    static Channel wakeup() throws Exception {
        Selector selector = Selector.open();
        return new Channel(() -> selector.select(TIMEOUT), selector::wakeup);
    }

    record Pair(AsynchronousSocketChannel client, SocketChannel accepted) {}

    static Pair asynchronous() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOCAL, 0))) {
            AsynchronousSocketChannel client = AsynchronousSocketChannel.open();
            client.connect(server.getLocalAddress()).get();
            return new Pair(client, server.accept());
        }
    }

    static Channel asynchronousRead() throws Exception {
        Pair pair = asynchronous();
        return new Channel(() -> {
            CompletableFuture<Integer> done = new CompletableFuture<>();
            pair.client.read(ByteBuffer.allocate(9), TIMEOUT, TimeUnit.MILLISECONDS, null, new CompletionHandler<Integer, Void>() {
                @Override
                public void completed(Integer count, Void nothing) {
                    done.complete(count);
                }

                @Override
                public void failed(Throwable reason, Void nothing) {
                    done.completeExceptionally(reason);
                }
            });
            return done.get();
        }, () -> pair.accepted.write(BYTE.duplicate()));
    }

    static Channel asynchronousFuture() throws Exception {
        Pair pair = asynchronous();
        return new Channel(() -> pair.client.read(ByteBuffer.allocate(9)).get(TIMEOUT, TimeUnit.MILLISECONDS), () -> pair.accepted.write(BYTE.duplicate()));
    }

    static Channel watch() throws Exception {
        Path folder = Files.createTempDirectory("story");
        WatchService service = folder.getFileSystem().newWatchService();
        folder.register(service, StandardWatchEventKinds.ENTRY_CREATE);
        return new Channel(() -> {
            WatchKey key = service.poll(TIMEOUT, TimeUnit.MILLISECONDS);
            Object result = key == null ? null : key.pollEvents().get(0).context();
            service.close();
            Files.deleteIfExists(folder.resolve("made"));
            Files.delete(folder);
            return result;
        }, () -> Files.createFile(folder.resolve("made")));
    }

    static Channel httpRequest() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(LOCAL, 0), 1);
        CompletableFuture<Void> answer = new CompletableFuture<>();
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            answer.join();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + LOCAL.getHostAddress() + ":" + server.getAddress().getPort() + "/"))
                .timeout(Duration.ofMillis(TIMEOUT)).build();
        return new Channel(() -> client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode(), () -> answer.complete(null));
    }

    public static void main(String[] args) throws Exception {
        run("SocketChannel adaptor, read", IoTimeouts::read);
        run("ServerSocketChannel adaptor, accept", IoTimeouts::accept);
        run("DatagramChannel adaptor, receive", IoTimeouts::receive);
        run("Selector on a pipe", IoTimeouts::select);
        run("Selector, wakeup", IoTimeouts::wakeup);
        run("AsynchronousSocketChannel, read with a timeout", IoTimeouts::asynchronousRead);
        run("AsynchronousSocketChannel, a future's timeout", IoTimeouts::asynchronousFuture);
        run("WatchService", IoTimeouts::watch);
        run("HttpClient to com.sun.net.httpserver", IoTimeouts::httpRequest);
        System.exit(0);
    }
}
