//! Anchors and positions of graphics, in the many ways of office programs (ECMA-376 part 1, 20.4.2.10 and 20.4.2.11;
//! part 4, 14.1.2.19), as the model counts them.

use super::super::values::length_of;
use crate::ooxml::Tree;
use transvase_base::units::Size;
use transvase_model::flow::{Origin, PageSetup, Placement, Wrap};

/// English metric units in a point.
pub(super) const EMU: f32 = 12_700.0;
/// Height from which on graphics lie over all others; programs begin to count a storey below it.
const RAISED: f64 = 251_658_240.0 + 1_048_576.0;
/// Largest distance in points: no paper is larger.
const FARTHEST: f32 = 10_000.0;

/// What a place is counted from, along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum From {
    /// The edges of the paper.
    Paper,
    /// The room between the margins.
    Text,
    /// The left or upper margin.
    NearMargin,
    /// The right or lower margin.
    FarMargin,
    /// The column across, the paragraph down.
    Local,
}

/// Where in the room it counts from something stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) enum At {
    /// So many points from its beginning.
    Offset(f32),
    /// So large a part of it from its beginning.
    Share(f32),
    /// At its beginning.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// A place along one axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct Axis {
    pub from: From,
    pub at: At,
}

impl Axis {
    /// So many points from where the text is.
    pub(super) fn local(offset: f32) -> Axis {
        Axis { from: From::Local, at: At::Offset(offset) }
    }

    /// Where something of a length stands, in a room that begins and is so long.
    fn resolve(self, (start, room): (f32, f32), length: f32) -> f32 {
        let at = match self.at {
            At::Offset(offset) => start + offset,
            At::Share(share) => start + room * share,
            At::Start => start,
            At::Middle => start + (room - length) / 2.0,
            At::End => start + room - length,
        };
        if at.is_finite() { at.clamp(-FARTHEST, FARTHEST) } else { 0.0 }
    }
}

/// The place of something of a size on a page, and what it counts from: from the paragraph only where that decides how
/// far down it stands.
pub(in super::super) fn resolve(across: Axis, down: Axis, size: Size, page: &PageSetup) -> (f32, f32, Origin) {
    let (paper, margins) = (page.size, page.margins);
    let text = (paper.width - margins.left - margins.right).max(0.0);
    let column = page.columns.first().map_or(text, |column| column.width);
    let room = match across.from {
        From::Paper => (0.0, paper.width),
        From::Text => (margins.left, text),
        From::NearMargin => (0.0, margins.left),
        From::FarMargin => (paper.width - margins.right, margins.right),
        From::Local => (margins.left, column),
    };
    let x = across.resolve(room, size.width);
    let room = match down.from {
        From::Paper => (0.0, paper.height),
        From::Text => (margins.top, (paper.height - margins.top - margins.bottom).max(0.0)),
        From::NearMargin => (0.0, margins.top),
        From::FarMargin => (paper.height - margins.bottom, margins.bottom),
        // How high the paragraph is nobody knows before it is set.
        From::Local => return (x - margins.left, down.resolve((0.0, size.height), size.height), Origin::Paragraph),
    };
    (x, down.resolve(room, size.height), Origin::Page)
}

/// The placement of a floating table of a width, from its `w:tblpPr` (17.4.57). Where nothing is said it counts across from
/// the column and down from the margin.
pub(in super::super) fn floating(tree: &Tree, width: f32, page: &PageSetup) -> Placement {
    let points = |name: &str| length_of(tree, name).unwrap_or(0.0);
    let at = |align: &str, offset: &str| match tree.attribute(align) {
        Some("left" | "top" | "inside") => At::Start,
        Some("center") => At::Middle,
        Some("right" | "bottom" | "outside") => At::End,
        _ => At::Offset(points(offset)),
    };
    let from = |name: &str, usual: From| match tree.attribute(name) {
        Some("page") => From::Paper,
        Some("margin") => From::Text,
        Some("text") => From::Local,
        _ => usual,
    };
    let across = Axis { from: from("w:horzAnchor", From::Local), at: at("w:tblpXSpec", "w:tblpX") };
    let down = Axis { from: from("w:vertAnchor", From::Text), at: at("w:tblpYSpec", "w:tblpY") };
    let (x, y, origin) = resolve(across, down, Size { width, height: 0.0 }, page);
    let room = points("w:leftFromText").max(points("w:rightFromText"));
    Placement { x, y, origin, wrap: Wrap::Square, room, raised: false }
}

