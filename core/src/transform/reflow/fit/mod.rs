//! Widths of letters such that paragraphs fill as many lines as they did.
//!
//! An office program sets the text in another face than the source, or breaks lines by other rules.
//! For each style the document gets one width of its letters: at first that at which its words are
//! as wide as they were; where the style fills enough lines, the width near it at which the most
//! paragraphs keep their lines. A paragraph that would still run over has its letters moved
//! together a little; in a cell it takes room from the margins first.

mod advances;
mod breaks;
mod cell;
mod substitute;

pub(super) use substitute::substitute;

use std::collections::BTreeMap;

use super::block::{Block, Para};
use super::letters::fragment::{Fragment, Gap};
use super::section::PageBlocks;
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::{Align, Script};
use advances::{AdvanceBook, Key, key_of};
use breaks::{Sample, Word};

/// Narrowest and widest letters in percent: beyond, text looks wrong.
const NARROWEST: i32 = 85;
const WIDEST: i32 = 115;
/// Percent looked at below and above the width of the words.
const AROUND: i32 = 4;
/// Lines of samples from which on they decide, and that are looked at.
const ENOUGH_LINES: usize = 8;
const MOST_LINES: usize = 1_500;
/// Width of words, in points, that tells the width of letters where no line is filled.
const ENOUGH_TEXT: f32 = 400.0;
/// One line in how many may be too many before natural letters are given up.
const TOLERATED: usize = 40;
/// Deviation in percent that is left alone; twice as much is not aimed for.
const UNSEEN: i32 = 1;
/// Share of a paragraph that its main style fills at least.
const MAIN_SHARE: f32 = 0.6;
/// Steps of space between letters in points, and how many of them at most.
const STEP: f32 = 0.05;
const STEPS: i32 = 5;

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
        let ratio = self.seen / self.natural * 100.0;
        if ratio.is_finite() { (ratio.round() as i32).clamp(NARROWEST, WIDEST) } else { 100 }
    }

    /// Lines more or less at a width than there were.
    fn off(&self, percent: i32) -> usize {
        self.samples.iter().map(|sample| sample.off(percent as f32 / 100.0, 0.0)).sum()
    }

    /// The width for paragraphs in the style; `None` where nothing tells.
    fn percent(&self) -> Option<i32> {
        let ratio = self.ratio();
        if self.lines < ENOUGH_LINES {
            // Signs of another alphabet than letters have any width.
            let odd = ratio == NARROWEST || ratio == WIDEST;
            let told = self.lines > 0 || self.seen >= ENOUGH_TEXT;
            let natural = (ratio - 100).abs() <= UNSEEN;
            return if odd || !told { None } else { Some(if natural { 100 } else { ratio }) };
        }
        let range = (ratio - AROUND).max(NARROWEST)..=(ratio + AROUND).min(WIDEST);
        let off: Vec<(usize, i32)> = range.map(|percent| (self.off(percent), percent)).collect();
        let least = off.iter().map(|(off, _)| *off).min().unwrap_or(0) + self.lines / TOLERATED;
        let near_natural = (ratio - 100).abs() <= 2 * UNSEEN;
        let aim = if near_natural { 100 } else { ratio };
        let kept = off.into_iter().filter(|(off, _)| *off <= least).map(|(_, percent)| percent);
        kept.min_by_key(|percent| (percent - aim).abs())
    }
}

/// Gives each style of the document the width of its letters.
pub(super) fn fit(pages: &mut [PageBlocks], context: &Context) -> Result<()> {
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
        let mut scale = known.copied().unwrap_or(100) as f32 / 100.0;
        let mut spacing = fitter.residue(para, scale);
        if para.frame.in_cell && para.place.is_none() {
            let fit = cell::fit(para, fitter.words(para).map(|(_, sample)| sample).as_ref(), scale);
            (scale, spacing) = (fit.scale, fit.spacing);
            cell::give(para, fit.give);
        }
        for word in para.lines.iter_mut().flat_map(|line| &mut line.words) {
            word.style.scale = scale;
            word.style.spacing += spacing;
        }
        Ok(())
    })
}

fn each_para(pages: &mut [PageBlocks], visit: &mut impl FnMut(&mut Para) -> Result<()>) -> Result<()> {
    let blocks = pages.iter_mut().flat_map(|page| &mut page.parts).flat_map(|part| &mut part.columns).flatten();
    for block in blocks {
        each_in(block, visit)?;
    }
    Ok(())
}

