package example

import kotlin.time.Duration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeoutOrNull

/** Asks something at a steady pace and counts the answers that come in time. */
class Heartbeat(private val every: Duration, private val within: Duration, private val ask: suspend () -> Unit) {
    @Volatile
    var answers = 0
        private set

    @Volatile
    var timeouts = 0
        private set

    fun start(scope: CoroutineScope): Job = scope.launch {
        while (true) {
            delay(every)
            if (withTimeoutOrNull(within) { ask() } != null) answers++ else timeouts++
        }
    }
}
