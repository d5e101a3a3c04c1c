//! Reading order: an XY-cut that looks for gutters first.
//!
//! A page is cut into slabs at its horizontal white space. Slabs that leave the same gutter free
//! belong to the same columns (after Nagy and Seth's recursive XY-cut, 1984, with the vertical cut
//! decided over runs of slabs, so that headings over the columns do not hide them).

use super::letters::line::Line;
use super::piece::Piece;
use super::table;
use crate::context::Context;
use crate::error::Result;

/// Narrowest gutter in points, and as a share of the usual size.
const MIN_GUTTER_PT: f32 = 7.0;
const MIN_GUTTER: f32 = 0.7;
/// Nesting of columns in columns.
const MAX_DEPTH: usize = 5;
/// Words on a line of prose, on average.
const PROSE_WORDS: f32 = 3.0;
/// Lines that fill a column, from which on it is running text whatever else it holds.
const FULL_LINES: usize = 6;
/// Line pitch, as a multiple of the size, from which on lines are rows of a table, and the share of
/// the lines of a column that are figures where it is one of those.
const ROW_PITCH: f32 = 1.6;
const FIGURES: f32 = 0.7;
/// Distance of base lines in points within which two lines stand side by side.
const SIDE_BY_SIDE: f32 = 2.0;
/// The same as a share of the size, for lines that are set apart from each other: their boxes overlap.
const BESIDE: f32 = 0.6;
/// The same for lines one below the other.
const IN_TURN: f32 = 2.5;

/// Share of the lines of a column that may reach beyond it, and that end at its edge where text is justified;
/// the distance in points within which ends are the same.
const OVERFULL: f32 = 0.1;
const JUSTIFIED: f32 = 0.4;
const SAME_END: f32 = 1.0;

/// Rows of names at the least, and their width as a share of that of the column.
const MIN_ROWS: usize = 2;
const SHORT: f32 = 0.8;

/// A part of a page in reading order.
#[derive(Debug)]
pub(super) enum Zone {
    /// One column of pieces.
    Single(Vec<Piece>),
    /// Columns side by side, left to right.
    Columns(Vec<ZoneColumn>),
}

/// One of several columns.
#[derive(Debug)]
pub(super) struct ZoneColumn {
    /// Left edge of its text.
    pub left: f32,
    /// Right edge of its text.
    pub right: f32,
    /// Its parts from the top down.
    pub zones: Vec<Zone>,
}

/// Puts the pieces of a page, or of a column, into reading order.
pub(super) fn order(pieces: Vec<Piece>, depth: usize, context: &Context) -> Result<Vec<Zone>> {
    context.tick(pieces.len() as u64)?;
    let gutter = usual_size(&pieces).map_or(MIN_GUTTER_PT, |size| (size * MIN_GUTTER).max(MIN_GUTTER_PT));
    let mut zones: Vec<Zone> = Vec::new();
    let mut groups = groups(slabs(pieces), gutter);
    reach_up(&mut groups, gutter);
    give_back(&mut groups);
    for mut group in groups {
        let columns = if depth < MAX_DEPTH { columns(&group, gutter) } else { Vec::new() };
        let rows = centred_rows(&group.slabs, &columns);
        if (MIN_ROWS..group.slabs.len()).contains(&rows) {
            let rest = group.slabs.split_off(rows);
            let head = std::mem::replace(&mut group.slabs, rest);
            zones.push(Zone::Columns(split(head, &columns, depth, context)?));
        }
        if columns.len() < 2 {
            let mut pieces: Vec<Piece> = group.slabs.into_iter().flat_map(|slab| slab.pieces).collect();
            match zones.last_mut() {
                Some(Zone::Single(single)) => single.append(&mut pieces),
                _ => zones.push(Zone::Single(pieces)),
            }
            continue;
        }
        zones.push(Zone::Columns(split(group.slabs, &columns, depth, context)?));
    }
    Ok(zones)
}

