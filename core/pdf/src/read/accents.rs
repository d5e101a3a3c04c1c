//! Combining accents that are drawn over letters as glyphs of their own, as TeX's older fonts do: letter and accent
//! become the one character a reader sees.

use std::collections::BTreeMap;

use unicode_normalization::char::compose;

use transvase_model::pages::{Glyph, GlyphRun, Item};

/// Accents that stand for themselves, with their combining forms (Unicode Standard, 7.8).
const ACCENTS: [(char, char); 12] = [
    ('`', '\u{300}'),
    ('´', '\u{301}'),
    ('ˆ', '\u{302}'),
    ('˜', '\u{303}'),
    ('¯', '\u{304}'),
    ('˘', '\u{306}'),
    ('˙', '\u{307}'),
    ('¨', '\u{308}'),
    ('˚', '\u{30A}'),
    ('˝', '\u{30B}'),
    ('ˇ', '\u{30C}'),
    ('¸', '\u{327}'),
];

/// How far an accent's base line may lie from its letter's, as a share of the size: capitals raise it.
const MAX_RISE: f32 = 0.45;

/// Joins accents and the letters they are drawn over, where one follows the other in painting order.
pub(super) fn join(items: &mut [Item]) {
    let mut previous: Option<usize> = None;
    for index in 0..items.len() {
        let (before, rest) = items.split_at_mut(index);
        let Some(Item::Glyphs(run)) = rest.first_mut() else { continue };
        if may_have_accent(&run.text) {
            join_within(run);
        }
        if let Some(Item::Glyphs(last)) = previous.and_then(|at| before.get_mut(at)) {
            join_across(last, run);
        }
        previous = Some(index);
    }
}

/// A quick look: most text is plain.
fn may_have_accent(text: &str) -> bool {
    text.bytes().any(|byte| byte == b'`' || byte > 0xC1)
}

fn join_within(run: &mut GlyphRun) {
    let mut changes = BTreeMap::new();
    for (at, pair) in run.glyphs.windows(2).enumerate() {
        let [first, second] = pair else { continue };
        let (texts, spots) = ((text(run, first), text(run, second)), (spot(run, first, run), spot(run, second, run)));
        if changes.contains_key(&at) {
            continue;
        }
        if let Some((joined, letter_first)) = joined(texts, spots, run.size) {
            let (first, second) = if letter_first { (joined, String::new()) } else { (String::new(), joined) };
            changes.extend([(at, first), (at + 1, second)]);
        }
    }
    if !changes.is_empty() {
        set_texts(run, &changes);
    }
}

/// The last glyph of one run with the first of the next.
fn join_across(last: &mut GlyphRun, next: &mut GlyphRun) {
    let (Some(first), Some(second)) = (last.glyphs.last(), next.glyphs.first()) else { return };
    let texts = (text(last, first), text(next, second));
    if accent(texts.0).is_none() && accent(texts.1).is_none() {
        return;
    }
    let turned = (last.transform.a - next.transform.a).abs() + (last.transform.b - next.transform.b).abs() > 1e-3;
    let spots = (spot(last, first, last), spot(next, second, last));
    let Some((joined, letter_first)) = joined(texts, spots, last.size.max(next.size)).filter(|_| !turned) else {
        return;
    };
    let at = last.glyphs.len() - 1;
    let (first, second) = if letter_first { (joined, String::new()) } else { (String::new(), joined) };
    set_texts(last, &BTreeMap::from([(at, first)]));
    set_texts(next, &BTreeMap::from([(0, second)]));
}

fn text<'r>(run: &'r GlyphRun, glyph: &Glyph) -> &'r str {
    run.text.get(glyph.text.range()).unwrap_or_default()
}

/// Where a glyph lies: its start and end along the base line of `frame`, and its height over it.
fn spot(run: &GlyphRun, glyph: &Glyph, frame: &GlyphRun) -> (f32, f32, f32) {
    let (own, frame) = (&run.transform, &frame.transform);
    let (x, y) = (own.e + own.a * glyph.x - frame.e, own.f + own.b * glyph.x - frame.f);
    let along = x * frame.a + y * frame.b;
    (along, along + glyph.advance, x * frame.c + y * frame.d + glyph.y)
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn accent(text: &str) -> Option<char> {
    let character = single(text)?;
    ACCENTS.iter().find(|(accent, _)| *accent == character).map(|(_, combining)| *combining)
}

/// The character that two glyphs make, and whether the letter comes first; `None` where they are no
/// letter and its accent, or lie apart.
fn joined(
    (first, second): (&str, &str),
    (one, two): ((f32, f32, f32), (f32, f32, f32)),
    size: f32,
) -> Option<(String, bool)> {
    let (accent, letter, over, under, letter_first) = match (accent(first), accent(second)) {
        (Some(accent), None) => (accent, second, one, two, false),
        (None, Some(accent)) => (accent, first, two, one, true),
        _ => return None,
    };
    let middle = f32::midpoint(over.0, over.1);
    if middle < under.0 || middle > under.1 || (over.2 - under.2).abs() > MAX_RISE * size {
        return None;
    }
    let letter = match single(letter)? {
        'ı' => 'i',
        'ȷ' => 'j',
        letter => letter,
    };
    compose(letter, accent).map(|character| (character.to_string(), letter_first))
}

/// Gives some glyphs of a run other texts; the run's text follows the glyphs.
fn set_texts(run: &mut GlyphRun, changes: &BTreeMap<usize, String>) {
    let mut all = String::new();
    let mut ranges = Vec::new();
    for (at, glyph) in run.glyphs.iter().enumerate() {
        let start = all.len();
        match changes.get(&at) {
            Some(text) => all.push_str(text),
            None => all.push_str(text(run, glyph)),
        }
        ranges.push(start..all.len());
    }
    run.text = all;
    run.glyphs.iter_mut().zip(ranges).for_each(|(glyph, range)| glyph.text = range.into());
}
