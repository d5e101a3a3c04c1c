//! Backgrounds: what is painted behind text, as part of the page's design or of the text.

use super::super::caps;
use super::super::color::is_dark;
use super::super::sketch;
use super::super::text::line::Line;
use super::super::vector::{FilledRect, White};
use super::float::Float;
use super::tolerances::{FIVE_LINES, LINE_BOX, MOST, PAGE_EDGE, SAME_EDGE};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Pt, Rect, Size};
use transvase_model::flow::{Color, Shape, Wrap};

/// How far below its heading a column begins at most: three lines.
const BELOW_HEADING: Pt = Pt(40.0);
/// Sum of red, green and blue above which a colour cannot be read on white paper: nine tenths of that of white.
const LIGHT: u32 = 690;

/// Whether a fill is a ground of the page: paragraphs cannot have it for their own, since it goes beyond the margins,
/// as a band across the page or a corner of it, or is as large as half of it.
pub(crate) fn is_ground(rect: &Rect, page: Size) -> bool {
    edges_reached(rect, page) >= 2 || rect.area() >= MOST * page.width * page.height
}

/// How many of its four edges something on a page reaches.
pub(crate) fn edges_reached(rect: &Rect, page: Size) -> usize {
    let (right, bottom) = (page.width - PAGE_EDGE, page.height - PAGE_EDGE);
    let reached = [rect.left <= PAGE_EDGE, rect.top <= PAGE_EDGE, rect.right >= right, rect.bottom >= bottom];
    reached.into_iter().filter(|reached| *reached).count()
}

/// Shades that are no ground of the page.
pub(crate) fn without(fills: Vec<FilledRect>, page: Size) -> Vec<FilledRect> {
    fills.into_iter().filter(|fill| !is_ground(&fill.rect, page)).collect()
}

/// Shades of a page, and in their order the places where white was painted over them.
pub(crate) fn with_whites(mut fills: Vec<FilledRect>, whites: Vec<White>) -> Vec<FilledRect> {
    for White { rect, over, .. } in whites {
        let under = |fill: &FilledRect| fill.rect.intersection(&rect).is_some() && !over.contains(&fill.rect);
        let at = fills.iter().rposition(under).map_or(0, |at| at + 1);
        fills.insert(at, FilledRect { rect, color: Color::WHITE });
    }
    fills
}

/// The fills that are much larger than their text, such as that of a side bar, and bands with elements of text side by
/// side that head no columns: they lay out the page, and paragraphs cannot have them for their own.
pub(super) fn spacious(fills: &[FilledRect], lines: &[Line]) -> Vec<Rect> {
    let fills = fills.iter().map(|fill| fill.rect).filter(|rect| rect.height() >= LINE_BOX);
    let is_spacious = |rect: &Rect| {
        let inside: Vec<&Line> = lines.iter().filter(|line| rect.contains(line.rect.center())).collect();
        let Some(text) = inside.iter().map(|line| line.rect).reduce(|a, b| a.union(&b)) else { return false };
        let roomy = rect.bottom - text.bottom > FIVE_LINES || text.top - rect.top > FIVE_LINES;
        roomy || is_band(rect, &inside, lines)
    };
    fills.take(caps::SOME).filter(is_spacious).collect()
}

/// Whether a fill lies behind one line of text in several pieces, none of which stands over text below.
fn is_band(rect: &Rect, inside: &[&Line], lines: &[Line]) -> bool {
    let [first, rest @ ..] = inside else { return false };
    let level = |line: &&Line| (line.baseline - first.baseline).abs() <= 0.5 * first.size;
    let near = |a: f32, b: f32| (a - b).abs() <= SAME_EDGE;
    let heads = |line: &&Line| {
        let below = lines.iter().filter(|below| (0.0..=BELOW_HEADING.0).contains(&(below.rect.top - rect.bottom)));
        let mut below = below.map(|below| below.rect);
        below.any(|below| near(below.left, line.rect.left) || near(below.right, line.rect.right))
    };
    rest.len() >= 2 && rest.iter().all(level) && !rest.iter().any(heads)
}

