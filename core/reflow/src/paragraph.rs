//! Paragraph detection: lines to paragraphs.
//!
//! Lines of one size and one leading are a stretch. A stretch falls into paragraphs where a line
//! is indented, begins with a list marker, or follows a line that had room for its first word:
//! every program that breaks lines fills them.

use super::blank_lines;
use super::block::{ColumnExtent, LONE_PITCH, Para};
use super::formula;
use super::marker;
use super::reading_order::{OVERLAPPING, SAME_SIZE};
use super::text::bidi;
use super::text::clean::is_unspaced;
use super::text::label;
use super::text::leader;
use super::text::line::Line;
use super::text::word::Gap;
use super::toc::{self, END_WORDS};
use transvase_base::units::Em;
use transvase_model::flow::Align;

/// Growth of the line pitch that ends a stretch: less is the room of a raised letter.
const LEADING_STEP: f32 = 1.25;
/// Line pitch that ends a stretch when nothing else is known of it: that of one and a half lines is a little less.
const LOOSE: Em = Em(1.75);
/// Line pitch that is known: closer ones are of raised letters and accents.
const CLOSEST: Em = Em(0.8);
/// Line pitch of text set solid, which never ends a stretch.
const SOLID: Em = Em(1.05);
/// Least pitch that a line takes of the one near it: closer lines would lie over each other.
const TIGHT: Em = Em(0.95);
/// Line pitch that no paragraph has: three times that of tight lines.
const LOOSEST: Em = Em(3.0);
/// Change of size that ends a stretch: a tenth is the step between neighbouring sizes of type.
const SIZE_STEP: f32 = 1.1;
/// Least indent of a line, and least spread of the starts of centred ones: typesetters indent by an em.
const INDENT: Em = Em(0.7);
/// Distance of edges within which lines hang below one another: less than any indent, more than a letter's own room.
pub(super) const HANGING: Em = Em(0.3);
/// Room left on a line beyond the next word that shows the line was ended: a little more than a space.
const SLACK: Em = Em(0.35);
/// The same where the next line goes on with the sentence: only a line break within it leaves as much.
const SENTENCE_SLACK: Em = Em(3.0);
/// Raggedness of justified lines, and indents that are none: side bearings of letters differ by as much.
const FLUSH: Em = Em(0.2);
/// Room at the start of a line in a cell that is set at its end.
const END_IN_CELL: Em = Em(0.4);
/// Share of its column that a line leaves free where it is short on purpose: a line of its own, or set at the end.
const FREE: f32 = 0.25;
/// The same for a single line or picture at the end of the column.
pub(super) const AT_END: f32 = 0.35;
/// Deviation of a middle from that of the column, as a share of its width, within which things are centred.
pub(super) const CENTERED: f32 = 0.02;
/// Share of the width of a column that a centred line leaves free at its start: others fill it by chance.
const CENTERED_MARGIN: f32 = 0.1;
/// Lines from which on most of them may show that each is a sentence.
const SENTENCES: usize = 5;
/// Lines of an address or the like, from which on they may show that each is its own, and to which on they are no text.
const OWN_LINES: std::ops::RangeInclusive<usize> = 3..=10;
/// Words of the longest of them.
const OWN_WORDS: usize = 5;
/// Width of the longest of them: narrow columns of text have more letters, and wide ones are filled.
const OWN_WIDTH: (Em, f32) = (Em(16.0), 0.45);
/// Unspaced letters that a line leaves room for though it goes on: some may not begin or end a line.
const UNSPACED: f32 = 2.0;

/// The paragraphs of lines that stand one below the other, top down.
pub(super) fn paragraphs(lines: Vec<Line>, frame: &ColumnExtent) -> Vec<Para> {
    let mut paras = Vec::new();
    let mut pitches: Vec<f32> = lines.windows(2).map(|pair| pair[1].baseline - pair[0].baseline).collect();
    pitches.push(f32::INFINITY);
    let ends = stretch_ends(&lines, &pitches);
    let mut lines = lines.into_iter();
    let mut start = 0;
    for end in ends {
        let stretch: Vec<Line> = lines.by_ref().take(end - start).collect();
        let before = start.checked_sub(1).and_then(|at| pitches.get(at)).copied().unwrap_or(f32::INFINITY);
        let after = pitches.get(end - 1).copied().unwrap_or(f32::INFINITY);
        let from = paras.len();
        paras.extend(Stretch::new(stretch, frame, before.min(after)).split());
        paras.iter_mut().skip(from).for_each(formula::settle);
        start = end;
    }
    // A page may have tens of thousands of cells with one paragraph each, and a list grows by more than one place.
    paras.shrink_to_fit();
    paras
}

