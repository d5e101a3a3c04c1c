//! Call-outs and panels: paragraphs on a ground of their own that is larger than their lines, with or without a bar at
//! its side, as boxes and listings have. The room between ground and text becomes that between a border in the colour
//! of the ground and the text; the bar becomes a border. A ground that reaches further from its text than a border may
//! stand is drawn behind it, as large as it is.

use super::block::{Block, Panel, Para};
use super::caps;
use super::color::is_dark;
use super::element::Picture;
use super::graphics::float::Float;
use super::graphics::tolerances::{FILLED, SAME_EDGE};
use super::page_blocks::ColumnSet;
use super::sketch::Sketch;
use super::vector::FilledRect;
use super::vector::tolerances::{THICKEST, THINNEST};
use transvase_base::units::{Point, Pt, Rect};
use transvase_model::flow::{Align, Border, Borders, Color, Edges, Origin, Shape};
use transvase_model::pages::Segment;

/// Height of a bar as a multiple of its width at the least: a lower one is a box or a bullet.
const SLENDER: f32 = 3.0;
/// Difference of indents that is none: one frame stands around such paragraphs.
const SAME_INDENT: Pt = Pt(0.5);
/// Distance of a border from its text that is worth one: borders are placed by whole points.
const MIN_ROOM: Pt = Pt(1.0);

/// The last of the fills that lies behind a paragraph; none where that is white.
pub(super) fn ground_of(para: &Para, fills: &[FilledRect]) -> Option<usize> {
    let rect = para.rect();
    let behind = |fill: &FilledRect| {
        let common = fill.rect.intersection(&rect);
        common.is_some_and(|common| common.area() >= FILLED * rect.area())
    };
    let first = fills.len().saturating_sub(caps::MANY);
    let last = fills.iter().skip(first).rposition(behind).map(|at| first + at)?;
    fills.get(last).filter(|fill| fill.color != Color::WHITE).map(|_| last)
}

/// Finds the panels of a page; their bars are floats no more.
pub(super) fn mark(parts: &mut [ColumnSet], fills: &[FilledRect], floats: &mut Vec<Float>) {
    let mut bars: Vec<Bar> = floats.iter().enumerate().filter_map(|(at, float)| Bar::of(at, float)).collect();
    bars.truncate(caps::FEW);
    if fills.is_empty() && bars.is_empty() {
        return;
    }
    let (mut taken, mut large) = (Vec::new(), Vec::new());
    for column in parts.iter_mut().flat_map(|part| &mut part.columns) {
        let mut homes: Vec<Option<Home>> = column.iter().map(|block| Home::of(block, fills, &bars)).collect();
        let mut start = 0;
        while start < column.len() {
            let same = homes[start..].iter().take_while(|home| **home == homes[start]).count();
            if let Some(home) = homes[start].take() {
                let fill = home.fill.and_then(|at| fills.get(at));
                let bar = home.bar.and_then(|at| bars.get(at));
                let Some(blocks) = column.get_mut(start..start + same) else { break };
                if frame(blocks, fill, bar) {
                    taken.extend(bar.map(|bar| bar.float));
                } else if let Some(fill) = fill.filter(|fill| !is_large(blocks, fill)) {
                    end_at(blocks, fill);
                } else {
                    large.extend(home.fill);
                }
            }
            start += same;
        }
    }
    let mut at = 0;
    floats.retain(|_| {
        at += 1;
        !taken.contains(&(at - 1))
    });
    large.sort_unstable();
    large.dedup();
    lay_under(parts, fills, &large);
    let drawn = large.iter().filter_map(|at| fills.get(*at)).map(drawn);
    floats.splice(0..0, drawn);
}

