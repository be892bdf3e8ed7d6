package shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
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
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Reads every clock and sleeps in every way; says what it has seen. */
public class Component {
    static final ZoneId ZONE = ZoneOffset.ofHours(1);
    static final TimeZone TIME_ZONE = TimeZone.getTimeZone(ZONE);

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface Marked {
    }

    interface Sleeper {
        void sleep(long millis) throws InterruptedException;
    }

    interface UnitSleeper {
        void sleep(TimeUnit unit, long amount) throws InterruptedException;
    }

    static final List<String> SEEN = new ArrayList<>();

    static void see(String what, Object value) {
        SEEN.add(what + " " + value);
    }

    static void see(String what, Calendar value) {
        SEEN.add(what + " " + value.getTimeInMillis());
    }

    static void see(String what, Date value) {
        SEEN.add(what + " " + value.getTime());
    }

    static class Stamp extends Date {
        private static final long serialVersionUID = 1;
        final String label;

        Stamp(String label) {
            this.label = label;
        }

        Stamp(boolean loud) {
            super();
            // A jump, a switch and an exception range behind the inserted call.
            String text = loud ? "LOUD" : "quiet";
            switch (text.length()) {
                case 4 -> text += "!";
                case 5 -> text += "?";
                default -> text = "";
            }
            try {
                text = text.substring(0, 5);
            } catch (StringIndexOutOfBoundsException shorter) {
                text = "short";
            }
            label = text;
        }
    }

    static class Agenda extends GregorianCalendar {
        private static final long serialVersionUID = 1;
        final int size;

        Agenda(boolean small, TimeZone zone) {
            super(small ? zone : TimeZone.getDefault(), small ? Locale.ROOT : Locale.getDefault());
            size = small ? 1 : 2;
        }
    }

    static class Worker extends Thread {
        void rest() throws InterruptedException {
            sleep(1);
            sleep(2, 3);
        }

        static void pause() throws InterruptedException {
            Worker.sleep(4);
        }
    }

    static class Sleepless extends Thread {
        public static void sleep(long millis) {
            see("own sleep", millis);
        }

        static void rest() {
            sleep(5);
        }
    }

    static void clocks() {
        see("millis", System.currentTimeMillis());
        see("nanos", System.nanoTime());
        LongSupplier reference = System::nanoTime;
        see("reference", reference.getAsLong());
        LongSupplier lambda = () -> System.currentTimeMillis();
        see("lambda", lambda.getAsLong());
        see("instant", Instant.now());
        Supplier<Instant> now = Instant::now;
        see("instant reference", now.get());
        for (Clock clock : new Clock[] {Clock.systemUTC(), Clock.systemDefaultZone(), Clock.system(ZONE),
            Clock.tickMillis(ZONE), Clock.tickSeconds(ZONE), Clock.tickMinutes(ZONE)}) {
            see("clock", clock.instant() + " " + clock.millis() + " " + clock.withZone(ZONE).getZone());
        }
        see("source", InstantSource.system().instant());
        see("explicit", LocalDateTime.now(Clock.fixed(Instant.EPOCH, ZONE)));
    }

