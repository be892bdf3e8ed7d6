// what: a day of RxJava 3 on Schedulers.computation: interval, delay, debounce, timeout, sample, retry after a timer, and a worker's periodic task
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: io.reactivex.rxjava3:rxjava:3.1.12
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class RxJava {
    static String at(Object what) {
        return what + " at " + Instant.now();
    }

    public static void main(String[] args) throws Exception {
        List<String> hours = Observable.interval(1, TimeUnit.HOURS).take(24).map(RxJava::at).toList().blockingGet();
        System.out.println("interval: " + hours.size() + ", first " + hours.get(0) + ", last " + hours.get(23));
        System.out.println("delay: " + Single.just("late").delay(45, TimeUnit.MINUTES).map(RxJava::at).blockingGet());
        System.out.println("timeout: " + Observable.never().timeout(30, TimeUnit.MINUTES).materialize()
                .map(n -> at(n.getError().getMessage())).blockingFirst());
        System.out.println("in time: " + Observable.timer(29, TimeUnit.MINUTES).timeout(30, TimeUnit.MINUTES).map(RxJava::at).blockingFirst());
        System.out.println("debounce: " + Observable.concat(Observable.intervalRange(1, 3, 1, 1, TimeUnit.MINUTES), Observable.timer(10, TimeUnit.MINUTES).map(n -> 9L))
                .debounce(5, TimeUnit.MINUTES).map(RxJava::at).toList().blockingGet());
        System.out.println("sample: " + Observable.interval(4, TimeUnit.MINUTES).sample(10, TimeUnit.MINUTES).map(RxJava::at).take(3).toList().blockingGet());
        System.out.println("throttle: " + Observable.interval(1, TimeUnit.MINUTES).throttleFirst(150, TimeUnit.SECONDS).map(RxJava::at).take(3).toList().blockingGet());
        int[] tries = {0};
        System.out.println("retry: " + Flowable.fromCallable(() -> {
            if (++tries[0] < 4) throw new IllegalStateException("try " + tries[0]);
            return at("try " + tries[0]);
        }).retryWhen(errors -> errors.zipWith(Flowable.range(1, 5), (e, n) -> n).flatMap(n -> Flowable.timer(n * 10L, TimeUnit.MINUTES))).blockingFirst());
        CountDownLatch ticks = new CountDownLatch(4);
        Scheduler.Worker worker = Schedulers.computation().createWorker();
        worker.schedulePeriodically(() -> {
            if (ticks.getCount() > 0) System.out.println(at("worker"));
            ticks.countDown();
        }, 5, 10, TimeUnit.MINUTES);
        ticks.await();
        worker.dispose();
    }
}
