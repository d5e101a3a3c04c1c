//! SVG (SVG 1.1 and the static parts of 2) and SVGZ: drawn as pixels; on pages they stay drawings.
//!
//! Kept: the drawing as resvg draws it, with transparency; words are set in the bundled fonts and the caller's, pictures beside
//! the file are painted where they are handed in or found. Lost: animations, scripts, HTML in the drawing.

mod minify;
mod write;

use std::io::Read as _;

use flate2::read::GzDecoder;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_codec::pixels;
use transvase_format::paper::WIDTH_PX;
use transvase_format::{Confidence, Facts, FormatSpec, OneRung, Read, Reader, Shrinker, Write, Writer};
use transvase_markup::drawings::{self, GZIP};
use transvase_model::loss;
use transvase_model::media::{Media, MediaKind};
use transvase_model::raster::{Frames, Raster};

/// The record of SVG.
pub static SPEC: FormatSpec = FormatSpec {
    id: "svg",
    name: "SVG",
    extensions: &["svg", "svgz"],
    media_types: &["image/svg+xml"],
    sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[&DPI, &WIDTH_PX], read: Read::Raster(read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Drawings(write::write) }],
    shrinker: Some(Shrinker {
        balanced: "lossless: fewer characters that draw the same pixels",
        options: &[],
        compress: minify::smallest,
        ladder: |bytes, _, context| Ok(Box::new(OneRung(minify::smallest(bytes, context)?))),
        redraw: None,
        strip: None,
        editor: None,
        weigh: None,
    }),
    inspect: Some(inspect),
    notes: "Drawn as pixels, at 96 dots per inch unless another resolution is given; in a PDF lines, areas and text \
            stay vector graphics. Text uses the bundled fonts and the caller's; pictures are read from the file or \
            beside it. Written from the pages of a PDF, and so from every document: one file per page, with letters as \
            outlines and an invisible text layer over them.",
};

/// Resolution of the drawing.
static DPI: OptionSpec = OptionSpec {
    key: "dpi",
    kind: OptionKind::Number { min: 1.0, max: 4_800.0 },
    unit: "dots per inch",
    default: "",
    doc: "Resolution at which drawings become pictures; 96 where it is not set.",
};

/// Pixels to the inch (CSS Values 4, 6.2).
const CSS_DPI: f64 = 96.0;

/// What part of a pixel counts for nothing where sizes are rounded up.
const HAIR: f32 = 1e-3;

/// The root has to be a drawing: pages and books hold some too.
fn sniff(bytes: &[u8]) -> Confidence {
    let mut unpacked = Vec::new();
    let head = if bytes.starts_with(&GZIP) {
        let _ = GzDecoder::new(bytes).take(2_048).read_to_end(&mut unpacked);
        &unpacked[..]
    } else {
        bytes.get(..2_048.min(bytes.len())).unwrap_or_default()
    };
    match is_drawing(&String::from_utf8_lossy(head)) {
        true if !unpacked.is_empty() || is_whole(bytes) => Confidence::Certain,
        // It is cut, or a text begins with a drawing, or speaks of them.
        true => Confidence::Maybe,
        false => Confidence::No,
    }
}

/// Whether a file ends with its drawing, or a remark behind it.
fn is_whole(bytes: &[u8]) -> bool {
    let end = bytes.trim_ascii_end();
    [&b"svg>"[..], b"/>", b"-->"].iter().any(|tag| end.ends_with(tag))
}

