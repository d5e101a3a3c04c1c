//! Column detection: whether the gutters of a group part columns of text, or the cells of rows.

use super::super::element::PageElement;
use super::super::text::label;
use super::super::text::line::Line;
use super::band::Group;
use super::tolerances::{FULL, OVERLAPPING, SIDE_BY_SIDE};
use transvase_base::units::{Em, Pt};

/// Words on a line of prose, on average: the narrowest columns of newspapers have hardly more.
const PROSE_WORDS: f32 = 3.0;
/// Lines that fill a column, from which on it is running text whatever else it holds.
const FULL_LINES: usize = 6;
/// The same for lines of twice the words, half of which go on with a sentence: formulas between them are no cells.
const LONG_LINES: usize = 4;
/// Line pitch from which on lines are rows of a table: that of prose is about 1.2.
const ROW_PITCH: Em = Em(1.6);
/// Share of the lines of a column that are figures where it is one of those: the others are heads and gaps.
const FIGURES: f32 = 0.7;
/// Share of the pitch of one side within which lines of the other stand beside its own: a half, and what base lines are off.
/// A fixed half em took pages whose columns begin half a line apart for one column.
const HALF_PITCH: f32 = 0.55;
/// Distance of base lines within which lines do not stand one below the other: letters would touch.
const CLOSEST: Em = Em(0.9);
/// Distance of base lines within which lines of both sides take turns: nothing stands between them.
const IN_TURN: Em = Em(2.5);
/// How much larger than the lines beside it the name in a letterhead is. Letters and papers of the United Nations have
/// such heads, whose rows were read across.
const NAME_SIZE: f32 = 1.5;
/// Lines beside such a name at most.
const HEAD_LINES: usize = 8;
/// Height of pictures and tables, from which on they are a column: signs and bullets are smaller.
const SOLID: Pt = Pt(40.0);

/// Left ends of the columns of a group; fewer than two where its gutters part rows of short cells
/// and not columns of text.
pub(super) fn columns(group: &Group, least: f32) -> Vec<f32> {
    let mut cuts = vec![f32::NEG_INFINITY];
    let gutters = group.span.gutters(least).map(|(from, to)| (f32::midpoint(from, to), to - from));
    // Bullets that stand apart from their texts would be a column, and two columns of items be read across.
    let gutters = without_marked(group, gutters.collect());
    let figures = holds_figures(group, &gutters);
    for (at, (middle, width)) in gutters.iter().enumerate() {
        let end = gutters.get(at + 1).map_or(f32::INFINITY, |(next, _)| *next);
        let start = cuts.last().copied().unwrap_or(f32::NEG_INFINITY);
        let (before, after) = (Column::of(group, start, *middle), Column::of(group, *middle, end));
        // A narrow gutter may be a river of word spaces: it has to run past more lines.
        let narrow =
            *width < 2.0 * least && before.lines.min(after.lines) < 4 && !before.is_solid() && !after.is_solid();
        if !narrow && are_columns(&before, &after) && !are_rows(&before, &after, figures) {
            cuts.push(*middle);
        }
    }
    cuts
}

/// Gutters, by their middles and widths, without those between the marks of items and their texts.
fn without_marked(group: &Group, gutters: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    let mut kept: Vec<(f32, f32)> = Vec::new();
    for (middle, width) in gutters {
        let from = kept.last().map_or(f32::NEG_INFINITY, |(before, _)| *before);
        if !are_marks(group, from, middle) {
            kept.push((middle, width));
        }
    }
    kept
}

/// Whether all that stands between two places is marks of items.
fn are_marks(group: &Group, from: f32, to: f32) -> bool {
    let elements = || group.bands.iter().flat_map(|band| &band.elements);
    let mut own = elements().filter(|element| (from..to).contains(&element.rect().center().x)).peekable();
    let is_mark = |element: &PageElement| match element {
        PageElement::Line(line) => is_mark_alone(&line.text()),
        _ => false,
    };
    own.peek().is_some() && own.all(is_mark)
}

/// Whether a text is the bullet or the label of an item and nothing else.
fn is_mark_alone(text: &str) -> bool {
    let text = text.trim();
    let mut letters = text.chars();
    let is_bullet = |c: char| label::is_bullet(c) || matches!(c, '–' | '-' | '*' | 'o');
    matches!((letters.next(), letters.next()), (Some(c), None) if is_bullet(c)) || label::number_of(text).is_some()
}

/// Whether one of the stretches between gutters is a column of figures.
fn holds_figures(group: &Group, gutters: &[(f32, f32)]) -> bool {
    let middles = gutters.iter().map(|(middle, _)| *middle);
    let ends: Vec<f32> = std::iter::once(f32::NEG_INFINITY).chain(middles).chain([f32::INFINITY]).collect();
    let are_figures = |column: &Column| column.lines >= 3 && column.figures as f32 >= FIGURES * column.lines as f32;
    ends.windows(2).any(|pair| are_figures(&Column::of(group, pair[0], pair[1])))
}

/// What one side of a gutter holds.
#[derive(Default)]
struct Column {
    lines: usize,
    words: usize,
    /// Width and words of each line, and whether it begins anew.
    widths: Vec<(f32, usize, bool)>,
    width: f32,
    baselines: Vec<f32>,
    /// Lines that begin as sentences and names do, and lines that are figures.
    anew: usize,
    figures: usize,
    size: f32,
    /// Height of pictures and tables, in points.
    solid: f32,
}

