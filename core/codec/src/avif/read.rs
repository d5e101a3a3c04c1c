//! AVIF to pixels, upright.

use std::sync::Arc;

use super::animation;
use super::picture::{self, Colors};
use crate::isobmff::{self, Area, Item, Meta, Property};
use crate::pixels;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, Raster};

/// Width and height as shown, from the boxes alone.
pub(crate) fn size(bytes: &[u8], context: &Context) -> Result<Option<(u32, u32)>> {
    let meta = Meta::read(bytes, context)?;
    let primary = meta.primary()?;
    let mut size = None;
    for property in meta.properties(primary) {
        match (property, size) {
            (Property::Size(width, height), _) => size = Some((*width, *height)),
            (Property::Turns(1 | 3), Some((width, height))) => size = Some((height, width)),
            _ => {}
        }
    }
    Ok(size)
}

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    kept(bytes, context)
}

/// As [`read`]: nothing of what is read is looked up in the file again.
pub fn kept<'a>(bytes: &[u8], context: &Context) -> Result<Raster<'a>> {
    if isobmff::brands(bytes).any(|brand| brand == b"avis")
        && let Some(raster) = animation::read(bytes, context)?
    {
        return Ok(raster);
    }
    let meta = Meta::read(bytes, context)?;
    let primary = meta.primary()?;
    let colors = Colors::of(meta.properties(primary));
    let mut frame = picture::pixels(&meta, primary, &colors, context)?;
    for property in meta.properties(primary) {
        frame = changed(frame, property, context);
    }
    colors.warn(context);
    if meta.of_kind(b"tmap").next().is_some() {
        context.warn(Warning::new(WarningCode::MetadataDropped, "left out: the gain map for HDR screens"));
    }
    let raster = Raster { icc: colors.into_profile(frame.format), ..Raster::of(frame) };
    described(raster, &meta, primary, context)
}

/// The raster with what the file says of its picture.
pub(crate) fn described<'a>(
    raster: Raster<'a>,
    meta: &Meta<'_>,
    primary: &Item,
    context: &Context,
) -> Result<Raster<'a>> {
    let block = exif(meta, primary, context)?;
    Ok(pixels::said_by_exif(Raster { xmp: xmp(meta, primary, context)?, ..raster }, block))
}

/// The frame as a property of its item says that it is shown.
fn changed(frame: Frame, property: &Property, context: &Context) -> Frame {
    match property {
        // As orientations of Exif: turns are against the clock.
        Property::Turns(turns) => pixels::turned(frame, [1, 8, 3, 6][usize::from(turns & 3)]),
        Property::Mirrored(axis) => pixels::turned(frame, if *axis == 0 { 4 } else { 2 }),
        Property::Shown(area) => cropped(frame, *area, context),
        _ => frame,
    }
}

/// The part of a frame that is shown; a part that does not lie in it is a mistake, and all is shown.
fn cropped(frame: Frame, area: Area, context: &Context) -> Frame {
    let (width, height) = (f64::from(frame.width_px), f64::from(frame.height_px));
    let left = (width - area.width) / 2.0 + area.right;
    let top = (height - area.height) / 2.0 + area.down;
    let fits = left >= 0.0 && top >= 0.0 && area.width >= 1.0 && area.height >= 1.0;
    if !fits || left + area.width > width || top + area.height > height {
        context.warn(Warning::new(
            WarningCode::InputRepaired,
            "the visible area that the file gives lies outside of the picture, and was ignored",
        ));
        return frame;
    }
    let [left, top, wide, high] = [left, top, area.width, area.height].map(|side| side as usize);
    let pixel = frame.format.bytes_per_pixel();
    let row = frame.width_px as usize * pixel;
    let rows = frame.samples.chunks_exact(row.max(1)).skip(top).take(high);
    let samples = rows.flat_map(|row| row[left * pixel..(left + wide) * pixel].iter().copied()).collect();
    Frame { width_px: wide as u32, height_px: high as u32, samples, ..frame }
}

/// The item of a kind that describes the picture.
fn beside<'m>(
    meta: &'m Meta<'_>,
    kind: &'static [u8; 4],
    primary: &Item,
    fits: impl Fn(&Item) -> bool,
) -> Option<&'m Item> {
    let describes = |item: &&Item| item.references(b"cdsc").any(|id| id == primary.id);
    meta.of_kind(kind).filter(|item| fits(item)).find(describes)
}

/// The Exif block: before it stands how many bytes lie between (ISO/IEC 23008-12, A.2.1).
fn exif(meta: &Meta<'_>, primary: &Item, context: &Context) -> Result<Option<Vec<u8>>> {
    let Some(item) = beside(meta, b"Exif", primary, |_| true) else { return Ok(None) };
    let data = meta.data(item, context)?;
    let Some((skipped, rest)) = data.split_first_chunk::<4>() else { return Ok(None) };
    let block = rest.get(u32::from_be_bytes(*skipped) as usize..).unwrap_or_default();
    Ok((!block.is_empty()).then(|| block.to_vec()))
}

fn xmp(meta: &Meta<'_>, primary: &Item, context: &Context) -> Result<Option<Arc<str>>> {
    let Some(item) = beside(meta, b"mime", primary, |item| item.media_type == XMP) else { return Ok(None) };
    let data = meta.data(item, context)?.into_owned();
    Ok(String::from_utf8(data).ok().map(Into::into))
}

/// Media type of XMP.
pub const XMP: &str = "application/rdf+xml";
