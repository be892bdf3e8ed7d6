// what: Apache HttpClient 5 against a server in the same program: response timeouts fire, an answer just in time wins, a lease from an exhausted pool times out
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: org.apache.httpcomponents.client5:httpclient5:5.5 org.slf4j:slf4j-nop:2.0.17
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.io.entity.EntityUtils;

public class ApacheHttpTimeouts {
    static void call(CloseableHttpClient client, int port, int minutes) {
        Instant start = Instant.now();
        String result;
        try {
            result = client.execute(new HttpGet("http://127.0.0.1:" + port + "/" + minutes),
                    response -> response.getCode() + " " + EntityUtils.toString(response.getEntity()));
        } catch (IOException e) {
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
        PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
        pool.setDefaultMaxPerRoute(1);
        RequestConfig config = RequestConfig.custom().setResponseTimeout(60, TimeUnit.MINUTES).setConnectionRequestTimeout(10, TimeUnit.MINUTES).build();
        try (CloseableHttpClient client = HttpClients.custom().setConnectionManager(pool).setDefaultRequestConfig(config).disableAutomaticRetries().build()) {
            call(client, port, 59);
            call(client, port, 61);
            Thread holder = new Thread(() -> call(client, port, 30));
            holder.start();
            Thread.sleep(60_000);
            call(client, port, 0);
            holder.join();
            call(client, port, 0);
        }
        server.stop(1);
        workers.shutdown();
        System.out.println("ended " + workers.awaitTermination(5, TimeUnit.HOURS));
    }
}
