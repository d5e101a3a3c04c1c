//! Icon fonts: signs of faces that hold nothing else, such as the telephones and envelopes of letterheads and CVs.
//! Nobody knows their meaning as text, so each becomes a small image in its place, one for all that look alike. Signs
//! beside others that look different are letters of a word, and those that stand in no line of text labels of a
//! drawing.

use super::image::ImageSet;
use super::painted::{self, stepped};
use super::unread::{Drawing, NEAR};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect};
use transvase_model::media::MediaId;
use transvase_model::pages::{Item, Path, PlacedImage, Segment};
use transvase_model::path;

/// Least and greatest side of an icon, as a share of the size: less is a dot or a stroke, more a brace of a formula.
const SIDES: (f32, f32) = (0.45, 1.6);
/// Distance from another sign on a line, as a share of the size, from which on the two are no letters of one word.
const APART: f32 = 0.8;
/// The same in a word that runs up or down the page. Icons of lines below one another are further apart.
const APART_BELOW: f32 = 0.15;
/// Heights between which the middle of an icon lies, above and below the base line of its text, as shares of the size.
const MIDDLE: (f32, f32) = (0.9, 0.3);
/// Signs of a page that are held against one another; one with more of them is a pattern, or a text.
const MAX_SIGNS: usize = 200;

/// A sign without a meaning, measured.
struct Sign {
    drawing: Drawing,
    bounds: Rect,
    /// Its outline from its own corner.
    outline: Vec<Segment>,
}

/// The images of the icons among the glyphs without a meaning of a page with these items.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn icons(
    drawings: Vec<Drawing>,
    items: &[Item],
    images: &mut ImageSet<'_>,
    context: &Context,
) -> Result<Vec<PlacedImage>> {
    if drawings.len() > MAX_SIGNS {
        return Ok(Vec::new());
    }
    let signs: Vec<Sign> = drawings.into_iter().filter_map(Sign::of).collect();
    let mut placed = Vec::new();
    for sign in signs.iter().filter(|sign| sign.is_icon(&signs)) {
        context.tick((signs.len() + items.len()) as u64)?;
        if !items.iter().any(|item| sign.is_beside(item)) {
            continue;
        }
        placed.extend(sign.image(images, context)?.map(|media| sign.placed(media)));
    }
    Ok(placed)
}

impl Sign {
    fn of(drawing: Drawing) -> Option<Sign> {
        let bounds = path::bounds(&drawing.path.segments)?;
        let from_corner = |p: Point| Point { x: stepped(p.x - bounds.left), y: stepped(p.y - bounds.top) };
        let outline = drawing.path.segments.iter().map(|segment| segment.map(from_corner)).collect();
        Some(Sign { drawing, bounds, outline })
    }

    fn is_icon(&self, signs: &[Sign]) -> bool {
        let sides = SIDES.0 * self.drawing.size..=SIDES.1 * self.drawing.size;
        let (beside, below) = (APART * self.drawing.size, APART_BELOW * self.drawing.size);
        let Rect { left, top, right, bottom } = self.bounds;
        let near = Rect { left: left - beside, top: top - below, right: right + beside, bottom: bottom + below };
        let is_letter = |other: &Sign| near.intersection(&other.bounds).is_some() && other.outline != self.outline;
        self.drawing.apart
            && sides.contains(&self.bounds.height())
            && sides.contains(&self.bounds.width())
            && !signs.iter().any(is_letter)
    }

    /// Whether text of the same line stands near.
    fn is_beside(&self, item: &Item) -> bool {
        let Item::Glyphs(run) = item else { return false };
        let (Some(first), Some(last)) = (run.glyphs.first(), run.glyphs.last()) else { return false };
        let Affine { a, b, e, f: base_line, .. } = run.transform;
        let (left, right) = (e + first.x, e + last.x + last.advance);
        let gap = (left - self.bounds.right).max(self.bounds.left - right);
        let middle = self.bounds.center().y;
        !run.text.trim().is_empty()
            && a > 0.0
            && b.abs() < 0.01
            && (base_line - MIDDLE.0 * run.size..=base_line + MIDDLE.1 * run.size).contains(&middle)
            && gap <= NEAR * run.size.max(self.drawing.size)
    }

