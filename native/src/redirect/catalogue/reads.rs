//! Clock reads.

use super::Group;
use super::Kind::{Monotonic, Wall, Wrapper};
use super::Reach::{Inherited, Overridden, Own};
use super::Scoped::{Factory, Helper, Receiver, TimeSource};

pub(super) static GROUPS: &[Group] = &[
    Group::new(
        Wall,
        Own,
        "java/lang/System",
        &[("currentTimeMillis", "()J")],
    )
    .scoped(TimeSource("currentTimeMillis")),
    Group::new(
        Wall,
        Own,
        "jdk/internal/misc/VM",
        &[("getNanoTimeAdjustment", "(J)J")],
    ),
    Group::new(Monotonic, Own, "java/lang/System", &[("nanoTime", "()J")])
        .scoped(TimeSource("nanoTime")),
    Group::new(
        Monotonic,
        Overridden,
        "java/lang/management/RuntimeMXBean",
        &[("getUptime", "()J")],
    ),
    Group::new(
        Wrapper,
        Own,
        "java/time/Instant",
        &[("now", "()Ljava/time/Instant;")],
    )
    .scoped(TimeSource("instant")),
    Group::new(
        Wrapper,
        Own,
        "java/time/LocalDate",
        &[("now", "()Ljava/time/LocalDate;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/LocalDate",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/LocalDate;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/LocalTime",
        &[("now", "()Ljava/time/LocalTime;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/LocalTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/LocalTime;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/LocalDateTime",
        &[("now", "()Ljava/time/LocalDateTime;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/LocalDateTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/LocalDateTime;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/ZonedDateTime",
        &[("now", "()Ljava/time/ZonedDateTime;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/ZonedDateTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/OffsetDateTime",
        &[("now", "()Ljava/time/OffsetDateTime;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/OffsetDateTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/OffsetDateTime;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/OffsetTime",
        &[("now", "()Ljava/time/OffsetTime;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/OffsetTime",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/OffsetTime;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/Year",
        &[("now", "()Ljava/time/Year;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/Year",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/Year;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/YearMonth",
        &[("now", "()Ljava/time/YearMonth;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/YearMonth",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/YearMonth;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/MonthDay",
        &[("now", "()Ljava/time/MonthDay;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/MonthDay",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/MonthDay;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/HijrahDate",
        &[("now", "()Ljava/time/chrono/HijrahDate;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/HijrahDate",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/chrono/HijrahDate;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/JapaneseDate",
        &[("now", "()Ljava/time/chrono/JapaneseDate;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/JapaneseDate",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/chrono/JapaneseDate;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/MinguoDate",
        &[("now", "()Ljava/time/chrono/MinguoDate;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/MinguoDate",
        &[("now", "(Ljava/time/ZoneId;)Ljava/time/chrono/MinguoDate;")],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/ThaiBuddhistDate",
        &[("now", "()Ljava/time/chrono/ThaiBuddhistDate;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/ThaiBuddhistDate",
        &[(
            "now",
            "(Ljava/time/ZoneId;)Ljava/time/chrono/ThaiBuddhistDate;",
        )],
    )
    .scoped(Helper),
    // The chronologies return narrower types than the interface says.
    Group::new(
        Wrapper,
        Overridden,
        "java/time/chrono/Chronology",
        &[("dateNow", "()Ljava/time/chrono/ChronoLocalDate;")],
    )
    .scoped(Receiver)
    .zoned(),
    Group::new(
        Wrapper,
        Overridden,
        "java/time/chrono/Chronology",
        &[(
            "dateNow",
            "(Ljava/time/ZoneId;)Ljava/time/chrono/ChronoLocalDate;",
        )],
    )
    .scoped(Receiver),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/IsoChronology",
        &[("dateNow", "()Ljava/time/LocalDate;")],
    )
    .scoped(Receiver)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/IsoChronology",
        &[("dateNow", "(Ljava/time/ZoneId;)Ljava/time/LocalDate;")],
    )
    .scoped(Receiver),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/HijrahChronology",
        &[("dateNow", "()Ljava/time/chrono/HijrahDate;")],
    )
    .scoped(Receiver)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/HijrahChronology",
        &[(
            "dateNow",
            "(Ljava/time/ZoneId;)Ljava/time/chrono/HijrahDate;",
        )],
    )
    .scoped(Receiver),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/JapaneseChronology",
        &[("dateNow", "()Ljava/time/chrono/JapaneseDate;")],
    )
    .scoped(Receiver)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/JapaneseChronology",
        &[(
            "dateNow",
            "(Ljava/time/ZoneId;)Ljava/time/chrono/JapaneseDate;",
        )],
    )
    .scoped(Receiver),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/MinguoChronology",
        &[("dateNow", "()Ljava/time/chrono/MinguoDate;")],
    )
    .scoped(Receiver)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/MinguoChronology",
        &[(
            "dateNow",
            "(Ljava/time/ZoneId;)Ljava/time/chrono/MinguoDate;",
        )],
    )
    .scoped(Receiver),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/ThaiBuddhistChronology",
        &[("dateNow", "()Ljava/time/chrono/ThaiBuddhistDate;")],
    )
    .scoped(Receiver)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/time/chrono/ThaiBuddhistChronology",
        &[(
            "dateNow",
            "(Ljava/time/ZoneId;)Ljava/time/chrono/ThaiBuddhistDate;",
        )],
    )
    .scoped(Receiver),
    Group::new(
        Wrapper,
        Inherited,
        "java/time/Clock",
        &[("systemDefaultZone", "()Ljava/time/Clock;")],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Inherited,
        "java/time/Clock",
        &[
            ("systemUTC", "()Ljava/time/Clock;"),
            ("system", "(Ljava/time/ZoneId;)Ljava/time/Clock;"),
            ("tickMillis", "(Ljava/time/ZoneId;)Ljava/time/Clock;"),
            ("tickSeconds", "(Ljava/time/ZoneId;)Ljava/time/Clock;"),
            ("tickMinutes", "(Ljava/time/ZoneId;)Ljava/time/Clock;"),
        ],
    )
    .scoped(Helper),
    Group::new(
        Wrapper,
        Own,
        "java/time/InstantSource",
        &[("system", "()Ljava/time/InstantSource;")],
    )
    .scoped(Helper),
    Group::new(Wrapper, Own, "java/util/Date", &[("<init>", "()V")]).scoped(Factory),
    Group::new(
        Wrapper,
        Own,
        "java/util/GregorianCalendar",
        &[("<init>", "()V"), ("<init>", "(Ljava/util/Locale;)V")],
    )
    .scoped(Factory)
    .zoned(),
    Group::new(
        Wrapper,
        Own,
        "java/util/GregorianCalendar",
        &[
            ("<init>", "(Ljava/util/TimeZone;)V"),
            ("<init>", "(Ljava/util/TimeZone;Ljava/util/Locale;)V"),
        ],
    )
    .scoped(Factory),
    Group::new(
        Wrapper,
        Inherited,
        "java/util/Calendar",
        &[
            ("getInstance", "()Ljava/util/Calendar;"),
            ("getInstance", "(Ljava/util/Locale;)Ljava/util/Calendar;"),
        ],
    )
    .scoped(Helper)
    .zoned(),
    Group::new(
        Wrapper,
        Inherited,
        "java/util/Calendar",
        &[
            ("getInstance", "(Ljava/util/TimeZone;)Ljava/util/Calendar;"),
            (
                "getInstance",
                "(Ljava/util/TimeZone;Ljava/util/Locale;)Ljava/util/Calendar;",
            ),
        ],
    )
    .scoped(Helper),
    // A record takes its instant where it is made; the validity check compares with new Date().
    Group::new(
        Wrapper,
        Own,
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