/// Lines that are known to be one paragraph; `nearest` is the distance to the nearest other line.
pub(super) fn single(lines: Vec<Line>, frame: &ColumnExtent, nearest: f32) -> Para {
    let count = lines.len();
    let mut stretch = Stretch::new(lines, frame, nearest);
    let para = stretch.para(0, count);
    Para { lines: stretch.lines, ..para }
}

/// Index after the last line of each stretch.
fn stretch_ends(lines: &[Line], pitches: &[f32]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut start = 0;
    for at in 0..lines.len() {
        let last = at + 1 == lines.len();
        if last || ends_stretch(lines, pitches, start, at) {
            ends.push(at + 1);
            start = at + 1;
        }
    }
    ends
}

/// Whether the stretch that began with line `start` ends after line `at`.
fn ends_stretch(lines: &[Line], pitches: &[f32], start: usize, at: usize) -> bool {
    let (line, next, pitch) = (&lines[at], &lines[at + 1], pitches[at]);
    let (smaller, larger) = (line.size.min(next.size), line.size.max(next.size));
    if larger > SIZE_STEP * smaller || pitch < OVERLAPPING * line.size {
        return true;
    }
    if (is_bold(line) && is_regular(next)) || (is_regular(line) && is_bold(next)) {
        return true;
    }
    if line.is_formula() || next.is_formula() {
        return true;
    }
    if next.rect.left > line.rect.right || next.rect.right < line.rect.left {
        return true;
    }
    let known = if at > start {
        pitches[start..at].iter().copied().fold(f32::INFINITY, f32::min)
    } else {
        // The pitch of the following lines, where they look alike.
        lines
            .get(at + 2)
            .filter(|after| (after.size - line.size).abs() < SAME_SIZE)
            .map_or(f32::INFINITY, |_| pitches[at + 1])
    };
    let loosest =
        if known.is_finite() && known >= CLOSEST * line.size { known * LEADING_STEP } else { LOOSE * line.size };
    pitch > loosest.max(SOLID * line.size).min(LOOSEST * line.size)
}

fn is_bold(line: &Line) -> bool {
    line.words.iter().all(|word| word.style.is_bold())
}

fn is_regular(line: &Line) -> bool {
    line.words.iter().all(|word| !word.style.is_bold())
}

/// Lines of one size and leading, measured from the side where reading starts.
struct Stretch<'a> {
    lines: Vec<Line>,
    frame: &'a ColumnExtent,
    rtl: bool,
    /// Distance to the nearest line outside the stretch.
    nearest: f32,
    /// Where lines end that are filled.
    edge: f32,
    centered: bool,
    /// Which of its lines are lines of their own.
    own: OwnLines,
}

/// Which lines of a stretch are lines of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OwnLines {
    None,
    /// Those that end as sentences do.
    Sentences,
    /// All, as those of an address.
    All,
    /// Those below the entries of an index, which end in numbers of pages.
    Entries,
}

impl<'a> Stretch<'a> {
    fn new(lines: Vec<Line>, frame: &'a ColumnExtent, nearest: f32) -> Self {
        let rtl_lines = lines.iter().filter(|line| bidi::is_rtl_line(&line.words)).count();
        let rtl = rtl_lines * 2 > lines.len();
        let (edge, centered, own) = (0.0, false, OwnLines::None);
        let mut stretch = Stretch { lines, frame, rtl, nearest, edge, centered, own };
        stretch.edge = stretch.find_edge();
        stretch.centered = stretch.is_centered(&stretch.lines);
        stretch.own = stretch.own_lines();
        stretch
    }

    /// Where a line starts, growing in reading direction.
    fn start(&self, line: &Line) -> f32 {
        if self.rtl { -line.rect.right } else { line.rect.left }
    }

    /// Where a line ends.
    fn end(&self, line: &Line) -> f32 {
        if self.rtl { -line.rect.left } else { line.rect.right }
    }

