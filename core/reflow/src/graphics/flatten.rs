//! Flattening: figures with many words become pictures, and their words what is said to those who do not see them,
//! since a page of text boxes opens slowly and nobody changes them by hand. So do drawings whose outlines are too many
//! for one page or document.

use std::sync::Arc;

use super::super::element::Picture;
use super::super::sketch::painting::Drawing;
use super::super::sketch::{BLEED, Sketch, visible};
use super::super::text::line::Line;
use super::super::text::word::Word;
use super::tolerances::WORDS;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Point, Rect};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::Shape;
use transvase_model::pages::{GlyphRun, Item, Page, Path};

/// Labels up to which a figure keeps each of them as text: a person may change so many by hand.
const MAX_LABELS: usize = 6;
/// Labels of a document, or of one figure, with which it still opens: documents with some hundred text boxes in groups
/// hardly do.
/// A map with 9,700 text boxes kept LibreOffice busy for more than ten minutes.
const MANY_LABELS: usize = 200;
/// Characters of the words of a figure up to which they can be said in its place; with more it holds
/// text that is read, which stays text.
const MAX_ALT: usize = 600;
/// Height above the base line of the middle of a letter: half of that of digits and of small letters with a stem.
const MIDDLE: Em = Em(0.3);

/// What is spent on outlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Shapes, each of which is an element with its colours and place in what is written.
    shapes: usize,
    /// Segments of their outlines: moves, lines and curves, of some hundred bytes each in what is written.
    segments: usize,
}

/// What the drawings of one page, and of a document, may have as outlines: a document opens with that at once, and it
/// is some ten megabytes of XML. Text that was drawn as outlines takes many times as much.
pub(crate) const OF_PAGE: Budget = Budget { shapes: 1_000, segments: 20_000 };
pub(crate) const OF_DOCUMENT: Budget = Budget { shapes: 10_000, segments: 100_000 };

/// Makes drawings of outlines, the largest first, into pictures until the others are within a budget.
pub(crate) fn spend<'p>(pictures: impl Iterator<Item = &'p mut Picture>, budget: Budget) {
    let drawn = pictures.filter_map(|picture| Some((price(picture.sketch.as_deref()?), picture)));
    let mut drawn: Vec<(Budget, &mut Picture)> = drawn.filter(|(price, _)| price.shapes > 0).collect();
    let (mut shapes, mut segments) = (0, 0);
    for (price, _) in &drawn {
        (shapes, segments) = (shapes + price.shapes, segments + price.segments);
    }
    drawn.sort_by_key(|(price, _)| std::cmp::Reverse(price.segments));
    for (price, picture) in drawn {
        if shapes <= budget.shapes && segments <= budget.segments {
            return;
        }
        if paint(picture) {
            (shapes, segments) = (shapes - price.shapes, segments - price.segments);
        }
    }
}

fn price(sketch: &Sketch) -> Budget {
    let segments = sketch.shapes.iter().map(|shape| shape.outline.len()).sum();
    Budget { shapes: sketch.shapes.len(), segments }
}

/// Makes the outlines of a drawing one picture; false where they lie between images.
fn paint(picture: &mut Picture) -> bool {
    let region = picture.rect;
    let corner = Point { x: region.left, y: region.top };
    let Some(sketch) = picture.sketch.as_deref_mut() else { return false };
    if !sketch.images.is_empty() || region.area() <= 0.0 {
        return false;
    }
    let items = sketch.shapes.drain(..).map(|shape| Item::Path(placed(shape, corner))).collect();
    sketch.order.clear();
    sketch.drawing = Some(Arc::new(Drawing::of(items, region)));
    true
}

/// A shape of a drawing as a path of its page.
fn placed(shape: Shape, corner: Point) -> Path {
    let on_page = |p: Point| Point { x: p.x + corner.x, y: p.y + corner.y };
    let segments = shape.outline.iter().map(|segment| segment.map(on_page)).collect();
    let gradient = shape.gradient.map(|gradient| Arc::new(gradient.map(on_page, 1.0)));
    Path { segments, fill: shape.fill, gradient, stroke: shape.stroke, ..Path::default() }
}

