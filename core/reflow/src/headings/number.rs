//! Section numbers before headings: 1, 1.2.3, IV., Chapter 4, Appendix A, 第1章, 第一章.

use super::super::text::label;
use std::collections::BTreeMap;

use super::super::block::Numbered;
use super::super::marker;
use super::super::text::line::Line;
use super::super::text::word::Gap;
use super::level_of;
use super::seen::Seen;
use super::tolerances::{MAX_LEVEL, RARE, REPEATED};
use transvase_base::units::Em;
use transvase_model::flow::{Label, Marker, NumberFormat, Role};
use transvase_model::text::counting;

/// Words that stand before the number of a part, in lower case.
const KEYWORDS: &[&str] = &[
    "chapter",
    "section",
    "part",
    "appendix",
    "annex",
    "article",
    "kapitel",
    "abschnitt",
    "teil",
    "anhang",
    "artikel",
    "chapitre",
    "partie",
    "annexe",
    "capítulo",
    "sección",
    "parte",
    "apéndice",
    "anexo",
    "artículo",
    "capitolo",
    "sezione",
    "appendice",
    "articolo",
    "hoofdstuk",
    "bijlage",
    "глава",
    "раздел",
    "часть",
    "приложение",
    "§",
];
/// What stands around the numbers of Chinese and Japanese chapters.
const CJK: (char, &[char]) = ('第', &['章', '节', '節', '编', '編', '部', '回', '条', '條']);
/// Gap after a letter that is a number, as in `A  Proofs`: twice a space.
const NUMBER_GAP: Em = Em(0.6);

/// A number as it is read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Numeral {
    /// What stands before it, with its space.
    prefix: String,
    /// Its levels, outermost first.
    parts: Vec<(NumberFormat, u32)>,
    /// What stands after it.
    suffix: String,
    /// Words of the line it takes.
    pub words: usize,
    /// The characters it is read from.
    pub shown: String,
}

impl Numeral {
    /// Whether it can hardly be that of a list's item: it has several levels, or names a part.
    pub fn is_deep(&self) -> bool {
        self.parts.len() > 1 || !self.prefix.is_empty()
    }

    fn marker(&self) -> Option<(Marker, u32)> {
        let (format, number) = *self.parts.last()?;
        let parents = self.parts.len().saturating_sub(1) as u8;
        let (prefix, suffix) = (self.prefix.clone(), self.suffix.clone());
        Some((Marker::Number { format, parents, prefix, suffix }, number))
    }
}

/// The number a line begins with; the caller sees whether a name follows.
pub(super) fn read(line: &Line) -> Option<Numeral> {
    let (first, words) = marker::label_at(line, 0);
    if KEYWORDS.contains(&first.to_lowercase().as_str()) {
        let (second, more) = marker::label_at(line, words);
        let (parts, suffix) = parts(&second, true)?;
        let shown = format!("{first} {second}");
        return Some(Numeral { prefix: first + " ", parts, suffix, words: words + more, shown });
    }
    if let Some((part, suffix)) = cjk(&first) {
        let prefix = CJK.0.to_string();
        return Some(Numeral { prefix, parts: vec![part], suffix, words, shown: first });
    }
    let next = line.words.get(words)?;
    let before = line.words.get(words.checked_sub(1)?)?;
    let wide = next.gap == Gap::Tab || next.rect.left - before.rect.right > NUMBER_GAP * line.size;
    let (parts, suffix) = parts(&first, wide)?;
    Some(Numeral { prefix: String::new(), parts, suffix, words, shown: first })
}

/// Levels and suffix of a number; a letter alone is one only where it is `set_off`.
fn parts(text: &str, set_off: bool) -> Option<(Vec<(NumberFormat, u32)>, String)> {
    let core = text.trim_end_matches(['.', ')', ':', '、', '．']);
    let suffix = text.get(core.len()..)?;
    if suffix.chars().count() > 1 || core.is_empty() {
        return None;
    }
    let parts: Option<Vec<(NumberFormat, u32)>> = core.split('.').map(label::value_of).collect();
    let parts = parts.filter(|parts| parts.len() <= usize::from(MAX_LEVEL))?;
    let (first, rest) = parts.split_first()?;
    let decimal = |part: &(NumberFormat, u32)| part.0 == NumberFormat::Decimal;
    let letters = decimal(first) || !rest.is_empty() || !suffix.is_empty() || set_off;
    let lower = matches!(first.0, NumberFormat::LowerAlpha | NumberFormat::LowerRoman) && suffix.is_empty();
    (rest.iter().all(decimal) && letters && !lower).then(|| (parts, suffix.to_owned()))
}

