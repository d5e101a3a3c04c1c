//! SVG (SVG 1.1 and the static parts of 2) and SVGZ: drawn as pixels.
//!
//! Kept: the drawing as resvg draws it, with transparency; words are set in the bundled fonts and the caller's. Lost:
//! animations, scripts, and pictures that lie beside the file.

use std::io::Read as _;
use std::sync::Arc;

use flate2::read::GzDecoder;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{self, ImageHrefResolver, Tree};

use crate::context::{Context, Limit};
use crate::error::{Error, ErrorCode, Result};
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader};
use crate::model::loss;
use crate::model::raster::{Frame, PixelFormat, Raster};
use crate::options::{OptionKind, OptionSpec};
use crate::parts::fonts::FontBook;
use crate::parts::pixels;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "svg",
    name: "SVG",
    extensions: &["svg", "svgz"],
    media_types: &["image/svg+xml"],
    sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[&DPI], read: Read::Raster(read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Drawn as pixels, at 96 dots per inch where no other density is asked for. Words are set in the bundled fonts and \
            the caller's; pictures have to be in the file.",
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

/// How compressed files begin (RFC 1952, 2.3.1).
const GZIP: [u8; 3] = [0x1F, 0x8B, 8];

/// The root has to be a drawing: pages and books hold some too.
fn sniff(bytes: &[u8]) -> Confidence {
    let mut unpacked = Vec::new();
    let head = if bytes.starts_with(&GZIP) {
        let _ = GzDecoder::new(bytes).take(2_048).read_to_end(&mut unpacked);
        &unpacked[..]
    } else {
        bytes.get(..2_048.min(bytes.len())).unwrap_or_default()
    };
    if is_drawing(&String::from_utf8_lossy(head)) { Confidence::Certain } else { Confidence::No }
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

/// The text of a file, unpacked where it is packed.
fn text(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes.to_vec());
    }
    let most = context.limits().stream_bytes;
    let mut text = Vec::new();
    let read = GzDecoder::new(bytes).take(most.saturating_add(1)).read_to_end(&mut text);
    read.map_err(|error| Error::new(ErrorCode::Truncated, "the SVG cannot be unpacked").caused_by(error))?;
    context.check(Limit::stream_bytes, text.len() as u64)?;
    context.charge_unpacked(text.len())?;
    Ok(text)
}

fn tree(bytes: &[u8], context: &Context) -> Result<Tree> {
    let text = text(bytes, context)?;
    context.checkpoint()?;
    let options = usvg::Options {
        fontdb: Arc::new(fonts(context)),
        // Nothing is opened that the drawing names.
        image_href_resolver: ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(|_, _| None),
        },
        font_family: "Liberation Serif".into(),
        ..usvg::Options::default()
    };
    Tree::from_data(&text, &options).map_err(|error| Error::malformed(format!("the SVG cannot be read: {error}")))
}

/// The bundled fonts and the caller's.
fn fonts(context: &Context) -> Database {
    let mut database = Database::new();
    let mut seen: Vec<*const u8> = Vec::new();
    for face in FontBook::bundled().faces() {
        let data = face.program().data;
        // Faces of a collection share their file.
        if !seen.contains(&data.as_ptr()) {
            seen.push(data.as_ptr());
            database.load_font_source(Source::Binary(Arc::new(data)));
        }
    }
    for font in context.fonts() {
        database.load_font_data(font.bytes().to_vec());
    }
    database.set_serif_family("Liberation Serif");
    database.set_sans_serif_family("Liberation Sans");
    database.set_monospace_family("Liberation Mono");
    database.set_cursive_family("Liberation Serif");
    database.set_fantasy_family("Liberation Sans");
    database
}

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let size = tree(bytes, context)?.size().to_int_size();
    Ok(Facts { pixels: Some((size.width(), size.height())), ..Facts::default() })
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let tree = tree(bytes, context)?;
    let given = context.options().is_given(&DPI).then(|| context.options().number(&DPI)).flatten();
    let scale = (given.unwrap_or(CSS_DPI) / CSS_DPI) as f32;
    let side = |side: f32| libm::ceilf(side * scale).clamp(1.0, 1e9) as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    pixels::charge_pixels((width, height), context)?;
    context.room((width as usize).saturating_mul(height as usize).saturating_mul(4))?;
    let mut pixmap = Pixmap::new(width, height).ok_or_else(|| Error::malformed("the SVG has no size"))?;
    context.checkpoint()?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    context.checkpoint()?;
    let samples = pixmap.take_demultiplied();
    let frame = Frame { width_px: width, height_px: height, format: PixelFormat::Rgba8, samples, delay_ms: 0 };
    let dpi = given.map(|dpi| (dpi as f32, dpi as f32));
    Ok(Raster { dpi, ..Raster::of(frame) })
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn giants_are_refused() {
        let giant = b"<svg xmlns='http://www.w3.org/2000/svg' width='9000000' height='2'/>";
        assert_eq!(read(giant, &Context::default()).unwrap_err().code(), ErrorCode::LimitExceeded);
    }
}
