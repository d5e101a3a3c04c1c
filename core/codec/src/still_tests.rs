//! What holds of every format that keeps pixels as they are, for its tests.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::holds;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::files::Written;
use transvase_model::raster::{Frame, PixelFormat, Raster};

/// A picture of every colour and opacity.
pub fn picture(format: PixelFormat) -> Frame {
    let (width_px, height_px) = (23, 17);
    let count = (width_px * height_px) as usize * format.bytes_per_pixel();
    let samples = (0..count).map(|at| (at * 31 % 251) as u8).collect();
    Frame { width_px, height_px, format, samples, delay_ms: 0 }
}

/// Writes pictures, and reads them here and with another program; then reads them cut off and changed.
pub fn comes_back(
    read: for<'a> fn(&'a [u8], &Context) -> Result<Raster<'a>>,
    write: fn(Raster, &Context) -> Result<Written>,
    format: image::ImageFormat,
) {
    let context = Context::default();
    for kind in [PixelFormat::Gray8, PixelFormat::GrayAlpha8, PixelFormat::Rgb8, PixelFormat::Rgba8] {
        let frame = picture(kind);
        let bytes = write(Raster::of(frame.clone()), &context).unwrap().alone();
        let expected = holds::rgba(frame).samples;
        let elsewhere = image::load_from_memory_with_format(&bytes, format).unwrap();
        assert_eq!(elsewhere.to_rgba8().into_raw(), expected, "{kind:?}");
        let back = read(&bytes, &context).unwrap().frames.first(&context).unwrap();
        let back = if back.format.is_deep() { holds::shallow(back, &context).unwrap() } else { back };
        assert_eq!(holds::rgba(back).samples, expected, "{kind:?}");
        for cut in (0..bytes.len()).filter(|at| *at < 64 || at % 37 == 0) {
            let mut damaged = bytes.clone();
            damaged[cut] ^= 0x55;
            let _ = (read(&bytes[..cut], &context), read(&damaged, &context));
        }
    }
}
