//! Options: rows that describe themselves, and the one parser every surface uses.
//!
//! A row is an [`OptionSpec`]. The rows every conversion shares are in [`SHARED`]; a format or a
//! transform keeps its own beside its code and the registry joins them.

use std::collections::BTreeMap;
use std::ops::{RangeFrom, RangeInclusive};

use crate::error::{Error, Result};

/// What values an option takes.
#[derive(Debug, Clone, Copy, PartialEq)]
// Exhaustive on purpose: whoever offers options has to say how a new kind is shown.
pub enum OptionKind {
    /// A whole number in a range, both ends included.
    Integer {
        /// Smallest value.
        min: u64,
        /// Largest value.
        max: u64,
    },
    /// A decimal number in a range, both ends included.
    Number {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// `true` or `false`.
    Flag,
    /// One word of a list.
    Choice(&'static [&'static str]),
    /// Pages and ranges counted from 1, as in `1-3,7,9-`.
    Pages,
    /// Any text.
    Text,
}

/// One row of the option table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OptionSpec {
    /// The key on every surface.
    pub key: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// Unit of the value; empty where it has none.
    pub unit: &'static str,
    /// The default, in the form the parser takes; empty means not set.
    pub default: &'static str,
    /// One sentence for the documentation.
    pub doc: &'static str,
}

/// Where a test makes a conversion panic: at which of its looks at whether it may go on, counted from 1.
#[cfg(feature = "fail-points")]
pub static FAIL_AT: OptionSpec = OptionSpec {
    key: "fail_at",
    kind: OptionKind::Integer { min: 1, max: u64::MAX },
    unit: "",
    default: "",
    doc: "Test builds only: the step of the conversion that panics.",
};

/// A parsed value.
#[derive(Debug, Clone, PartialEq)]
pub enum OptionValue {
    /// Of [`OptionKind::Integer`].
    Integer(u64),
    /// Of [`OptionKind::Number`].
    Number(f64),
    /// Of [`OptionKind::Flag`].
    Flag(bool),
    /// Of [`OptionKind::Choice`].
    Choice(&'static str),
    /// Of [`OptionKind::Pages`].
    Pages(PageRanges),
    /// Of [`OptionKind::Text`].
    Text(String),
}

macro_rules! shared {
    ($($name:ident = $key:literal, $kind:expr, $unit:literal, $default:literal, $doc:literal;)+) => {
        $(#[doc = $doc] pub static $name: OptionSpec =
            OptionSpec { key: $key, kind: $kind, unit: $unit, default: $default, doc: $doc };)+
        /// The rows every conversion shares.
        pub static SHARED: &[&OptionSpec] = &[$(&$name),+];
    };
}

shared! {
    MAX_BYTES = "max_bytes", OptionKind::Integer { min: 1, max: u64::MAX }, "bytes", "", "Largest allowed size of the result, metadata included. The result is never larger.";
    RESIZE = "resize", OptionKind::Choice(&["never", "auto"]), "", "never", "Whether pictures may get fewer pixels under max_bytes: auto does it where the result looks better that way.";
    BEST_EFFORT = "best_effort", OptionKind::Flag, "", "false", "Return what is possible instead of failing: the smallest result where max_bytes cannot be met, boxes for characters that no font has, and even an empty result. A warning says so.";
    QUALITY = "quality", OptionKind::Integer { min: 1, max: 100 }, "", "", "Quality of lossy encodings; higher is better and larger.";
    EFFORT = "effort", OptionKind::Integer { min: 0, max: 9 }, "", "5", "How much time to spend on a smaller result.";
    LOSSLESS = "lossless", OptionKind::Flag, "", "false", "Compress without changing a pixel or a character.";
    THREADS = "threads", OptionKind::Integer { min: 1, max: 256 }, "threads", "1", "Threads one conversion may use. The result does not depend on it.";
    PAGES = "pages", OptionKind::Pages, "", "", "Pages to convert, counted from 1, as in 1-3,7,9-.";
    DPI = "dpi", OptionKind::Number { min: 1.0, max: 4_800.0 }, "dots per inch", "", "Resolution at which pages become pictures, 150 unless it is set; and at which pictures become pages, whatever their files say.";
    ROTATE = "rotate", OptionKind::Choice(&["0", "90", "180", "270"]), "degrees", "0", "Clockwise rotation of pages and pictures in degrees, after they have been turned upright.";
    SIGNATURES = "signatures", OptionKind::Choice(&["keep", "drop"]), "", "keep", "What happens to a signed file that is to be made smaller or changed: keep leaves it as it is, drop removes the signatures.";
    PASSWORD = "password", OptionKind::Text, "", "", "Password of an encrypted input.";
}

impl OptionSpec {
    /// Reads `text` as a value of this option.
    ///
    /// # Errors
    /// `InvalidOption` where the text is not of the option's kind or lies outside its range.
    pub fn parse(&self, text: &str) -> Result<OptionValue> {
        let text = text.trim();
        match self.kind {
            OptionKind::Integer { min, max } => self.parse_number(text, min, max).map(OptionValue::Integer),
            OptionKind::Number { min, max } => self.parse_number(text, min, max).map(OptionValue::Number),
            OptionKind::Flag => self.parse_flag(text).map(OptionValue::Flag),
            OptionKind::Choice(words) => self.parse_choice(text, words).map(OptionValue::Choice),
            OptionKind::Pages => {
                PageRanges::parse(text).map(OptionValue::Pages).map_err(|why| Error::option(self.key, why))
            }
            OptionKind::Text => Ok(OptionValue::Text(text.to_owned())),
        }
    }

