//! GIF to pixels: every frame whole.

use std::io::Cursor;
use std::num::NonZeroU64;

use gif::{ColorOutput, DecodeOptions, Decoder, DisposalMethod, MemoryLimit};

use super::outline;
use crate::film::{Area, Film, Laid, Leaves, Patch};
use crate::led::led_by;
use crate::{holds, pixels};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, Raster, Remark, Sequence};

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let outline = outline::of(bytes, context)?;
    let size = (outline.width, outline.height);
    pixels::charge_pixels(size, context)?;
    context.charge(Limit::animation_frames, outline.frames as u64)?;
    let mut player = Player::open(bytes, size, context)?;
    let first = player.next(context)?.ok_or_else(|| Error::malformed("the GIF has no picture"))?;
    let mut raster = match outline.frames {
        0 | 1 => Raster::of(holds::opaque_where_it_is(first)),
        count => {
            let next = move |context: &Context| {
                context.charge(Limit::job_pixels, u64::from(size.0) * u64::from(size.1))?;
                player.next(context)
            };
            let frames = led_by(first, count - 1, next);
            // Without a word about it a GIF is played once.
            let sequence = Sequence::Animation { plays: outline.plays.unwrap_or(1) };
            Raster { sequence, ..Raster::pages(frames) }
        }
    };
    raster.icc = outline.icc.map(Into::into);
    raster.xmp = outline.xmp.map(Into::into);
    let remark = |text: String| Remark { keyword: "Comment".into(), text };
    raster.remarks = outline.comments.into_iter().filter(|text| !text.is_empty()).map(remark).collect();
    Ok(raster)
}

/// A file that is played.
struct Player {
    decoder: Decoder<Cursor<Vec<u8>>>,
    film: Film,
    /// Pixels of the canvas, which are charged for each frame.
    canvas: u64,
    /// Pixels of a frame.
    patch: Vec<u8>,
}

impl Player {
    fn open(bytes: &[u8], (width, height): (u32, u32), context: &Context) -> Result<Player> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let most = NonZeroU64::new(context.limits().image_pixels.saturating_mul(4)).unwrap_or(NonZeroU64::MIN);
        options.set_memory_limit(MemoryLimit::Bytes(most));
        context.room(bytes.len())?;
        let decoder = options.read_info(Cursor::new(bytes.to_vec())).map_err(failed)?;
        let canvas = u64::from(width) * u64::from(height);
        Ok(Player { decoder, film: Film::new(width, height, context)?, canvas, patch: Vec::new() })
    }

    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        let Some(frame) = self.decoder.next_frame_info().map_err(failed)? else { return Ok(None) };
        let area = Area {
            left: frame.left.into(),
            top: frame.top.into(),
            width: frame.width.into(),
            height: frame.height.into(),
        };
        let leaves = match frame.dispose {
            DisposalMethod::Any | DisposalMethod::Keep => Leaves::Picture,
            DisposalMethod::Background => Leaves::Nothing,
            DisposalMethod::Previous => Leaves::Before,
        };
        let patch = Patch { area, laid: Laid::Over, leaves, delay_ms: u32::from(frame.delay) * 10 };
        let pixels = area.width as u64 * area.height as u64;
        context.check(Limit::image_pixels, pixels)?;
        // A frame may reach beyond the canvas.
        context.charge(Limit::job_pixels, pixels.saturating_sub(self.canvas))?;
        let bytes = area.width * area.height * 4;
        context.room(bytes)?;
        self.patch.clear();
        self.patch.resize(bytes, 0);
        self.fill()?;
        self.film.show(&self.patch, &patch, context).map(Some)
    }

    /// Decodes the pixels of the frame. What a cut file lacks stays transparent, where there is something of it.
    fn fill(&mut self) -> Result<()> {
        match self.decoder.read_into_buffer(&mut self.patch) {
            Err(error) if self.patch.iter().all(|sample| *sample == 0) => Err(failed(error)),
            _ => Ok(()),
        }
    }
}

fn failed(error: gif::DecodingError) -> Error {
    let code = match &error {
        gif::DecodingError::UnexpectedEof => ErrorCode::Truncated,
        gif::DecodingError::MemoryLimit | gif::DecodingError::OutOfMemory => ErrorCode::LimitExceeded,
        gif::DecodingError::Io(io) if io.kind() == std::io::ErrorKind::UnexpectedEof => ErrorCode::Truncated,
        _ => ErrorCode::Malformed,
    };
    Error::new(code, format!("the GIF cannot be read: {error}")).caused_by(error)
}
