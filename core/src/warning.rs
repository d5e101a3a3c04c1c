//! Warnings: what a conversion could not carry over, typed, placed, and part of every result.

use std::fmt;

macro_rules! warnings {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// The kind of a loss. The list is the only one; the documentation is made from it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum WarningCode {
            $($(#[doc = $doc])+ $name,)+
        }

        /// Every code with its meaning, in the order of the list.
        pub static WARNINGS: &[(WarningCode, &str)] =
            &[$((WarningCode::$name, concat!($($doc),+)),)+];

        impl WarningCode {
            /// Name of the code, as in `MetadataDropped`.
            pub fn name(self) -> &'static str {
                match self { $(WarningCode::$name => stringify!($name),)+ }
            }
        }
    };
}

warnings! {
    /// The input was damaged and has been read as far as it could be repaired.
    InputRepaired,
    /// A page could not be read and is missing from the result, or was asked for and is not in the document.
    PageDropped,
    /// A page holds only a picture of text, or one whose recognised text is none; the picture was kept. Or it is a scan
    /// whose recognised text was kept instead.
    ScannedPage,
    /// Glyphs without a Unicode value: their text is not in the result.
    TextUnmapped,
    /// The tags of a document do not say what its text is: its looks and places decided.
    StructureIgnored,
    /// Text was hidden in the source and has been left out.
    HiddenTextDropped,
    /// Text at the head or foot of pages was left out.
    RunningTextDropped,
    /// Words in a crowded drawing are part of its picture.
    TextFlattened,
    /// A drawing made of lines and curves has no place in the target.
    DrawingDropped,
    /// An image could not be decoded, or has no place in the target.
    ImageDropped,
    /// An image was re-encoded because the target cannot hold its own encoding.
    ImageRecoded,
    /// A font the source names was replaced by another family.
    FontSubstituted,
    /// No font at hand has a glyph for some characters.
    GlyphsMissing,
    /// Text was set in a font that was found on this machine: elsewhere the result may look different.
    SystemFontUsed,
    /// An inner link points at a place that does not exist.
    LinkDropped,
    /// A style of the source has no counterpart in the target.
    StyleDropped,
    /// Notes, form fields, media or other annotations were left out.
    AnnotationDropped,
    /// Digital signatures that would not hold for the result were taken out.
    SignatureDropped,
    /// Metadata was left out.
    MetadataDropped,
    /// Transparency was replaced by a background colour, or lost its degrees.
    AlphaFlattened,
    /// Colours were converted, or lost precision.
    ColorReduced,
    /// A page is larger than the target can have it, and was scaled with all that stands on it.
    PageScaled,
    /// Only the first of several frames was kept.
    FramesDropped,
    /// Structure nested deeper than the limit was flattened.
    StructureFlattened,
    /// The file is of a kind that cannot be made smaller, and was returned as it is.
    NotCompressed,
    /// The byte limit could not be met; the smallest result was returned.
    SizeLimitMissed,
    /// An option was set that no step from the source to the target reads.
    OptionIgnored,
    /// A file was handed in that nothing in the input names.
    ResourceIgnored,
}

impl fmt::Display for WarningCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where in the source a loss happened. Pages sort first, in their order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Place {
    /// A page, counted from 1.
    Page(u32),
    /// A named part of the source, such as a chapter or an archive entry.
    Part(String),
    /// The document as a whole.
    Document,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Page(number) => write!(f, "page {number}"),
            Place::Part(name) => f.write_str(name),
            Place::Document => f.write_str("document"),
        }
    }
}

/// One loss.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Warning {
    /// Where it happened.
    pub place: Place,
    /// What kind of loss it is.
    pub code: WarningCode,
    /// One plain sentence.
    pub message: String,
}

impl Warning {
    /// Puts what is to be known first before the message.
    #[must_use]
    pub(crate) fn after(mut self, words: &str) -> Self {
        self.message = format!("{words}: {}", self.message);
        self
    }

    /// A loss that concerns the whole document.
    pub fn new(code: WarningCode, message: impl Into<String>) -> Self {
        Warning { place: Place::Document, code, message: message.into() }
    }

    /// A loss on a page, counted from 1.
    pub fn on_page(page: u32, code: WarningCode, message: impl Into<String>) -> Self {
        Warning { place: Place::Page(page), code, message: message.into() }
    }

    /// A loss in a named part of the source.
    pub fn in_part(part: impl Into<String>, code: WarningCode, message: impl Into<String>) -> Self {
        Warning { place: Place::Part(part.into()), code, message: message.into() }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Document => write!(f, "{}: {}", self.code, self.message),
            _ => write!(f, "{} ({}): {}", self.code, self.place, self.message),
        }
    }
}
