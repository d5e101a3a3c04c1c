//! Document metadata (RTF 1.9.1, "Information Group").

use transvase_model::metadata::Metadata;

/// A date that is being read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Date {
    year: i32,
    month: i32,
    day: i32,
    hour: i32,
    minute: i32,
}

impl Date {
    /// Takes a control word of a date.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) {
        let number = value.unwrap_or(0);
        match word {
            "yr" => self.year = number,
            "mo" => self.month = number,
            "dy" => self.day = number,
            "hr" => self.hour = number,
            "min" => self.minute = number,
            _ => {}
        }
    }

    /// As ISO 8601 writes it; `None` for what is no date.
    pub(super) fn written(self) -> Option<String> {
        let Date { year, month, day, hour, minute } = self;
        let is_date = (1..=9_999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        let is_time = (0..24).contains(&hour) && (0..60).contains(&minute);
        (is_date && is_time).then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00"))
    }

    /// The date and time in the 32 bits that remarks and changes have (RTF 1.9.1, `\revdttm`).
    pub(super) fn of_bits(bits: i32) -> Date {
        let part = |shift: u32, mask: u32| ((bits as u32 >> shift) & mask) as i32;
        Date {
            minute: part(0, 63),
            hour: part(6, 31),
            day: part(11, 31),
            month: part(16, 15),
            year: 1_900 + part(20, 511),
        }
    }
}

/// Takes a text of the group.
pub(super) fn take(metadata: &mut Metadata, word: &str, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    match word {
        "title" => metadata.title = Some(text.to_owned()),
        "author" => metadata.authors = list(text, &[';']),
        "subject" => metadata.subject = Some(text.to_owned()),
        "doccomm" => metadata.subject = metadata.subject.take().or(Some(text.to_owned())),
        "keywords" => metadata.keywords = list(text, &[',', ';']),
        "company" => metadata.publisher = Some(text.to_owned()),
        "generator" => metadata.producer = Some(text.trim_end_matches(';').to_owned()),
        _ => {}
    }
}

fn list(text: &str, separators: &[char]) -> Vec<String> {
    text.split(separators).map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_from_words_and_bits() {
        let mut date = Date::default();
        for (word, value) in [("yr", 2024), ("mo", 2), ("dy", 29), ("hr", 7), ("min", 5)] {
            date.take(word, Some(value));
        }
        assert_eq!(date.written().as_deref(), Some("2024-02-29T07:05:00"));
        let bits = (124 << 20) | (2 << 16) | (29 << 11) | (7 << 6) | 5;
        assert_eq!(Date::of_bits(bits).written(), date.written());
        assert_eq!(Date::default().written(), None);
    }
}
