//! Shapes and words of a drawing, in their places on that of a document.

use super::Words;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::{
    Align, Block, Borders, Drawing, Edges, Frame, Inline, Origin, Paragraph, ParagraphStyle, Run, Shape, TextStyle,
    Wrap,
};
use transvase_model::pages::Item;
use transvase_model::path::{self, Segment, polygon};

/// Longest side in points of a drawing that is in no size.
const LONGEST: f32 = 450.0;
/// Width of the widest letters, and height of a line, in sizes of the font.
const LETTER: f32 = 1.0;
const LINE: f32 = 1.2;
/// How far the base line lies below the top of a line.
const RISE: f32 = 0.93;

/// A size for a drawing whose own has no unit.
pub(super) fn natural(own: Size) -> Size {
    let scale = (LONGEST / own.width.max(own.height)).min(0.75);
    Size { width: own.width * scale, height: own.height * scale }
}

/// Puts paths on a drawing; pictures lie over as many shapes as before.
pub(super) fn shapes(drawing: &mut Drawing, items: Vec<Item>, map: &Affine) {
    let scale = map.determinant().abs().sqrt();
    let mut kept = vec![0];
    for item in items {
        if let Item::Path(path) = item
            && let Some(outline) = seen(path.segments, path.clip)
        {
            let outline = outline.into_iter().map(|segment| segment.map(|point| map.apply(point))).collect();
            let stroke = path.stroke.map(|stroke| path::Stroke { width: stroke.width * scale, ..stroke });
            drawing.shapes.push(Shape { outline, fill: path.fill, gradient: None, stroke });
        }
        kept.push(drawing.shapes.len());
    }
    for image in &mut drawing.images {
        image.over = kept.get(image.over).copied().unwrap_or(drawing.shapes.len());
    }
}

/// What is seen of an outline through a window: nothing outside of it, and of boxes the part that lies in it. Other
/// outlines that reach out of it are left whole.
fn seen(outline: Vec<Segment>, window: Option<Rect>) -> Option<Vec<Segment>> {
    let Some(window) = window else { return Some(outline) };
    let around = path::bounds(&outline)?;
    let common = around.intersection(&window)?;
    if common == around || !is_box(&outline, &around) {
        return Some(outline);
    }
    let at = |x, y| Point { x, y };
    let Rect { left, top, right, bottom } = common;
    Some(polygon(&[at(left, top), at(right, top), at(right, bottom), at(left, bottom)]))
}

fn is_box(outline: &[Segment], around: &Rect) -> bool {
    let on_corner =
        |p: Point| (p.x == around.left || p.x == around.right) && (p.y == around.top || p.y == around.bottom);
    outline.len() <= 6 && outline.iter().flat_map(|segment| segment.points()).all(on_corner)
}

/// Words in a frame around them.
pub(super) fn frame(words: &Words, map: &Affine) -> Frame {
    let size = words.size * map.determinant().abs().sqrt();
    let length = words.text.chars().count() as f32 * size * LETTER + size;
    let at = map.apply(words.at);
    // The box as if its line were level, about the point that its words are placed by.
    let left = match words.anchor {
        Align::Center => -length / 2.0,
        Align::End => -length,
        _ => 0.0,
    };
    let top = (words.drop - RISE) * size;
    let (half_width, half_height) = (length / 2.0, size * LINE / 2.0);
    let angle = words.rotation.to_radians();
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    let (dx, dy) = (left + half_width, top + half_height);
    let middle = Point { x: at.x + dx * cos - dy * sin, y: at.y + dx * sin + dy * cos };
    let rect = Rect {
        left: middle.x - half_width,
        top: middle.y - half_height,
        right: middle.x + half_width,
        bottom: middle.y + half_height,
    };
    let style = TextStyle {
        family: words.family.as_deref().map(Into::into),
        size: Some(size.clamp(1.0, 1_000.0)),
        weight: if words.bold { 700 } else { 400 },
        italic: words.italic,
        underline: words.underline,
        color: Some(words.color),
        ..TextStyle::default()
    };
    let content = vec![Inline::Text(Run { text: words.text.clone(), style })];
    let style = ParagraphStyle { align: Some(words.anchor), ..ParagraphStyle::default() };
    Frame {
        rect,
        origin: Origin::Paragraph,
        rotation: words.rotation.rem_euclid(360.0),
        wrap: Wrap::InFront,
        padding: Edges::default(),
        background: None,
        borders: Borders::default(),
        blocks: vec![Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })],
    }
}
