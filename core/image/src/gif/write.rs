//! Pixels to GIF: each frame with a palette of its own, of an animation only what changes.

use std::borrow::Cow;

use gif::{AnyExtension, DisposalMethod, Encoder, Extension, Repeat};

use super::changes::{Changes, Part};
use super::tolerant;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::holds::{self, Holds};
use transvase_codec::palette::{Colors, Indexed, Matcher, Palette, Wish};
use transvase_codec::stills;
use transvase_format::Written;
use transvase_model::raster::Raster;
use transvase_model::rows::Rows;

/// What GIF holds; its transparency has no degrees, which the palette deals with.
const HOLDS: Holds = Holds { alpha: true, xmp: true, remarks: true, ..Holds::NOTHING };

/// Largest side.
const MOST_PX: u32 = 65_535;

/// As many colours as a frame can have, and most of what they lose spread.
const WISH: Wish = Wish { most: 256, degrees: false, spread: 0.7 };

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    let mut raster = holds::fitted(raster, HOLDS, context);
    raster.frames = raster.frames.mapped(|rows, _| Ok(told_of_degrees(rows)));
    if raster.plays().is_some() {
        return Ok(told(drawn(raster, WISH.into(), None, context)?, context).into());
    }
    stills::written(raster, "gif", context, |frame, raster, context| {
        let beside = Raster { xmp: raster.xmp.clone(), remarks: raster.remarks.clone(), ..Raster::of(frame) };
        Ok(told(drawn(beside, WISH.into(), None, context)?, context))
    })
}

