//! Styles of a formula (The TeXbook, chapter 17): how large its parts are, and how much room they take.

/// A style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    /// Whether it has a line of its own.
    pub display: bool,
    /// 0 is the size of the text, 1 that of scripts, 2 that of their scripts.
    pub level: u8,
    /// Whether superscripts stand lower, as below a line.
    pub cramped: bool,
}

impl Style {
    /// That of a formula on its own.
    pub(super) const DISPLAY: Style = Style { display: true, level: 0, cramped: false };
    /// That of a formula in a line.
    pub(super) const TEXT: Style = Style { display: false, level: 0, cramped: false };

    /// The same, cramped.
    pub(super) fn cramped(self) -> Style {
        Style { cramped: true, ..self }
    }

    /// That of a superscript; of a subscript it is cramped.
    pub(super) fn script(self) -> Style {
        Style { display: false, level: (self.level + 1).min(2), ..self }
    }

    /// That of a numerator; of a denominator it is cramped.
    pub(super) fn part_of_fraction(self) -> Style {
        if self.display { Style { display: false, ..self } } else { self.script() }
    }

    /// That of the cells of a matrix.
    pub(super) fn cell(self) -> Style {
        Style { display: false, ..self }
    }
}
