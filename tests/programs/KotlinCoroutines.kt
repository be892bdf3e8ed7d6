// what: a day of Kotlin coroutines on Dispatchers.Default: delay, withTimeout, a ticker flow, debounce and a channel that is received with a timeout
// run: world --start 2026-01-01T00:00:00Z
// jdk: 17+
// runs: 2
// deps: org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.10.2
// real-limit: 60
@file:JvmName("KotlinCoroutines")

import java.time.Instant
import java.util.Collections
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.*
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.*

@OptIn(FlowPreview::class)
fun main() = runBlocking {
    val wakes = Collections.synchronizedList(ArrayList<String>())
    (1..24).map { hour ->
        launch(Dispatchers.Default) {
            delay(hour.hours)
            wakes.add("$hour:${Instant.now()}")
        }
    }.joinAll()
    println("woke ${wakes.size}, first ${wakes.first()}, last ${wakes.last()}, in order ${wakes.sortedBy { it.substringBefore(':').toInt() } == wakes}")

    val late = withContext(Dispatchers.Default) { withTimeoutOrNull(30.minutes) { delay(1.hours); "done" } }
    println("withTimeoutOrNull 30 min: $late at ${Instant.now()}")
    try {
        withTimeout(10.minutes) { awaitCancellation() }
    } catch (e: TimeoutCancellationException) {
        println("withTimeout: ${e.message} at ${Instant.now()}")
    }
    println("in time: ${withTimeout(10.minutes) { delay(9.minutes); "done" }} at ${Instant.now()}")

    val ticker = flow { var n = 0; while (true) { delay(15.minutes); emit(++n) } }
    println("ticks: ${ticker.flowOn(Dispatchers.Default).map { "$it at ${Instant.now()}" }.take(4).toList()}")
    val burst = flow { for (n in 1..3) { emit(n); delay(1.minutes) }; delay(10.minutes); emit(4) }
    println("debounced: ${burst.debounce(5.minutes).map { "$it at ${Instant.now()}" }.toList()}")

    val channel = Channel<Int>()
    val producer = launch(Dispatchers.IO) { for (n in 1..3) { Thread.sleep(20 * 60_000); channel.send(n) } }
    for (n in 1..4) println("receive: ${withTimeoutOrNull(30.minutes) { channel.receive() }} at ${Instant.now()}")
    producer.join()
}