/// The placement of an anchored drawing of a size.
pub(super) fn anchored(anchor: &Tree, size: Size, page: &PageSetup) -> Placement {
    let (across, down) = if is_true(anchor.attribute("simplePos")) {
        let simple = anchor.child("wp:simplePos");
        let offset = |name| simple.and_then(|simple| emu(simple.attribute(name)?)).unwrap_or(0.0);
        let at = |name| Axis { from: From::Paper, at: At::Offset(offset(name)) };
        (at("x"), at("y"))
    } else {
        (axis(anchor.child("wp:positionH")), axis(anchor.child("wp:positionV")))
    };
    let (x, y, origin) = resolve(across, down, size, page);
    let behind = is_true(anchor.attribute("behindDoc"));
    let wrap = anchor.children().find_map(|child| {
        Some(match child.tag() {
            "wp:wrapSquare" | "wp:wrapTight" | "wp:wrapThrough" => Wrap::Square,
            "wp:wrapTopAndBottom" => Wrap::TopAndBottom,
            "wp:wrapNone" if behind => Wrap::Behind,
            "wp:wrapNone" => Wrap::InFront,
            _ => return None,
        })
    });
    let side = |name| anchor.attribute(name).and_then(emu).unwrap_or(0.0);
    let height = anchor.attribute("relativeHeight").and_then(|height| height.parse::<f64>().ok()).unwrap_or(0.0);
    Placement {
        x,
        y,
        origin,
        wrap: wrap.unwrap_or(Wrap::InFront),
        room: side("distL").max(side("distR")).clamp(0.0, 100.0),
        raised: height >= RAISED,
    }
}

fn axis(position: Option<&Tree>) -> Axis {
    let Some(position) = position else { return Axis::local(0.0) };
    let from = match position.attribute("relativeFrom").unwrap_or_default() {
        "page" => From::Paper,
        "margin" => From::Text,
        "leftMargin" | "topMargin" | "insideMargin" => From::NearMargin,
        "rightMargin" | "bottomMargin" | "outsideMargin" => From::FarMargin,
        _ => From::Local,
    };
    let at = position.children().find_map(|child| {
        let text = child.text();
        match child.tag() {
            "wp:posOffset" => emu(&text).map(At::Offset),
            "wp14:pctPosHOffset" | "wp14:pctPosVOffset" => {
                Some(At::Share(text.trim().parse::<f32>().ok()? / 100_000.0))
            }
            "wp:align" => Some(match text.trim() {
                "center" => At::Middle,
                "right" | "bottom" | "outside" => At::End,
                _ => At::Start,
            }),
            _ => None,
        }
    });
    Axis { from, at: at.unwrap_or(At::Offset(0.0)) }
}

/// A length in English metric units, or in the units of a Strict file, in points.
pub(super) fn emu(text: &str) -> Option<f32> {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let value: f32 = number.parse().ok()?;
    let points = match text.get(number.len()..).unwrap_or_default() {
        "" => value / EMU,
        "pt" => value,
        "in" => value * 72.0,
        "cm" => value * 72.0 / 2.54,
        "mm" => value * 72.0 / 25.4,
        "pc" | "pi" => value * 12.0,
        _ => return None,
    };
    points.is_finite().then_some(points.clamp(-FARTHEST, FARTHEST))
}

/// Whether an attribute says yes.
pub(super) fn is_true(value: Option<&str>) -> bool {
    matches!(value, Some("1" | "true" | "on" | "t"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::Edges;

    fn page() -> PageSetup {
        PageSetup {
            size: Size { width: 600.0, height: 800.0 },
            margins: Edges { top: 50.0, right: 60.0, bottom: 70.0, left: 100.0 },
            ..PageSetup::default()
        }
    }

    fn placed(across: &str, down: &str) -> (f32, f32, Origin) {
        let anchor = Tree::parse(&format!(
            "<wp:anchor distL='114300' distR='0'><wp:positionH {across}</wp:positionH><wp:positionV {down}</wp:positionV>
             <wp:wrapTight/></wp:anchor>"
        ));
        let placement = anchored(&anchor, Size { width: 40.0, height: 20.0 }, &page());
        assert_eq!((placement.wrap, placement.room), (Wrap::Square, 9.0));
        (placement.x, placement.y, placement.origin)
    }

    #[test]
    fn places_are_counted_from_paper_or_paragraph() {
        let offset = |from: &str, emu: i32| format!("relativeFrom='{from}'><wp:posOffset>{emu}</wp:posOffset>");
        let aligned = |from: &str, at: &str| format!("relativeFrom='{from}'><wp:align>{at}</wp:align>");
        let cases = [
            (offset("page", 127_000), offset("page", 254_000), (10.0, 20.0, Origin::Page)),
            (offset("margin", 127_000), offset("margin", 0), (110.0, 50.0, Origin::Page)),
            (offset("column", 127_000), offset("paragraph", 12_700), (10.0, 1.0, Origin::Paragraph)),
            (offset("page", 127_000), offset("line", 0), (-90.0, 0.0, Origin::Paragraph)),
            (aligned("margin", "center"), aligned("page", "bottom"), (300.0, 780.0, Origin::Page)),
            (aligned("rightMargin", "left"), aligned("bottomMargin", "top"), (540.0, 730.0, Origin::Page)),
            (aligned("column", "right"), offset("paragraph", 0), (400.0, 0.0, Origin::Paragraph)),
        ];
        for (across, down, expected) in cases {
            assert_eq!(placed(&across, &down), expected, "{across} {down}");
        }
    }

    #[test]
    fn lengths_have_the_units_of_either_schema() {
        let cases = [("12700", 1.0), ("1in", 72.0), ("25.4mm", 72.0), ("-3pt", -3.0), ("1e30", FARTHEST)];
        for (text, expected) in cases {
            assert_eq!(emu(text), Some(expected), "{text}");
        }
        assert_eq!((emu("x"), emu(""), emu("1ex")), (None, None, None));
    }
}
