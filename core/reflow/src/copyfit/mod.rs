//! Copyfitting: widths of letters such that paragraphs fill as many lines as they did.
//!
//! An office program sets the text in another face than the source, or breaks lines by other rules.
//! For each style the document gets one width of its letters: at first that at which its words are
//! as wide as they were; where the style fills enough lines, the width near it at which the most
//! lines begin where they did. A paragraph that still breaks elsewhere has its letters moved
//! together or apart a little; in a cell it takes room from the margins first.

mod advances;
mod breaks;
mod cell;
mod east;
mod substitute;
mod tolerances;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::block::{Block, Para};
use super::caps;
use super::inline;
use super::leading::TWIP;
use super::page_blocks::PageBlocks;
use super::text::leader;
use super::text::line::Line;
use super::text::word::{Gap, Word};
use advances::{AdvanceBook, Key, kept, key_of};
use breaks::{Sample, Segment};
pub(super) use substitute::substitute;
pub(super) use tolerances::INTO_MARGIN;
use tolerances::{NATURAL, STEPS};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Pt;
use transvase_model::flow::{Align, Script};

/// Percent by which letters become narrower or wider at most: beyond, text looks wrong.
const MOST_STRETCH: i32 = 15;
/// Percent looked at below and above the width of the words: further away, other lines would only fit by chance.
const AROUND: i32 = 4;
/// Percent that are left alone, since nobody sees them; twice as much is not aimed for.
const UNSEEN: i32 = 1;
/// Lines of samples from which on they decide.
const ENOUGH_LINES: usize = 8;
/// Width of words that tells the width of letters where no line is filled: about that of a line.
const ENOUGH_TEXT: Pt = Pt(400.0);
/// One line in how many may begin elsewhere before natural letters are given up.
const TOLERATED: usize = 40;
/// The same where the face is as wide as the source's: that its lines begin elsewhere has other reasons.
const SAME_TOLERATED: usize = 4;
/// Share of a paragraph that its main style fills at least: where it is in more than three, none is its look.
const MAIN_SHARE: f32 = 0.3;

/// What is known of one style.
#[derive(Default)]
struct Style {
    /// Width of its words as they were, in points.
    seen: f32,
    /// Their width in the office program's face.
    natural: f32,
    /// Paragraphs mostly in this style.
    samples: Vec<Sample>,
    /// Lines of the samples.
    lines: usize,
}

impl Style {
    /// Width of the letters, in percent, at which the words are as wide as they were.
    fn ratio(&self) -> i32 {
        let ratio = self.seen / self.natural * NATURAL;
        if ratio.is_finite() { (ratio.round() as i32).clamp(100 - MOST_STRETCH, 100 + MOST_STRETCH) } else { 100 }
    }

    /// How far lines are at a width from those there were.
    fn off(&self, percent: i32) -> usize {
        self.samples.iter().map(|sample| sample.off(percent as f32 / NATURAL, 0.0)).sum()
    }

    /// The width for paragraphs in the style; `None` where nothing tells.
    fn percent(&self) -> Option<i32> {
        let ratio = self.ratio();
        if self.lines < ENOUGH_LINES {
            // Signs of another alphabet than letters have any width.
            let odd = (ratio - 100).abs() == MOST_STRETCH;
            let told = self.lines > 0 || self.seen >= ENOUGH_TEXT;
            let natural = (ratio - 100).abs() <= UNSEEN;
            return if odd || !told { None } else { Some(if natural { 100 } else { ratio }) };
        }
        let range = (ratio - AROUND).max(100 - MOST_STRETCH)..=(ratio + AROUND).min(100 + MOST_STRETCH);
        let off: Vec<(usize, i32)> = range.map(|percent| (self.off(percent), percent)).collect();
        let tolerated = if ratio == 100 { SAME_TOLERATED } else { TOLERATED };
        let least = off.iter().map(|(off, _)| *off).min().unwrap_or(0) + self.lines / tolerated;
        let near_natural = (ratio - 100).abs() <= 2 * UNSEEN;
        let aim = if near_natural { 100 } else { ratio };
        let kept = off.into_iter().filter(|(off, _)| *off <= least).map(|(_, percent)| percent);
        kept.min_by_key(|percent| (percent - aim).abs())
    }
}

