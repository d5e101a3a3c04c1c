//! Anchored objects: frames and pictures at places of their own, with text around them, over them or under them.

use super::layout::Layout;
use super::place::Place;
use super::strip::{Pinned, Stream, Strip, shifted};
use transvase_base::units::{Rect, Size};
use transvase_model::flow::{Origin, Placement, Wrap};

/// Largest distance from its origin in points.
const FARTHEST: f32 = 14_400.0;

/// Something at a place of its own, painted from the origin.
#[derive(Debug, Clone)]
pub(super) struct Anchored {
    /// Where it stands.
    pub placement: Placement,
    /// How large it is.
    pub size: Size,
    /// What is painted, and what it holds else.
    pub strip: Strip,
}

impl Anchored {
    /// Puts it beside the next strip of the stream, at whose top its paragraph begins.
    pub(super) fn put(self, layout: &mut Layout, place: &Place, stream: &mut Stream) {
        let Placement { x, y, origin, wrap, room, raised } = self.placement;
        let (x, y) = (sane(x), sane(y));
        let top = stream.bottom() + stream.gap();
        let under = wrap == Wrap::Behind && !raised;
        // Its upper left corner from the column's left edge and the paragraph's top.
        let corner = match (origin, layout.cursor) {
            (Origin::Paragraph, _) => (place.left + x, y),
            (Origin::Page, Some(cursor)) => (x - cursor.left, y - cursor.top - top),
            (Origin::Page, None) => return stream.anchor(pinned(self.strip, (x, y), under)),
        };
        let area = Rect {
            left: corner.0 - room,
            top: top + corner.1,
            right: corner.0 + self.size.width + room,
            bottom: top + corner.1 + self.size.height,
        };
        let strip = match origin {
            Origin::Page => pinned(self.strip, (x, y), under),
            Origin::Paragraph => beside(self.strip, corner, under),
        };
        let reach = if origin == Origin::Page { 0.0 } else { (corner.1 + self.size.height).max(0.0) };
        match wrap {
            Wrap::Square => layout.floats.add(area),
            Wrap::TopAndBottom => layout.floats.add(Rect { left: f32::NEG_INFINITY, right: f32::INFINITY, ..area }),
            Wrap::Behind | Wrap::InFront => return stream.anchor(strip),
        }
        stream.anchor(Strip { reach, ..strip });
    }
}

/// What is painted at a place of the paper.
fn pinned(strip: Strip, (x, y): (f32, f32), under: bool) -> Strip {
    let mut strip = shifted(strip, x, y);
    let items = std::mem::take(&mut strip.items);
    strip.pinned.push(Pinned { under, items });
    // Where the paper begins is not known here, so that areas of links are not either.
    strip.links.clear();
    Strip { height: 0.0, ..strip }
}

/// What is painted at a place from the next strip.
fn beside(strip: Strip, (x, y): (f32, f32), under: bool) -> Strip {
    let mut strip = shifted(strip, x, y);
    if under {
        let items = std::mem::take(&mut strip.items);
        strip.under.extend(items);
    }
    strip
}

fn sane(length: f32) -> f32 {
    if length.is_finite() { length.clamp(-FARTHEST, FARTHEST) } else { 0.0 }
}
