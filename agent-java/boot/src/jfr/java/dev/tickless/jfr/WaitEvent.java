package dev.tickless.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;

/**
 * A wait of a participant, committed on its thread when it goes on. The event's own time is real; the waited time is in
 * its fields.
 */
@Name("dev.tickless.Wait")
@Label("Virtual Wait")
@Category("Tickless")
@Description("A thread on virtual time slept, parked, waited for a notification or for data")
public final class WaitEvent extends Event {
    @Label("Kind")
    @Description("sleep, park, wait or I/O")
    String kind;

    @Label("Began")
    @Description("Virtual time since the world was opened")
    @Timespan(Timespan.NANOSECONDS)
    long began;

    @Label("Waited")
    @Description("Virtual time that the wait took")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Label("Ended By")
    @Description("deadline, unparked, notified, interrupted, data, stuck or released to real time")
    String endedBy;

    @Label("Virtual Clock")
    @Description("What the wall clock read when the wait ended")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long virtualClock;

    /** Called by the agent. */
    static void record(String kind, String endedBy, long began, long ended, long virtualClock) {
        WaitEvent event = new WaitEvent();
        if (event.isEnabled()) {
            event.kind = kind;
            event.began = began;
            event.waited = ended - began;
            event.endedBy = endedBy;
            event.virtualClock = virtualClock;
            event.commit();
        }
    }
}
