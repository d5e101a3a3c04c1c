//! Fonts to set text in, and a way to find more of them.

use std::fmt;
use std::sync::{Arc, LazyLock};

/// A font file that a conversion may set text in.
#[derive(Clone)]
pub struct FontFile {
    name: Arc<str>,
    bytes: Arc<LazyLock<Arc<[u8]>, Read>>,
}

/// What reads a font.
type Read = Box<dyn FnOnce() -> Arc<[u8]> + Send>;

impl FontFile {
    /// An OpenType or TrueType file or collection. `name` is what warnings and errors call it, such as
    /// its path.
    pub fn new(name: impl Into<Arc<str>>, bytes: impl Into<Arc<[u8]>>) -> Self {
        let bytes = bytes.into();
        let font = Self::deferred(name, || bytes);
        font.bytes();
        font
    }

    /// As [`FontFile::new`], read when some text needs it: `read` is called once at most, on a thread of the library. Of
    /// what cannot be read it gives nothing, which is then said not to be a font.
    pub fn deferred(name: impl Into<Arc<str>>, read: impl FnOnce() -> Arc<[u8]> + Send + 'static) -> Self {
        let read: Read = Box::new(read);
        FontFile { name: name.into(), bytes: Arc::new(LazyLock::new(read)) }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }
}

impl PartialEq for FontFile {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && (Arc::ptr_eq(&self.bytes, &other.bytes) || self.bytes() == other.bytes())
    }
}

impl Eq for FontFile {}

impl fmt::Debug for FontFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FontFile").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a conversion asks for where the fonts at hand have no glyphs for its text, or are not those that it names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FontRequest {
    /// The characters, each once, in rising order.
    pub characters: Vec<char>,
    /// Language of the document, as a BCP 47 tag: the same ideographs look different in Chinese,
    /// Japanese and Korean.
    pub language: Option<String>,
    /// Families that the document names and that are not at hand, as it writes them: their regular, bold and italic faces.
    pub families: Vec<String>,
}

impl FontRequest {
    /// A request for fonts with these characters.
    pub fn new(characters: Vec<char>, language: Option<String>) -> Self {
        FontRequest { characters, language, families: Vec::new() }
    }

    /// The same, for families too.
    #[must_use]
    pub fn with_families(self, families: Vec<String>) -> Self {
        FontRequest { families, ..self }
    }

    /// Whether a family is made for the language of the document, where fonts of several regions have the
    /// same ideographs; simplified Chinese where the language is none of theirs.
    pub fn prefers(&self, family: &str) -> bool {
        is_made_for(family, self.language.as_deref())
    }
}

/// Last words of the names of East Asian families that are made for one region (as Noto Sans CJK JP, Noto
/// Serif SC), and the languages of it. Their faces cover the same ideographs and draw them differently.
#[rustfmt::skip]
static REGIONS: &[(&str, &[&str])] = &[
    ("jp", &["ja"]),
    ("kr", &["ko"]),
    ("hk", &["zh-hk", "zh-mo", "yue"]),
    ("tc", &["zh-tw", "zh-hant"]),
    ("sc", &["zh", "zh-cn", "zh-sg", "zh-hans"]),
];

/// As [`FontRequest::prefers`], for a language given as a BCP 47 tag.
pub fn is_made_for(family: &str, language: Option<&str>) -> bool {
    let tag = language.unwrap_or_default().to_ascii_lowercase().replace('_', "-");
    let is_of = |tags: &[&str]| tags.iter().any(|name| tag == *name || tag.starts_with(&format!("{name}-")));
    // The plain zh comes last: zh-tw is of a region of its own.
    let region = REGIONS.iter().find(|(_, tags)| is_of(tags)).map_or("sc", |(region, _)| region);
    family.to_ascii_lowercase().ends_with(region)
}

/// Finds fonts for a request, such as those of the system; what it cannot find it leaves out. It is
/// called on a thread of the library, at most once in a conversion.
pub type FontFinder = dyn Fn(&FontRequest) -> Vec<FontFile> + Send + Sync;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_face_of_a_region_is_for_its_languages() {
        for (language, region) in [
            (Some("ja"), "jp"),
            (Some("ko-KR"), "kr"),
            (Some("zh_TW"), "tc"),
            (Some("zh-Hant-HK"), "tc"),
            (Some("zh"), "sc"),
            (Some("en"), "sc"),
            (None, "sc"),
        ] {
            let made = REGIONS.iter().map(|(region, _)| *region).filter(|region| {
                let family = format!("Noto Sans CJK {}", region.to_ascii_uppercase());
                FontRequest::new(vec!['漢'], language.map(str::to_owned)).prefers(&family)
            });
            assert_eq!(made.collect::<Vec<_>>(), [region], "{language:?}");
        }
    }
}