/// Whether the first element is a drawing, behind declarations and remarks.
fn is_drawing(head: &str) -> bool {
    let mut rest = head.trim_start_matches('\u{FEFF}').trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<!DOCTYPE") && rest.find('[') < rest.find('>') && rest.contains('[') => "]>",
            _ if rest.starts_with("<!") => ">",
            _ => break,
        };
        let Some(at) = rest.find(end) else { return false };
        rest = rest[at + end.len()..].trim_start();
    }
    let name = rest.strip_prefix('<').unwrap_or_default();
    let name = name.split(|c: char| c.is_whitespace() || c == '>' || c == '/').next().unwrap_or_default();
    name == "svg" || name.ends_with(":svg")
}

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let size = drawings::tree(&drawings::text(bytes, context)?, context)?.size().to_int_size();
    Ok(Facts { pixels: Some((size.width(), size.height())), ..Facts::default() })
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let text = drawings::text(bytes, context)?;
    let tree = drawings::tree(&text, context)?;
    let given = context.options().is_given(&DPI).then(|| context.options().number(&DPI)).flatten();
    let wanted = context.options().integer(&WIDTH_PX).map(|width| width as f32);
    let scale = wanted.map_or((given.unwrap_or(CSS_DPI) / CSS_DPI) as f32, |width| width / tree.size().width());
    let side = |side: f32| libm::ceilf(side * scale - HAIR).clamp(1.0, 1e9) as u32;
    let (width_px, height_px) = (side(tree.size().width()), side(tree.size().height()));
    pixels::charge_pixels((width_px, height_px), context)?;
    let dpi = given.map(|dpi| (dpi as f32, dpi as f32));
    let original = Some(Media { bytes: text.into(), kind: MediaKind::Svg, width_px, height_px });
    // Pages take the drawing as it is: then it is never drawn.
    let frames =
        Frames::drawn(1, move |context| drawings::painted(&tree, scale, (width_px, height_px), context).map(Some));
    Ok(Raster { dpi, original, ..Raster::pages(frames) })
}

/// The pixels of a drawing.
#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::error::ErrorCode;
    use transvase_base::options::Options;

    const SAMPLE: &[u8] =
        b"<?xml version='1.0'?><!-- a square -->\n<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'>\
        <rect width='2' height='2' fill='#f00'/></svg>";

    #[test]
    fn roots_are_told_apart() {
        assert_eq!(sniff(SAMPLE), Confidence::Certain);
        assert_eq!(sniff(b"<html><body><svg/></body></html>"), Confidence::No);
        assert_eq!(sniff(b"<!DOCTYPE svg [<!ENTITY a 'b>'>]><svg/>"), Confidence::Certain);
    }

    #[test]
    fn what_it_says_of_itself_cannot_be_taken_away() {
        let converter = transvase::Converter::new(transvase::Format::SVG).option("strip", "private");
        assert_eq!(converter.convert(SAMPLE).unwrap_err().code(), ErrorCode::UnsupportedRoute);
    }

    #[test]
    fn drawings_become_pixels() {
        let context = Context::default();
        let frame = read(SAMPLE, &context).unwrap().frames.first(&context).unwrap();
        assert_eq!((frame.width_px, frame.height_px), (4, 2));
        assert_eq!((&frame.samples[..4], &frame.samples[12..16]), (&[255, 0, 0, 255][..], &[0; 4][..]));
        for end in 0..SAMPLE.len() {
            let _ = read(&SAMPLE[..end], &context);
        }
    }

    #[test]
    fn a_drawing_is_as_wide_as_is_wanted() {
        let mut options = Options::default();
        options.set(&WIDTH_PX, "333").unwrap();
        let context = Context::new(options, Limits::default());
        let frame = read(SAMPLE, &context).unwrap().frames.first(&context).unwrap();
        assert_eq!((frame.width_px, frame.height_px), (333, 167));
    }

    #[test]
    fn giants_are_refused() {
        let giant = b"<svg xmlns='http://www.w3.org/2000/svg' width='9000000' height='2'/>";
        assert_eq!(read(giant, &Context::default()).unwrap_err().code(), ErrorCode::LimitExceeded);
    }

    #[test]
    fn what_is_painted_again_and_again_is_counted_each_time() {
        let mut text = String::from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><defs>");
        text.push_str("<pattern id='p0' width='1' height='1'><rect width='1' height='1'/></pattern>");
        let patterns = (1..25).map(|level| {
            let below = level - 1;
            let area = format!("<rect width='1' height='1' fill='url(#p{below})'/>");
            format!("<pattern id='p{level}' width='1' height='1'>{area}{area}</pattern>")
        });
        text.extend(patterns);
        text.push_str("</defs><rect width='9' height='9' fill='url(#p24)'/></svg>");
        let limits = Limits { elements: 10_000, ..Limits::default() };
        let context = Context::new(Options::default(), limits);
        assert_eq!(read(text.as_bytes(), &context).unwrap_err().code(), ErrorCode::LimitExceeded);
    }

    #[test]
    fn pages_take_the_drawing_as_it_is() {
        let context = Context::default();
        let raster = read(SAMPLE, &context).unwrap();
        let original = raster.original.as_ref().unwrap();
        assert_eq!((original.kind, original.width_px, original.height_px), (MediaKind::Svg, 4, 2));
    }
}