fn split(slabs: Vec<Slab>, cuts: &[f32], depth: usize, context: &Context) -> Result<Vec<ZoneColumn>> {
    let mut parts: Vec<Vec<Piece>> = (0..cuts.len()).map(|_| Vec::new()).collect();
    for piece in slabs.into_iter().flat_map(|slab| slab.pieces) {
        parts[column_of(&piece, cuts)].push(piece);
    }
    let mut columns = Vec::new();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let left = part.iter().map(|piece| piece.rect().left).fold(f32::INFINITY, f32::min);
        let right = right_edge(&part);
        columns.push(ZoneColumn { left, right, zones: order(part, depth + 1, context)? });
    }
    Ok(columns)
}

/// The column a piece stands in.
fn column_of(piece: &Piece, cuts: &[f32]) -> usize {
    cuts.partition_point(|cut| *cut <= piece.rect().center().x).clamp(1, cuts.len()) - 1
}

/// How many slabs at the head of columns are rows of short lines, one centred below the other in each column: the
/// names and addresses of several authors, which are read one after the other before the text below them.
fn centred_rows(slabs: &[Slab], cuts: &[f32]) -> usize {
    let mut axes: Vec<Option<f32>> = vec![None; cuts.len()];
    let widest = slabs.iter().flat_map(|slab| &slab.pieces).map(|piece| piece.rect().width()).fold(0.0, f32::max);
    let mut is_row = |slab: &&Slab| {
        let mut seen = vec![false; cuts.len()];
        for piece in &slab.pieces {
            let (rect, at) = (piece.rect(), column_of(piece, cuts));
            let (middle, short) = (rect.center().x, rect.width() <= SHORT * widest);
            let axis = axes.get(at).copied().flatten().unwrap_or(middle);
            if !matches!(piece, Piece::Line(_)) || !short || (axis - middle).abs() > SIDE_BY_SIDE || seen[at] {
                return false;
            }
            (seen[at], axes[at]) = (true, Some(axis));
        }
        seen.iter().filter(|seen| **seen).count() > 1
    };
    if cuts.len() < 2 { 0 } else { slabs.iter().take_while(|slab| is_row(slab)).count() }
}

/// Right edge of the text of a column: where most of its lines end, some lines with a word too long for it may
/// reach beyond.
fn right_edge(part: &[Piece]) -> f32 {
    let most = part.iter().map(|piece| piece.rect().right).fold(f32::NEG_INFINITY, f32::max);
    let (lines, others): (Vec<&Piece>, Vec<&Piece>) = part.iter().partition(|piece| matches!(piece, Piece::Line(_)));
    let others = others.iter().map(|piece| piece.rect().right).fold(f32::NEG_INFINITY, f32::max);
    let mut ends: Vec<f32> = lines.iter().map(|piece| piece.rect().right).collect();
    ends.sort_by(f32::total_cmp);
    let beyond = (ends.len() as f32 * OVERFULL) as usize;
    let Some(edge) = ends.len().checked_sub(beyond + 1).and_then(|at| ends.get(at).copied()) else { return most };
    let full = ends.iter().filter(|end| (*end - edge).abs() <= SAME_END).count();
    let is_set = full as f32 >= JUSTIFIED * ends.len() as f32 && others <= edge + SAME_END;
    if is_set && most - edge > SAME_END { edge } else { most }
}

/// Size of most lines.
fn usual_size(pieces: &[Piece]) -> Option<f32> {
    let mut sizes: Vec<f32> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Line(line) => Some(line.size),
            _ => None,
        })
        .collect();
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied()
}

/// Pieces with no white line through them, from edge to edge.
struct Slab {
    pieces: Vec<Piece>,
    left: f32,
    right: f32,
    /// White stretches, left to right; the outer ones are endless.
    white: Vec<(f32, f32)>,
}

impl Slab {
    /// Its line, where it is nothing else.
    fn line(&self) -> Option<&Line> {
        match &self.pieces[..] {
            [Piece::Line(line)] => Some(line),
            _ => None,
        }
    }

