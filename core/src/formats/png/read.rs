//! PNG to pixels.

use image::ImageFormat;

use super::text;
use crate::context::Context;
use crate::error::Result;
use crate::model::raster::Raster;
use crate::parts::pixels;

pub(crate) fn read(bytes: &[u8], context: &Context) -> Result<Raster> {
    let mut raster = pixels::decode(bytes, ImageFormat::Png, context)?;
    text::from_chunks(bytes, &mut raster, context)?;
    Ok(raster)
}
