use super::{read, write};
use transvase_base::context::Context;
use transvase_codec::{exif, holds, still_tests};
use transvase_model::raster::{PixelFormat, Raster};

#[test]
fn pictures_come_back() {
    let context = Context::default();
    let deep = [PixelFormat::Gray16, PixelFormat::GrayAlpha16, PixelFormat::Rgb16, PixelFormat::Rgba16];
    for format in [PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8].into_iter().chain(deep) {
        let frame = still_tests::picture(format);
        let raster = Raster {
            exif: Some(exif::only_orientation(1).into()),
            xmp: Some("<x/>".into()),
            ..Raster::of(frame.clone())
        };
        let bytes = write::write(raster, &context).unwrap().alone();
        let mut back = read::read(&bytes, &context).unwrap();
        let expected = if format == PixelFormat::GrayAlpha16 { holds::colored(frame) } else { frame };
        assert_eq!(back.frames.first(&context).unwrap(), expected, "{format:?}");
        assert!(back.exif.is_some() && back.xmp.as_deref() == Some("<x/>"));
    }
}

#[test]
fn damage_ends_in_an_error_or_a_picture() {
    let context = Context::default();
    let bytes = write::write(Raster::of(still_tests::picture(PixelFormat::Rgb8)), &context).unwrap().alone();
    for cut in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[cut] ^= 0x55;
        let _ = (read::read(&bytes[..cut], &context), read::read(&damaged, &context));
    }
}