    /// Whether the slab is the last line of a paragraph whose other lines stand above, and something else follows.
    fn ends(&self, above: &Slab, below: &Slab) -> bool {
        let (Some(line), Some(before)) = (self.line(), above.line()) else { return false };
        let next = below.pieces.iter().map(|piece| piece.rect().top).fold(f32::INFINITY, f32::min);
        let (gap, rest) = (line.rect.top - before.rect.bottom, next - line.rect.bottom);
        let alike =
            (line.size - before.size).abs() < 0.1 && (line.rect.left - before.rect.left).abs() < 0.5 * line.size;
        alike && before.rect.width() > line.rect.width() && gap < line.size && rest > gap + 0.5 * line.size
    }

    fn is_rule(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Rule(_)))
    }
}

fn slabs(mut pieces: Vec<Piece>) -> Vec<Slab> {
    pieces.sort_by(|a, b| a.rect().top.total_cmp(&b.rect().top).then(a.rect().left.total_cmp(&b.rect().left)));
    let mut groups: Vec<Vec<Piece>> = Vec::new();
    let mut bottom = f32::NEG_INFINITY;
    for piece in pieces {
        let rect = piece.rect();
        match groups.last_mut() {
            Some(group) if rect.top < bottom - 0.5 => group.push(piece),
            _ => groups.push(vec![piece]),
        }
        bottom = bottom.max(rect.bottom);
    }
    groups.into_iter().map(slab).collect()
}

fn slab(pieces: Vec<Piece>) -> Slab {
    let mut spans: Vec<(f32, f32)> = pieces.iter().map(|piece| (piece.rect().left, piece.rect().right)).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let left = spans.first().map_or(0.0, |span| span.0);
    let mut white = vec![(f32::NEG_INFINITY, left)];
    let mut right = f32::NEG_INFINITY;
    for (from, to) in spans {
        if from > right && right.is_finite() {
            white.push((right, from));
        }
        right = right.max(to);
    }
    white.push((right, f32::INFINITY));
    Slab { pieces, left, right, white }
}

/// Slabs one below the other with a gutter through all of them, or without one.
struct Group {
    slabs: Vec<Slab>,
    left: f32,
    right: f32,
    white: Vec<(f32, f32)>,
}

impl Group {
    fn of(slab: Slab) -> Group {
        let (left, right, white) = (slab.left, slab.right, slab.white.clone());
        Group { slabs: vec![slab], left, right, white }
    }

    /// Whether a slab leaves all gutters of the group free and has something on both sides of one.
    fn takes(&self, slab: &Slab, least: f32) -> bool {
        let gutters = inner(&self.white, self.left, self.right, least);
        let white = common(&self.white, &slab.white);
        let kept = inner(&white, self.left.min(slab.left), self.right.max(slab.right), least);
        gutters > 0 && kept == gutters && inner(&white, slab.left, slab.right, least) > 0
    }

    /// Whether of the group and the slab below it one is nothing but rules, and runs through gutters
    /// of the other: it parts what stands above and below it. `kept` gutters are left in both.
    fn is_divided_by(&self, slab: &Slab, kept: usize, least: f32) -> bool {
        let below = slab.is_rule() && kept < inner(&self.white, self.left, self.right, least);
        let above = self.slabs.iter().all(Slab::is_rule) && kept < inner(&slab.white, slab.left, slab.right, least);
        below || above
    }
}

/// Number of gutters: white stretches with something on both sides.
fn inner(white: &[(f32, f32)], left: f32, right: f32, least: f32) -> usize {
    white.iter().filter(|(from, to)| to - from >= least && *from >= left - 0.1 && *to <= right + 0.1).count()
}

fn groups(slabs: Vec<Slab>, least: f32) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for slab in slabs {
        let joined = groups.last().and_then(|group| {
            let white = common(&group.white, &slab.white);
            let (left, right) = (group.left.min(slab.left), group.right.max(slab.right));
            let gutters = inner(&white, left, right, least);
            let divided = group.is_divided_by(&slab, gutters, least);
            (gutters > 0 && !divided).then_some((white, left, right))
        });
        match (groups.last_mut(), joined) {
            (Some(group), Some((white, left, right))) => {
                (group.white, group.left, group.right) = (white, left, right);
                group.slabs.push(slab);
            }
            _ => groups.push(Group::of(slab)),
        }
    }
    groups
}

