//! The bytes of a chunk, unpacked.

use flate2::read::ZlibDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::StreamingDecoder;
use std::io::Read;
use weezl::decode::Decoder;
use weezl::{BitOrder, LzwStatus};

use super::layout::{Layout, Meaning};
use super::luv;
use crate::fax_rows::{self, Coding};
use crate::{fax, holds, jpeg, webp};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, PixelFormat};

/// Compressions (TIFF 6.0, section 8; technical notes; registered ones).
pub(crate) const NONE: u64 = 1;
const HUFFMAN: u64 = 2;
const T4: u64 = 3;
const T6: u64 = 4;
const LZW: u64 = 5;
const OLD_JPEG: u64 = 6;
const JPEG: u64 = 7;
/// Deflate in a zlib frame.
pub const DEFLATE: u64 = 8;
const OLD_DEFLATE: u64 = 32_946;
const PACK_BITS: u64 = 32_773;
const THUNDER: u64 = 32_809;
const XZ: u64 = 34_925;
const ZSTANDARD: u64 = 50_000;
const WEBP: u64 = 50_001;

/// Light by its logarithm.
pub(crate) const SGI_LOG: u64 = 34_676;
pub(crate) const SGI_LOG_24: u64 = 34_677;

/// Memory of an XZ stream's dictionary at the most, in KiB: what its own program takes at its highest level.
const XZ_KIB: u32 = 66 << 10;

/// Memory of a Zstandard frame's window at the most, in bytes: the decoder takes no larger one.
const ZSTANDARD_BYTES: usize = 100 << 20;

/// A chunk unpacked: how much of `rows` is filled.
pub(crate) struct Unpacked {
    pub rows: Vec<u8>,
    /// Bytes that are there; what follows is zero.
    pub filled: usize,
}

/// Whether chunks hold files of other formats, whose decoders give colours.
pub fn is_file(compression: u64) -> bool {
    matches!(compression, OLD_JPEG | JPEG | WEBP)
}

/// Whether chunks are packed as bytes, whatever their samples mean.
pub fn is_by_bytes(compression: u64) -> bool {
    matches!(compression, NONE | LZW | DEFLATE | OLD_DEFLATE | XZ | ZSTANDARD | PACK_BITS)
}

/// Whether a compression is that of JPEG, of TIFF 6.0 or of its second technical note.
pub(crate) fn is_jpeg(compression: u64) -> bool {
    matches!(compression, OLD_JPEG | JPEG)
}

/// Unpacks `packed` into `bytes` bytes: `height` rows of `width` pixels.
///
/// # Errors
/// `Malformed` where nothing can be unpacked; `UnsupportedRoute` where the packing is not known.
pub(crate) fn unpack(
    packed: &[u8],
    bytes: usize,
    (width, height): (u32, u32),
    layout: &Layout,
    context: &Context,
) -> Result<Unpacked> {
    context.charge_samples(bytes)?;
    context.room(bytes)?;
    let turned: Vec<u8>;
    let packed = if layout.is_reversed && !is_file(layout.compression) {
        turned = packed.iter().map(|byte| byte.reverse_bits()).collect();
        &turned
    } else {
        packed
    };
    let mut rows = vec![0; bytes];
    let filled = match layout.compression {
        SGI_LOG | SGI_LOG_24 => luv::unpack(packed, &mut rows, width as usize, layout, context)?,
        _ if layout.is_light() => {
            return Err(Error::malformed("the TIFF has LogL or LogLuv colours, but does not use SGI Log compression"));
        }
        NONE | 0 => {
            let length = packed.len().min(bytes);
            rows[..length].copy_from_slice(&packed[..length]);
            length
        }
        LZW => lzw(packed, &mut rows),
        DEFLATE | OLD_DEFLATE => read_into(ZlibDecoder::new(packed), &mut rows),
        XZ => {
            context.room(XZ_KIB as usize * 1_024)?;
            read_into(XzReader::new_mem_limit(packed, false, XZ_KIB), &mut rows)
        }
        ZSTANDARD => {
            context.room(ZSTANDARD_BYTES)?;
            StreamingDecoder::new(packed).map_or(0, |decoder| read_into(decoder, &mut rows))
        }
        PACK_BITS => pack_bits(packed, &mut rows),
        HUFFMAN | T4 | T6 => faxed(packed, &mut rows, (width, height), layout, context)?,
        THUNDER => thunder(packed, &mut rows, width as usize),
        OLD_JPEG | JPEG | WEBP => file(packed, &mut rows, (width, height), layout, context)?,
        other => {
            let message = format!("the compression of the TIFF is not supported ({other})");
            return Err(Error::new(ErrorCode::Malformed, message));
        }
    };
    Ok(Unpacked { rows, filled })
}