/// Flattens the crowded figures of a document that has many of them.
pub(crate) fn flatten_many(sketches: &mut [&mut Sketch], context: &Context) {
    let labels: usize = sketches.iter().map(|sketch| sketch.texts.len()).sum();
    if labels <= MANY_LABELS {
        return;
    }
    let crowded = sketches.iter_mut().filter(|sketch| sketch.flat.is_some());
    let flattened = crowded.map(|sketch| sketch.flatten()).count();
    if flattened > 0 {
        let message = counted(
            flattened,
            "crowded [drawing became a picture|drawings became pictures], with the text in [it|them]",
        );
        context.warn(Warning::new(WarningCode::TextFlattened, message));
    }
}

/// Paints the short labels of a figure that has more than a document opens with, as maps have; its other words stay
/// text.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn engrave(picture: &mut Picture, page: &Page, context: &Context) -> Result<()> {
    let Some(sketch) = picture.sketch.as_deref_mut().filter(|sketch| sketch.texts.len() > MANY_LABELS) else {
        return Ok(());
    };
    let letters = |lines: &[Line]| lines.iter().map(Line::letters).sum::<usize>();
    let (short, long) = std::mem::take(&mut sketch.texts).into_iter().partition(|(lines, ..)| letters(lines) < WORDS);
    sketch.texts = short;
    let count = sketch.texts.len();
    prepare(picture, page, context)?;
    if let Some(sketch) = &mut picture.sketch {
        sketch.flatten();
        sketch.texts = long;
    }
    let message = counted(count, "[label|labels] of a crowded drawing became part of its picture");
    context.warn(Warning::on_page(page.number, WarningCode::TextFlattened, message));
    Ok(())
}

/// Whether a figure has more labels than a person would change by hand, all of them short.
pub(crate) fn is_crowded(picture: &Picture) -> bool {
    let Some(sketch) = &picture.sketch else { return false };
    let words = sketch.texts.iter().flat_map(|(lines, ..)| lines).flat_map(|line| &line.words);
    sketch.texts.len() > MAX_LABELS && words.map(Word::len).sum::<usize>() <= MAX_ALT
}

/// Prepares one picture of all that a figure holds, for [`Sketch::flatten`].
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn prepare(picture: &mut Picture, page: &Page, context: &Context) -> Result<()> {
    let region = picture.rect;
    let Some(sketch) = &mut picture.sketch else { return Ok(()) };
    if region.area() <= 0.0 {
        return Ok(());
    }
    let places: Vec<Rect> = sketch.texts.iter().map(|(_, _, place)| place.expand(BLEED.0)).collect();
    let mut items = Vec::new();
    for item in &page.items {
        context.tick(1)?;
        items.extend(part(item, page, &region, &places, context)?);
    }
    let words: Vec<String> = sketch.texts.iter().flat_map(|(lines, ..)| lines).map(Line::text).collect();
    let words: String = words.join(" ").chars().take(MAX_ALT).collect();
    if picture.alt.is_none() && !words.is_empty() {
        picture.alt = Some(words);
    }
    sketch.flat = Some(Arc::new(Drawing::of(items, region)));
    Ok(())
}

/// What of an item belongs to the figure in `region` with words at `places`.
fn part(item: &Item, page: &Page, region: &Rect, places: &[Rect], context: &Context) -> Result<Option<Item>> {
    Ok(match item {
        Item::Path(path) => {
            context.tick(path.segments.len() as u64)?;
            let seen = visible(path, page);
            let inside = seen.is_some_and(|seen| region.expand(BLEED.0).holds(&seen));
            inside.then(|| item.clone())
        }
        Item::Image(image) => {
            let unit = Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
            let place = image.transform.apply_rect(&unit);
            let seen = image.clip.map_or(Some(place), |clip| place.intersection(&clip));
            seen.is_some_and(|seen| region.contains(seen.center())).then(|| item.clone())
        }
        Item::Glyphs(run) => {
            context.tick((run.glyphs.len() * places.len()) as u64 / 16)?;
            labels(run, places).map(Item::Glyphs)
        }
    })
}

