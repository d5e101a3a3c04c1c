//! What a PNG says besides its pixels, in its text chunks (PNG 3rd edition, 11.3.3): XMP, IPTC, remarks;
//! and its density.
//!
//! Raw profiles are a convention of ImageMagick that other programs follow: hexadecimal digits behind
//! the profile's name and length, compressed.

use std::fmt::Write as _;

use super::chunks::chunks;
use crate::{iptc, pixels};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::inflate;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::raster::{Raster, Remark};

/// Keyword of the chunk that holds an XMP packet (XMP specification part 3, 1.1.5).
pub const XMP: &str = "XML:com.adobe.xmp";
/// Start of the keyword of a raw profile, before its name; and the keyword of the one for IPTC.
const RAW_PROFILE: &str = "Raw profile type ";
/// Keyword of a text that is IPTC in hexadecimal digits, as ImageMagick writes it.
pub const RAW_IPTC: &str = "Raw profile type iptc";
/// Start of the data sets of IPTC (IIM 4.2).
const DATA_SET: u8 = 0x1C;
/// Inches in a metre.
pub const INCHES_PER_METRE: f32 = 39.370_08;

/// Fills in what the chunks of `png` say.
pub(crate) fn from_chunks(png: &[u8], raster: &mut Raster, context: &Context) -> Result<()> {
    let mut unread = 0;
    for (kind, data) in chunks(png) {
        let text = match kind {
            b"tEXt" => latin(data),
            b"zTXt" => compressed(data, context)?,
            b"iTXt" => international(data, context)?,
            b"pHYs" => {
                raster.dpi = dots_per_inch(data).or(raster.dpi);
                continue;
            }
            _ => continue,
        };
        match text {
            Some((keyword, text)) => take(keyword, text, raster),
            None => unread += 1,
        }
        context.tick(1)?;
    }
    if unread > 0 {
        let message = format!("left out: {}", counted(unread, "damaged text [chunk|chunks]"));
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
    Ok(())
}

/// Puts a text where it belongs.
fn take(keyword: String, text: String, raster: &mut Raster) {
    if keyword == XMP {
        raster.xmp = Some(text.into());
    } else if keyword.starts_with(RAW_PROFILE) {
        if let Some(profile) = raw_profile(&text) {
            take_profile(&profile, raster);
        }
    } else if !text.is_empty() {
        raster.remarks.push(Remark { keyword, text });
    }
}

/// Puts a raw profile where it belongs, by what it starts with; chunks made for the purpose come first.
fn take_profile(profile: &[u8], raster: &mut Raster) {
    if let Some(block) = profile.strip_prefix(b"Exif\0\0") {
        raster.exif.get_or_insert_with(|| pixels::upright_exif(block.to_vec()));
    } else if profile.starts_with(iptc::RESOURCE) {
        raster.resources = Some(profile.into());
    } else if profile.first() == Some(&DATA_SET) {
        raster.resources.get_or_insert_with(|| iptc::resource(profile).into());
    } else if let Ok(packet) = std::str::from_utf8(profile)
        && packet.contains("<rdf:RDF")
    {
        raster.xmp.get_or_insert_with(|| packet.into());
    }
}

/// Keyword and what follows it.
fn keyword(data: &[u8]) -> Option<(String, &[u8])> {
    let end = data.iter().position(|byte| *byte == 0)?;
    Some((letters(&data[..end]), &data[end + 1..]))
}

fn letters(latin: &[u8]) -> String {
    latin.iter().map(|byte| char::from(*byte)).collect()
}

fn latin(data: &[u8]) -> Option<(String, String)> {
    keyword(data).map(|(keyword, text)| (keyword, letters(text)))
}

fn compressed(data: &[u8], context: &Context) -> Result<Option<(String, String)>> {
    let Some((keyword, [0, packed @ ..])) = keyword(data) else { return Ok(None) };
    Ok(inflate::zlib(packed, context)?.map(|text| (keyword, letters(&text))))
}

/// An iTXt chunk: flags, language and translated keyword stand before the text.
fn international(data: &[u8], context: &Context) -> Result<Option<(String, String)>> {
    let Some((keyword, [is_packed, 0, rest @ ..])) = keyword(data) else { return Ok(None) };
    let mut parts = rest.splitn(3, |byte| *byte == 0);
    let (Some(_), Some(_), Some(text)) = (parts.next(), parts.next(), parts.next()) else { return Ok(None) };
    let text = if *is_packed == 0 { Some(text.to_vec()) } else { inflate::zlib(text, context)? };
    Ok(text.and_then(|text| String::from_utf8(text).ok()).map(|text| (keyword, text)))
}

/// The bytes of a raw profile.
fn raw_profile(text: &str) -> Option<Vec<u8>> {
    let mut lines = text.trim_start_matches('\n').splitn(3, '\n');
    let (_, length, digits) = (lines.next()?, lines.next()?.trim().parse::<usize>().ok()?, lines.next()?);
    let digits: Vec<u8> = digits.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    (bytes.len() == length).then_some(bytes)
}

/// Resources as a raw profile.
pub fn raw_iptc(resources: &[u8]) -> String {
    let mut text = format!("\niptc\n{:8}\n", resources.len());
    for line in resources.chunks(36) {
        for byte in line {
            let _ = write!(text, "{byte:02x}");
        }
        text.push('\n');
    }
    text
}

/// The density that a pHYs chunk states in pixels to the metre.
fn dots_per_inch(data: &[u8]) -> Option<(f32, f32)> {
    let [x3, x2, x1, x0, y3, y2, y1, y0, 1] = *data else { return None };
    let across = u32::from_be_bytes([x3, x2, x1, x0]);
    let down = u32::from_be_bytes([y3, y2, y1, y0]);
    (across > 0 && down > 0).then(|| (across as f32 / INCHES_PER_METRE, down as f32 / INCHES_PER_METRE))
}
