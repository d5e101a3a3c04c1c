//! Geometry of pages and columns.

use std::collections::BTreeMap;

use super::super::block::{Block, ColumnExtent, Para};
use super::super::page_blocks::{ColumnSet, PageBlocks, Side};
use super::super::page_margins::{SAME_COLUMN, USUAL_MARGIN};
use super::super::size_class::SizeClass;
use super::tolerances::{FLOWING_SLACK, NARROWEST, ROUNDING};
use transvase_base::units::Em;
use transvase_model::flow::{Column, Edges, PageSetup};

/// Room in points kept below the text of pages where text hardly flows: other programs' lines are not exactly as high.
const SLACK: f32 = 36.0;
/// The same where most pages have columns: a line too many in each of them would make a page of its own.
const COLUMNS_SLACK: f32 = 12.0;
/// The same where no page goes on with the text of another: nobody sees how large it is.
const APART_SLACK: f32 = 90.0;
/// The same as a share of the lowest row where tables go on from page to page: a whole row would go on to the page.
const ROW_SLACK: f32 = 0.9;
/// Share of the lines of a page in paragraphs that keep their count of lines, from which on its height is known.
const HELD: f32 = 0.7;
/// Lines up to which columns are elements side by side where a table or picture is among them: most of a page has more.
const MANY_LINES: usize = 40;
/// The same without tables and pictures: heads of letters and imprints have as many.
const FEW_LINES: usize = 12;
/// Smallest upper margin in points: sheets are cut to their text now and then.
const MIN_TOP: f32 = 4.0;
/// Smallest lower margin in points: other programs' lines may reach into it.
const MIN_BOTTOM: f32 = 8.0;
/// Share of the height of a page up to which a margin is the smallest: pages may be as small as their margins.
const TINY: f32 = 0.1;
/// Largest upper and lower margin as a share of the height of a page: a page with a few lines in its middle keeps room.
const MOST_MARGIN: f32 = 0.2;
/// Height by which a formula at the foot of a page may reach below the text of other pages: TeX sets its limits there.
const OVERHANG: Em = Em(0.35);

/// Margins of pages of one size.
#[derive(Clone, Copy)]
pub(super) struct Margins {
    pub top: f32,
    pub bottom: f32,
    /// Whether text fills these pages so that it goes on from one to the next by itself.
    pub flows: bool,
}

/// Upper and lower margins of the pages of each size: around all that stands on them.
pub(super) fn margins(pages: &[PageBlocks]) -> BTreeMap<SizeClass, Margins> {
    let mut extents: BTreeMap<SizeClass, (f32, f32, f32)> = BTreeMap::new();
    let mut flowing: BTreeMap<SizeClass, Flowing> = BTreeMap::new();
    for page in pages {
        let height = page.size.height;
        let extent = extents.entry(SizeClass::of(page.size)).or_insert((
            height,
            MOST_MARGIN * height,
            (1.0 - MOST_MARGIN) * height,
        ));
        let flows = flowing.entry(SizeClass::of(page.size)).or_default();
        flows.count(page);
        extent.2 = extent.2.max(page.foot.min(height));
        // Text in frames of its own stands where it does whatever the margins are.
        let has_flow = page.blocks().any(|block| !block.is_placed() && block.extent().1 > 0.0);
        for block in page.blocks().filter(|block| !has_flow || !block.is_placed()) {
            let (top, bottom) = block.extent();
            let bottom = bottom - overhang(block);
            // What has no lines stands nowhere.
            // Else one page without text leaves all others no upper margin.
            if top.is_finite() && bottom.is_finite() && bottom > 0.0 {
                extent.1 = extent.1.min(top);
                let end = if let Block::Table(table) = block { table.end } else { None };
                extent.2 = extent.2.max(bottom.max(end.unwrap_or(bottom)).min(height));
            }
            if let Some((top, bottom)) = elsewhere(block) {
                (extent.1, extent.2) = (extent.1.min(top), extent.2.max(bottom.min(height)));
            }
        }
    }
    let margins = |(height, top, bottom): (f32, f32, f32), (slack, flows): (f32, bool)| Margins {
        top: top.max(MIN_TOP.min(TINY * height)),
        bottom: (height - bottom - slack)
            .min(if slack < SLACK { f32::INFINITY } else { USUAL_MARGIN })
            .max(MIN_BOTTOM.min(height - bottom))
            .max(MIN_BOTTOM.min(TINY * height)),
        flows,
    };
    let slack = |class: &SizeClass| flowing.get(class).map_or((SLACK, false), Flowing::slack);
    extents.into_iter().map(|(class, extent)| (class, margins(extent, slack(&class)))).collect()
}