/// Whether a ground reaches further beyond its paragraphs than a border could hold it, at any side.
fn is_large(blocks: &[Block], fill: &FilledRect) -> bool {
    let paras = || blocks.iter().filter_map(Block::text);
    let top = paras().map(Para::top).fold(f32::INFINITY, f32::min);
    let bottom = paras().map(Para::bottom).fold(f32::NEG_INFINITY, f32::max);
    // The colour of a paragraph reaches from indent to indent, wherever its words stand.
    let left = paras().map(start).fold(f32::INFINITY, f32::min);
    let right = paras().map(|para| para.frame.right.max(para.rect().right)).fold(f32::NEG_INFINITY, f32::max);
    let Rect { left: from, top: above, right: to, bottom: below } = fill.rect;
    [left - from, top - above, to - right, below - bottom].iter().any(|room| *room > Border::FARTHEST)
}

/// Takes the colour of drawn grounds off the paragraphs that stand on them, and notes which light words can be read there.
fn lay_under(parts: &mut [ColumnSet], fills: &[FilledRect], drawn: &[usize]) {
    let paras = parts.iter_mut().flat_map(ColumnSet::blocks_mut).filter_map(Block::text_mut);
    for para in paras {
        let Some(at) = ground_of(para, fills).filter(|at| drawn.contains(at)) else { continue };
        para.background = None;
        let dark = fills.get(at).is_some_and(|fill| is_dark(fill.color));
        para.lines.iter_mut().flat_map(|line| &mut line.words).for_each(|word| word.on_ground |= dark);
    }
}

/// A ground as a drawing behind the text.
fn drawn(fill: &FilledRect) -> Float {
    let (right, bottom) = (fill.rect.width(), fill.rect.height());
    let corners = [(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)].map(|(x, y)| Point { x, y });
    let [first, rest @ ..] = corners;
    let outline = [Segment::Move(first)].into_iter().chain(rest.map(Segment::Line)).chain([Segment::Close]);
    let shape = Shape { outline: outline.collect(), fill: Some((fill.color, 1.0)), ..Shape::default() };
    let sketch = Sketch { shapes: vec![shape], ..Sketch::default() };
    Float::behind(Picture::drawn(sketch, fill.rect), Origin::Paragraph)
}

/// A slender drawing of one colour.
#[derive(Debug)]
struct Bar {
    /// Index of the float it is.
    float: usize,
    rect: Rect,
    color: Color,
}

impl Bar {
    fn of(at: usize, float: &Float) -> Option<Bar> {
        let rect = float.picture.rect;
        let sketch = float.picture.sketch.as_ref()?;
        let plain = sketch.images.is_empty() && sketch.texts.is_empty() && sketch.drawing.is_none();
        let mut fills = sketch.shapes.iter().map(|shape| shape.fill.filter(|_| shape.stroke.is_none()));
        let (color, opacity) = fills.next()??;
        let one = opacity >= 1.0 && fills.all(|fill| fill == Some((color, opacity)));
        let slender = rect.width() <= THICKEST && rect.height() >= SLENDER * rect.width().max(THINNEST);
        (plain && one && slender).then_some(Bar { float: at, rect, color })
    }

    /// Whether it stands at the left of a paragraph, from its top to its bottom.
    fn stands_by(&self, para: &Para) -> bool {
        let rect = para.rect();
        let room = rect.left - self.rect.right;
        let whole = rect.top >= self.rect.top - SAME_EDGE && rect.bottom <= self.rect.bottom + SAME_EDGE;
        whole && (0.0..=Border::FARTHEST).contains(&room)
    }
}

/// Where a paragraph is at home: on a fill, by a bar, or both.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Home {
    fill: Option<usize>,
    bar: Option<usize>,
}

impl Home {
    fn of(block: &Block, fills: &[FilledRect], bars: &[Bar]) -> Option<Home> {
        let Block::Text(para) = block else { return None };
        let plain = para.place.is_none() && !para.rtl && !para.lines.is_empty();
        let fill = ground_of(para, fills);
        let bar = bars.iter().position(|bar| bar.stands_by(para));
        (plain && (fill.is_some() || bar.is_some())).then_some(Home { fill, bar })
    }
}

