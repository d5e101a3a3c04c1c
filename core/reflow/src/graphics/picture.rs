//! Images of a page: which of them a text document shows, where, and at what size.

use std::sync::Arc;

use super::super::caps;
use super::super::element::Picture;
use super::super::sketch::painting::Drawing;
use super::super::sketch::{BLEED, Sketch};
use super::super::text::line::Line;
use super::figure::Content;
use super::float::Float;
use super::ocr_layer::{self, Words};
use super::tolerances::{FILLED, LABEL, LEAST, LITTLE, LONG_LINE, PLACED_LINES};
use super::{lines_in, scan, take_lines};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Pt, Rect};
use transvase_base::warning::{Warning, WarningCode};
use transvase_markup::canvas::Scene;
use transvase_model::flow::{Edges, Origin};
use transvase_model::pages::{Item, Page, PlacedImage};

/// Smallest side of a picture; smaller ones are decoration.
const MIN_SIDE: Pt = Pt(4.0);
/// Share of a picture that has to be seen for it to count as whole: half a line of pixels is lost at its edges.
const WHOLE: f32 = 0.995;
/// Largest size of the letters of a label: larger ones are those of a title on its picture.
const LABEL_SIZE: Pt = Pt(12.0);
/// A quarter of a turn in degrees.
const QUARTER: f32 = 90.0;

/// The images of a page.
#[derive(Debug, Default)]
pub(crate) struct Images {
    /// Those that are images in the source.
    pub whole: Vec<Picture>,
    /// Parts of a scan, which the text runs beside.
    pub parts: Vec<Picture>,
    /// Where recognised text is seen in a picture that stays.
    pub shown: Vec<Rect>,
}

/// The images of a page of handwriting: all that is painted as one picture, with what was recognised of it in words.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn whole(page: &Page, texts: &[Words<'_>], context: &Context) -> Result<Images> {
    let message = "the page is handwritten: its picture was kept, with the recognised text as its description";
    context.warn(Warning::on_page(page.number, WarningCode::ScannedPage, message));
    let items = page.items.iter().filter(|item| !matches!(item, Item::Glyphs(_))).cloned().collect();
    let picture = Picture { alt: Some(ocr_layer::joined(texts, context)?), ..painted(items, page.rect()) };
    Ok(Images { whole: vec![picture], parts: Vec::new(), shown: vec![page.rect()] })
}

/// The pictures of a page with this text on it.
pub(crate) fn pictures(scene: Scene<'_>, texts: &[Words<'_>], context: &Context) -> Result<Images> {
    let (page, letters) = (scene.page, texts.iter().map(|words| words.text().chars().count()).sum::<usize>());
    let (mut pictures, mut cut): (Vec<Picture>, usize) = (Vec::new(), 0);
    for item in &page.items {
        let Item::Image(image) = item else { continue };
        context.tick(1)?;
        // Each that is cut is painted by itself: a page with many is one picture in slices.
        let Some(picture) = picture(image, page, cut < caps::FEW) else { continue };
        cut += usize::from(picture.is_cut_image());
        let again = |last: &Picture| last.media.is_some() && last.media == picture.media && last.rect == picture.rect;
        if !pictures.last().is_some_and(again) {
            pictures.push(picture);
        }
    }
    context.tick((pictures.len().min(caps::SOME) * pictures.len()) as u64)?;
    let mut pictures = joined(pictures);
    if !pictures.iter().any(|picture| is_full(picture, page)) {
        return Ok(Images { whole: pictures, ..Images::default() });
    }
    let is_layered = is_layered(&pictures, scene);
    let kept = |pictures: Vec<Picture>| if is_layered { flattened(page) } else { pictures };
    let warn = |message: &str| context.warn(Warning::on_page(page.number, WarningCode::ScannedPage, message));
    if letters < LONG_LINE {
        if letters == 0 {
            warn(
                "the page is one picture, which was kept: if it shows text, that was not read (run OCR on the file first)",
            );
        }
        return Ok(Images { whole: kept(pictures), ..Images::default() });
    }
    if !ocr_layer::is_recognised(page) {
        return Ok(Images { whole: pictures, ..Images::default() });
    }
    let garbled = ocr_layer::is_garbled(texts);
    let parts = if garbled { None } else { scan_parts(&pictures, scene, texts, context)? };
    let Some(parts) = parts else {
        let what = if garbled { "unreadable" } else { "incomplete" };
        warn(&format!("the page is a scan whose recognised text is {what}: the picture was kept"));
        return Ok(Images { whole: kept(pictures), parts: Vec::new(), shown: vec![page.rect()] });
    };
    // The print of layers is the text that was recognised.
    pictures.retain(|picture| !(is_full(picture, page) || is_layered && lets_through(picture, scene)));
    let shows = |part: &&Picture| scan::shows_its_text(&part.rect, texts);
    let shown: Vec<Rect> = parts.iter().filter(shows).map(|part| part.rect).collect();
    warn(if ocr_layer::is_mostly_shown(texts, &shown) {
        "the page is a scan of a form or drawing: its picture was kept, with the recognised text as its description"
    } else {
        "the page is a scan; its recognised text was kept instead of the picture"
    });
    Ok(Images { whole: pictures, parts, shown })
}