    static void dates() {
        see("date", LocalDate.now() + " " + LocalDate.now(ZONE));
        see("time", LocalTime.now() + " " + LocalTime.now(ZONE));
        see("date time", LocalDateTime.now() + " " + LocalDateTime.now(ZONE));
        see("zoned", ZonedDateTime.now().toInstant() + " " + ZonedDateTime.now(ZONE));
        see("offset", OffsetDateTime.now().toInstant() + " " + OffsetDateTime.now(ZONE));
        see("offset time", OffsetTime.now(ZONE) + " " + OffsetTime.now().toLocalTime());
        see("year", Year.now() + " " + Year.now(ZONE));
        see("month", YearMonth.now() + " " + YearMonth.now(ZONE));
        see("day", MonthDay.now() + " " + MonthDay.now(ZONE));
        see("hijrah", HijrahDate.now().toEpochDay() + " " + HijrahDate.now(ZONE).toEpochDay());
        see("japanese", JapaneseDate.now().toEpochDay() + " " + JapaneseDate.now(ZONE).toEpochDay());
        see("minguo", MinguoDate.now().toEpochDay() + " " + MinguoDate.now(ZONE).toEpochDay());
        see("thai", ThaiBuddhistDate.now().toEpochDay() + " " + ThaiBuddhistDate.now(ZONE).toEpochDay());
        Chronology chronology = IsoChronology.INSTANCE;
        see("chronology", chronology.dateNow() + " " + chronology.dateNow(ZONE));
        Supplier<Object> bound = chronology::dateNow;
        see("bound chronology", bound.get());
        see("iso", IsoChronology.INSTANCE.dateNow() + " " + IsoChronology.INSTANCE.dateNow(ZONE));
        see("chronologies", HijrahChronology.INSTANCE.dateNow(ZONE).toEpochDay() + " "
            + JapaneseChronology.INSTANCE.dateNow(ZONE).toEpochDay() + " "
            + MinguoChronology.INSTANCE.dateNow(ZONE).toEpochDay() + " "
            + ThaiBuddhistChronology.INSTANCE.dateNow(ZONE).toEpochDay() + " "
            + HijrahChronology.INSTANCE.dateNow().toEpochDay() + " "
            + JapaneseChronology.INSTANCE.dateNow().toEpochDay() + " "
            + MinguoChronology.INSTANCE.dateNow().toEpochDay() + " "
            + ThaiBuddhistChronology.INSTANCE.dateNow().toEpochDay());
    }

    static void objects(boolean small) {
        see("new date", new @Marked Date());
        new Date();
        Supplier<Date> made = Date::new;
        see("date reference", made.get());
        see("date or null", small ? new Date() : null);
        see("stamp", new Stamp("a"));
        Stamp loud = new Stamp(small);
        see(loud.label, loud);
        see("anonymous", new Date() {
            private static final long serialVersionUID = 1;

            @Override
            public String toString() {
                return "anonymous";
            }
        });
        see("calendar", Calendar.getInstance());
        see("calendar in zone", Calendar.getInstance(TIME_ZONE));
        see("calendar of locale", Calendar.getInstance(Locale.ROOT));
        see("calendar of both", Calendar.getInstance(TIME_ZONE, Locale.ROOT));
        see("inherited", GregorianCalendar.getInstance());
        Function<TimeZone, Calendar> in = Calendar::getInstance;
        see("calendar reference", in.apply(TIME_ZONE));
        see("gregorian", new GregorianCalendar());
        see("gregorian in zone", new GregorianCalendar(TIME_ZONE));
        see("gregorian of locale", new GregorianCalendar(Locale.ROOT));
        // Frames in which the calendar is on the stack but not yet initialised.
        see("gregorian of both", new GregorianCalendar(small ? TIME_ZONE : new GregorianCalendar().getTimeZone(),
            small ? Locale.ROOT : Locale.getDefault()));
        Function<TimeZone, GregorianCalendar> gregorian = GregorianCalendar::new;
        see("gregorian reference", gregorian.apply(TIME_ZONE));
        see("agenda", new Agenda(small, TIME_ZONE));
        see("explicit date", new Date(7));
        see("explicit calendar", new GregorianCalendar(1970, Calendar.JANUARY, 1).get(Calendar.YEAR));
    }

    static void sleeps() throws InterruptedException {
        Thread.sleep(10);
        Thread.sleep(11, 12);
        TimeUnit.SECONDS.sleep(13);
        TimeUnit.MICROSECONDS.sleep(14_015);
        TimeUnit.SECONDS.sleep(-1);
        Sleeper sleeper = Thread::sleep;
        sleeper.sleep(16);
        Sleeper bound = TimeUnit.MINUTES::sleep;
        bound.sleep(1);
        UnitSleeper unbound = TimeUnit::sleep;
        unbound.sleep(TimeUnit.HOURS, 1);
        new Worker().rest();
        Worker.pause();
        Sleepless.rest();
        // A long way round, so that the zone's name is not needed.
        see("slept", dev.tickless.TimeSource.SLEPT);
        see("duration", Duration.ofMillis(1));
    }

    public static void main(String[] arguments) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        clocks();
        dates();
        objects(arguments.length == 0);
        sleeps();
        SEEN.forEach(System.out::println);
        // Where the lines are must not have moved.
        try {
            new Stamp((String) null).compareTo(null);
        } catch (NullPointerException expected) {
            System.out.println("line " + expected.getStackTrace()[expected.getStackTrace().length - 1].getLineNumber());
        }
    }
}
