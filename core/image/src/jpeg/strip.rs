//! JPEG without what it says of its picture: segments go, the coded picture stays as it is, byte for byte.

use super::carry::{self, EXIF, ICC, JFIF};
use super::{further, metadata};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::jpeg::decode;
use transvase_codec::jpeg::encode::write_segment;
use transvase_codec::jpeg::markers::{
    self, APP0, APP1, APP2, APP14, APP15, COM, EOI, RST0, RST7, SOI, SOS, Segment, is_alone, next_marker,
};
use transvase_codec::strip::{self, Strip};

/// Bytes of an Adobe segment, behind which others have put their own.
const ADOBE_BYTES: usize = 12;

/// The file with no more segments than its pixels and their colours need. Further pictures go: they say as much.
pub(super) fn stripped(bytes: &[u8], strip: Strip, context: &Context) -> Result<Option<Vec<u8>>> {
    let (_, segments) = decode::headers(bytes)?;
    if strip.recolors(carry::profile(&segments).as_deref()) {
        return Ok(None);
    }
    context.room(bytes.len())?;
    let (mut out, mut at) = (vec![0xFF, SOI], 2);
    while let Some((marker, start)) = next_marker(bytes, at) {
        context.checkpoint()?;
        if marker == EOI {
            out.extend([0xFF, EOI]);
            warn_of_further(&bytes[start..], context);
            break;
        }
        // A file that is cut ends with its last whole segment.
        let segment = if is_alone(marker) { Ok((&bytes[..0], start)) } else { markers::payload(bytes, start, marker) };
        let Ok((payload, end)) = segment else { break };
        at = if marker == SOS { end_of_scan(bytes, end) } else { end };
        if matches!(marker, APP0..=APP15 | COM) {
            let segment = Segment { marker, payload, at: start + 2 };
            kept(&segment, strip).into_iter().for_each(|payload| write_segment(marker, &payload, &mut out));
        } else {
            out.extend_from_slice(&bytes[start - 2..at]);
        }
    }
    Ok(Some(out))
}

/// Where the entropy-coded data that go on at `at` end: before the next marker but for restarts.
fn end_of_scan(bytes: &[u8], mut at: usize) -> usize {
    while let Some((marker, after)) = next_marker(bytes, at) {
        if !matches!(marker, RST0..=RST7 | ..0xC0) {
            return after - 2;
        }
        at = after;
    }
    bytes.len()
}

/// What stays of a segment.
fn kept(segment: &Segment, strip: Strip) -> Option<Vec<u8>> {
    let payload = segment.payload;
    match segment.marker {
        APP0 if payload.starts_with(JFIF) => Some(described(payload, strip)),
        APP1 if payload.starts_with(EXIF) => {
            let block = strip::needed_exif(payload.get(EXIF.len() + 1..)?)?;
            Some([b"Exif\0\0", &block[..]].concat())
        }
        APP2 if payload.starts_with(ICC) && strip == Strip::Private => Some(payload.to_vec()),
        APP14 if payload.starts_with(b"Adobe") => Some(payload[..payload.len().min(ADOBE_BYTES)].to_vec()),
        _ => None,
    }
}

/// A JFIF segment without its thumbnail; its density goes where all does (JFIF 1.02: a unit of 0, sides of 1 to 1).
fn described(jfif: &[u8], strip: Strip) -> Vec<u8> {
    let mut short = metadata::without_pixels(jfif, metadata::Rank::Needed);
    if let (Strip::All, Some(density)) = (strip, short.get_mut(7..12)) {
        density.copy_from_slice(&[0, 0, 1, 0, 1]);
    }
    short
}

fn warn_of_further(trailer: &[u8], context: &Context) {
    if !further::is_padding(trailer) {
        let message = "left out: further pictures or data after the picture";
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
}
