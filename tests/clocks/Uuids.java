// what: UUIDs of version 1, 6 and 7 carry the virtual wall clock, and stay distinct and in order while it stands still
// run: world --start 2001-02-03T04:05:06.789Z
// jdk: 17+
// deps: com.fasterxml.uuid:java-uuid-generator:5.1.0 org.slf4j:slf4j-nop:2.0.17
import com.fasterxml.uuid.EthernetAddress;
import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import com.fasterxml.uuid.UUIDComparator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;

public class Uuids {
    static final Instant GREGORIAN = Instant.parse("1582-10-15T00:00:00Z");

    /** To the millisecond: below it the generators count. */
    static Instant time(UUID id) {
        long ticks = switch (id.version()) {
            case 1 -> id.timestamp();
            case 6 -> id.getMostSignificantBits() >>> 16 << 12 | id.getMostSignificantBits() & 0xfff;
            default -> -1;
        };
        if (ticks < 0) return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
        return Instant.ofEpochMilli(GREGORIAN.plusSeconds(ticks / 10_000_000).plusNanos(ticks % 10_000_000 * 100).toEpochMilli());
    }

    static void print(NoArgGenerator generator, int count) throws Exception {
        Instant start = Instant.now();
        UUID first = generator.generate();
        System.out.println("version " + first.version() + ": " + time(first) + " at " + start);
        Thread.sleep(Duration.ofDays(1).toMillis());
        System.out.println("a day later: " + time(generator.generate()) + " at " + Instant.now());
        List<UUID> many = new ArrayList<>();
        for (int i = 0; i < count; i++) many.add(generator.generate());
        boolean ordered = true;
        for (int i = 1; i < count; i++) ordered &= UUIDComparator.staticCompare(many.get(i - 1), many.get(i)) < 0;
        System.out.println(count + " at once: distinct " + (new HashSet<>(many).size() == count) + ", ordered " + ordered);
    }

    public static void main(String[] args) throws Exception {
        EthernetAddress node = EthernetAddress.valueOf("02:00:00:00:00:01");
        print(Generators.timeBasedGenerator(node), 5_000);
        print(Generators.timeBasedReorderedGenerator(node), 5_000);
        print(Generators.timeBasedEpochGenerator(), 50_000);
    }
}
