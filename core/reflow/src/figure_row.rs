//! Figures side by side: columns inside a column that are a picture each with the words that belong to it, such as two
//! screenshots with their captions.

use super::element::{Grid, GridCell, PageElement};
use super::page_blocks::CELL_PADDING;
use super::reading_order::{Region, RegionColumn};
use transvase_base::units::Rect;
use transvase_model::flow::Edges;

/// Lines beside the pictures of each column at the most: a caption with what explains it. Longer texts are columns.
const MAX_LINES: usize = 12;

/// Whether columns are a picture each with the text that belongs to it.
pub(super) fn are(columns: &[RegionColumn]) -> bool {
    columns.len() > 1 && columns.iter().all(is_illustrated)
}

fn is_illustrated(column: &RegionColumn) -> bool {
    let elements = || column.regions.iter().flat_map(Region::elements);
    let pictures = elements().filter(|element| matches!(element, PageElement::Picture(_))).count();
    let lines = elements().filter(|element| matches!(element, PageElement::Line(_))).count();
    let alone = column.regions.iter().all(|region| matches!(region, Region::Single(_)))
        && pictures + lines == elements().count();
    alone && pictures > 0 && (1..=MAX_LINES).contains(&lines)
}

/// Columns as the cells of one row.
pub(super) fn side_by_side(columns: Vec<RegionColumn>) -> Grid {
    let mut xs: Vec<f32> = columns.iter().map(|column| column.left - CELL_PADDING).collect();
    xs.extend(columns.last().map(|column| column.right + CELL_PADDING));
    let elements = columns.iter().flat_map(|column| &column.regions).flat_map(Region::elements);
    let around = elements.map(PageElement::rect).reduce(|a, b| a.union(&b)).unwrap_or_default();
    let (left, right) = (xs.first().copied().unwrap_or_default(), xs.last().copied().unwrap_or_default());
    let rect = Rect { left, right, ..around };
    let sides = xs.windows(2).map(|sides| Rect { left: sides[0], right: sides[1], ..rect });
    let cells = columns.into_iter().zip(sides).enumerate().map(|(at, (column, rect))| cell(at, column, rect)).collect();
    let margins = Edges { left: CELL_PADDING, right: CELL_PADDING, ..Edges::default() };
    Grid { rect, xs, ys: vec![rect.top, rect.bottom], cells, margins, ..Grid::default() }
}

fn cell(at: usize, column: RegionColumn, rect: Rect) -> GridCell {
    let text_edges = Some((column.left, column.right));
    let mut cell = GridCell { column: at, rows: 1, columns: 1, rect, text_edges, ..GridCell::default() };
    for element in column.regions.into_iter().flat_map(Region::into_elements) {
        match element {
            PageElement::Line(line) => cell.lines.push(line),
            PageElement::Picture(picture) => cell.pictures.push(picture),
            _ => {}
        }
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::super::element::Picture;
    use super::super::text::line::Line;
    use super::super::text::word::Word;
    use super::*;

    fn illustrated(left: f32, lines: usize) -> RegionColumn {
        let line = |at: usize| {
            let top = 100.0 + 12.0 * at as f32;
            let rect = Rect { left, top, right: left + 100.0, bottom: top + 10.0 };
            let word = Word { text: "words".into(), rect, size: 10.0, ..Word::default() };
            PageElement::Line(Line { rect, size: 10.0, words: vec![word], ..Line::default() })
        };
        let rect = Rect { left, top: 300.0, right: left + 120.0, bottom: 380.0 };
        let picture = PageElement::Picture(Picture { rect, ..Picture::default() });
        let elements = (0..lines).map(line).chain([picture]).collect();
        RegionColumn { left, right: left + 120.0, regions: vec![Region::Single(elements)] }
    }

    #[test]
    fn pictures_with_their_text_stay_side_by_side() {
        let beside = |lines: usize| vec![illustrated(50.0, 2), illustrated(200.0, lines)];
        assert!(are(&beside(3)));
        assert!(!are(&beside(MAX_LINES + 1)), "columns of text");
        assert!(!are(&beside(0)), "pictures without words of their own");
        let grid = side_by_side(beside(3));
        let padded = [50.0 - CELL_PADDING, 200.0 - CELL_PADDING, 320.0 + CELL_PADDING];
        assert_eq!((grid.xs.as_slice(), grid.ys.as_slice()), (padded.as_slice(), [100.0, 380.0].as_slice()));
        let held: Vec<_> = grid.cells.iter().map(|cell| (cell.column, cell.lines.len(), cell.pictures.len())).collect();
        assert_eq!(held, [(0, 2, 1), (1, 3, 1)]);
    }
}