    fn frame_start(&self) -> f32 {
        if self.rtl { -self.frame.right } else { self.frame.left }
    }

    fn frame_end(&self) -> f32 {
        if self.rtl { -self.frame.left } else { self.frame.right }
    }

    /// The end of the longest line where the lines before show that they were filled up to it; the
    /// frame's end elsewhere.
    fn find_edge(&self) -> f32 {
        let longest = self.lines.iter().map(|line| self.end(line)).fold(f32::NEG_INFINITY, f32::max);
        let pairs = self.lines.windows(2);
        let filled =
            pairs.filter(|pair| longest - self.end(&pair[0]) < first_word_width(&pair[1]) + SLACK * pair[0].size);
        let goes_on = self.lines.windows(2).filter(|pair| goes_on(&pair[0], &pair[1])).count();
        // Lines far from the edge of the column that each begin a sentence are lines of their own.
        let narrow = self.frame_end() - longest > FREE * self.frame.width() && goes_on == 0;
        if !narrow && self.lines.len() >= 3 && filled.count() * 10 >= (self.lines.len() - 1) * 6 {
            longest
        } else {
            self.frame_end().max(longest)
        }
    }

    /// Whether nearly all lines end with room to spare and none goes on with the one above.
    fn is_sentences(&self) -> bool {
        let pairs = || self.lines.windows(2);
        let ended = pairs().filter(|pair| self.ended(&pair[0], &pair[1])).count();
        self.lines.len() >= SENTENCES
            && ended * 10 >= (self.lines.len() - 1) * 8
            && !pairs().any(|pair| goes_on(&pair[0], &pair[1]))
    }

    fn own_lines(&self) -> OwnLines {
        if self.is_sentences() {
            OwnLines::Sentences
        } else if !self.centered && self.are_own_lines() {
            OwnLines::All
        } else if self.are_entries() {
            OwnLines::Entries
        } else {
            OwnLines::None
        }
    }

    /// Whether a few short lines each begin anew, as those of an address do: no text is broken so often before a capital or
    /// a number.
    fn are_own_lines(&self) -> bool {
        let Some(first) = self.lines.first().filter(|_| !self.frame.in_cell) else { return false };
        let longest = self.lines.iter().map(|line| line.rect.width()).fold(0.0, f32::max);
        let is_own = |line: &Line| {
            let begins = line.first_char().is_some_and(|c| c.is_uppercase() || c.is_numeric());
            begins && line.word_count() <= OWN_WORDS && !line.last_char().is_some_and(|c| matches!(c, '-' | '\u{2010}'))
        };
        OWN_LINES.contains(&self.lines.len())
            && first.size <= SIZE_STEP * self.frame.body_size
            && longest <= (OWN_WIDTH.0 * first.size).max(OWN_WIDTH.1 * self.frame.width())
            && !is_bold(first)
            && self.lines.iter().all(is_own)
    }

    /// Whether most lines end in numbers behind commas, as the entries of an index do.
    fn are_entries(&self) -> bool {
        let entries = self.lines.iter().filter(|line| ends_in_pages(line)).count();
        self.lines.len() >= SENTENCES && entries * 10 >= self.lines.len() * 7
    }

    fn split(mut self) -> Vec<Para> {
        let mut starts = vec![0];
        for at in 1..self.lines.len() {
            let first = starts.last().copied().unwrap_or(0);
            if self.begins(first, at) {
                starts.push(at);
            }
        }
        starts.push(self.lines.len());
        let ranges = || starts.windows(2).map(|pair| (pair[0], pair[1]));
        let mut paras: Vec<Para> = ranges().map(|(from, to)| self.para(from, to)).collect();
        let mut lines = self.lines.into_iter();
        for (para, (from, to)) in paras.iter_mut().zip(ranges()) {
            para.lines = lines.by_ref().take(to - from).collect();
        }
        paras
    }