/// Marks the light words that stand on a drawing or picture which lets them be read.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn mark<'l>(lines: impl Iterator<Item = &'l mut Line>, floats: &[Float], context: &Context) -> Result<()> {
    let behind = floats.iter().filter(|float| float.wrap == Wrap::Behind).take(caps::FEW);
    let grounds: Vec<Rect> = behind.flat_map(carrying).take(caps::SOME).collect();
    if grounds.is_empty() {
        return Ok(());
    }
    let light = |color: Option<Color>| color.is_some_and(|color| color.brightness() > LIGHT);
    for word in lines.flat_map(|line| &mut line.words).filter(|word| light(word.style.color)) {
        context.tick(1)?;
        let middle = word.rect.center();
        word.on_ground = grounds.iter().any(|ground| ground.contains(middle));
    }
    Ok(())
}

/// Where light text can be read on a float: all over a picture, and on what is dark in a drawing.
fn carrying(float: &Float) -> Vec<Rect> {
    let rect = float.picture.rect;
    let Some(sketch) = &float.picture.sketch else { return vec![rect] };
    if sketch.shapes.is_empty() {
        return vec![rect];
    }
    let dark = |shape: &&Shape| shape.fill.is_some_and(|(color, _)| is_dark(color));
    let placed = |shape: Rect| shape.moved(Point { x: rect.left, y: rect.top });
    let shapes = sketch.shapes.iter().take(caps::SOME).filter(dark).filter_map(sketch::around).map(placed);
    sketch.images.iter().map(|image| image.rect).chain(shapes).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::element::Picture;
    use super::super::super::sketch::Sketch;
    use super::super::super::text::word::Word;
    use super::*;
    use transvase_model::flow::Origin;
    use transvase_model::pages::Segment;

    const PAGE: Size = Size { width: 600.0, height: 800.0 };

    #[test]
    fn bands_and_large_areas_are_grounds() {
        let rect = |left, top, right, bottom| Rect { left, top, right, bottom };
        assert!(is_ground(&rect(0.0, 50.0, 600.0, 90.0), PAGE), "a band from edge to edge");
        assert!(is_ground(&rect(20.0, 20.0, 580.0, 780.0), PAGE), "nearly the whole page");
        assert!(
            !is_ground(&rect(0.0, 50.0, 300.0, 90.0), PAGE),
            "a fill behind a paragraph that stands out at the left"
        );
    }

    #[test]
    fn light_words_are_kept_on_what_is_dark() {
        let ground = |fill: Color| {
            let corners = [(0.0, 0.0), (100.0, 0.0), (100.0, 50.0), (0.0, 50.0)].map(|(x, y)| Point { x, y });
            let outline = vec![Segment::Move(corners[0]), Segment::Line(corners[1]), Segment::Line(corners[2])];
            let shape = Shape { outline, fill: Some((fill, 1.0)), ..Shape::default() };
            let sketch = Sketch { shapes: vec![shape], ..Sketch::default() };
            let rect = Rect { left: 100.0, top: 100.0, right: 200.0, bottom: 150.0 };
            Float::behind(Picture::drawn(sketch, rect), Origin::Page)
        };
        let line = || {
            let mut word =
                Word { rect: Rect { left: 110.0, top: 110.0, right: 140.0, bottom: 120.0 }, ..Word::default() };
            word.style.color = Some(Color::WHITE);
            Line { words: vec![word], ..Line::default() }
        };
        let marked = |floats: &[Float]| {
            let mut line = line();
            mark(std::iter::once(&mut line), floats, &Context::default()).unwrap();
            line.words[0].on_ground
        };
        assert!(marked(&[ground(Color { r: 0, g: 0, b: 90 })]));
        assert!(!marked(&[ground(Color { r: 250, g: 240, b: 200 })]) && !marked(&[]));
    }
}
