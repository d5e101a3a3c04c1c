//! Tables without rules (stream): rows of short cells that leave the same gutters free.

use std::ops::Range;

use super::super::caps::FEW;
use super::super::element::PageElement;
use super::super::marker;
use super::super::sets::median;
use super::super::text::label;
use super::super::text::line::Line;
use super::super::toc;
use super::super::vector::{FilledRect, Ruling};
use super::columns::{Gutter, gutters, has_figures};
use super::rows::{Row, full_at_most, hanging, rows, sides};
use super::shading;
use super::tolerances::{CELL_WORDS, FEWEST_ROWS, LINE_PITCH, PROSE_WORDS, ROUNDING, are_most, is_same_edge};
use transvase_base::units::{Em, Rect};

/// Rows farther apart belong to nothing above them: three lines, of which two are empty.
const ROW_PITCH: Em = Em(3.2);
/// Words of a cell, on average, up to which rows between rules, which only tables have, may be a table.
const RULED_WORDS: f32 = 12.0;
/// A lone line that fills so much of the measure is running text.
const PROSE_WIDTH: f32 = 0.55;
/// How much a row with a single text weighs in the search for the place to divide rows, beside how many times the usual
/// pitch it has.
const LONE: f32 = 0.2;
/// Rows are divided where they weigh so much more than elsewhere: sizes and pitches of one table differ by less.
const UNEVEN: f32 = 0.15;

/// Puts rows of aligned cells among the elements of a column into tables.
pub(crate) fn tables(mut elements: Vec<PageElement>, fills: &[FilledRect]) -> Vec<PageElement> {
    if elements.len() < FEWEST_ROWS + 1 {
        return elements;
    }
    elements.sort_by(|a, b| a.rect().top.total_cmp(&b.rect().top).then(a.rect().left.total_cmp(&b.rect().left)));
    let (mut lines, mut rules, mut done) = (Vec::new(), Vec::new(), Vec::new());
    for element in elements {
        match element {
            PageElement::Line(line) => lines.push(line),
            PageElement::Rule(rule) => rules.push(rule),
            other => done.push(other),
        }
    }
    let solid: Vec<Rect> = done.iter().map(PageElement::rect).collect();
    // Most columns are running text: their lines need no copies.
    let all = if full_at_most(&lines) < FEWEST_ROWS { Vec::new() } else { rows(lines.clone()) };
    let mut found: Vec<(Range<usize>, Vec<Gutter>)> = Vec::new();
    for run in runs(&all, &solid) {
        found.extend(in_run(&all, run));
    }
    if found.is_empty() {
        done.extend(lines.into_iter().map(PageElement::Line));
    } else {
        let mut at = 0;
        for (range, gutters) in found {
            // What stands between two tables may be taken for the end of one and the title of the other.
            let range = range.start.max(at)..range.end.max(at);
            done.extend(all[at..range.start].iter().flat_map(whole));
            let (left, right) = ruled_sides(&all[range.clone()], &rules);
            let mut grid = shading::grid(&all[range.clone()], &gutters, &mut rules, fills);
            grid.widen(left, right);
            done.push(PageElement::Table(grid));
            at = range.end;
        }
        done.extend(all[at..].iter().flat_map(whole));
    }
    done.extend(rules.into_iter().map(PageElement::Rule));
    done
}

/// How far rules under the rows reach to the left and right beyond their text, as those of a form to
/// fill in do.
fn ruled_sides(rows: &[Row], rules: &[Ruling]) -> (f32, f32) {
    let (left, right) = sides(rows);
    let top = rows.first().map_or(0.0, |row| row.baseline);
    let bottom = rows.last().map_or(0.0, |row| row.baseline + row.size);
    let own = || rules.iter().filter(|rule| (top..=bottom).contains(&rule.at) && rule.from < right && rule.to > left);
    let common = |end: f32, of: &dyn Fn(&Ruling) -> f32| own().filter(|rule| is_same_edge(of(rule), end)).count() >= 2;
    let (from, to) = own().fold((left, right), |(from, to), rule| (from.min(rule.from), to.max(rule.to)));
    (if common(from, &|rule| rule.from) { from } else { left }, if common(to, &|rule| rule.to) { to } else { right })
}

