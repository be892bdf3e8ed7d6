// what: random numbers are no clock: generators seeded at one virtual instant still differ, and a seeded one repeats
// run: world --start 2001-02-03T04:05:06.789Z
// jdk: 17+
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

public class Seeds {
    static void print(String what, Callable<Object> fresh) throws Exception {
        List<Object> drawn = new ArrayList<>();
        for (int i = 0; i < 100; i++) drawn.add(fresh.call());
        System.out.println(what + ": " + new HashSet<>(drawn).size() + " different of 100 at " + Instant.now());
    }

    public static void main(String[] args) throws Exception {
        print("new Random", () -> new Random().nextLong());
        print("new SplittableRandom", () -> new SplittableRandom().nextLong());
        print("new SecureRandom", () -> new SecureRandom().nextLong());
        print("UUID.randomUUID", UUID::randomUUID);
        print("ThreadLocalRandom of new threads", () -> {
            long[] drawn = new long[1];
            Thread thread = new Thread(() -> drawn[0] = ThreadLocalRandom.current().nextLong());
            thread.start();
            thread.join();
            return drawn[0];
        });
        print("new Random(5)", () -> new Random(5).nextLong());
    }
}