/// Gives columns the slabs right above them that stand on both sides of their gutter: a gutter of
/// what is over the columns, which has nothing to do with theirs, may have kept these.
fn reach_up(groups: &mut [Group], least: f32) {
    for at in 1..groups.len() {
        let [.., above, below] = &mut groups[..=at] else { continue };
        if columns(below, least).len() < 2 || columns(above, least).len() > 1 {
            continue;
        }
        while above.slabs.len() > 1
            && let Some(slab) = above.slabs.pop_if(|slab| below.takes(slab, least))
        {
            below.white = common(&below.white, &slab.white);
            (below.left, below.right) = (below.left.min(slab.left), below.right.max(slab.right));
            below.slabs.insert(0, slab);
        }
    }
}

/// Gives the last line of a paragraph over columns back to it: too short to reach their gutter, it does
/// not look like a part of what is over them.
fn give_back(groups: &mut [Group]) {
    for at in 1..groups.len() {
        let [.., above, below] = &mut groups[..=at] else { continue };
        if below.slabs.len() > 1
            && above
                .slabs
                .last()
                .zip(below.slabs.first())
                .is_some_and(|(last, first)| first.ends(last, &below.slabs[1]))
        {
            above.slabs.push(below.slabs.remove(0));
        }
    }
}

/// What is white in both.
fn common(a: &[(f32, f32)], b: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let (mut i, mut j, mut both) = (0, 0, Vec::new());
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let (from, to) = (x.0.max(y.0), x.1.min(y.1));
        if from < to {
            both.push((from, to));
        }
        if x.1 < y.1 { i += 1 } else { j += 1 }
    }
    both
}