    fn parse_number<T>(&self, text: &str, min: T, max: T) -> Result<T>
    where
        T: std::str::FromStr + PartialOrd + std::fmt::Display,
    {
        let value: T = text.parse().map_err(|_| Error::option(self.key, format!("{text:?} is not a number")))?;
        // Written so that NaN, which compares false with everything, is refused too.
        if value >= min && value <= max {
            Ok(value)
        } else {
            Err(Error::option(self.key, format!("{text} is not between {min} and {max}")))
        }
    }

    fn parse_flag(&self, text: &str) -> Result<bool> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Ok(true),
            "false" | "no" | "off" | "0" => Ok(false),
            _ => Err(Error::option(self.key, format!("{text:?} is neither true nor false"))),
        }
    }

    fn parse_choice(&self, text: &str, words: &'static [&'static str]) -> Result<&'static str> {
        let found = words.iter().find(|word| word.eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| Error::option(self.key, format!("{text:?} is not one of {}", words.join(", "))))
    }

    /// The default, parsed; `None` where the option has none.
    fn default_value(&self) -> Option<OptionValue> {
        if self.default.is_empty() { None } else { self.parse(self.default).ok() }
    }
}

/// The options of one conversion. Values are checked when they are set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    values: BTreeMap<&'static str, OptionValue>,
}

impl Options {
    /// Sets an option from text, in the one form every surface uses.
    ///
    /// # Errors
    /// `InvalidOption`, as [`OptionSpec::parse`] says.
    pub fn set(&mut self, spec: &OptionSpec, text: &str) -> Result<()> {
        let value = spec.parse(text)?;
        self.values.insert(spec.key, value);
        Ok(())
    }

    /// The keys that were set.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.values.keys().copied()
    }

    /// Whether the caller set the option.
    pub fn is_set(&self, spec: &OptionSpec) -> bool {
        self.values.contains_key(spec.key)
    }

    /// Whether the caller set the option to anything but its default.
    pub fn is_changed(&self, spec: &OptionSpec) -> bool {
        self.values.get(spec.key).is_some_and(|value| spec.default_value().as_ref() != Some(value))
    }

    /// Whether the caller set the option, be it to its default.
    pub fn is_given(&self, spec: &OptionSpec) -> bool {
        self.values.contains_key(spec.key)
    }

    fn get(&self, spec: &OptionSpec) -> Option<OptionValue> {
        self.values.get(spec.key).cloned().or_else(|| spec.default_value())
    }

    /// The value, or the default, of an [`OptionKind::Integer`].
    pub fn integer(&self, spec: &OptionSpec) -> Option<u64> {
        match self.get(spec)? {
            OptionValue::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// The value, or the default, of an [`OptionKind::Number`].
    pub fn number(&self, spec: &OptionSpec) -> Option<f64> {
        match self.get(spec)? {
            OptionValue::Number(value) => Some(value),
            _ => None,
        }
    }

    /// The value, or the default, of an [`OptionKind::Flag`]; false where there is neither.
    pub fn flag(&self, spec: &OptionSpec) -> bool {
        matches!(self.get(spec), Some(OptionValue::Flag(true)))
    }

    /// The value, or the default, of an [`OptionKind::Choice`].
    pub fn choice(&self, spec: &OptionSpec) -> Option<&'static str> {
        match self.get(spec)? {
            OptionValue::Choice(word) => Some(word),
            _ => None,
        }
    }

    /// The value, or the default, of an [`OptionKind::Text`].
    pub fn text(&self, spec: &OptionSpec) -> Option<String> {
        match self.get(spec)? {
            OptionValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of an [`OptionKind::Pages`].
    pub fn pages(&self, spec: &OptionSpec) -> Option<PageRanges> {
        match self.get(spec)? {
            OptionValue::Pages(ranges) => Some(ranges),
            _ => None,
        }
    }
}

/// A choice of pages, counted from 1: `1-3,7,9-`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRanges(Vec<(u32, u32)>);

impl PageRanges {
    /// Reads `1-3,7,9-`; the open end means the last page.
    fn parse(text: &str) -> std::result::Result<Self, String> {
        let ranges = text.split(',').map(|part| Self::parse_range(part.trim()));
        ranges.collect::<std::result::Result<_, _>>().map(PageRanges)
    }

    fn parse_range(part: &str) -> std::result::Result<(u32, u32), String> {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|page| *page > 0);
        let range = match part.split_once('-') {
            None => number(part).map(|page| (page, page)),
            Some((first, "")) => number(first).map(|page| (page, u32::MAX)),
            Some((first, last)) => number(first).zip(number(last)),
        };
        range
            .filter(|(first, last)| first <= last)
            .ok_or_else(|| format!("{part:?} is not a page or a range such as 2-5"))
    }

    /// The pages chosen of so many, in the order they are written in; those that do not exist are left out.
    pub fn in_order(&self, count: u32) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(move |(first, last)| *first..=(*last).min(count))
    }

    /// The pages that are asked for and not among so many; `None` where there are none. The rest of an open end is not asked
    /// for.
    pub(crate) fn beyond(&self, count: u32) -> Option<String> {
        let is_open = |last: u32| last == u32::MAX;
        let beyond = self.0.iter().filter(|(first, last)| *last > count && !(is_open(*last) && *first <= count));
        let named = |(first, last): &(u32, u32)| match (*first).max(count.saturating_add(1)) {
            first if first == *last => first.to_string(),
            first if is_open(*last) => format!("{first}-"),
            first => format!("{first}-{last}"),
        };
        let names: Vec<String> = beyond.map(named).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Whether page `number`, counted from 1, is chosen.
    pub fn contains(&self, number: u32) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&number))
    }
}

