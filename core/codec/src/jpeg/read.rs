//! JPEG to pixels, upright, with what it says about itself.

use super::carry;
use crate::jpeg::decode;
use crate::jpeg::develop;
use crate::jpeg::markers::Segment;
use crate::profiles::Inks;
use crate::{exif, pixels};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::raster::{Frame, Frames, PixelFormat, Raster};
use transvase_model::rows::Rows;

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let opened = decode::open(bytes, context)?;
    let (components, segments, trailer) = (opened.frame.components.len(), opened.segments.clone(), opened.trailer);
    let orientation = carry::exif_block(&segments).map_or(1, exif::orientation);
    let rows = if components == 4 { colored(develop::inks(opened)?, &segments) } else { develop::rows(opened)? };
    let mut rows = Some(pixels::turned_rows(rows, orientation));
    let frames = Frames::in_rows(1, move |context| {
        carry::warn_of_inks(components, context);
        Ok(rows.take())
    });
    let mut raster = Raster::pages(frames);
    carry::from_segments(&segments, components, &mut raster, context);
    carry::warn_of_the_rest(&segments, trailer, context);
    Ok(raster)
}

/// Inks as colours, by their profile where there is one.
fn colored<'a>(rows: Rows<'a>, segments: &[Segment<'_>]) -> Rows<'a> {
    let inks = Inks::of(carry::profile(segments).as_deref());
    rows.mapped(PixelFormat::Rgb8, move |strip, _| {
        let samples = inks.rgb(&strip.samples);
        Ok(Frame { format: PixelFormat::Rgb8, samples, ..strip })
    })
}

/// Width and height as shown, from the headers alone.
pub(crate) fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    let ((width, height), segments) = decode::headers(bytes)?;
    let is_on_its_side = carry::exif_block(&segments).map_or(1, exif::orientation) > 4;
    let (width, height) = if is_on_its_side { (height, width) } else { (width, height) };
    Ok(Some((width.into(), height.into())))
}
