//! Text runs and character styles: text in one style, and how its characters look.

use std::sync::Arc;

use super::border::{Border, LineKind};
use crate::color::Color;

/// Text in one style.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The characters; white space counts.
    pub text: String,
    /// Their style.
    pub style: TextStyle,
}

/// How characters look.
#[derive(Debug, Clone, PartialEq)]
pub struct TextStyle {
    /// Name of the character style in the source.
    pub name: Option<Arc<str>>,
    /// What the text is, beside how it looks.
    pub meaning: Meaning,
    /// Font family, by the name that people choose it by; `None` means the document's body font.
    pub family: Option<Arc<str>>,
    /// Family for Chinese, Japanese and Korean letters; `None` means `family`.
    pub east_asian: Option<Arc<str>>,
    /// Size in points; `None` means the document's body size.
    pub size: Option<f32>,
    /// Weight from 100 to 900; 400 is regular and 700 bold (OpenType OS/2 `usWeightClass`).
    pub weight: u16,
    /// Italic or oblique.
    pub italic: bool,
    /// Underlined.
    pub underline: bool,
    /// Struck through.
    pub strike: bool,
    /// How the lines under and through it are drawn.
    pub decoration: Decoration,
    /// A line around it; stretches with the same one that follow one another are in one box.
    pub border: Option<Border>,
    /// How its letters are painted, if not plainly.
    pub effect: Option<Effect>,
    /// Raised or lowered.
    pub script: Script,
    /// Points by which it stands above the base line, beside `script`; below zero it is lowered.
    pub raise: f32,
    /// Width of the letters as a share of their natural width; 1 leaves them alone.
    pub scale: f32,
    /// Space added after each letter in points; negative moves them together.
    pub spacing: f32,
    /// Letters stand at their plain widths: no pair is kerned, and none is joined, as Word has it unless asked.
    pub unkerned: bool,
    /// Lower-case letters as small capitals.
    pub small_caps: bool,
    /// Fixed-pitch text, such as code.
    pub monospace: bool,
    /// Colour; `None` means automatic (black).
    pub color: Option<Color>,
    /// Colour behind the characters.
    pub background: Option<Color>,
    /// Marks at each character.
    pub emphasis: Option<Emphasis>,
    /// Small letters above the characters, which they stand over as a whole: how these are read.
    pub ruby: Option<Arc<str>>,
    /// Address of a picture that the source does not hold, which these words in square brackets stand for.
    pub picture: Option<Arc<str>>,
    /// BCP 47 language tag; `None` means the document's language.
    pub language: Option<Arc<str>>,
    /// Why nobody sees the text; `None` for text that can be seen, and wherever that is not known.
    pub hidden: Option<Hidden>,
}

impl TextStyle {
    /// Whether the weight counts as bold: 600 or more, as CSS Fonts 4 divides them.
    pub fn is_bold(&self) -> bool {
        self.weight >= 600
    }
}

impl Default for TextStyle {
    fn default() -> Self {
        TextStyle {
            name: None,
            meaning: Meaning::default(),
            family: None,
            east_asian: None,
            raise: 0.0,
            scale: 1.0,
            spacing: 0.0,
            unkerned: false,
            size: None,
            weight: 400,
            italic: false,
            underline: false,
            strike: false,
            decoration: Decoration::default(),
            border: None,
            effect: None,
            script: Script::Normal,
            small_caps: false,
            monospace: false,
            color: None,
            background: None,
            emphasis: None,
            ruby: None,
            picture: None,
            language: None,
            hidden: None,
        }
    }
}

/// Why nobody who looks at a page sees a text that stands in its source. The recognised text of a scan is not hidden: its
/// picture shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hidden {
    /// Its letters are neither filled nor outlined, and no picture shows them.
    Unpainted,
    /// It has the colour of what it stands on.
    Ground,
    /// Its letters are less than a point high.
    Tiny,
    /// Something opaque is painted over it.
    Covered,
    /// It lies outside the page, or is clipped away.
    OffPage,
    /// It belongs to a layer that is not shown.
    Layer,
    /// It is fully transparent.
    Transparent,
}

impl Hidden {
    /// All kinds.
    pub const ALL: [Hidden; 7] = [
        Hidden::Unpainted,
        Hidden::Ground,
        Hidden::Tiny,
        Hidden::Covered,
        Hidden::OffPage,
        Hidden::Layer,
        Hidden::Transparent,
    ];

    /// The kind in one word, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Hidden::Unpainted => "unpainted",
            Hidden::Ground => "ground",
            Hidden::Tiny => "tiny",
            Hidden::Covered => "covered",
            Hidden::OffPage => "off_page",
            Hidden::Layer => "layer",
            Hidden::Transparent => "transparent",
        }
    }

    /// The kind as a person would say it of words.
    pub fn reason(self) -> &'static str {
        match self {
            Hidden::Unpainted => "not painted",
            Hidden::Ground => "in the colour of their ground",
            Hidden::Tiny => "less than a point high",
            Hidden::Covered => "covered",
            Hidden::OffPage => "off the page or clipped away",
            Hidden::Layer => "in a hidden layer",
            Hidden::Transparent => "transparent",
        }
    }
}

/// Text of a page that no block holds, since it never was part of what the page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unseen {
    /// Number of the page in the source, from 1.
    pub page: u32,
    /// The words.
    pub text: String,
    /// Why nobody sees them.
    pub hidden: Hidden,
}

/// What a stretch of text is, where the source says so; how it looks is said beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Meaning {
    /// Stressed.
    pub emphasis: bool,
    /// Important.
    pub strong: bool,
    /// A piece of a program.
    pub code: bool,
    /// To be typed.
    pub keyboard: bool,
    /// Another's words; the quotation marks, where it has any, are part of the text.
    pub quotation: bool,
    /// The title of a work.
    pub citation: bool,
}

/// How the lines under and through letters are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Decoration {
    /// Kind of line.
    pub kind: LineKind,
    /// Whether it is twice as thick as usual.
    pub is_heavy: bool,
    /// Whether spaces are left out.
    pub words_only: bool,
    /// Colour; `None` means that of the letters.
    pub color: Option<Color>,
}

/// Letters that are not plainly filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Only their outlines.
    Outline,
    /// With a shadow behind them.
    Shadow,
    /// As if they stood out of the paper.
    Embossed,
    /// As if they were pressed into it.
    Engraved,
}

/// Marks at each character, as Chinese and Japanese text has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Emphasis {
    /// A dot above it.
    Dot,
    /// A drop above it.
    Comma,
    /// A ring above it.
    Circle,
    /// A dot below it.
    UnderDot,
}

/// Raised or lowered characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Script {
    /// On the base line.
    #[default]
    Normal,
    /// Raised and smaller.
    Superscript,
    /// Lowered and smaller.
    Subscript,
}

/// A font file that goes with a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddedFont {
    /// The family it is one face of, as [`TextStyle::family`] names it.
    pub family: Arc<str>,
    /// Its bold face.
    pub bold: bool,
    /// Its italic face.
    pub italic: bool,
    /// A TrueType or OpenType file whose licence bits allow to go on with the text; whether to edit with it
    /// is for the writer to ask.
    pub data: Arc<[u8]>,
}
