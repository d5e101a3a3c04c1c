//! Line break opportunities: where the lines of a text may end, and what each break costs.

use super::breaking::{Breakpoint, Extent};
use super::text::Text;
use transvase_font::shaping::{Cluster, HyphenLanguage, Hyphenator, Shaped, Space};

/// How much a space may grow, as a share of its width (plain TeX's ratio for Computer Modern).
const SPACE_STRETCH: f64 = 0.5;
/// How much a space may shrink, likewise.
pub(super) const SPACE_SHRINK: f64 = 1.0 / 3.0;

/// How much the gap between two ideographs may grow, as a share of the size.
const IDEOGRAPH_STRETCH: f64 = 0.05;

/// What a divided word costs (plain TeX, `\hyphenpenalty`).
const HYPHEN_PENALTY: f64 = 50.0;
/// What a break costs after a hyphen or dash that stands in the text (plain TeX, `\exhyphenpenalty`).
const DASH_PENALTY: f64 = 50.0;

/// What a break costs inside a word that fits no line, after a sign such as the slashes of an address.
const SIGN_PENALTY: f64 = 300.0;
/// The same between letters.
const LETTER_PENALTY: f64 = 900.0;

/// Extents before each cluster, with one more at the end.
pub(super) struct Extents(Vec<Extent>);

impl Extents {
    /// Measures shaped clusters.
    pub(super) fn of(text: &Text, shaped: &Shaped) -> Extents {
        let mut at = Extent::default();
        let mut extents = vec![at];
        for (index, cluster) in shaped.clusters.iter().enumerate() {
            let advance = f64::from(cluster.advance);
            at.width += advance;
            match cluster.space {
                Space::Word | Space::NoBreak => {
                    at.stretch += advance * SPACE_STRETCH;
                    at.shrink += advance * SPACE_SHRINK;
                }
                Space::No => at.stretch += ideograph_stretch(text, shaped, index),
                Space::Fixed | Space::Tab => {}
            }
            extents.push(at);
        }
        Extents(extents)
    }

    /// The extent before cluster `index`.
    pub(super) fn before(&self, index: usize) -> Extent {
        self.0.get(index).or(self.0.last()).copied().unwrap_or_default()
    }
}

/// The stretch after a cluster that is an ideograph or kana followed by another.
pub(super) fn ideograph_stretch(text: &Text, shaped: &Shaped, index: usize) -> f64 {
    let ideograph = |at: usize| {
        let cluster = shaped.clusters.get(at)?;
        let first = text.shaped.get(cluster.text.start as usize..)?.chars().next()?;
        is_ideograph(first).then_some(cluster)
    };
    // Most text has none: one look at the first byte tells (U+2E80 and above begin with E2 or more).
    let Some(cluster) = shaped.clusters.get(index) else { return 0.0 };
    if text.shaped.as_bytes().get(cluster.text.start as usize).is_none_or(|byte| *byte < 0xE2) {
        return 0.0;
    }
    let next_breaks = shaped.clusters.get(index + 1).is_some_and(|next| next.break_before);
    match (ideograph(index), ideograph(index + 1)) {
        (Some(_), Some(next)) if next_breaks => f64::from(next.advance) * IDEOGRAPH_STRETCH,
        _ => 0.0,
    }
}

/// Whether a character is an ideograph, kana, or punctuation as wide as these.
pub(super) fn is_ideograph(character: char) -> bool {
    matches!(u32::from(character), 0x2E80..=0x9FFF | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF | 0x2_0000..=0x3_FFFF)
}

/// The break at the end of the text.
fn end_point(extents: &Extents, shaped: &Shaped) -> Breakpoint {
    let count = shaped.clusters.len();
    let end = trim(shaped, count);
    let extent = extents.before(count);
    Breakpoint { before: extents.before(end), after: extent, hyphen: 0.0, penalty: 0.0, end, next: count, cut: None }
}

/// The end of a line that breaks before cluster `at`: spaces that vanish there are left out.
fn trim(shaped: &Shaped, at: usize) -> usize {
    let clusters = shaped.clusters.get(..at).unwrap_or_default();
    at - clusters.iter().rev().take_while(|cluster| cluster.space == Space::Word).count()
}

/// The breaks between words (UAX #14), with the one at the end of the text. With `as_source` only those that Word takes: it
/// divides nothing behind a slash and the like, nor before a dash.
pub(super) fn between_words(text: &Text, shaped: &Shaped, extents: &Extents, as_source: bool) -> Vec<Breakpoint> {
    let mut points = Vec::new();
    for (index, cluster) in shaped.clusters.iter().enumerate().skip(1) {
        if !cluster.break_before {
            continue;
        }
        let end = trim(shaped, index);
        if end == 0 {
            continue;
        }
        let penalty = if end == index { inner_penalty(text, cluster) } else { 0.0 };
        if as_source && penalty >= SIGN_PENALTY && !follows_tab(text, cluster) {
            continue;
        }
        points.push(Breakpoint {
            before: extents.before(end),
            after: extents.before(index),
            hyphen: 0.0,
            penalty,
            end,
            next: index,
            cut: None,
        });
    }
    points.push(end_point(extents, shaped));
    points
}

fn follows_tab(text: &Text, next: &Cluster) -> bool {
    text.shaped.get(..next.text.start as usize).is_some_and(|before| before.ends_with('\t'))
}

