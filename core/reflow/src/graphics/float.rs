//! Floats: pictures and drawings at a place of their own.

use super::super::caps;
use super::super::element::{PageElement, Picture};
use super::super::reading_order::Span;
use super::super::sketch::{BLEED, painting};
use super::super::text::line::Line;
use super::tolerances::{FEW_LETTERS, LINES_BESIDE, NEARLY_ALL, SEVERAL, WORDS};
use super::{background, flatten};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Rect, Size};
use transvase_model::flow::{Origin, Wrap};
use transvase_model::media::MediaStore;
use transvase_model::pages::Font;

/// Letters of a slide, or of a page on a ground, from which on its text flows: a third of a page of prose.
const MANY_LETTERS: usize = 800;
/// Share of the width of a page up to which a picture beside all text stands in the margin: that of an inch.
const MARGIN: f32 = 0.12;

/// A picture at a place of its own.
#[derive(Debug, Clone)]
pub(crate) struct Float {
    /// What is shown.
    pub picture: Picture,
    /// What the text does about it.
    pub wrap: Wrap,
    /// Whether it keeps its place on the page or goes with its paragraph.
    pub origin: Origin,
    /// Whether it lies on what belongs to the page: it went with a paragraph at first, wherever it has its place now.
    pub raised: bool,
}

impl Float {
    /// A picture behind the text.
    pub fn behind(picture: Picture, origin: Origin) -> Float {
        Float { picture, wrap: Wrap::Behind, origin, raised: origin == Origin::Paragraph }
    }
}

/// A picture that text runs beside.
pub(crate) fn beside(picture: Picture) -> Float {
    Float { wrap: Wrap::Square, ..Float::behind(picture, Origin::Paragraph) }
}

/// On pages that are laid out as a whole, as slides, covers and collages are, pictures keep their places, and so do those
/// as high as the page and those in its margin: in the line they would push the text to the next page.
pub(crate) fn fix(elements: &mut Vec<PageElement>, floats: &mut Vec<Float>, page: Size) {
    let letters: usize = elements.iter().flat_map(PageElement::lines).map(Line::letters).sum();
    let has_ground = floats.iter().any(|float| background::is_ground(&float.picture.rect, page));
    let is_slide = page.width > page.height;
    let pictures = elements.iter().filter(|element| matches!(element, PageElement::Picture(_))).count();
    let is_collage = pictures >= SEVERAL && letters <= FEW_LETTERS;
    let is_design = is_collage || (letters <= MANY_LETTERS && (has_ground || is_slide));
    // It leaves no room above and below it.
    let is_high = |picture: &Picture| letters > 0 && picture.rect.height() >= NEARLY_ALL * page.height;
    let has_text = elements.iter().any(is_text);
    let text = Span::of(elements.iter().filter(|element| is_text(element)));
    let is_aside = |picture: &Picture| {
        let rect = picture.rect;
        has_text && rect.width() <= MARGIN * page.width && text.is_free(rect.left, rect.right)
    };
    let lines: Vec<Rect> = elements.iter().filter(|element| is_text(element)).map(PageElement::rect).collect();
    let tables: Vec<Rect> =
        elements.iter().filter(|element| matches!(element, PageElement::Table(_))).map(PageElement::rect).collect();
    // What no cell of a table holds lies over several: below the table it would say nothing.
    let is_over_cells = |picture: &Picture| tables.iter().any(|table| table.contains(picture.rect.center()));
    let keeps_place = |picture: &Picture| {
        is_design
            || is_high(picture)
            || is_aside(picture)
            || is_over_cells(picture)
            || reaches_into(&picture.rect, &lines)
    };
    let fixed =
        elements.extract_if(.., |element| matches!(element, PageElement::Picture(picture) if keeps_place(picture)));
    let float = |picture| Float::behind(picture, Origin::Page);
    floats.extend(fixed.filter_map(PageElement::into_picture).map(float));
}

/// Whether a picture reaches over the ends of several lines: they go neither around nor below it.
fn reaches_into(picture: &Rect, lines: &[Rect]) -> bool {
    let middle = |line: &&Rect| (picture.top..=picture.bottom).contains(&line.center().y);
    let over = |line: &&Rect| line.right.min(picture.right) - line.left.max(picture.left) > BLEED;
    lines.iter().take(caps::MOST).filter(middle).filter(over).count() >= LINES_BESIDE
}

/// Whether an element is more text than a number or a label.
fn is_text(element: &PageElement) -> bool {
    match element {
        PageElement::Line(line) => line.letters() >= WORDS,
        other => matches!(other, PageElement::Table(_)),
    }
}

/// Puts the pictures that drawings become among the document's.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(crate) fn store<'p>(
    pictures: impl Iterator<Item = &'p mut Picture>,
    media: &mut MediaStore,
    fonts: &[Font],
    context: &Context,
) -> Result<()> {
    let mut pictures: Vec<_> = pictures.collect();
    let cut: Vec<bool> = pictures.iter().map(|picture| picture.is_cut_image()).collect();
    flatten::spend(pictures.iter_mut().map(|picture| &mut **picture), flatten::OF_DOCUMENT);
    let mut sketches: Vec<_> = pictures.iter_mut().filter_map(|picture| picture.sketch.as_deref_mut()).collect();
    flatten::flatten_many(&mut sketches, context);
    painting::paint(sketches.into_iter(), fonts, media, context)?;
    for (picture, is_cut) in pictures.into_iter().zip(cut) {
        let rect = picture.rect;
        if let Some(sketch) = &mut picture.sketch {
            sketch.store(&rect, media);
        }
        if is_cut {
            picture.settle();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::super::sketch;
    use super::*;

    #[test]
    fn pictures_that_reach_into_lines_are_no_part_of_the_flow() {
        let line = |top: f32| Rect { left: 80.0, top, right: 500.0, bottom: top + 10.0 };
        let lines = [line(100.0), line(114.0), line(128.0)];
        let picture = |right: f32| Rect { left: 40.0, top: 95.0, right, bottom: 140.0 };
        assert!(reaches_into(&picture(90.0), &lines));
        assert!(!reaches_into(&picture(80.5), &lines), "beside the lines");
        assert!(!reaches_into(&Rect { top: 126.0, ..picture(90.0) }, &lines), "a single line");
    }

    #[test]
    fn a_page_put_together_of_pictures_keeps_their_places() {
        let picture = |at: usize| {
            let left = 50.0 + 150.0 * at as f32;
            PageElement::Picture(Picture::drawn(
                sketch::Sketch::default(),
                Rect { left, top: 200.0, right: left + 90.0, bottom: 300.0 },
            ))
        };
        let fixed = |pictures: usize| {
            let mut elements: Vec<PageElement> = (0..pictures).map(picture).collect();
            let mut floats = Vec::new();
            fix(&mut elements, &mut floats, Size { width: 600.0, height: 800.0 });
            floats.len()
        };
        assert_eq!((fixed(2), fixed(3)), (0, 3));
    }
}
