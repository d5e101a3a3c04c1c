//! Pictures within documents, for those who show them: their pixels, or the picture in an encoding that a target holds.

use crate::jpeg::smaller;
use crate::png::{forms, packing};
use crate::{Codec, table};
use crate::{holds, jpeg_head, png_out, profiles};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::media::{Media, MediaId, MediaKind, MediaStore};
use transvase_model::raster::{Frame, Raster};
use transvase_model::rows::Rows;

/// Quality of a JPEG that stands for a picture which another codec has packed with loss: that of compression. A photograph
/// of 98 kB as a WebP of quality 80 takes 132 kB then, and 247 kB at 90; the second loss (42 dB) is below the first (38 dB).
const QUALITY: u64 = smaller::BALANCED_QUALITY;

/// The kinds that all browsers of today show.
pub const IN_BROWSERS: [MediaKind; 8] = [
    MediaKind::Jpeg,
    MediaKind::Png,
    MediaKind::Gif,
    MediaKind::Webp,
    MediaKind::Svg,
    MediaKind::Bmp,
    MediaKind::Ico,
    MediaKind::Avif,
];

/// The kinds that all readers of books show (EPUB 3.3, 3.2).
pub const IN_BOOKS: [MediaKind; 5] = [MediaKind::Jpeg, MediaKind::Png, MediaKind::Gif, MediaKind::Webp, MediaKind::Svg];

/// Puts those pictures of a document that are of other kinds into ones of these.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn settle(store: &mut MediaStore, kinds: &[MediaKind], context: &Context) -> Result<()> {
    let ids: Vec<MediaId> = store.iter().map(|(id, _)| id).collect();
    for id in ids {
        context.checkpoint()?;
        let media = store.get(id);
        if let Some(made) = as_one_of(media, kinds, context)?.filter(|made| made != media) {
            store.replace(id, made);
        }
    }
    Ok(())
}

/// The pixels of a picture, upright, with the profile of their colours.
///
/// # Errors
/// `UnsupportedRoute` of a kind that this build does not read, and what the codec says.
pub fn raster<'a>(media: &'a Media, context: &Context) -> Result<Raster<'a>> {
    let Some(codec) = table::of_bytes(&media.bytes) else {
        let message = format!("{} pictures are not read by this build", media.kind.name());
        return Err(Error::new(ErrorCode::UnsupportedRoute, message));
    };
    decoded(codec, &media.bytes, context)
}

/// As the codec has it. What a picture in a document says besides its pixels has no place there: nothing is said of that.
fn decoded<'a>(codec: &Codec, bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let told = context.take_warnings();
    let raster = (codec.decode)(bytes, context);
    let own = context.take_warnings().into_iter().filter(|warning| warning.code != WarningCode::MetadataDropped);
    told.into_iter().chain(own).for_each(|warning| context.warn(warning));
    raster
}

/// The first frame of a picture, in sRGB.
///
/// # Errors
/// As for [`raster`].
pub fn frame(media: &Media, context: &Context) -> Result<Frame> {
    let mut raster = raster(media, context)?;
    let rows = raster.frames.first_rows(context)?;
    in_srgb(rows, raster.icc.as_deref(), context).gathered(context)
}

/// The picture as it is where its kind is among those that a target holds, else as a JPEG or PNG, with a warning; `None`,
/// with another, where it cannot be decoded. A PNG has to be among the kinds.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn as_one_of(media: &Media, kinds: &[MediaKind], context: &Context) -> Result<Option<Media>> {
    let kind = table::kind(&media.bytes).unwrap_or(media.kind);
    if kinds.contains(&kind) && (kind != MediaKind::Jpeg || jpeg_head::is_common(&media.bytes)) {
        return Ok(Some(Media { kind, ..media.clone() }));
    }
    match recoded(media, kinds, context) {
        Ok(made) => {
            let message = format!("a {} picture was written as {}", kind.name(), made.kind.name());
            context.warn(Warning::new(WarningCode::ImageRecoded, message));
            Ok(Some(made))
        }
        Err(error) if error.ends_conversion() => Err(error),
        // A JPEG so damaged that nobody knows how it is coded.
        Err(_) if kinds.contains(&kind) => Ok(Some(Media { kind, ..media.clone() })),
        Err(_) => {
            let message = format!("a {} picture could not be decoded", kind.name());
            context.warn(Warning::new(WarningCode::ImageDropped, message));
            Ok(None)
        }
    }
}

