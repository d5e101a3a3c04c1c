//! Booktabs tables, between rules that run over all their columns, with none between the columns: the way books and
//! statistics set them.
//!
//! Two or more horizontal rules of the same width, one below the other, frame the heading and the
//! body. Text between them that is no running text and leaves gutters free is the table.

use super::super::caps::{FEW, MANY, SOME};
use super::super::element::PageElement;
use super::super::text::caption;
use super::super::text::line::Line;
use super::super::vector::{FilledRect, Ruling};
use super::columns::{Gutter, gutters};
use super::rows::{Row, hanging, rows};
use super::shading;
use super::stream::{is_prose, is_table};
use super::tolerances::{LEAST_WIDTH, MIDDLE, PROSE_WORDS, ROUNDING, SAME_EDGE, is_same_edge};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Pt, Rect};

/// How far above its first rule a heading may stand: two lines of it.
const HEADING_ABOVE: Pt = Pt(26.0);
/// Rows below the last rule follow one another at most so far apart: two lines, where none is ruled.
const ROW_PITCH: Em = Em(2.2);
/// White space that no table has between two rules: four lines.
const EMPTY: Pt = Pt(60.0);

/// Puts the text between stacked rules into tables.
pub(crate) fn between_rules(
    elements: Vec<PageElement>,
    fills: &[FilledRect],
    context: &Context,
) -> Result<Vec<PageElement>> {
    let (mut lines, mut rules, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for element in elements {
        match element {
            PageElement::Line(line) => lines.push(line),
            PageElement::Rule(rule) => rules.push(rule),
            other => rest.push(other),
        }
    }
    let solid: Vec<Rect> = rest.iter().map(PageElement::rect).collect();
    for stack in stacks(&rules) {
        context.tick((lines.len() + stack.len() * solid.len()) as u64)?;
        for mut region in regions(&stack, &lines, &solid) {
            region.reach_out(&lines, &rules, fills);
            let (inside, outside) = lines.into_iter().partition(|line| region.holds(line));
            lines = outside;
            rest.push(PageElement::Table(region.grid(inside, &mut rules, fills)));
        }
    }
    rest.extend(lines.into_iter().map(PageElement::Line));
    rest.extend(rules.into_iter().map(PageElement::Rule));
    Ok(rest)
}

/// Rules of the same width one below the other, top down; the widest stacks first.
fn stacks(rules: &[Ruling]) -> Vec<Vec<Ruling>> {
    let mut stacks: Vec<Vec<Ruling>> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.length() >= LEAST_WIDTH).take(SOME) {
        let same = |stack: &&mut Vec<Ruling>| {
            stack.first().is_some_and(|first| is_same_edge(first.from, rule.from) && is_same_edge(first.to, rule.to))
        };
        match stacks.iter_mut().find(same) {
            Some(stack) => stack.push(*rule),
            None => stacks.push(vec![*rule]),
        }
    }
    stacks.retain(|stack| stack.len() >= 2);
    stacks.iter_mut().for_each(|stack| stack.sort_by(|a, b| a.at.total_cmp(&b.at)));
    stacks.sort_by(|a, b| length(b).total_cmp(&length(a)));
    stacks.truncate(FEW);
    stacks
}

fn length(stack: &[Ruling]) -> f32 {
    stack.first().map_or(0.0, Ruling::length)
}

/// A table between rules.
struct Region {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    gutters: Vec<Gutter>,
}

impl Region {
    fn holds(&self, line: &Line) -> bool {
        stands_between(line, self.left, self.right) && is_between(line, self.top, self.bottom)
    }

    fn grid(&self, lines: Vec<Line>, rules: &mut Vec<Ruling>, fills: &[FilledRect]) -> super::super::element::Grid {
        let mut grid = shading::grid(&rows(lines), &self.gutters, rules, fills);
        // The rules say how wide the table is.
        grid.widen(self.left, self.right);
        grid
    }

    /// Takes in a heading right above its first rule and rows below its last one, where they stand
    /// in its columns.
    fn reach_out(&mut self, lines: &[Line], rules: &[Ruling], fills: &[FilledRect]) {
        let beside = |line: &&Line| {
            let y = line.baseline;
            stands_between(line, self.left, self.right)
                && (y > self.top - HEADING_ABOVE * 2.0 && y < self.top || y > self.bottom)
        };
        let near = rows(lines.iter().filter(beside).cloned().collect());
        let ruled = |from: f32, to: f32| rules.iter().any(|rule| rule.at > from + ROUNDING && rule.at < to - ROUNDING);
        let first = self.top;
        for row in near.iter().rev().filter(|row| row.baseline < first) {
            // The first row may have no rule above it; a heading above that one stands on a ground of its own.
            let heads = self.top == first || self.is_on_ground(row, fills);
            let named = row.spans.first().is_some_and(|span| caption::is_caption(&span.text()));
            let far = row.baseline <= self.top - HEADING_ABOVE;
            if named || far || !heads || !self.takes(row) || ruled(row.baseline, self.top) {
                break;
            }
            self.top = row.top() - ROUNDING;
        }
        let mut last = self.bottom;
        for row in near.iter().filter(|row| row.baseline > self.bottom) {
            if !self.takes(row) || row.baseline - last > ROW_PITCH * row.size {
                break;
            }
            last = row.baseline;
        }
        if last > self.bottom {
            self.bottom = last + ROUNDING;
        }
    }

    /// Whether every part of a row stands on a fill that is no wider than the table.
    fn is_on_ground(&self, row: &Row, fills: &[FilledRect]) -> bool {
        let within =
            |fill: &&FilledRect| fill.rect.left >= self.left - SAME_EDGE && fill.rect.right <= self.right + SAME_EDGE;
        let grounds: Vec<&FilledRect> = fills.iter().filter(within).take(MANY).collect();
        row.spans.iter().all(|span| grounds.iter().any(|fill| fill.rect.contains(span.rect.center())))
    }

