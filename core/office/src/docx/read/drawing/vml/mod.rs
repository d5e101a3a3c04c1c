//! VML, the vector markup language (ECMA-376 part 4, 14.1): text boxes, pictures, lettering and groups.

mod css;
mod look;
mod path;

use css::{Css, is_on_page, length, share};
use look::Kind;

use super::super::Reading;
use super::canvas::{Canvas, Spot, placed};
use super::picture;
use super::{Around, settle, text_box};
use crate::ooxml::Tree;
use crate::ooxml::geometry::{self, Outline};
use crate::ooxml::paint::Fill;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_font::fonts::FontBook;
use transvase_font::line_heights;
use transvase_model::flow::{Block, Color, Drawing, Edges, Frame, Inline, LinkTarget, Paragraph, Run, TextStyle, Wrap};
use transvase_model::path::polygon;

/// Size of the space that outlines are counted in where a shape says none.
const SPACE: f32 = 1_000.0;
/// Room between the edges of a text box and its text, in points.
const INSETS: [f32; 4] = [7.2, 3.6, 7.2, 3.6];
/// Width of a letter where its face is not known, as a share of the size.
const LETTER: f32 = 0.55;

/// Reads a `w:pict` or `w:object`.
pub(super) fn read(reading: &mut Reading<'_>, node: &Tree, style: &TextStyle) -> Result<Vec<Inline>> {
    let types: Vec<&Tree> = node.descendants().filter(|tree| tree.is("v:shapetype")).collect();
    let mut inlines = Vec::new();
    for child in node.children() {
        match child.tag() {
            "w:drawing" => inlines.extend(super::read(reading, child, style)?),
            "o:OLEObject" => reading.lose("embedded objects (their preview pictures were kept)"),
            tag if is_shape(tag) => inlines.extend(graphic(reading, child, &types, style)?),
            _ => {}
        }
    }
    Ok(inlines)
}

fn is_shape(tag: &str) -> bool {
    matches!(
        tag,
        "v:shape"
            | "v:rect"
            | "v:roundrect"
            | "v:oval"
            | "v:line"
            | "v:polyline"
            | "v:group"
            | "v:image"
            | "v:arc"
            | "v:curve"
    )
}

fn graphic(reading: &mut Reading<'_>, shape: &Tree, types: &[&Tree], style: &TextStyle) -> Result<Vec<Inline>> {
    let css = Css::of(shape);
    if css.is_hidden() {
        return Ok(Vec::new());
    }
    let line = ends(shape);
    let size = line.map_or_else(|| css.size(), |[from, to]| size_between(from, to));
    let mut placement = css.placement(shape, size, &reading.page);
    if let (Some(place), Some([from, to])) = (&mut placement, line) {
        place.x += from.x.min(to.x);
        place.y += from.y.min(to.y);
    }
    let alt = shape.attribute("alt").map(str::trim).filter(|alt| !alt.is_empty()).map(str::to_owned);
    let around = Around { size, placement, alt };
    if let Some(frame) = lettering(shape, types, &css, &around, style) {
        return Ok(lettered(reading, frame, &around));
    }
    if shape.child("v:textbox").is_none()
        && let Some(id) = image(shape)
    {
        let Some(shown) = picture::shown(reading, id, size)? else { return Ok(Vec::new()) };
        let inline = picture::inline(shown, &around, crop(shape), css.rotation());
        return Ok(linked(shape, inline));
    }
    let mut drawer = Drawer { canvas: Canvas::new(reading), types };
    let spot = Spot { map: turned(&css, size), size };
    if shape.is("v:group") {
        drawer.group(shape, spot)?;
    } else {
        drawer.shape(shape, spot, true)?;
    }
    let drawing = drawer.canvas.drawing;
    Ok(settle(reading, drawing, &around))
}

/// A picture in the link it names.
fn linked(shape: &Tree, inline: Inline) -> Vec<Inline> {
    match shape.attribute("href").filter(|target| !target.is_empty()) {
        Some(target) => {
            let target = LinkTarget::External(target.to_owned());
            vec![Inline::Link { target, content: vec![inline] }]
        }
        None => vec![inline],
    }
}

/// The ends of a line.
fn ends(shape: &Tree) -> Option<[Point; 2]> {
    let point = |name| {
        let (x, y) = shape.attribute(name)?.split_once(',')?;
        Some(Point { x: length(x).unwrap_or(0.0), y: length(y).unwrap_or(0.0) })
    };
    Some([point("from")?, point("to")?]).filter(|_| shape.is("v:line"))
}

fn size_between(from: Point, to: Point) -> Size {
    Size { width: (to.x - from.x).abs(), height: (to.y - from.y).abs() }
}