/// What the scans among the pictures of a page show beside their text; `None` where the text is little of one.
fn scan_parts(
    pictures: &[Picture],
    scene: Scene<'_>,
    texts: &[Words<'_>],
    context: &Context,
) -> Result<Option<Vec<Picture>>> {
    let mut parts = Vec::new();
    for scan in pictures.iter().filter(|picture| is_full(picture, scene.page)) {
        let media = scan.media.filter(|media| media.index() < scene.media.len());
        let Some(media) = media.map(|media| scene.media.get(media)) else { continue };
        let Some(found) = scan::pictures(scan, media, texts, scene.page.size, context)? else { return Ok(None) };
        parts.extend(found);
    }
    Ok(Some(parts))
}

/// Whether a picture fills most of the page.
fn is_full(picture: &Picture, page: &Page) -> bool {
    picture.rect.area() >= FILLED * page.rect().area()
}

/// Whether pictures are the layers of a scan: the print in stencils of its colours, over a ground as large as the page
/// (mixed raster content, ITU-T T.44).
fn is_layered(pictures: &[Picture], scene: Scene<'_>) -> bool {
    let layers = pictures.iter().filter(|picture| lets_through(picture, scene));
    let area: f32 = layers.map(|picture| picture.rect.area()).sum();
    pictures.len() > 1 && area >= LITTLE * scene.page.rect().area()
}

/// Whether what is under an image shows through it.
fn lets_through(picture: &Picture, scene: Scene<'_>) -> bool {
    let media = picture.media.filter(|media| media.index() < scene.media.len());
    media.is_some_and(|media| !scene.media.get(media).is_opaque())
}

/// All images of a page as one picture.
fn flattened(page: &Page) -> Vec<Picture> {
    let images = page.items.iter().filter(|item| matches!(item, Item::Image(_))).cloned().collect();
    vec![painted(images, page.rect())]
}

/// Whether an image fills most of the page.
pub(super) fn fills(image: &PlacedImage, page: &Page) -> bool {
    picture(image, page, false).is_some_and(|picture| is_full(&picture, page))
}

/// Where an image is seen on the page.
pub(super) fn seen(image: &PlacedImage, page: &Page) -> Option<Rect> {
    picture(image, page, false).map(|picture| picture.rect)
}

/// The picture an image is, and `cut` at its window.
fn picture(image: &PlacedImage, page: &Page, cut: bool) -> Option<Picture> {
    let unit = Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
    let window = page.rect();
    let whole = image.transform.apply_rect(&unit);
    let sides = [whole.left, whole.top, whole.right, whole.bottom];
    if sides.iter().any(|side| !side.is_finite()) {
        return None;
    }
    let seen = whole.intersection(&window)?;
    let seen = image.clip.map_or(Some(seen), |clip| seen.intersection(&clip))?;
    let rotation = rotation(&image.transform);
    let is_whole = seen.area() >= WHOLE * whole.area() || rotation != 0.0;
    let rect = if is_whole { whole } else { seen };
    let large = rect.width().min(rect.height()) >= MIN_SIDE || rect.area() >= FILLED * window.area();
    let turned_and_cut = rotation != 0.0 && image.clip.is_some() && seen.area() < WHOLE * whole.area();
    if (image.window.is_some() || turned_and_cut) && cut {
        return large.then(|| seen_through(image, seen));
    }
    let crop = if is_whole { Edges::default() } else { crop(&whole, &seen) };
    large.then(|| Picture { crop, rotation, alt: image.alt.clone(), ..Picture::image(image.media, rect) })
}

/// An image behind a window of any shape: what is seen of it becomes a picture of its own.
fn seen_through(image: &PlacedImage, seen: Rect) -> Picture {
    Picture { alt: image.alt.clone(), ..painted(vec![Item::Image(image.clone())], seen) }
}

/// What items paint on a region, as one picture.
fn painted(items: Vec<Item>, region: Rect) -> Picture {
    let sketch = Sketch { drawing: Some(Arc::new(Drawing::of(items, region))), ..Sketch::default() };
    Picture::drawn(sketch, region)
}

/// Turn of an image in degrees, clockwise, to the next quarter of a turn where it is close to one.
fn rotation(map: &Affine) -> f32 {
    let angle = libm::atan2f(map.b, map.a).to_degrees();
    let quarter = (angle / QUARTER).round() * QUARTER;
    // A mirrored image is shown as it is stored: the turn of its upper edge would stand it on end.
    if map.determinant() <= 0.0 {
        0.0
    } else if (angle - quarter).abs() < 1.0 {
        quarter
    } else {
        angle
    }
}

/// Shares of `whole` that lie outside `seen`.
pub(crate) fn crop(whole: &Rect, seen: &Rect) -> Edges {
    let (width, height) = (whole.width().max(LEAST), whole.height().max(LEAST));
    Edges {
        top: (seen.top - whole.top) / height,
        right: (whole.right - seen.right) / width,
        bottom: (whole.bottom - seen.bottom) / height,
        left: (seen.left - whole.left) / width,
    }
}

/// Pieces of one picture, strips or tiles edge to edge, as one.
fn joined(pictures: Vec<Picture>) -> Vec<Picture> {
    let mut done: Vec<Picture> = Vec::new();
    for picture in pictures {
        let at = done.iter().rev().take(caps::SOME).position(|last| is_next(last, &picture));
        match at.and_then(|back| done.len().checked_sub(back + 1)).and_then(|at| done.get_mut(at)) {
            Some(last) => append(last, picture),
            None => done.push(picture),
        }
    }
    done
}

/// Whether a picture goes on below or beside another with the same edges.
fn is_next(last: &Picture, next: &Picture) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() <= BLEED;
    let (a, b) = (&last.rect, &next.rect);
    let below = near(a.left, b.left) && near(a.right, b.right) && (near(a.bottom, b.top) || near(b.bottom, a.top));
    let aside = near(a.top, b.top) && near(a.bottom, b.bottom) && (near(a.right, b.left) || near(b.right, a.left));
    let parts = next.media.is_some() && last.sketch.as_ref().is_none_or(|sketch| sketch.drawing.is_none());
    parts && last.is_plain() && next.is_plain() && (below || aside)
}

