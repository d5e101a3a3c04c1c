//! What a caller hands in beside the file: fonts, and a way to find more of them.
//!
//! The core opens nothing. Whoever may look at files gives their bytes.

use std::fmt;
use std::sync::Arc;

/// A font file that a conversion may set text in.
#[derive(Clone, PartialEq, Eq)]
pub struct FontFile {
    name: Arc<str>,
    bytes: Arc<[u8]>,
}

impl FontFile {
    /// An OpenType or TrueType file or collection. `name` is what warnings and errors call it, such as
    /// its path.
    pub fn new(name: impl Into<Arc<str>>, bytes: impl Into<Arc<[u8]>>) -> Self {
        FontFile { name: name.into(), bytes: bytes.into() }
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

impl fmt::Debug for FontFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FontFile").field("name", &self.name).field("bytes", &self.bytes.len()).finish()
    }
}

/// What a conversion asks for where the fonts at hand have no glyphs for its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FontRequest {
    /// The characters, each once, in rising order.
    pub characters: Vec<char>,
    /// Language of the document, as a BCP 47 tag: the same ideographs look different in Chinese,
    /// Japanese and Korean.
    pub language: Option<String>,
}

impl FontRequest {
    /// A request for fonts with these characters.
    pub fn new(characters: Vec<char>, language: Option<String>) -> Self {
        FontRequest { characters, language }
    }
}

/// Finds fonts for a request, such as those of the system; what it cannot find it leaves out. It is
/// called on a thread of the library, at most once in a conversion.
pub type FontFinder = dyn Fn(&FontRequest) -> Vec<FontFile> + Send + Sync;