/// Puts borders around the paragraphs of a panel; `false` where they do not fit it.
fn frame(blocks: &mut [Block], fill: Option<&FilledRect>, bar: Option<&Bar>) -> bool {
    let mut paras: Vec<&mut Para> = blocks.iter_mut().filter_map(Block::text_mut).collect();
    let Some(room) = room(&paras, fill, bar) else { return false };
    // The thinnest border holds the ground away from the text.
    let held = |room: f32| {
        let color = fill?.color;
        (room >= THINNEST + MIN_ROOM).then_some(Border { width: THINNEST, color, ..Border::default() })
    };
    let bar = bar.map(|bar| Border { width: bar.rect.width().max(THINNEST), color: bar.color, ..Border::default() });
    let (top, right, bottom) = (held(room.top), held(room.right), held(room.bottom));
    let borders = Borders { top, right, bottom, left: bar.or_else(|| held(room.left)) };
    if borders == Borders::default() {
        return false;
    }
    let within = |room: f32| (room - THINNEST).max(0.0);
    let left = if bar.is_some() { room.left.max(0.0) } else { within(room.left) };
    let inner = Edges { top: within(room.top), right: within(room.right), bottom: within(room.bottom), left };
    let count = paras.len();
    for (at, para) in paras.iter_mut().enumerate() {
        para.panel = Some(Panel { borders, room: inner, opens: at == 0, closes: at + 1 == count });
        // A ground narrower than the column is that of narrower text.
        para.indents.end += if fill.is_some() { (-room.right).max(0.0) } else { 0.0 };
    }
    true
}

/// Ends paragraphs where the ground they stand on does: it would reach over all their column.
fn end_at(blocks: &mut [Block], fill: &FilledRect) {
    for para in blocks.iter_mut().filter_map(Block::text_mut) {
        let room = para.frame.right - para.indents.end - fill.rect.right;
        if room > Border::FARTHEST && para.rect().right <= fill.rect.right {
            para.indents.end += room;
        }
    }
}

/// Distances of the edges of a panel from its text; `None` where its paragraphs have not the same edges, or where
/// what lies behind them reaches so far that it is the ground of more than this text.
fn room(paras: &[&mut Para], fill: Option<&FilledRect>, bar: Option<&Bar>) -> Option<Edges> {
    let (first, last) = (paras.first()?, paras.last()?);
    let around = paras.iter().map(|para| para.rect()).reduce(|a, b| a.union(&b))?;
    let right = |para: &Para| para.frame.right - para.indents.end;
    let edge = paras.iter().map(|para| start(para)).fold(f32::INFINITY, f32::min);
    let even = paras.iter().all(|para| {
        let aligned = matches!(para.align, None | Some(Align::Start | Align::Justify));
        let same = |a: f32, b: f32| (a - b).abs() <= SAME_INDENT;
        // The indents of code become spaces.
        is_typed(para) || (aligned && same(start(para), edge) && same(right(para), right(first)))
    });
    let area = fill.map_or(around, |fill| fill.rect);
    let room = Edges {
        top: first.top() - area.top,
        right: area.right - right(first),
        bottom: area.bottom - last.bottom(),
        left: edge - bar.map_or(area.left, |bar| bar.rect.right),
    };
    let close = [room.top, room.right, room.bottom, room.left].iter().all(|room| *room <= Border::FARTHEST);
    let holds = room.left >= -SAME_EDGE && area.right >= around.right - SAME_EDGE;
    (even && close && holds).then_some(room)
}

/// Where the lines of a paragraph may begin.
fn start(para: &Para) -> f32 {
    para.frame.left + para.indents.start + para.indents.first.min(0.0)
}

