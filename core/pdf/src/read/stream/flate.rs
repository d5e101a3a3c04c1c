//! `FlateDecode` (ISO 32000-1, 7.4.4): zlib, and the bare or damaged deflate streams found in files.

use flate2::{Decompress, FlushDecompress, Status};

use super::Output;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Bytes inflated between two charges.
const CHUNK: usize = 1 << 16;

/// Inflates `bytes`; where the stream is damaged, what came before the damage.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn inflate(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    // Some writers leave white space before the stream.
    let start = bytes.iter().position(|byte| !matches!(byte, b'\r' | b'\n' | b' ' | b'\t')).unwrap_or(0);
    let bytes = bytes.get(start..).unwrap_or_default();
    let unpacked = inflate_with(Decompress::new(true), bytes, Output::new(context))?;
    if !unpacked.is_empty() || bytes.len() < 3 {
        return Ok(unpacked);
    }
    // A wrong header: try the deflate stream behind it, then one without any.
    let behind_header = inflate_with(Decompress::new(false), &bytes[2..], Output::new(context))?;
    if behind_header.is_empty() {
        inflate_with(Decompress::new(false), bytes, Output::new(context))
    } else {
        Ok(behind_header)
    }
}

/// Counts what `bytes` inflate to, for the sake of the limits alone.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn measure(bytes: &[u8], context: &Context) -> Result<u64> {
    for (inflater, bytes) in [
        (Decompress::new(true), bytes),
        (Decompress::new(false), bytes.get(2..).unwrap_or_default()),
        (Decompress::new(false), bytes),
    ] {
        let mut out = Output { keep: false, ..Output::new(context) };
        inflate_to(inflater, bytes, &mut out)?;
        if out.dropped > 0 {
            return Ok(out.dropped as u64);
        }
    }
    Ok(0)
}

fn inflate_with(inflater: Decompress, bytes: &[u8], mut out: Output<'_>) -> Result<Vec<u8>> {
    inflate_to(inflater, bytes, &mut out)?;
    Ok(out.bytes)
}

fn inflate_to(mut inflater: Decompress, bytes: &[u8], out: &mut Output<'_>) -> Result<()> {
    loop {
        let used = inflater.total_in() as usize;
        let rest = bytes.get(used..).unwrap_or_default();
        let before = inflater.total_out();
        out.bytes.reserve(CHUNK.min(rest.len().saturating_mul(4).max(1_024)));
        let status = inflater.decompress_vec(rest, &mut out.bytes, FlushDecompress::None);
        out.look()?;
        let stalled = inflater.total_in() as usize == used && inflater.total_out() == before;
        if !matches!(status, Ok(Status::Ok | Status::BufError)) || stalled {
            return out.charge();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, ZlibEncoder};
    use std::io::Write;
    use transvase_base::context::Limits;
    use transvase_base::error::ErrorCode;
    use transvase_base::options::Options;

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn damaged_streams_give_what_they_can() {
        let text: Vec<u8> = (0..20_000_u32).flat_map(|i| (i * i).to_le_bytes()).collect();
        let packed = zlib(&text);
        let context = Context::default();
        assert_eq!(inflate(&packed, &context).unwrap(), text);
        let cut = inflate(&packed[..packed.len() / 2], &context).unwrap();
        assert!(cut.len() > text.len() / 4 && text.starts_with(&cut));
        assert_eq!(inflate(&[b" \r\n", &*zlib(b"late")].concat(), &context).unwrap(), b"late", "white space before it");
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::fast());
        raw.write_all(b"no header here").unwrap();
        assert_eq!(inflate(&raw.finish().unwrap(), &context).unwrap(), b"no header here");
    }

    #[test]
    fn bombs_end_at_the_limit() {
        let bomb = zlib(&vec![0; 8 << 20]);
        let context = Context::new(Options::default(), Limits { stream_bytes: 1 << 20, ..Limits::default() });
        let error = inflate(&bomb, &context).unwrap_err();
        assert_eq!(error.code(), ErrorCode::LimitExceeded);
    }
}
