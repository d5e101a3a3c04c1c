//! Document metadata: what the PDF says about itself.

use krilla::metadata::{DateTime, Metadata as Info};

use super::standard::Standard;
use transvase_model::metadata::Metadata;

/// The program the PDF names as its producer.
const PRODUCER: &str = "Transvase";

/// Year of the date a PDF/A gets whose source has none: the standard demands a date, and the clock
/// must not change a result. It is the start of POSIX time, which stands for an unknown date.
const UNKNOWN_YEAR: u16 = 1970;

/// The document information. `heading` serves as the title where a standard demands one.
pub(super) fn metadata(source: &Metadata, heading: Option<String>, standard: Standard) -> Info {
    let mut info = Info::new().producer(PRODUCER.to_owned());
    let heading = heading.filter(|_| standard.is_accessible());
    if let Some(title) = nonempty(source.title.as_ref()).or(heading) {
        info = info.title(title);
    }
    let authors: Vec<String> = source.authors.iter().filter_map(|author| nonempty(Some(author))).collect();
    if !authors.is_empty() {
        info = info.authors(authors);
    }
    if let Some(subject) = nonempty(source.subject.as_ref()) {
        info = info.description(subject);
    }
    let keywords: Vec<String> = source.keywords.iter().filter_map(|word| nonempty(Some(word))).collect();
    if !keywords.is_empty() {
        info = info.keywords(keywords);
    }
    if let Some(language) = nonempty(source.language.as_ref()) {
        info = info.language(language);
    }
    if let Some(creator) = nonempty(source.producer.as_ref()) {
        info = info.creator(creator);
    }
    let unknown = standard.is_archival().then(|| DateTime::new(UNKNOWN_YEAR));
    match source.date.as_deref().and_then(date).or(unknown) {
        Some(date) => info.creation_date(date),
        None => info,
    }
}

/// Text without control characters, which neither XMP nor viewers can show; `None` where nothing is
/// left.
fn nonempty(text: Option<&String>) -> Option<String> {
    let clean: String = text?.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let clean = clean.trim();
    (!clean.is_empty()).then(|| clean.to_owned())
}

/// The day of an ISO 8601 date, or its month or year where it says no more.
fn date(text: &str) -> Option<DateTime> {
    let day = text.trim().split(['T', ' ']).next()?;
    let mut parts = day.split('-');
    let year = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut date = DateTime::new(year);
    let Some(month) = number(parts.next(), 12) else { return Some(date) };
    date = date.month(month);
    match number(parts.next(), 31) {
        Some(day) => Some(date.day(day)),
        None => Some(date),
    }
}

fn number(text: Option<&str>, max: u8) -> Option<u8> {
    text?.parse().ok().filter(|number| (1..=max).contains(number))
}
