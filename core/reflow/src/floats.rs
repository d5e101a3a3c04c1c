//! Anchoring of floats: on which paragraphs they hang, and what their paragraphs and pages do for their sake.
//!
//! Office programs move what hangs on a paragraph to the page that the paragraph comes to stand on. So what belongs to a
//! place on its page hangs on the paragraph that is least likely to leave it ([`safest`]), and what belongs to the text
//! on the nearest one ([`distance`]).

use super::block::{Block, Para};
use super::element::{PageElement, Picture};
use super::graphics::background::edges_reached;
use super::graphics::float::Float;
use super::graphics::tolerances::{AWAY, SAME_EDGE};
use super::page::PageElements;
use super::page_blocks::ColumnSet;
use super::sketch;
use transvase_base::units::{Point, Rect};
use transvase_model::flow::{Color, Origin, Wrap};
use transvase_model::pages::Segment;

/// Share of the height of a page at which text stays on it, though some lines more or less stand before it.
const SAFE: f32 = 0.25;

/// Hangs floats, and text at places of its own, on the paragraphs of their page: floats that go with the text on the
/// one nearest to their upper edge, all else on one that stays on its page, whatever room its text takes.
pub(super) fn hang(parts: &mut Vec<ColumnSet>, mut floats: Vec<Float>, height: f32) {
    if floats.is_empty() && !parts.iter().flat_map(ColumnSet::blocks).any(Block::is_placed) {
        return;
    }
    if !parts.iter().flat_map(ColumnSet::blocks).any(can_hold) {
        make_room(parts);
        // There is no text that they could go with.
        floats.iter_mut().for_each(|float| float.origin = Origin::Page);
    }
    floats.iter().filter(|float| float.wrap == Wrap::Square).for_each(|float| make_way(parts, &float.picture.rect));
    gather(parts, height);
    let safe = safest(parts, height);
    for mut float in floats {
        let holders = parts.iter().flat_map(ColumnSet::blocks).filter(|block| can_hold(block)).filter_map(Block::text);
        let distances = holders.map(|para| distance(para, &float)).enumerate();
        let nearest = distances.min_by(|a, b| a.1.total_cmp(&b.1));
        // What is behind the text and far from all of it belongs to the page, among all that does: later ones lie above.
        if float.wrap == Wrap::Behind && nearest.is_some_and(|(_, distance)| distance > AWAY) {
            float.origin = Origin::Page;
        }
        let at = match float.origin {
            Origin::Page => Some(safe),
            Origin::Paragraph => nearest.map(|(at, _)| at),
        };
        let holders = parts.iter_mut().flat_map(ColumnSet::blocks_mut).filter(|block| can_hold(block));
        if let Some(para) = at.and_then(|at| holders.filter_map(Block::text_mut).nth(at)) {
            para.floats.push(float);
        }
    }
}

/// The colour of the paper, where every page is painted with the same; it is then on no page.
pub(super) fn paper(pages: &mut [PageElements]) -> Option<Color> {
    let mut colors = pages.iter().map(|page| page.floats.iter().find_map(|float| ground(float, page)));
    let first = colors.next()??;
    if !colors.all(|color| color == Some(first)) {
        return None;
    }
    for page in pages {
        let Some(at) = page.floats.iter().position(|float| ground(float, page).is_some()) else { continue };
        let Some(picture) = page.floats.get_mut(at).map(|float| &mut float.picture) else { continue };
        let Some(sketch) = &mut picture.sketch else { continue };
        sketch.take_first();
        if sketch.shapes.is_empty() {
            page.floats.remove(at);
        } else {
            sketch.tighten(&mut picture.rect);
        }
    }
    Some(first)
}

/// The one colour a drawing paints the whole page with before anything else.
fn ground(float: &Float, page: &PageElements) -> Option<Color> {
    let shape = float.picture.sketch.as_ref()?.shapes.first().filter(|shape| shape.gradient.is_none())?;
    let (color, opacity) = shape.fill?;
    let around = sketch::around(shape)?.moved(Point { x: float.picture.rect.left, y: float.picture.rect.top });
    let straight = !shape.outline.iter().any(|segment| matches!(segment, Segment::Curve(..)));
    let covers = edges_reached(&around, page.size) == 4;
    // Of a rectangle there are its corners, the first one once more, and the end.
    (covers && straight && opacity >= 1.0 && shape.outline.len() <= 6).then_some(color)
}

/// The pictures of a page.
pub(super) fn pictures(page: &mut PageElements) -> impl Iterator<Item = &mut Picture> {
    let elements = page.elements.iter_mut().filter_map(PageElement::picture_mut);
    elements.chain(page.floats.iter_mut().map(|float| &mut float.picture))
}

