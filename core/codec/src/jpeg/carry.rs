//! What a JPEG says about itself, to and from pixels: density, colour profile, Exif, XMP, IPTC,
//! comments.

use std::sync::Arc;

use super::further;
use super::xmp;
use crate::jpeg::encode::write_segment;
use crate::jpeg::markers::{APP0, APP1, APP2, APP12, APP13, APP14, COM, Segment};
use crate::{exif, icc, pixels};
use transvase_base::context::Context;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Raster, Remark};

/// Begins an APP0 segment of JFIF.
pub const JFIF: &[u8] = b"JFIF\0";
/// Begins an APP1 segment of Exif.
pub const EXIF: &[u8] = b"Exif\0";
/// Begins an APP2 segment with a part of a colour profile.
pub const ICC: &[u8] = b"ICC_PROFILE\0";
/// Start of the segments with Photoshop's resources.
const RESOURCES: &[u8] = b"Photoshop 3.0\0";

/// What a segment holds.
const MOST_PAYLOAD: usize = 65_533;

/// Keyword of a remark that is nothing more.
const COMMENT: &str = "Comment";

/// The Exif block, a TIFF structure.
pub(crate) fn exif_block<'a>(segments: &[Segment<'a>]) -> Option<&'a [u8]> {
    let mut blocks = segments.iter().filter(|s| s.marker == APP1 && s.payload.starts_with(EXIF));
    blocks.find_map(|segment| segment.payload.get(EXIF.len() + 1..))
}

/// The profile that the ICC segments make up, in the order of their numbers (ICC.1, annex B.4).
pub fn profile(segments: &[Segment]) -> Option<Vec<u8>> {
    let mut parts: Vec<&[u8]> =
        segments.iter().filter(|s| s.marker == APP2).filter_map(|s| s.payload.strip_prefix(ICC)).collect();
    parts.sort_by_key(|part| part.first().copied());
    (!parts.is_empty()).then(|| parts.iter().filter_map(|part| part.get(2..)).collect::<Vec<_>>().concat())
}

/// Fills in what the segments of a picture of so many components say.
pub(crate) fn from_segments(segments: &[Segment], components: usize, raster: &mut Raster, context: &Context) {
    raster.dpi = segments.iter().find_map(dots_per_inch);
    raster.exif = exif_block(segments).map(|block| pixels::upright_exif(block.to_vec()));
    raster.dpi = raster.dpi.or_else(|| raster.exif.as_deref().and_then(exif::density));
    raster.icc = profile(segments).filter(|profile| fits(profile, components, context)).map(Arc::from);
    if let Some((packet, is_whole)) = xmp::packet(segments) {
        raster.xmp = Some(Arc::from(packet));
        if !is_whole {
            context.warn(Warning::new(WarningCode::MetadataDropped, "left out: the extension of the XMP"));
        }
    }
    let resources: Vec<&[u8]> =
        segments.iter().filter(|s| s.marker == APP13).filter_map(|s| s.payload.strip_prefix(RESOURCES)).collect();
    raster.resources = (!resources.is_empty()).then(|| Arc::from(resources.concat()));
    raster.remarks = segments.iter().filter(|s| s.marker == COM).filter_map(remark).collect();
}

/// Density of a JFIF segment that states it in inches or centimetres (JFIF 1.02).
fn dots_per_inch(segment: &Segment) -> Option<(f32, f32)> {
    let jfif = segment.payload.strip_prefix(JFIF).filter(|_| segment.marker == APP0)?;
    let [_, _, unit, x1, x0, y1, y0, ..] = jfif else { return None };
    let (across, down) = (u16::from_be_bytes([*x1, *x0]), u16::from_be_bytes([*y1, *y0]));
    let per_inch = match unit {
        1 => 1.0,
        2 => 2.54,
        _ => return None,
    };
    (across > 0 && down > 0).then(|| (f32::from(across) * per_inch, f32::from(down) * per_inch))
}

