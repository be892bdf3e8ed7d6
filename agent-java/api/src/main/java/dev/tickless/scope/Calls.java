package dev.tickless.scope;

import dev.tickless.TimeSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.Chronology;
import java.time.chrono.HijrahChronology;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.MinguoChronology;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistChronology;
import java.time.chrono.ThaiBuddhistDate;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Objects;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;

/**
 * What the calls of scoped classes become when {@link TimeSource} has no method of the same shape:
 * one static method a call, named after it, with the same parameters (an instance method's receiver
 * comes first, a constructor returns the new object).
 *
 * <p>It is one class, itself the {@link Clock} that some of them return, because the agent makes a
 * copy of it for each time source of a project's own. Safe from any thread.
 */
public final class Calls extends Clock {
    private final ZoneId zone;
    /** Finest unit that is told. */
    private final ChronoUnit unit;

    private Calls(ZoneId zone, ChronoUnit unit) {
        this.zone = Objects.requireNonNull(zone, "zone");
        this.unit = unit;
    }

    private static Clock clock(ZoneId zone) {
        return new Calls(zone, ChronoUnit.NANOS);
    }

    private static Clock clock() {
        return clock(ZoneId.systemDefault());
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return other.equals(zone) ? this : new Calls(other, unit);
    }

    @Override
    public Instant instant() {
        return TimeSource.instant().truncatedTo(unit);
    }

    @Override
    public long millis() {
        return unit == ChronoUnit.NANOS ? TimeSource.currentTimeMillis() : instant().toEpochMilli();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Calls && ((Calls) other).zone.equals(zone) && ((Calls) other).unit == unit;
    }

    @Override
    public int hashCode() {
        return zone.hashCode() + 31 * unit.hashCode();
    }

    @Override
    public String toString() {
        return "TimeSourceClock[" + zone + (unit == ChronoUnit.NANOS ? "]" : ", " + unit + "]");
    }

    /** {@code Instant.now()}. */
    public static Instant instantNow() {
        return TimeSource.instant();
    }

    /** For a time source without {@code instant()}. */
    static Instant instantOfMillis() {
        return Instant.ofEpochMilli(TimeSource.currentTimeMillis());
    }

    /** {@code Clock.systemUTC()}. */
    public static Clock clockSystemUTC() {
        return clock(ZoneOffset.UTC);
    }

    /** {@code Clock.systemDefaultZone()}. */
    public static Clock clockSystemDefaultZone() {
        return clock();
    }

    /** {@code Clock.system(zone)}. */
    public static Clock clockSystem(ZoneId zone) {
        return clock(zone);
    }

    /** {@code Clock.tickMillis(zone)}. */
    public static Clock clockTickMillis(ZoneId zone) {
        return new Calls(zone, ChronoUnit.MILLIS);
    }

    /** {@code Clock.tickSeconds(zone)}. */
    public static Clock clockTickSeconds(ZoneId zone) {
        return new Calls(zone, ChronoUnit.SECONDS);
    }

    /** {@code Clock.tickMinutes(zone)}. */
    public static Clock clockTickMinutes(ZoneId zone) {
        return new Calls(zone, ChronoUnit.MINUTES);
    }

    /** {@code InstantSource.system()}. */
    public static InstantSource instantSourceSystem() {
        return clock(ZoneOffset.UTC);
    }

    /** {@code LocalDate.now()}. */
    public static LocalDate localDateNow() {
        return LocalDate.now(clock());
    }

    /** {@code LocalDate.now(zone)}. */
    public static LocalDate localDateNow(ZoneId zone) {
        return LocalDate.now(clock(zone));
    }

    /** {@code LocalTime.now()}. */
    public static LocalTime localTimeNow() {
        return LocalTime.now(clock());
    }

    /** {@code LocalTime.now(zone)}. */
    public static LocalTime localTimeNow(ZoneId zone) {
        return LocalTime.now(clock(zone));
    }

    /** {@code LocalDateTime.now()}. */
    public static LocalDateTime localDateTimeNow() {
        return LocalDateTime.now(clock());
    }

    /** {@code LocalDateTime.now(zone)}. */
    public static LocalDateTime localDateTimeNow(ZoneId zone) {
        return LocalDateTime.now(clock(zone));
    }

    /** {@code ZonedDateTime.now()}. */
    public static ZonedDateTime zonedDateTimeNow() {
        return ZonedDateTime.now(clock());
    }

    /** {@code ZonedDateTime.now(zone)}. */
    public static ZonedDateTime zonedDateTimeNow(ZoneId zone) {
        return ZonedDateTime.now(clock(zone));
    }