fn append(last: &mut Picture, next: Picture) {
    let parts = last.media.take().map(|media| (media, last.rect)).into_iter();
    let parts = parts.chain(next.media.map(|media| (media, next.rect)));
    let sketch = last.sketch.get_or_insert_default();
    parts.for_each(|(media, rect)| sketch.mount(media, rect, 0));
    last.rect = last.rect.union(&next.rect);
}

/// Takes out the images that lie behind text: of those with labels on them, as maps have, the
/// labels become part.
pub(crate) fn behind(content: &mut Content<'_>) -> Vec<Float> {
    let mut floats = Vec::new();
    let mut kept = Vec::new();
    for mut picture in std::mem::take(content.pictures) {
        let lines: Vec<&Line> = lines_in(&picture.rect, content.lines).collect();
        if lines.is_empty() {
            kept.push(picture);
        } else if is_labelled(&lines) && picture.is_plain() {
            label(&mut picture, content.lines);
            kept.push(picture);
        } else {
            floats.push(Float::behind(picture, Origin::Page));
        }
    }
    *content.pictures = kept;
    floats
}

/// Lines over a picture that are labels: several, and none as long as running text.
fn is_labelled(lines: &[&Line]) -> bool {
    lines.len() >= PLACED_LINES && lines.iter().all(|line| line.letters() <= LABEL && line.size <= LABEL_SIZE)
}

fn label(picture: &mut Picture, lines: &mut Vec<Line>) {
    let rect = picture.rect;
    let mut sketch = picture.sketch.take().unwrap_or_else(|| Box::new(Sketch::default()));
    if let Some(media) = picture.media.take() {
        sketch.mount(media, rect, 0);
    }
    sketch.hold(take_lines(&rect, lines));
    picture.sketch = Some(sketch);
}