/// Number and suffix of a Chinese or Japanese chapter, in digits or as it is spoken.
fn cjk(text: &str) -> Option<((NumberFormat, u32), String)> {
    let rest = text.strip_prefix(CJK.0)?;
    let suffix = rest.chars().next_back().filter(|c| CJK.1.contains(c))?;
    let core = rest.strip_suffix(suffix)?;
    let spoken = || counting::eastern_value(core).filter(|(format, _)| *format == NumberFormat::Chinese);
    let part = in_digits(core).map(|number| (NumberFormat::Decimal, number)).or_else(spoken)?;
    Some((part, suffix.to_string()))
}

/// A number of up to three digits, which may be as wide as Chinese letters.
fn in_digits(text: &str) -> Option<u32> {
    let value = |c: char| c.to_digit(10).or_else(|| u32::from(c).checked_sub(0xFF10).filter(|digit| *digit < 10));
    let digits: Option<Vec<u32>> = text.chars().map(value).collect();
    let digits = digits.filter(|digits| (1..=3).contains(&digits.len()))?;
    Some(digits.into_iter().fold(0, |number, digit| number * 10 + digit))
}

/// Brings the levels of numbered headings into line with their numbers, and gives those whose
/// numbers follow from one another their labels.
pub(super) fn settle(seen: &[Seen], roles: &mut [Option<Role>]) -> Vec<Option<Numbered>> {
    if !seen.iter().any(|para| para.tagged.is_some()) {
        align(seen, roles);
    }
    let counted: Vec<Option<(u8, &Numeral)>> =
        seen.iter().zip(roles.iter()).map(|(para, role)| Some((level_of(*role)?, para.number.as_ref()?))).collect();
    let shapes = shapes(counted.iter().flatten());
    let mut counters = [0_u32; MAX_LEVEL as usize];
    let (mut labels, mut odd, mut even) = (Vec::new(), 0, 0);
    for heading in counted {
        let label = heading.and_then(|(level, numeral)| {
            let marker = numeral.marker().filter(|(marker, _)| shapes.get(&level) == Some(marker));
            let fits = marker.filter(|_| count(&mut counters, level, numeral));
            if fits.is_some() {
                even += 1;
            } else {
                odd += 1;
            }
            fits.map(|(marker, number)| Numbered { label: Label { marker, number }, words: numeral.words })
        });
        labels.push(label);
    }
    if even < REPEATED || odd * RARE > even {
        labels.iter_mut().for_each(|label| *label = None);
    }
    labels
}

/// Headings of one depth of numbers get one level. Where all numbers of a level have one part,
/// written in several ways, such as I., A. and 1., the ways are levels in the order they come.
fn align(seen: &[Seen], roles: &mut [Option<Role>]) {
    let depths = depths(seen, roles);
    let mut bases: BTreeMap<u8, usize> = BTreeMap::new();
    for (role, depth) in roles.iter().zip(&depths) {
        let (Some(level), Some(depth)) = (level_of(*role), depth) else { continue };
        *bases.entry(level.saturating_sub(*depth).max(1)).or_default() += 1;
    }
    let Some((base, _)) = bases.into_iter().rev().max_by_key(|(_, count)| *count) else { return };
    for ((para, role), depth) in seen.iter().zip(roles).zip(depths) {
        let named = para.number.as_ref().is_some_and(|number| !number.prefix.is_empty());
        if let (Some(_), Some(depth), false) = (level_of(*role), depth, named) {
            *role = Some(Role::Heading(base.saturating_add(depth).clamp(1, MAX_LEVEL)));
        }
    }
}

