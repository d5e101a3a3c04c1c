//! Items of a file to pixels.

use std::sync::Arc;

use transvase_av1::{Decoder, Failure, Layout, Picture};

use super::canvas::{Canvas, Kind};
use super::light::Light;
use crate::isobmff::{Codes, Fields, Item, Meta, Property};
use crate::{icc, profiles};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, PixelFormat};

/// Purposes of auxiliary pictures that are opacity (ISO/IEC 23000-22, 7.3.5; ISO/IEC 23008-12, B.2.4).
const ALPHA: [&str; 2] = ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"];

/// Samples of sRGB.
const SRGB: u16 = 13;

/// What is known of the colours of a picture.
#[derive(Debug, Clone)]
pub(crate) struct Colors {
    /// Their profile.
    pub(crate) profile: Option<Vec<u8>>,
    /// What samples mean, where the file says so.
    codes: Option<Codes>,
}

impl Colors {
    /// What properties say.
    pub(crate) fn of<'a>(properties: impl Iterator<Item = &'a Property>) -> Self {
        let mut colors = Colors { profile: None, codes: None };
        for property in properties {
            match property {
                Property::Profile(profile) if !profile.is_empty() => colors.profile = Some(profile.clone()),
                Property::Codes(codes) => colors.codes = Some(*codes),
                _ => {}
            }
        }
        colors
    }

    /// What the samples of a picture mean: as its bit stream says where the container does not.
    pub(crate) fn codes(&self, picture: &Picture) -> Codes {
        self.codes.unwrap_or(Codes { primaries: 1, transfer: SRGB, matrix: 6, is_full_range: picture.is_full_range })
    }

    /// How brightness beyond an ordinary screen's is shown, where there may be some.
    pub(crate) fn light(&self) -> Option<Light> {
        self.codes.filter(|_| self.profile.is_none()).and_then(Light::of)
    }

    /// Tells what becomes of brightness.
    pub(crate) fn warn(&self, context: &Context) {
        if self.light().is_some() {
            let message = "HDR brightness was mapped to that of an ordinary screen (SDR)";
            context.warn(Warning::new(WarningCode::ColorReduced, message));
        }
    }

    /// The profile that pixels of this kind are in: that of the file, or one made of its numbers.
    pub(crate) fn into_profile(self, format: PixelFormat) -> Option<Arc<[u8]>> {
        let made = || self.codes.filter(|codes| Light::of(*codes).is_none()).and_then(made_profile);
        let profile = self.profile.clone().or_else(made)?;
        profiles::is_for(&profile, format).then(|| profile.into())
    }

    /// Whether a grey picture needs colours, since its profile is one of colours.
    pub(crate) fn is_for_colors(&self) -> bool {
        self.profile.as_deref().and_then(icc::space) == Some(b"RGB ")
    }
}

/// A profile of what numbers of ITU-T H.273 say; none where that is sRGB or as good as that.
fn made_profile(codes: Codes) -> Option<Vec<u8>> {
    use moxcms::{CicpColorPrimaries, CicpProfile, ColorProfile, MatrixCoefficients, TransferCharacteristics};
    // The curves of television are shown as that of sRGB is.
    let is_usual = matches!(codes.transfer, 0..=2 | 6 | SRGB | 14 | 15);
    if is_usual && matches!(codes.primaries, 0..=2 | 5 | 6) {
        return None;
    }
    let transfer = if is_usual { SRGB } else { codes.transfer };
    let transfer_characteristics = TransferCharacteristics::try_from(u8::try_from(transfer).ok()?).ok()?;
    let color_primaries = CicpColorPrimaries::try_from(u8::try_from(codes.primaries).ok()?).ok()?;
    let matrix_coefficients = MatrixCoefficients::Identity;
    let codes = CicpProfile { color_primaries, transfer_characteristics, matrix_coefficients, full_range: true };
    ColorProfile::new_from_cicp(codes).encode().ok()
}

/// The pixels of an item and of its opacity, as they are stored.
///
/// # Errors
/// `Truncated`, `Malformed`, a limit.
pub(crate) fn pixels(meta: &Meta<'_>, item: &Item, colors: &Colors, context: &Context) -> Result<Frame> {
    let alpha = meta.referring(b"auxl", item.id).find(|other| is_alpha(meta, other));
    let tiles = Tiles::of(meta, item, context)?;
    let alpha_tiles = alpha.map(|alpha| Tiles::of(meta, alpha, context)).transpose()?;
    let first = decoded(meta, tiles.item(meta, 0)?, context)?;
    let first_alpha = tile_alpha(meta, tiles.item(meta, 0)?);
    let kind = Kind {
        is_colored: first.layout != Layout::Gray || colors.is_for_colors(),
        has_alpha: alpha.is_some() || first_alpha.is_some(),
        is_deep: first.depth > 8,
    };
    let mut canvas = Canvas::new(tiles.size.unwrap_or((first.width, first.height)), kind, context)?;
    let light = colors.light();
    let tile = (first.width, first.height);
    let mut next = Some(first);
    for at in 0..tiles.items.len() {
        let item = tiles.item(meta, at)?;
        let picture = match next.take() {
            Some(first) => first,
            None => decoded(meta, item, context)?,
        };
        let place = tiles.place(at, tile);
        canvas.put_colors(&picture, place, colors.codes(&picture), light.as_ref(), context)?;
        if let Some(own) = tile_alpha(meta, item).filter(|_| alpha.is_none()) {
            let opacity = decoded(meta, own, context)?;
            canvas.put_alpha(&opacity, place, tile, opacity.is_full_range, context)?;
        }
    }
    if let Some(alpha) = alpha_tiles {
        put_alpha(meta, &alpha, tiles.size.unwrap_or(tile), &mut canvas, context)?;
    }
    if alpha.is_some_and(|alpha| item.references(b"prem").any(|id| id == alpha.id)) {
        canvas.divide_by_alpha(context)?;
    }
    Ok(canvas.frame(0))
}

