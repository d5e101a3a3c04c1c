//! Table detection: ruled tables from their lines, others from their rows and the white space between their columns.
//!
//! `lattice` takes grids of crossing rules out of a page before its text is put into lines; `cells` puts cells together
//! that only the edge of a ground parts and divides those that hold columns, `split_rows` those that hold rows or label
//! several. `booktabs` finds tables between rules that run over all columns, `stream` those without any. Both ask
//! `columns` for the gutters and let `build` make the grid, with the grounds that `shading` finds behind it. Once a
//! page is in order, `side_by_side_tables` puts tables side by side together, and `stub` gives them columns for the
//! text beside them. What several of them measure by is in `tolerances`; what needs the whole document is in the room
//! `tables`.

mod banded_rows;
mod booktabs;
mod build;
mod cells;
mod charts;
mod columns;
mod fill;
mod header;
mod lattice;
mod nested;
mod rows;
#[cfg(test)]
pub(super) mod sample;
mod shading;
mod side_by_side_tables;
mod spans;
mod split_rows;
mod stream;
mod stub;
mod tagged;
mod tolerances;

pub(super) use booktabs::between_rules;
pub(super) use cells::divided;
pub(super) use lattice::tables as ruled;
pub(super) use stream::tables as unruled;
pub(super) use stub::{take_labels, widen, widen_inner};
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