    /** {@code OffsetDateTime.now()}. */
    public static OffsetDateTime offsetDateTimeNow() {
        return OffsetDateTime.now(clock());
    }

    /** {@code OffsetDateTime.now(zone)}. */
    public static OffsetDateTime offsetDateTimeNow(ZoneId zone) {
        return OffsetDateTime.now(clock(zone));
    }

    /** {@code OffsetTime.now()}. */
    public static OffsetTime offsetTimeNow() {
        return OffsetTime.now(clock());
    }

    /** {@code OffsetTime.now(zone)}. */
    public static OffsetTime offsetTimeNow(ZoneId zone) {
        return OffsetTime.now(clock(zone));
    }

    /** {@code Year.now()}. */
    public static Year yearNow() {
        return Year.now(clock());
    }

    /** {@code Year.now(zone)}. */
    public static Year yearNow(ZoneId zone) {
        return Year.now(clock(zone));
    }

    /** {@code YearMonth.now()}. */
    public static YearMonth yearMonthNow() {
        return YearMonth.now(clock());
    }

    /** {@code YearMonth.now(zone)}. */
    public static YearMonth yearMonthNow(ZoneId zone) {
        return YearMonth.now(clock(zone));
    }

    /** {@code MonthDay.now()}. */
    public static MonthDay monthDayNow() {
        return MonthDay.now(clock());
    }

    /** {@code MonthDay.now(zone)}. */
    public static MonthDay monthDayNow(ZoneId zone) {
        return MonthDay.now(clock(zone));
    }

    /** {@code HijrahDate.now()}. */
    public static HijrahDate hijrahDateNow() {
        return HijrahDate.now(clock());
    }

    /** {@code HijrahDate.now(zone)}. */
    public static HijrahDate hijrahDateNow(ZoneId zone) {
        return HijrahDate.now(clock(zone));
    }

    /** {@code JapaneseDate.now()}. */
    public static JapaneseDate japaneseDateNow() {
        return JapaneseDate.now(clock());
    }

    /** {@code JapaneseDate.now(zone)}. */
    public static JapaneseDate japaneseDateNow(ZoneId zone) {
        return JapaneseDate.now(clock(zone));
    }

    /** {@code MinguoDate.now()}. */
    public static MinguoDate minguoDateNow() {
        return MinguoDate.now(clock());
    }

    /** {@code MinguoDate.now(zone)}. */
    public static MinguoDate minguoDateNow(ZoneId zone) {
        return MinguoDate.now(clock(zone));
    }

    /** {@code ThaiBuddhistDate.now()}. */
    public static ThaiBuddhistDate thaiBuddhistDateNow() {
        return ThaiBuddhistDate.now(clock());
    }

    /** {@code ThaiBuddhistDate.now(zone)}. */
    public static ThaiBuddhistDate thaiBuddhistDateNow(ZoneId zone) {
        return ThaiBuddhistDate.now(clock(zone));
    }

    /** {@code chronology.dateNow()}. */
    public static ChronoLocalDate chronologyDateNow(Chronology chronology) {
        return chronology.dateNow(clock());
    }

    /** {@code chronology.dateNow(zone)}. */
    public static ChronoLocalDate chronologyDateNow(Chronology chronology, ZoneId zone) {
        return chronology.dateNow(clock(zone));
    }

    /** {@code IsoChronology.INSTANCE.dateNow()}. */
    public static LocalDate isoChronologyDateNow(IsoChronology chronology) {
        return chronology.dateNow(clock());
    }

    /** {@code IsoChronology.INSTANCE.dateNow(zone)}. */
    public static LocalDate isoChronologyDateNow(IsoChronology chronology, ZoneId zone) {
        return chronology.dateNow(clock(zone));
    }

    /** {@code HijrahChronology.INSTANCE.dateNow()}. */
    public static HijrahDate hijrahChronologyDateNow(HijrahChronology chronology) {
        return chronology.dateNow(clock());
    }

    /** {@code HijrahChronology.INSTANCE.dateNow(zone)}. */
    public static HijrahDate hijrahChronologyDateNow(HijrahChronology chronology, ZoneId zone) {
        return chronology.dateNow(clock(zone));
    }

    /** {@code JapaneseChronology.INSTANCE.dateNow()}. */
    public static JapaneseDate japaneseChronologyDateNow(JapaneseChronology chronology) {
        return chronology.dateNow(clock());
    }

