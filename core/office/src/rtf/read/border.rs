//! Borders of paragraphs, cells and pages (RTF 1.9.1, "Paragraph Borders").

use super::colors::Colors;
use transvase_model::flow::{Border, Borders, Color, Edges, LineKind};

/// Width in twips of a line that says none.
const WIDTH: i32 = 15;

/// A line as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// Width in twips.
    pub width: i32,
    /// Number of the colour.
    pub color: i32,
    /// Distance from the text in twips.
    pub room: i32,
    /// Whether it is seen.
    pub seen: bool,
    pub kind: LineKind,
}

impl Default for Line {
    fn default() -> Self {
        Line { width: WIDTH, color: 0, room: 0, seen: true, kind: LineKind::Single }
    }
}

impl Line {
    /// Takes a control word, if it is about lines.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        match word {
            "brdrnone" | "brdrnil" | "brdrtbl" => self.seen = false,
            "brdrw" => self.width = value.unwrap_or(WIDTH),
            "brdrcf" => self.color = value.unwrap_or(0),
            "brsp" => self.room = value.unwrap_or(0),
            "brdrth" => self.width = self.width.saturating_mul(2),
            "brdrs" | "brdrsh" => self.kind = LineKind::Single,
            "brdrdb" | "brdrtnthsg" | "brdrthtnsg" | "brdrtnthmg" | "brdrthtnmg" => self.kind = LineKind::Double,
            "brdrtriple" | "brdrtnthtnsg" | "brdrtnthtnmg" => self.kind = LineKind::Triple,
            "brdrdot" => self.kind = LineKind::Dotted,
            "brdrdash" | "brdrdashsm" => self.kind = LineKind::Dashed,
            "brdrdashd" | "brdrdashdd" => self.kind = LineKind::DotDash,
            "brdrwavy" | "brdrwavydb" => self.kind = LineKind::Wave,
            word => return word.starts_with("brdr"),
        }
        true
    }

    /// The line as documents have it; `None` where it is not seen.
    pub(super) fn border(self, colors: &Colors) -> Option<Border> {
        let (least, most) = Border::WIDTHS;
        let width = (self.width as f32 / 20.0).clamp(least, most);
        let color = colors.get(self.color).unwrap_or(Color::BLACK);
        self.seen.then_some(Border { width, color, kind: self.kind })
    }
}

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

/// Lines at all sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sides {
    pub top: Option<Line>,
    pub right: Option<Line>,
    pub bottom: Option<Line>,
    pub left: Option<Line>,
}

impl Sides {
    /// The line at a side.
    pub(super) fn side(&mut self, side: Side) -> &mut Option<Line> {
        match side {
            Side::Top => &mut self.top,
            Side::Right => &mut self.right,
            Side::Bottom => &mut self.bottom,
            Side::Left => &mut self.left,
        }
    }

    /// The lines as documents have them.
    pub(super) fn borders(self, colors: &Colors) -> Borders {
        let border = |line: Option<Line>| line.and_then(|line| line.border(colors));
        Borders {
            top: border(self.top),
            right: border(self.right),
            bottom: border(self.bottom),
            left: border(self.left),
        }
    }

    /// Their distances from the text.
    pub(super) fn room(self) -> Option<Edges> {
        let room = |line: Option<Line>| line.map_or(0.0, |line| (line.room as f32 / 20.0).clamp(0.0, Border::FARTHEST));
        let any = self.top.or(self.right).or(self.bottom).or(self.left);
        any.map(|_| Edges {
            top: room(self.top),
            right: room(self.right),
            bottom: room(self.bottom),
            left: room(self.left),
        })
    }
}
