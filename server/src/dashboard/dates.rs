//! Timestamps as people read them, in UTC.

use time::{Date, OffsetDateTime, Time};

use crate::store::{DAY_MS, Moment};

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn at(moment: Moment) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(moment.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// As in `9 Nov 2026`.
pub fn day(moment: Moment) -> String {
    written(at(moment).date())
}

/// As in `9 Nov 2026, 08:05`.
pub fn minute(moment: Moment) -> String {
    let at = at(moment);
    format!("{}, {:02}:{:02}", written(at.date()), at.hour(), at.minute())
}

/// As in `9 Nov, 08:05`, for what is not long ago.
pub fn short_minute(moment: Moment) -> String {
    let at = at(moment);
    format!("{}, {:02}:{:02}", short(at.date()), at.hour(), at.minute())
}

fn short(date: Date) -> String {
    format!("{} {}", date.day(), MONTHS[usize::from(u8::from(date.month())) - 1])
}

fn written(date: Date) -> String {
    format!("{} {}", short(date), date.year())
}

/// As in `2026-11-09`, the form of date fields.
pub fn iso_day(moment: Moment) -> String {
    let date = at(moment).date();
    format!("{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day())
}

/// A day of that form; `None` where it is none.
fn parse_day(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-').map(str::parse::<u16>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    let month = time::Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(i32::from(year), month, u8::try_from(day).ok()?).ok()
}

/// The last moment of a day written as `2026-11-09`; `None` where it is none.
pub fn end_of_day(text: &str) -> Option<Moment> {
    let midnight = parse_day(text)?.with_time(Time::MIDNIGHT).assume_utc();
    Some(midnight.unix_timestamp() * 1000 + DAY_MS - 1)
}

/// As in `9 Nov`, of a day written as `2026-11-09`; other text stays as it is.
pub fn short_day(text: &str) -> String {
    parse_day(text).map_or_else(|| text.into(), short)
}

#[cfg(test)]
mod tests {
    use super::*;

    // 2026-11-09T08:05:59.999Z, by `date --utc --date=... +%s`.
    const MOMENT: Moment = 1_794_211_559_999;

    #[test]
    fn moments_are_written_in_utc() {
        assert_eq!(day(MOMENT), "9 Nov 2026");
        assert_eq!(minute(MOMENT), "9 Nov 2026, 08:05");
        assert_eq!(short_minute(MOMENT), "9 Nov, 08:05");
        assert_eq!(iso_day(MOMENT), "2026-11-09");
        assert_eq!(short_day("2026-11-09"), "9 Nov");
    }

    #[test]
    fn a_key_works_through_its_last_day() {
        let end = end_of_day("2026-11-09").unwrap();
        assert_eq!(minute(end), "9 Nov 2026, 23:59");
        assert_eq!(minute(end + 1), "10 Nov 2026, 00:00");
        for odd in ["", "2026-11", "2026-02-30", "9.11.2026", "2026-13-01", "2026-11-09T10"] {
            assert_eq!(end_of_day(odd), None, "{odd}");
        }
    }
}
