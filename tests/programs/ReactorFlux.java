// what: a day of Reactor on Schedulers.parallel: delayElements, interval, timeout, retry with backoff, bufferTimeout and a scheduled task
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: io.projectreactor:reactor-core:3.7.11
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

public class ReactorFlux {
    static String at(Object what) {
        return what + " at " + Instant.now();
    }

    public static void main(String[] args) throws Exception {
        List<String> hours = Flux.range(1, 24).delayElements(Duration.ofHours(1)).map(ReactorFlux::at).collectList().block();
        System.out.println("delayElements: " + hours.size() + ", first " + hours.get(0) + ", last " + hours.get(23));
        System.out.println("interval: " + Flux.interval(Duration.ofMinutes(15)).map(ReactorFlux::at).take(3).collectList().block());
        System.out.println("timeout: " + Mono.never().timeout(Duration.ofMinutes(30)).onErrorResume(TimeoutException.class, e -> Mono.just(at("fell back"))).block());
        System.out.println("in time: " + Mono.delay(Duration.ofMinutes(29)).timeout(Duration.ofMinutes(30)).map(n -> at("answer")).block());
        int[] tries = {0};
        System.out.println("retry: " + Mono.fromCallable(() -> {
            if (++tries[0] < 4) throw new IllegalStateException("try " + tries[0]);
            return at("try " + tries[0]);
        }).retryWhen(Retry.backoff(5, Duration.ofMinutes(1)).jitter(0)).block());
        System.out.println("bufferTimeout: " + Flux.interval(Duration.ofMinutes(10)).take(7)
                .bufferTimeout(4, Duration.ofMinutes(25)).map(ReactorFlux::at).collectList().block());
        CountDownLatch ticks = new CountDownLatch(6);
        Disposable task = Schedulers.parallel().schedulePeriodically(() -> {
            if (ticks.getCount() > 0) System.out.println(at("task"));
            ticks.countDown();
        }, 5, 10, TimeUnit.MINUTES);
        ticks.await();
        task.dispose();
        System.out.println("elapsed: " + Flux.range(1, 3).delayElements(Duration.ofSeconds(90)).elapsed().map(t -> t.getT1() + " ms").collectList().block());
    }
}
