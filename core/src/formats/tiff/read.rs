//! TIFF to pixels, page by page, upright.

use std::sync::Arc;

use super::directory::{self, Directory};
use super::layout::{Layout, Meaning};
use super::{chunks, color};
use crate::context::{Context, Limit};
use crate::error::{Error, ErrorCode, Result};
use crate::model::raster::{Frame, Frames, Raster};
use crate::parts::{exif, icc, iptc, pixels};
use crate::warning::{Warning, WarningCode};

/// Fields (TIFF 6.0, sections 8 and 22; XMP part 3; Photoshop's TIFF notes; ICC.1, annex B.3).
const ACROSS: u16 = 282;
const DOWN: u16 = 283;
const UNIT: u16 = 296;
const XMP: u16 = 700;
const IPTC: u16 = 33_723;
const RESOURCES: u16 = 34_377;
const ICC: u16 = 34_675;

pub(crate) fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let wanted = context.pages();
    let pages = directory::pages(bytes, context)?.into_iter().enumerate();
    let chosen = |at: usize| wanted.as_ref().is_none_or(|wanted| wanted.contains(at as u32 + 1));
    let pages: Vec<(usize, Directory)> = pages.filter(|(at, _)| chosen(*at)).collect();
    context.charge(Limit::pages, pages.len() as u64)?;
    let Some((_, first)) = pages.first() else {
        return Err(Error::option("pages", "the TIFF has none of these pages"));
    };
    let mut raster = described(bytes, first, context);
    let count = pages.len();
    context.room(bytes.len())?;
    let file: Arc<[u8]> = bytes.into();
    let mut pages = pages.into_iter();
    let mut draw = move |context: &Context| next(&file, &mut pages, context);
    // A file of which no page can be read is an error of reading.
    let mut first = Some(draw(context)?);
    raster.frames = Frames::drawn(count, move |context| match first.take() {
        Some(Ok(frame)) => Ok(Some(frame)),
        Some(Err(error)) => Err(error),
        None => Ok(draw(context)?.ok()),
    });
    match count {
        1 => Ok(single(raster, context)?),
        _ => Ok(raster),
    }
}

/// The one page there is, so that its damage is told at once.
fn single<'a>(mut raster: Raster<'a>, context: &Context) -> Result<Raster<'a>> {
    let frame = raster.frames.first(context)?;
    Ok(Raster { frames: vec![frame].into(), ..raster })
}

/// The next page that can be read; the outer error ends the conversion, the inner one is that of the last page tried.
fn next(
    file: &Arc<[u8]>,
    pages: &mut impl Iterator<Item = (usize, Directory)>,
    context: &Context,
) -> Result<Result<Frame>> {
    let mut last = None;
    for (at, page) in pages {
        context.checkpoint()?;
        match drawn(file, &page, context) {
            Ok(frame) => {
                if let Some((at, error)) = last {
                    dropped(at, &error, context);
                }
                return Ok(Ok(frame));
            }
            Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => {
                if let Some((at, error)) = last.replace((at, error)) {
                    dropped(at, &error, context);
                }
            }
            Err(error) => return Err(error),
        }
    }
    match last {
        Some((_, error)) => Ok(Err(error)),
        None => Ok(Err(Error::malformed("the TIFF has no further page"))),
    }
}

fn dropped(at: usize, error: &Error, context: &Context) {
    let message = format!("the page cannot be read: {error}");
    context.warn(Warning::on_page(at as u32 + 1, WarningCode::PageDropped, message));
}

fn drawn(file: &[u8], page: &Directory, context: &Context) -> Result<Frame> {
    let layout = Layout::read(page, file)?;
    let canvas = chunks::canvas(file, &layout, page.order, context)?;
    let profile = page.bytes(file, ICC);
    let frame = color::frame(canvas, &layout, Some(profile).filter(|profile| !profile.is_empty()), context)?;
    Ok(pixels::turned(frame, layout.orientation))
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
        Meaning::Cmyk | Meaning::Lab | Meaning::IccLab => return false,
    };
    let fits = icc::space(profile) == Some(space);
    if !fits && !icc::is_srgb(profile) {
        let message = "left out: a colour profile that is for another number of components";
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
    fits
}

/// Dots per inch.
fn density(file: &[u8], page: &Directory) -> Option<(f32, f32)> {
    let per_inch = match page.number(file, UNIT).unwrap_or(2) {
        2 => 1.0,
        3 => 2.54,
        _ => return None,
    };
    let across = *page.fractions(file, ACROSS).first()? * per_inch;
    let down = *page.fractions(file, DOWN).first()? * per_inch;
    (across > 0.0 && down > 0.0).then_some((across, down))
}