/// Pages of a document, as `Converter::pages` takes them. What makes no sense is reported by the conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageSelection(String);

impl PageSelection {
    /// The list, as the option takes it.
    #[doc(hidden)]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl From<&str> for PageSelection {
    fn from(list: &str) -> Self {
        PageSelection(list.to_owned())
    }
}

impl From<String> for PageSelection {
    fn from(list: String) -> Self {
        PageSelection(list)
    }
}

impl From<u32> for PageSelection {
    fn from(page: u32) -> Self {
        PageSelection(page.to_string())
    }
}

impl From<RangeInclusive<u32>> for PageSelection {
    fn from(pages: RangeInclusive<u32>) -> Self {
        PageSelection(format!("{}-{}", pages.start(), pages.end()))
    }
}

impl From<RangeFrom<u32>> for PageSelection {
    fn from(pages: RangeFrom<u32>) -> Self {
        PageSelection(format!("{}-", pages.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[test]
    fn values_are_checked_against_their_row() {
        let mut options = Options::default();
        options.set(&QUALITY, "80").unwrap();
        assert_eq!(options.integer(&QUALITY), Some(80));
        for bad in ["0", "101", "-1", "good", ""] {
            let error = options.set(&QUALITY, bad).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidOption, "{bad}");
            assert_eq!(error.details().which.as_deref(), Some("quality"));
        }
        let number =
            OptionSpec { key: "n", kind: OptionKind::Number { min: 0.0, max: 1.0 }, unit: "", default: "", doc: "" };
        assert!(number.parse("NaN").is_err());
    }

    #[test]
    fn defaults_answer_where_nothing_is_set() {
        let options = Options::default();
        assert_eq!(options.integer(&EFFORT), Some(5));
        assert_eq!(options.integer(&QUALITY), None);
        assert!(!options.flag(&LOSSLESS));
        for spec in SHARED.iter().filter(|spec| !spec.default.is_empty()) {
            assert!(spec.default_value().is_some(), "{} has a default it cannot parse", spec.key);
        }
    }

    #[test]
    fn page_ranges_read_as_a_person_means_them() {
        let Ok(OptionValue::Pages(pages)) = PAGES.parse("1-3, 7,9-") else { panic!("must parse") };
        let chosen: Vec<u32> = (1..=12).filter(|page| pages.contains(*page)).collect();
        assert_eq!(chosen, [1, 2, 3, 7, 9, 10, 11, 12]);
        let Ok(OptionValue::Pages(pages)) = PAGES.parse("4-,2,9,1-2") else { panic!("must parse") };
        assert_eq!(pages.in_order(5).collect::<Vec<_>>(), [4, 5, 2, 1, 2]);
        assert_eq!(
            (pages.beyond(9), pages.beyond(5), pages.beyond(1)),
            (None, Some("9".into()), Some("4-, 2, 9, 2".into()))
        );
        for bad in ["", "0", "3-1", "a", "1--2", "-"] {
            assert!(PAGES.parse(bad).is_err(), "{bad}");
        }
    }
}
