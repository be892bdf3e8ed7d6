// what: six hours of Pekko: the system's scheduler at a fixed rate, an actor with timers and a receive timeout, ask with a timeout
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: org.apache.pekko:pekko-actor_2.13:1.2.1
// real-limit: 90
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.ReceiveTimeout;
import org.apache.pekko.pattern.Patterns;

public class PekkoScheduler {
    static final CountDownLatch done = new CountDownLatch(1);
    static Instant start;

    /** The scheduler is a wheel: it fires up to a tick (10 ms) behind the delay, and at the same ticks in each run. */
    static void print(Object what) {
        System.out.println(what + " after " + Duration.between(start, Instant.now()).toSeconds() + " s");
    }

    static class Timed extends AbstractActorWithTimers {
        int ticks;

        @Override
        public void preStart() {
            getTimers().startTimerAtFixedRate("tick", "tick", Duration.ofMinutes(15));
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchEquals("tick", tick -> {
                print("actor tick " + ++ticks);
                if (ticks == 3) {
                    getTimers().cancel("tick");
                    getContext().setReceiveTimeout(Duration.ofHours(1));
                }
            }).match(ReceiveTimeout.class, timeout -> {
                print("actor receive timeout");
                getContext().cancelReceiveTimeout();
                done.countDown();
            }).matchEquals("ask", ask -> getContext().getSystem().scheduler().scheduleOnce(Duration.ofMinutes(2), getSender(), "answer",
                    getContext().getDispatcher(), getSelf())).build();
        }
    }

    public static void main(String[] args) throws Exception {
        ActorSystem system = ActorSystem.create("story", ConfigFactory.parseString("pekko.loglevel = OFF").withFallback(ConfigFactory.load()));
        start = Instant.now();
        CountDownLatch ticks = new CountDownLatch(4);
        Cancellable task = system.scheduler().scheduleAtFixedRate(Duration.ofHours(1), Duration.ofHours(1), () -> {
            print("tick " + ticks.getCount());
            ticks.countDown();
        }, system.dispatcher());
        ticks.await();
        task.cancel();
        ActorRef actor = system.actorOf(Props.create(Timed.class, Timed::new));
        done.await();
        print("ask: " + Patterns.ask(actor, "ask", Duration.ofMinutes(3)).toCompletableFuture().get());
        print("ask: " + Patterns.ask(actor, "ask", Duration.ofMinutes(1)).handle((a, e) -> e.getClass().getSimpleName()).toCompletableFuture().get());
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().get();
        System.out.println("terminated");
    }
}