/// Whether all words have letters of one width.
fn is_typed(para: &Para) -> bool {
    para.lines.iter().flat_map(|line| &line.words).all(|word| word.style.monospace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{ColumnExtent, Indents};
    use crate::text::line::Line;

    const BLUE: Color = Color { r: 0, g: 0, b: 200 };
    const PALE: Color = Color { r: 230, g: 240, b: 255 };

    /// Lines from x 112 to 400 of a column from 100 to 500.
    fn text(baselines: &[f32]) -> Block {
        let line = |y: &f32| {
            let rect = Rect { left: 112.0, top: y - 8.0, right: 400.0, bottom: y + 2.0 };
            Line { rect, baseline: *y, size: 10.0, ..Line::default() }
        };
        let frame = ColumnExtent { left: 100.0, right: 500.0, ..ColumnExtent::default() };
        let lines: Vec<Line> = baselines.iter().map(line).collect();
        let indents = Indents { start: 12.0, ..Indents::default() };
        Block::Text(Para { lines, pitch: 12.0, indents, frame, ..Para::default() })
    }

    fn bar(left: f32, top: f32, bottom: f32) -> Float {
        let shapes = vec![Shape { fill: Some((BLUE, 1.0)), ..Shape::default() }];
        let rect = Rect { left, top, right: left + 3.0, bottom };
        let picture = Picture::drawn(Sketch { shapes, ..Sketch::default() }, rect);
        Float::behind(picture, Origin::Paragraph)
    }

    fn ground(top: f32, bottom: f32) -> FilledRect {
        FilledRect { rect: Rect { left: 100.0, top, right: 500.0, bottom }, color: PALE }
    }

    fn marked(blocks: Vec<Block>, fills: &[FilledRect], floats: &mut Vec<Float>) -> Vec<Option<Panel>> {
        let mut parts =
            vec![ColumnSet { frames: vec![ColumnExtent::default()], columns: vec![blocks], joined: vec![false] }];
        mark(&mut parts, fills, floats);
        let paras = parts[0].columns[0].iter_mut().filter_map(Block::text_mut);
        paras.map(|para| para.panel).collect()
    }

    #[test]
    fn a_bar_and_the_room_on_the_ground_become_borders() {
        let mut floats = vec![bar(100.0, 90.0, 130.0)];
        // The lines reach from 90.4 + 4 to 130 - 5.6: 0.8 of the pitch above the base line, 0.2 below it.
        let panels = marked(vec![text(&[110.0, 122.0])], &[ground(90.0, 130.0)], &mut floats);
        let panel = panels[0].expect("a panel");
        assert_eq!(panel.borders.left, Some(Border { width: 3.0, color: BLUE, ..Border::default() }));
        assert_eq!(panel.borders.top.map(|top| top.color), Some(PALE));
        assert_eq!((panel.room.left, panel.borders.right), (9.0, None));
        assert!((panel.above() - 10.4).abs() < 0.01 && (panel.below() - 5.6).abs() < 0.01, "{panel:?}");
        assert!(floats.is_empty());
    }

    #[test]
    fn the_paragraphs_of_a_panel_are_open_to_one_another() {
        let blocks = vec![text(&[110.0]), text(&[130.0]), text(&[180.0])];
        let panels = marked(blocks, &[ground(96.0, 137.0)], &mut Vec::new());
        let ends: Vec<_> = panels.iter().map(|panel| panel.map(|panel| (panel.opens, panel.closes))).collect();
        assert_eq!(ends, [Some((true, false)), Some((false, true)), None]);
    }

    #[test]
    fn bars_beside_nothing_stay_drawings() {
        let mut floats = vec![bar(100.0, 300.0, 340.0)];
        assert_eq!((marked(vec![text(&[110.0])], &[], &mut floats), floats.len()), (vec![None], 1));
    }

    #[test]
    fn a_ground_far_larger_than_its_text_is_drawn_as_large_as_it_is() {
        let mut floats = vec![bar(100.0, 300.0, 340.0)];
        let panels = marked(vec![text(&[110.0])], &[ground(20.0, 200.0)], &mut floats);
        assert_eq!((panels, floats.len()), (vec![None], 2));
        // It lies below all else.
        assert_eq!(floats[0].picture.rect, ground(20.0, 200.0).rect);
    }
}