/// The rows as they are. Where a pixel is transparent in part, a warning tells that it will be so wholly or not at all.
fn told_of_degrees(rows: Rows<'_>) -> Rows<'_> {
    let format = rows.format;
    if !format.has_alpha() {
        return rows;
    }
    rows.mapped(format, move |strip, context| {
        let is_partial = |pixel: &[u8]| pixel.last().is_some_and(|alpha| (1..255).contains(alpha));
        if strip.samples.chunks_exact(format.channels()).any(is_partial) {
            let message = "partial transparency was lost: a pixel of a GIF is either opaque or transparent";
            context.warn(Warning::new(WarningCode::AlphaFlattened, message));
        }
        Ok(strip)
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

/// How pixels become numbers, and how far they may be from what they were for the sake of longer runs, and of less that
/// changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Looks {
    pub wish: Wish,
    /// Distance of colours in Oklab.
    pub tolerance: f32,
}

impl From<Wish> for Looks {
    fn from(wish: Wish) -> Looks {
        Looks { wish, tolerance: 0.0 }
    }
}

impl Looks {
    /// How much samples may differ from one frame to the next without being drawn anew.
    fn standing(self) -> u8 {
        (self.tolerance * 128.0) as u8
    }
}

/// All frames of what `draw` draws, whenever it is asked to, as one file with one palette. Where that loses colours that
/// frames with palettes of their own keep, they get them if all `must` be kept.
pub(super) fn shared<'r>(
    draw: impl Fn(&Context) -> Result<Raster<'r>>,
    looks: Looks,
    must: bool,
    context: &Context,
) -> Result<Made> {
    let palette = palette(draw(context)?, looks, context)?;
    let fits = palette.is_exact() || !must;
    drawn(draw(context)?, looks, fits.then_some(&palette), context)
}

/// The colours for all frames together.
fn palette(mut raster: Raster, looks: Looks, context: &Context) -> Result<Palette> {
    let mut colors = Colors::new(false);
    let mut count = 0;
    let mut changes = Changes::of(&mut raster.frames, looks.standing(), context)?;
    while let Some(part) = changes.next(<[u8]>::eq, context)? {
        count += 1;
        colors.add(&part.pixels, context)?;
    }
    colors.palette(looks.wish.most, colors.clears() || count > 1, context)
}

/// All frames as one file, with one palette or each with its own.
fn drawn(mut raster: Raster, looks: Looks, palette: Option<&Palette>, context: &Context) -> Result<Made> {
    let plays = raster.plays();
    let mut frames = std::mem::replace(&mut raster.frames, Vec::new().into());
    let mut changes = Changes::of(&mut frames, looks.standing(), context)?;
    let size = changes.size();
    let mut shared = palette.map(Palette::matcher);
    let mut file: Option<File> = None;
    // A pixel need not be drawn over another one where the colours of all frames make them the same.
    while let Some(part) = changes.next(|new, old| shared.as_mut().is_some_and(|all| all.is_same(new, old)), context)? {
        let numbered = numbered(&part, shared.as_mut(), looks, context)?;
        let file = match &mut file {
            Some(file) => file,
            None => file.insert(File::begin(size, &raster, plays, &numbered.colors)?),
        };
        file.add(&part, numbered)?;
    }
    file.ok_or_else(|| Error::new(ErrorCode::Internal, "a GIF without frames"))?.finish()
}

/// The pixels of a part by numbers of the palette of all frames, or else of one of its own.
fn numbered(part: &Part, shared: Option<&mut Matcher<'_>>, looks: Looks, context: &Context) -> Result<Indexed> {
    if let Some(shared) = shared {
        return indexed(shared, part, looks, context);
    }
    let mut colors = Colors::new(false);
    colors.add(&part.pixels, context)?;
    let own = colors.palette(looks.wish.most, colors.clears(), context)?;
    indexed(&mut own.matcher(), part, looks, context)
}

/// A file in the making.
struct File {
    encoder: Encoder<Vec<u8>>,
    /// The colours of the whole file: of all frames, or of the first. Readers that ask for the colours of a file and not
    /// of its frame then see those of its picture.
    table: Vec<u8>,
    is_exact: bool,
}

impl File {
    fn begin((width, height): (u32, u32), raster: &Raster, plays: Option<u32>, colors: &[[u8; 4]]) -> Result<File> {
        if width > MOST_PX || height > MOST_PX {
            let message = format!("a GIF can be at most {MOST_PX} pixels wide or high");
            return Err(Error::new(ErrorCode::UnsupportedRoute, message).hint("set max_dimensions, or choose PNG"));
        }
        let table = bytes(colors);
        let mut encoder = Encoder::new(Vec::new(), width as u16, height as u16, &table).map_err(failed)?;
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
        Ok(File { encoder, table, is_exact: true })
    }

    /// Adds what a frame changes.
    fn add(&mut self, part: &Part, numbered: Indexed) -> Result<()> {
        let Indexed { indices, colors, clear, is_exact } = numbered;
        let area = part.area;
        self.is_exact &= is_exact;
        let frame = gif::Frame {
            delay: u16::try_from((part.delay_ms + 5) / 10).unwrap_or(u16::MAX),
            dispose: if part.clears { DisposalMethod::Background } else { DisposalMethod::Keep },
            transparent: clear,
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            palette: Some(bytes(&colors)).filter(|own| *own != self.table),
            buffer: Cow::Owned(indices),
            ..gif::Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)
    }

    fn finish(self) -> Result<Made> {
        Ok(Made { bytes: self.encoder.into_inner().map_err(failed)?, is_exact: self.is_exact })
    }
}

/// The pixels of a part by numbers of a palette, and by like ones where that is tolerated.
fn indexed(palette: &mut Matcher<'_>, part: &Part, looks: Looks, context: &Context) -> Result<Indexed> {
    let mut indexed = palette.indexed(&part.pixels, part.area.width, looks.wish, context)?;
    if looks.tolerance > 0.0 {
        tolerant::tolerate(&mut indexed.indices, palette.distances(), looks.tolerance, context)?;
    }
    Ok(indexed)
}

/// Colours as a table has them.
fn bytes(colors: &[[u8; 4]]) -> Vec<u8> {
    colors.iter().flat_map(|color| [color[0], color[1], color[2]]).collect()
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
