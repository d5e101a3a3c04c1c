//! Line detection: words to lines, with base lines, spaces, raised characters and twice-painted text.

use std::ops::Range;

use super::super::caps::FEW;
use super::level::{is_level, parted, rows, sort_by_base_line};
use super::tolerances::{
    COLUMN_GAP, LETTER_GAP, MIDDLE, NEARLY_LEVEL, OWN_LINE, ROUNDING, SAME_LINE, SAME_SIZE, SPACE, TOUCHING, VISIBLE,
    WIDEST_SPACE,
};
use super::word::{Gap, SIZE_STEPS, Word, stated_size, tracking};
use super::{bidi, clean, drop_cap, label, leader, small_caps};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Rect};
use transvase_model::flow::Script;

/// Sizes of raised or lowered characters, as shares of their line's: smaller ones are a line of their own beside it.
const SCRIPTS: (f32, f32) = (0.3, 0.85);
/// Heights of the base line of lowered and of raised characters above that of their line; TeX moves them by 0.15 to
/// 0.45.
const RISES: (Em, Em) = (Em(-0.4), Em(0.65));
/// Width of raised or lowered text at most: longer text in small letters is a caption beside it.
const MAX_SCRIPT: Em = Em(9.0);
/// Characters of an element that is only moved up or down, as the letters of a logo are.
const MAX_SHIFTED: usize = 4;
/// Words before one on its line among which its twin is looked for: a word painted twice, and its parts.
const TWINS: usize = 3;
/// Shift from which on text is painted twice to look bold: without one it is painted over itself.
const BOLD_SHIFT: Em = Em(0.005);
/// Gap that parts words where no space is shown: TeX shrinks spaces to 0.2 em, and kerning stays below 0.05.
const WORD_GAP: Em = Em(0.14);
/// Of so many words, and gaps, of a stretch that is set tight one may be a number, or as wide as a space.
const TIGHT: usize = 4;
/// Gaps that may be a jump to a tab stop, beside narrow spaces, and that can only be one.
const TAB_GAPS: (Em, Em) = (Em(1.3), Em(2.2));
/// How many times as wide as the spaces of its line a jump is: justified lines are spaced more evenly.
const TAB_SPACES: f32 = 2.5;
/// The stroke that lengthens Arabic words.
const TATWEEL: char = '\u{640}';
/// Digits of the number of the last verse or note.
const LONGEST_VERSE: usize = 3;

/// Words on one base line, left to right until [`Line::finish`], then in reading order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    /// The words and parts of words.
    pub words: Vec<Word>,
    /// Around the letter boxes.
    pub rect: Rect,
    /// Base line.
    pub baseline: f32,
    /// Size of most of its characters.
    pub size: f32,
    /// Whether a sign of its own stands beside it, as at the entries of a legend: it begins a paragraph.
    pub signed: bool,
    /// Whether a line break ends it within its paragraph; unset before it is in one.
    pub ends_in_break: bool,
    /// The page it stands on, counted from 1; 0 where that is not known.
    pub page: u32,
}

/// Around all lines; `None` without any.
pub(crate) fn around(lines: &[Line]) -> Option<Rect> {
    lines.iter().map(|line| line.rect).reduce(|a, b| a.union(&b))
}

impl Line {
    /// Whether it begins a paragraph, whatever stands above it.
    pub fn opens(&self) -> bool {
        self.signed || self.words.first().is_some_and(|word| word.opens)
    }

    /// Whether it is a displayed formula, perhaps with its number.
    pub fn is_formula(&self) -> bool {
        self.words.iter().any(Word::is_displayed)
    }

    /// Whether it is a figure: mostly digits, or a sign that stands for one.
    pub fn is_numeric(&self) -> bool {
        let (mut digits, mut letters, mut others) = (0_usize, 0_usize, 0_usize);
        for c in self.words.iter().flat_map(|word| word.text.chars()) {
            if c.is_numeric() {
                digits += 1;
            } else if c.is_alphabetic() {
                letters += 1;
            } else if !c.is_whitespace() {
                others += 1;
            }
        }
        digits * 2 > letters && digits > 0 || (letters == 0 && others > 0 && others <= 3)
    }