/// Fills `rows`, and tells how far it came before the end or any damage.
fn lzw(packed: &[u8], rows: &mut [u8]) -> usize {
    // The first writers of TIFF had the lowest bit first: the sign for an empty table then begins with zeros.
    let is_old = matches!(packed, [0, second, ..] if second & 1 == 1);
    let mut decoder = match is_old {
        true => Decoder::new(BitOrder::Lsb, 8),
        false => Decoder::with_tiff_size_switch(BitOrder::Msb, 8),
    };
    let (mut taken, mut filled) = (0, 0);
    while filled < rows.len() {
        let step = decoder.decode_bytes(&packed[taken..], &mut rows[filled..]);
        taken += step.consumed_in;
        filled += step.consumed_out;
        match step.status {
            Ok(LzwStatus::Ok) if step.consumed_in + step.consumed_out > 0 => {}
            _ => break,
        }
    }
    filled
}

/// Fills `rows`, and tells how far it came before the end or any damage.
fn read_into(mut decoder: impl Read, rows: &mut [u8]) -> usize {
    let mut filled = 0;
    while filled < rows.len() {
        match decoder.read(&mut rows[filled..]) {
            Ok(0) | Err(_) => break,
            Ok(count) => filled += count,
        }
    }
    filled
}

/// Runs of bytes (TIFF 6.0, section 9).
fn pack_bits(packed: &[u8], rows: &mut [u8]) -> usize {
    let (mut rest, mut filled) = (packed, 0);
    while let ([head, tail @ ..], true) = (rest, filled < rows.len()) {
        let room = rows.len() - filled;
        match *head {
            128 => rest = tail,
            0..128 => {
                let count = usize::from(*head) + 1;
                let bytes = tail.get(..count.min(tail.len())).unwrap_or_default();
                let length = bytes.len().min(room);
                rows[filled..filled + length].copy_from_slice(&bytes[..length]);
                filled += length;
                rest = tail.get(count..).unwrap_or_default();
            }
            _ => {
                let Some((byte, after)) = tail.split_first() else { break };
                let length = (257 - usize::from(*head)).min(room);
                rows[filled..filled + length].fill(*byte);
                filled += length;
                rest = after;
            }
        }
    }
    filled
}

fn faxed(
    packed: &[u8],
    rows: &mut [u8],
    (width, height): (u32, u32),
    layout: &Layout,
    context: &Context,
) -> Result<usize> {
    let coding = match layout.compression {
        HUFFMAN => Coding::Bytewise,
        T4 if layout.fax_options & 1 == 1 => Coding::TwoDimensions,
        T4 => Coding::OneDimension,
        _ => Coding::T6,
    };
    let stride = (width as usize).div_ceil(8);
    let count = fax_rows::decode(packed, (width, height), coding, context, |at, changes| {
        if let Some(row) = rows.get_mut(at * stride..(at + 1) * stride) {
            fax::blacken(row, changes, width);
        }
    })?;
    Ok(count * stride)
}

