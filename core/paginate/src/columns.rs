//! Table column widths, from content and from what the source says (CSS 2.1, 17.5.2.2).

use super::grid::{Grid, GridCell};
use super::layout::Layout;
use super::lines::{piece_end, shape};
use super::opportunities::{Extents, between_words};
use super::place::Place;
use super::structure::Structure;
use transvase_base::error::Result;
use transvase_model::flow::{Align, Block, Paragraph, Table};

/// Words wider than this multiple of the body size do not widen their column: they are cut.
const WIDEST_WORD: f32 = 14.0;

/// Cells measured; columns of longer tables follow from their first cells.
const MEASURED_CELLS: usize = 4_000;

/// Rows measured of tables in cells.
const MEASURED_ROWS: usize = 500;

/// What a column wants to be, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Wish {
    /// Width under which words are cut.
    pub least: f32,
    /// Width above which nothing is gained.
    pub most: f32,
    /// Whether the source says its width.
    pub is_given: bool,
}

impl Wish {
    /// Multiplies both widths.
    pub(super) fn scale(&mut self, factor: f32) {
        self.least *= factor;
        self.most *= factor;
    }

    fn widen(&mut self, other: Wish) {
        self.least = self.least.max(other.least);
        self.most = self.most.max(other.most).max(self.least);
    }
}

/// What the columns of a table want to be. `pad` is the space at both sides of a cell's text, as a
/// multiple of the body size.
pub(super) fn natural_widths(
    layout: &mut Layout,
    table: &Table,
    grid: &Grid,
    measure: f32,
    pad: f32,
) -> Result<Vec<Wish>> {
    let mut wishes = vec![Wish::default(); grid.columns];
    let mut spanning: Vec<(GridCell, Wish)> = Vec::new();
    for cell in grid.rows.iter().flatten().take(MEASURED_CELLS) {
        layout.context.tick(1)?;
        let mut wish = measure_blocks(layout, &cell.cell.blocks, measure, 0)?;
        wish.widen(Wish::default());
        let pad = pad * layout.size;
        let wish = Wish { least: wish.least + pad, most: wish.most + pad, is_given: false };
        match wishes.get_mut(cell.column).filter(|_| cell.columns == 1) {
            Some(column) => column.widen(wish),
            None => spanning.push((*cell, wish)),
        }
    }
    for (cell, wish) in spanning {
        spread_span(&mut wishes, &cell, wish);
    }
    for (wish, given) in wishes.iter_mut().zip(&table.columns) {
        let given = given * layout.scale;
        if given.is_finite() && given > 0.0 {
            let given = given.min(measure);
            *wish = match table.width {
                // No column of such a table is narrower than its longest word (CSS 2.1, 17.5.2.2).
                Some(_) => Wish { least: wish.least, most: given.max(wish.least), is_given: true },
                None => Wish { least: wish.least.min(given.max(layout.size)), most: given, is_given: true },
            };
        }
    }
    Ok(wishes)
}

/// Widens the columns a cell spans until they hold it, evenly.
fn spread_span(wishes: &mut [Wish], cell: &GridCell, wish: Wish) {
    let Some(columns) = wishes.get_mut(cell.column..(cell.column + cell.columns).min(wishes.len())) else { return };
    let have = columns.iter().fold(Wish::default(), |sum, one| Wish {
        least: sum.least + one.least,
        most: sum.most + one.most,
        ..sum
    });
    let count = columns.len().max(1) as f32;
    let (least, most) = ((wish.least - have.least).max(0.0) / count, (wish.most - have.most).max(0.0) / count);
    for column in columns {
        column.least += least;
        column.most = (column.most + most).max(column.least);
    }
}

/// Width that some blocks need to stand without a break of lines.
pub(super) fn natural_width(layout: &mut Layout, blocks: &[Block], measure: f32) -> Result<f32> {
    Ok(measure_blocks(layout, blocks, measure, 0)?.most + layout.size * 0.1)
}