    /// A line of words sorted from left to right.
    pub(crate) fn of(words: Vec<Word>) -> Line {
        let mut line = Line { words, ..Line::default() };
        line.measure();
        line
    }

    fn measure(&mut self) {
        // Dots that lead somewhere are often set in another size than the text, and are more than its letters.
        let regular = |word: &&Word| word.style.script == Script::Normal && !leader::is_dots(word);
        let largest =
            self.words.iter().filter(regular).max_by_key(|word| (word.len(), (word.size * SIZE_STEPS) as u32));
        let main = largest.or(self.words.first());
        (self.baseline, self.size) = main.map_or((0.0, 0.0), |word| (word.baseline, word.size));
        let rects = self.words.iter().map(|word| word.rect);
        self.rect = rects.reduce(|a, b| a.union(&b)).unwrap_or_default();
        // Raised characters do not make a line higher: lines are told apart by these boxes.
        let main = self.words.iter().filter(regular).map(|word| word.rect).reduce(|a, b| a.union(&b));
        if let Some(main) = main {
            (self.rect.top, self.rect.bottom) = (main.top, main.bottom);
        }
    }

    /// Joins elements of the same line, decides what stands between the words and puts them into
    /// reading order.
    pub fn join(mut elements: Vec<Line>) -> Line {
        let signed = elements.iter().any(|element| element.signed);
        let page = elements.first().map_or(0, |element| element.page);
        let mut words = match elements.as_mut_slice() {
            [whole] => std::mem::take(&mut whole.words),
            _ => elements.into_iter().flat_map(|element| element.words).collect(),
        };
        words.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
        if words.iter().any(|word| leader::leader_in(&word.text).is_some()) {
            words = words.into_iter().flat_map(split_leader).collect();
        }
        if let Some(length) = words.first().and_then(|word| label::full_width_label(&word.text)) {
            let label = words.remove(0);
            words.splice(0..0, split_at(label, &[length]));
        }
        set_gaps(&mut words);
        small_caps::mark(&mut words);
        let mut line = Line { signed, page, ..Line::of(words) };
        bidi::to_logical(&mut line.words);
        line
    }

    /// The characters, a tab and a space each as one.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.add_text(&mut text);
        text
    }

    /// Adds the same to a text.
    pub fn add_text(&self, text: &mut String) {
        text.reserve(self.words.iter().map(|word| word.text.len() + 1).sum());
        for (index, word) in self.words.iter().enumerate() {
            match word.gap {
                Gap::Space if index > 0 => text.push(' '),
                Gap::Tab if index > 0 => text.push('\t'),
                _ => {}
            }
            text.push_str(&word.text);
        }
    }

    /// The character it begins with.
    pub fn first_char(&self) -> Option<char> {
        self.words.first().and_then(|word| word.text.chars().next())
    }

    /// The character it ends with.
    pub fn last_char(&self) -> Option<char> {
        self.words.last().and_then(|word| word.text.chars().next_back())
    }

    /// The height of the middle of its small letters, which tells what it stands in.
    pub fn middle(&self) -> f32 {
        self.baseline - MIDDLE * self.size
    }

    /// Number of letters.
    pub fn letters(&self) -> usize {
        self.words.iter().map(Word::len).sum()
    }

    /// Number of words; dots that lead somewhere are none.
    pub fn word_count(&self) -> usize {
        1 + self.words.iter().skip(1).filter(|word| word.gap != Gap::None && !leader::is_dots(word)).count()
    }
}

/// Builds the elements of lines that surely belong together: parts of one line on both sides of a
/// wide gap stay apart until the columns are known.
pub(crate) fn segments(mut words: Vec<Word>, context: &Context) -> Result<Vec<Line>> {
    context.tick(words.len() as u64)?;
    words.retain(|word| word.rect.left.is_finite() && word.baseline.is_finite());
    let mut segments = Vec::new();
    for mut row in rows(words, |row, word| is_level(&row[0], word, SAME_LINE)) {
        row.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
        for layer in layers(drop_duplicates(row)) {
            segments.extend(split_row(layer));
        }
    }
    drop_cap::take(&mut segments, context)?;
    let mut segments = attach_scripts(segments, context)?;
    for segment in &mut segments {
        set_gaps(&mut segment.words);
    }
    Ok(segments)
}

