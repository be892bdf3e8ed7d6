package example;

import dev.tickless.TimeSource;
import java.util.*;
import java.util.concurrent.*;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.ThreadPoolFactory;
import org.apache.camel.spi.ThreadPoolProfile;

/** Runs all tasks of Camel's pools on one thread; a seed chooses among those that are due. A sleep lets the others run. */
public final class CamelSeed implements TimeSource.Provider, ThreadPoolFactory {
    private record Task(long due, Runnable run, long period) {}

    private final List<Task> tasks = new ArrayList<>();
    private final Random random;
    private long millis;

    private CamelSeed(long seed) { random = new Random(seed); }

    @Override public long currentTimeMillis() { return millis; }
    @Override public long nanoTime() { return millis * 1_000_000; }
    @Override public void sleep(long howLong) { runUntil(millis + howLong); }
    @Override public ExecutorService newCachedThreadPool(ThreadFactory threads) { return new Pool(); }
    @Override public ExecutorService newThreadPool(ThreadPoolProfile profile, ThreadFactory threads) { return new Pool(); }
    @Override public ScheduledExecutorService newScheduledThreadPool(ThreadPoolProfile profile, ThreadFactory threads) { return new Pool(); }

    private void runUntil(long end) {
        for (long due; (due = tasks.stream().mapToLong(Task::due).min().orElse(end + 1)) <= end; ) {
            long instant = due;
            List<Task> ready = tasks.stream().filter(task -> task.due == instant).toList();
            Task task = ready.get(random.nextInt(ready.size()));
            tasks.remove(task);
            millis = Math.max(millis, due);
            task.run.run();
            if (task.period > 0) tasks.add(new Task(millis + task.period, task.run, task.period));
        }
        millis = Math.max(millis, end);
    }

    private final class Pool extends ScheduledThreadPoolExecutor {
        Pool() { super(1); }
        @Override public ScheduledFuture<?> schedule(Runnable run, long delay, TimeUnit unit) { return scheduleWithFixedDelay(run, delay, 0, unit); }
        @Override public ScheduledFuture<?> scheduleAtFixedRate(Runnable run, long first, long period, TimeUnit unit) { return scheduleWithFixedDelay(run, first, period, unit); }
        @Override public ScheduledFuture<?> scheduleWithFixedDelay(Runnable run, long first, long period, TimeUnit unit) {
            tasks.add(new Task(millis + unit.toMillis(first), run, unit.toMillis(period)));
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        CamelSeed world = new CamelSeed(Long.parseLong(args[0]));
        TimeSource.install(world);
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.getExecutorServiceManager().setThreadPoolFactory(world);
        camel.addRoutes(new RouteBuilder() {
            @Override public void configure() {
                for (String name : List.of("a", "b", "c")) {
                    from("scheduler:" + name + "?delay=1000").process(e -> System.out.println(world.millis + " " + name + " begins"))
                            .delay(700).process(e -> System.out.println(world.millis + " " + name + " ends"));
                }
            }
        });
        camel.start();
        world.runUntil(10_000);
    }
}
