//! What the looks of a run say in formats that have no looks.

use crate::model::flow::{Role, Script, TextStyle};

/// What a stretch of text is: said by its source, or by how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Looks {
    /// Important: strong, or bold among text that is not.
    pub strong: bool,
    /// Stressed: emphasis, or italic.
    pub emphasis: bool,
    /// A piece of a program, or set with fixed pitch.
    pub code: bool,
    /// To be typed.
    pub keyboard: bool,
    /// Another's words.
    pub quotation: bool,
    /// The title of a work.
    pub citation: bool,
    /// Underlined.
    pub underline: bool,
    /// Struck through.
    pub strike: bool,
    /// Raised.
    pub superscript: bool,
    /// Lowered.
    pub subscript: bool,
    /// On a ground of its own colour.
    pub marked: bool,
}

impl Looks {
    /// Those of a run in a paragraph of a role. A heading is bold and a term stands out by being what they are; code is
    /// set with fixed pitch as a whole.
    pub(crate) fn of(style: &TextStyle, role: Role) -> Looks {
        let heading = matches!(role, Role::Heading(_) | Role::Title | Role::Subtitle);
        Looks {
            strong: style.meaning.strong || (style.is_bold() && !heading && role != Role::Term),
            emphasis: style.meaning.emphasis || (style.italic && !style.meaning.citation),
            code: style.meaning.code || (style.monospace && role != Role::Preformatted && !style.meaning.keyboard),
            keyboard: style.meaning.keyboard,
            quotation: style.meaning.quotation,
            citation: style.meaning.citation,
            underline: style.underline,
            strike: style.strike,
            superscript: style.script == Script::Superscript,
            subscript: style.script == Script::Subscript,
            marked: style.background.is_some(),
        }
    }
}
