//! Page margins: the edges of the text on the pages, which pages of one size share, mirrored on facing pages, and
//! columns that stand at the same places.

use std::collections::BTreeMap;

use super::block::ColumnExtent;
use super::caps;
use super::element::PageElement;
use super::headers_footers::Running;
use super::page::PageLayout;
use super::page_blocks::Side;
use super::reading_order::{Region, RegionColumn};
use super::size_class::SizeClass;
use transvase_base::units::{PT_PER_INCH, Pt, Size};

/// Margin in points where none can be seen: that of most office programs.
pub(super) const USUAL_MARGIN: f32 = PT_PER_INCH;
/// Widest margin at the sides as a share of the width of the paper: more is an indent.
const WIDEST_MARGIN: f32 = 0.4;
/// Deviation of margins that are the same, mirrored on the facing page or not: less than a letter.
const SAME_MARGIN: Pt = Pt(2.0);
/// Pages of one size from which on facing ones are told apart.
const ENOUGH_PAGES: usize = 4;
/// Deviation of the edges of columns that are the same: ragged columns differ by as much from page to page.
pub(super) const SAME_COLUMN: Pt = Pt(7.0);

/// The frames of the text of all pages.
pub(super) struct Edges {
    /// For each size those of pages with an even and with an odd index.
    frames: BTreeMap<SizeClass, [ColumnExtent; 2]>,
    /// Whether the first page is a right-hand one, where margins are mirrored.
    first_is_recto: Option<bool>,
}

impl Edges {
    /// Measures all pages.
    pub fn of(layouts: &[PageLayout], running: &[Running], body_size: f32) -> Edges {
        let mut seen: BTreeMap<SizeClass, (Size, [Seen; 2])> = BTreeMap::new();
        for (index, layout) in layouts.iter().enumerate() {
            let (_, sides) =
                seen.entry(SizeClass::of(layout.size)).or_insert_with(|| (layout.size, <[Seen; 2]>::default()));
            sides[index % 2].add(layout);
        }
        let first_is_recto = first_is_recto(running).filter(|_| is_facing(&seen));
        let frame = |(left, right): (f32, f32)| ColumnExtent { left, right, body_size, ..ColumnExtent::default() };
        let frames = |(size, sides): (Size, [Seen; 2])| match (&sides, first_is_recto) {
            ([first, second], Some(_)) if first.pages > 0 && second.pages > 0 => {
                [frame(first.edges(size)), frame(second.edges(size))]
            }
            _ => [frame(Seen::both(&sides).edges(size)); 2],
        };
        Edges { frames: seen.into_iter().map(|(class, seen)| (class, frames(seen))).collect(), first_is_recto }
    }

    /// The edges of a page's text.
    pub fn frame(&self, index: usize, size: Size) -> ColumnExtent {
        self.frames.get(&SizeClass::of(size)).map_or_else(ColumnExtent::default, |sides| sides[index % 2])
    }

    /// The side a page lies on, where that makes a difference.
    pub fn side(&self, index: usize) -> Option<Side> {
        let recto = self.first_is_recto? == index.is_multiple_of(2);
        Some(if recto { Side::Recto } else { Side::Verso })
    }

    /// Moves the edges of columns to where those of the other pages stand, so that all have the
    /// columns of one section.
    pub fn align_columns(&self, layouts: &mut [PageLayout]) {
        let known = self.kinds(layouts);
        for (index, layout) in layouts.iter_mut().enumerate() {
            let (frame, class) = (self.frame(index, layout.size), SizeClass::of(layout.size));
            let columns = layout.regions.iter_mut().filter_map(|region| match region {
                Region::Columns(columns) => Some(columns),
                Region::Single(_) => None,
            });
            for columns in columns {
                if let Some(kind) = known.iter().find(|kind| kind.class == class && kind.takes(columns, &frame)) {
                    kind.settle(columns, &frame);
                }
            }
        }
    }