/// How deep the number of each numbered heading says it is, from 0.
fn depths(seen: &[Seen], roles: &[Option<Role>]) -> Vec<Option<u8>> {
    let numbered = || seen.iter().zip(roles).map(|(para, role)| level_of(*role).and(para.number.as_ref()));
    let mut ways: Vec<Marker> = Vec::new();
    let single = |numeral: &Numeral| numeral.parts.len() == 1 && numeral.prefix.is_empty();
    for numeral in numbered().flatten().filter(|numeral| single(numeral)) {
        if let Some((way, _)) = numeral.marker().filter(|(way, number)| *number == 1 && !ways.contains(way)) {
            ways.push(way);
        }
    }
    let deep = numbered().flatten().any(|numeral| numeral.parts.len() > 1);
    let way = |numeral: &Numeral| ways.iter().position(|way| numeral.marker().is_some_and(|(own, _)| own == *way));
    let depth = |numeral: &Numeral| match way(numeral) {
        Some(way) if !deep && single(numeral) => way.min(usize::from(MAX_LEVEL)) as u8,
        _ => numeral.parts.len().saturating_sub(1) as u8,
    };
    numbered().map(|numeral| numeral.map(depth)).collect()
}

/// How the numbers of each level are mostly written.
fn shapes<'a>(counted: impl Iterator<Item = &'a (u8, &'a Numeral)>) -> BTreeMap<u8, Marker> {
    let mut shapes: BTreeMap<u8, Vec<(Marker, usize)>> = BTreeMap::new();
    for (level, numeral) in counted {
        let Some((marker, _)) = numeral.marker() else { continue };
        let known = shapes.entry(*level).or_default();
        match known.iter_mut().find(|(shape, _)| *shape == marker) {
            Some((_, count)) => *count += 1,
            None => known.push((marker, 1)),
        }
    }
    let most =
        |shapes: Vec<(Marker, usize)>| shapes.into_iter().rev().max_by_key(|(_, count)| *count).map(|(shape, _)| shape);
    shapes.into_iter().filter_map(|(level, shapes)| Some((level, most(shapes)?))).collect()
}

/// Counts a heading; tells whether the levels above stand where its number says.
fn count(counters: &mut [u32], level: u8, numeral: &Numeral) -> bool {
    let own = usize::from(level.max(1)) - 1;
    let Some((last, above)) = numeral.parts.split_last() else { return false };
    let Some(first) = own.checked_sub(above.len()) else { return false };
    for (counter, (_, number)) in counters.iter_mut().skip(first).zip(above) {
        // A level the text has not shown counts as its first.
        if *counter == 0 && *number == 1 {
            *counter = 1;
        }
        if *counter != *number {
            return false;
        }
    }
    let onward = counters.get(own).is_some_and(|counter| last.1 > *counter);
    if let (true, Some(counter)) = (onward, counters.get_mut(own)) {
        *counter = last.1;
        counters.iter_mut().skip(own + 1).for_each(|counter| *counter = 0);
    }
    onward
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numeral(parts: &[u32]) -> Numeral {
        let parts = parts.iter().map(|number| (NumberFormat::Decimal, *number)).collect();
        Numeral { prefix: String::new(), parts, suffix: String::new(), words: 1, shown: String::new() }
    }

    #[test]
    fn numbers_are_read_by_their_parts() {
        let read = |text, set_off| parts(text, set_off).map(|(parts, suffix)| (parts.len(), suffix));
        assert_eq!(read("1.2.3", false), Some((3, String::new())));
        assert_eq!(read("1.2.", false), Some((2, ".".into())));
        assert_eq!(read("A", false), None, "the article");
        assert_eq!(read("A", true), Some((1, String::new())));
        assert_eq!(read("B.2", false), Some((2, String::new())));
        assert_eq!(read("1..2", false), None);
        assert_eq!(cjk("第１２章"), Some(((NumberFormat::Decimal, 12), "章".into())));
        assert_eq!(cjk("第二十一条"), Some(((NumberFormat::Chinese, 21), "条".into())));
        assert_eq!(cjk("第三者"), None);
        assert_eq!(parts("三、", false), Some((vec![(NumberFormat::Chinese, 3)], "、".into())));
    }

    #[test]
    fn a_number_fits_where_its_levels_above_have_been_counted() {
        let mut counters = [0; 6];
        assert!(count(&mut counters, 1, &numeral(&[1])));
        assert!(count(&mut counters, 2, &numeral(&[1, 1])));
        assert!(count(&mut counters, 1, &numeral(&[2])));
        assert!(count(&mut counters, 3, &numeral(&[2, 1, 1])), "a level that was left out");
        assert!(count(&mut counters, 2, &numeral(&[2, 2])));
        assert!(!count(&mut counters, 2, &numeral(&[1, 3])), "of another section");
        assert!(!count(&mut counters, 2, &numeral(&[2, 2])), "the same again");
    }
}
