//! Heading styles: which looks are those of headings, and their levels.

use std::collections::BTreeMap;

use super::number::Numeral;
use super::seen::{Below, Look, Seen};
use super::tolerances::{LARGER, MAX_LEVEL, RARE, REPEATED, SAME_SIZE};
use transvase_base::units::Em;

/// Size from which text that is not bold is a heading, as a multiple of the running text's: 12 points beside 10.
const CLEARLY_LARGER: f32 = 1.17;
/// Size from which a numbered paragraph looks unlike the running text: half a point more.
const SLIGHTLY_LARGER: f32 = 1.04;
/// Smallest heading, as a multiple of the running text's size: smaller are captions and notes, bold or not.
const SMALLEST: f32 = 0.95;
/// Characters that any look may have: the headings of a document of one page.
const FEW_CHARS: usize = 120;
/// Paragraphs of one look one below the other that are an address or a list of names.
const RUN: usize = 3;
/// Room above a heading in capitals: between lines of an address there is less.
const CAPITALS_GAP: Em = Em(0.3);
/// Headings named by bookmarks from which these tell what headings look like.
const MANY_OUTLINED: usize = 4;

/// What the paragraphs of a look have in common.
#[derive(Debug, Default)]
struct Stats {
    count: usize,
    candidates: usize,
    chars: usize,
    /// How many begin with a number of several levels or the name of a part.
    numbered: usize,
    /// How many the bookmarks name, and the highest level they give.
    outlined: usize,
    level: Option<u8>,
}

/// Why a look is that of headings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// Its size.
    Larger,
    /// Its weight, or bookmarks.
    Marked,
    /// Its capitals.
    Capitals,
    /// The numbers before it.
    Numbers,
}

/// The level of each paragraph that is a heading.
pub(super) fn levels(seen: &[Seen], body_size: f32) -> Vec<Option<u8>> {
    let stats = stats(seen);
    let document = Document::of(seen, &stats, body_size);
    let reasons: BTreeMap<Look, Reason> =
        stats.iter().filter_map(|(look, stats)| Some((*look, document.reason(look, stats)?))).collect();
    let ranks = ranks(&reasons, &stats);
    let runs = runs(seen);
    let level = |(para, run): (&Seen, usize)| {
        if let Some(level) = para.outlined {
            return Some(level.clamp(1, MAX_LEVEL));
        }
        let reason = reasons.get(&para.look).filter(|_| para.candidate)?;
        stands_alone(para, *reason, run).then(|| ranks.get(&para.look).copied()).flatten()
    };
    seen.iter().zip(runs).map(level).collect()
}

fn stats(seen: &[Seen]) -> BTreeMap<Look, Stats> {
    let mut stats: BTreeMap<Look, Stats> = BTreeMap::new();
    for para in seen {
        let stats = stats.entry(para.look).or_default();
        stats.count += 1;
        stats.chars += para.chars;
        if para.candidate {
            stats.candidates += 1;
            stats.numbered += usize::from(para.number.as_ref().is_some_and(Numeral::is_deep));
        }
        if let Some(level) = para.outlined {
            stats.outlined += 1;
            stats.level = Some(stats.level.map_or(level, |known| known.min(level)));
        }
    }
    stats
}

/// What the document as a whole looks like.
struct Document {
    body: Option<Look>,
    body_size: f32,
    chars: usize,
    /// Whether bold text stands out.
    bold_counts: bool,
    /// Whether bookmarks name the headings.
    outlined: bool,
}

impl Document {
    fn of(seen: &[Seen], stats: &BTreeMap<Look, Stats>, body_size: f32) -> Document {
        let bold: usize = seen.iter().filter(|para| para.look.bold).map(|para| para.chars).sum();
        let chars = seen.iter().map(|para| para.chars).sum();
        let body = stats.iter().max_by_key(|(_, stats)| stats.chars).map(|(look, _)| *look);
        let outlined = stats.values().map(|stats| stats.outlined).sum::<usize>() >= MANY_OUTLINED;
        Document { body, body_size, chars, bold_counts: bold * 2 < chars, outlined }
    }