/// Top and bottom of the part of a paragraph that stands in the next column or on the next page.
fn elsewhere(block: &Block) -> Option<(f32, f32)> {
    let para = block.text()?;
    let (first, last) = (para.lines.get(para.cut?)?, para.lines.last()?);
    Some((para.top_of(first), para.bottom_of(last)))
}

/// Height by which a displayed formula may reach below the room for text.
fn overhang(block: &Block) -> f32 {
    let last = block.text().and_then(|para| para.lines.last()).filter(|line| line.is_formula());
    last.map_or(0.0, |line| OVERHANG * line.size)
}

/// How many pages text flows between.
#[derive(Default)]
struct Flowing {
    /// Pages that go on with a paragraph or a table, or have notes at their foot.
    joined: usize,
    /// Pages with a table that goes on.
    cut: usize,
    /// Height of their lowest row.
    row: Option<f32>,
    /// Pages of other things than text, whose height is less sure.
    unsure: usize,
    /// Pages in columns.
    columns: usize,
    /// Pages of text that office programs are expected to break elsewhere, as that of scans.
    loose: usize,
    pages: usize,
}

impl Flowing {
    fn count(&mut self, page: &PageBlocks) {
        // A page whose text keeps its places says nothing of how that of others flows.
        if page.blocks().next().is_some() && page.blocks().all(Block::is_placed) {
            return;
        }
        let joined = goes_on(page);
        let mut blocks = page.blocks();
        let cut = blocks.clone().filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None });
        let rows = cut.filter(|grid| grid.cut.is_some()).flat_map(|grid| grid.ys.windows(2)).map(|ys| ys[1] - ys[0]);
        let row = rows.reduce(f32::min);
        self.joined += usize::from(joined || page.foot > 0.0);
        self.cut += usize::from(row.is_some());
        self.row = row.into_iter().chain(self.row).reduce(f32::min);
        self.unsure += usize::from(blocks.any(|block| matches!(block, Block::Table(..) | Block::Picture(_))));
        let lines = |(all, held), para: &Para| (all + para.lines.len(), held + para.kept_lines());
        let (all, held) = page.blocks().filter_map(Block::text).fold((0, 0), lines);
        self.loose += usize::from((held as f32) < HELD * all as f32);
        self.columns += usize::from(page.parts.iter().any(|part| part.columns.len() > 1 && !is_layout(part)));
        self.pages += 1;
    }

    /// Room to keep below the text, and whether the text fills its pages.
    fn slack(&self) -> (f32, bool) {
        let flows = self.joined * 3 > self.pages || (self.joined > 0 && self.unsure * 4 < self.pages);
        let row = self.row.filter(|_| (self.cut + self.joined) * 3 > self.pages);
        match (self.joined, row) {
            (0, _) => (APART_SLACK, false),
            _ if flows && self.loose * 2 <= self.pages => {
                (if self.columns * 2 > self.pages { COLUMNS_SLACK } else { FLOWING_SLACK }, true)
            }
            (_, Some(row)) => ((ROW_SLACK * row).clamp(FLOWING_SLACK + 1.0, SLACK), false),
            _ => (SLACK, false),
        }
    }
}

/// Whether a page goes on with the text of the one before, or its text from column to column down to its end. Further
/// up, columns end where the text below them begins.
fn goes_on(page: &PageBlocks) -> bool {
    let from_above = page.parts.first().and_then(|part| part.joined.first()) == Some(&true);
    from_above || page.parts.last().is_some_and(|part| part.joined.iter().skip(1).any(|joined| *joined))
}

/// The geometry of a page with the columns of a part; rounding pushes no word off its line that just fitted.
pub(super) fn setup(page: &PageBlocks, part: &ColumnSet, margins: Margins) -> PageSetup {
    let ColumnExtent { left, right, .. } = page.frame;
    let edges =
        Edges { top: margins.top, right: (page.size.width - right - ROUNDING).max(0.0), bottom: margins.bottom, left };
    // Mirrored margins are given as those of a right-hand page.
    let edges = match page.side {
        Some(Side::Verso) => Edges { left: edges.right + ROUNDING, right: (edges.left - ROUNDING).max(0.0), ..edges },
        _ => edges,
    };
    let columns = if is_layout(part) { Vec::new() } else { columns(&part.frames, left, right + ROUNDING) };
    PageSetup { size: page.size, margins: edges, columns, mirrored: page.side.is_some(), ..PageSetup::default() }
}