/// The lines of a row that is no part of a table.
fn whole(row: &Row) -> Vec<PageElement> {
    row.spans.iter().cloned().map(PageElement::Line).collect()
}

/// Stretches of rows that may hold tables: running text, pictures and wide white space part them.
fn runs(rows: &[Row], solid: &[Rect]) -> Vec<Range<usize>> {
    let (left, right) = sides(rows);
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut open: Option<usize> = None;
    let hanging = hanging(rows);
    for (at, row) in rows.iter().enumerate() {
        let prose = row.is_no_cells() || (is_prose(row, right - left) && !hanging[at]);
        let parted = at > 0 && is_parted(&rows[at - 1], row, solid);
        if prose || parted {
            runs.extend(open.take().map(|start| start..at));
        }
        if !prose {
            open.get_or_insert(at);
        }
    }
    runs.extend(open.map(|start| start..rows.len()));
    runs
}

/// Whether a row is a line of running text.
pub(super) fn is_prose(row: &Row, measure: f32) -> bool {
    !row.is_full() && row.words() >= PROSE_WORDS && row.right() - row.left() >= PROSE_WIDTH * measure
}

fn is_parted(above: &Row, row: &Row, solid: &[Rect]) -> bool {
    let size = above.size.max(row.size);
    let (top, bottom) = (above.bottom(), row.top().max(above.bottom()));
    let between = |rect: &Rect| rect.center().y > top && rect.center().y < bottom;
    row.baseline - above.baseline > ROW_PITCH * size || solid.iter().any(between)
}

