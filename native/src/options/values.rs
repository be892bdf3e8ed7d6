//! Instants and durations as users write them.

use std::time::Duration;

use jiff::{Span, SpanRelativeTo, Timestamp};

use super::{OptionsError, WallInstant};

/// The longest run: `System.nanoTime()` counts nanoseconds in 63 bits, half of which are left to
/// where it starts.
const LONGEST: Duration = Duration::from_nanos(i64::MAX as u64 / 2);

/// Reads an ISO-8601 instant: date, time and offset, up to nine digits of a second.
pub(super) fn instant(text: &str) -> Result<WallInstant, OptionsError> {
    let at: Timestamp = text.parse().map_err(|_| {
        OptionsError::new(format!(
            "{text:?} is not an instant; write date, time and offset as in 2026-01-01T00:00:00Z or 2026-01-01T00:00:00.000000001+02:00"
        ))
    })?;
    const SECOND: i128 = 1_000_000_000;
    let nanos = at.as_nanosecond();
    // Both fit: the timestamp's seconds are an i64, and the remainder is below 10^9.
    Ok(WallInstant {
        seconds: nanos.div_euclid(SECOND) as i64,
        nanos: nanos.rem_euclid(SECOND) as u32,
    })
}

/// Reads a positive length of time, in ISO-8601 (`PT24H`, `P7D`) or short (`24h`, `1h30m`).
///
/// A day has 24 hours and a week 7 days; months and years have no length and are refused.
pub(super) fn duration(text: &str) -> Result<Duration, OptionsError> {
    let refuse = |what: &str| {
        OptionsError::new(format!(
            "{text:?} {what}; write 24h, 90s, 7d, 1h30m, or ISO-8601 such as PT24H or P7D"
        ))
    };
    let span: Span = text.parse().map_err(|_| refuse("is not a duration"))?;
    if span.get_years() != 0 || span.get_months() != 0 {
        return Err(refuse("has years or months, whose length varies"));
    }
    let length = span
        .to_duration(SpanRelativeTo::days_are_24_hours())
        .map_err(|_| refuse("is out of range"))?;
    match Duration::try_from(length) {
        Ok(length) if length > LONGEST => Err(refuse("is longer than 146 years")),
        Ok(length) if !length.is_zero() => Ok(length),
        _ => Err(refuse("is not longer than nothing")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> (i64, u32) {
        let instant = instant(text).unwrap();
        (instant.seconds, instant.nanos)
    }

    #[test]
    fn instants_keep_their_nanoseconds() {
        assert_eq!(at("1970-01-01T00:00:00Z"), (0, 0));
        assert_eq!(
            at("2026-01-01T00:00:00.000999999Z"),
            (1_767_225_600, 999_999)
        );
        assert_eq!(at("2026-01-01T02:00:00+02:00"), (1_767_225_600, 0));
    }

    #[test]
    fn before_1970_the_nanoseconds_count_up_too() {
        assert_eq!(at("1969-12-31T23:59:59.999999999Z"), (-1, 999_999_999));
        assert_eq!(at("1826-01-01T00:00:00Z"), (-4_544_208_000, 0));
    }

    #[test]
    fn what_is_no_instant_is_refused() {
        for text in [
            "",
            "now",
            "2026-01-01",
            "2026-01-01T00:00:00",
            "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "1767225600",
            "2026-01-01T00:00:00.0000000001Z",
        ] {
            let line = instant(text).unwrap_err().to_string();
            assert!(line.contains("2026-01-01T00:00:00Z or"), "{text}: {line}");
        }
    }

    #[test]
    fn durations_are_read_in_both_spellings() {
        let hours = |n: u64| Duration::from_secs(n * 3600);
        for (text, want) in [
            ("24h", hours(24)),
            ("PT24H", hours(24)),
            ("P7D", hours(168)),
            ("7d", hours(168)),
            ("P1DT1H", hours(25)),
            ("2w", hours(336)),
            ("90s", Duration::from_secs(90)),
            ("1h30m", Duration::from_secs(5400)),
            ("1h 30m", Duration::from_secs(5400)),
            ("500ms", Duration::from_millis(500)),
            ("PT0.000000001S", Duration::from_nanos(1)),
        ] {
            assert_eq!(duration(text), Ok(want), "{text}");
        }
    }

    #[test]
    fn what_is_no_length_of_time_is_refused() {
        for (text, part) in [
            ("", "not a duration"),
            ("24", "not a duration"),
            ("a day", "not a duration"),
            ("P1M", "months"),
            ("1y", "years"),
            ("0s", "longer than nothing"),
            ("-PT1S", "longer than nothing"),
            ("-5s", "longer than nothing"),
            ("60000d", "longer than 146 years"),
        ] {
            let line = duration(text).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
            assert!(line.contains("PT24H"), "{line}");
        }
    }
}