/// As JPEG what has been packed with loss and lets nothing through, else as PNG.
fn recoded(media: &Media, kinds: &[MediaKind], context: &Context) -> Result<Media> {
    context.checkpoint()?;
    let may_lose = kinds.contains(&MediaKind::Jpeg) && was_lossy(media);
    if may_lose && let Some(jpeg) = common_jpeg(media, context)? {
        return Ok(jpeg);
    }
    packed(frame(media, context)?, None, may_lose, context)
}

/// Whether a picture has been packed with loss.
pub fn was_lossy(media: &Media) -> bool {
    table::of_bytes(&media.bytes).is_some_and(|codec| (codec.is_lossy)(&media.bytes))
}

/// A JPEG that few programs read as one that all do, with the same coefficients; `None` of other pictures.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
fn common_jpeg(media: &Media, context: &Context) -> Result<Option<Media>> {
    if table::kind(&media.bytes) != Some(MediaKind::Jpeg) {
        return Ok(None);
    }
    let bytes = smaller::huffman_coded(&media.bytes, smaller::Segments::All, context)?;
    Ok(bytes.map(|bytes| Media { bytes: bytes.into(), kind: MediaKind::Jpeg, ..media.clone() }))
}

/// A picture as the JPEG that stands for it where it has been packed with loss and lets nothing through; `None` of others.
///
/// # Errors
/// As for [`raster`].
pub fn lossy_as_jpeg(media: &Media, context: &Context) -> Result<Option<Media>> {
    if !was_lossy(media) {
        return Ok(None);
    }
    if let Some(jpeg) = common_jpeg(media, context)? {
        return Ok(Some(jpeg));
    }
    let frame = holds::simplest(frame(media, context)?);
    if frame.format.has_alpha() { Ok(None) } else { jpeg(frame, context).map(Some) }
}

/// Pixels as a JPEG in sRGB where they have been packed with loss before and let nothing through, else as a PNG with their
/// profile.
///
/// # Errors
/// A limit, `TimedOut`, `Cancelled`.
pub fn packed(frame: Frame, icc: Option<&[u8]>, was_lossy: bool, context: &Context) -> Result<Media> {
    // A profile is for as many components as there are.
    let frame = if icc.is_none() { holds::simplest(frame) } else { holds::opaque_where_it_is(frame) };
    if was_lossy && !frame.format.has_alpha() {
        return jpeg(in_srgb(frame.into(), icc, context).gathered(context)?, context);
    }
    let bytes = match forms::narrowest(&frame) {
        Some(form) => packing::swift(&form, icc, context)?,
        None => png_out::encoded(&frame, icc, context)?,
    };
    Ok(Media { bytes: bytes.into(), kind: MediaKind::Png, width_px: frame.width_px, height_px: frame.height_px })
}

fn jpeg(frame: Frame, context: &Context) -> Result<Media> {
    let frame = if frame.format.is_deep() { holds::shallow(frame, context)? } else { frame };
    let bytes = smaller::of_frame(&frame, QUALITY, context)?;
    Ok(Media { bytes: bytes.into(), kind: MediaKind::Jpeg, width_px: frame.width_px, height_px: frame.height_px })
}

fn in_srgb<'a>(rows: Rows<'a>, icc: Option<&[u8]>, context: &Context) -> Rows<'a> {
    match icc {
        Some(profile) => profiles::rows_to_srgb(rows, profile, context),
        None => rows,
    }
}
