//! Drawings in SVG (SVG 1.1 and the static parts of 2) and SVGZ as trees of what is painted, small enough to be painted.

mod cost;
mod far;
mod links;
mod radial;
mod work;

use std::io::Read as _;
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::roxmltree::{Document, Node as Element, ParsingOptions};
use resvg::usvg::{self, Group, ImageHrefResolver, ImageKind, Node, Tree};

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::fence::fenced;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_codec::{held, pixels, table};
use transvase_font::fonts::FontBook;
use transvase_model::media::{Media, MediaKind};
use transvase_model::raster::{Frame, PixelFormat};

use links::Links;
pub use radial::plain;

/// The name space of drawings.
const SVG: &str = "http://www.w3.org/2000/svg";

/// How compressed files begin (RFC 1952, 2.3.1).
pub const GZIP: [u8; 3] = [0x1F, 0x8B, 8];

/// How deep groups, patterns, masks and drawings in drawings may lie in one another: painting them is as deep.
const MOST_DEPTH: u64 = 256;

/// The text of a file, unpacked where it is packed.
///
/// # Errors
/// `Truncated`, a limit.
pub fn text(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes.to_vec());
    }
    let most = context.limits().stream_bytes;
    let mut text = Vec::new();
    let read = GzDecoder::new(bytes).take(most.saturating_add(1)).read_to_end(&mut text);
    read.map_err(|error| Error::new(ErrorCode::Truncated, "the SVG cannot be decompressed").caused_by(error))?;
    context.check(Limit::stream_bytes, text.len() as u64)?;
    context.charge_unpacked(text.len())?;
    Ok(text)
}

/// What a drawing paints. Words are set in the bundled fonts and the caller's; pictures that it names are those handed in
/// or found. What is missing is told.
///
/// # Errors
/// `Malformed`, a limit.
pub fn tree(text: &[u8], context: &Context) -> Result<Tree> {
    context.checkpoint()?;
    let mut document = checked(text, context)?;
    let without;
    if far::has_far_text_path(&document) {
        let message = "words along a path were left out: it reaches too far";
        context.warn(Warning::new(WarningCode::DrawingDropped, message));
        without = document.input_text().replace("textPath", "farPath");
        document = parse(&without, context)?;
    }
    let links = Links::default();
    let options = usvg::Options {
        fontdb: fonts(context),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|media_type, data, options| {
                links.kept(inner_picture(media_type, data, options, context).ok().flatten(), media_type)
            }),
            resolve_string: Box::new(|reference, options| {
                links.resolve(reference, context, |file| linked_picture(file, options, context))
            }),
        },
        font_family: "Liberation Serif".into(),
        ..usvg::Options::default()
    };
    let tree = parsed(&document, &options, context)?;
    drop(options);
    links.finish(context)?;
    warn_of_markup(&document, context);
    visit(tree.root(), 0, context)?;
    Ok(tree)
}

/// The tree of a drawing. Words from right to left that ask for no kerning make usvg 0.47 panic: they get some.
fn parsed(document: &Document<'_>, options: &usvg::Options, context: &Context) -> Result<Tree> {
    let tree = |document: &Document<'_>| fenced(|| Tree::from_xmltree(document, options));
    let read = match tree(document) {
        None => tree(&parse(&document.input_text().replace("font-kerning", "kerning-left"), context)?),
        read => read,
    };
    read.ok_or_else(|| Error::malformed("the SVG cannot be read"))?.map_err(|error| failed(&error))
}

/// A drawing as pixels, so many to the unit and in all.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn painted(tree: &Tree, scale: f32, (width_px, height_px): (u32, u32), context: &Context) -> Result<Frame> {
    let samples = pixmap(tree, scale, (width_px, height_px), context)?.take_demultiplied();
    Ok(Frame { width_px, height_px, format: PixelFormat::Rgba8, samples, delay_ms: 0 })
}

