// what: OkHttp against a server in the same program: call and read timeouts fire, an answer just in time wins, idle connections are evicted
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: com.squareup.okhttp3:okhttp:4.12.0
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

public class OkHttpTimeouts {
    static void call(OkHttpClient client, int port, int minutes) {
        Instant start = Instant.now();
        String result;
        Request request = new Request.Builder().url("http://127.0.0.1:" + port + "/" + minutes).build();
        try (Response response = client.newCall(request).execute()) {
            result = response.code() + " " + response.body().string();
        } catch (IOException e) {
            // The message tells whether the socket or the watchdog was first: both are due at one instant.
            result = e.getClass().getSimpleName();
        }
        System.out.println("answer in " + minutes + " min: " + result + " after " + Duration.between(start, Instant.now()));
    }

    public static void main(String[] args) throws Exception {
        ExecutorService workers = Executors.newCachedThreadPool();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        server.setExecutor(workers);
        server.createContext("/", exchange -> {
            try {
                Thread.sleep(Long.parseLong(exchange.getRequestURI().getPath().substring(1)) * 60_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            byte[] body = "done".getBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        int port = server.getAddress().getPort();
        ConnectionPool pool = new ConnectionPool(5, 5, TimeUnit.MINUTES);
        OkHttpClient reads = new OkHttpClient.Builder().readTimeout(Duration.ofMinutes(60)).retryOnConnectionFailure(false).connectionPool(pool).build();
        call(reads, port, 59);
        call(reads, port, 61);
        OkHttpClient calls = reads.newBuilder().readTimeout(Duration.ZERO).callTimeout(Duration.ofMinutes(30)).build();
        call(calls, port, 29);
        call(calls, port, 31);
        call(reads, port, 0);
        System.out.println("connections " + pool.connectionCount());
        Thread.sleep(4 * 60_000);
        System.out.println("after 4 min " + pool.connectionCount());
        Thread.sleep(2 * 60_000);
        System.out.println("after 6 min " + pool.connectionCount());
        server.stop(1);
        workers.shutdown();
        System.out.println("ended " + workers.awaitTermination(5, TimeUnit.HOURS));
        calls.dispatcher().executorService().shutdown();
        System.exit(0);
    }
}