    /// The kinds of columns there are.
    fn kinds(&self, layouts: &[PageLayout]) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (index, layout) in layouts.iter().enumerate() {
            let (frame, class) = (self.frame(index, layout.size), SizeClass::of(layout.size));
            for columns in columns(&layout.regions) {
                match kinds.iter().position(|kind| kind.class == class && kind.takes(columns, &frame)) {
                    Some(at) => kinds[at].add(columns, &frame),
                    None if kinds.len() < caps::FEW => kinds.push(Kind::of(class, columns, &frame)),
                    None => {}
                }
            }
        }
        kinds
    }
}

/// Columns that stand at the same places on several pages.
struct Kind {
    class: SizeClass,
    /// Left and right edges, from the left edge of the text.
    edges: Vec<(f32, f32)>,
}

impl Kind {
    fn of(class: SizeClass, columns: &[RegionColumn], frame: &ColumnExtent) -> Kind {
        let edges = columns.iter().map(|column| (column.left - frame.left, column.right - frame.left));
        Kind { class, edges: edges.collect() }
    }

    /// Whether columns stand at these places.
    fn takes(&self, columns: &[RegionColumn], frame: &ColumnExtent) -> bool {
        let near = |(edges, column): (&(f32, f32), &RegionColumn)| {
            let (left, right) = (column.left - frame.left, column.right - frame.left);
            (edges.0 - left).abs() <= SAME_COLUMN && (edges.1 - right).abs() <= SAME_COLUMN
        };
        self.edges.len() == columns.len() && self.edges.iter().zip(columns).all(near)
    }

    /// Makes room for further columns.
    fn add(&mut self, columns: &[RegionColumn], frame: &ColumnExtent) {
        for (edges, column) in self.edges.iter_mut().zip(columns) {
            *edges = (edges.0.min(column.left - frame.left), edges.1.max(column.right - frame.left));
        }
    }

    /// Gives columns these places; the outer ones end where the text of the page does.
    fn settle(&self, columns: &mut [RegionColumn], frame: &ColumnExtent) {
        let outer = |edge: f32, frame: f32| if (edge - frame).abs() <= SAME_COLUMN { frame } else { edge };
        let last = columns.len().saturating_sub(1);
        for (at, (column, edges)) in columns.iter_mut().zip(&self.edges).enumerate() {
            let (left, right) = (edges.0 + frame.left, edges.1 + frame.left);
            column.left = if at == 0 { outer(left, frame.left) } else { left };
            column.right = if at == last { outer(right, frame.right) } else { right };
        }
    }
}

/// Left and right edges of elements.
#[derive(Default)]
struct Seen {
    lefts: Vec<f32>,
    rights: Vec<f32>,
    pages: usize,
}

impl Seen {
    fn add(&mut self, layout: &PageLayout) {
        self.pages += 1;
        for element in layout.regions.iter().flat_map(Region::elements) {
            if matches!(element, PageElement::Line(_) | PageElement::Table(_)) {
                self.lefts.push(element.rect().left);
                self.rights.push(element.rect().right);
            }
        }
    }

    /// What was seen on both sides.
    fn both([first, second]: &[Seen; 2]) -> Seen {
        Seen {
            lefts: [&first.lefts[..], &second.lefts].concat(),
            rights: [&first.rights[..], &second.rights].concat(),
            pages: first.pages + second.pages,
        }
    }

    /// Left and right edge; a few lines in the margin do not move them.
    fn edges(&self, size: Size) -> (f32, f32) {
        let sorted = |edges: &[f32]| {
            let mut edges = edges.to_vec();
            edges.sort_by(f32::total_cmp);
            edges
        };
        let (lefts, rights) = (sorted(&self.lefts), sorted(&self.rights));
        let outliers = lefts.len() / 100;
        let left = lefts.get(outliers).copied().unwrap_or(USUAL_MARGIN);
        let right = rights.len().checked_sub(1 + outliers).and_then(|at| rights.get(at)).copied();
        let right = right.unwrap_or(size.width - USUAL_MARGIN);
        let left = left.clamp(0.0, (size.width * WIDEST_MARGIN).max(0.0));
        (left, right.min(size.width).max(size.width * (1.0 - WIDEST_MARGIN)))
    }
}