/// Text painted twice at nearly the same place is there once; a tiny shift was meant as bold.
fn drop_duplicates(row: Vec<Word>) -> Vec<Word> {
    let twin = |at: usize| row[at.saturating_sub(TWINS)..at].iter().any(|other| are_twins(other, &row[at]));
    // Few rows have any.
    if !(1..row.len()).any(twin) {
        return row;
    }
    let mut kept: Vec<Word> = Vec::new();
    for word in row {
        match kept.iter_mut().rev().take(TWINS).find(|other| are_twins(other, &word)) {
            Some(twin) => merge_twins(twin, &word),
            None => kept.push(word),
        }
    }
    kept
}

fn are_twins(other: &Word, word: &Word) -> bool {
    // Strokes that lengthen Arabic words overlap, and are no twins.
    let near = (TOUCHING * word.size).min(0.5 * word.rect.width());
    (other.rect.left - word.rect.left).abs() < near
        && (other.rect.right - word.rect.right).abs() < near
        && (other.size - word.size).abs() < TOUCHING * word.size
        && other.text == word.text
}

fn merge_twins(kept: &mut Word, twin: &Word) {
    let shift = (kept.rect.left - twin.rect.left).abs() + (kept.baseline - twin.baseline).abs();
    if kept.invisible {
        kept.style = twin.style.clone();
    } else if !twin.invisible && shift > BOLD_SHIFT * kept.size && kept.style.color == twin.style.color {
        kept.style.weight = kept.style.weight.max(700);
    }
    kept.invisible &= twin.invisible;
    kept.hidden = kept.hidden.and(twin.hidden);
    kept.space_left |= twin.space_left;
    kept.space_right |= twin.space_right;
}

/// Texts painted over one another are lines of their own, told apart by their base lines.
fn layers(row: Vec<Word>) -> Vec<Vec<Word>> {
    if !row.windows(2).any(|pair| covers(&pair[0], &pair[1])) {
        return vec![row];
    }
    let mut layers: Vec<Vec<Word>> = Vec::new();
    for word in row {
        let same = |layer: &&mut Vec<Word>| layer.first().is_some_and(|first| is_level(first, &word, ROUNDING));
        match layers.iter_mut().take(FEW).find(same) {
            Some(layer) => layer.push(word),
            None => layers.push(vec![word]),
        }
    }
    layers
}

/// Whether a word begins well within the one before it: accents over letters are narrower.
fn covers(left: &Word, right: &Word) -> bool {
    let narrower = left.rect.width().min(right.rect.width());
    let overlap = left.rect.right.min(right.rect.right) - right.rect.left;
    narrower > left.size.max(right.size) && overlap > 0.5 * narrower
}

/// Splits a row where the gap is wide enough for a gutter.
fn split_row(row: Vec<Word>) -> Vec<Line> {
    let mut right = f32::NEG_INFINITY;
    let begins = |at: &usize| {
        let (last, this) = (&row[at - 1], &row[*at]);
        right = right.max(last.rect.right);
        let near = this.rect.left - right <= COLUMN_GAP * last.size.min(this.size);
        !near
    };
    let begins: Vec<usize> = (1..row.len()).filter(begins).collect();
    parted(row, &begins).into_iter().map(Line::of).collect()
}

/// Puts small elements that stand just above or below a line's base line into that line.
fn attach_scripts(mut segments: Vec<Line>, context: &Context) -> Result<Vec<Line>> {
    sort_by_base_line(&mut segments);
    let farthest = RISES.1 * segments.iter().map(|segment| segment.size).fold(0.0, f32::max);
    let mut host_of: Vec<Option<usize>> = vec![None; segments.len()];
    for index in 0..segments.len() {
        context.tick(1)?;
        host_of[index] = host(&segments, index, farthest);
    }
    for index in (0..segments.len()).rev() {
        let Some(host) = host_of[index].filter(|host| host_of[*host].is_none()) else { continue };
        let words = std::mem::take(&mut segments[index].words);
        let line = &mut segments[host];
        let (baseline, size) = (line.baseline, line.size);
        line.words.extend(words.into_iter().map(|word| raised(word, baseline, size)));
        line.words.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
        line.measure();
    }
    segments.retain(|segment| !segment.words.is_empty());
    Ok(segments)
}

