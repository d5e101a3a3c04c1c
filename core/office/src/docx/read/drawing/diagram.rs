//! Diagrams: the drawing that their program stored beside them ([MS-ODRAWXML] 2.12).

use super::super::Reading;
use super::canvas::{Canvas, bounds, spot};
use super::{Around, placeholder, settle, text_box};
use crate::ooxml::paint::Fill;
use crate::ooxml::{Theme, Tree};
use transvase_base::error::Result;
use transvase_base::units::{Affine, Rect};
use transvase_model::flow::{Align, Block, Color, Edges, Frame, Inline, Paragraph, ParagraphStyle, Run, TextStyle};

use super::place::{EMU, emu};

/// Width of a letter in sizes of the font, where nobody has measured it.
const LETTER: f32 = 0.5;
/// Distance of lines, likewise.
const LINE: f32 = 1.2;
/// Paragraphs of a diagram whose words are told.
const MAX_WORDS: usize = 40;

/// A diagram, by the drawing stored for it, else its words.
pub(super) fn smart_art(
    reading: &mut Reading<'_>,
    node: &Tree,
    around: &Around,
    style: &TextStyle,
) -> Result<Vec<Inline>> {
    let data = match node.attribute("r:dm") {
        Some(id) => reading.related(id)?,
        None => None,
    };
    let Some(data) = data else {
        reading.lose("diagrams");
        return Ok(Vec::new());
    };
    let stored = data.descendants().find(|tree| tree.is("dsp:dataModelExt")).and_then(|tree| tree.attribute("relId"));
    if let Some(id) = stored
        && let Some(part) = reading.related(id)?
        && let Some(shapes) = part.descendants().find(|tree| tree.is("dsp:spTree"))
    {
        let mut canvas = Canvas::new(reading);
        for shape in shapes.children().filter(|tree| tree.is("dsp:sp")) {
            piece(&mut canvas, shape)?;
        }
        let drawing = canvas.drawing;
        if bounds(&drawing).is_some() {
            return Ok(settle(reading, drawing, around));
        }
    }
    reading.lose("diagrams (their text was kept)");
    let words = data.descendants().filter(|tree| tree.is("a:p")).map(Tree::text).filter(|text| !text.trim().is_empty());
    let words = words.take(MAX_WORDS).collect::<Vec<_>>().join("; ");
    Ok(placeholder(format!("[Diagram: {words}]"), style))
}

/// A shape of a diagram with its text.
fn piece(canvas: &mut Canvas<'_, '_>, shape: &Tree) -> Result<()> {
    let space = Affine::scale(1.0 / EMU, 1.0 / EMU);
    let frame = shape.find(&["dsp:spPr", "a:xfrm"]);
    let place = spot(frame, &space);
    canvas.grouped_shape(shape, place)?;
    let Some(body) = shape.child("dsp:txBody") else { return Ok(()) };
    let place = shape.child("dsp:txXfrm").map_or(place, |frame| spot(Some(frame), &space));
    let (rect, rotation) = place.upright();
    let blocks = paragraphs(body, &canvas.reading.theme);
    if !text_box::has_content(&blocks) {
        return Ok(());
    }
    let frame = centered(text_box::frame(rect, rotation, insets(body), blocks));
    canvas.drawing.texts.push(frame);
    Ok(())
}

fn insets(body: &Tree) -> Edges {
    let properties = body.child("a:bodyPr");
    let side = |name| properties.and_then(|properties| emu(properties.attribute(name)?)).unwrap_or(0.0).max(0.0);
    Edges { top: side("tIns"), right: side("rIns"), bottom: side("bIns"), left: side("lIns") }
}

/// A frame whose text stands about in the middle of its height.
fn centered(mut frame: Frame) -> Frame {
    let Rect { left, right, .. } = frame.rect;
    let measure = (right - left - frame.padding.left - frame.padding.right).max(1.0);
    let height: f32 = frame.blocks.iter().map(|block| height(block, measure)).sum();
    let room = frame.rect.height() - height;
    if room > 0.0 {
        (frame.padding.top, frame.padding.bottom) = (room / 2.0, 0.0);
    }
    frame
}

/// About how high a block is, in points.
pub(in super::super) fn height(block: &Block, measure: f32) -> f32 {
    let Block::Paragraph(paragraph) = block else { return 0.0 };
    let runs = paragraph.content.iter().filter_map(Inline::run);
    let (mut width, mut size) = (0.0_f32, 0.0_f32);
    for run in runs {
        let own = run.style.size.unwrap_or(11.0);
        width += run.text.chars().count() as f32 * own * LETTER;
        size = size.max(own);
    }
    (width / measure).ceil().max(1.0) * size * LINE
}

/// Paragraphs of DrawingML (21.1.2.2.6).
fn paragraphs(body: &Tree, theme: &Theme) -> Vec<Block> {
    let paragraph = |tree: &Tree| {
        let align = match tree.child("a:pPr").and_then(|properties| properties.attribute("algn")) {
            Some("ctr") => Some(Align::Center),
            Some("r") => Some(Align::End),
            Some("just") => Some(Align::Justify),
            _ => None,
        };
        let content = tree.children().filter_map(|child| inline(child, theme)).collect();
        let style = ParagraphStyle { align, ..ParagraphStyle::default() };
        Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })
    };
    body.children().filter(|child| child.is("a:p")).map(paragraph).collect()
}

fn inline(tree: &Tree, theme: &Theme) -> Option<Inline> {
    match tree.tag() {
        "a:br" => Some(Inline::LineBreak),
        "a:r" | "a:fld" => {
            let text = tree.child("a:t").map(Tree::text).filter(|text| !text.is_empty())?;
            let style = tree.child("a:rPr").map(|look| text_style(look, theme)).unwrap_or_default();
            Some(Inline::Text(Run { text, style }))
        }
        _ => None,
    }
}

fn text_style(look: &Tree, theme: &Theme) -> TextStyle {
    let is_on = |name| matches!(look.attribute(name), Some("1" | "true"));
    let size = look.attribute("sz").and_then(|size| size.parse::<f32>().ok()).map(|size| size / 100.0);
    let color: Option<Color> = Fill::of(look, theme).and_then(|fill| fill.color()).map(|(color, _)| color);
    TextStyle {
        size: size.filter(|size| (1.0..=400.0).contains(size)),
        weight: if is_on("b") { 700 } else { 400 },
        italic: is_on("i"),
        underline: look.attribute("u").is_some_and(|kind| kind != "none"),
        color,
        ..TextStyle::default()
    }
}