/// The coding of ThunderScan: grey of 4 bits by steps from the pixel before. There is no specification but the sources
/// of libtiff (`tif_thunder.c`).
fn thunder(packed: &[u8], rows: &mut [u8], width: usize) -> usize {
    const STEPS_OF_2: [i32; 4] = [0, 1, 0, -1];
    const STEPS_OF_3: [i32; 8] = [0, 1, 2, 3, 0, -3, -2, -1];
    let mut grays: Vec<u8> = Vec::new();
    let stride = width.div_ceil(2).max(1);
    let most = rows.len() / stride * width;
    for byte in packed {
        let last = i32::from(grays.last().copied().unwrap_or(0));
        let low = usize::from(byte & 0x3F);
        match byte >> 6 {
            0 => grays.extend(std::iter::repeat_n(last as u8, low)),
            1 => stepped(
                &mut grays,
                [low >> 4 & 3, low >> 2 & 3, low & 3].into_iter().filter(|step| *step != 2),
                &STEPS_OF_2,
            ),
            2 => stepped(&mut grays, [low >> 3 & 7, low & 7].into_iter().filter(|step| *step != 4), &STEPS_OF_3),
            _ => grays.push((low & 15) as u8),
        }
        if grays.len() >= most {
            break;
        }
    }
    grays.truncate(most);
    for (at, gray) in grays.iter().enumerate() {
        let shift = if (at % width).is_multiple_of(2) { 4 } else { 0 };
        rows[at / width * stride + at % width / 2] |= gray << shift;
    }
    grays.len() / width.max(1) * stride
}

/// Adds greys that differ from the one before by steps.
fn stepped(grays: &mut Vec<u8>, codes: impl Iterator<Item = usize>, steps: &[i32]) {
    for code in codes {
        let last = i32::from(grays.last().copied().unwrap_or(0));
        grays.push(((last + steps[code]) & 15) as u8);
    }
}

/// A chunk that is a file of its own: its colours, in as many samples as the page has.
fn file(
    packed: &[u8],
    rows: &mut [u8],
    (width, height): (u32, u32),
    layout: &Layout,
    context: &Context,
) -> Result<usize> {
    let samples = layout.chunk_samples();
    let frame = match layout.compression {
        WEBP => (webp::CODEC.decode)(packed, context)?.frames.first(context)?,
        _ => developed(&jpeg(packed, layout), samples, context)?,
    };
    let frame = match samples {
        1 | 2 => frame,
        3 => holds::colored(frame),
        _ => holds::rgba(frame),
    };
    let has = frame.format.channels();
    let fits = has == samples || samples == 3 && frame.format == PixelFormat::Rgba8;
    if !fits || frame.format.is_deep() {
        return Err(Error::malformed("a strip or tile of the TIFF does not match the colours of its page"));
    }
    let row_bytes = width as usize * samples;
    let taken = frame.height_px.min(height) as usize;
    let columns = frame.width_px.min(width) as usize;
    for (row, source) in rows
        .chunks_exact_mut(row_bytes.max(1))
        .zip(frame.samples.chunks_exact(frame.width_px as usize * has))
        .take(taken)
    {
        for (pixel, source) in row.chunks_exact_mut(samples).zip(source.chunks_exact(has)).take(columns) {
            pixel.copy_from_slice(&source[..samples]);
        }
    }
    Ok(taken * row_bytes)
}

/// The pixels of a JPEG stream; four samples are inks, and stay so.
fn developed(stream: &[u8], samples: usize, context: &Context) -> Result<Frame> {
    match samples {
        // Samples of inks are ink, whatever a marker of Adobe says (TIFF 6.0, section 16).
        4 => jpeg::develop::stored(jpeg::decode::decode(stream, context)?.picture, context),
        _ => (jpeg::CODEC.decode)(stream, context)?.frames.first(context),
    }
}

/// The JPEG stream of a chunk with the tables that all share, and a marker that says what its components are (TIFF
/// technical note 2; T.872, 6.5.3).
fn jpeg(packed: &[u8], layout: &Layout) -> Vec<u8> {
    let is_ycc = layout.meaning == Meaning::YCbCr;
    let adobe = [0xFF, 0xEE, 0, 14, b'A', b'd', b'o', b'b', b'e', 0, 100, 0, 0, 0, 0, u8::from(is_ycc)];
    let mut stream = vec![0xFF, 0xD8];
    if layout.chunk_samples() == 3 && layout.compression == JPEG {
        stream.extend(adobe);
    }
    let tables = layout.jpeg_tables.strip_prefix(&[0xFF, 0xD8]).unwrap_or(&layout.jpeg_tables);
    stream.extend(tables.strip_suffix(&[0xFF, 0xD9]).unwrap_or(tables));
    stream.extend(packed.strip_prefix(&[0xFF, 0xD8]).unwrap_or(packed));
    stream
}