/// The tables of a stretch of rows.
fn in_run(rows: &[Row], run: Range<usize>) -> Vec<(Range<usize>, Vec<Gutter>)> {
    let mut found = Vec::new();
    let mut open = vec![run];
    let mut divisions = 0;
    while let Some(range) = open.pop() {
        let Some(range) = trimmed(rows, range) else { continue };
        let part = &rows[range.clone()];
        let gutters = gutters(part);
        if let Some(inner) = without_titles(part, &gutters).filter(|_| divisions < FEW) {
            divisions += 1;
            open.push(range.start + inner.start..range.start + inner.end);
            continue;
        }
        if is_table(part, &gutters, false) {
            found.push((with_ends(rows, range, &gutters), gutters));
            continue;
        }
        divisions += 1;
        if divisions < FEW
            && let Some(at) = widest_gap(part)
        {
            open.push(range.start + at..range.end);
            open.push(range.start..range.start + at);
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found.dedup_by(|b, a| b.0.start < a.0.end);
    found
}

/// A range without the lone rows at its ends.
fn trimmed(rows: &[Row], range: Range<usize>) -> Option<Range<usize>> {
    let first = range.clone().find(|at| rows[*at].is_full())?;
    let last = range.rev().find(|at| rows[*at].is_full())?;
    (last > first).then_some(first..last + 1)
}

/// Rows without those at their ends that reach over all gutters: they are a numbered heading above a table, or what
/// is said below it. `None` where there are none.
fn without_titles(rows: &[Row], gutters: &[Gutter]) -> Option<Range<usize>> {
    let over = |row: &Row, gutter: &Gutter| {
        row.spans.iter().any(|span| span.rect.left < gutter.from && span.rect.right > gutter.to)
    };
    let is_title = |row: &&Row| !gutters.is_empty() && gutters.iter().all(|gutter| over(row, gutter));
    let above = rows.iter().take_while(is_title).count();
    let below = rows.iter().rev().take_while(is_title).count();
    (above + below > 0 && above + below < rows.len()).then_some(above..rows.len() - below)
}

/// A range with the titles right above its columns and the last lines of its cells.
fn with_ends(rows: &[Row], range: Range<usize>, gutters: &[Gutter]) -> Range<usize> {
    let first_gutter = gutters.first().map_or(f32::INFINITY, Gutter::middle);
    let inside = |row: &Row| row.spans.len() == 1 && row.left() > first_gutter && !row.is_no_cells();
    let near = |a: &Row, b: &Row| b.baseline - a.baseline <= LINE_PITCH * a.size.max(b.size);
    let mut start = range.start;
    while start > 0 && inside(&rows[start - 1]) && near(&rows[start - 1], &rows[start]) && range.start - start < 3 {
        start -= 1;
    }
    let mut end = range.end;
    while end < rows.len() && inside(&rows[end]) && near(&rows[end - 1], &rows[end]) && end - range.end < 3 {
        end += 1;
    }
    start..end
}

/// Where rows stand farthest apart, or change their size: the place to divide them.
fn widest_gap(rows: &[Row]) -> Option<usize> {
    let pitch = |at: usize| (rows[at].baseline - rows[at - 1].baseline) / rows[at].size.max(f32::EPSILON);
    let mut pitches: Vec<f32> = (1..rows.len()).map(pitch).collect();
    let usual = median(&mut pitches).unwrap_or(0.0);
    let lone = |at: usize| f32::from(u8::from(!rows[at - 1].is_full() || !rows[at].is_full()));
    let size = |at: usize| (rows[at].size - rows[at - 1].size).abs() / rows[at].size.max(f32::EPSILON);
    let weight = |at: usize| pitch(at) / usual.max(f32::EPSILON) - 1.0 + 2.0 * size(at) + LONE * lone(at);
    let at = (1..rows.len()).max_by(|a, b| weight(*a).total_cmp(&weight(*b)).then(b.cmp(a)))?;
    (weight(at) > UNEVEN).then_some(at)
}

/// Whether rows and the gutters between them are a table; `ruled` if it stands between rules. Two columns of words need
/// a row more than others, a table between rules one less.
pub(super) fn is_table(rows: &[Row], gutters: &[Gutter], ruled: bool) -> bool {
    let full: Vec<&Row> = rows.iter().filter(|row| row.is_full()).collect();
    let spans: Vec<&Line> = full.iter().flat_map(|row| &row.spans).collect();
    let words: usize = spans.iter().map(|span| span.word_count()).sum();
    let most = if ruled { RULED_WORDS } else { CELL_WORDS };
    let short = words as f32 <= most * spans.len() as f32;
    let least = match (ruled, gutters.len() >= 2 || has_figures(rows, gutters)) {
        (true, _) => FEWEST_ROWS - 1,
        (false, true) => FEWEST_ROWS,
        (false, false) => FEWEST_ROWS + 1,
    };
    let own = hanging(rows).into_iter().filter(|hangs| !hangs).count();
    let marked = full.iter().filter(|row| starts_with_marker(row)).count();
    let beside = if ruled { 3 } else { 5 };
    !gutters.is_empty()
        && full.len() >= least
        && full.len() * 10 >= own * beside
        && short
        && marked * 2 <= full.len()
        && (ruled || !is_counted(&full))
        && !is_contents(&full, gutters)
        && fit(&full, gutters)
}

/// Whether most gaps between neighbours in full rows lie at gutters.
fn fit(rows: &[&Row], gutters: &[Gutter]) -> bool {
    let (mut at_gutter, mut all) = (0_usize, 0_usize);
    for pair in rows.iter().flat_map(|row| row.spans.windows(2)) {
        let (from, to) = (pair[0].rect.right, pair[1].rect.left);
        all += 1;
        at_gutter +=
            usize::from(gutters.iter().any(|gutter| gutter.from < to + ROUNDING && gutter.to > from - ROUNDING));
    }
    are_most(at_gutter, all)
}

/// Whether rows are those of a table of contents: dots lead to one column of figures.
fn is_contents(rows: &[&Row], gutters: &[Gutter]) -> bool {
    let led = |row: &&&Row| {
        let text: String = row.spans.iter().map(Line::text).collect();
        let last = text.trim_end().chars().next_back().is_some_and(char::is_alphanumeric);
        let dots = (text.contains("....") || text.contains(". . . .") || text.contains("……")) && last;
        dots || toc::is_linked_entry(&row.spans)
    };
    let entries = || {
        let joined: Vec<Line> = rows.iter().map(|row| Line::join(row.spans.clone())).collect();
        toc::are_entries(&joined.iter().collect::<Vec<_>>())
    };
    gutters.len() <= 2 && (rows.iter().filter(led).count() * 3 >= rows.len() || entries())
}

/// Whether a row is a list item: a marker, and one text after it. The words after a bullet may stand
/// as far apart as cells.
fn starts_with_marker(row: &Row) -> bool {
    let Some(first) = row.spans.first() else { return false };
    if row.spans.len() != 2 {
        let mut chars = first.words.iter().flat_map(|word| word.text.chars());
        return chars.next().is_some_and(label::is_bullet) && chars.next().is_none();
    }
    let joined = Line::join(row.spans.clone());
    let marked = marker::marker_of(&joined).is_some_and(|found| first.words.len() <= found.words);
    marked || is_enumeration(&first.text())
}

/// Whether rows are the items of a list that bare numbers count, as those of references are: each number is one more
/// than the last, and phrases follow.
fn is_counted(rows: &[&Row]) -> bool {
    let item = |row: &&Row| match &row.spans[..] {
        [number, text] => Some((number.text().trim().parse::<u32>().ok()?, text.words.len())),
        _ => None,
    };
    let Some(items) = rows.iter().map(item).collect::<Option<Vec<_>>>() else { return false };
    let words: usize = items.iter().map(|(_, words)| words).sum();
    items.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1) && words as f32 >= CELL_WORDS * items.len() as f32
}

/// Whether a text is a number of a section or item, such as `2.1.3` or `(4)`.
fn is_enumeration(text: &str) -> bool {
    let dotted = text.contains('.') || text.ends_with(')');
    dotted && text.len() <= 10 && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '(' | ')'))
}

