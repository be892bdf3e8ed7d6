// what: Vert.x for a day: periodic and one-shot timers, a send timeout on the event bus, a blocking task, an HTTP request that times out and one that does not
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: io.vertx:vertx-core:5.0.4
// real-limit: 60
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class VertxTimers {
    static void print(Object what) {
        System.out.println(what + " at " + Instant.now());
    }

    static <T> void await(String name, Future<T> future) throws Exception {
        CompletionStage<String> text = future.map(value -> "answer " + value).otherwise(e -> e.getClass().getSimpleName()).toCompletionStage();
        print(name + ": " + text.toCompletableFuture().get());
    }

    static Future<Integer> get(HttpClient client, int port, String path, long timeout) {
        return client.request(new RequestOptions().setHost("127.0.0.1").setPort(port).setMethod(HttpMethod.GET).setURI(path))
                .compose(request -> request.idleTimeout(timeout).send()).map(response -> response.statusCode());
    }

    public static void main(String[] args) throws Exception {
        // Its checker would rightly complain of a worker that sleeps for half an hour.
        Vertx vertx = Vertx.vertx(new VertxOptions().setBlockedThreadCheckInterval(24).setBlockedThreadCheckIntervalUnit(TimeUnit.HOURS));
        CountDownLatch ticks = new CountDownLatch(24);
        long periodic = vertx.setPeriodic(TimeUnit.HOURS.toMillis(1), id -> {
            if (ticks.getCount() % 8 == 0) print("tick " + ticks.getCount());
            ticks.countDown();
        });
        ticks.await();
        vertx.cancelTimer(periodic);
        await("timer", vertx.timer(90, TimeUnit.MINUTES));

        vertx.eventBus().consumer("slow", message -> vertx.setTimer(20_000, id -> message.reply("late")));
        vertx.eventBus().consumer("silent", message -> { });
        await("bus", vertx.eventBus().request("slow", 1).map(reply -> reply.body()));
        await("bus", vertx.eventBus().request("silent", 1, new DeliveryOptions().setSendTimeout(600_000)));
        await("blocking", vertx.executeBlocking(() -> {
            Thread.sleep(1_800_000);
            return "slept";
        }));

        int port = vertx.createHttpServer().requestHandler(request -> {
            if (request.path().equals("/slow")) vertx.setTimer(120_000, id -> request.response().end());
        }).listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().get().actualPort();
        // Kept here: Vert.x closes a client that the collector finds unreachable.
        HttpClient client = vertx.createHttpClient();
        await("http, answer in 2 min, timeout 3 min", get(client, port, "/slow", 180_000));
        await("http, no answer, timeout 3 min", get(client, port, "/silent", 180_000));
        await("close", vertx.close().map(nothing -> "closed"));
    }
}