/// Left ends of the columns of a group; fewer than two where its gutters part rows of short cells
/// and not columns of text.
fn columns(group: &Group, least: f32) -> Vec<f32> {
    let gutters = group
        .white
        .iter()
        .filter(|(from, to)| to - from >= least && *from >= group.left - 0.1 && *to <= group.right + 0.1);
    let mut cuts = vec![f32::NEG_INFINITY];
    let gutters: Vec<(f32, f32)> = gutters.map(|(from, to)| (f32::midpoint(*from, *to), to - from)).collect();
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
    /// Width and words of each line.
    widths: Vec<(f32, usize)>,
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
        for piece in group.slabs.iter().flat_map(|slab| &slab.pieces) {
            let rect = piece.rect();
            if rect.center().x < left || rect.center().x >= right {
                continue;
            }
            match piece {
                Piece::Line(line) => {
                    column.lines += 1;
                    column.words += line.word_count();
                    column.widths.push((rect.width(), line.word_count()));
                    column.width = column.width.max(rect.width());
                    column.baselines.push(line.baseline);
                    column.anew += usize::from(begins_anew(line));
                    column.figures += usize::from(table::is_figure(line));
                    column.size = column.size.max(line.size);
                }
                Piece::Rule(_) => {}
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
        let sum: f32 = self.widths.iter().map(|(width, _)| width).sum();
        let mostly = self.words as f32 / lines >= PROSE_WORDS && sum / lines >= 0.5 * self.width;
        self.lines >= 2 && (mostly || self.full_lines() >= FULL_LINES)
    }

    fn full_lines(&self) -> usize {
        let full = |(width, words): &&(f32, usize)| *width >= 0.8 * self.width && *words as f32 >= PROSE_WORDS;
        self.widths.iter().filter(full).count()
    }

    /// Whether its lines stand as far apart as rows do.
    fn is_loose(&self) -> bool {
        let mut pitches: Vec<f32> = self.baselines.windows(2).map(|pair| pair[1] - pair[0]).collect();
        pitches.sort_by(f32::total_cmp);
        pitches.get(pitches.len() / 10).is_some_and(|pitch| *pitch >= ROW_PITCH * self.size)
    }

    fn is_solid(&self) -> bool {
        self.solid > 40.0
    }
}

fn are_columns(left: &Column, right: &Column) -> bool {
    let solid = left.is_solid() || right.is_solid();
    if (left.is_prose() || left.is_solid()) && (right.is_prose() || right.is_solid()) {
        return solid || (left.lines + right.lines >= 5 && !take_turns(left, right));
    }
    let beside = left.lines.min(right.lines);
    beside >= 3 && aligned(left, right, SIDE_BY_SIDE) * 2 < beside && (solid || !take_turns(left, right))
}

/// Whether hardly any line has one of the other side beside it, but close above or below it: text that goes
/// from one side to the other, as languages of both directions do in turns, is one column.
fn take_turns(left: &Column, right: &Column) -> bool {
    let (few, many) = fewer_first(left, right);
    let size = left.size.max(right.size);
    aligned(few, many, BESIDE * size) * 4 < few.lines && aligned(few, many, IN_TURN * size) * 2 >= few.lines
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
        && aligned(few, many, SIDE_BY_SIDE) * 10 >= few.lines * 9
        && anew(left)
        && anew(right)
        && (figures || (left.is_loose() && right.is_loose()))
}

/// Lines of the left side with a line of the right side beside them, their base lines within `reach`.
fn aligned(left: &Column, right: &Column, reach: f32) -> usize {
    let beside = |at: &&f32| {
        let next = right.baselines.partition_point(|other| other < at);
        let near = |index: usize| right.baselines.get(index).is_some_and(|other| (*other - **at).abs() <= reach);
        near(next) || next.checked_sub(1).is_some_and(near)
    };
    left.baselines.iter().filter(beside).count()
}

#[cfg(test)]
mod tests {
    use super::super::letters::fragment::Fragment;
    use super::*;
    use crate::units::Rect;

    fn line(text: &str, left: f32, right: f32, baseline: f32) -> Piece {
        let rect = Rect { left, top: baseline - 7.5, right, bottom: baseline + 2.2 };
        let words = text.split(' ').enumerate().map(|(at, word)| Fragment {
            text: word.into(),
            rect,
            baseline,
            size: 10.0,
            gap: if at > 0 {
                super::super::letters::fragment::Gap::Space
            } else {
                super::super::letters::fragment::Gap::None
            },
            ..Fragment::default()
        });
        Piece::Line(Line { words: words.collect(), rect, baseline, size: 10.0 })
    }

    fn texts(zones: &[Zone], out: &mut Vec<String>) {
        for zone in zones {
            match zone {
                Zone::Single(pieces) => out.extend(pieces.iter().map(|piece| match piece {
                    Piece::Line(line) => line.text(),
                    _ => String::new(),
                })),
                Zone::Columns(columns) => columns.iter().for_each(|column| texts(&column.zones, out)),
            }
        }
    }

    #[test]
    fn two_columns_under_a_heading_are_read_one_after_the_other() {
        let mut pieces = vec![line("A heading over both columns", 50.0, 400.0, 80.0)];
        for row in 0..4 {
            let y = 100.0 + 12.0 * row as f32;
            pieces.push(line(&format!("left side text {row}"), 50.0, 280.0, y));
            pieces.push(line(&format!("right side text {row}"), 300.0, 530.0, y));
        }
        let zones = order(pieces, 0, &Context::default()).unwrap();
        let mut read = Vec::new();
        texts(&zones, &mut read);
        assert_eq!(read[0], "A heading over both columns");
        assert_eq!(read[1], "left side text 0");
        assert_eq!(read[4], "left side text 3");
        assert_eq!(read[5], "right side text 0");
    }

    /// Two columns of full lines from `top` on.
    fn columns_below(top: f32) -> Vec<Piece> {
        let row = |row: usize| {
            let y = top + 12.0 * row as f32;
            [
                line(&format!("left side text {row}"), 50.0, 280.0, y),
                line(&format!("right side text {row}"), 300.0, 530.0, y),
            ]
        };
        (0..6).flat_map(row).collect()
    }

    fn read(pieces: Vec<Piece>) -> Vec<String> {
        let mut read = Vec::new();
        texts(&order(pieces, 0, &Context::default()).unwrap(), &mut read);
        read
    }

    #[test]
    fn a_row_under_a_centred_line_belongs_to_the_columns_below() {
        // The gutter between "Abstract" and the centred line is none of the columns'.
        let mut pieces = vec![line("A centred address line", 230.0, 350.0, 60.0)];
        pieces.extend([line("Abstract", 50.0, 95.0, 100.0), line("right side goes on", 300.0, 530.0, 100.0)]);
        pieces.extend(columns_below(112.0));
        let read = read(pieces);
        assert_eq!(read[..3], ["A centred address line", "Abstract", "left side text 0"]);
        assert_eq!(read[8], "right side goes on");
    }

    #[test]
    fn the_short_last_line_over_columns_stays_with_its_paragraph() {
        let mut pieces = vec![line("A paragraph over both of the columns that", 50.0, 530.0, 60.0)];
        pieces.push(line("ends here", 50.0, 95.0, 72.0));
        pieces.extend(columns_below(112.0));
        let zones = order(pieces, 0, &Context::default()).unwrap();
        assert!(matches!(&zones[..], [Zone::Single(head), Zone::Columns(_)] if head.len() == 2), "{zones:?}");
    }

    #[test]
    fn names_over_columns_are_read_one_after_the_other() {
        let mut pieces = vec![line("A title over both of the columns there are", 50.0, 530.0, 40.0)];
        pieces.extend([line("Ada Byron", 130.0, 200.0, 60.0), line("Mary Fairfax", 380.0, 450.0, 60.0)]);
        pieces.extend([line("at London", 145.0, 185.0, 72.0), line("at Jedburgh", 390.0, 440.0, 72.0)]);
        pieces.extend(columns_below(112.0));
        let read = read(pieces);
        assert_eq!(read[1..6], ["Ada Byron", "at London", "Mary Fairfax", "at Jedburgh", "left side text 0"]);
    }

    #[test]
    fn a_word_too_long_for_its_column_does_not_widen_it() {
        let mut pieces: Vec<Piece> = (0..12).flat_map(|row| columns_below(100.0 + 72.0 * row as f32)).collect();
        pieces.push(line("left side text of a line too long", 50.0, 291.0, 970.0));
        let zones = order(pieces, 0, &Context::default()).unwrap();
        let [Zone::Columns(columns)] = &zones[..] else { panic!("{zones:?}") };
        assert_eq!((columns[0].right, columns[1].right), (280.0, 530.0));
    }

    #[test]
    fn lines_that_take_turns_are_one_column() {
        let pieces = (0..8).map(|row| {
            let (left, right) = if row % 2 == 0 { (50.0, 200.0) } else { (380.0, 530.0) };
            line(&format!("some words and {row}"), left, right, 100.0 + 9.5 * row as f32)
        });
        let zones = order(pieces.collect(), 0, &Context::default()).unwrap();
        assert!(matches!(&zones[..], [Zone::Single(pieces)] if pieces.len() == 8), "{zones:?}");
    }

    #[test]
    fn rows_of_short_cells_stay_rows() {
        let pieces = (0..5).flat_map(|row| {
            let y = 100.0 + 12.0 * row as f32;
            [line("Name", 50.0, 80.0, y), line("Value", 200.0, 230.0, y)]
        });
        let zones = order(pieces.collect(), 0, &Context::default()).unwrap();
        assert!(matches!(&zones[..], [Zone::Single(pieces)] if pieces.len() == 10));
    }

    #[test]
    fn cells_of_some_words_beside_figures_stay_rows() {
        let rows: Vec<Piece> = (0..8)
            .flat_map(|row| {
                let y = 100.0 + 14.0 * row as f32;
                [
                    line("Member number ten", 50.0, 130.0, y),
                    line("Kingston upon Thames", 160.0, 260.0, y),
                    line("20.50", 300.0, 330.0, y),
                ]
            })
            .collect();
        let zones = order(rows, 0, &Context::default()).unwrap();
        assert!(zones.iter().all(|zone| matches!(zone, Zone::Single(_))), "{zones:?}");
    }
}
