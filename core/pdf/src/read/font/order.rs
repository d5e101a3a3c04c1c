//! Unicode by glyph order, for composite fonts that say nothing of their characters but kept the glyphs in the order of
//! the face they were cut from: most faces begin with a space and go on in the order of ASCII.

use std::collections::BTreeMap;

use encoding_rs::MACINTOSH;
use hayro_syntax::object::{Array, Dict, Name, Number, Object};

use super::style;

/// Characters less their glyphs: the space is glyph 1, 2, 3 (faces of Microsoft and Apple) or 4.
const STEPS: std::ops::RangeInclusive<u32> = 28..=31;
/// The step of the faces that go on in the order of Mac Roman after ASCII.
const MAC: u32 = 29;
/// The space that does not break, in Mac Roman: such faces have one glyph for it and the usual one.
const SPACE_OF_MAC: u32 = 0xCA;
/// Letters that are narrow, like most, and wide.
const NARROW: &str = "ijl.,:;'";
const USUAL: &str = "aeonubdpqgh";
const WIDE: &str = "mwMW";
/// How much of the usual width narrow letters have, at most.
const NARROW_SHARE: f32 = 0.8;
/// How much of it wide letters have, at least.
const WIDE_SHARE: f32 = 1.2;
/// Widths that are compared, at the least.
const FEWEST: usize = 6;
/// Share of them that has to fit.
const FITS: f32 = 0.9;
/// By how much more have to fit than with another step, as a share of them.
const CLEARLY: f32 = 0.15;
/// Glyphs that are looked at.
const MAX_GLYPHS: u32 = 512;

/// The order of the glyphs of a font.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Order {
    step: u32,
}

impl Order {
    /// The order that the widths of a font speak for; `None` where the font says more of its characters, or less.
    pub fn of(dict: &Dict<'_>) -> Option<Order> {
        let descendant = style::descendant(dict)?;
        let named = |dict: &Dict<'_>, key: &[u8], name: &[u8]| {
            dict.get::<Name<'_>>(key).is_some_and(|value| value.as_ref() == name)
        };
        let plain = named(dict, b"Encoding", b"Identity-H")
            && named(&descendant, b"Subtype", b"CIDFontType2")
            && (!descendant.contains_key(b"CIDToGIDMap") || named(&descendant, b"CIDToGIDMap", b"Identity"));
        if !plain || dict.contains_key(b"ToUnicode") {
            return None;
        }
        by_widths(&widths(&descendant.get::<Array<'_>>(b"W")?))
    }

    /// The character of a glyph.
    pub fn char(self, glyph: u32) -> Option<char> {
        match glyph.checked_add(self.step)? {
            code @ 0x20..0x7F => char::from_u32(code),
            code @ 0x7F..0x100 if self.step == MAC => {
                let code = code + 1;
                let code = if code < SPACE_OF_MAC { code } else { code + 1 };
                let code = u8::try_from(code).ok()?;
                MACINTOSH.decode_without_bom_handling(&[code]).0.chars().next()
            }
            _ => None,
        }
    }
}

fn by_widths(widths: &BTreeMap<u32, f32>) -> Option<Order> {
    let mut fits: Vec<(f32, u32)> = STEPS.filter_map(|step| Some((fit(widths, step)?, step))).collect();
    fits.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (best, step) = *fits.first()?;
    let clear = fits.get(1).is_none_or(|(next, _)| best - next >= CLEARLY);
    (best >= FITS && clear).then_some(Order { step })
}

/// Share of the widths that are those of letters, where glyphs are characters less `step`.
fn fit(widths: &BTreeMap<u32, f32>, step: u32) -> Option<f32> {
    let of = |letters: &str| -> Vec<f32> {
        let glyphs = letters.chars().map(|letter| (letter as u32).saturating_sub(step));
        glyphs.filter_map(|glyph| widths.get(&glyph).copied()).filter(|width| *width > 0.0).collect()
    };
    let (narrow, wide, mut usual) = (of(NARROW), of(WIDE), of(USUAL));
    usual.sort_by(f32::total_cmp);
    let middle = *usual.get(usual.len() / 2)?;
    let fitting = narrow.iter().filter(|width| **width < NARROW_SHARE * middle).count()
        + wide.iter().filter(|width| **width > WIDE_SHARE * middle).count();
    let all = narrow.len() + wide.len();
    (all >= FEWEST && !narrow.is_empty()).then(|| fitting as f32 / all as f32)
}

/// Widths by glyph (ISO 32000-1, 9.7.4.3).
fn widths(entries: &Array<'_>) -> BTreeMap<u32, f32> {
    let (mut widths, mut pending): (BTreeMap<u32, f32>, Vec<f32>) = (BTreeMap::new(), Vec::new());
    for entry in entries.iter::<Object<'_>>().take(4 * MAX_GLYPHS as usize) {
        match (entry, &pending[..]) {
            (Object::Array(run), [first]) => {
                let glyphs = (*first as u32)..MAX_GLYPHS;
                widths.extend(glyphs.zip(run.iter::<f32>()));
                pending.clear();
            }
            (Object::Number(width), [first, last]) => {
                let (first, last) = (*first as u32, (*last as u32).min(MAX_GLYPHS));
                widths.extend((first..=last).map(|glyph| (glyph, number(&width))));
                pending.clear();
            }
            (Object::Number(value), _) => pending.push(number(&value)),
            _ => pending.clear(),
        }
    }
    widths
}

fn number(number: &Number) -> f32 {
    number.as_f64() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Widths of Helvetica in 1/1000 em (Adobe Font Metrics), at glyphs that are characters less `step`.
    fn helvetica(step: u32) -> BTreeMap<u32, f32> {
        let widths = [
            ("aeonubdpqgh", 556.0),
            ("ijl", 222.0),
            (".,:;", 278.0),
            ("m", 833.0),
            ("w", 722.0),
            ("M", 833.0),
            ("rst", 400.0),
        ];
        let each = widths.iter().flat_map(|(letters, width)| letters.chars().map(move |letter| (letter, *width)));
        each.map(|(letter, width)| (letter as u32 - step, width)).collect()
    }

    #[test]
    fn widths_tell_the_order_of_glyphs() {
        assert_eq!(by_widths(&helvetica(29)), Some(Order { step: 29 }));
        assert_eq!(by_widths(&helvetica(30)), Some(Order { step: 30 }));
        assert_eq!(by_widths(&(3..99).map(|glyph| (glyph, 600.0)).collect()), None, "all of one width");
        assert_eq!(by_widths(&BTreeMap::new()), None);
    }

    #[test]
    fn glyphs_become_characters() {
        // Glyphs of Arial: A 36, eacute 112, ellipsis 171, Agrave 172, quoteright 182, fi 191.
        let chars = |step: u32, glyphs: &[u32]| -> Vec<Option<char>> {
            glyphs.iter().map(|glyph| Order { step }.char(*glyph)).collect()
        };
        let wanted = ['A', 'é', '…', 'À', '’', '\u{FB01}'].map(Some);
        assert_eq!(chars(29, &[36, 112, 171, 172, 182, 191]), wanted);
        assert_eq!(chars(30, &[35, 112, u32::MAX]), [Some('A'), None, None]);
    }
}
