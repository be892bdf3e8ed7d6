//! Calls that take the default time zone without reading a clock.

use super::Group;
use super::Kind::Zone;
use super::Reach::{Inherited, Overridden, Own};

pub(super) static GROUPS: &[Group] = &[
    Group::new(
        Zone,
        Inherited,
        "java/time/ZoneId",
        &[("systemDefault", "()Ljava/time/ZoneId;")],
    ),
    Group::new(
        Zone,
        Inherited,
        "java/util/TimeZone",
        &[
            ("getDefault", "()Ljava/util/TimeZone;"),
            ("setDefault", "(Ljava/util/TimeZone;)V"),
        ],
    ),
    Group::new(
        Zone,
        Own,
        "java/util/Date",
        &[
            ("<init>", "(III)V"),
            ("<init>", "(IIIII)V"),
            ("<init>", "(IIIIII)V"),
            ("<init>", "(Ljava/lang/String;)V"),
            ("parse", "(Ljava/lang/String;)J"),
        ],
    ),
    Group::new(
        Zone,
        Overridden,
        "java/util/Date",
        &[
            ("getYear", "()I"),
            ("setYear", "(I)V"),
            ("getMonth", "()I"),
            ("setMonth", "(I)V"),
            ("getDate", "()I"),
            ("setDate", "(I)V"),
            ("getDay", "()I"),
            ("getHours", "()I"),
            ("setHours", "(I)V"),
            ("getMinutes", "()I"),
            ("setMinutes", "(I)V"),
            ("getSeconds", "()I"),
            ("setSeconds", "(I)V"),
            ("toLocaleString", "()Ljava/lang/String;"),
            ("getTimezoneOffset", "()I"),
        ],
    ),
    Group::new(
        Zone,
        Own,
        "java/util/GregorianCalendar",
        &[
            ("<init>", "(III)V"),
            ("<init>", "(IIIII)V"),
            ("<init>", "(IIIIII)V"),
        ],
    ),
    Group::new(
        Zone,
        Own,
        "java/text/SimpleDateFormat",
        &[
            ("<init>", "()V"),
            ("<init>", "(Ljava/lang/String;)V"),
            ("<init>", "(Ljava/lang/String;Ljava/util/Locale;)V"),
            (
                "<init>",
                "(Ljava/lang/String;Ljava/text/DateFormatSymbols;)V",
            ),
        ],
    ),
    Group::new(
        Zone,
        Inherited,
        "java/text/DateFormat",
        &[
            ("getInstance", "()Ljava/text/DateFormat;"),
            ("getDateInstance", "()Ljava/text/DateFormat;"),
            ("getDateInstance", "(I)Ljava/text/DateFormat;"),
            (
                "getDateInstance",
                "(ILjava/util/Locale;)Ljava/text/DateFormat;",
            ),
            ("getTimeInstance", "()Ljava/text/DateFormat;"),
            ("getTimeInstance", "(I)Ljava/text/DateFormat;"),
            (
                "getTimeInstance",
                "(ILjava/util/Locale;)Ljava/text/DateFormat;",
            ),
            ("getDateTimeInstance", "()Ljava/text/DateFormat;"),
            ("getDateTimeInstance", "(II)Ljava/text/DateFormat;"),
            (
                "getDateTimeInstance",
                "(IILjava/util/Locale;)Ljava/text/DateFormat;",
            ),
        ],
    ),
    Group::new(
        Zone,
        Own,
        "java/sql/Date",
        &[
            ("valueOf", "(Ljava/time/LocalDate;)Ljava/sql/Date;"),
            ("valueOf", "(Ljava/lang/String;)Ljava/sql/Date;"),
            ("toLocalDate", "()Ljava/time/LocalDate;"),
        ],
    ),
    Group::new(
        Zone,
        Own,
        "java/sql/Timestamp",
        &[
            ("valueOf", "(Ljava/time/LocalDateTime;)Ljava/sql/Timestamp;"),
            ("valueOf", "(Ljava/lang/String;)Ljava/sql/Timestamp;"),
            ("toLocalDateTime", "()Ljava/time/LocalDateTime;"),
        ],
    ),
];
