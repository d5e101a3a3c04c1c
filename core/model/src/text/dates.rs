//! Dates as books have them (W3C-DTF; EPUB 3.3, 5.5.3.2.2) and as office files have them (ISO 8601).

/// A date nobody knows.
const UNKNOWN: &str = "2000-01-01T00:00:00Z";

/// Whether a date is written as ISO 8601 has it, year first.
pub fn is_sound(date: &str) -> bool {
    let bytes = date.as_bytes();
    let digits =
        |range: std::ops::Range<usize>| bytes.get(range).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    match bytes.len() {
        4 => digits(0..4),
        7 => digits(0..4) && bytes.get(4) == Some(&b'-') && digits(5..7) && in_range(date.get(5..7), 1, 12),
        10 => parse(date).is_some(),
        _ => false,
    }
}

/// The moment of the last change in coordinated time: that of the source.
pub fn modified<'d>(dates: impl IntoIterator<Item = &'d str>) -> String {
    dates.into_iter().find_map(moment).unwrap_or_else(|| UNKNOWN.into())
}

fn in_range(text: Option<&str>, least: u32, most: u32) -> bool {
    text.and_then(|text| text.parse().ok()).is_some_and(|number: u32| (least..=most).contains(&number))
}

/// Year, month and day.
fn parse(date: &str) -> Option<(i64, i64, i64)> {
    let number = |from: usize, to: usize| -> Option<i64> {
        let text = date.get(from..to)?;
        text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let dashes = date.get(4..5)? == "-" && date.get(7..8)? == "-";
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let sound = dashes && (1..=12).contains(&month) && (1..=length(year, month)).contains(&day);
    sound.then_some((year, month, day))
}

/// Days of a month of the Gregorian calendar.
fn length(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn moment(date: &str) -> Option<String> {
    let date = date.trim();
    let (mut year, mut month, mut day) = parse(date)?;
    let time = date.get(11..).unwrap_or_default();
    let number = |from: usize| -> i64 {
        time.get(from..from + 2).and_then(|digits| digits.parse::<u8>().ok()).map_or(0, i64::from)
    };
    let (hour, minute, second) = (number(0).min(23), number(3).min(59), number(6).min(59));
    let mut minutes = hour * 60 + minute - offset(time);
    if minutes < 0 {
        minutes += 24 * 60;
        day -= 1;
    } else if minutes >= 24 * 60 {
        minutes -= 24 * 60;
        day += 1;
    }
    if day < 1 {
        (year, month) = if month == 1 { (year - 1, 12) } else { (year, month - 1) };
        day = length(year, month);
    } else if day > length(year, month) {
        (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
        day = 1;
    }
    Some(format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{second:02}Z", minutes / 60, minutes % 60))
}

/// Minutes that a time is ahead of coordinated time.
fn offset(time: &str) -> i64 {
    let Some(at) = time.rfind(['+', '-']) else { return 0 };
    let zone: String = time.get(at + 1..).unwrap_or_default().chars().filter(char::is_ascii_digit).take(4).collect();
    let part = |from: usize| zone.get(from..from + 2).and_then(|digits| digits.parse::<i64>().ok()).unwrap_or(0);
    let minutes = part(0).min(14) * 60 + part(2).min(59);
    if time.get(at..=at) == Some("-") { -minutes } else { minutes }
}

/// An ISO 8601 date as the full date and time that office programs insist on; `None` where the text
/// is not one.
pub fn date_time(text: &str) -> Option<String> {
    let text = text.trim();
    let (date, time) = text.split_once('T').map_or((text, None), |(date, time)| (date, Some(time)));
    let mut fields = date.split('-');
    let year = digits(fields.next()?, 4)?;
    let month = fields.next().map_or(Some(1), |field| digits(field, 2))?;
    let day = fields.next().map_or(Some(1), |field| digits(field, 2))?;
    let sound = fields.next().is_none() && year > 0 && (1..=12).contains(&month) && (1..=31).contains(&day);
    let time = time.map_or(Some("00:00:00Z".to_owned()), full_time)?;
    sound.then(|| format!("{year:04}-{month:02}-{day:02}T{time}"))
}

/// `hh:mm[:ss[.f]]` with `Z`, an offset or nothing after it, as `hh:mm:ss` and zone.
fn full_time(text: &str) -> Option<String> {
    let zone_at = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = text.split_at(zone_at);
    let mut fields = clock.split(':');
    let hour = digits(fields.next()?, 2).filter(|hour| *hour < 24)?;
    let minute = digits(fields.next()?, 2).filter(|minute| *minute < 60)?;
    let second = fields.next().map_or(Some(0), |field| digits(field.get(..2)?, 2)).filter(|second| *second < 60)?;
    let zone = match zone.as_bytes() {
        [] | [b'Z'] => "Z".to_owned(),
        [b'+' | b'-', h1, h2, b':', m1, m2] if [h1, h2, m1, m2].iter().all(|d| d.is_ascii_digit()) => zone.to_owned(),
        _ => return None,
    };
    Some(format!("{hour:02}:{minute:02}:{second:02}{zone}"))
}

fn digits(text: &str, count: usize) -> Option<u32> {
    let all_digits = text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    if all_digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_in_coordinated_time() {
        let cases = [
            ("2023-07-06T14:57:22-04:00", "2023-07-06T18:57:22Z"),
            ("2023-12-31T23:30:00-01:00", "2024-01-01T00:30:00Z"),
            ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00Z"),
            ("2024-02-29", "2024-02-29T00:00:00Z"),
            ("2023-02-29", UNKNOWN),
            ("July 2023", UNKNOWN),
        ];
        for (date, expected) in cases {
            assert_eq!(modified([date]), expected, "{date}");
        }
    }

    #[test]
    fn dates_are_written_as_the_standard_has_them() {
        assert!(["2023", "2023-07", "2023-07-06"].into_iter().all(is_sound));
        assert!(!["", "23", "2023-13", "2023-00-01", "1 July 2023"].into_iter().any(is_sound));
    }

    #[test]
    fn dates_become_full_or_nothing() {
        let cases = [
            ("1998", Some("1998-01-01T00:00:00Z")),
            ("1998-07", Some("1998-07-01T00:00:00Z")),
            ("2001-02-03", Some("2001-02-03T00:00:00Z")),
            ("2001-02-03T04:05Z", Some("2001-02-03T04:05:00Z")),
            ("2001-02-03T04:05:06.7+02:00", Some("2001-02-03T04:05:06+02:00")),
            ("February 2001", None),
            ("2001-13-01", None),
            ("2001-01-01T25:00Z", None),
            ("2001-01-01T05:00é", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(date_time(text).as_deref(), expected, "{text}");
        }
    }
}
