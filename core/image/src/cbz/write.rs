//! Pixels to an archive: every frame a PNG.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::png_out;
use transvase_container::zip::Archive;
use transvase_format::Written;
use transvase_model::media::MediaKind;
use transvase_model::raster::Raster;

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