/// As [`painted`], with alpha in the colours.
///
/// # Errors
/// As there.
pub fn pixmap(tree: &Tree, scale: f32, size: (u32, u32), context: &Context) -> Result<Pixmap> {
    let place = Transform::from_scale(scale, scale);
    work::check(tree.root(), place, size, context)?;
    context.room((size.0 as usize).saturating_mul(size.1 as usize).saturating_mul(4))?;
    let no_size = || Error::malformed("the SVG has no size");
    let mut pixmap = Pixmap::new(size.0, size.1).ok_or_else(no_size)?;
    context.checkpoint()?;
    let is_far = far::is_in_group(tree.root(), scale, context)?;
    if is_far || fenced(|| resvg::render(tree, place, &mut pixmap.as_mut())).is_none() {
        pixmap.fill(Color::TRANSPARENT);
        let dropped = paint_apart(tree.root(), place, (scale, &mut pixmap), context)?;
        let message = counted(
            dropped,
            "[part|parts] of the drawing cannot be painted: [it reaches too far, or is|they reach too far, or are] too wide",
        );
        context.warn(Warning::new(WarningCode::DrawingDropped, message));
    }
    context.checkpoint()?;
    Ok(pixmap)
}

/// Paints the parts of a group one by one, without those that reach too far at the scale or that the painter panics on.
/// Gives the number of those.
fn paint_apart(
    group: &Group,
    place: Transform,
    (scale, pixmap): (f32, &mut Pixmap),
    context: &Context,
) -> Result<usize> {
    let mut dropped = 0;
    for node in group.children() {
        context.checkpoint()?;
        match node {
            Node::Group(inner) if !inner.should_isolate() => {
                dropped += paint_apart(inner, place.pre_concat(inner.transform()), (scale, pixmap), context)?;
            }
            _ if far::is_in(node, scale, context)? => dropped += 1,
            _ => {
                // The painter moves a part to the corner of its canvas: it is moved back.
                let Some(bounds) = node.abs_layer_bounding_box() else { continue };
                let place = place.pre_translate(bounds.x(), bounds.y());
                dropped += usize::from(fenced(|| resvg::render_node(node, place, &mut pixmap.as_mut())).is_none());
            }
        }
    }
    Ok(dropped)
}

/// Checks what a writer that keeps drawings as such has to paint of one: what lies under filters.
///
/// # Errors
/// A limit.
pub fn check_filtered(tree: &Tree, scale: f32, most_px: f32, context: &Context) -> Result<()> {
    work::check_filtered(tree.root(), scale, most_px, context)
}

/// The longer side of a drawing as pixels, for targets that hold no drawings: enough for the width of a printed page.
const LONG_SIDE_PX: f32 = 1_600.0;

/// Dots for each unit of a small drawing: 384 to the inch.
const MOST_SCALE: f32 = 4.0;

/// As [`held::as_one_of`], and drawings as a PNG where they are none of the kinds.
///
/// # Errors
/// As there.
pub fn as_one_of(media: &Media, kinds: &[MediaKind], context: &Context) -> Result<Option<Media>> {
    match table::kind(&media.bytes).unwrap_or(media.kind) {
        MediaKind::Svg if !kinds.contains(&MediaKind::Svg) => as_png(media, context),
        _ => held::as_one_of(media, kinds, context),
    }
}

/// A drawing of a document as a PNG, with a warning; `None`, with another, where it cannot be drawn.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
fn as_png(media: &Media, context: &Context) -> Result<Option<Media>> {
    match drawn(media, context) {
        Ok(png) => {
            context.warn(Warning::new(WarningCode::ImageRecoded, "an SVG drawing was written as PNG"));
            Ok(Some(png))
        }
        Err(error) if error.ends_conversion() => Err(error),
        Err(_) => {
            context.warn(Warning::new(WarningCode::ImageDropped, "an SVG drawing could not be drawn"));
            Ok(None)
        }
    }
}

