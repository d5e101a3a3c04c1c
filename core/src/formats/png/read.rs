//! PNG to pixels.

use image::ImageFormat;

use super::{animate, text};
use crate::context::Context;
use crate::error::{ErrorCode, Result};
use crate::model::raster::Raster;
use crate::parts::pixels;
use crate::warning::{Warning, WarningCode};

pub(crate) fn read(bytes: &[u8], context: &Context) -> Result<Raster> {
    let mut raster = pixels::decode(bytes, ImageFormat::Png, context)?;
    if let Some(control) = animate::control(bytes) {
        match animate::read(bytes, control, context) {
            Ok(Raster { frames, sequence, .. }) => (raster.frames, raster.sequence) = (frames, sequence),
            Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => {
                let message = format!("the animation is damaged, only its still picture was kept: {error}");
                context.warn(Warning::new(WarningCode::FramesDropped, message));
            }
            Err(error) => return Err(error),
        }
    }
    text::from_chunks(bytes, &mut raster, context)?;
    Ok(raster)
}
