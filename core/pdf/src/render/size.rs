//! Resolution and size of the picture of a page.

use hayro::hayro_syntax::page::Page;

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_base::options::DPI;
use transvase_base::units::PT_PER_INCH;
use transvase_format::paper::WIDTH_PX;

/// Resolution where nothing is said of it: letters of 8 points can be read, and a page has some two megapixels.
const DEFAULT_DPI: f64 = 150.0;

/// What part of a pixel counts for nothing where sizes are rounded up, as other programs have it.
const HAIR: f64 = 1e-3;

/// Units of user space that a page may make larger than a point (ISO 32000-1, table 30); Acrobat takes no more.
const MAX_USER_UNIT: f32 = 75_000.0;

/// How pages are scaled.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scale {
    /// To a resolution.
    Dpi(f32),
    /// To a width in pixels.
    Width(u32),
}

impl Scale {
    /// What the options ask for.
    pub fn of(context: &Context) -> Scale {
        match context.options().integer(&WIDTH_PX) {
            Some(width) => Scale::Width(width as u32),
            None => Scale::Dpi(context.options().number(&DPI).unwrap_or(DEFAULT_DPI) as f32),
        }
    }

    /// The resolution that all pages have.
    pub fn dpi(self) -> Option<f32> {
        match self {
            Scale::Dpi(dpi) => Some(dpi),
            Scale::Width(_) => None,
        }
    }

    /// The size of the picture of `page`.
    pub fn size(self, page: &Page<'_>) -> PageSize {
        let (width, height) = page.render_dimensions();
        let unit =
            page.raw().get::<f32>(b"UserUnit").filter(|unit| (1e-3..=MAX_USER_UNIT).contains(unit)).unwrap_or(1.0);
        let scale = match self {
            Scale::Dpi(dpi) => f64::from(dpi / PT_PER_INCH * unit),
            Scale::Width(pixels) => f64::from(pixels) / f64::from(width.max(f32::MIN_POSITIVE)),
        };
        let side = |length: f32| ((f64::from(length) * scale - HAIR).ceil().max(1.0)) as u32;
        let width_px = if let Scale::Width(pixels) = self { pixels } else { side(width) };
        PageSize { width_px, height_px: side(height), scale }
    }
}

/// The size of a picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageSize {
    /// Its width in pixels.
    pub width_px: u32,
    /// Its height in pixels.
    pub height_px: u32,
    /// Pixels to a unit of user space.
    pub scale: f64,
}

impl PageSize {
    /// Pixels of the picture.
    pub fn pixels(&self) -> u64 {
        u64::from(self.width_px) * u64::from(self.height_px)
    }

    /// Whether the picture is within the limits of images.
    ///
    /// # Errors
    /// `LimitExceeded` where it is not.
    pub fn check(&self, context: &Context) -> Result<()> {
        let side = u64::from(self.width_px.max(self.height_px));
        context.check(Limit::image_side, side)?;
        context.check(Limit::image_pixels, self.pixels())?;
        let most = u64::from(u16::MAX);
        if side > most { Err(Error::limit(Limit::image_side.key(), most, side)) } else { Ok(()) }
    }
}
