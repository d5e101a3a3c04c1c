//! Emphasis: what the style of a run says in formats that have no styles.

use transvase_model::flow::{Role, Script, TextStyle};

/// What a stretch of text is: said by its source, or by how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Looks {
    /// Important: strong, or bold among text that is not.
    pub strong: bool,
    /// Stressed: emphasis, italic, or a mark at each character.
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
            emphasis: style.meaning.emphasis || style.emphasis.is_some() || (style.italic && !style.meaning.citation),
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

    /// Whether this look is one of them.
    pub(crate) fn has(mut self, look: Look) -> bool {
        *self.slot(look)
    }

    /// The others.
    #[must_use]
    pub(crate) fn without(mut self, look: Look) -> Looks {
        *self.slot(look) = false;
        self
    }

    /// Those that are in both.
    #[must_use]
    pub(crate) fn common(self, other: Looks) -> Looks {
        Look::ALL.into_iter().filter(|look| !other.has(*look)).fold(self, Looks::without)
    }

    /// Those that are not in the other.
    #[must_use]
    pub(crate) fn except(self, other: Looks) -> Looks {
        Look::ALL.into_iter().filter(|look| other.has(*look)).fold(self, Looks::without)
    }

    fn slot(&mut self, look: Look) -> &mut bool {
        match look {
            Look::Citation => &mut self.citation,
            Look::Quotation => &mut self.quotation,
            Look::Emphasis => &mut self.emphasis,
            Look::Strong => &mut self.strong,
            Look::Underline => &mut self.underline,
            Look::Strike => &mut self.strike,
            Look::Marked => &mut self.marked,
            Look::Superscript => &mut self.superscript,
            Look::Subscript => &mut self.subscript,
            Look::Keyboard => &mut self.keyboard,
            Look::Code => &mut self.code,
        }
    }
}

/// One of the [`Looks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// See [`Looks::citation`].
    Citation,
    /// See [`Looks::quotation`].
    Quotation,
    /// See [`Looks::emphasis`].
    Emphasis,
    /// See [`Looks::strong`].
    Strong,
    /// See [`Looks::underline`].
    Underline,
    /// See [`Looks::strike`].
    Strike,
    /// See [`Looks::marked`].
    Marked,
    /// See [`Looks::superscript`].
    Superscript,
    /// See [`Looks::subscript`].
    Subscript,
    /// See [`Looks::keyboard`].
    Keyboard,
    /// See [`Looks::code`].
    Code,
}

impl Look {
    /// All of them: of those that go equally far, the earlier stand around the later.
    pub(crate) const ALL: [Look; 11] = [
        Look::Citation,
        Look::Quotation,
        Look::Emphasis,
        Look::Strong,
        Look::Underline,
        Look::Strike,
        Look::Marked,
        Look::Superscript,
        Look::Subscript,
        Look::Keyboard,
        Look::Code,
    ];

    /// Whether it is of letters alone: it stands inside links and all other looks, and around nothing but text.
    pub(crate) fn is_of_letters(self) -> bool {
        matches!(self, Look::Keyboard | Look::Code)
    }
}