/// Least and greatest useful width of some blocks. Nothing of this stays in the structure.
fn measure_blocks(layout: &mut Layout, blocks: &[Block], measure: f32, depth: usize) -> Result<Wish> {
    let mut wish = Wish::default();
    for block in outside_tables(blocks) {
        layout.context.tick(1)?;
        match block {
            Block::Paragraph(paragraph) => wish.widen(measure_paragraph(layout, paragraph, measure)?),
            Block::Table(table) => wish.widen(measure_table(layout, table, measure)?),
            _ => {}
        }
    }
    let indents = nesting(blocks, depth) as f32 * layout.size * 2.0;
    Ok(Wish { least: wish.least + indents, most: wish.most + indents, ..wish })
}

/// The paragraphs and tables among some blocks, at any depth but not in tables.
fn outside_tables(blocks: &[Block]) -> Vec<&Block> {
    let mut found = Vec::new();
    let mut stack = vec![blocks.iter()];
    while let Some(top) = stack.last_mut() {
        match top.next() {
            Some(block @ (Block::Paragraph(_) | Block::Table(_))) => found.push(block),
            Some(block) => stack.extend(block.children().into_iter().rev().map(<[Block]>::iter)),
            None => {
                stack.pop();
            }
        }
    }
    found
}

/// What a table in a cell wants to be: its columns side by side. Recursion is as deep as tables lie in one another,
/// which readers bound.
fn measure_table(layout: &mut Layout, table: &Table, measure: f32) -> Result<Wish> {
    let Some(grid) = Grid::of(table) else { return Ok(Wish { least: measure, most: measure, is_given: false }) };
    let mut wishes = vec![Wish::default(); grid.columns];
    for cell in grid.rows.iter().take(MEASURED_ROWS).flatten() {
        layout.context.tick(1)?;
        let wish = measure_blocks(layout, &cell.cell.blocks, measure, 0)?;
        if let Some(column) = wishes.get_mut(cell.column).filter(|_| cell.columns == 1) {
            column.widen(wish);
        }
    }
    if layout.setup.as_source {
        for (wish, given) in wishes.iter_mut().zip(&table.columns).filter(|(_, given)| given.is_finite()) {
            wish.widen(Wish { most: given * layout.scale, ..Wish::default() });
        }
    }
    // Room at both sides of each text, about as wide as a letter where nobody says.
    let sides = table.padding.map_or(layout.size, |padding| (padding.left + padding.right).max(0.0) * layout.scale);
    let pad = wishes.len() as f32 * sides;
    let sum = |width: fn(&Wish) -> f32| wishes.iter().map(width).sum::<f32>() + pad;
    let width = table.width.map_or(0.0, |width| width.points * layout.scale);
    let most = sum(|wish| wish.most).max(width).min(measure);
    Ok(Wish { least: sum(|wish| wish.least).min(measure), most, is_given: false })
}

/// Levels of lists and quotes in the first blocks, which indent them.
fn nesting(blocks: &[Block], depth: usize) -> usize {
    let inner = |block: &Block| match block {
        _ if depth > 4 => 0,
        Block::Quote(blocks) => 2 + nesting(blocks, depth + 1),
        Block::List(list) => 1 + list.items.first().map_or(0, |item| nesting(&item.blocks, depth + 1)),
        _ => 0,
    };
    blocks.iter().take(8).map(inner).max().unwrap_or(0)
}

fn measure_paragraph(layout: &mut Layout, paragraph: &Paragraph, measure: f32) -> Result<Wish> {
    let before = layout.mark();
    let place = Place { left: 0.0, width: measure, node: Structure::ROOT, depth: 0, align: Align::Start };
    let collected = super::collect::collect(layout, paragraph, &place)?;
    let mut wish = Wish::default();
    for text in &collected.texts {
        let cut = text.slice(0, piece_end(&text.shaped, 0));
        let shaped = shape(layout, &cut, paragraph.style.right_to_left);
        let extents = Extents::of(&cut, &shaped);
        let mut start = 0.0;
        let mut widest: f64 = 0.0;
        for point in between_words(&cut, &shaped, &extents, layout.setup.as_source) {
            widest = widest.max(point.before.width - start);
            start = point.after.width;
        }
        let least = (widest as f32).min(WIDEST_WORD * layout.size);
        let most = extents.before(shaped.clusters.len()).width as f32 + 0.1;
        wish.widen(Wish { least: least + 0.1, most, is_given: false });
    }
    layout.back_to(before);
    let style = &paragraph.style;
    let indents = (style.indent_start + style.indent_end + style.indent_first.max(0.0)) * layout.scale;
    let indents = if indents.is_finite() { indents.clamp(0.0, measure * 0.5) } else { 0.0 };
    Ok(Wish { least: wish.least + indents, most: wish.most + indents, ..wish })
}