impl Column {
    fn of(group: &Group, left: f32, right: f32) -> Column {
        let mut column = Column::default();
        for element in group.bands.iter().flat_map(|band| &band.elements) {
            let rect = element.rect();
            if rect.center().x < left || rect.center().x >= right {
                continue;
            }
            match element {
                PageElement::Line(line) => {
                    column.lines += 1;
                    column.words += line.word_count();
                    column.widths.push((rect.width(), line.word_count(), begins_anew(line)));
                    column.width = column.width.max(rect.width());
                    column.baselines.push(line.baseline);
                    column.anew += usize::from(begins_anew(line));
                    column.figures += usize::from(line.is_numeric());
                    column.size = column.size.max(line.size);
                }
                PageElement::Rule(_) => {}
                _ => column.solid += rect.height(),
            }
        }
        column.baselines.sort_by(f32::total_cmp);
        column
    }

    /// Running text: several lines of several words that mostly fill the column. The labels of a
    /// figure above the text do not speak against it.
    fn is_prose(&self) -> bool {
        let lines = self.lines.max(1) as f32;
        let sum: f32 = self.widths.iter().map(|(width, ..)| width).sum();
        let mostly = self.words as f32 / lines >= PROSE_WORDS && sum / lines >= 0.5 * self.width;
        let long = || self.full_lines(2.0 * PROSE_WORDS);
        let goes_on = || long().filter(|(.., anew)| !anew).count() * 2 >= LONG_LINES;
        let full = self.full_lines(PROSE_WORDS).count() >= FULL_LINES || (long().count() >= LONG_LINES && goes_on());
        self.lines >= 2 && (mostly || full)
    }

    /// Lines that fill the column with so many words.
    fn full_lines(&self, least: f32) -> impl Iterator<Item = &(f32, usize, bool)> {
        self.widths.iter().filter(move |(width, words, _)| *width >= FULL * self.width && *words as f32 >= least)
    }

    /// Distance of its base lines, but for a few that stand closer; none where it has one line.
    fn pitch(&self) -> Option<f32> {
        let mut pitches: Vec<f32> = self.baselines.windows(2).map(|pair| pair[1] - pair[0]).collect();
        pitches.sort_by(f32::total_cmp);
        pitches.get(pitches.len() / 10).copied()
    }

    /// Whether its lines stand as far apart as rows do.
    fn is_loose(&self) -> bool {
        self.pitch().is_some_and(|pitch| pitch >= ROW_PITCH * self.size)
    }

    fn is_solid(&self) -> bool {
        self.solid > SOLID
    }
}

fn are_columns(left: &Column, right: &Column) -> bool {
    let solid = left.is_solid() || right.is_solid();
    if (left.is_prose() || left.is_solid()) && (right.is_prose() || right.is_solid()) {
        return solid || (left.lines + right.lines >= 5 && !take_turns(left, right, true));
    }
    let beside = left.lines.min(right.lines);
    is_letterhead(left, right)
        || beside >= 3
            && aligned(left, right, SIDE_BY_SIDE.0) * 2 < beside
            && (solid || !take_turns(left, right, !left.is_loose() && !right.is_loose()))
}

/// Whether a name in large type stands on one side, and several lines beside it on the other, as the date and the address
/// in the head of a letter or a paper do: each side is read by itself.
fn is_letterhead(left: &Column, right: &Column) -> bool {
    let (name, lines) = fewer_first(left, right);
    let is_name = name.lines == 1 && name.words > 1 && name.size >= NAME_SIZE * lines.size;
    is_name && (3..=HEAD_LINES).contains(&lines.lines) && aligned(lines, name, name.size) >= 2
}

/// Whether hardly any line has one of the other side beside it, but close above or below it: text that goes
/// from one side to the other, as languages of both directions do in turns, is one column. Lines of text that run side by
/// side are never further from each other than half of their pitch, wherever both begin; those of cells may be.
fn take_turns(left: &Column, right: &Column, are_text: bool) -> bool {
    let (few, many) = fewer_first(left, right);
    let size = left.size.max(right.size);
    let pitch = many.pitch().filter(|_| are_text).unwrap_or_default();
    let beside = (HALF_PITCH * pitch).clamp(OVERLAPPING * size, CLOSEST * size);
    aligned(few, many, beside) * 4 < few.lines && aligned(few, many, IN_TURN * size) * 2 >= few.lines
}

/// The column of fewer lines, and the other one.
fn fewer_first<'c>(left: &'c Column, right: &'c Column) -> (&'c Column, &'c Column) {
    if left.lines <= right.lines { (left, right) } else { (right, left) }
}

/// Whether a line begins with a capital or a figure.
fn begins_anew(line: &Line) -> bool {
    let first = line.first_char();
    first.is_some_and(|c| c.is_uppercase() || c.is_numeric())
}

/// Whether lines side by side are the cells of rows, which look like running text where each has
/// some words: all begin anew, and they stand far apart or beside figures.
fn are_rows(left: &Column, right: &Column, figures: bool) -> bool {
    let (few, many) = fewer_first(left, right);
    let anew = |column: &Column| column.anew * 10 >= column.lines * 9;
    few.lines >= 4
        && aligned(few, many, SIDE_BY_SIDE.0) * 10 >= few.lines * 9
        && anew(left)
        && anew(right)
        && (figures || (left.is_loose() && right.is_loose()))
}

/// Lines of the left side with a line of the right side beside them, their base lines within `reach`.
fn aligned(left: &Column, right: &Column, reach: f32) -> usize {
    let beside = |at: &&f32| {
        let next = right.baselines.partition_point(|other| other < *at);
        let near = |index: usize| right.baselines.get(index).is_some_and(|other| (*other - **at).abs() <= reach);
        near(next) || next.checked_sub(1).is_some_and(near)
    };
    left.baselines.iter().filter(beside).count()
}