/// The relationship of a shape's picture.
fn image(shape: &Tree) -> Option<&str> {
    let data = shape.child("v:imagedata")?;
    data.attribute("r:id").or_else(|| data.attribute("r:embed")).filter(|id| !id.is_empty())
}

fn crop(shape: &Tree) -> Edges {
    let data = shape.child("v:imagedata");
    let side = |name| data.and_then(|data| share(data.attribute(name)?)).unwrap_or(0.0).clamp(0.0, 0.999);
    let crop =
        Edges { top: side("croptop"), right: side("cropright"), bottom: side("cropbottom"), left: side("cropleft") };
    if crop.left + crop.right >= 1.0 || crop.top + crop.bottom >= 1.0 { Edges::default() } else { crop }
}

fn turned(css: &Css<'_>, size: Size) -> Affine {
    let (x, y) = (size.width / 2.0, size.height / 2.0);
    let [across, down] = css.flips().map(|flip| if flip { -1.0 } else { 1.0 });
    let angle = css.rotation().to_radians();
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    Affine::translate(-x, -y)
        .then(&Affine::scale(across, down))
        .then(&Affine { a: cos, b: sin, c: -sin, d: cos, e: 0.0, f: 0.0 })
        .then(&Affine::translate(x, y))
}

/// Lettering: words stretched to a box (14.1.2.23).
fn lettering(shape: &Tree, types: &[&Tree], css: &Css<'_>, around: &Around, style: &TextStyle) -> Option<Frame> {
    let path = shape.child("v:textpath")?;
    let text = path.attribute("string").map(str::trim).filter(|text| !text.is_empty())?;
    let kind = Kind { shape, of: of(shape, types) };
    let (color, opacity) = kind.fill().color().unwrap_or((Color::BLACK, 1.0));
    let face = Css::read(path.attribute("style").unwrap_or_default());
    let Size { width, height } = around.size;
    let family =
        face.get("font-family").map(|family| family.trim_matches(['"', '\'', ' '])).filter(|name| !name.is_empty());
    let mut style = TextStyle {
        family: family.map(Into::into),
        color: Some(color.on_white(opacity)),
        weight: if face.get("font-weight").is_some_and(|weight| weight != "normal") { 700 } else { 400 },
        italic: face.get("font-style").is_some_and(|slant| slant != "normal"),
        language: style.language.clone(),
        ..TextStyle::default()
    };
    stretch(&mut style, text, around.size);
    let run = Run { text: text.to_owned(), style };
    let paragraph = Paragraph { content: vec![Inline::Text(run)], ..Paragraph::default() };
    let rect = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
    Some(text_box::frame(rect, css.rotation(), Edges::default(), vec![Block::Paragraph(paragraph)]))
}

/// Makes letters as high, and as wide, as their box: its height is that of a line.
fn stretch(style: &mut TextStyle, text: &str, size: Size) {
    let family = style.family.as_deref().unwrap_or("Calibri");
    let face = FontBook::bundled().find(family, style.weight, style.italic);
    let ems = |letter| face.and_then(|face| face.glyph(letter)).map_or(LETTER, |(_, advance)| advance);
    let height = (size.height / line_heights::natural(family)).clamp(1.0, 1_000.0);
    let natural = text.chars().map(ems).sum::<f32>() * height;
    style.size = Some(height);
    // A touch narrower, so that no rounding breaks the line.
    style.scale = (size.width / natural.max(1.0) * 0.995).clamp(0.1, 6.0);
}

/// Lettering where it stands.
fn lettered(reading: &mut Reading<'_>, mut frame: Frame, around: &Around) -> Vec<Inline> {
    let Some(placement) = around.placement else {
        let texts = vec![frame];
        return vec![Inline::Drawing(Drawing { texts, size: around.size, ..Drawing::default() })];
    };
    frame.rect = frame.rect.moved(Point { x: placement.x, y: placement.y });
    (frame.origin, frame.wrap) = (placement.origin, placement.wrap);
    // What lies behind a page at no angle is no watermark to the model, but text behind it all the same.
    if !is_on_page(Some(&placement)) && frame.wrap == Wrap::Square {
        frame.wrap = Wrap::InFront;
    }
    reading.behind.push(Block::Frame(frame));
    Vec::new()
}

/// The type that a shape is of.
fn of<'t>(shape: &Tree, types: &[&'t Tree]) -> Option<&'t Tree> {
    let name = shape.attribute("type")?.strip_prefix('#')?;
    types.iter().find(|kind| kind.attribute("id") == Some(name)).copied()
}

/// Draws shapes on a canvas.
struct Drawer<'r, 'c, 't> {
    canvas: Canvas<'r, 'c>,
    types: &'t [&'t Tree],
}