    /** {@code JapaneseChronology.INSTANCE.dateNow(zone)}. */
    public static JapaneseDate japaneseChronologyDateNow(JapaneseChronology chronology, ZoneId zone) {
        return chronology.dateNow(clock(zone));
    }

    /** {@code MinguoChronology.INSTANCE.dateNow()}. */
    public static MinguoDate minguoChronologyDateNow(MinguoChronology chronology) {
        return chronology.dateNow(clock());
    }

    /** {@code MinguoChronology.INSTANCE.dateNow(zone)}. */
    public static MinguoDate minguoChronologyDateNow(MinguoChronology chronology, ZoneId zone) {
        return chronology.dateNow(clock(zone));
    }

    /** {@code ThaiBuddhistChronology.INSTANCE.dateNow()}. */
    public static ThaiBuddhistDate thaiBuddhistChronologyDateNow(ThaiBuddhistChronology chronology) {
        return chronology.dateNow(clock());
    }

    /** {@code ThaiBuddhistChronology.INSTANCE.dateNow(zone)}. */
    public static ThaiBuddhistDate thaiBuddhistChronologyDateNow(ThaiBuddhistChronology chronology, ZoneId zone) {
        return chronology.dateNow(clock(zone));
    }

    /** {@code new Date()}. */
    public static Date newDate() {
        return new Date(TimeSource.currentTimeMillis());
    }

    /** {@code new GregorianCalendar()}. */
    public static GregorianCalendar newGregorianCalendar() {
        return at(new GregorianCalendar());
    }

    /** {@code new GregorianCalendar(zone)}. */
    public static GregorianCalendar newGregorianCalendar(TimeZone zone) {
        return at(new GregorianCalendar(zone));
    }

    /** {@code new GregorianCalendar(locale)}. */
    public static GregorianCalendar newGregorianCalendar(Locale locale) {
        return at(new GregorianCalendar(locale));
    }

    /** {@code new GregorianCalendar(zone, locale)}. */
    public static GregorianCalendar newGregorianCalendar(TimeZone zone, Locale locale) {
        return at(new GregorianCalendar(zone, locale));
    }

    /** {@code Calendar.getInstance()}. */
    public static Calendar calendarGetInstance() {
        return at(Calendar.getInstance());
    }

    /** {@code Calendar.getInstance(zone)}. */
    public static Calendar calendarGetInstance(TimeZone zone) {
        return at(Calendar.getInstance(zone));
    }

    /** {@code Calendar.getInstance(locale)}. */
    public static Calendar calendarGetInstance(Locale locale) {
        return at(Calendar.getInstance(locale));
    }

    /** {@code Calendar.getInstance(zone, locale)}. */
    public static Calendar calendarGetInstance(TimeZone zone, Locale locale) {
        return at(Calendar.getInstance(zone, locale));
    }

    private static <C extends Calendar> C at(C calendar) {
        setTime(calendar);
        return calendar;
    }

    /** Sets a calendar that has just been made, where its constructor's call could not be replaced. */
    public static void setTime(Calendar calendar) {
        calendar.setTimeInMillis(TimeSource.currentTimeMillis());
    }

    /** {@code Thread.sleep(millis, nanos)}. */
    public static void threadSleep(long millis, int nanos) throws InterruptedException {
        TimeSource.sleep(millis, nanos);
    }

    /** {@code Thread.sleep(duration)}: a negative one is over at once, as in the JDK. */
    public static void threadSleep(Duration duration) throws InterruptedException {
        long nanos = TimeUnit.NANOSECONDS.convert(duration);
        if (nanos >= 0) {
            TimeSource.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        }
    }

    /** {@code unit.sleep(timeout)}: zero and less is over at once, as in the JDK. */
    public static void timeUnitSleep(TimeUnit unit, long timeout) throws InterruptedException {
        if (timeout > 0) {
            long millis = unit.toMillis(timeout);
            // As TimeUnit.excessNanos: what millis leave of finer units.
            long nanos = unit.toNanos(timeout - unit.convert(millis, TimeUnit.MILLISECONDS));
            TimeSource.sleep(millis, (int) nanos);
        }
    }

    /** For a time source without {@code sleep(long, int)}: whole milliseconds, rounded up. */
    static void sleepRounded(long millis, int nanos) throws InterruptedException {
        if (millis < 0 || nanos < 0 || nanos > 999_999) {
            throw new IllegalArgumentException("timeout value out of range: " + millis + " ms, " + nanos + " ns");
        }
        TimeSource.sleep(nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
    }
}
