//! Pixels to an archive: every frame a PNG.

use crate::context::Context;
use crate::error::Result;
use crate::format::Written;
use crate::model::media::MediaKind;
use crate::model::raster::Raster;
use crate::parts::codec::png_out;
use crate::parts::container::zip::Archive;

pub(crate) fn write(mut raster: Raster, context: &Context) -> Result<Written> {
    let mut archive = Archive::new();
    if let Some(media) = raster.original.as_ref().filter(|media| media.kind == MediaKind::Jpeg) {
        archive.store("0001.jpg", &media.bytes)?;
        return Ok(archive.finish()?.into());
    }
    let mut number = 0;
    while let Some(frame) = raster.frames.next(context)? {
        number += 1;
        archive.store(&format!("{number:04}.png"), &png_out::encoded(&frame, raster.icc.as_deref(), context)?)?;
    }
    Ok(archive.finish()?.into())
}
