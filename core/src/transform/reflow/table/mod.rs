//! Tables: ruled ones from their lines, others from their rows and the white space between their
//! columns.
//!
//! `lattice` takes grids of crossing rules out of a page before its text is put into lines; `heal`
//! puts cells together that only the edge of a ground parts, `refine` divides those that hold
//! columns or rows of their own, `label_rows` those that label several rows. `booktabs` finds
//! tables between rules that run over all columns, `stream` those without any. Both ask `columns`
//! for the gutters and let `build` make the grid. Once a page is in order, `neighbours` puts tables
//! side by side together, and `wings` gives them columns for the text beside them. What needs the
//! whole document is in the room `tables`.

mod booktabs;
mod build;
mod charts;
mod columns;
mod fill;
mod header;
mod heal;
mod label_rows;
mod labels;
mod lattice;
mod neighbours;
mod nested;
mod refine;
mod row_split;
mod rows;
#[cfg(test)]
pub(super) mod sample;
mod shading;
mod spans;
mod stream;
mod stripes;
mod tagged;
mod tidy;
mod wings;
mod zebra;

pub(super) use booktabs::between_rules;
pub(super) use labels::take as take_labels;
pub(super) use lattice::tables as ruled;
pub(super) use refine::divided;
pub(super) use stream::tables as unruled;
pub(super) use tagged::Tagged;
pub(super) use wings::{widen, widen_inner};

/// Left and right ends of the stretches of text on one line, between gaps that may part cells.
pub(super) fn spans(lines: Vec<super::text::line::Line>) -> Vec<(f32, f32)> {
    rows::rows(lines).into_iter().flat_map(|row| row.spans).map(|span| (span.rect.left, span.rect.right)).collect()
}

/// Notes how many rows at the top of a grid head its columns.
pub(super) fn mark_header(grid: &mut super::element::Grid) {
    grid.header = header::rows(grid);
}