/// Whether the margins of left-hand pages mirror those of right-hand ones.
fn is_facing(seen: &BTreeMap<SizeClass, (Size, [Seen; 2])>) -> bool {
    let mut pairs = seen.values().filter(|(_, sides)| sides.iter().all(|side| side.pages > 0)).peekable();
    pairs.peek().is_some()
        && pairs.all(|(size, [first, second])| {
            let ((left, right), (other_left, other_right)) = (first.edges(*size), second.edges(*size));
            let mirrored = (left + other_right - size.width).abs() <= SAME_MARGIN
                && (right + other_left - size.width).abs() <= SAME_MARGIN;
            first.pages + second.pages >= ENOUGH_PAGES && mirrored && (left - other_left).abs() > SAME_MARGIN
        })
}

/// Whether the first page is a right-hand one, as the numbers of the pages tell; `None` where they
/// contradict one another.
fn first_is_recto(running: &[Running]) -> Option<bool> {
    let numbers = running.iter().enumerate().filter_map(|(index, page)| Some((index, page.number.as_ref()?.0)));
    let mut odd = numbers.map(|(index, number)| (number as usize + index) % 2 == 1);
    let first = odd.next().unwrap_or(true);
    odd.all(|odd| odd == first).then_some(first)
}

/// The columns of a page that stand beside no other ones.
fn columns(regions: &[Region]) -> impl Iterator<Item = &[RegionColumn]> {
    regions.iter().filter_map(|region| if let Region::Columns(columns) = region { Some(&columns[..]) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::line::Line;
    use transvase_base::units::Rect;

    const PAPER: Size = Size { width: 612.0, height: 792.0 };

    fn line(left: f32, right: f32) -> PageElement {
        PageElement::Line(Line { rect: Rect { left, top: 100.0, right, bottom: 110.0 }, ..Line::default() })
    }

    fn page(regions: Vec<Region>) -> PageLayout {
        PageLayout { size: PAPER, regions, fills: Vec::new(), floats: Vec::new(), foot: 0.0 }
    }

    fn facing() -> Vec<PageLayout> {
        let edges = |index: usize| if index.is_multiple_of(2) { (50.0, 548.0) } else { (64.0, 562.0) };
        (0..4).map(edges).map(|(left, right)| page(vec![Region::Single(vec![line(left, right)])])).collect()
    }

    #[test]
    fn facing_pages_have_mirrored_margins() {
        let edges = Edges::of(&facing(), &[], 10.0);
        assert_eq!((edges.side(0), edges.side(1)), (Some(Side::Recto), Some(Side::Verso)));
        assert_eq!((edges.frame(0, PAPER).left, edges.frame(1, PAPER).left), (50.0, 64.0));
        // Two pages tell nothing, and pages whose margins do not mirror share them.
        let two = Edges::of(&facing()[..2], &[], 10.0);
        assert_eq!((two.side(0), two.frame(0, PAPER).right), (None, 562.0));
    }

    #[test]
    fn columns_stand_where_those_of_other_pages_do() {
        let column = |left, right| RegionColumn { left, right, regions: vec![Region::Single(vec![line(left, right)])] };
        let columns = |edge: f32| page(vec![Region::Columns(vec![column(50.0, edge), column(308.0, 548.0)])]);
        let mut layouts = vec![columns(288.0), columns(291.0), columns(200.0)];
        Edges::of(&layouts, &[], 10.0).align_columns(&mut layouts);
        let edge = |layout: &PageLayout| match &layout.regions[0] {
            Region::Columns(columns) => columns[0].right,
            Region::Single(_) => 0.0,
        };
        assert_eq!(layouts.iter().map(edge).collect::<Vec<_>>(), [291.0, 291.0, 200.0]);
    }
}
