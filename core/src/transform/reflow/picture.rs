//! Images of a page: which of them a text document shows, and at what size.

use super::piece::Picture;
use crate::context::Context;
use crate::error::Result;
use crate::model::pages::{Item, Page, PlacedImage, TextPaint};
use crate::units::Rect;
use crate::warning::{Warning, WarningCode};

/// Smallest side of a picture in points; smaller ones are decoration.
const MIN_SIDE: f32 = 4.0;
/// Share of the page that a picture behind its text covers.
const FULL_PAGE: f32 = 0.8;
/// Characters from which a picture behind them is a background and not the page's content.
const MANY_LETTERS: usize = 40;

/// The pictures of a page with `letters` characters of text.
pub(super) fn pictures(page: &Page, letters: usize, context: &Context) -> Result<Vec<Picture>> {
    let mut pictures: Vec<Picture> = Vec::new();
    for item in &page.items {
        let Item::Image(image) = item else { continue };
        context.tick(1)?;
        let Some(picture) = picture(image, page) else { continue };
        if pictures.last().is_none_or(|last| last.media != picture.media || last.rect != picture.rect) {
            pictures.push(picture);
        }
    }
    let page_area = page.size.width * page.size.height;
    let is_full = |picture: &Picture| picture.rect.area() >= FULL_PAGE * page_area;
    let full = pictures.iter().filter(|picture| is_full(picture)).count();
    if full == 0 {
        return Ok(pictures);
    }
    if letters < MANY_LETTERS {
        if letters == 0 {
            let message = "the page is a picture of text; the picture was kept";
            context.warn(Warning::on_page(page.number, WarningCode::ScannedPage, message));
        }
        return Ok(pictures);
    }
    pictures.retain(|picture| !is_full(picture));
    let (code, message) = if is_recognised(page) {
        (WarningCode::ScannedPage, "the page is a scan; its recognised text was kept instead of the picture")
    } else {
        (WarningCode::ImageDropped, "the picture behind the text of the page was left out")
    };
    context.warn(Warning::on_page(page.number, code, message));
    Ok(pictures)
}

/// Whether most text of the page is invisible, as text recognition lays it behind a scan.
fn is_recognised(page: &Page) -> bool {
    let (mut hidden, mut all) = (0, 0);
    for item in &page.items {
        if let Item::Glyphs(run) = item {
            all += run.glyphs.len();
            hidden += if run.paint == TextPaint::Invisible { run.glyphs.len() } else { 0 };
        }
    }
    hidden * 2 > all
}

fn picture(image: &PlacedImage, page: &Page) -> Option<Picture> {
    let unit = Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
    let window = Rect { left: 0.0, top: 0.0, right: page.size.width, bottom: page.size.height };
    let whole = image.transform.apply_rect(&unit);
    let sides = [whole.left, whole.top, whole.right, whole.bottom];
    if sides.iter().any(|side| !side.is_finite()) {
        return None;
    }
    let seen = whole.intersection(&window)?;
    let seen = image.clip.map_or(Some(seen), |clip| seen.intersection(&clip))?;
    let rect = if seen.area() >= 0.9 * whole.area() { whole } else { seen };
    let large = rect.width() >= MIN_SIDE && rect.height() >= MIN_SIDE;
    large.then(|| Picture { media: image.media, rect, alt: image.alt.clone() })
}