/// Takes the floats off blocks that go into the cell of a table, where places on the page mean
/// different things to different programs. They keep their place on the page.
pub(super) fn lift(blocks: &mut [Block]) -> Vec<Float> {
    let paras = blocks.iter_mut().filter_map(Block::text_mut);
    let floats = paras.flat_map(|para| std::mem::take(&mut para.floats));
    floats.map(|float| Float { origin: Origin::Page, ..float }).collect()
}

/// Takes the indents of the paragraphs beside a picture that they have for its sake.
fn make_way(parts: &mut [ColumnSet], picture: &Rect) {
    let blocks = parts.iter_mut().flat_map(ColumnSet::blocks_mut);
    blocks.filter_map(Block::text_mut).for_each(|para| go_around(para, picture));
}

/// Takes the indents of a paragraph that it has for the sake of a picture in its column: the text runs around it.
pub(super) fn go_around(para: &mut Para, picture: &Rect) {
    let (rect, frame) = (para.rect(), para.frame);
    let in_column = frame.left < picture.right && picture.left < frame.right;
    if !in_column || rect.top >= picture.bottom || rect.bottom <= picture.top {
        return;
    }
    let (left, right) = (rect.left >= picture.right - SAME_EDGE, rect.right <= picture.left + SAME_EDGE);
    let (start, end) = if para.rtl { (right, left) } else { (left, right) };
    let indents = &mut para.indents;
    let width = indents.start + indents.end;
    indents.start = if start { 0.0 } else { indents.start };
    indents.end = if end { 0.0 } else { indents.end };
    indents.aside += width - indents.start - indents.end;
    // Lines that go on below the picture are further out than those beside it.
    let begins_beside = para.lines.first().is_some_and(|line| line.rect.left >= picture.right - SAME_EDGE);
    if begins_beside && !left && !para.rtl {
        para.indents.first = 0.0;
    }
}

/// The paragraph, among those that can hold floats, that moves least to another page: one in the upper part of the page,
/// but not the very first, which may be the end of a paragraph that began on the page before.
fn safest(parts: &[ColumnSet], height: f32) -> usize {
    let blocks = parts.iter().flat_map(ColumnSet::blocks);
    nearest(blocks.filter(|block| can_hold(block)).map(|block| block.extent().0), height)
}

/// The paragraph, by the tops of all, in the upper part of the page.
fn nearest(tops: impl Iterator<Item = f32>, height: f32) -> usize {
    let tops: Vec<f32> = tops.map(|top| (top - SAFE * height).abs()).collect();
    let opening = usize::from(tops.len() > 1);
    let later = tops.iter().enumerate().skip(opening).min_by(|a, b| a.1.total_cmp(b.1));
    later.map_or(0, |(at, _)| at)
}

/// Puts the texts at places of their own before a paragraph that stays on the page: they hang on the one after them.
fn gather(parts: &mut [ColumnSet], height: f32) {
    let columns = parts.iter_mut().flat_map(|part| &mut part.columns);
    let placed: Vec<Block> = columns.flat_map(|column| column.extract_if(.., |block| block.is_placed())).collect();
    if placed.is_empty() {
        return;
    }
    // Columns may become cells, which grow around what hangs in them.
    let is_alone = |part: &ColumnSet| part.columns.len() == 1 && part.blocks().any(can_hold);
    let alone = parts.iter().any(is_alone);
    let columns = parts.iter_mut().filter(|part| !alone || is_alone(part)).flat_map(|part| &mut part.columns);
    let mut columns: Vec<&mut Vec<Block>> = columns.collect();
    let mut spots = Vec::new();
    for (column, blocks) in columns.iter().enumerate() {
        let holders = blocks.iter().enumerate().filter(|(_, block)| can_hold(block));
        spots.extend(holders.map(|(at, block)| (column, at, block.extent().0)));
    }
    let safe = nearest(spots.iter().map(|(.., top)| *top), height);
    if let Some((column, at, _)) = spots.get(safe)
        && let Some(blocks) = columns.get_mut(*column)
    {
        blocks.splice(*at..*at, placed);
    }
}

fn can_hold(block: &Block) -> bool {
    matches!(block, Block::Text(para) if para.place.is_none())
}

/// How far a paragraph is from holding a float well: one beside or above its top.
fn distance(para: &Para, float: &Float) -> f32 {
    let (rect, place) = (para.rect(), float.picture.rect);
    // A paragraph below the float counts twice as far: one beside or above it holds it better.
    let below = (para.top() - place.top).max(0.0) * 2.0;
    let above = (place.top - para.bottom()).max(0.0);
    let aside = (rect.left - place.right).max(place.left - rect.right).max(0.0);
    below + above + aside
}

