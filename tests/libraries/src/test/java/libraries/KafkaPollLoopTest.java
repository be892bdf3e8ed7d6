package libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A consumer's poll loop of the usual shape, on kafka-clients' MockConsumer: it polls, works, and naps when idle. */
@Tag("agent")
@InVirtualTime(start = "2026-01-01T00:00:00Z")
class KafkaPollLoopTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    private static MockConsumer<String, String> consumer() {
        MockConsumer<String, String> consumer = new MockConsumer<>("earliest");
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        return consumer;
    }

    private static void loop(MockConsumer<String, String> consumer, List<String> log) {
        try (consumer) {
            while (true) {
                var records = consumer.poll(Duration.ofSeconds(1));
                for (var record : records) {
                    Thread.sleep(600_000);
                    log.add(record.value() + " " + Instant.now());
                }
                consumer.commitSync();
                Thread.sleep(records.isEmpty() ? 60_000 : 0);
            }
        } catch (WakeupException | InterruptedException e) {
            log.add("closed " + Instant.now());
        }
    }

    @BeforeAll
    static void loadKafka() {
        MockConsumer<String, String> consumer = consumer();
        consumer.wakeup();
        loop(consumer, new CopyOnWriteArrayList<>());
    }

    @Test
    void recordsAreWorkedOffWhenTheLoopWakes(VirtualTime time) throws InterruptedException {
        MockConsumer<String, String> consumer = consumer();
        List<String> log = new CopyOnWriteArrayList<>();
        Thread loop = new Thread(() -> loop(consumer, log));
        loop.start();
        time.advance(Duration.ofMinutes(90).plusSeconds(30));
        for (long offset = 0; offset < 2; offset++) {
            consumer.addRecord(new ConsumerRecord<>("orders", 0, offset, "key", "r" + offset));
        }
        time.advance(Duration.ofMinutes(30));
        assertEquals(2, consumer.committed(java.util.Set.of(PARTITION)).get(PARTITION).offset());
        consumer.wakeup();
        time.advance(Duration.ofMinutes(1));
        loop.join();
        assertEquals(
                List.of("r0 2026-01-01T01:41:00Z", "r1 2026-01-01T01:51:00Z", "closed 2026-01-01T02:01:00Z"), log);
    }
}