impl Drawer<'_, '_, '_> {
    /// Draws the members of a group.
    fn group(&mut self, group: &Tree, spot: Spot) -> Result<()> {
        if !self.canvas.enter() {
            return Ok(());
        }
        let space = pair(group.attribute("coordsize")).unwrap_or([SPACE; 2]);
        let origin = pair(group.attribute("coordorigin")).unwrap_or_default();
        let scale = |length: f32, space: f32| if space > 0.0 { length / space } else { 1.0 };
        let inner = Affine::translate(-origin[0], -origin[1])
            .then(&Affine::scale(scale(spot.size.width, space[0]), scale(spot.size.height, space[1])))
            .then(&spot.map);
        for member in group.children().filter(|member| is_shape(member.tag())) {
            self.canvas.reading.context.checkpoint()?;
            let css = Css::of(member);
            if css.is_hidden() {
                continue;
            }
            let spot = self.member(member, &css, &inner);
            if member.is("v:group") { self.group(member, spot)? } else { self.shape(member, spot, false)? }
        }
        self.canvas.leave();
        Ok(())
    }

    /// Where a member of a group stands.
    fn member(&self, member: &Tree, css: &Css<'_>, space: &Affine) -> Spot {
        let number = |name| css.number(name).unwrap_or(0.0);
        let (mut x, mut y, mut cx, mut cy) = (number("left"), number("top"), number("width"), number("height"));
        if let (Some(from), Some(to)) = (pair(member.attribute("from")), pair(member.attribute("to"))) {
            (x, y) = (from[0].min(to[0]), from[1].min(to[1]));
            (cx, cy) = ((to[0] - from[0]).abs(), (to[1] - from[1]).abs());
        }
        placed(x, y, cx, cy, turned(css, Size { width: cx, height: cy }), space)
    }

    fn shape(&mut self, shape: &Tree, spot: Spot, alone: bool) -> Result<()> {
        let kind = Kind { shape, of: of(shape, self.types) };
        let is_line =
            matches!(shape.tag(), "v:line" | "v:curve" | "v:arc") || matches!(kind.number(), Some(20 | 32..=40));
        let fill = if is_line { Fill::None } else { kind.fill() };
        let line = kind.line();
        let mut frame = self.text(shape, &spot)?;
        let is_box = matches!(shape.tag(), "v:rect") || matches!(kind.number(), Some(1 | 202));
        if let Some(frame) = frame.as_mut().filter(|_| alone && is_box) {
            text_box::decorate(frame, Some(&fill), line);
        } else if image(shape).is_none() && (fill != Fill::None || line.is_some()) {
            let outlines = self.outlines(kind, spot.size);
            if let Fill::Picture(id) = &fill {
                self.canvas.image(id, spot.upright().0)?;
            }
            self.canvas.paint(outlines, Some(&fill), line, &spot);
        }
        if let Some(id) = image(shape) {
            self.canvas.image(id, spot.upright().0)?;
        }
        self.canvas.drawing.texts.extend(frame);
        Ok(())
    }

    fn outlines(&mut self, kind: Kind<'_>, size: Size) -> Vec<Outline> {
        let preset = |name: &str, adjusts: &[(&str, f64)]| geometry::preset(name, adjusts.iter().copied(), size);
        let found = match kind.shape.tag() {
            "v:rect" => preset("rect", &[]),
            "v:oval" => preset("ellipse", &[]),
            "v:roundrect" => {
                let round = kind.attribute("arcsize").and_then(share).unwrap_or(0.2);
                preset("roundRect", &[("adj", f64::from(round) * 100_000.0)])
            }
            "v:line" => preset(if runs_down(kind.shape) { "line" } else { "lineInv" }, &[]),
            "v:polyline" => polyline(kind.shape, size).map(|outline| vec![outline]),
            _ => own_path(kind, size)
                .map(|outline| vec![outline])
                .or_else(|| preset(kind.number().and_then(preset_of)?, &[])),
        };
        found.unwrap_or_else(|| {
            self.canvas.reading.lose("unusual shapes (drawn as rectangles)");
            preset("rect", &[]).unwrap_or_default()
        })
    }

    /// The text of a shape as a frame.
    fn text(&mut self, shape: &Tree, spot: &Spot) -> Result<Option<Frame>> {
        let Some(text_box) = shape.child("v:textbox") else { return Ok(None) };
        let Some(content) = text_box.child("w:txbxContent") else { return Ok(None) };
        let blocks = self.canvas.reading.blocks(content)?;
        if !text_box::has_content(&blocks) {
            return Ok(None);
        }
        let mut insets = text_box.attribute("inset").unwrap_or_default().split(',').map(length);
        let [left, top, right, bottom] = INSETS.map(|usual| insets.next().flatten().unwrap_or(usual).max(0.0));
        let css = Css::of(text_box);
        let (rect, rotation) = spot.upright();
        let (rect, rotation) = match (css.get("layout-flow"), css.get("mso-layout-flow-alt")) {
            (Some(_), Some("bottom-to-top")) => (text_box::upended(&rect), rotation + 270.0),
            (Some("vertical" | "vertical-ideographic"), _) => (text_box::upended(&rect), rotation + 90.0),
            _ => (rect, rotation),
        };
        Ok(Some(text_box::frame(rect, rotation, Edges { top, right, bottom, left }, blocks)))
    }
}