fn drawn(media: &Media, context: &Context) -> Result<Media> {
    let tree = tree(&text(&media.bytes, context)?, context)?;
    if tree.root().children().is_empty() {
        return Err(Error::malformed("there is nothing in the drawing"));
    }
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = (LONG_SIDE_PX / width.max(height)).min(MOST_SCALE);
    let side = |length: f32| (length * scale).ceil().clamp(1.0, LONG_SIDE_PX) as u32;
    let size = (side(width), side(height));
    pixels::charge_pixels(size, context)?;
    held::packed(painted(&tree, scale, size, context)?, None, false, context)
}

/// A picture in the drawing. Drawings in it are as large as they turn out to be, too.
fn inner_picture(
    media_type: &str,
    data: Arc<Vec<u8>>,
    options: &usvg::Options,
    context: &Context,
) -> Result<Option<ImageKind>> {
    let picture_of = ImageHrefResolver::default_data_resolver();
    if !is_drawing(&data) {
        return Ok(picture_of(media_type, data, options));
    }
    let inner = text(&data, context)?;
    checked(&inner, context)?;
    Ok(picture_of(media_type, Arc::new(inner), options))
}

/// A picture beside the drawing, of whatever kind. A drawing counts as often as it is named, since it is read as often.
fn linked_picture(file: Arc<Vec<u8>>, options: &usvg::Options, context: &Context) -> Result<Option<ImageKind>> {
    if is_drawing(&file) {
        context.charge(Limit::elements, file.split(|byte| *byte == b'<').count() as u64)?;
    }
    match inner_picture("text/plain", file, options, context) {
        Err(error) if error.code() == ErrorCode::Malformed => Ok(None),
        picture => picture,
    }
}

/// Warns of HTML in a drawing, which is not drawn. Where a `switch` has something else for those who draw none, nothing is
/// lost.
fn warn_of_markup(document: &Document<'_>, context: &Context) {
    let is_lost = |node: &Element| {
        let has_other = |parent: Element| parent.has_tag_name((SVG, "switch")) && node.next_sibling_element().is_some();
        node.has_tag_name((SVG, "foreignObject")) && !node.parent().is_some_and(has_other)
    };
    let count = document.descendants().filter(is_lost).count();
    if count > 0 {
        let message = counted(
            count,
            "[part of the drawing is|parts of the drawing are] HTML (foreignObject) and [was|were] left out",
        );
        context.warn(Warning::new(WarningCode::DrawingDropped, message));
    }
}

/// A drawing that does not come to too much.
fn checked<'t>(text: &'t [u8], context: &Context) -> Result<Document<'t>> {
    let text = std::str::from_utf8(text).map_err(|_| Error::malformed("the SVG is not in UTF-8"))?;
    cost::check_attributes(text, context)?;
    let document = parse(text, context)?;
    cost::check(&document, context)?;
    Ok(document)
}

fn parse<'t>(text: &'t str, context: &Context) -> Result<Document<'t>> {
    let most = u32::try_from(context.limits().elements).unwrap_or(u32::MAX);
    let options = ParsingOptions { allow_dtd: true, nodes_limit: most, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| failed(&error))
}

/// Whether data in a drawing are another one.
fn is_drawing(data: &[u8]) -> bool {
    data.starts_with(&GZIP) || data.trim_ascii_start().starts_with(b"<") || data.starts_with(b"\xEF\xBB\xBF")
}

fn failed(error: &dyn std::fmt::Display) -> Error {
    Error::malformed(format!("the SVG cannot be read: {error}"))
}

/// The bundled fonts and the caller's.
fn fonts(context: &Context) -> Arc<Database> {
    static BUNDLED: LazyLock<Arc<Database>> = LazyLock::new(|| Arc::new(bundled()));
    if context.fonts().is_empty() {
        return Arc::clone(&BUNDLED);
    }
    let mut database = Database::clone(&BUNDLED);
    for font in context.fonts() {
        database.load_font_data(font.bytes().to_vec());
    }
    Arc::new(database)
}

