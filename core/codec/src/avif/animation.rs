//! Animations: tracks of pictures that build on one another (AV1 Image File Format, 3).

use transvase_av1::{Decoder, Layout, Picture};

use super::canvas::{Canvas, Kind};
use super::light::Light;
use super::picture::{self, Colors};
use super::read;
use crate::isobmff::{self, Meta, Sample, Track};
use crate::led::led_by;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, Raster, Sequence};

/// The animation of a file; nothing where it has none of more than one picture.
///
/// # Errors
/// `Truncated`, `Malformed`, a limit.
pub(crate) fn read<'a>(bytes: &[u8], context: &Context) -> Result<Option<Raster<'a>>> {
    let tracks = isobmff::tracks(bytes, context)?;
    let is_shown = |track: &&Track| &track.coding == b"av01" && track.auxiliary_of.is_none() && track.samples.len() > 1;
    let Some(shown) = tracks.iter().find(is_shown) else { return Ok(None) };
    let opacity = tracks.iter().find(|track| &track.coding == b"av01" && track.auxiliary_of == Some(shown.id));
    let count = shown.samples.len();
    context.charge(Limit::animation_frames, count as u64)?;
    context.room(bytes.len())?;
    let colors = Colors::of(shown.colors.iter());
    let mut film = Film {
        colors: Stream::open(bytes, shown, context)?,
        alpha: opacity.map(|track| Stream::open(bytes, track, context)).transpose()?,
        light: colors.light(),
        meaning: colors.clone(),
        ticks: shown.ticks.max(1),
    };
    colors.warn(context);
    let first = film.next(context)?.ok_or_else(|| Error::malformed("the AVIF has no frame"))?;
    let icc = colors.into_profile(first.format);
    let frames = led_by(first, count - 1, move |context| film.next(context));
    let raster = Raster { sequence: Sequence::Animation { plays: shown.plays }, icc, ..Raster::pages(frames) };
    // What describes it is said of the still picture that stands beside it.
    if let Ok(meta) = Meta::read(bytes, context)
        && let Ok(primary) = meta.primary()
    {
        return read::described(raster, &meta, primary, context).map(Some);
    }
    Ok(Some(raster))
}

/// A track that is being decoded.
struct Stream {
    decoder: Decoder,
    units: std::vec::IntoIter<(Vec<u8>, u32)>,
}

impl Stream {
    fn open(bytes: &[u8], track: &Track, context: &Context) -> Result<Self> {
        let cut = || Error::new(ErrorCode::Truncated, "the AVIF ends before its frames do");
        let unit = |sample: &Sample| sample.bytes(bytes).map(|unit| (unit.to_vec(), sample.ticks));
        let mut units = Vec::new();
        for sample in &track.samples {
            context.charge_unpacked(sample.length as usize)?;
            match unit(sample) {
                Some(unit) => units.push(unit),
                None if units.is_empty() => return Err(cut()),
                // Frames end where the file does, which whoever draws them tells.
                None => break,
            }
        }
        Ok(Stream { decoder: picture::decoder(0, Some(track.size), context)?, units: units.into_iter() })
    }

    fn next(&mut self, context: &Context) -> Result<Option<(Picture, u32)>> {
        let Some((unit, ticks)) = self.units.next() else { return Ok(None) };
        context.checkpoint()?;
        let picture = self.decoder.decode(unit).map_err(picture::failed)?;
        picture::charge(&picture, context)?;
        Ok(Some((picture, ticks)))
    }
}

/// An animation that is being decoded.
struct Film {
    colors: Stream,
    alpha: Option<Stream>,
    light: Option<Light>,
    meaning: Colors,
    /// Ticks in a second.
    ticks: u32,
}

impl Film {
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        let Some((picture, ticks)) = self.colors.next(context)? else { return Ok(None) };
        let opacity = match &mut self.alpha {
            Some(alpha) => alpha.next(context)?.map(|(opacity, _)| opacity),
            None => None,
        };
        let kind = Kind {
            is_colored: picture.layout != Layout::Gray || self.meaning.is_for_colors(),
            has_alpha: self.alpha.is_some(),
            is_deep: picture.depth > 8,
        };
        let size = (picture.width, picture.height);
        let mut canvas = Canvas::new(size, kind, context)?;
        canvas.put_colors(&picture, (0, 0), self.meaning.codes(&picture), self.light.as_ref(), context)?;
        if let Some(opacity) = opacity {
            canvas.put_alpha(&opacity, (0, 0), size, opacity.is_full_range, context)?;
        }
        Ok(Some(canvas.frame((u64::from(ticks) * 1_000 / u64::from(self.ticks)).min(u32::MAX.into()) as u32)))
    }
}
