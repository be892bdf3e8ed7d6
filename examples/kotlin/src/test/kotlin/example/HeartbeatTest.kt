package example

import dev.tickless.VirtualTime
import dev.tickless.junit.InVirtualTime
import java.time.Instant
import java.util.concurrent.Executors
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import kotlin.time.toJavaDuration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.RepeatedTest

@InVirtualTime(start = "2026-01-01T00:00:00Z")
class HeartbeatTest {
    @RepeatedTest(3)
    fun `a day of heartbeats on a pool of threads`(time: VirtualTime) {
        Executors.newScheduledThreadPool(2).asCoroutineDispatcher().use { dispatcher ->
            var asked = 0
            val heartbeat = Heartbeat(every = 1.minutes, within = 5.seconds) {
                // Every tenth answer is too late.
                delay(if (++asked % 10 == 0) 1.hours else 0.seconds)
            }
            val job = heartbeat.start(CoroutineScope(dispatcher))
            time.advance(24.hours.toJavaDuration())
            // Ten rounds take ten minutes, and five seconds for the answer that does not come.
            assertEquals(24 * 3600 / 605 * 9 + 8, heartbeat.answers)
            assertEquals(24 * 3600 / 605, heartbeat.timeouts)
            job.cancel()
        }
    }

    @RepeatedTest(3)
    @InVirtualTime(start = "2026-01-01T00:00:00Z", autoAdvance = true)
    fun `runBlocking sleeps through a day`() = runBlocking {
        val slow = async {
            delay(24.hours)
            Instant.now()
        }
        delay(500.milliseconds)
        assertEquals(Instant.parse("2026-01-01T00:00:00.5Z"), Instant.now())
        assertEquals(Instant.parse("2026-01-02T00:00:00Z"), slow.await())
    }
}
