//! Page rendering: one page drawn by hayro.

use std::sync::Arc;

use hayro::hayro_interpret::hayro_cmap;
use hayro::hayro_interpret::{InterpreterSettings, RenderContent};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::{TRANSPARENT, WHITE};
use hayro::vello_cpu::peniko::ImageAlphaType;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

use super::fonts::Faces;
use super::size::PageSize;
use super::walk::Survey;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::fence::fenced;
use transvase_model::raster::{Frame, PixelFormat};

/// Pixels of a band: what is drawn in one piece, at four bytes each.
pub(super) const BAND_PIXELS: u64 = 6 << 20;

/// Bytes of the soft masks of a page, one a pixel for each, beside which a band is drawn.
const MASK_BYTES: u64 = 128 << 20;

/// Pixels that are painted for a band, as the survey counts them: less than a second.
const BAND_WORK: u64 = 900_000_000;

/// Bytes of what is kept until a band is drawn: outlines, and pictures of shadings and patterns.
const KEPT_BYTES: u64 = 176 << 20;

/// Draws a page that was surveyed, from top to bottom in bands; `None` where hayro cannot.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn page<'a>(
    page: &'a Page<'a>,
    size: &PageSize,
    survey: &Survey,
    transparent: bool,
    faces: &Arc<Faces>,
    cache: &RenderCache<'a>,
    context: &Context,
) -> Result<Option<Frame>> {
    let (settings, looks) = (settings(faces), RenderSettings { hinting: faces.fitted, ..RenderSettings::default() });
    let mut samples = Vec::new();
    let band_px = band_height(size, survey);
    context.room(size.pixels() as usize * 3)?;
    for top in (0..size.height_px).step_by(band_px as usize) {
        context.checkpoint()?;
        let height = band_px.min(size.height_px - top);
        let draw = || band(page, size, (top, height), transparent, (&settings, &looks), cache);
        let Some(band) = fenced(draw) else { return Ok(None) };
        if samples.is_empty() { samples = band } else { samples.extend_from_slice(&band) }
    }
    Ok(Some(frame(samples, size, transparent)))
}

/// Rows of a band: as many as there is room for beside the soft masks, which are as large as the band, and few enough that
/// the clock is looked at in time, which it is not while a band is drawn.
fn band_height(size: &PageSize, survey: &Survey) -> u32 {
    let width = u64::from(size.width_px).max(1);
    let by_pixels = BAND_PIXELS / width;
    let by_masks = MASK_BYTES / (width * survey.masks.max(1));
    let by_kept = u64::from(size.height_px) * KEPT_BYTES / survey.kept.max(KEPT_BYTES);
    let by_work = u64::from(size.height_px) * BAND_WORK / survey.painted.max(BAND_WORK);
    let bands = u64::from(size.height_px).div_ceil(by_pixels.min(by_masks).min(by_kept).min(by_work).max(64));
    u64::from(size.height_px).div_ceil(bands.max(1)).max(1) as u32
}

/// How pages are gone through.
pub(super) fn settings(faces: &Arc<Faces>) -> InterpreterSettings {
    let faces = Arc::clone(faces);
    InterpreterSettings {
        font_resolver: Arc::new(move |query| faces.find(query)),
        cmap_resolver: Arc::new(hayro_cmap::load_embedded),
        warning_sink: Arc::new(|_| ()),
        render_content: RenderContent::all(),
    }
}

/// The samples of a band, red, green and blue, and alpha on a transparent ground.
fn band<'a>(
    page: &'a Page<'a>,
    size: &PageSize,
    (top, height): (u32, u32),
    transparent: bool,
    (settings, looks): (&InterpreterSettings, &RenderSettings),
    cache: &RenderCache<'a>,
) -> Vec<u8> {
    let (width, height) = (size.width_px as u16, height as u16);
    let to_page = Affine::new(page.initial_transform(true).as_coeffs());
    let transform = Affine::translate((0.0, -f64::from(top))) * Affine::scale(size.scale) * to_page;
    let mut scene = RenderContext::new(width, height);
    render_into(page, cache, settings, looks, &mut scene, transform);
    scene.flush();
    let mut pixmap = Pixmap::new(width, height);
    let ground = if transparent { TRANSPARENT } else { WHITE };
    let settings = RasterizerSettings { target_init: TargetInit::Clear(ground), ..RasterizerSettings::default() };
    scene.render_with(&mut pixmap, &mut Resources::default(), settings);
    drop(scene);
    let mut samples = pixmap.take_rgba8(ImageAlphaType::Alpha);
    if !transparent {
        pack::<4, 0, 3>(&mut samples);
        samples.shrink_to_fit();
    }
    samples
}

/// The picture; in grey where it has no other colours.
fn frame(mut samples: Vec<u8>, size: &PageSize, transparent: bool) -> Frame {
    let channels = if transparent { 4 } else { 3 };
    let is_gray = samples.chunks_exact(channels).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
    if is_gray {
        if transparent {
            pack::<4, 2, 2>(&mut samples);
        } else {
            pack::<3, 0, 1>(&mut samples);
        }
        samples.shrink_to_fit();
    }
    let format = match (is_gray, transparent) {
        (true, true) => PixelFormat::GrayAlpha8,
        (true, false) => PixelFormat::Gray8,
        (false, true) => PixelFormat::Rgba8,
        (false, false) => PixelFormat::Rgb8,
    };
    Frame { width_px: size.width_px, height_px: size.height_px, format, samples, delay_ms: 0 }
}

/// Keeps of every `STRIDE` bytes the `KEPT` that come after `SKIPPED`.
fn pack<const STRIDE: usize, const SKIPPED: usize, const KEPT: usize>(samples: &mut Vec<u8>) {
    let pixels = samples.len() / STRIDE;
    for pixel in 0..pixels {
        for channel in 0..KEPT {
            samples[pixel * KEPT + channel] = samples[pixel * STRIDE + SKIPPED + channel];
        }
    }
    samples.truncate(pixels * KEPT);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_kept_in_their_places() {
        let mut samples = vec![1, 2, 3, 4, 5, 6, 7, 8];
        pack::<4, 2, 2>(&mut samples);
        assert_eq!(samples, [3, 4, 7, 8]);
        let mut samples = vec![1, 2, 3, 4, 5, 6];
        pack::<3, 0, 1>(&mut samples);
        assert_eq!(samples, [1, 4]);
    }

    #[test]
    fn bands_are_as_high_as_masks_leave_room_for() {
        let size = PageSize { width_px: 2_480, height_px: 3_508, scale: 1.0 };
        let plain = band_height(&size, &Survey::default());
        let masked = band_height(&size, &Survey { masks: 200, ..Survey::default() });
        assert_eq!(plain, 1_754, "two halves");
        let slow = band_height(&size, &Survey { painted: 4 * BAND_WORK, ..Survey::default() });
        assert_eq!(slow, 877, "four quarters");
        assert!(masked < 300 && u64::from(masked) * 2_480 * 200 <= MASK_BYTES, "{masked}");
    }
}