    /// Whether line `at` begins a paragraph, the one before having begun with line `first`.
    fn begins(&self, first: usize, at: usize) -> bool {
        let (above, line) = (&self.lines[at - 1], &self.lines[at]);
        let is_own = match self.own {
            OwnLines::All => true,
            OwnLines::Entries => ends_in_pages(above),
            OwnLines::Sentences | OwnLines::None => false,
        };
        if line.opens() || is_own || marker::starts_item(line, above) || is_entry(above) || has_jump(line) {
            return true;
        }
        if has_jump(above) {
            return at - first > 1 || !self.explains(above, line);
        }
        if self.centered {
            return above.size <= SIZE_STEP * self.frame.body_size && self.ended(above, line);
        }
        let indent = INDENT * line.size;
        let shift = self.start(line) - self.start(above);
        if at - first == 1 {
            if shift > indent {
                return !self.hangs(first, at);
            }
            // The first line may be indented; then the second one goes back.
            return self.ended(above, line);
        }
        shift.abs() > indent || self.ended(above, line)
    }

    /// Whether the line above had room for the first word of the next one.
    fn ended(&self, above: &Line, line: &Line) -> bool {
        let last = above.last_char();
        let lower = line.first_char().is_some_and(char::is_lowercase);
        let hyphen = matches!(last, Some('-' | '\u{2010}'));
        if hyphen && lower {
            return false;
        }
        if self.own == OwnLines::Sentences && matches!(last, Some('.' | '!' | '?')) {
            return true;
        }
        let (slack, aside) = if goes_on(above, line) { (SENTENCE_SLACK, self.aside(line)) } else { (SLACK, 0.0) };
        let room = if self.centered { self.frame.width() - above.rect.width() } else { self.edge - self.end(above) };
        room - aside > first_word_width(line) + slack * above.size
    }

    /// Room that may be left at the end of lines which stand in from both sides, as speech in a script and quotations do.
    fn aside(&self, line: &Line) -> f32 {
        let indent = self.start(line) - self.frame_start();
        let stands_in = !self.frame.in_cell && indent > INDENT * line.size && indent <= FREE * self.frame.width();
        if stands_in && self.edge >= self.frame_end() { indent } else { 0.0 }
    }

    /// Whether line `at`, indented against its paragraph's first line, goes on with it.
    fn hangs(&self, first: usize, at: usize) -> bool {
        let (above, line) = (&self.lines[first], &self.lines[at]);
        let near = |other: &Line| (self.start(other) - self.start(line)).abs() <= HANGING * line.size;
        let back = |next: &Line| (self.start(next) - self.start(above)).abs() <= HANGING * line.size;
        if let Some(found) = marker::marker_of(above) {
            // Text under a numbered heading goes back to where the number stands.
            let text_below = |next: &Line| back(next) && marker::marker_of(next).is_none();
            let under_text = (self.start(line) - found.text_left).abs() <= HANGING * line.size;
            return under_text || !self.ended(above, line) && !self.lines.get(at + 1).is_some_and(text_below);
        }
        if self.ended(above, line) {
            return false;
        }
        match self.lines.get(at + 1) {
            Some(next) if !near(next) => back(next) && self.ended(line, next) && !ends_sentence(above),
            Some(_) => true,
            None => !ends_sentence(above),
        }
    }

    /// Whether a line goes on with what the line above says after a term and a jump.
    fn explains(&self, above: &Line, line: &Line) -> bool {
        let mut jumps = above.words.iter().skip(1).filter(|word| word.gap == Gap::Tab);
        let (Some(text), None) = (jumps.next(), jumps.next()) else { return false };
        let hangs = (marker::start(text, self.rtl) - self.start(line)).abs() <= HANGING * line.size;
        hangs && !self.ended(above, line)
    }

    fn is_centered(&self, lines: &[Line]) -> bool {
        let hanging = |pair: &[Line]| {
            let text = marker::marker_of(&pair[0]).map(|found| found.text_left);
            text.is_some_and(|text| (text - self.start(&pair[1])).abs() <= HANGING * pair[1].size)
        };
        if lines.iter().any(has_jump) || lines.windows(2).any(hanging) || self.is_indented(lines) {
            return false;
        }
        let middle = |line: &Line| line.rect.center().x;
        let lefts = lines.iter().map(|line| line.rect.left);
        let (low, high) = (lefts.clone().fold(f32::INFINITY, f32::min), lefts.fold(f32::NEG_INFINITY, f32::max));
        let Some(first) = lines.first() else { return false };
        let frame_middle = f32::midpoint(self.frame.left, self.frame.right);
        if let [line] = lines {
            let begins = line.first_char();
            if begins.is_some_and(label::is_check_box) {
                return false;
            }
            let margin = line.rect.left - self.frame.left;
            let even = (middle(line) - frame_middle).abs() <= (CENTERED * self.frame.width()).max(1.0);
            return even && margin > (2.0 * line.size).min(CENTERED_MARGIN * self.frame.width()).max(2.0);
        }
        high - low > INDENT * first.size
            && lines.iter().all(|line| (middle(line) - middle(first)).abs() < 0.5 * line.size)
    }