/// What a break costs where no space vanishes: little after a dash, nothing between ideographs,
/// much before a dash and inside addresses.
fn inner_penalty(text: &Text, next: &Cluster) -> f64 {
    let (before, after) = text.shaped.split_at_checked(next.text.start as usize).unwrap_or_default();
    let (last, first) = (before.chars().next_back(), after.chars().next());
    match (last, first) {
        (_, Some('\u{2013}' | '\u{2014}')) => SIGN_PENALTY,
        (Some('-' | '\u{2010}'..='\u{2015}'), _) => DASH_PENALTY,
        (Some(last), Some(first)) if last.is_ascii() && first.is_ascii() => SIGN_PENALTY,
        _ => 0.0,
    }
}

/// The breaks inside words: the author's soft hyphens and those of the language's patterns.
/// `hyphen` gives the width of the hyphen at a byte offset, `language` its patterns.
pub(super) fn inside_words(
    text: &Text,
    shaped: &Shaped,
    extents: &Extents,
    hyphenator: &mut Hyphenator,
    hyphen: &mut dyn FnMut(usize) -> f32,
    language: &dyn Fn(usize) -> Option<HyphenLanguage>,
) -> Vec<Breakpoint> {
    let mut offsets: Vec<usize> = text.soft_hyphens.clone();
    for (start, word) in words(&text.shaped) {
        let Some(language) = language(start) else { continue };
        let divided = text.soft_hyphens.iter().any(|at| (start..start + word.len()).contains(at));
        if !divided {
            offsets.extend(hyphenator.points(word, language).iter().map(|point| start + usize::from(*point)));
        }
    }
    offsets.sort_unstable();
    offsets.dedup();
    let inner = offsets.into_iter().filter(|at| *at > 0 && *at < text.shaped.len());
    inner.filter_map(|at| divide(shaped, extents, at, f64::from(hyphen(at)))).collect()
}

/// Words of letters only, with their byte offsets. Words with an apostrophe, digits or in capitals
/// are left whole: patterns know nothing of them.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |character: char| character.is_alphabetic();
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text.get(rest..)?.find(is_part)?;
        let tail = text.get(start..)?;
        let len = tail.find(|character| !is_part(character)).unwrap_or(tail.len());
        rest = start + len;
        tail.get(..len).map(|word| (start, word))
    })
    .filter(|(_, word)| word.len() >= 5 && !word.chars().nth(1).is_some_and(char::is_uppercase))
}

/// The break at a byte offset inside a word.
fn divide(shaped: &Shaped, extents: &Extents, at: usize, hyphen: f64) -> Option<Breakpoint> {
    let index = shaped.clusters.partition_point(|cluster| (cluster.text.end as usize) <= at);
    let cluster = shaped.clusters.get(index)?;
    let mut extent = extents.before(index);
    let inside = at > cluster.text.start as usize;
    if inside {
        extent.width += f64::from(cluster.advance) * share(cluster, at);
    }
    Some(Breakpoint {
        before: extent,
        after: extent,
        hyphen,
        penalty: HYPHEN_PENALTY,
        end: index,
        next: index,
        cut: inside.then_some(at),
    })
}

/// The part of a ligature's width before a byte offset inside it, as an estimate: the real widths
/// come from shaping both parts anew.
fn share(cluster: &Cluster, at: usize) -> f64 {
    let len = (cluster.text.end - cluster.text.start).max(1);
    (at as f64 - f64::from(cluster.text.start)) / f64::from(len)
}

/// Breaks inside words that are wider than `most`, between any two characters: the last resort
/// for addresses and the like. `points` are the breaks there are.
pub(super) fn inside_long_words(
    text: &Text,
    shaped: &Shaped,
    extents: &Extents,
    points: &[Breakpoint],
    most: f64,
) -> Vec<Breakpoint> {
    let mut found = Vec::new();
    let mut start = 0;
    for point in points {
        let width = point.before.width - extents.before(start).width;
        if width > most {
            found.extend((start + 1..point.end).filter_map(|at| cut_word(text, shaped, extents, at)));
        }
        start = point.next;
    }
    found
}

fn cut_word(text: &Text, shaped: &Shaped, extents: &Extents, at: usize) -> Option<Breakpoint> {
    let cluster = shaped.clusters.get(at).filter(|cluster| cluster.grapheme && cluster.space == Space::No)?;
    let before = text.shaped.get(..cluster.text.start as usize)?.chars().next_back()?;
    let extent = extents.before(at);
    let penalty = if before.is_alphanumeric() { LETTER_PENALTY } else { SIGN_PENALTY };
    Some(Breakpoint { before: extent, after: extent, hyphen: 0.0, penalty, end: at, next: at, cut: None })
}

/// Joins two lists of breaks, each in order; of two at the same place the cheaper stays.
pub(super) fn merge(mut points: Vec<Breakpoint>, more: Vec<Breakpoint>) -> Vec<Breakpoint> {
    if more.is_empty() {
        return points;
    }
    points.extend(more);
    let place = |point: &Breakpoint| (point.next, point.cut.unwrap_or(0));
    points.sort_by(|a, b| place(a).cmp(&place(b)).then(a.penalty.total_cmp(&b.penalty)));
    points.dedup_by(|later, first| place(later) == place(first));
    points
}
