//! Clock reads.

use super::Kind::{Monotonic, Wall, Wrapper};
use super::Reach::{Inherited, Overridden, Own};
use super::{Group, Kind};

const fn own(
    kind: Kind,
    owner: &'static str,
    methods: &'static [(&'static str, &'static str)],
) -> Group {
    Group::new(kind, Own, owner, methods)
}

const CALENDAR: &str = "java/util/Calendar";
const GREGORIAN: &str = "java/util/GregorianCalendar";
const CLOCK: &str = "java/time/Clock";

pub(super) static GROUPS: &[Group] = &[
    own(Wall, "java/lang/System", &[("currentTimeMillis", "()J")]),
    own(
        Wall,
        "jdk/internal/misc/VM",
        &[("getNanoTimeAdjustment", "(J)J")],
    ),
    own(Monotonic, "java/lang/System", &[("nanoTime", "()J")]),
    Group::new(
        Monotonic,
        Overridden,
        "java/lang/management/RuntimeMXBean",
        &[("getUptime", "()J")],
    ),
    own(
        Wrapper,
        "java/time/Instant",
        &[("now", "()Ljava/time/Instant;")],
    ),
    own(
        Wrapper,
        "java/time/LocalDate",
        &[("now", "()Ljava/time/LocalDate;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/LocalDate",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/LocalDate;")],
    ),
    own(
        Wrapper,
        "java/time/LocalTime",
        &[("now", "()Ljava/time/LocalTime;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/LocalTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/LocalTime;")],
    ),
    own(
        Wrapper,
        "java/time/LocalDateTime",
        &[("now", "()Ljava/time/LocalDateTime;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/LocalDateTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/LocalDateTime;")],
    ),
    own(
        Wrapper,
        "java/time/ZonedDateTime",
        &[("now", "()Ljava/time/ZonedDateTime;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/ZonedDateTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;")],
    ),
    own(
        Wrapper,
        "java/time/OffsetDateTime",
        &[("now", "()Ljava/time/OffsetDateTime;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/OffsetDateTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/OffsetDateTime;")],
    ),
    own(
        Wrapper,
        "java/time/OffsetTime",
        &[("now", "()Ljava/time/OffsetTime;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/OffsetTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/OffsetTime;")],
    ),
    own(Wrapper, "java/time/Year", &[("now", "()Ljava/time/Year;")]).zoned(),
    own(
        Wrapper,
        "java/time/Year",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/Year;")],
    ),
    own(
        Wrapper,
        "java/time/YearMonth",
        &[("now", "()Ljava/time/YearMonth;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/YearMonth",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/YearMonth;")],
    ),
    own(
        Wrapper,
        "java/time/MonthDay",
        &[("now", "()Ljava/time/MonthDay;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/MonthDay",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/MonthDay;")],
    ),
    own(
        Wrapper,
        "java/time/chrono/HijrahDate",
        &[("now", "()Ljava/time/chrono/HijrahDate;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/chrono/HijrahDate",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/chrono/HijrahDate;")],
    ),
    own(
        Wrapper,
        "java/time/chrono/JapaneseDate",
        &[("now", "()Ljava/time/chrono/JapaneseDate;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/chrono/JapaneseDate",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/chrono/JapaneseDate;")],
    ),
    own(
        Wrapper,
        "java/time/chrono/MinguoDate",
        &[("now", "()Ljava/time/chrono/MinguoDate;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/chrono/MinguoDate",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/chrono/MinguoDate;")],
    ),
    own(
        Wrapper,
        "java/time/chrono/ThaiBuddhistDate",
        &[("now", "()Ljava/time/chrono/ThaiBuddhistDate;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/chrono/ThaiBuddhistDate",
        &[(
            "now",
            "(Ljava/time/ZoneId;)Ljava/time/chrono/ThaiBuddhistDate;",
        )],
    ),
    Group::new(
        Wrapper,
        Overridden,
        "java/time/chrono/Chronology",
        &[("dateNow", "()Ljava/time/chrono/ChronoLocalDate;")],
    )
    .zoned(),
    Group::new(
        Wrapper,
        Overridden,
        "java/time/chrono/Chronology",
        &[(
            "dateNow",
            "(Ljava/time/ZoneId;)Ljava/time/chrono/ChronoLocalDate;",
        )],
    ),
    own(
        Wrapper,
        "java/time/chrono/IsoChronology",
        &[("dateNow", "()Ljava/time/LocalDate;")],
    )
    .zoned(),
    own(
        Wrapper,
        "java/time/chrono/IsoChronology",
        &[("dateNow", "(Ljava/time/ZoneId;)Ljava/time/LocalDate;")],
    ),
    Group::new(
        Wrapper,
        Inherited,
        CLOCK,
        &[("systemDefaultZone", "()Ljava/time/Clock;")],
    )
    .zoned(),
    Group::new(
        Wrapper,
        Inherited,
        CLOCK,
        &[
            ("systemUTC", "()Ljava/time/Clock;"),
            ("system", "(Ljava/time/ZoneId;)Ljava/time/Clock;"),
            ("tickMillis", "(Ljava/time/ZoneId;)Ljava/time/Clock;"),
            ("tickSeconds", "(Ljava/time/ZoneId;)Ljava/time/Clock;"),
            ("tickMinutes", "(Ljava/time/ZoneId;)Ljava/time/Clock;"),
        ],
    ),
    own(
        Wrapper,
        "java/time/InstantSource",
        &[("system", "()Ljava/time/InstantSource;")],
    ),
    own(Wrapper, "java/util/Date", &[("<init>", "()V")]),
    own(
        Wrapper,
        GREGORIAN,
        &[("<init>", "()V"), ("<init>", "(Ljava/util/Locale;)V")],
    )
    .zoned(),
    own(
        Wrapper,
        GREGORIAN,
        &[
            ("<init>", "(Ljava/util/TimeZone;)V"),
            ("<init>", "(Ljava/util/TimeZone;Ljava/util/Locale;)V"),
        ],
    ),
    Group::new(
        Wrapper,
        Inherited,
        CALENDAR,
        &[
            ("getInstance", "()Ljava/util/Calendar;"),
            ("getInstance", "(Ljava/util/Locale;)Ljava/util/Calendar;"),
        ],
    )
    .zoned(),
    Group::new(
        Wrapper,
        Inherited,
        CALENDAR,
        &[
            ("getInstance", "(Ljava/util/TimeZone;)Ljava/util/Calendar;"),
            (
                "getInstance",
                "(Ljava/util/TimeZone;Ljava/util/Locale;)Ljava/util/Calendar;",
            ),
        ],
    ),
    // A record takes its instant where it is made; the validity check compares with new Date().
    own(
        Wrapper,
        "java/util/logging/LogRecord",
        &[("<init>", "(Ljava/util/logging/Level;Ljava/lang/String;)V")],
    ),
    Group::new(
        Wrapper,
        Overridden,
        "java/security/cert/X509Certificate",
        &[("checkValidity", "()V")],
    ),
];