fn raised(mut word: Word, baseline: f32, size: f32) -> Word {
    word.style.script = if word.baseline < baseline { Script::Superscript } else { Script::Subscript };
    // The size is the line's: programs make raised characters smaller by themselves.
    word.style.size = stated_size(size);
    word
}

/// The line a small element belongs to: larger, touching it sideways, its base line between the
/// element's top and a little above the element's base line. None has its own `farthest` away.
fn host(segments: &[Line], index: usize, farthest: f32) -> Option<usize> {
    let small = segments.get(index)?;
    let near = |(_, line): &(usize, &Line)| (line.baseline - small.baseline).abs() <= farthest;
    let after = segments.iter().enumerate().skip(index + 1).take(FEW).take_while(near);
    let before = segments.iter().enumerate().take(index).rev().take(FEW).take_while(near);
    let fits = |(_, line): &(usize, &Line)| is_script(small, line) || is_shifted(small, line);
    after.chain(before).filter(fits).map(|(at, _)| at).next()
}

/// Whether a stretch is small enough beside a line, and near enough, to be raised or lowered text of it.
fn is_script(small: &Line, line: &Line) -> bool {
    let rise = line.baseline - small.baseline;
    let gap = (small.rect.left - line.rect.right).max(line.rect.left - small.rect.right);
    // What begins before it and ends after it goes its own way, under a large initial or number.
    let around = small.rect.left < line.rect.left && small.rect.right > line.rect.right;
    // So does what begins before it and goes on below it: the line under a number beside it.
    let overlap = small.rect.right.min(line.rect.right) - line.rect.left;
    let from_before = line.rect.left - small.rect.left > small.size && overlap > small.size;
    let under = |word: &Word| {
        let shared = small.rect.right.min(word.rect.right) - small.rect.left.max(word.rect.left);
        small.letters() >= OWN_LINE && shared > 0.5 * small.rect.width()
    };
    let leads = small.words.iter().all(leader::is_dots);
    let own = !leads && (small.size < SCRIPTS.0 * line.size || line.words.iter().any(under));
    small.size <= SCRIPTS.1 * line.size
        && !own
        && !around
        && !from_before
        && !is_brace(line)
        && (RISES.0 * line.size..=RISES.1 * line.size).contains(&rise)
        && rise.abs() > VISIBLE * line.size
        && gap <= SPACE * line.size
        && !line.words.is_empty()
        && small.words.len() <= 12
        && small.rect.width() <= MAX_SCRIPT * line.size
}

/// Whether a stretch is a large brace around several lines, which are none of its raised text.
fn is_brace(line: &Line) -> bool {
    line.words.iter().all(|word| matches!(word.text.trim(), "{" | "}"))
}

/// Whether a short element of no smaller size is only moved up or down from its line: it stands in a gap of the line,
/// or right after it.
fn is_shifted(small: &Line, line: &Line) -> bool {
    let slack = LETTER_GAP * small.size;
    let free = |word: &Word| word.rect.right <= small.rect.left + slack || word.rect.left >= small.rect.right - slack;
    let near = |word: &Word| (small.rect.left - word.rect.right).abs() <= TOUCHING * small.size;
    small.size <= line.size * (1.0 + SAME_SIZE)
        && small.words.len() == 1
        && small.words[0].len() <= MAX_SHIFTED
        && (line.baseline - small.baseline).abs() <= NEARLY_LEVEL * line.size
        && line.words.len() > 1
        && line.words.iter().all(free)
        && line.words.iter().any(near)
}

