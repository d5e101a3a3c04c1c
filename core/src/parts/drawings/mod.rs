//! Drawings in SVG (SVG 1.1 and the static parts of 2) and SVGZ as trees of what is painted, small enough to be painted.

mod cost;

use std::io::Read as _;
use std::sync::Arc;

use flate2::read::GzDecoder;
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{self, Group, ImageHrefResolver, ImageKind, Node, Tree};

use crate::context::{Context, Limit};
use crate::error::{Error, ErrorCode, Result};
use crate::parts::fonts::FontBook;
use crate::parts::pixels;

/// How compressed files begin (RFC 1952, 2.3.1).
pub(crate) const GZIP: [u8; 3] = [0x1F, 0x8B, 8];

/// How deep groups, patterns, masks and drawings in drawings may lie in one another: painting them is as deep.
const MOST_DEPTH: u64 = 256;

/// The text of a file, unpacked where it is packed.
///
/// # Errors
/// `Truncated`, a limit.
pub(crate) fn text(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
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

/// What a drawing paints. Words are set in the bundled fonts and the caller's.
///
/// # Errors
/// `Malformed`, a limit.
pub(crate) fn tree(text: &[u8], context: &Context) -> Result<Tree> {
    context.checkpoint()?;
    let document = checked(text, context)?;
    let of_pictures = ImageHrefResolver::default_data_resolver();
    let options = usvg::Options {
        fontdb: Arc::new(fonts(context)),
        image_href_resolver: ImageHrefResolver {
            // Drawings in the drawing are as large as they turn out to be, too.
            resolve_data: Box::new(move |media_type, data, options| {
                if !is_drawing(&data) {
                    return of_pictures(media_type, data, options);
                }
                let inner = self::text(&data, context).ok()?;
                checked(&inner, context).ok()?;
                of_pictures(media_type, Arc::new(inner), options)
            }),
            // Nothing is opened that the drawing names.
            resolve_string: Box::new(|_, _| None),
        },
        font_family: "Liberation Serif".into(),
        ..usvg::Options::default()
    };
    let tree = Tree::from_xmltree(&document, &options).map_err(|error| failed(&error))?;
    visit(tree.root(), 0, context)?;
    Ok(tree)
}

/// A drawing that does not come to too much.
fn checked<'t>(text: &'t [u8], context: &Context) -> Result<Document<'t>> {
    let text = std::str::from_utf8(text).map_err(|_| Error::malformed("the SVG is not in UTF-8"))?;
    let most = u32::try_from(context.limits().elements).unwrap_or(u32::MAX);
    let options = ParsingOptions { allow_dtd: true, nodes_limit: most, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| failed(&error))?;
    cost::check(&document, context)?;
    Ok(document)
}

/// Whether data in a drawing are another one.
fn is_drawing(data: &[u8]) -> bool {
    data.starts_with(&GZIP) || data.trim_ascii_start().starts_with(b"<") || data.starts_with(b"\xEF\xBB\xBF")
}

fn failed(error: &dyn std::fmt::Display) -> Error {
    Error::malformed(format!("the SVG cannot be read: {error}"))
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

/// Charges all that is painted of a group: what several places share, such as a pattern, is painted at each of them.
fn visit(group: &Group, depth: u64, context: &Context) -> Result<()> {
    if depth > MOST_DEPTH {
        return Err(Error::limit(Limit::xml_depth.key(), MOST_DEPTH, depth));
    }
    for node in group.children() {
        context.charge(Limit::elements, 1)?;
        context.tick(1)?;
        let mut inner = Ok(());
        node.subroots(|root| {
            if inner.is_ok() {
                inner = visit(root, depth + 1, context);
            }
        });
        inner?;
        match node {
            Node::Group(group) => visit(group, depth + 1, context)?,
            Node::Image(image) => picture(image.kind(), context)?,
            Node::Path(_) | Node::Text(_) => {}
        }
    }
    Ok(())
}

/// Charges the pixels of a picture that is part of the drawing. One that cannot be read is not painted.
fn picture(kind: &ImageKind, context: &Context) -> Result<()> {
    use image::ImageFormat;
    let (data, format) = match kind {
        ImageKind::JPEG(data) => (data, ImageFormat::Jpeg),
        ImageKind::PNG(data) => (data, ImageFormat::Png),
        ImageKind::GIF(data) => (data, ImageFormat::Gif),
        ImageKind::WEBP(data) => (data, ImageFormat::WebP),
        // Its root has been visited.
        ImageKind::SVG(_) => return Ok(()),
    };
    match pixels::dimensions(data, format) {
        Ok(size) => pixels::charge_pixels(size, context),
        Err(_) => Ok(()),
    }
}