#[cfg(test)]
mod tests {
    use super::super::super::element::Picture;
    use super::super::sample::lines;
    use super::*;

    #[test]
    fn numbered_references_are_no_table() {
        let row = |number: &'static str, text: &'static str| [(50.0, number), (90.0, text)];
        let rows = [
            row("3", "A first work of some kind"),
            row("4", "Another one of that kind"),
            row("5", "And the last of these"),
            row("6", "With one more after it"),
        ];
        let found = |rows: &[[(f32, &str); 2]]| {
            let rows: Vec<&[(f32, &str)]> = rows.iter().map(<[_; 2]>::as_slice).collect();
            let elements = lines(&rows).into_iter().map(PageElement::Line).collect();
            tables(elements, &[]).iter().filter(|element| matches!(element, PageElement::Table(_))).count()
        };
        assert_eq!(found(&rows), 0);
        let years = [row("1990", "a good year"), row("1994", "a fair one"), row("1995", "none")];
        assert_eq!(found(&[years, years].concat()), 1, "years do not count");
    }

    #[test]
    fn a_line_between_two_tables_is_in_one_of_them() {
        let row: &[(f32, &str)] = &[(50.0, "apples"), (200.0, "12.50"), (300.0, "3.10")];
        let all = lines(&[row, row, row, row, row, &[(210.0, "of a kind")], row, row, row, row, row]);
        // A picture in the text parts the rows above it from those below.
        let rect = Rect { left: 60.0, top: 160.0, right: 70.0, bottom: 161.0 };
        let picture = PageElement::Picture(Picture { rect, ..Picture::default() });
        let elements = tables(all.into_iter().map(PageElement::Line).chain([picture]).collect(), &[]);
        assert_eq!(elements.iter().filter(|element| matches!(element, PageElement::Table(_))).count(), 2);
        assert_eq!(format!("{elements:?}").matches("\"kind\"").count(), 1);
    }
}