/// Parts a row of dots from the words it leads from and to.
fn split_leader(word: Word) -> Vec<Word> {
    let leader = leader::leader_in(&word.text).filter(|_| word.becomes.is_none());
    let Some(Range { start, end }) = leader else { return vec![word] };
    split_at(word, &[start, end])
}

/// Parts a word before the bytes `cuts`, as wide as their characters usually are.
pub(super) fn split_at(word: Word, cuts: &[usize]) -> Vec<Word> {
    let is_wide = |c: char| c == '…' || clean::is_unspaced(c);
    let units = |text: &str| text.chars().map(|c| if is_wide(c) { 2.0 } else { 1.0 }).sum::<f32>();
    let unit = word.rect.width() / units(&word.text).max(1.0);
    let (mut left, mut start) = (word.rect.left, 0);
    let mut parts = Vec::new();
    for end in cuts.iter().copied().chain([word.text.len()]) {
        let text = word.text.get(start..end).unwrap_or_default();
        let right = left + unit * units(text);
        if !text.is_empty() {
            let rect = Rect { left, right, ..word.rect };
            let space_left = word.space_left && parts.is_empty();
            parts.push(Word { text: text.to_owned(), rect, space_left, space_right: false, ..word.clone() });
        }
        (left, start) = (right, end);
    }
    parts
}

/// Decides what stands between the words of a line, sorted from left to right.
fn set_gaps(words: &mut [Word]) {
    let letter_gap = line_tracking(words);
    let gaps: Vec<f32> = words.windows(2).map(|pair| pair[1].rect.left - pair[0].rect.right).collect();
    let tight = tight_stretches(words, &gaps);
    let mut spaces: Vec<f32> = Vec::new();
    for (index, gap) in gaps.iter().enumerate() {
        let (left, right) = (&words[index], &words[index + 1]);
        let em = left.size.min(right.size);
        // Letters may stand over a space that is shown, by half an em; after a ligature it has to show.
        let least_shown = || if ends_in_ligature(left) { VISIBLE } else { Em(-0.5) };
        // The space before a raised or lowered letter may be only the room that it needs.
        let ended = left.space_after && left.style.script == right.style.script && *gap > LETTER_GAP * em;
        let shown = ended || (right.space_left || left.space_right) && *gap > least_shown() * em;
        let unspaced = is_unspaced_pair(left, right);
        let is_narrow = tight.iter().any(|stretch| stretch.contains(&index)) || begins_anew(left, right);
        let word_gap = if is_narrow { LETTER_GAP } else { WORD_GAP };
        let least = if unspaced { 0.5 } else { word_gap.0 + letter_gap };
        let is_space =
            (*gap > least * em && !is_drawn_out(left, right)) || (shown && (!unspaced || *gap > TOUCHING * em));
        let is_space = is_space || (index == 0 && numbers_text(left, right));
        words[index + 1].gap = if is_space { Gap::Space } else { Gap::None };
        if is_space {
            spaces.push(gap / em);
        }
    }
    set_tabs(words, &gaps, spaces);
}

/// Whether a raised number at the beginning of a line is that of a verse, a paragraph or a note, and what follows it a
/// word. Isotopes have a symbol there.
fn numbers_text(number: &Word, text: &Word) -> bool {
    let letters = text.text.chars().take_while(|c| c.is_alphabetic()).count();
    let is_word = letters > 2 || (letters == 2 && number.len() == 1);
    let is_number = number.len() <= LONGEST_VERSE && number.text.bytes().all(|byte| byte.is_ascii_digit());
    number.style.script == Script::Superscript && is_number && is_word
}

/// Whether one sentence ends and another begins, or one decimal number and another: kerning draws them together, so that
/// a narrow gap is a space.
fn begins_anew(left: &Word, right: &Word) -> bool {
    let mut letters = right.text.chars();
    let is_begun = letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase);
    let is_ended = left.text.strip_suffix(['.', '!', '?', ';', ':']).is_some_and(|before| {
        let mut back = before.chars().rev();
        let last = back.next().unwrap_or_default();
        last.is_ascii_digit() || last.is_lowercase() && back.next().is_some_and(char::is_alphabetic)
    });
    let is_decimal = |text: &str| {
        let parts = text.split_once('.');
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        parts.is_some_and(|(whole, places)| is_number(whole) && is_number(places))
    };
    is_begun && is_ended || is_decimal(&left.text) && is_decimal(&right.text)
}

