//! Borders: lines around what stands in the text.

use crate::color::Color;

/// Lines around a paragraph, a cell or a frame; `None` means no line.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Borders {
    /// Above.
    pub top: Option<Border>,
    /// At the right.
    pub right: Option<Border>,
    /// Below.
    pub bottom: Option<Border>,
    /// At the left.
    pub left: Option<Border>,
}

impl Borders {
    /// The same line on every side.
    pub fn all(border: Border) -> Borders {
        Borders { top: Some(border), right: Some(border), bottom: Some(border), left: Some(border) }
    }

    /// The lines as a mirror shows them.
    #[must_use]
    pub fn mirrored(self) -> Borders {
        Borders { left: self.right, right: self.left, ..self }
    }
}

/// A line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Border {
    /// Width in points, within [`Border::WIDTHS`]; shown in eighths of a point. Of several lines side by side that of each.
    pub width: f32,
    /// Colour.
    pub color: Color,
    /// How it is drawn.
    pub kind: LineKind,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum LineKind {
    /// One line.
    #[default]
    Single,
    /// Two lines, as far apart as they are wide.
    Double,
    /// Three lines.
    Triple,
    /// Dots.
    Dotted,
    /// Dashes.
    Dashed,
    /// Dashes and dots by turns.
    DotDash,
    /// A wave.
    Wave,
}

impl Default for Border {
    fn default() -> Self {
        Border { width: 0.5, color: Color::BLACK, kind: LineKind::Single }
    }
}

impl Border {
    /// The least and the largest width in points that is seen as it is (ECMA-376 part 1, 17.3.4: eighths of a point,
    /// from 2 to 96; LibreOffice draws at most 6 points well).
    pub const WIDTHS: (f32, f32) = (0.25, 6.0);
    /// Room that it takes across, in points: lines side by side are as far apart as they are wide.
    pub fn thickness(&self) -> f32 {
        self.width
            * match self.kind {
                LineKind::Double => 3.0,
                LineKind::Triple => 5.0,
                _ => 1.0,
            }
    }

    /// Largest distance from its text in points (ECMA-376 part 1, 17.3.1.42).
    pub const FARTHEST: f32 = 31.0;
}