/// Whether a line runs from the upper left to the lower right, or the other way.
fn runs_down(shape: &Tree) -> bool {
    match (pair(shape.attribute("from")), pair(shape.attribute("to"))) {
        (Some(from), Some(to)) => (to[0] >= from[0]) == (to[1] >= from[1]),
        _ => true,
    }
}

/// Two numbers parted by a comma, whatever their units.
fn pair(text: Option<&str>) -> Option<[f32; 2]> {
    let (x, y) = text?.split_once(',')?;
    let number = |text: &str| {
        let number = text.trim().trim_end_matches(|c: char| c.is_ascii_alphabetic());
        number.parse().ok().filter(|value: &f32| value.abs() < 1e9).unwrap_or(0.0)
    };
    Some([number(x), number(y)])
}

fn own_path(kind: Kind<'_>, size: Size) -> Option<Outline> {
    let space = pair(kind.attribute("coordsize")).unwrap_or([SPACE; 2]);
    let origin = pair(kind.attribute("coordorigin")).unwrap_or_default();
    path::outline(kind.attribute("path")?, origin, space, size)
}

/// Points of a line, whose own corner is that of its box.
fn polyline(shape: &Tree, size: Size) -> Option<Outline> {
    let values: Vec<f32> =
        shape.attribute("points")?.split([',', ' ']).filter(|word| !word.is_empty()).filter_map(length).collect();
    let points: Vec<Point> = values.chunks_exact(2).map(|pair| Point { x: pair[0], y: pair[1] }).collect();
    let around = Rect::around(points.iter().copied())?;
    let scale = |length: f32, own: f32| if own > 0.0 && length > 0.0 { length / own } else { 1.0 };
    let (across, down) = (scale(size.width, around.width()), scale(size.height, around.height()));
    let place = |p: &Point| Point { x: (p.x - around.left) * across, y: (p.y - around.top) * down };
    let mut segments = polygon(&points.iter().map(place).collect::<Vec<_>>());
    if points.first() != points.last() {
        segments.pop();
    }
    Some(Outline { segments, filled: true, stroked: true })
}

/// The name of the preset that office programs number so (ECMA-376 part 4, 14.2.2.20; [MS-ODRAW] 2.4.24).
fn preset_of(number: u32) -> Option<&'static str> {
    Some(match number {
        1 | 75 | 202 => "rect",
        2 => "roundRect",
        3 => "ellipse",
        4 => "diamond",
        5 => "triangle",
        6 => "rtTriangle",
        7 => "parallelogram",
        8 => "trapezoid",
        9 => "hexagon",
        10 => "octagon",
        11 => "plus",
        12 => "star5",
        13 => "rightArrow",
        15 => "homePlate",
        16 => "cube",
        20 => "line",
        22 => "can",
        23 => "donut",
        32 => "straightConnector1",
        33 => "bentConnector2",
        34 => "bentConnector3",
        35 => "bentConnector4",
        36 => "bentConnector5",
        37 => "curvedConnector2",
        38 => "curvedConnector3",
        55 => "chevron",
        56 => "pentagon",
        61 => "wedgeRectCallout",
        62 => "wedgeRoundRectCallout",
        63 => "wedgeEllipseCallout",
        65 => "foldedCorner",
        66 => "leftArrow",
        67 => "downArrow",
        68 => "upArrow",
        69 => "leftRightArrow",
        70 => "upDownArrow",
        85 => "leftBracket",
        86 => "rightBracket",
        87 => "leftBrace",
        88 => "rightBrace",
        109 => "flowChartProcess",
        110 => "flowChartDecision",
        111 => "flowChartInputOutput",
        112 => "flowChartPredefinedProcess",
        113 => "flowChartInternalStorage",
        114 => "flowChartDocument",
        116 => "flowChartTerminator",
        117 => "flowChartPreparation",
        118 => "flowChartManualInput",
        119 => "flowChartManualOperation",
        120 => "flowChartConnector",
        121 => "flowChartPunchedCard",
        127 => "flowChartExtract",
        128 => "flowChartMerge",
        176 => "flowChartAlternateProcess",
        177 => "flowChartOffpageConnector",
        _ => return None,
    })
}