/// The opacity of a whole picture, from tiles of its own.
fn put_alpha(
    meta: &Meta<'_>,
    tiles: &Tiles,
    size: (usize, usize),
    canvas: &mut Canvas,
    context: &Context,
) -> Result<()> {
    let mut tile = None;
    for at in 0..tiles.items.len() {
        let opacity = decoded(meta, tiles.item(meta, at)?, context)?;
        let tile = *tile.get_or_insert((opacity.width, opacity.height));
        let part = if tiles.size.is_some() { tile } else { size };
        canvas.put_alpha(&opacity, tiles.place(at, tile), part, opacity.is_full_range, context)?;
    }
    Ok(())
}

fn is_alpha(meta: &Meta<'_>, item: &Item) -> bool {
    meta.properties(item).any(|property| matches!(property, Property::Role(role) if ALPHA.contains(&role.as_str())))
}

/// The opacity of a tile alone.
fn tile_alpha<'m>(meta: &'m Meta<'_>, tile: &Item) -> Option<&'m Item> {
    meta.referring(b"auxl", tile.id).find(|other| is_alpha(meta, other))
}

/// The coded pictures that one is put together of.
struct Tiles {
    /// Their items, row by row.
    items: Vec<u32>,
    columns: usize,
    /// Size of the whole; that of the one tile where there is no grid.
    size: Option<(usize, usize)>,
}

impl Tiles {
    /// Those of an item (ISO/IEC 23008-12, 6.6.2.3).
    fn of(meta: &Meta<'_>, item: &Item, context: &Context) -> Result<Self> {
        if &item.kind == b"av01" {
            return Ok(Tiles { items: vec![item.id], columns: 1, size: None });
        }
        if &item.kind != b"grid" {
            let kind = String::from_utf8_lossy(&item.kind).into_owned();
            return Err(Error::malformed(format!(
                "the main picture of the AVIF is of the type {kind:?}, which is not supported"
            )));
        }
        let data = meta.data(item, context)?;
        let mut fields = Fields(&data);
        fields.u8()?;
        let is_wide = fields.u8()? & 1 == 1;
        let (rows, columns) = (usize::from(fields.u8()?) + 1, usize::from(fields.u8()?) + 1);
        let mut side = || if is_wide { fields.u32() } else { fields.u16().map(u32::from) };
        let size = (side()? as usize, side()? as usize);
        let items: Vec<u32> = item.references(b"dimg").collect();
        if items.len() != rows * columns {
            return Err(Error::malformed("the grid of the AVIF has more or fewer pictures than its rows and columns"));
        }
        Ok(Tiles { items, columns, size: Some(size) })
    }

    fn item<'m>(&self, meta: &'m Meta<'_>, at: usize) -> Result<&'m Item> {
        let item = meta.item(self.items.get(at).copied().unwrap_or_default())?;
        if &item.kind == b"av01" {
            Ok(item)
        } else {
            Err(Error::malformed("the grid of the AVIF holds pictures that are not AV1"))
        }
    }

    /// Upper left corner of a tile, all of which have one size.
    fn place(&self, at: usize, (width, height): (usize, usize)) -> (usize, usize) {
        (at % self.columns * width, at / self.columns * height)
    }
}

/// A coded picture. Its size is looked at before it is decoded, and charged as it turns out to be: a grid may show one
/// picture many times.
fn decoded(meta: &Meta<'_>, item: &Item, context: &Context) -> Result<Picture> {
    let (mut point, mut size) = (0, None);
    for property in meta.properties(item) {
        match property {
            Property::Size(width, height) => size = Some((*width, *height)),
            Property::OperatingPoint(asked) => point = *asked,
            _ => {}
        }
    }
    let unit = meta.data(item, context)?.into_owned();
    let picture = decoder(point, size, context)?.decode(unit).map_err(failed)?;
    charge(&picture, context)?;
    Ok(picture)
}

/// Charges the pixels that were decoded.
///
/// # Errors
/// A limit.
pub(crate) fn charge(picture: &Picture, context: &Context) -> Result<()> {
    context.checkpoint()?;
    context.charge(Limit::job_pixels, (picture.width as u64).saturating_mul(picture.height as u64))
}

/// Times the pixels that a file states of a picture that it may turn out to have, and pixels that it may have anyway.
const MORE: u64 = 4;
const FEW_PIXELS: u64 = 1 << 20;

/// A decoder of pictures of about the stated size, which refuses what the limits do not allow: planes and what it needs
/// beside them have to have room.
///
/// # Errors
/// A limit.
pub(crate) fn decoder(operating_point: u8, size: Option<(u32, u32)>, context: &Context) -> Result<Decoder> {
    let mut most = context.limits().get(Limit::image_pixels);
    if let Some((width, height)) = size {
        let pixels = u64::from(width) * u64::from(height);
        context.check(Limit::image_side, u64::from(width.max(height)))?;
        context.check(Limit::image_pixels, pixels)?;
        context.room(usize::try_from(pixels.saturating_mul(4)).unwrap_or(usize::MAX))?;
        most = most.min(pixels.saturating_mul(MORE).max(FEW_PIXELS));
    }
    Decoder::new(u32::try_from(most).unwrap_or(u32::MAX), operating_point).map_err(failed)
}

/// What the decoder says, in our terms.
pub(crate) fn failed(failure: Failure) -> Error {
    let code = match &failure {
        Failure::TooLarge => ErrorCode::LimitExceeded,
        _ => ErrorCode::Malformed,
    };
    Error::new(code, format!("the AVIF cannot be read: {failure}")).caused_by(failure)
}