/// Gives each style of the document the width of its letters.
pub(super) fn fit(pages: &mut [PageBlocks], context: &Context) -> Result<()> {
    east::split(pages, context)?;
    let mut fitter = Fitter::default();
    each_para(pages, &mut |para| {
        context.tick(para.lines.len() as u64)?;
        fitter.measure(para);
        Ok(())
    })?;
    each_para(pages, &mut |para| {
        context.tick(para.lines.len() as u64)?;
        fitter.learn(para);
        Ok(())
    })?;
    let percents: BTreeMap<Key, i32> =
        fitter.styles.iter().filter_map(|(key, style)| Some((key.clone(), style.percent()?))).collect();
    let most = fitter.styles.iter().max_by(|a, b| a.1.seen.total_cmp(&b.1.seen));
    let usual = most.and_then(|(key, _)| Some((key.0.clone(), *percents.get(key)?)));
    // What is usual in one family says nothing of the letters of another.
    let usual = |main: Option<&Key>| usual.iter().find(|(family, _)| Some(family) == main.map(|key| &key.0));
    each_para(pages, &mut |para| {
        context.tick(para.lines.len() as u64)?;
        let main = Fitter::main_style(para);
        let known = main.as_ref().and_then(|main| percents.get(main)).or(usual(main.as_ref()).map(|(_, usual)| usual));
        let mut scale = known.copied().unwrap_or(100) as f32 / NATURAL;
        let told = main.as_ref().filter(|_| fills_measure(para) || is_one_line(para));
        let sample = told.and_then(|main| fitter.words(para, main));
        let (mut spacing, lines) = sample.as_ref().map_or((0.0, None), |sample| residue(sample, scale));
        para.set_in = lines.or(para.lines.iter().any(has_leader).then_some(para.lines.len()));
        let over = sample.filter(|_| is_one_line(para)).map_or(0.0, |sample| sample.over(scale, spacing));
        reach(para, over);
        if para.frame.in_cell && para.place.is_none() {
            let sample = main.as_ref().and_then(|main| fitter.words(para, main));
            let fit = cell::fit(para, sample.as_ref(), scale);
            (scale, spacing) = (fit.scale, fit.spacing);
            para.set_in = fit.lines;
            cell::give(para, fit.give);
        }
        for word in para.lines.iter_mut().flat_map(|line| &mut line.words) {
            word.style.scale *= scale;
            word.style.spacing += spacing;
        }
        Ok(())
    })
}

/// Lets a line that is wider than its column by some points reach beyond it, as far as a reader would
/// let it.
fn reach(para: &mut Para, over: f32) {
    let is_little = over > 0.0 && over <= INTO_MARGIN;
    if !is_little {
        return;
    }
    match para.align {
        Some(Align::Center) => {
            para.indents.start -= over / 2.0;
            para.indents.end -= over / 2.0;
        }
        Some(Align::End) => para.indents.start -= over,
        _ => para.indents.end -= over,
    }
    para.set_in = Some(1);
}

fn each_para(pages: &mut [PageBlocks], visit: &mut impl FnMut(&mut Para) -> Result<()>) -> Result<()> {
    let blocks = pages.iter_mut().flat_map(PageBlocks::blocks_mut);
    for block in blocks {
        each_in(block, visit)?;
    }
    Ok(())
}

fn each_in(block: &mut Block, visit: &mut impl FnMut(&mut Para) -> Result<()>) -> Result<()> {
    match block {
        Block::Text(para) => visit(para),
        Block::Table(table) => table.blocks_mut().try_for_each(|block| each_in(block, visit)),
        Block::Picture(_) | Block::Rule(_) => Ok(()),
    }
}

/// Signs that divide a word at the end of a line.
const HYPHENS: [char; 2] = ['-', '\u{2010}'];

/// What stands before a part of a text.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    Space,
    /// A place where a word may be divided.
    Division,
}