    /// It alone, painted from its own corner.
    fn image(&self, images: &mut ImageSet<'_>, context: &Context) -> Result<Option<MediaId>> {
        let Path { fill, stroke, even_odd, .. } = self.drawing.path;
        let path = Path { segments: self.outline.clone(), fill, stroke, even_odd, ..Path::default() };
        painted::image(std::iter::once(path), &self.bounds, images, context)
    }

    fn placed(&self, media: MediaId) -> PlacedImage {
        let (clip, node) = (self.drawing.path.clip, self.drawing.path.node);
        PlacedImage { clip, node, ..painted::placed(media, &self.bounds) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::image::SharedImages;
    use super::*;
    use transvase_model::pages::{Color, Glyph, GlyphRun, TextPaint};

    /// A sign of ten points whose outline is a triangle with its tip at `tip`, from 0 to 1.
    fn sign(left: f32, tip: f32, side: f32) -> Drawing {
        let point = |x: f32, y: f32| Point { x: left + side * x, y: 50.0 + side * y };
        let corners = [point(0.0, 1.0), point(1.0, 1.0), point(tip, 0.0)];
        let [a, b, c] = corners;
        let segments = vec![Segment::Move(a), Segment::Line(b), Segment::Line(c), Segment::Close];
        let path = Path { segments, fill: Some((Color::BLACK, 1.0)), ..Path::default() };
        Drawing { path, size: 10.0, apart: true, line: Rect::default() }
    }

    /// Text of twelve points from 110 on, whose base line is at `base_line`.
    fn text(base_line: f32) -> Item {
        let glyph = |at: usize| Glyph { id: 0, x: 6.0 * at as f32, y: 0.0, advance: 6.0, text: (at..at + 1).into() };
        let transform = Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 110.0, f: base_line };
        Item::Glyphs(GlyphRun {
            font: 0,
            size: 12.0,
            stretch: 1.0,
            color: Color::BLACK,
            transform,
            glyphs: (0..40).map(glyph).collect(),
            text: "x".repeat(40),
            paint: TextPaint::Fill,
            artifact: false,
            node: None,
            hidden: Vec::new(),
        })
    }

    fn found_beside(text: Item, drawings: Vec<Drawing>) -> Vec<PlacedImage> {
        let shared = SharedImages::default();
        icons(drawings, &[text], &mut ImageSet::new(&shared), &Context::default()).unwrap()
    }

    fn found(drawings: Vec<Drawing>) -> Vec<PlacedImage> {
        found_beside(text(58.0), drawings)
    }

    #[test]
    fn icons_that_look_alike_are_one_image_each_at_its_place() {
        let found = found(vec![sign(100.0, 0.5, 8.0), sign(109.0, 0.5, 8.0), sign(350.33, 0.5, 8.0)]);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|image| image.media == found[0].media));
        let Affine { a, d, e, f, .. } = found[1].transform;
        assert_eq!((a, d, e, f), (8.0, 8.0, 109.0, 50.0));
    }

    #[test]
    fn labels_that_stand_in_no_line_are_no_icons() {
        assert_eq!(found_beside(text(58.0), vec![sign(100.0, 0.5, 8.0)]).len(), 1);
        assert!(found_beside(text(58.0), vec![sign(60.0, 0.5, 8.0)]).is_empty(), "far from the text");
        assert!(found_beside(text(90.0), vec![sign(100.0, 0.5, 8.0)]).is_empty(), "above the text");
    }

    #[test]
    fn letters_dots_and_braces_are_no_icons() {
        assert!(found(vec![sign(100.0, 0.5, 8.0), sign(109.0, 0.2, 8.0)]).is_empty(), "letters of a word");
        assert!(found(vec![sign(100.0, 0.5, 3.0)]).is_empty(), "a dot");
        assert!(found(vec![sign(100.0, 0.5, 20.0)]).is_empty(), "a brace");
        let within = Drawing { apart: false, ..sign(100.0, 0.5, 8.0) };
        assert!(found(vec![within]).is_empty(), "in the midst of a word");
        assert_eq!(found(vec![sign(100.0, 0.5, 8.0), sign(130.0, 0.2, 8.0)]).len(), 2, "far apart");
    }
}
