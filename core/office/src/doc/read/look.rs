//! Colours, borders and shading ([MS-DOC], 2.9.16, Brc, 2.9.43, COLORREF, 2.9.119, Ico, 2.9.245, Shd).

use transvase_base::le;
use transvase_model::flow::{Border, Borders, Color, Edges, LineKind};

/// The sixteen colours, from number 1 on.
const COLORS: [[u8; 3]; 16] = [
    [0, 0, 0],
    [0, 0, 255],
    [0, 255, 255],
    [0, 255, 0],
    [255, 0, 255],
    [255, 0, 0],
    [255, 255, 0],
    [255, 255, 255],
    [0, 0, 128],
    [0, 128, 128],
    [0, 128, 0],
    [128, 0, 128],
    [128, 0, 0],
    [128, 128, 0],
    [128, 128, 128],
    [192, 192, 192],
];

/// The colour of a number; `None` is the automatic one.
pub(super) fn numbered(number: u8) -> Option<Color> {
    COLORS.get(usize::from(number).checked_sub(1)?).map(|[r, g, b]| Color { r: *r, g: *g, b: *b })
}

/// A colour of four bytes; the last says whether it is the automatic one.
pub(super) fn color(value: u32) -> Option<Color> {
    let [r, g, b, automatic] = value.to_le_bytes();
    (automatic == 0).then_some(Color { r, g, b })
}

/// A line: none said, none there, or one with its distance from the text in points.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum Line {
    #[default]
    Unsaid,
    None,
    Drawn(Border, f32),
}

impl Line {
    /// A line of four bytes with a numbered colour.
    pub(super) fn short(bytes: &[u8]) -> Line {
        let Some([width, kind, ico, space]) = bytes.get(..4).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok()) else {
            return Line::Unsaid;
        };
        Line::of(width, kind, numbered(ico), space)
    }

    /// A line of eight bytes with a colour of its own.
    pub(super) fn long(bytes: &[u8]) -> Line {
        let Some((value, &[width, kind, space, ..])) = le::u32(bytes, 0).zip(bytes.get(4..8)) else {
            return Line::Unsaid;
        };
        Line::of(width, kind, color(value), space)
    }

    fn of(width: u8, kind: u8, color: Option<Color>, space: u8) -> Line {
        match (width, kind) {
            (0xFF, 0xFF) => Line::Unsaid,
            (_, 0 | 0xFF) => Line::None,
            _ => {
                let (least, most) = Border::WIDTHS;
                let width = (f32::from(width) / 8.0).clamp(least, most);
                let line = Border { width, color: color.unwrap_or(Color::BLACK), kind: line_kind(kind) };
                Line::Drawn(line, f32::from(space & 0x1F))
            }
        }
    }

    /// The line that is seen.
    pub(super) fn border(self) -> Option<Border> {
        match self {
            Line::Drawn(border, _) => Some(border),
            Line::Unsaid | Line::None => None,
        }
    }

    /// This line, or another where none is said.
    pub(super) fn or(self, other: Line) -> Line {
        if self == Line::Unsaid { other } else { self }
    }

    /// The same line in another colour.
    pub(super) fn colored(self, value: u32) -> Line {
        match self {
            Line::Drawn(border, space) => {
                Line::Drawn(Border { color: color(value).unwrap_or(Color::BLACK), ..border }, space)
            }
            other => other,
        }
    }
}

/// Lines at the sides of something: top, left, bottom, right, in the order of the file.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Sides(pub [Line; 4]);

impl Sides {
    /// The lines that are seen.
    pub(super) fn borders(self) -> Borders {
        let [top, left, bottom, right] = self.0.map(Line::border);
        Borders { top, right, bottom, left }
    }

    /// Their distances from the text.
    pub(super) fn room(self) -> Option<Edges> {
        let space = |line: Line| match line {
            Line::Drawn(_, space) => Some(space),
            _ => None,
        };
        let [top, left, bottom, right] = self.0.map(space);
        let said = top.or(left).or(bottom).or(right).is_some();
        let or_zero = |space: Option<f32>| space.unwrap_or(0.0);
        said.then(|| Edges { top: or_zero(top), right: or_zero(right), bottom: or_zero(bottom), left: or_zero(left) })
    }
}

/// A ground of ten bytes: ink, paper, and a pattern of the one on the other.
pub(super) fn ground(bytes: &[u8]) -> Option<Color> {
    let (ink, paper) = (color(le::u32(bytes, 0)?), color(le::u32(bytes, 4)?));
    mixed(ink, paper, le::u16(bytes, 8)?)
}

/// A ground of two bytes with numbered colours.
pub(super) fn short_ground(value: u16) -> Option<Color> {
    if value == 0xFFFF {
        return None;
    }
    mixed(numbered((value & 0x1F) as u8), numbered((value >> 5 & 0x1F) as u8), value >> 10)
}

/// The colour that is seen of a pattern ([MS-DOC], 2.9.121, Ipat).
fn mixed(ink: Option<Color>, paper: Option<Color>, pattern: u16) -> Option<Color> {
    // Shares of the ink from `ipatAuto` to `ipatPct90`.
    const SHARES: [f32; 14] = [0.0, 1.0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9];
    let share = match pattern {
        0xFFFF => return None,
        // Shares in steps of 2.5 in a hundred.
        0x23..=0x3E => f32::from(pattern - 0x22) * 0.025,
        hatched @ 0x0E..=0x19 => {
            if hatched < 0x14 {
                0.5
            } else {
                0.25
            }
        }
        other => SHARES.get(usize::from(other)).copied().unwrap_or(0.0),
    };
    if share <= 0.0 {
        return paper;
    }
    Some(ink.unwrap_or(Color::BLACK).over(paper.unwrap_or(Color::WHITE), share))
}

/// How a line is drawn ([MS-DOC] 2.9.17, `BrcType`).
fn line_kind(kind: u8) -> LineKind {
    match kind {
        3 | 11 | 12 | 14 | 15 | 17 | 18 => LineKind::Double,
        6 => LineKind::Dotted,
        7 | 22 => LineKind::Dashed,
        8 | 9 | 23 => LineKind::DotDash,
        10 | 13 | 16 | 19 => LineKind::Triple,
        20 | 21 => LineKind::Wave,
        _ => LineKind::Single,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_eighths_of_points() {
        let Line::Drawn(border, space) = Line::long(&[255, 0, 0, 0, 8, 1, 4, 0]) else { panic!("a line") };
        assert_eq!((border.width, border.color, space), (1.0, Color { r: 255, g: 0, b: 0 }, 4.0));
        assert_eq!(Line::short(&[0xFF; 4]), Line::Unsaid);
        assert_eq!(Line::short(&[4, 0, 1, 0]), Line::None);
        assert_eq!(Line::short(&[4, 1]), Line::Unsaid);
    }

    #[test]
    fn grounds_are_paper_with_ink() {
        assert_eq!(ground(&[0, 0, 0, 0xFF, 1, 2, 3, 0, 0, 0]), Some(Color { r: 1, g: 2, b: 3 }));
        assert_eq!(ground(&[0, 0, 0, 0xFF, 0, 0, 0, 0xFF, 0, 0]), None);
        assert_eq!(short_ground(8 << 5 | 1 | 8 << 10), Some(Color { r: 128, g: 128, b: 128 }));
        assert_eq!(short_ground(0xFFFF), None);
    }
}
