package dev.tickless.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;

/** A call that moved virtual time, committed on the thread of the controller when it returns. */
@Name("dev.tickless.Advance")
@Label("Advance")
@Category("Tickless")
@Description("A controller moved virtual time")
public final class AdvanceEvent extends Event {
    @Label("Began")
    @Description("Virtual time since the world was opened")
    @Timespan(Timespan.NANOSECONDS)
    long began;

    @Label("Advanced")
    @Description("Virtual time that went by")
    @Timespan(Timespan.NANOSECONDS)
    long advanced;

    @Label("Deadlines")
    @Description("Deadlines that fired on the way")
    long deadlines;

    @Label("Real Duration")
    @Description("Real time until all that it set off was done")
    @Timespan(Timespan.NANOSECONDS)
    long realDuration;

    @Label("Settled")
    @Description("Did every participant come to rest?")
    boolean settled;

    @Label("Virtual Clock")
    @Description("What the wall clock read at the end")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long virtualClock;

    /** Called by the agent. */
    static void record(
            long began, long ended, long deadlines, long realDuration, boolean settled, long virtualClock) {
        AdvanceEvent event = new AdvanceEvent();
        if (event.isEnabled()) {
            event.began = began;
            event.advanced = ended - began;
            event.deadlines = deadlines;
            event.realDuration = realDuration;
            event.settled = settled;
            event.virtualClock = virtualClock;
            event.commit();
        }
    }
}