/// The parts of a word that office programs may set on two lines: after hyphens and dashes.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let inner = |(at, sign): (usize, &str)| {
        let end = at + sign.len();
        let after = text.get(end..).and_then(|rest| rest.chars().next());
        let before = text.get(..at).and_then(|rest| rest.chars().next_back());
        let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        (joins(before) && joins(after)).then_some(end)
    };
    let ends: Vec<usize> = text.match_indices(['-', '\u{2010}', '–', '—']).filter_map(inner).collect();
    let begins = std::iter::once(0).chain(ends.clone());
    begins.zip(ends.into_iter().chain([text.len()])).filter_map(|(from, to)| text.get(from..to))
}

#[derive(Default)]
struct Fitter {
    book: AdvanceBook,
    styles: BTreeMap<Key, Style>,
}

impl Fitter {
    /// Adds up the widths of words.
    fn measure(&mut self, para: &Para) {
        for word in para.lines.iter().flat_map(|line| &line.words) {
            if !is_plain(word) {
                continue;
            }
            let Some(key) = key_of(&word.style) else { continue };
            if let Some(natural) = self.book.width(&key, &word.text) {
                let style = self.styles.entry(kept(key)).or_default();
                style.seen += word.rect.width();
                style.natural += natural;
            }
        }
    }

    /// Keeps a paragraph as a sample of its main style.
    fn learn(&mut self, para: &Para) {
        let Some(main) = Some(para).filter(|para| fills_measure(para)).and_then(Fitter::main_style) else { return };
        let Some(sample) = self.words(para, &main) else { return };
        if let Some(style) = self.styles.get_mut(&main)
            && style.lines < caps::MANY
        {
            style.lines += sample.lines();
            style.samples.push(sample);
        }
    }

    /// The words of a paragraph and its lines; `None` where the width of a word is not known.
    fn words(&mut self, para: &Para, main: &Key) -> Option<Sample> {
        let rest = para.frame.width() - para.indents.start - para.indents.end - para.indents.aside;
        let tabs = inline::has_tabs(para);
        // A label stands before the room of the text, not in it, and so does what a tab parts from the text.
        let (label, first) = match inline::after_tab(para).filter(|_| tabs) {
            Some((text, room)) => (text, room),
            None if inline::hanging_label(para) > 0 => (inline::hanging_label(para), rest),
            None => (0, rest - para.indents.first),
        };
        let mut sample = Sample { first, rest, ..Sample::default() };
        if para.lines.iter().any(has_leader) {
            return None;
        }
        for (index, line) in para.lines.iter().enumerate() {
            let divided = sample.words.last().is_some_and(|last| last.hyphen > 0.0);
            sample.starts.push(sample.words.len());
            let words = line.words.get(if index == 0 { label } else { 0 }..).unwrap_or_default();
            for (at, word) in words.iter().enumerate() {
                if at > 0 && word.gap == Gap::Tab && tabs {
                    return None;
                }
                let before = match word.gap {
                    _ if at == 0 && divided => Before::Division,
                    Gap::None if at > 0 => Before::Nothing,
                    _ => Before::Space,
                };
                self.add(&mut sample, word, before, main)?;
            }
            if line.words.last().is_some_and(|word| word.text.ends_with(HYPHENS)) {
                self.divide(&mut sample, main)?;
            }
        }
        Some(sample)
    }

    /// Adds a word, in parts where it may be divided.
    fn add(&mut self, sample: &mut Sample, word: &Word, mut before: Before, main: &Key) -> Option<()> {
        let key = key_of(&word.style)?;
        let is_normal = is_plain(word);
        for part in parts(&word.text) {
            // All letters of a paragraph get one width, but raised and lowered ones are as they were.
            let (own, other) = if is_normal {
                (self.book.width(&key, part)?, part.chars().count() as f32 * word.style.spacing)
            } else {
                (0.0, word.rect.width())
            };
            let letters = part.chars().count().min(1_000) as u16;
            match sample.words.last_mut().filter(|_| before == Before::Nothing) {
                Some(last) => {
                    last.own += own;
                    last.other += other;
                    last.letters = last.letters.saturating_add(letters);
                }
                None => {
                    let spaced = before == Before::Space;
                    let space = if spaced { self.book.width(main, " ")? } else { 0.0 };
                    let letters = letters + u16::from(spaced);
                    sample.words.push(Segment { own, other, space, letters, hyphen: 0.0 });
                }
            }
            before = Before::Division;
            if !is_normal {
                break;
            }
        }
        Some(())
    }

