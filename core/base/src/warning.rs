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
    /// A page is a scan: its picture was kept, or its recognised text instead.
    ScannedPage,
    /// The file does not say which letters some characters are: they are not in the text of the result.
    TextUnmapped,
    /// The structure tags of a document do not cover its text, and were ignored.
    StructureIgnored,
    /// Hidden text was left out.
    HiddenTextDropped,
    /// Headers and footers of pages were left out.
    RunningTextDropped,
    /// Text became part of a picture, or outlines.
    TextFlattened,
    /// A drawing could not be kept in the target format.
    DrawingDropped,
    /// An image could not be decoded, or could not be kept in the target format.
    ImageDropped,
    /// An image was re-encoded because the target cannot hold its own encoding.
    ImageRecoded,
    /// A font the source names was replaced by another family.
    FontSubstituted,
    /// Some characters are in no available font.
    GlyphsMissing,
    /// A system font was used: the result may differ on other machines.
    SystemFontUsed,
    /// A link has no target, or could not be kept.
    LinkDropped,
    /// A style of the source has no counterpart in the target.
    StyleDropped,
    /// Notes, form fields, media or other annotations were left out.
    AnnotationDropped,
    /// Digital signatures were removed, since they are not valid for the result.
    SignatureDropped,
    /// Metadata was left out.
    MetadataDropped,
    /// Transparency was replaced by a background colour, or partial transparency was lost.
    AlphaFlattened,
    /// Colours were converted, or lost precision.
    ColorReduced,
    /// A page or picture was scaled down to fit a limit.
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
