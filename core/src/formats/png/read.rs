//! PNG to pixels.

use image::ImageFormat;

use crate::context::Context;
use crate::error::Result;
use crate::model::raster::Raster;
use crate::parts::pixels;

pub(crate) fn read(bytes: &[u8], context: &Context) -> Result<Raster> {
    pixels::decode(bytes, ImageFormat::Png, context)
}