fn bundled() -> Database {
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
    let (ImageKind::JPEG(data) | ImageKind::PNG(data) | ImageKind::GIF(data) | ImageKind::WEBP(data)) = kind else {
        // The root of a drawing has been visited.
        return Ok(());
    };
    table::size(data, context).map_or(Ok(()), |size| pixels::charge_pixels(size, context))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::options::Options;
    use transvase_base::resources::Resources;

    /// A drawing that lies beside others.
    const SQUARE: &[u8] =
        b"<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><rect width='1' height='1'/></svg>";

    fn drawing(inner: &str) -> Vec<u8> {
        format!("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>{inner}</svg>").into_bytes()
    }

    fn beside(limits: Limits) -> Context {
        let mut resources = Resources::default();
        resources.add("a/square.svg", SQUARE.into()).unwrap();
        resources.add("noise.png", Arc::from([7; 9])).unwrap();
        Context::new(Options::default(), limits).with_resources(Arc::new(resources))
    }

    fn codes(context: &Context) -> Vec<WarningCode> {
        context.take_warnings().into_iter().map(|warning| warning.code).collect()
    }

    #[test]
    fn pictures_beside_a_drawing_are_painted_and_missing_ones_told() {
        let context = beside(Limits::default());
        let found = drawing("<image href='a/square.svg' width='9' height='9'/>");
        assert!(!tree(&found, &context).unwrap().root().children().is_empty());
        assert_eq!(codes(&context), []);
        for name in ["gone.png", "../square.svg", "noise.png", "http://host/square.svg"] {
            let lost = drawing(&format!("<image href='{name}' width='9' height='9'/>"));
            assert!(tree(&lost, &context).unwrap().root().children().is_empty());
            let said = context.take_warnings();
            assert!(said.len() == 1 && said[0].code == WarningCode::ImageDropped, "{said:?}");
            assert!(said[0].message.starts_with("1 picture ") && said[0].message.contains(name), "{said:?}");
        }
    }

    #[test]
    fn words_without_kerning_are_drawn() {
        let words = drawing("<text y='9' style='font-kerning:none'>\u{645}\u{631}\u{62D}\u{628}\u{627}</text>");
        assert!(!tree(&words, &Context::default()).unwrap().root().children().is_empty());
    }

    #[test]
    fn what_is_named_again_and_again_counts_each_time() {
        let named = drawing(&"<image href='a/square.svg' width='9' height='9'/>".repeat(20));
        assert!(tree(&named, &beside(Limits::default())).is_ok());
        let limits = Limits { elements: 60, ..Limits::default() };
        assert_eq!(tree(&named, &beside(limits)).unwrap_err().code(), ErrorCode::LimitExceeded);
    }

    #[test]
    fn markup_is_told_where_nothing_stands_for_it() {
        let context = Context::default();
        let markup = "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>a</p></foreignObject>";
        tree(&drawing(markup), &context).unwrap();
        assert_eq!(codes(&context), [WarningCode::DrawingDropped]);
        tree(&drawing(&format!("<switch>{markup}<text>a</text></switch>")), &context).unwrap();
        assert_eq!(codes(&context), []);
    }

    #[test]
    fn what_reaches_too_far_is_left_out() {
        let wide = "<path d='M2 1H18M1 2V18' stroke='gray' stroke-width='99999999999'/>";
        let masked = format!("<mask id='m'>{wide}</mask><rect width='9' height='9' mask='url(#m)'/>");
        for far in [wide, "<path d='M0 0L1e11 9e10 3 1e12Z'/>", &masked] {
            let context = Context::default();
            let drawing = drawing(&format!("{far}<rect id='seen' width='9' height='9' fill='#f00'/>"));
            let tree = tree(&drawing, &context).unwrap();
            let frame = painted(&tree, 1.0, (9, 9), &context).unwrap();
            assert_eq!(frame.samples[..4], [255, 0, 0, 255], "{far}");
            assert_eq!(codes(&context), [WarningCode::DrawingDropped], "{far}");
        }
    }
}
