//! PDF pages to SVG, by hayro-svg, which walks through a page as hayro does. Letters become their outlines; the words
//! lie over them unseen (`words`).

use std::sync::Arc;

use hayro_svg::{RenderCache, SvgRenderSettings};

use super::fonts::Faces;
use super::size::Scale;
use super::{Pages, draw, prepared, words};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result, Stage};
use transvase_base::fence::fenced;
use transvase_base::units::PT_PER_INCH;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::drawings::Drawings;
use transvase_model::pages::Page;

/// Reads `bytes` as drawings of its pages.
///
/// # Errors
/// As the reader of pictures.
pub(crate) fn read(bytes: &[u8], context: &Context) -> Result<Drawings> {
    let mut pages = prepared(bytes, Faces::of(context), Scale::Dpi(PT_PER_INCH), context)?;
    let mut said = words::pages(bytes, context)?.into_iter();
    let message = "letters became outlines; an invisible text layer keeps them searchable";
    context.warn(Warning::new(WarningCode::TextFlattened, message));
    Ok(Drawings::drawn(pages.count, move |context| {
        let said = said.next();
        next(&mut pages, said.as_ref(), context)
    }))
}

/// The drawing of the next page, on which so much is said; an empty one where it cannot be drawn.
fn next(pages: &mut Pages, said: Option<&Page>, context: &Context) -> Result<Option<String>> {
    let Some(number) = pages.waiting.next() else { return Ok(None) };
    let Some(page) = pages.pdf.pages().get(number as usize - 1) else { return Ok(None) };
    let size = pages.scale.size(page);
    context.checkpoint()?;
    let is_fit = pages.survey(number, &size, context)?.is_some();
    let drawing = if is_fit { drawn(pages, number) } else { None };
    if is_fit && drawing.is_none() {
        pages.fail(number, Error::malformed("the page cannot be drawn"), context);
    }
    pages.faces.tell(context);
    pages.any |= drawing.is_some();
    pages.done += 1;
    context.report(Stage::Read, pages.done as u64, pages.count as u64);
    context.checkpoint()?;
    if pages.waiting.len() == 0 && !pages.any && pages.failure.is_some() {
        return Err(pages.failure.take().unwrap_or_else(|| Error::malformed("no page can be drawn")));
    }
    let drawing = drawing.unwrap_or_else(|| empty(size.width_px, size.height_px));
    match said {
        Some(page) => Ok(Some(with(drawing, &words::group(page, size.scale as f32, context)?))),
        None => Ok(Some(drawing)),
    }
}

fn drawn(pages: &Pages, number: u32) -> Option<String> {
    let page = pages.pdf.pages().get(number as usize - 1)?;
    let settings = draw::settings(&Arc::clone(&pages.faces));
    let looks = SvgRenderSettings { bg_color: [0; 4] };
    let drawing = fenced(|| hayro_svg::convert(page, &RenderCache::new(), &settings, &looks))?;
    let (width, height) = page.render_dimensions();
    let unit = pages.scale.size(page).scale as f32;
    Some(in_points(&drawing, (width, height), unit))
}

/// The drawing with its size in points, as that of its page is; hayro-svg names none, which are pixels.
fn in_points(drawing: &str, (width, height): (f32, f32), unit: f32) -> String {
    let plain = format!("width=\"{width}\" height=\"{height}\"");
    let sized = format!("width=\"{}pt\" height=\"{}pt\"", width * unit, height * unit);
    drawing.replacen(&plain, &sized, 1)
}

/// The drawing with a group over all that it shows.
fn with(mut drawing: String, group: &str) -> String {
    let end = drawing.rfind("</svg>").unwrap_or(drawing.len());
    drawing.insert_str(end, group);
    drawing
}

/// A page without anything on it.
fn empty(width: u32, height: u32) -> String {
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}pt\" height=\"{height}pt\" \
         xmlns=\"http://www.w3.org/2000/svg\"></svg>"
    )
}