/// The gaps of stretches in one font that are set tight, such as the bold head of a caption.
fn tight_stretches(words: &[Word], gaps: &[f32]) -> Vec<Range<usize>> {
    let is_alike = |a: &Word, b: &Word| {
        (a.size - b.size).abs() <= ROUNDING * a.size
            && (&a.style.family, a.style.weight) == (&b.style.family, b.style.weight)
    };
    let mut start = 0;
    let stretches = words.chunk_by(is_alike).map(|stretch| {
        let range = start..start + stretch.len() - 1;
        start += stretch.len();
        (stretch, range)
    });
    let tight =
        stretches.filter(|(stretch, range)| gaps.get(range.clone()).is_some_and(|gaps| is_tight(stretch, gaps)));
    tight.map(|(_, range)| range).collect()
}

/// Whether words of one font are set so tight that their gaps are spaces, though narrow ones: there are several, all
/// alike, and hardly any as wide as spaces are. Gaps between letters are not, or part all of them; gaps between digits
/// tell nothing.
fn is_tight(words: &[Word], gaps: &[f32]) -> bool {
    let Some(em) = words.first().map(|word| word.size) else { return false };
    let single = words.iter().filter(|word| word.len() < 2).count();
    let numbers = words.iter().filter(|word| !word.text.chars().any(char::is_alphabetic)).count();
    let narrow = || gaps.iter().filter(|gap| **gap <= WORD_GAP * em + ROUNDING * em);
    let Some(first) = narrow().next().filter(|gap| **gap >= LETTER_GAP * em) else { return false };
    single * 2 <= words.len()
        && numbers * TIGHT <= words.len()
        && narrow().count() > 1
        && (gaps.len() - narrow().count()) * TIGHT <= gaps.len()
        && narrow().all(|gap| (gap - first).abs() <= ROUNDING * em)
}

/// Whether a stretch ends in what is set as one glyph. Programs that set it in the room of its first letter fill up
/// with a space, which it covers.
fn ends_in_ligature(word: &Word) -> bool {
    ["fi", "fl", "ff"].iter().any(|ligature| word.text.ends_with(ligature))
}

/// A gap far wider than the line's other spaces is a jump.
fn set_tabs(words: &mut [Word], gaps: &[f32], mut spaces: Vec<f32>) {
    spaces.sort_by(f32::total_cmp);
    let usual = spaces.get(spaces.len().saturating_sub(1) / 2).copied().unwrap_or_default();
    let jump = (TAB_SPACES * usual).clamp(TAB_GAPS.0.0, TAB_GAPS.1.0);
    for (index, gap) in gaps.iter().enumerate() {
        let em = words[index].size.max(words[index + 1].size);
        let after_formula = words[index].is_displayed() && *gap > 0.5 * em;
        let after_box = index == 0 && words[index].text.chars().all(label::is_check_box) && *gap > WIDEST_SPACE * em;
        if after_formula || after_box {
            words[index + 1].gap = Gap::Tab;
        }
        if words[index + 1].gap == Gap::Space && *gap > jump * em {
            words[index + 1].gap = Gap::Tab;
        }
    }
}

fn is_unspaced_pair(left: &Word, right: &Word) -> bool {
    let last = left.text.chars().next_back().is_some_and(clean::is_unspaced);
    last && right.text.chars().next().is_some_and(clean::is_unspaced)
}

/// Whether a stroke that lengthens an Arabic word lies between two words: it never ends one.
fn is_drawn_out(left: &Word, right: &Word) -> bool {
    left.text.ends_with(TATWEEL) || right.text.starts_with(TATWEEL)
}