    /// Whether lines begin at one place but for the first, as those of a paragraph do: its first and
    /// last line may well have the same middle.
    fn is_indented(&self, lines: &[Line]) -> bool {
        let [first, second, rest @ ..] = lines else { return false };
        let near = |a: f32, b: f32| (a - b).abs() <= FLUSH * first.size;
        let aligned = rest.iter().all(|line| near(self.start(line), self.start(second)));
        let fills = self.frame_end() - self.end(first) <= FLUSH * first.size;
        aligned && near(self.start(second), self.frame_start()) && (fills || !rest.is_empty())
    }

    /// The paragraph that some lines are, still without them.
    fn para(&mut self, from: usize, to: usize) -> Para {
        self.mark_breaks(from, to);
        let lines = &self.lines[from..to];
        let align = self.align(lines);
        let mut para = Para {
            pitch: self.pitch(from, to),
            align: Some(align),
            rtl: self.rtl,
            frame: *self.frame,
            ..Para::default()
        };
        if !matches!(align, Align::Center | Align::End) {
            self.indent(&mut para, lines);
        }
        para
    }

    /// Lines of a centred heading that end early were ended on purpose.
    fn mark_breaks(&mut self, from: usize, to: usize) {
        for at in from..to {
            let last = at + 1 == to;
            self.lines[at].ends_in_break = !last && self.centered && self.ended(&self.lines[at], &self.lines[at + 1]);
        }
    }

    fn pitch(&self, from: usize, to: usize) -> f32 {
        if to - from > 1 {
            let sum = self.lines[to - 1].baseline - self.lines[from].baseline;
            return sum / (to - from - 1) as f32;
        }
        let above = from.checked_sub(1).map(|at| self.lines[from].baseline - self.lines[at].baseline);
        let below = self.lines.get(to).map(|next| next.baseline - self.lines[from].baseline);
        let near = above.into_iter().chain(below).fold(self.nearest, f32::min);
        let size = self.lines[from].size;
        (LONE_PITCH * size).min(near.max(TIGHT * size))
    }

