//! The invisible text layer, for drawings of pages that show letters as outlines: text that nobody sees lies over them,
//! so that it can be searched and copied.

use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_container::xml::XmlWriter;
use transvase_model::pages::{GlyphRun, Item, Page, TextPaint};

use super::super::read;

/// The pages that are asked for with their words; none where they cannot be read. What the reading warns of is not told:
/// the pages are drawn all the same.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn pages(bytes: &[u8], context: &Context) -> Result<Vec<Page>> {
    let before = context.take_warnings();
    let pages = read::read(bytes, context);
    context.take_warnings();
    before.into_iter().for_each(|warning| context.warn(warning));
    match pages {
        Ok(pages) => Ok(pages.pages),
        Err(error) if matches!(error.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => Err(error),
        Err(_) => Ok(Vec::new()),
    }
}

/// The words of a page as a group of SVG, whose units are so many points; empty where there are none.
///
/// # Errors
/// What stops a conversion.
pub(super) fn group(page: &Page, unit: f32, context: &Context) -> Result<String> {
    let runs = page.items.iter().filter_map(|item| match item {
        Item::Glyphs(run) if run.hidden.is_empty() || run.paint == TextPaint::Invisible => Some(run),
        _ => None,
    });
    let mut runs = runs.filter(|run| !run.text.trim().is_empty()).peekable();
    if runs.peek().is_none() {
        return Ok(String::new());
    }
    let mut xml = XmlWriter::part(Vec::new());
    let scale = format!("scale({})", 1.0 / unit);
    xml.open("g", &[("transform", &scale), ("fill-opacity", "0"), ("xml:space", "preserve")]);
    for run in runs {
        context.tick(16)?;
        words(&mut xml, run);
    }
    xml.close("g");
    Ok(String::from_utf8(xml.finish()?).unwrap_or_default())
}

/// A run at its place and as wide as it is. Letters of SVG stand upwards where its axis runs down (SVG 2, 11.4).
fn words(xml: &mut XmlWriter<Vec<u8>>, run: &GlyphRun) {
    let map = run.transform;
    let map = format!("matrix({} {} {} {} {} {})", map.a, map.b, 0.0 - map.c, 0.0 - map.d, map.e, map.f);
    let size = run.size.to_string();
    let width = run.glyphs.iter().map(|glyph| glyph.x + glyph.advance).fold(0.0, f32::max).to_string();
    let attributes = [("transform", &map[..]), ("font-size", &size), ("textLength", &width), ADJUSTED];
    xml.leaf("text", &attributes, &run.text);
}

/// Letters become wider or narrower, whatever font they are set in.
const ADJUSTED: (&str, &str) = ("lengthAdjust", "spacingAndGlyphs");
