//! Column detection: columns of a table by the white space between them, voted for by its rows.
//!
//! A gutter is a stretch that (nearly) no row with text on both sides covers. Looking at all rows
//! at once, rather than growing from the first, lets a few headings and long cells reach over a
//! gutter without closing it (the projection of Nurminen's and of camelot's stream finders, with
//! a tolerance).

use super::super::sets::median;
use super::rows::Row;
use super::tolerances::{CELL_GAP, FEWEST_ROWS};
use transvase_base::units::Em;

/// Narrowest gutter where few rows keep it free, nearly a size: it may be one [`CELL_GAP`] wide where many do.
const GUTTER: Em = Em(0.93);
/// Typewritten rows that keep a narrow gutter free: their spaces fall one below another more often.
const TYPED_ROWS: usize = 9;
/// One row in so many may reach over a gutter: headings and long cells do.
const TOLERANT: usize = 6;

/// A white stretch between columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gutter {
    /// Its left end.
    pub from: f32,
    /// Its right end.
    pub to: f32,
}

impl Gutter {
    /// Where the line between the columns would be.
    pub fn middle(&self) -> f32 {
        f32::midpoint(self.from, self.to)
    }
}

/// The gutters between the columns of some rows, left to right.
pub(super) fn gutters(rows: &[Row]) -> Vec<Gutter> {
    let full: Vec<&Row> = rows.iter().filter(|row| row.is_full()).collect();
    if full.is_empty() {
        return Vec::new();
    }
    let mut sizes: Vec<f32> = full.iter().map(|row| row.size).collect();
    let size = median(&mut sizes).unwrap_or(0.0);
    let typed = full.iter().flat_map(|row| &row.spans).flat_map(|span| &span.words).all(|word| word.style.monospace);
    let enough = if typed { TYPED_ROWS } else { FEWEST_ROWS + 1 };
    let narrow = if full.len() >= enough { CELL_GAP } else { GUTTER } * size;
    let tolerance = (full.len() + 2) / TOLERANT;
    let stretches = stretches(&full);
    let free = |most: usize, least: f32| {
        let mut found = Vec::new();
        let mut open: Option<Gutter> = None;
        for stretch in &stretches {
            if stretch.covered <= most {
                let gutter = open.get_or_insert(stretch.gutter);
                gutter.to = stretch.gutter.to;
            } else {
                found.extend(open.take());
            }
        }
        found.extend(open.take());
        found.retain(|gutter| gutter.to - gutter.from >= least);
        found
    };
    let mut found = free(0, narrow);
    let wide = free(tolerance, GUTTER * size);
    let apart = |gutter: &Gutter| found.iter().all(|other| other.to <= gutter.from || other.from >= gutter.to);
    let extra: Vec<Gutter> = wide.into_iter().filter(apart).collect();
    found.extend(extra);
    found.sort_by(|a, b| a.from.total_cmp(&b.from));
    found.retain(|gutter| has_sides(gutter, &full));
    without_signs(found, &full)
}

/// A stretch between two neighbouring ends of text, and how many rows cover it.
struct Stretch {
    gutter: Gutter,
    covered: usize,
}

fn stretches(rows: &[&Row]) -> Vec<Stretch> {
    let spans = rows.iter().flat_map(|row| &row.spans);
    let mut ends: Vec<(f32, bool)> =
        spans.flat_map(|span| [(span.rect.left, true), (span.rect.right, false)]).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let mut covered = 0_usize;
    let mut done = Vec::new();
    for pair in ends.windows(2) {
        covered = if pair[0].1 { covered + 1 } else { covered.saturating_sub(1) };
        if pair[1].0 > pair[0].0 {
            done.push(Stretch { gutter: Gutter { from: pair[0].0, to: pair[1].0 }, covered });
        }
    }
    done
}

/// Whether at least two rows, or the only one, have text on both sides.
fn has_sides(gutter: &Gutter, rows: &[&Row]) -> bool {
    let both = |row: &&&Row| row.left() < gutter.middle() && row.right() > gutter.middle();
    rows.iter().filter(both).count() >= rows.len().min(2)
}

/// A column of nothing but signs of money belongs to the figures at its right, one of percent
/// signs or note marks to those at its left.
fn without_signs(gutters: Vec<Gutter>, rows: &[&Row]) -> Vec<Gutter> {
    let mut dropped = vec![false; gutters.len()];
    for at in 0..=gutters.len() {
        let from = at.checked_sub(1).map_or(f32::NEG_INFINITY, |left| gutters[left].middle());
        let to = gutters.get(at).map_or(f32::INFINITY, Gutter::middle);
        let inside = rows.iter().flat_map(|row| &row.spans).filter(|span| {
            let middle = span.rect.center().x;
            middle > from && middle < to
        });
        let (mut money, mut marks, mut all) = (0_usize, 0_usize, 0_usize);
        for span in inside {
            let text = span.text();
            let mut chars = text.chars();
            let sign = chars.next().filter(|_| chars.next().is_none());
            all += 1;
            money += usize::from(sign.is_some_and(|c| matches!(c, '$' | '€' | '£' | '¥')));
            marks += usize::from(sign.is_some_and(|c| matches!(c, '%' | ')' | '*' | '†' | '‡')));
        }
        if all > 0 && money == all && at < gutters.len() {
            dropped[at] = true;
        } else if all > 0 && marks == all && at > 0 {
            dropped[at - 1] = true;
        }
    }
    gutters.into_iter().zip(dropped).filter(|(_, dropped)| !dropped).map(|(gutter, _)| gutter).collect()
}

/// Whether the text of a column beyond the first is mostly figures.
pub(super) fn has_figures(rows: &[Row], gutters: &[Gutter]) -> bool {
    let mut counts = vec![(0_usize, 0_usize); gutters.len() + 1];
    for span in rows.iter().flat_map(|row| &row.spans) {
        let column = gutters.partition_point(|gutter| gutter.middle() < span.rect.center().x);
        counts[column].0 += usize::from(span.is_numeric());
        counts[column].1 += 1;
    }
    counts.iter().skip(1).any(|(figures, all)| figures * 2 > *all)
}

#[cfg(test)]
mod tests {
    use super::super::rows::rows;
    use super::super::sample::lines;
    use super::*;

    #[test]
    fn a_heading_over_a_gutter_does_not_close_it() {
        let rows = rows(lines(&[
            &[(50.0, "Name"), (120.0, "a heading that reaches far"), (260.0, "Sum")],
            &[(50.0, "one"), (130.0, "11"), (200.0, "21"), (260.0, "31")],
            &[(50.0, "two"), (130.0, "12"), (200.0, "22"), (260.0, "32")],
            &[(50.0, "three"), (130.0, "13"), (200.0, "23"), (260.0, "33")],
            &[(50.0, "four"), (130.0, "14"), (200.0, "24"), (260.0, "34")],
        ]));
        let found = gutters(&rows);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[1], Gutter { from: 140.0, to: 200.0 });
    }

    #[test]
    fn signs_of_money_are_no_column() {
        let row = |name: &'static str, sum: &'static str| [(50.0, name), (120.0, "$"), (140.0, sum)];
        let rows = rows(lines(&[&row("a", "10"), &row("b", "20"), &row("c", "30")]));
        assert_eq!(gutters(&rows).len(), 1);
    }
}