fn each_in(block: &mut Block, visit: &mut impl FnMut(&mut Para) -> Result<()>) -> Result<()> {
    match block {
        Block::Text(para) => visit(para),
        Block::Table(_, cells) => cells.iter_mut().flatten().try_for_each(|block| each_in(block, visit)),
        Block::Picture(_) | Block::Rule(_) => Ok(()),
    }
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
            if word.style.script != Script::Normal {
                continue;
            }
            let Some(key) = key_of(&word.style) else { continue };
            if let Some(natural) = self.book.width(&key, &word.text) {
                let style = self.styles.entry(key).or_default();
                style.seen += word.rect.width();
                style.natural += natural;
            }
        }
    }

    /// Keeps a paragraph as a sample of its main style.
    fn learn(&mut self, para: &Para) {
        let Some((main, sample)) = self.sample(para) else { return };
        if let Some(style) = self.styles.get_mut(&main)
            && style.lines < MOST_LINES
        {
            style.lines += sample.lines;
            style.samples.push(sample);
        }
    }

    /// Space between letters, in points, with which a paragraph that would run over keeps its
    /// lines; 0 where it keeps them anyway, or cannot.
    fn residue(&mut self, para: &Para, scale: f32) -> f32 {
        let Some((_, sample)) = self.sample(para) else { return 0.0 };
        let keeps = |step: &i32| sample.lines_at(scale, -STEP * *step as f32) <= sample.lines;
        (0..=STEPS).find(keeps).map_or(0.0, |step| -STEP * step as f32)
    }

    /// A paragraph and its main style; `None` where its lines do not fill a measure or the width of
    /// a word is not known.
    fn sample(&mut self, para: &Para) -> Option<(Key, Sample)> {
        let aligned = matches!(para.align, Some(Align::Center | Align::End));
        if para.frame.in_cell || para.place.is_some() || para.rtl || aligned || para.breaks.contains(&true) {
            return None;
        }
        self.words(para)
    }

    /// The words of a paragraph, its lines and its main style.
    fn words(&mut self, para: &Para) -> Option<(Key, Sample)> {
        let main = Fitter::main_style(para)?;
        let rest = para.frame.width() - para.indent_start - para.indent_end;
        let mut sample = Sample { first: rest - para.indent_first, rest, lines: para.lines.len(), ..Sample::default() };
        let mut divided = false;
        for line in &para.lines {
            for (at, word) in line.words.iter().enumerate() {
                if at > 0 && word.gap == Gap::Tab {
                    return None;
                }
                let joins = if at == 0 { divided } else { word.gap == Gap::None };
                self.add(&mut sample, word, joins, &main)?;
            }
            divided = line.words.last().is_some_and(|word| word.text.ends_with(['-', '\u{AD}', '\u{2010}']));
        }
        Some((main, sample))
    }

    fn add(&mut self, sample: &mut Sample, word: &Fragment, joins: bool, main: &Key) -> Option<()> {
        let key = key_of(&word.style)?;
        let natural = match word.style.script {
            Script::Normal => self.book.width(&key, &word.text)?,
            _ => word.rect.width(),
        };
        let is_main = key == *main && word.style.script == Script::Normal;
        let ratio = || self.styles.get(&key).filter(|_| word.style.script == Script::Normal).map_or(100, Style::ratio);
        let (own, other) = if is_main { (natural, 0.0) } else { (0.0, natural * ratio() as f32 / 100.0) };
        let letters = word.text.chars().count().min(1_000) as u16;
        match sample.words.last_mut().filter(|_| joins) {
            Some(last) => {
                last.own += own;
                last.other += other;
                last.letters += letters;
            }
            None => {
                let space = self.book.width(main, " ")?;
                sample.words.push(Word { own, other, space, letters: letters + 1 });
            }
        }
        Some(())
    }

    /// The style that most of a paragraph is in.
    fn main_style(para: &Para) -> Option<Key> {
        let mut widths: BTreeMap<Key, f32> = BTreeMap::new();
        for word in para.lines.iter().flat_map(|line| &line.words) {
            *widths.entry(key_of(&word.style)?).or_default() += word.rect.width();
        }
        let all: f32 = widths.values().sum();
        let (main, width) = widths.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        (width >= MAIN_SHARE * all).then_some(main)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(seen: f32, samples: Vec<Sample>) -> Style {
        let lines = samples.iter().map(|sample| sample.lines).sum();
        Style { seen, natural: 100.0, samples, lines }
    }

    /// Six words that fill two lines at every width up to 97 percent.
    fn sample() -> Sample {
        let word = Word { own: 30.0, space: 5.0, letters: 6, ..Word::default() };
        Sample { words: vec![word; 6], first: 97.0, rest: 97.0, lines: 2 }
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
