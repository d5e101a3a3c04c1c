//! Pixels to GIF: each frame with a palette of its own, of an animation only what changes.

use std::borrow::Cow;

use gif::{AnyExtension, DisposalMethod, Encoder, Extension, Repeat};

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::format::Written;
use crate::model::raster::{Frame, Raster, Sequence};
use crate::parts::film::{self, Area};
use crate::parts::holds::{self, Holds};
use crate::parts::palette::{self, Indexed, Wish};
use crate::parts::stills;
use crate::warning::{Warning, WarningCode};

/// What GIF holds; its transparency has no degrees, which the palette deals with.
const HOLDS: Holds = Holds { alpha: true, xmp: true, remarks: true, ..Holds::NOTHING };

/// Largest side.
const MOST_PX: u32 = 65_535;

/// As many colours as a frame can have, and most of what they lose spread.
const WISH: Wish = Wish { most: 256, degrees: false, spread: 0.8 };

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    let raster = holds::fitted(raster, HOLDS, context);
    let is_animation = matches!(raster.sequence, Sequence::Animation { .. }) && raster.frames.left() > 1;
    if is_animation {
        return Ok(told(made(raster, WISH, context)?, context).into());
    }
    stills::written(raster, "gif", context, |frame, raster, context| {
        Ok(told(still(frame, raster, WISH, context)?, context))
    })
}

/// A file, and whether every pixel of it has kept its colour.
pub(super) struct Made {
    pub bytes: Vec<u8>,
    pub is_exact: bool,
}

fn told(made: Made, context: &Context) -> Vec<u8> {
    if !made.is_exact {
        let message = "colours were reduced to 256, chosen for each frame";
        context.warn(Warning::new(WarningCode::ColorReduced, message));
    }
    made.bytes
}

/// All frames of a raster as one file.
pub(super) fn made(mut raster: Raster, wish: Wish, context: &Context) -> Result<Made> {
    match raster.sequence {
        Sequence::Animation { plays } if raster.frames.left() > 1 => animation(raster, plays, wish, context),
        _ => still(raster.frames.first(context)?, &raster, wish, context),
    }
}

fn still(frame: Frame, raster: &Raster, wish: Wish, context: &Context) -> Result<Made> {
    let mut file = File::begin(&frame, raster, None, wish)?;
    let area = Area { left: 0, top: 0, width: frame.width_px as usize, height: frame.height_px as usize };
    file.add(&holds::rgba(frame), area, None, false, context)?;
    file.finish()
}

/// An animation. Whether a frame has to be cleared away is known once the next one is there.
fn animation(mut raster: Raster, plays: u32, wish: Wish, context: &Context) -> Result<Made> {
    let first = holds::rgba(raster.frames.first(context)?);
    let mut file = File::begin(&first, &raster, Some(plays), wish)?;
    let (mut shown, mut held) = (vec![0; first.samples.len()], first);
    loop {
        context.checkpoint()?;
        let next = raster.frames.next(context)?.map(holds::rgba).filter(|next| next.samples.len() == shown.len());
        let clears = next.as_ref().is_some_and(|next| uncovers(&held, next));
        let whole = Area { left: 0, top: 0, width: held.width_px as usize, height: held.height_px as usize };
        let pixel = Area { width: 1, height: 1, ..whole };
        let changed = film::changed(&shown, &held.samples, whole.width, 4).unwrap_or(pixel);
        file.add(&held, if clears { whole } else { changed }, Some(&shown), clears, context)?;
        let Some(next) = next else { return file.finish() };
        shown = if clears { vec![0; held.samples.len()] } else { held.samples };
        held = next;
    }
}

/// Whether something that one frame shows is transparent in the next one.
fn uncovers(frame: &Frame, next: &Frame) -> bool {
    let pairs = frame.samples.chunks_exact(4).zip(next.samples.chunks_exact(4));
    pairs.into_iter().any(|(old, new)| palette::is_seen(old) && !palette::is_seen(new))
}

/// A file in the making.
struct File {
    encoder: Encoder<Vec<u8>>,
    wish: Wish,
    is_exact: bool,
}

impl File {
    fn begin(frame: &Frame, raster: &Raster, plays: Option<u32>, wish: Wish) -> Result<File> {
        if frame.width_px > MOST_PX || frame.height_px > MOST_PX {
            let message = format!("a GIF has at most {MOST_PX} pixels on a side");
            return Err(Error::new(ErrorCode::UnsupportedRoute, message).hint("set max_dimensions, or choose PNG"));
        }
        let size = (frame.width_px as u16, frame.height_px as u16);
        let mut encoder = Encoder::new(Vec::new(), size.0, size.1, &[]).map_err(failed)?;
        match plays {
            None | Some(1) => {}
            Some(0) => encoder.set_repeat(Repeat::Infinite).map_err(failed)?,
            Some(plays) => {
                encoder.set_repeat(Repeat::Finite(u16::try_from(plays - 1).unwrap_or(u16::MAX))).map_err(failed)?;
            }
        }
        for remark in &raster.remarks {
            let lead = if remark.keyword == "Comment" { String::new() } else { format!("{}: ", remark.keyword) };
            let text = [lead.as_bytes(), remark.text.as_bytes()].concat();
            encoder.write_raw_extension(AnyExtension(Extension::Comment as u8), &[&text]).map_err(failed)?;
        }
        if let Some(packet) = &raster.xmp {
            write_xmp(&mut encoder, packet);
        }
        Ok(File { encoder, wish, is_exact: true })
    }

    /// Adds the part of a frame in `area`. Pixels that are as they are in `shown` need no colour.
    fn add(&mut self, frame: &Frame, area: Area, shown: Option<&[u8]>, clears: bool, context: &Context) -> Result<()> {
        let width = frame.width_px as usize;
        let mut pixels = film::cropped(&frame.samples, width, 4, area);
        if let Some(shown) = shown {
            let shown = film::cropped(shown, width, 4, area);
            for (new, old) in pixels.chunks_exact_mut(4).zip(shown.chunks_exact(4)) {
                if new == old {
                    new.fill(0);
                }
            }
        }
        let Indexed { indices, colors, clear, is_exact } = palette::indexed(&pixels, area.width, self.wish, context)?;
        self.is_exact &= is_exact;
        let frame = gif::Frame {
            delay: u16::try_from((frame.delay_ms + 5) / 10).unwrap_or(u16::MAX),
            dispose: if clears { DisposalMethod::Background } else { DisposalMethod::Keep },
            transparent: clear,
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            palette: Some(colors.iter().flat_map(|color| [color[0], color[1], color[2]]).collect()),
            buffer: Cow::Owned(indices),
            ..gif::Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)
    }

    fn finish(self) -> Result<Made> {
        Ok(Made { bytes: self.encoder.into_inner().map_err(failed)?, is_exact: self.is_exact })
    }
}

/// The packet as it is, and the tail that brings readers who know blocks alone to its end (XMP specification part 3,
/// 1.1.2).
fn write_xmp(encoder: &mut Encoder<Vec<u8>>, packet: &str) {
    let out = encoder.get_mut();
    out.extend([0x21, 0xFF, 11]);
    out.extend(b"XMP DataXMP");
    out.extend(packet.as_bytes());
    out.push(1);
    out.extend((0..=255_u8).rev());
    out.push(0);
}

/// Writing to memory fails only where a frame and its size disagree.
fn failed(error: gif::EncodingError) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be written as GIF").caused_by(error)
}
