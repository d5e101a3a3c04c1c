//! The decoder of OpenEXR: the first layer with colours, in 8 bits.

use crate::Codec;
use crate::{gates, pixels};
use image::ImageFormat;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::media::MediaKind;
use transvase_model::raster::Raster;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Exr, sniff, size, is_lossy: |_| false, decode: read };
fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x76, 0x2F, 0x31, 0x01])
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    pixels::dimensions(bytes, ImageFormat::OpenExr).map(Some)
}

pub(crate) fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    gates::exr::check(bytes, context)?;
    pixels::decode(bytes, ImageFormat::OpenExr, context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_is_told_as_srgb() {
        let light = image::Rgb32FImage::from_raw(2, 1, vec![0.214_041, 1.0, 7.0, 0.0, -1.0, 0.5]).unwrap();
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::DynamicImage::from(light).write_to(&mut bytes, ImageFormat::OpenExr).unwrap();
        let context = Context::default();
        let frame = read(bytes.get_ref(), &context).unwrap().frames.first(&context).unwrap();
        // IEC 61966-2-1: the light of sample 127.5 is .214041, that of sample 187.5 is .5.
        assert!(matches!(frame.samples[..3], [127 | 128, 255, 255]), "{:?}", frame.samples);
        for end in (0..bytes.get_ref().len()).step_by(5) {
            let _ = read(&bytes.get_ref()[..end], &context);
        }
    }
}