/// Widths and gaps of columns that fill the space between the page's margins.
fn columns(frames: &[ColumnExtent], left: f32, right: f32) -> Vec<Column> {
    if frames.len() < 2 {
        return Vec::new();
    }
    let mut columns = Vec::new();
    let mut start = left;
    for (at, frame) in frames.iter().enumerate() {
        let (end, next) = match frames.get(at + 1) {
            Some(next) => ((frame.right + ROUNDING).min(next.left), next.left),
            None => (right, right),
        };
        columns.push(Column { width: (end - start).max(NARROWEST), gap: (next - end).max(0.0) });
        start = next;
    }
    columns
}

/// Whether columns are elements laid side by side, such as the head of a letter, and not columns that
/// text flows through.
pub(super) fn is_layout(part: &ColumnSet) -> bool {
    if part.columns.len() < 2 || part.joined.contains(&true) {
        return false;
    }
    let blocks = || part.blocks();
    let lines: usize = blocks().filter_map(Block::text).map(|para| para.lines.len()).sum();
    let tables = blocks().any(Block::is_table);
    let pictures = blocks().any(|block| matches!(block, Block::Picture(_)));
    lines < MANY_LINES && (tables || pictures || lines < FEW_LINES)
}

/// Whether two geometries are the same but for what measuring them on two pages changes.
pub(super) fn alike(a: &PageSetup, b: &PageSetup) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < SAME_COLUMN;
    same_paper(a, b)
        && a.columns.len() == b.columns.len()
        && a.columns.iter().zip(&b.columns).all(|(a, b)| near(a.width, b.width) && near(a.gap, b.gap))
}

/// Whether two geometries have the same paper and margin.
pub(super) fn same_paper(a: &PageSetup, b: &PageSetup) -> bool {
    a.size == b.size && (a.margins.left - b.margins.left).abs() < SAME_COLUMN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Position;
    use crate::text::line::Line;
    use transvase_base::units::{Rect, Size};

    #[test]
    fn columns_above_other_text_end_there() {
        let page = |joined: &[&[bool]]| PageBlocks {
            index: 0,
            size: Size { width: 612.0, height: 792.0 },
            frame: ColumnExtent::default(),
            side: None,
            parts: joined.iter().map(|joined| ColumnSet { joined: joined.to_vec(), ..ColumnSet::default() }).collect(),
            foot: 0.0,
        };
        assert!(goes_on(&page(&[&[true], &[false]])), "the text of the page before");
        assert!(goes_on(&page(&[&[false], &[false, true]])));
        assert!(!goes_on(&page(&[&[false, true], &[false]])));
        assert!(!goes_on(&page(&[&[false], &[true]])), "text from the part above");
    }

    #[test]
    fn a_stamp_beside_the_text_widens_no_margin() {
        let line = |baseline: f32| Line {
            rect: Rect { left: 50.0, top: baseline - 8.0, right: 300.0, bottom: baseline + 2.0 },
            baseline,
            ..Line::default()
        };
        let para = |lines: Vec<Line>| Para { lines, pitch: 12.0, ..Para::default() };
        let text = Block::Text(para(vec![line(108.0), line(698.0)]));
        let rect = Rect { left: 10.0, top: 10.0, right: 20.0, bottom: 780.0 };
        let stamp = Block::Text(Para { place: Some(Position { rect, angle: 270 }), ..para(vec![line(18.0)]) });
        let margins = |blocks: Vec<Block>| {
            let part = ColumnSet { frames: vec![ColumnExtent::default()], columns: vec![blocks], joined: vec![true] };
            let page = PageBlocks {
                index: 0,
                size: Size { width: 612.0, height: 792.0 },
                frame: ColumnExtent::default(),
                side: None,
                parts: vec![part],
                foot: 0.0,
            };
            let margins = margins(&[page]).into_values().next().unwrap();
            (margins.top, margins.bottom)
        };
        let alone = margins(vec![stamp.clone()]);
        assert_eq!(margins(vec![stamp.clone(), text.clone()]), margins(vec![text.clone()]));
        assert_ne!(alone, margins(vec![text]), "nothing else is there");
        let holder = Block::Text(Para::default());
        assert_eq!(margins(vec![stamp, holder]), alone, "what has no lines is nothing else");
    }
}
