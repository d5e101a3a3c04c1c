//! Tables: ruled ones from their lines, others from their rows and the white space between their
//! columns.
//!
//! `lattice` takes grids of crossing rules out of a page before its text is put into lines; `merge_cells`
//! puts cells together that only the edge of a ground parts, `split_cells` divides those that hold
//! columns or rows of their own, `label_rows` those that label several rows. `booktabs` finds
//! tables between rules that run over all columns, `stream` those without any. Both ask `columns`
//! for the gutters and let `build` make the grid. Once a page is in order, `side_by_side_tables` puts tables
//! side by side together, and `stub` gives them columns for the text beside them. What needs the
//! whole document is in the room `tables`.

mod banded_cells;
mod banded_rows;
mod booktabs;
mod build;
mod charts;
mod columns;
mod drop_slivers;
mod fill;
mod header;
mod label_rows;
mod labels;
mod lattice;
mod merge_cells;
mod nested;
mod rows;
#[cfg(test)]
pub(super) mod sample;
mod shading;
mod side_by_side_tables;
mod spans;
mod split_cells;
mod split_rows;
mod stream;
mod stub;
mod tagged;
mod tolerances;

pub(super) use booktabs::between_rules;
pub(super) use labels::take as take_labels;
pub(super) use lattice::tables as ruled;
pub(super) use split_cells::divided;
pub(super) use stream::tables as unruled;
pub(super) use stub::{widen, widen_inner};
pub(super) use tagged::Tagged;
pub(super) use tolerances::{FEWEST_ROWS, HEADER_ROWS, SAME_EDGE, WIDER, are_most};

/// Left and right ends of the stretches of text on one line, between gaps that may part cells.
pub(super) fn spans(lines: Vec<super::text::line::Line>) -> Vec<(f32, f32)> {
    rows::rows(lines).into_iter().flat_map(|row| row.spans).map(|span| (span.rect.left, span.rect.right)).collect()
}

/// Notes how many rows at the top of a grid head its columns.
pub(super) fn mark_header(grid: &mut super::element::Grid) {
    grid.header = header::rows(grid);
}
