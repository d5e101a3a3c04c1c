//! Dates (ISO 32000-1, 7.9.4), written as ISO 8601 to the second.

use hayro_syntax::object::DateTime;

/// A date the object layer has read.
pub(super) fn iso(date: DateTime) -> String {
    let day = format!("{:04}-{:02}-{:02}", date.year, date.month, date.day);
    let time = format!("{:02}:{:02}:{:02}", date.hour, date.minute, date.second);
    let zone = match (date.utc_offset_hour, date.utc_offset_minute) {
        (0, 0) => "Z".to_owned(),
        (hour, minute) => format!("{hour:+03}:{minute:02}"),
    };
    format!("{day}T{time}{zone}")
}

/// A date as text, `D:YYYYMMDDHHmmSSOHH'mm'`; what is missing at its end is the start of the period.
pub(super) fn parse(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("D:").unwrap_or(text);
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, zone) = text.split_at(digits);
    let part = |from: usize, len: usize, first: u32, last: u32| match digits.get(from..from + len) {
        Some(part) => part.parse::<u32>().ok().filter(|part| (first..=last).contains(part)),
        None => Some(first),
    };
    digits.get(..4)?;
    let (year, month, day) = (part(0, 4, 1, 9999)?, part(4, 2, 1, 12)?, part(6, 2, 1, 31)?);
    let (hour, minute, second) = (part(8, 2, 0, 23)?, part(10, 2, 0, 59)?, part(12, 2, 0, 59)?);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{}", offset(zone)))
}

/// The offset from UTC; a date without one counts as UTC.
fn offset(zone: &str) -> String {
    let sign = zone.chars().next().filter(|sign| matches!(sign, '+' | '-'));
    let mut numbers = zone.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let mut number = |last: u32| numbers.next().and_then(|part| part.parse::<u32>().ok()).filter(|part| *part <= last);
    match (sign, number(14), number(59).unwrap_or(0)) {
        (Some(sign), Some(hour), minute) if hour + minute > 0 => format!("{sign}{hour:02}:{minute:02}"),
        _ => "Z".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_become_iso() {
        assert_eq!(parse("D:199812231952-08'00'").as_deref(), Some("1998-12-23T19:52:00-08:00"));
        assert_eq!(parse("D:20240229").as_deref(), Some("2024-02-29T00:00:00Z"));
        assert_eq!(parse("20200101101112+05'30").as_deref(), Some("2020-01-01T10:11:12+05:30"));
        assert_eq!(parse("D:2020Z00'00'").as_deref(), Some("2020-01-01T00:00:00Z"));
        assert_eq!(parse("Friday"), None);
        assert_eq!(parse("D:20201301"), None);
    }
}