/// Whether a profile is for the pixels that so many components become.
fn fits(profile: &[u8], components: usize, context: &Context) -> bool {
    let space: &[u8] = if components == 1 { b"GRAY" } else { b"RGB " };
    let fits = icc::space(profile) == Some(space);
    if !fits && components != 4 && !icc::is_srgb(profile) {
        let message = "left out: a colour profile that is for another number of components";
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
    fits
}

/// A comment as text: UTF-8, or else each byte a letter of Latin-1. `None` where there is none.
fn remark(comment: &Segment) -> Option<Remark> {
    let bytes = comment.payload;
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    let text = text.trim_end_matches('\0');
    (!text.is_empty()).then(|| Remark { keyword: COMMENT.into(), text: text.into() })
}

/// Warns of inks that become colours of screens, which they do not where the file goes on as it is.
pub(crate) fn warn_of_inks(components: usize, context: &Context) {
    if components == 4 {
        context.warn(Warning::new(WarningCode::ColorReduced, "CMYK colours were converted to RGB"));
    }
}

/// Warns of what no raster holds.
pub(crate) fn warn_of_the_rest(segments: &[Segment], trailer: &[u8], context: &Context) {
    let mut lost = Vec::new();
    if !further::is_padding(trailer) {
        lost.push("further pictures or data after the picture".to_owned());
    }
    let others = segments.iter().filter(|segment| !is_known(segment)).map(|segment| segment.marker - APP0);
    let others: std::collections::BTreeSet<u8> = others.collect();
    lost.extend(others.iter().map(|number| format!("application data (APP{number})")));
    if !lost.is_empty() {
        context.warn(Warning::new(WarningCode::MetadataDropped, format!("left out: {}", lost.join("; "))));
    }
}

/// Whether a segment is carried over, or says nothing of the picture that its pixels do not: how it was
/// encoded, what follows it, what it looks like when it is small.
fn is_known(segment: &Segment) -> bool {
    let starts = |signature: &[u8]| segment.payload.starts_with(signature);
    match segment.marker {
        APP0 => starts(JFIF) || starts(b"JFXX\0"),
        APP1 => starts(EXIF) || starts(b"http://ns.adobe.com/"),
        APP2 => starts(ICC) || further::is_about(segment),
        APP12 => starts(b"Ducky"),
        APP13 => starts(RESOURCES),
        APP14 => starts(b"Adobe"),
        marker => marker == COM,
    }
}

/// The segments of a picture made from pixels.
pub fn fresh_head(raster: &Raster, context: &Context) -> Vec<u8> {
    let mut out = Vec::new();
    let (unit, across, down) = match raster.dpi {
        Some((across, down)) => (1, density(across), density(down)),
        None => (0, 1, 1),
    };
    let mut jfif = [JFIF, &[1, 2, unit]].concat();
    jfif.extend([across.to_be_bytes(), down.to_be_bytes(), [0, 0]].concat());
    write_segment(APP0, &jfif, &mut out);
    if let Some(block) = &raster.exif {
        write_whole(APP1, b"Exif\0\0", block, "Exif data", context, &mut out);
    }
    if let Some(packet) = &raster.xmp {
        write_whole(APP1, xmp::PACKET, unpadded(packet).as_bytes(), "XMP", context, &mut out);
    }
    for piece in raster.resources.iter().flat_map(|resources| resources.chunks(MOST_PAYLOAD - RESOURCES.len())) {
        write_segment(APP13, &[RESOURCES, piece].concat(), &mut out);
    }
    if let Some(profile) = &raster.icc {
        write_profile(profile, context, &mut out);
    }
    for remark in &raster.remarks {
        let lead = if remark.keyword == COMMENT { String::new() } else { format!("{}: ", remark.keyword) };
        write_whole(COM, lead.as_bytes(), remark.text.as_bytes(), "comment", context, &mut out);
    }
    out
}

/// Writes what has to stay in one segment, or warns that it is too long for that.
fn write_whole(marker: u8, lead: &[u8], bytes: &[u8], what: &str, context: &Context, out: &mut Vec<u8>) {
    if lead.len() + bytes.len() <= MOST_PAYLOAD {
        write_segment(marker, &[lead, bytes].concat(), out);
    } else {
        let message = format!("left out: {what} of {} bytes, which are too long for a JPEG", bytes.len());
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
}

/// A packet without the white space that leaves room for changes in place, where it is long.
fn unpadded(packet: &str) -> String {
    match packet.rfind("<?xpacket end") {
        Some(end) if packet.len() > MOST_PAYLOAD - xmp::PACKET.len() => {
            [packet[..end].trim_end(), "\n", &packet[end..]].concat()
        }
        _ => packet.to_owned(),
    }
}

/// Dots per inch as JFIF holds them.
fn density(dpi: f32) -> u16 {
    dpi.round().clamp(1.0, 65_535.0) as u16
}

/// A profile in numbered pieces (ICC.1, annex B.4): at most 255.
fn write_profile(profile: &[u8], context: &Context, out: &mut Vec<u8>) {
    let pieces = profile.chunks(MOST_PAYLOAD - ICC.len() - 2);
    let Ok(count) = u8::try_from(pieces.len()) else {
        context.warn(Warning::new(WarningCode::ColorReduced, "the colour profile is too long for a JPEG"));
        return;
    };
    for (number, piece) in (1..=count).zip(pieces) {
        write_segment(APP2, &[ICC, &[number, count], piece].concat(), out);
    }
}
