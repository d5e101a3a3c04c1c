//! Dates as office files have them.

/// An ISO 8601 date as the full date and time that office programs insist on; `None` where the text
/// is not one.
pub(crate) fn date_time(text: &str) -> Option<String> {
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