    /// Takes the hyphen off the last word: it shows only where a line ends there.
    fn divide(&mut self, sample: &mut Sample, main: &Key) -> Option<()> {
        let last = sample.words.last_mut()?;
        let width = self.book.width(main, "-")?;
        last.own -= width;
        last.letters = last.letters.saturating_sub(1);
        last.hyphen = width;
        Some(())
    }

    /// The style that most of a paragraph is in.
    fn main_style(para: &Para) -> Option<Key> {
        let mut widths: BTreeMap<Key<&Arc<str>>, f32> = BTreeMap::new();
        for word in para.lines.iter().flat_map(|line| &line.words) {
            *widths.entry(key_of(&word.style)?).or_default() += word.rect.width();
        }
        let all: f32 = widths.values().sum();
        let (main, width) = widths.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        (width >= MAIN_SHARE * all).then(|| kept(main))
    }
}

/// Whether the lines of a paragraph fill a measure.
fn fills_measure(para: &Para) -> bool {
    let aligned = matches!(para.align, Some(Align::Center | Align::End));
    !(para.frame.in_cell || para.place.is_some() || para.rtl || aligned || para.has_breaks())
}

/// Whether a paragraph has one line, which stays one.
fn is_one_line(para: &Para) -> bool {
    para.lines.len() == 1 && !para.frame.in_cell && para.place.is_none()
}

/// Space between letters, in points, with which the lines of a paragraph begin most nearly where they did, 0 where they do
/// anyway; and how many lines there are then, where that is known. Letters move apart by half as much as together: that
/// is seen sooner.
fn residue(sample: &Sample, scale: f32) -> (f32, Option<usize>) {
    let plain = sample.off(scale, 0.0);
    if plain == 0 {
        return (0.0, Some(sample.lines()));
    }
    let off = |step: i32| (sample.off(scale, TWIP * step as f32), step.abs(), step);
    let best = (-STEPS..=STEPS / 2).map(off).min();
    let spacing = best.filter(|(least, ..)| *least < plain).map_or(0.0, |(.., step)| TWIP * step as f32);
    (spacing, Some(sample.lines_at(scale, spacing)))
}

/// Whether dots lead to what stands at the end of a line: a tab, which is as wide as there is room.
fn has_leader(line: &Line) -> bool {
    (1..line.words.len()).any(|at| leader::leader(&line.words[at..]) > 0)
}

/// Whether the advances of a face tell how wide a word is.
fn is_plain(word: &Word) -> bool {
    !leader::is_dots(word) && word.style.script == Script::Normal && !word.style.small_caps && !word.text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(seen: f32, samples: Vec<Sample>) -> Style {
        let lines = samples.iter().map(Sample::lines).sum();
        Style { seen, natural: 100.0, samples, lines }
    }

    /// Six words that fill two lines at every width up to 97 percent.
    fn sample() -> Sample {
        let word = Segment { own: 30.0, space: 5.0, letters: 6, ..Segment::default() };
        Sample { words: vec![word; 6], first: 97.0, rest: 97.0, starts: vec![0, 3] }
    }

    #[test]
    fn few_lines_leave_the_width_of_the_words() {
        assert_eq!(style(108.0, vec![sample()]).percent(), Some(108));
        assert_eq!(style(100.6, vec![sample()]).percent(), Some(100), "a percent is left alone");
        assert_eq!(style(150.0, vec![sample()]).percent(), None, "no letters");
        assert_eq!(style(150.0, vec![]).percent(), None, "signs among other text");
    }

    #[test]
    fn many_lines_choose_the_width_that_keeps_them() {
        assert_eq!(style(100.0, vec![sample(); 8]).percent(), Some(97));
        let wide = Sample { first: 101.0, rest: 101.0, ..sample() };
        assert_eq!(style(100.0, vec![wide; 8]).percent(), Some(100));
    }
}