/// Even letter spacing of a line whose letters are shown one by one, as a share of the size.
fn line_tracking(words: &[Word]) -> f32 {
    let single = |word: &Word| {
        let mut chars = word.text.chars();
        let first = chars.next();
        chars.next().is_none() && first.is_some_and(char::is_alphabetic)
    };
    let singles = words.iter().filter(|word| single(word)).count();
    if singles < 6 || singles * 10 < words.len() * 8 {
        return 0.0;
    }
    let pairs = words.windows(2).filter(|pair| single(&pair[0]) && single(&pair[1]) && pair[1].gap == Gap::None);
    tracking(pairs.map(|pair| (pair[1].rect.left - pair[0].rect.right) / pair[1].size).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Point;

    #[test]
    fn a_space_that_ends_a_run_parts_words() {
        let read = |shown: bool, gap: f32| {
            let mut words = words(&["the", "r"], gap);
            words[0].space_after = shown;
            set_gaps(&mut words);
            Line::of(words).text()
        };
        assert_eq!([read(true, 7.0), read(false, 7.0), read(true, 4.0)], ["the r", "ther", "ther"]);
    }

    #[test]
    fn raised_numbers_stand_apart_from_their_text() {
        let read = |number: &str, text: &str| {
            let mut words = words(&[number, text], 0.0);
            words[0].style.script = Script::Superscript;
            set_gaps(&mut words);
            Line::of(words).text()
        };
        assert_eq!(read("1", "On"), "1 On");
        assert_eq!(read("12", "And"), "12 And");
        assert_eq!(read("14", "C"), "14C");
        assert_eq!(read("56", "Fe"), "56Fe");
    }

    fn words(texts: &[&str], gap: f32) -> Vec<Word> {
        let mut left = 100.0;
        let mut word = |text: &&str| {
            let width = 30.0 * text.chars().count() as f32;
            let rect = Rect { left, top: 100.0, right: left + width, bottom: 160.0 };
            left += width + gap;
            Word { text: (*text).to_owned(), rect, size: 60.0, ..Word::default() }
        };
        texts.iter().map(&mut word).collect()
    }

    fn read(texts: &[&str], gap: f32) -> String {
        let mut words = words(texts, gap);
        set_gaps(&mut words);
        let joint = |word: &Word| if word.gap == Gap::Space { " " } else { "" };
        words.iter().map(|word| format!("{}{}", joint(word), word.text)).collect()
    }

    #[test]
    fn sentences_and_decimals_begin_behind_a_narrow_gap() {
        assert_eq!(read(&["America.", "The"], 7.8), "America. The");
        assert_eq!(read(&["(table", "5).", "4.", "Among"], 7.8), "(table5).4. Among");
        assert_eq!(read(&["23.3", "23.3"], 7.8), "23.3 23.3");
        for pair in [["U.S.", "Army"], ["A.", "Smith"], ["www.", "acme"], ["3.", "14"], ["12", "5.6"], ["Wor", "Ld"]] {
            assert_eq!(read(&pair, 7.8), pair.concat(), "no space");
        }
        assert_eq!(read(&["America.", "The"], 3.0), "America.The", "no gap");
    }

    #[test]
    fn even_gaps_of_a_tight_headline_are_spaces() {
        assert_eq!(read(&["Governo", "cede", "e"], 7.8), "Governo cede e");
        assert_eq!(read(&["Governo", "cede", "e"], 3.0), "Governocedee", "kerning");
        assert_eq!(read(&["T", "i", "t", "le"], 7.8), "Title", "letters that are spaced");
        assert_eq!(read(&["1", "37", "5089"], 7.8), "1375089", "digits");
        assert_eq!(read(&["Wor", "ld"], 7.8), "World", "a single gap");
    }

    #[test]
    fn the_head_of_a_caption_may_be_set_tight_alone() {
        let mut words = words(&["Table", "1", "Composition", "of", "the", "data", "The", "mix", "is"], 7.8);
        words[6..].iter_mut().for_each(|word| word.style.weight = 300);
        for (at, more) in [(2, 20.0), (6, 20.0), (7, 20.0), (8, 20.0)] {
            words[at..].iter_mut().for_each(|word| word.rect = word.rect.moved(Point { x: more, y: 0.0 }));
        }
        set_gaps(&mut words);
        assert!(words[1..].iter().all(|word| word.gap == Gap::Space), "{words:?}");
    }
}
