//! Text rows: what stands on one base line, in stretches parted by gaps that may be gutters.

use super::super::text::level::sort_by_base_line;
use super::super::text::line::Line;
use super::tolerances::{CELL_GAP, LINE_PITCH, SAME_BASE_LINE, is_flush};

/// Stretches of text side by side, left to right.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The stretches.
    pub spans: Vec<Line>,
    /// Base line of the first.
    pub baseline: f32,
    /// Size of its largest text.
    pub size: f32,
}

impl Row {
    /// Top of its highest text.
    pub fn top(&self) -> f32 {
        self.spans.iter().map(|span| span.rect.top).fold(f32::INFINITY, f32::min)
    }

    /// Bottom of its lowest text.
    pub fn bottom(&self) -> f32 {
        self.spans.iter().map(|span| span.rect.bottom).fold(f32::NEG_INFINITY, f32::max)
    }

    /// Left edge of its first text.
    pub fn left(&self) -> f32 {
        self.spans.first().map_or(0.0, |span| span.rect.left)
    }

    /// Right edge of its last text.
    pub fn right(&self) -> f32 {
        self.spans.iter().map(|span| span.rect.right).fold(f32::NEG_INFINITY, f32::max)
    }

    /// Whether it has text side by side.
    pub fn is_full(&self) -> bool {
        self.spans.len() >= 2
    }

    /// Whether it is known to be no row of cells.
    pub fn is_no_cells(&self) -> bool {
        self.spans.iter().flat_map(|span| &span.words).any(|word| word.no_cell)
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.spans.iter().map(Line::word_count).sum()
    }
}

/// Puts lines, and parts of lines, into rows from the top down.
pub(super) fn rows(mut lines: Vec<Line>) -> Vec<Row> {
    sort_by_base_line(&mut lines);
    let mut rows: Vec<Row> = Vec::new();
    for line in lines {
        let (baseline, size) = (line.baseline, line.size);
        let parts = parts(line);
        match rows.last_mut() {
            Some(row) if baseline - row.baseline <= SAME_BASE_LINE * row.size.min(size) => {
                row.size = row.size.max(size);
                row.spans.extend(parts);
            }
            _ => rows.push(Row { spans: parts, baseline, size }),
        }
    }
    for row in &mut rows {
        row.spans.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
        row.spans = touching(std::mem::take(&mut row.spans));
    }
    rows
}

/// Left and right end of the text of rows.
pub(super) fn sides(rows: &[Row]) -> (f32, f32) {
    let left = rows.iter().map(Row::left).fold(f32::INFINITY, f32::min);
    (left, rows.iter().map(Row::right).fold(f32::NEG_INFINITY, f32::max))
}

/// The most rows with text side by side that lines may make: those with a gap in them, and those that follow another on
/// its base line.
pub(super) fn full_at_most(lines: &[Line]) -> usize {
    let mut bases: Vec<(f32, f32)> = lines.iter().map(|line| (line.baseline, line.size)).collect();
    bases.sort_by(|a, b| a.0.total_cmp(&b.0));
    let level =
        bases.windows(2).filter(|pair| pair[1].0 - pair[0].0 <= SAME_BASE_LINE * pair[0].1.max(pair[1].1)).count();
    level + lines.iter().filter(|line| may_have_gap(line)).count()
}

/// Whether a gap in a line may part cells; one whose words are not in their order may have any.
fn may_have_gap(line: &Line) -> bool {
    let mut right = f32::INFINITY;
    line.words.windows(2).any(|pair| {
        let (word, next) = (pair[0].rect, pair[1].rect);
        right = if right.is_finite() { right.max(word.right) } else { word.right };
        next.left < word.left || next.left - right >= CELL_GAP * line.size
    })
}

/// The parts of a line between gaps that may part cells.
fn parts(line: Line) -> Vec<Line> {
    let least = CELL_GAP * line.size;
    split(line, |left, right| right - left >= least)
}

/// Splits a line at the gaps, given as their left and right ends, that `cut` accepts.
pub(super) fn split(mut line: Line, mut cut: impl FnMut(f32, f32) -> bool) -> Vec<Line> {
    line.words.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
    let mut parts = Vec::new();
    let mut words = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for word in std::mem::take(&mut line.words) {
        if right.is_finite() && word.rect.left > right && cut(right, word.rect.left) {
            words.shrink_to_fit();
            parts.push(Line::of(std::mem::take(&mut words)));
        }
        right = right.max(word.rect.right);
        words.push(word);
    }
    if !words.is_empty() {
        words.shrink_to_fit();
        parts.push(Line::of(words));
    }
    parts
}

/// Joins stretches that touch, as those of two lines side by side may.
fn touching(spans: Vec<Line>) -> Vec<Line> {
    let mut joined: Vec<Vec<Line>> = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for span in spans {
        let near = span.rect.left - right < CELL_GAP * span.size;
        right = if near { right.max(span.rect.right) } else { span.rect.right };
        match joined.last_mut() {
            Some(last) if near => last.push(span),
            _ => joined.push(vec![span]),
        }
    }
    let whole = |mut spans: Vec<Line>| match spans.len() {
        1 => spans.remove(0),
        _ => Line::of(spans.into_iter().flat_map(|span| span.words).collect()),
    };
    joined.into_iter().map(whole).collect()
}

/// For each row, whether it is one further line of a cell of the row above that stands in columns:
/// it begins where a cell other than the first does, and ends before the next one begins. Rows in columns have three
/// stretches of text at the least.
pub(super) fn hanging(rows: &[Row]) -> Vec<bool> {
    let mut home: Option<&Row> = None;
    let mut above = f32::NEG_INFINITY;
    let mut found = Vec::new();
    for row in rows {
        let near = row.baseline - above <= LINE_PITCH * row.size;
        let hangs = near && !row.is_full() && home.is_some_and(|home| hangs_below(row, home));
        found.push(hangs);
        if row.spans.len() >= 3 {
            home = Some(row);
        } else if !hangs {
            home = None;
        }
        above = row.baseline;
    }
    found
}

fn hangs_below(row: &Row, home: &Row) -> bool {
    let ends = home.spans.iter().skip(2).map(|span| span.rect.left).chain([f32::INFINITY]);
    home.spans
        .iter()
        .skip(1)
        .zip(ends)
        .any(|(cell, end)| is_flush(cell.rect.left, row.left()) && row.right() < end - CELL_GAP * row.size)
}
