package libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tickless.VirtualTime;
import dev.tickless.junit.InVirtualTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** HikariCP's housekeeper, on connections of H2 in memory: it looks 100 ms after the start and every 30 s from then on. */
@Tag("agent")
class HikariHousekeeperTest {
    private static HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:");
        config.setMinimumIdle(1);
        config.setMaximumPoolSize(4);
        config.setIdleTimeout(Duration.ofHours(1).toMillis());
        config.setMaxLifetime(Duration.ofDays(1).toMillis());
        return new HikariDataSource(config);
    }

    /** The pool's adder naps for 30 ms behind each connection, and who asks for the next one waits for it. */
    private static void useFourAtOnce(HikariDataSource pool) {
        List<Connection> used = new ArrayList<>();
        try {
            while (used.size() < 4) {
                used.add(pool.getConnection());
            }
            for (Connection connection : used) {
                connection.close();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeAll
    static void loadHikari() {
        try (HikariDataSource pool = pool()) {
            useFourAtOnce(pool);
        }
    }

    @Test
    @InVirtualTime
    void idleConnectionsAreClosedByTheFirstLookAfterTheirTimeout(VirtualTime time) {
        try (HikariDataSource pool = pool()) {
            CompletableFuture<Void> used = CompletableFuture.runAsync(() -> useFourAtOnce(pool));
            time.advance(Duration.ofMillis(100));
            assertTrue(used.isDone());
            time.advance(Duration.ofHours(1).minusNanos(1));
            assertEquals(4, pool.getHikariPoolMXBean().getTotalConnections());
            time.advance(Duration.ofNanos(1));
            assertEquals(1, pool.getHikariPoolMXBean().getTotalConnections());
        }
    }

    @Test
    @InVirtualTime(autoAdvance = true)
    void withAutoAdvanceTheTestItselfMayWaitForConnections(VirtualTime time) throws InterruptedException {
        try (HikariDataSource pool = pool()) {
            useFourAtOnce(pool);
            assertEquals(4, pool.getHikariPoolMXBean().getIdleConnections());
            Thread.sleep(Duration.ofMillis(3_600_100).minus(time.elapsed()).toMillis());
            assertEquals(Duration.ofMillis(3_600_100), time.elapsed());
            Thread.sleep(30_000);
            assertEquals(1, pool.getHikariPoolMXBean().getTotalConnections());
        }
    }
}
