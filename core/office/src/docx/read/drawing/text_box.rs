//! Text boxes: text in shapes ([MS-ODRAWXML] 2.8.3.6; ECMA-376 part 1, 21.1.2.1.1).

use super::canvas::{Canvas, Spot};
use super::place::emu;
use crate::ooxml::Tree;
use crate::ooxml::paint::{Fill, Line, first_color};
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::flow::{Block, Border, Borders, Color, Edges, Frame, Origin, Run, Wrap, each_run_mut, walk_mut};

/// Room between the edges of a box and its text that says none: a tenth of an inch at the sides.
const SIDE: f32 = 7.2;
/// Half of it above and below.
const ABOVE: f32 = 3.6;

/// The text of a shape as a frame; `None` where it has none.
pub(super) fn read(canvas: &mut Canvas<'_, '_>, shape: &Tree, spot: &Spot) -> Result<Option<Frame>> {
    let Some(content) = shape.find(&["wps:txbx", "w:txbxContent"]) else { return Ok(None) };
    let mut blocks = canvas.reading.blocks(content)?;
    if !has_content(&blocks) {
        return Ok(None);
    }
    let color = shape.child("wps:style").and_then(|style| style.child("a:fontRef"));
    if let Some((color, _)) = color.and_then(|color| first_color(color, &canvas.reading.theme)) {
        tint(&mut blocks, color);
    }
    let body = shape.child("wps:bodyPr");
    let side = |name, default| body.and_then(|body| emu(body.attribute(name)?)).unwrap_or(default).max(0.0);
    let padding = Edges {
        top: side("tIns", ABOVE),
        right: side("rIns", SIDE),
        bottom: side("bIns", ABOVE),
        left: side("lIns", SIDE),
    };
    let (rect, rotation) = spot.upright();
    let (rect, rotation) = match body.and_then(|body| body.attribute("vert")) {
        Some("vert" | "eaVert" | "wordArtVert") => (upended(&rect), rotation + 90.0),
        Some("vert270") => (upended(&rect), rotation + 270.0),
        _ => (rect, rotation),
    };
    Ok(Some(frame(rect, rotation, padding, blocks)))
}

/// A frame on a drawing.
pub(super) fn frame(rect: Rect, rotation: f32, padding: Edges, blocks: Vec<Block>) -> Frame {
    Frame {
        rect,
        origin: Origin::Paragraph,
        rotation: rotation.rem_euclid(360.0),
        wrap: Wrap::InFront,
        padding,
        background: None,
        borders: Borders::default(),
        blocks,
    }
}

/// Whether there is anything but one empty paragraph.
pub(super) fn has_content(blocks: &[Block]) -> bool {
    blocks.iter().any(|block| match block {
        Block::Paragraph(paragraph) => !paragraph.content.is_empty(),
        _ => true,
    })
}

/// A box lying on its side, about the same middle.
pub(super) fn upended(rect: &Rect) -> Rect {
    let (middle, across, down) = (rect.center(), rect.height() / 2.0, rect.width() / 2.0);
    Rect { left: middle.x - across, top: middle.y - down, right: middle.x + across, bottom: middle.y + down }
}

/// Colour and lines of a frame that is a shape itself.
pub(super) fn decorate(frame: &mut Frame, fill: Option<&Fill>, line: Option<Line>) {
    frame.background = fill
        .and_then(Fill::color)
        .filter(|(_, opacity)| *opacity > 0.0)
        .map(|(color, opacity)| color.on_white(opacity));
    let border = line.filter(|line| line.stroke.opacity > 0.0).map(|line| Border {
        width: line.stroke.width.clamp(Border::WIDTHS.0, Border::WIDTHS.1),
        color: line.stroke.color.on_white(line.stroke.opacity),
        ..Border::default()
    });
    frame.borders = border.map(Borders::all).unwrap_or_default();
}

/// Gives text without a colour of its own one.
fn tint(blocks: &mut [Block], color: Color) {
    if color == Color::BLACK {
        return;
    }
    let mut paint = |run: &mut Run| {
        run.style.color.get_or_insert(color);
    };
    let _ = walk_mut::<()>(blocks, &mut |paragraph| {
        each_run_mut(&mut paragraph.content, &mut paint);
        Ok(())
    });
}
