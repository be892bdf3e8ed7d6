// what: a fixed rate of one minute for 24 virtual hours ticks 1,440 times, each tick reading its own instant on both clocks, a hundred times over
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// real-limit: 60
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class Ticks {
    static final int RUNS = Integer.getInteger("runs", 100);

    public static void main(String[] args) throws Exception {
        int wrong = 0;
        for (int run = 0; run < RUNS; run++) {
            int[] ticks = {0};
            int[] bad = {0};
            ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
            long nanos = System.nanoTime(), millis = System.currentTimeMillis();
            pool.scheduleAtFixedRate(() -> {
                int tick = ++ticks[0];
                if (System.nanoTime() - nanos != tick * 60_000_000_000L || System.currentTimeMillis() - millis != tick * 60_000L) bad[0]++;
            }, 1, 1, TimeUnit.MINUTES);
            Thread.sleep(TimeUnit.DAYS.toMillis(1) + 1);
            pool.shutdownNow();
            pool.awaitTermination(1, TimeUnit.MINUTES);
            if (ticks[0] != 1440 || bad[0] != 0) wrong++;
        }
        System.out.println("runs=" + RUNS + " wrong=" + wrong);
    }
}