    /// Whether the text of a row stands in at least two of the columns and over no gutter.
    fn takes(&self, row: &Row) -> bool {
        let over =
            |gutter: &Gutter| row.spans.iter().any(|span| span.rect.left < gutter.from && span.rect.right > gutter.to);
        row.is_full()
            && !row.is_no_cells()
            && !self.gutters.iter().any(over)
            && row.words() <= PROSE_WORDS * row.spans.len()
    }
}

/// Whether the middle of a line is between two sides.
fn stands_between(line: &Line, left: f32, right: f32) -> bool {
    let x = line.rect.center().x;
    x >= left - ROUNDING && x <= right + ROUNDING
}

fn is_between(line: &Line, top: f32, bottom: f32) -> bool {
    line.middle() > top && line.middle() < bottom
}

/// What stands between two rules of a stack.
struct Band {
    top: f32,
    bottom: f32,
    rows: Vec<Row>,
}

/// The tables in a stack of rules.
fn regions(stack: &[Ruling], lines: &[Line], solid: &[Rect]) -> Vec<Region> {
    let (Some(first), Some(last)) = (stack.first(), stack.last()) else { return Vec::new() };
    let (left, right) = (first.from, first.to);
    let across = |line: &&Line| stands_between(line, left, right) && is_between(line, first.at, last.at);
    let inside: Vec<Row> = rows(lines.iter().filter(across).cloned().collect());
    let mut found = Vec::new();
    let mut open: Vec<Band> = Vec::new();
    for pair in stack.windows(2) {
        let (top, bottom) = (pair[0].at, pair[1].at);
        let from = inside.partition_point(|row| row.baseline - MIDDLE * row.size <= top);
        let to = inside.partition_point(|row| row.baseline - MIDDLE * row.size < bottom).max(from);
        let band = Band { top, bottom, rows: inside[from..to].to_vec() };
        let filled = solid.iter().any(|rect| {
            let middle = rect.center();
            middle.x > left && middle.x < right && middle.y > top && middle.y < bottom
        });
        if filled || !band.is_tabular(right - left) {
            found.extend(region(&std::mem::take(&mut open), left, right));
        } else {
            open.push(band);
        }
    }
    found.extend(region(&open, left, right));
    found
}

impl Band {
    /// Whether it may be a part of a table: no running text, and no wide white space.
    fn is_tabular(&self, measure: f32) -> bool {
        if self.rows.is_empty() {
            return self.bottom - self.top < EMPTY;
        }
        if self.rows.iter().any(Row::is_no_cells) {
            return false;
        }
        let lines = self.rows.iter().zip(hanging(&self.rows));
        let prose = lines.filter(|(row, hangs)| !hangs && is_prose(row, measure)).count();
        let full = self.rows.iter().filter(|row| row.is_full()).count();
        (prose == 0 && (full > 0 || self.rows.len() <= 2)) || prose * 4 < full
    }
}

fn region(bands: &[Band], left: f32, right: f32) -> Option<Region> {
    let filled = |band: &Band| band.rows.iter().any(Row::is_full);
    let first = bands.iter().position(filled)?;
    let last = bands.iter().rposition(filled)?;
    let bands = &bands[first..=last];
    let (top, bottom) = (bands.first()?.top, bands.last()?.bottom);
    let rows: Vec<Row> = bands.iter().flat_map(|band| &band.rows).cloned().collect();
    let gutters = gutters(&rows);
    is_table(&rows, &gutters, true).then_some(Region { left, right, top, bottom, gutters })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{lines, rule};
    use super::*;

    fn elements(rows: &[&[(f32, &str)]], rules: &[Ruling]) -> Vec<PageElement> {
        let lines = lines(rows).into_iter().map(PageElement::Line);
        let elements = lines.chain(rules.iter().copied().map(PageElement::Rule)).collect();
        between_rules(elements, &[], &Context::default()).unwrap()
    }

    #[test]
    fn two_rows_between_rules_are_a_table() {
        let rows: [&[(f32, &str)]; 2] = [&[(50.0, "Name"), (200.0, "Value")], &[(50.0, "height"), (200.0, "12")]];
        let found = elements(&rows, &[rule(90.0, 48.0, 240.0), rule(120.0, 48.0, 240.0)]);
        let [PageElement::Table(grid)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((grid.xs.len(), grid.ys.len()), (3, 3));
        assert_eq!((grid.rect.left, grid.rect.right), (46.0, 240.0));
    }

    #[test]
    fn running_text_between_rules_is_none() {
        let prose: &[(f32, &str)] = &[(50.0, "a line of text that runs over all of the page")];
        let found = elements(&[prose, prose, prose], &[rule(90.0, 48.0, 300.0), rule(135.0, 48.0, 300.0)]);
        assert!(!found.iter().any(|element| matches!(element, PageElement::Table(_))));
    }

    #[test]
    fn cells_of_several_lines_are_no_running_text() {
        let long = "a text of so many words that it fills";
        let head: &[(f32, &str)] = &[(50.0, "ID"), (90.0, "Text"), (320.0, "Time")];
        let row: &[(f32, &str)] = &[(50.0, "R1"), (90.0, "a text of so many words"), (320.0, "4 d")];
        let rows = [head, row, &[(90.0, long)], &[(90.0, "it all.")], row, &[(90.0, long)]];
        let found = elements(&rows, &[rule(90.0, 48.0, 345.0), rule(104.0, 48.0, 345.0), rule(175.0, 48.0, 345.0)]);
        let [PageElement::Table(grid)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((grid.xs.len(), grid.ys.len()), (4, 4));
    }
}