/// Shares all of `width` among the columns: those whose width is given have it where there is room, and what the others
/// do not need is shared by what they have (CSS 2.1, 17.5.2.2).
pub(super) fn fill(wishes: &[Wish], width: f32) -> Vec<f32> {
    let firm = |wish: &Wish| if wish.is_given { Wish { least: wish.most, ..*wish } } else { *wish };
    let firm: Vec<Wish> = wishes.iter().map(firm).collect();
    let has_room = firm.iter().map(|wish| wish.least).sum::<f32>() <= width;
    let mut widths = spread(if has_room { &firm } else { wishes }, width);
    let free = width - widths.iter().sum::<f32>();
    let all_given = wishes.iter().all(|wish| wish.is_given);
    let grows = |wish: &Wish| all_given || !wish.is_given;
    let growing: f32 = widths.iter().zip(wishes).filter(|(_, wish)| grows(wish)).map(|(width, _)| width).sum();
    if free > 0.0 && growing > 0.0 {
        let factor = 1.0 + free / growing;
        widths.iter_mut().zip(wishes).filter(|(_, wish)| grows(wish)).for_each(|(width, _)| *width *= factor);
    }
    widths
}

/// Shares `measure` among the columns: each its greatest useful width where there is room, or else
/// its least and a share of the rest by what it could use.
pub(super) fn spread(wishes: &[Wish], measure: f32) -> Vec<f32> {
    let least: f32 = wishes.iter().map(|wish| wish.least).sum();
    let most: f32 = wishes.iter().map(|wish| wish.most).sum();
    if most <= measure {
        return wishes.iter().map(|wish| wish.most.max(1.0)).collect();
    }
    if least >= measure {
        let share = if least > 0.0 { measure / least } else { 0.0 };
        return wishes.iter().map(|wish| (wish.least * share).max(0.1)).collect();
    }
    let share = (measure - least) / (most - least);
    wishes.iter().map(|wish| wish.least + (wish.most - wish.least) * share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_take_what_they_can_use() {
        let wish = |least, most| Wish { least, most, is_given: false };
        assert_eq!(spread(&[wish(10.0, 20.0), wish(10.0, 30.0)], 100.0), [20.0, 30.0]);
        assert_eq!(spread(&[wish(10.0, 20.0), wish(10.0, 110.0)], 75.0), [15.0, 60.0]);
        assert_eq!(spread(&[wish(50.0, 50.0), wish(150.0, 150.0)], 100.0), [25.0, 75.0]);
    }

    #[test]
    fn columns_fill_a_table_of_a_given_width() {
        let wish = |least, most| Wish { least, most, is_given: false };
        let given = |least, most| Wish { least, most, is_given: true };
        let filled = |wishes: &[Wish]| fill(wishes, 100.0).into_iter().map(f32::round).collect::<Vec<_>>();
        assert_eq!(filled(&[wish(10.0, 20.0), wish(10.0, 30.0)]), [40.0, 60.0]);
        assert_eq!(filled(&[given(10.0, 20.0), wish(10.0, 30.0)]), [20.0, 80.0]);
        assert_eq!(filled(&[given(10.0, 20.0), given(10.0, 30.0)]), [40.0, 60.0]);
        // Where words are long, a column that has its width keeps it, and none is narrower than a word.
        assert_eq!(filled(&[given(10.0, 20.0), wish(10.0, 900.0)]), [20.0, 80.0]);
        assert_eq!(filled(&[given(10.0, 90.0), wish(50.0, 60.0)]), [46.0, 54.0]);
    }
}