/// The glyphs of a run that stand at one of the places.
fn labels(run: &GlyphRun, places: &[Rect]) -> Option<GlyphRun> {
    let inside = |x: f32, y: f32| {
        let middle = run.transform.apply(Point { x, y });
        places.iter().any(|place| place.contains(middle))
    };
    let up = MIDDLE * run.size;
    let glyphs: Vec<_> =
        run.glyphs.iter().filter(|glyph| inside(glyph.x + glyph.advance / 2.0, glyph.y + up)).cloned().collect();
    (!glyphs.is_empty()).then(|| GlyphRun { glyphs, ..run.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowded_figures_become_pictures_where_they_are_many() {
        let drawing = || Arc::new(Drawing::of(Vec::new(), Rect::default()));
        let figure = |labels| {
            let texts = vec![(Vec::new(), 0, Rect::default()); labels];
            Sketch { flat: Some(drawing()), texts, ..Sketch::default() }
        };
        let (mut first, mut second) = (figure(MANY_LABELS), figure(1));
        let context = Context::default();
        flatten_many(&mut [&mut first], &context);
        assert!(first.drawing.is_none() && first.texts.len() == MANY_LABELS);
        flatten_many(&mut [&mut first, &mut second], &context);
        assert!([first, second].iter().all(|sketch| sketch.drawing.is_some() && sketch.texts.is_empty()));
    }

    #[test]
    fn outlines_beyond_the_budget_become_pictures_the_largest_first() {
        use transvase_model::pages::Segment;
        let rect = Rect { left: 10.0, top: 20.0, right: 100.0, bottom: 100.0 };
        let drawing = |segments| {
            let outline = vec![Segment::Line(Point { x: 1.0, y: 2.0 }); segments];
            let shapes = vec![Shape { outline, ..Shape::default() }];
            Picture::drawn(Sketch { shapes, order: vec![0], ..Sketch::default() }, rect)
        };
        let kept = |pictures: &[Picture]| -> Vec<bool> {
            pictures
                .iter()
                .map(|picture| picture.sketch.as_ref().is_some_and(|sketch| !sketch.shapes.is_empty()))
                .collect()
        };
        let mut pictures = [drawing(5), drawing(30), drawing(8)];
        spend(pictures.iter_mut(), Budget { shapes: 3, segments: 43 });
        assert_eq!(kept(&pictures), [true, true, true]);
        spend(pictures.iter_mut(), Budget { shapes: 3, segments: 42 });
        assert_eq!(kept(&pictures), [true, false, true]);
        let flat = pictures[1].sketch.as_ref().unwrap().drawing.clone().unwrap();
        let [Item::Path(path)] = &flat.page.items[..] else { panic!("one path") };
        assert_eq!((path.segments[0], flat.region), (Segment::Line(Point { x: 11.0, y: 22.0 }), rect));
        spend(pictures.iter_mut(), Budget { shapes: 1, segments: 42 });
        assert_eq!(kept(&pictures), [true, false, false]);
    }

    #[test]
    fn labels_of_a_map_are_painted_and_its_text_stays() {
        let label = |text: &str| {
            let word = Word { text: text.into(), ..Word::default() };
            (vec![Line { words: vec![word], ..Line::default() }], 0, Rect::default())
        };
        let rect = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 100.0 };
        let map = |labels| {
            let mut texts = vec![label("24"); labels];
            texts.push(label("Explanation of the map"));
            Picture::drawn(Sketch { texts, ..Sketch::default() }, rect)
        };
        let context = Context::default();
        let (mut some, mut many) = (map(MANY_LABELS - 1), map(MANY_LABELS));
        engrave(&mut some, &Page::default(), &context).unwrap();
        engrave(&mut many, &Page::default(), &context).unwrap();
        let texts = |picture: &Picture| picture.sketch.as_ref().map(|sketch| sketch.texts.len());
        assert_eq!((texts(&some), texts(&many)), (Some(MANY_LABELS), Some(1)));
        let warnings = context.take_warnings();
        assert_eq!(warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), [WarningCode::TextFlattened]);
    }
}
