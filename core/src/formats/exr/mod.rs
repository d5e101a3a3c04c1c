//! OpenEXR: read into 8 bits.
//!
//! Kept: colours up to white, transparency. Lost: light brighter than white, further layers, metadata.

use crate::format::{Confidence, Facts, FormatSpec, Read, Reader};
use crate::model::loss;
use crate::parts::codec::exr::CODEC;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "exr",
    name: "OpenEXR",
    extensions: &["exr"],
    media_types: &["image/x-exr", "image/aces"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[],
    shrinker: None,
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "The first layer with colours is read as 8-bit sRGB: what is brighter than white becomes white.",
};

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
