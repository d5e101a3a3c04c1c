//! TIFF to pixels, page by page, upright.

use std::sync::Arc;

use super::directory::{self, Directory};
use super::layout::{ICC, Layout, Meaning};
use super::page;
use crate::{exif, icc, iptc};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frames, Raster};
use transvase_model::rows::Rows;

/// Fields (TIFF 6.0, sections 8 and 22; XMP part 3; Photoshop's TIFF notes).
const ACROSS: u16 = 282;
const DOWN: u16 = 283;
const UNIT: u16 = 296;
/// XMP.
pub const XMP: u16 = 700;
/// IPTC.
pub const IPTC: u16 = 33_723;
/// The resources of Photoshop.
pub const RESOURCES: u16 = 34_377;

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let pages = directory::pages(bytes, context)?;
    let wanted = context.pages_of(pages.len())?;
    let pages = pages.into_iter().enumerate();
    let chosen = |at: usize| wanted.as_ref().is_none_or(|wanted| wanted.contains(at as u32 + 1));
    let pages: Vec<(usize, Directory)> = pages.filter(|(at, _)| chosen(*at)).collect();
    context.charge(Limit::pages, pages.len() as u64)?;
    let Some((_, first)) = pages.first() else {
        return Err(Error::malformed("the TIFF has no page"));
    };
    let mut raster = described(bytes, first, context);
    let count = pages.len();
    let mut pages = pages.into_iter();
    // A file of which no page can be read is an error of reading.
    let mut first = Some(next(bytes, &mut pages, context)??);
    raster.frames = Frames::in_rows(count, move |context| match first.take() {
        Some(rows) => Ok(Some(rows)),
        None => Ok(next(bytes, &mut pages, context)?.ok()),
    });
    Ok(raster)
}

/// The next page that can be read; the outer error ends the conversion, the inner one is that of the last page tried.
fn next<'a>(
    file: &'a [u8],
    pages: &mut impl Iterator<Item = (usize, Directory)>,
    context: &Context,
) -> Result<Result<Rows<'a>>> {
    let mut last = Error::malformed("the TIFF has no further page");
    for (at, page) in pages {
        context.checkpoint()?;
        match page::rows(file, &page, context) {
            Ok(rows) => return Ok(Ok(rows)),
            Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => {
                let message = format!("the page cannot be read: {error}");
                context.warn(Warning::on_page(at as u32 + 1, WarningCode::PageDropped, message));
                last = error;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Err(last))
}

/// A raster without frames yet, with what the first page says of itself.
fn described<'a>(file: &[u8], page: &Directory, context: &Context) -> Raster<'a> {
    let mut raster = Raster::pages(Vec::new());
    raster.dpi = density(file, page);
    let there = |tag: u16| Some(page.bytes(file, tag)).filter(|bytes| !bytes.is_empty());
    raster.icc = there(ICC).filter(|profile| means_the_samples(profile, page, file, context)).map(Arc::from);
    let packet = there(XMP).and_then(|packet| std::str::from_utf8(packet).ok());
    raster.xmp = packet.map(|packet| Arc::from(packet.trim_end_matches('\0')));
    raster.resources = there(RESOURCES).map(Arc::from).or_else(|| there(IPTC).map(|data| iptc::resource(data).into()));
    if !page.order.is_big_tiff {
        raster.exif = exif::of_tiff(file, page.at).map(Arc::from);
    }
    raster
}

/// Whether the profile is for what the samples become.
fn means_the_samples(profile: &[u8], page: &Directory, file: &[u8], context: &Context) -> bool {
    let Ok(layout) = Layout::read(page, file) else { return false };
    let space: &[u8] = match layout.meaning {
        Meaning::WhiteIsZero | Meaning::BlackIsZero => b"GRAY",
        Meaning::Rgb | Meaning::Palette | Meaning::YCbCr => b"RGB ",
        // They have been converted.
        Meaning::Cmyk | Meaning::Lab | Meaning::IccLab | Meaning::LogL | Meaning::LogLuv => return false,
    };
    let fits = icc::space(profile) == Some(space);
    if !fits && !icc::is_srgb(profile) {
        let message = "left out: a colour profile that is for another number of components";
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
    fits
}

/// Dots per inch.
pub fn density(file: &[u8], page: &Directory) -> Option<(f32, f32)> {
    let per_inch = match page.number(file, UNIT).unwrap_or(2) {
        2 => 1.0,
        3 => 2.54,
        _ => return None,
    };
    let across = *page.fractions(file, ACROSS).first()? * per_inch;
    let down = *page.fractions(file, DOWN).first()? * per_inch;
    (across > 0.0 && down > 0.0).then_some((across, down))
}