    fn align(&self, lines: &[Line]) -> Align {
        if self.is_centered(lines) || (self.centered && lines.len() == 1) {
            return Align::Center;
        }
        let Some(first) = lines.first() else { return Align::Start };
        let flush = FLUSH * first.size;
        let ends: Vec<f32> = lines.iter().map(|line| self.end(line)).collect();
        let starts: Vec<f32> = lines.iter().map(|line| self.start(line)).collect();
        let spread = |values: &[f32]| {
            let (low, high) =
                values.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), v| (l.min(*v), h.max(*v)));
            high - low
        };
        let [.., last_start] = starts[..] else { return Align::Start };
        if lines.len() == 1 {
            let margin = last_start - self.frame_start();
            let at_end = (ends[0] - self.frame_end()).abs() <= HANGING * first.size;
            let far = if self.frame.in_cell { END_IN_CELL * first.size } else { AT_END * self.frame.width() };
            return if at_end && margin > far && !first.is_formula() && !is_entry(first) {
                Align::End
            } else {
                Align::Start
            };
        }
        if spread(&ends) <= flush && spread(&starts) > first.size {
            let margin = starts.iter().copied().fold(f32::INFINITY, f32::min) - self.frame_start();
            if margin > FREE * self.frame.width() {
                return Align::End;
            }
        }
        let filled = &ends[..ends.len() - 1];
        // The edges of a cell's text are those of its longest line.
        let at_edge = !self.frame.in_cell && (filled[0] - self.frame_end()).abs() <= flush.max(1.0);
        if spread(filled) <= flush && (filled.len() >= 2 || at_edge) { Align::Justify } else { Align::Start }
    }

    fn indent(&self, para: &mut Para, lines: &[Line]) {
        let Some((first, rest)) = lines.split_first() else { return };
        let size = first.size;
        let from = self.frame_start();
        let body = rest.iter().map(|line| self.start(line)).fold(f32::INFINITY, f32::min);
        let start = if rest.is_empty() { self.start(first) } else { body };
        let small = |value: f32| if value.abs() < FLUSH * size { 0.0 } else { value };
        para.indents.first = small(self.start(first) - start);
        para.indents.start = small(start - from).max(0.0);
        let longest = lines.iter().map(|line| self.end(line)).fold(f32::NEG_INFINITY, f32::max);
        let room = self.frame_end() - longest;
        let wrapped = lines.len() > 2 || (lines.len() > 1 && para.align == Some(Align::Justify));
        if wrapped && room > size {
            para.indents.end = room;
        } else if let Some(room) = self.room_before_jump(lines).filter(|room| *room > size) {
            para.indents.end = room;
        }
    }

    /// Room in points at the end of the lines of a paragraph where only its last one goes on to a tab stop there: in
    /// the others the next word had no room. Such stops may lie beyond the end of lines.
    fn room_before_jump(&self, lines: &[Line]) -> Option<f32> {
        let (last, above) = lines.split_last()?;
        let goes_on = |line: &Line| toc::is_led(line) || has_jump(line);
        if !goes_on(last) || above.iter().skip(1).any(goes_on) {
            return None;
        }
        let longest = above.iter().map(|line| self.end(line)).reduce(f32::max)?;
        Some(self.frame_end() - longest - 0.5 * first_word_width(last))
    }
}

/// Whether a line goes on with the sentence of the one above, as its small first letter tells.
fn goes_on(above: &Line, line: &Line) -> bool {
    let last = above.last_char();
    let lower = line.first_char().is_some_and(char::is_lowercase);
    lower && !matches!(last, Some('.' | ':' | '!' | '?' | ';'))
}

/// Whether a line ends in a number, or several, that a comma parts from the words before it.
fn ends_in_pages(line: &Line) -> bool {
    let is_number = |text: &str| {
        let core = text.trim_end_matches([',', '.']);
        core.starts_with(|c: char| c.is_ascii_digit())
            && core.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–'))
    };
    let texts = || line.words.iter().rev().map(|word| word.text.as_str());
    let numbers = texts().take_while(|text| is_number(text)).count();
    numbers > 0 && texts().nth(numbers).is_some_and(|word| word.ends_with(','))
}

/// Whether a line leads to something at its end, which is a box to fill in where nothing stands there.
fn is_entry(line: &Line) -> bool {
    let led = toc::entry_of(line).is_some_and(|entry| entry.dots);
    let blank = || line.words.iter().rev().take(END_WORDS).any(blank_lines::is_blank);
    led || toc::is_led(line) || toc::leads_out(line) || blank()
}

/// Whether a line ends as a sentence does.
fn ends_sentence(line: &Line) -> bool {
    let last = line.last_char();
    last.is_some_and(|c| !c.is_alphanumeric() && c != ',')
}

/// Whether a line has parts at tab stops, other than the text after a list marker and what dots lead to.
fn has_jump(line: &Line) -> bool {
    let is_led = |at: usize| leader::is_dots(&line.words[at - 1]);
    let mut jumps = (1..line.words.len()).filter(|at| line.words[*at].gap == Gap::Tab && !is_led(*at)).peekable();
    if jumps.peek().is_none() {
        return false;
    }
    let marked = marker::marker_of(line).map_or(0, |found| found.words);
    jumps.any(|at| at != marked)
}

/// Width of a line's first word: where words are not spaced, of as much as cannot be torn apart.
fn first_word_width(line: &Line) -> f32 {
    let first = line.words.first();
    if let Some(first) = first.filter(|word| word.text.chars().next().is_some_and(is_unspaced)) {
        return UNSPACED * first.rect.width() / first.len().max(1) as f32;
    }
    let word = line.words.iter().enumerate().take_while(|(at, word)| *at == 0 || word.gap == Gap::None);
    let rect = word.map(|(_, word)| word.rect).reduce(|a, b| a.union(&b)).unwrap_or_default();
    rect.width()
}