    fn reason(&self, look: &Look, stats: &Stats) -> Option<Reason> {
        let ratio = look.points() / self.body_size.max(1.0);
        let rare = stats.chars < FEW_CHARS || stats.chars * RARE <= self.chars;
        let common = stats.candidates > 0 && stats.candidates * 2 >= stats.count;
        if !rare || !common || ratio < SMALLEST {
            return None;
        }
        let bold = look.bold && self.bold_counts;
        let other_color = self.body.is_some_and(|body| body.color != look.color);
        let distinct = ratio >= SLIGHTLY_LARGER || bold || look.italic || look.caps || other_color;
        if ratio >= CLEARLY_LARGER || (look.bold && ratio >= LARGER) {
            Some(Reason::Larger)
        } else if self.outlined && stats.outlined == 0 {
            None
        } else if bold || (distinct && stats.outlined >= REPEATED) {
            Some(Reason::Marked)
        } else if distinct && stats.numbered >= REPEATED {
            Some(Reason::Numbers)
        } else if look.caps && stats.candidates >= REPEATED && self.body.is_some_and(|body| !body.caps) {
            Some(Reason::Capitals)
        } else {
            None
        }
    }
}

/// Whether a paragraph stands as a heading does, `run` of its look being together.
fn stands_alone(para: &Seen, reason: Reason, run: usize) -> bool {
    match reason {
        Reason::Larger => true,
        Reason::Numbers => para.number.is_some(),
        Reason::Marked => {
            let deep = para.number.as_ref().is_some_and(Numeral::is_deep);
            // Numbered paragraphs one below the other are a list.
            let most = if para.number.is_some() { REPEATED } else { RUN };
            deep || (run < most && para.below != Below::Nothing)
        }
        Reason::Capitals => {
            run < REPEATED
                && para.below == Below::Text
                && para.lines == 1
                && para.above >= CAPITALS_GAP * para.look.points()
        }
    }
}

/// For each paragraph, how many of its look stand together with it.
fn runs(seen: &[Seen]) -> Vec<usize> {
    let together = |a: &Seen, b: &Seen| a.look == b.look && a.page == b.page && a.below == Below::Text;
    let groups = seen.chunk_by(together);
    groups.flat_map(|group| std::iter::repeat_n(group.len(), group.len())).collect()
}

/// Levels by falling size, bold before regular before italic; looks the bookmarks know keep their
/// level.
fn ranks(reasons: &BTreeMap<Look, Reason>, stats: &BTreeMap<Look, Stats>) -> BTreeMap<Look, u8> {
    let mut looks: Vec<Look> = reasons.keys().copied().collect();
    looks.sort_by(|a, b| b.size.cmp(&a.size).then(rank(a).cmp(&rank(b))));
    let mut keyed: Vec<((u32, (bool, bool)), Look)> = Vec::new();
    let (mut cluster, mut largest) = (0, f32::INFINITY);
    // The lines of a cover look like nothing else: all of them are one level.
    let once = |look: &&Look| stats.get(look).is_some_and(|stats| stats.count == 1);
    let covers = looks.iter().take_while(once).count();
    let covers = if looks.len() > covers { covers } else { 0 };
    keyed.extend(looks.drain(..covers).map(|look| ((0, (false, false)), look)));
    for look in looks {
        if largest - look.points() > SAME_SIZE {
            cluster += 1;
            largest = look.points();
        }
        keyed.push(((cluster, rank(&look)), look));
    }
    keyed.sort_by_key(|(key, _)| *key);
    let mut levels = BTreeMap::new();
    let (mut level, mut last) = (0_u8, None);
    for (key, look) in keyed {
        let next = if last == Some(key) { level } else { level.saturating_add(1) };
        let known = stats.get(&look).and_then(|stats| stats.level);
        let own = known.unwrap_or(next).clamp(1, MAX_LEVEL);
        levels.insert(look, own);
        (level, last) = (level.max(own), Some(key));
    }
    levels
}

/// Order of looks of one size.
fn rank(look: &Look) -> (bool, bool) {
    (!look.bold, look.italic)
}