/// A paragraph without text on a page that has none.
fn make_room(parts: &mut Vec<ColumnSet>) {
    let para = Para { pitch: 1.0, ..Para::default() };
    match parts.last_mut().and_then(|part| part.columns.last_mut()) {
        Some(column) => column.push(Block::Text(para)),
        None => {
            parts.push(ColumnSet {
                frames: vec![para.frame],
                columns: vec![vec![Block::Text(para)]],
                joined: vec![false],
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::block::{ColumnExtent, Indents, Position};
    use super::super::text::line::Line;
    use super::*;

    fn para(top: f32, place: Option<Rect>) -> Block {
        let rect = Rect { left: 50.0, top, right: 300.0, bottom: top + 10.0 };
        let line = Line { rect, baseline: top + 8.0, size: 10.0, ..Line::default() };
        let place = place.map(|rect| Position { rect, angle: 0 });
        Block::Text(Para { lines: vec![line], pitch: 12.0, place, ..Para::default() })
    }

    #[test]
    fn text_runs_around_the_pictures_of_its_column() {
        let line = |left: f32, top: f32| Line {
            rect: Rect { left, top, right: 200.0, bottom: top + 10.0 },
            size: 10.0,
            ..Line::default()
        };
        let frame = ColumnExtent { left: 50.0, right: 200.0, ..ColumnExtent::default() };
        let indents = Indents { start: 8.0, first: 32.0, ..Indents::default() };
        let para = |lines: Vec<Line>| Para { lines, frame, indents, ..Para::default() };
        let indents = |mut para: Para, picture: &Rect| {
            go_around(&mut para, picture);
            (para.indents.start, para.indents.first)
        };
        let sign = Rect { left: 50.0, top: 100.0, right: 80.0, bottom: 130.0 };
        let beside = para(vec![line(90.0, 100.0), line(90.0, 112.0)]);
        assert_eq!(indents(beside.clone(), &sign), (0.0, 32.0));
        assert_eq!(indents(para(vec![line(90.0, 118.0), line(58.0, 132.0)]), &sign), (8.0, 0.0), "it goes on below");
        let elsewhere = Rect { left: 0.0, right: 30.0, ..sign };
        assert_eq!(indents(beside, &elsewhere), (8.0, 32.0), "a picture of another column");
    }

    #[test]
    fn what_lies_far_from_all_text_keeps_its_place_among_what_belongs_to_the_page() {
        let picture = |top: f32| {
            Picture::drawn(sketch::Sketch::default(), Rect { left: 50.0, top, right: 90.0, bottom: top + 9.0 })
        };
        let columns = vec![vec![para(90.0, None), para(400.0, None)]];
        let mut parts = vec![ColumnSet { columns, ..ColumnSet::default() }];
        let (ground, near) =
            (Float::behind(picture(0.0), Origin::Page), Float::behind(picture(400.0), Origin::Paragraph));
        hang(&mut parts, vec![ground, Float::behind(picture(780.0), Origin::Paragraph), near], 800.0);
        let hung: Vec<Vec<Origin>> = parts
            .iter()
            .flat_map(ColumnSet::blocks)
            .filter_map(Block::text)
            .map(|para| para.floats.iter().map(|float| float.origin).collect())
            .collect();
        assert_eq!(hung, [vec![], vec![Origin::Page, Origin::Page, Origin::Paragraph]]);
        let mut blocks: Vec<Block> = parts.swap_remove(0).columns.swap_remove(0);
        let raised: Vec<bool> = lift(&mut blocks).iter().map(|float| float.raised).collect();
        assert_eq!(raised, [false, true, true], "out of a cell they lie on what belongs to the page");
    }

    #[test]
    fn text_at_a_place_of_its_own_hangs_on_a_paragraph_of_its_page() {
        let stamp = Rect { left: 5.0, top: 300.0, right: 15.0, bottom: 600.0 };
        let columns = |blocks: Vec<Block>| ColumnSet { columns: vec![blocks], ..ColumnSet::default() };
        let placed = |parts: &[ColumnSet]| -> Vec<Vec<bool>> {
            parts.iter().map(|part| part.blocks().map(Block::is_placed).collect()).collect()
        };
        let mut parts = vec![
            ColumnSet {
                frames: vec![ColumnExtent::default(); 2],
                columns: vec![vec![para(90.0, None)], vec![para(190.0, None)]],
                joined: vec![false; 2],
            },
            columns(vec![para(300.0, None), para(400.0, None), para(780.0, None), para(0.0, Some(stamp))]),
        ];
        hang(&mut parts, Vec::new(), 800.0);
        assert_eq!(placed(&parts), [vec![false; 2], vec![false, true, false, false]]);
        let mut alone = vec![columns(vec![para(0.0, Some(stamp))])];
        hang(&mut alone, Vec::new(), 800.0);
        assert_eq!(placed(&alone), [[true, false]], "an empty paragraph holds it");
    }
}
