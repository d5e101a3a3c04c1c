//! What a document says about itself in its set of properties ([MS-OLEPS], 2.21; the numbers of the properties are those
//! of the summary information, 3.1).

use encoding_rs::Encoding;

use super::Container;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::le;
use transvase_model::metadata::Metadata;

/// The stream of the set ([MS-OLEPS], 2.24).
const NAME: &str = "\u{5}SummaryInformation";
/// Properties that count.
const MAX_PROPERTIES: usize = 1_000;
/// Characters of a text that count.
const MAX_TEXT: usize = 10_000;
/// Seconds from 1601, where files begin to count, to 1970.
const TO_1970: u64 = 11_644_473_600;
const DAY: u64 = 86_400;

/// What the summary information of a document says; nothing where it has none or a damaged one.
///
/// # Errors
/// Limits.
pub fn summary(container: &Container<'_>, context: &Context) -> Result<Metadata> {
    let stream = container.stream(&[NAME], context)?;
    Ok(stream.and_then(|bytes| Set::open(&bytes).map(|set| set.metadata())).unwrap_or_default())
}

/// The first set of properties of a stream.
struct Set<'a> {
    bytes: &'a [u8],
    /// Numbers of the properties, and where they lie.
    places: Vec<(u32, usize)>,
    code_page: u16,
}

impl<'a> Set<'a> {
    fn open(stream: &'a [u8]) -> Option<Self> {
        let bytes = stream.get(le::u32(stream, 44)? as usize..)?;
        let count = (le::u32(bytes, 4)? as usize).min(MAX_PROPERTIES);
        let place = |at: usize| Some((le::u32(bytes, 8 + at * 8)?, le::u32(bytes, 12 + at * 8)? as usize));
        let places: Vec<_> = (0..count).map_while(place).collect();
        let mut set = Set { bytes, places, code_page: 1252 };
        let said = set.value(1).and_then(|(kind, at)| le::u16(bytes, at).filter(|_| kind == 2));
        set.code_page = said.unwrap_or(set.code_page);
        Some(set)
    }

    /// The type of a property and where its value lies.
    fn value(&self, number: u32) -> Option<(u32, usize)> {
        let (_, at) = self.places.iter().find(|(known, _)| *known == number)?;
        Some((le::u32(self.bytes, *at)?, at.checked_add(4)?))
    }

    /// A text: of bytes in the code page, or of characters of sixteen bits.
    fn text(&self, number: u32) -> Option<String> {
        let (kind, at) = self.value(number)?;
        let len = le::u32(self.bytes, at)? as usize;
        let text = match kind {
            0x1E if self.code_page == 1200 => le::text(self.bytes, at + 4, len.min(MAX_TEXT) / 2)?,
            0x1E => decode(le::slice(self.bytes, at + 4, len.min(MAX_TEXT))?, self.code_page),
            0x1F => le::text(self.bytes, at + 4, len.min(MAX_TEXT))?,
            _ => return None,
        };
        let text = text.split('\0').next().unwrap_or_default().trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn date(&self, number: u32) -> Option<String> {
        let (kind, at) = self.value(number)?;
        let time = le::u64(self.bytes, at).filter(|time| kind == 0x40 && *time > 0)?;
        date(time)
    }

    fn metadata(&self) -> Metadata {
        let split = |text: Option<String>, signs: &[char]| -> Vec<String> {
            let text = text.unwrap_or_default();
            text.split(signs).map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        Metadata {
            title: self.text(2),
            subject: self.text(3).or_else(|| self.text(6)),
            authors: split(self.text(4), &[';']),
            keywords: split(self.text(5), &[',', ';']),
            date: self.date(12),
            modified: self.date(13),
            producer: self.text(18),
            ..Metadata::default()
        }
    }
}

/// Text in a code page of Windows; what is not known is read as Latin.
pub(crate) fn decode(bytes: &[u8], code_page: u16) -> String {
    let label = match code_page {
        65001 => "utf-8".into(),
        932 => "shift_jis".into(),
        936 => "gbk".into(),
        949 => "euc-kr".into(),
        950 => "big5".into(),
        10000 => "macintosh".into(),
        other => format!("windows-{other}"),
    };
    let encoding = Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::WINDOWS_1252);
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// A count of tenths of a microsecond since 1601 as a date (ISO 8601); none before 1970, where durations are kept.
fn date(time: u64) -> Option<String> {
    let seconds = (time / 10_000_000).checked_sub(TO_1970)?;
    let (days, rest) = (seconds / DAY, seconds % DAY);
    // Days to dates in years that begin in March (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, year) = if month < 10 { (month + 3, year + era * 400) } else { (month - 9, year + era * 400 + 1) };
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    (year < 10_000).then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfb::build;
    use transvase_base::changed::changed;

    /// A stream with a code page, a title and a date.
    fn stream() -> Vec<u8> {
        let mut bytes = vec![0; 48];
        bytes[44] = 48;
        let title = b"Caf\xE9\0";
        let mut set: Vec<u8> = Vec::new();
        let words = |set: &mut Vec<u8>, words: &[u32]| words.iter().for_each(|word| set.extend(word.to_le_bytes()));
        words(&mut set, &[0, 3, 1, 32, 2, 40, 12, 56]);
        words(&mut set, &[2, 1252, 0x1E, title.len() as u32]);
        set.extend_from_slice(title);
        set.extend_from_slice(&[0; 3]);
        words(&mut set, &[0x40]);
        // 2009-02-13 23:31:30, the second 1,234,567,890 of Unix.
        set.extend_from_slice(&((1_234_567_890 + TO_1970) * 10_000_000).to_le_bytes());
        bytes.extend(set);
        bytes
    }

    #[test]
    fn titles_and_dates_are_read() {
        let file = build::container(&[(NAME, &stream())]);
        let metadata = summary(&Container::open(&file).unwrap(), &Context::default()).unwrap();
        assert_eq!(metadata.title.as_deref(), Some("Café"));
        assert_eq!(metadata.date.as_deref(), Some("2009-02-13T23:31:30Z"));
        assert_eq!((metadata.modified, metadata.authors), (None, Vec::new()));
    }

    #[test]
    fn dates_know_leap_years() {
        let day = |days: u64| date((days * DAY + TO_1970) * 10_000_000).unwrap();
        assert_eq!(day(0), "1970-01-01T00:00:00Z");
        assert_eq!(day(11_016), "2000-02-29T00:00:00Z");
        assert_eq!(day(19_723), "2024-01-01T00:00:00Z");
        assert_eq!(date(1), None);
    }

    #[test]
    fn changed_sets_do_no_harm() {
        let stream = stream();
        for seed in 0..300 {
            let changed = changed(&stream, seed, 10);
            let _ = Set::open(&changed).map(|set| set.metadata());
        }
    }
}
