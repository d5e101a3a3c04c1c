//! What a file would lose if its pages were written anew from their pixels.

use super::directory::{self, Directory};
use super::layout::{ICC, Kind, Layout, Meaning, tag};
use super::{read, unpack};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::WarningCode;
use transvase_codec::exif;

/// Fields by which samples are measurements: where they lie on the ground (GeoTIFF 1.1, 7.1), and what GDAL adds. Their
/// very numbers count, also those of a palette.
const MEASURED: [u16; 6] = [33_550, 33_922, 34_264, 34_735, 42_112, 42_113];

/// Something that pixels do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Loss {
    pub code: WarningCode,
    pub what: &'static str,
}

/// The first thing that the file would lose; `None` where pixels and what is said of the first page are all there is.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn of(file: &[u8], context: &Context) -> Result<Option<Loss>> {
    let all = directory::directories(file, context)?;
    let pages: Vec<&Directory> = all.iter().filter(|directory| directory.is_page(file)).collect();
    // Viewers of large pictures need the smaller versions.
    if pages.len() < all.len() || pages.iter().any(|page| page.has(tag::SUB_DIRECTORIES)) {
        let what = "masks and smaller versions of pages";
        return Ok(Some(Loss { code: WarningCode::ImageDropped, what }));
    }
    for page in &pages {
        context.checkpoint()?;
        if let Some(what) =
            Layout::read(page, file).ok().and_then(|layout| of_samples(&layout)).or_else(|| measured(page))
        {
            return Ok(Some(Loss { code: WarningCode::ColorReduced, what }));
        }
    }
    let what = of_fields(file, &pages, context)?;
    Ok(what.map(|what| Loss { code: WarningCode::MetadataDropped, what }))
}

/// What is special about samples.
fn of_samples(layout: &Layout) -> Option<&'static str> {
    match layout.meaning {
        Meaning::Cmyk => Some("CMYK colours"),
        Meaning::Lab | Meaning::IccLab => Some("CIE L*a*b* colours"),
        Meaning::LogL | Meaning::LogLuv => Some("HDR samples"),
        Meaning::YCbCr if !unpack::is_file(layout.compression) => Some("YCbCr colours"),
        _ if layout.kind != Kind::Unsigned => Some("signed or floating-point samples"),
        _ if !matches!(layout.bits, 1..=8 | 16) => Some("samples of a bit depth other than 1 to 8 and 16"),
        _ if layout.samples > layout.kept() => Some("extra samples that are neither colour nor alpha"),
        Meaning::Palette if layout.colors.iter().copied().any(is_fine) => Some("a palette of finer colours"),
        _ => None,
    }
}

/// Whether a colour of a palette says more than 8 bits do, in either way to write them with 16.
fn is_fine(color: u16) -> bool {
    let [high, low] = color.to_be_bytes();
    low != 0 && low != high
}

fn measured(page: &Directory) -> Option<&'static str> {
    MEASURED.iter().any(|tag| page.has(*tag)).then_some("samples that are measurements")
}

/// What is special about fields: one page alone speaks for all that are written.
fn of_fields(file: &[u8], pages: &[&Directory], context: &Context) -> Result<Option<&'static str>> {
    let Some((first, others)) = pages.split_first() else { return Ok(None) };
    if first.order.is_big_tiff {
        return Ok(Some("the fields of a BigTIFF"));
    }
    if pages.iter().any(|page| has_long(file, page)) {
        return Ok(Some("long private fields"));
    }
    let first = said(file, first);
    for page in others {
        context.checkpoint()?;
        if said(file, page) != first {
            return Ok(Some("metadata that differ from page to page"));
        }
    }
    Ok(None)
}

/// Whether a page has a field too long to be taken over.
fn has_long(file: &[u8], page: &Directory) -> bool {
    page.fields(file).any(|(tag, _, value)| value.is_some_and(|value| exif::is_too_long(tag, value.len())))
}

/// What a page says of itself.
#[derive(PartialEq)]
struct Said<'a> {
    fields: Option<Vec<u8>>,
    blocks: [&'a [u8]; 4],
    density: Option<(f32, f32)>,
}

fn said<'a>(file: &'a [u8], page: &Directory) -> Said<'a> {
    Said {
        fields: exif::of_tiff(file, page.at),
        blocks: [ICC, read::XMP, read::IPTC, read::RESOURCES].map(|tag| page.bytes(file, tag)),
        density: read::density(file, page),
    }
}
