//! Advance widths of letters in the faces that office programs set a style in.
//!
//! Only families whose metrics are the same in every office program have any: a bundled face has
//! the advances of each. A build without the bundled faces knows none.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::leading::half_points;
use super::tolerances::NATURAL;
use transvase_font::fonts::{Face, FontBook};
use transvase_model::flow::TextStyle;

/// Characters whose advances are kept in a table: those of Latin alphabets (Unicode's first blocks up to Extended-A).
const TABLE: usize = 0x180;

/// Advances of one face.
pub(super) struct Advances {
    face: &'static Face,
    /// Share of the face's advances that the family has.
    share: f32,
    /// Shares of the size; negative where they have not been asked for yet, NaN where the face has
    /// no such letter.
    table: Vec<f32>,
    others: BTreeMap<char, f32>,
}

impl Advances {
    /// The advances of a family; `None` where they are not known.
    pub fn of(family: &str, weight: u16, italic: bool) -> Option<Advances> {
        let (face, share) = FontBook::bundled().double_of(family, weight, italic)?;
        Some(Advances { face, share, table: vec![-1.0; TABLE], others: BTreeMap::new() })
    }

    /// Advance of a letter as a share of the size.
    pub fn advance(&mut self, c: char) -> Option<f32> {
        let (face, share) = (self.face, self.share);
        let ask = || face.glyph(c).map_or(f32::NAN, |(_, advance)| advance * share);
        let advance = match self.table.get_mut(c as usize) {
            Some(known) => {
                if *known < 0.0 {
                    *known = ask();
                }
                *known
            }
            None => *self.others.entry(c).or_insert_with(ask),
        };
        (!advance.is_nan()).then_some(advance)
    }

    /// Width of a text as a share of the size; `None` where a letter is missing.
    pub fn width(&mut self, text: &str) -> Option<f32> {
        text.chars().map(|c| self.advance(c)).sum()
    }
}

/// What the advances of a text depend on: family, whether bold, whether italic, and the size in
/// half-points, as office programs have it, and the stretch of the letters in percent.
pub(super) type Key<F = Arc<str>> = (F, bool, bool, u32, u32);

/// The key of a style; `None` where the style has no family or no size.
pub(super) fn key_of(style: &TextStyle) -> Option<Key<&Arc<str>>> {
    let stretch = (style.scale * NATURAL).round() as u32;
    Some((style.family.as_ref()?, style.is_bold(), style.italic, half_points(style.size?), stretch))
}

/// A key to be kept.
pub(super) fn kept((family, bold, italic, half_points, stretch): Key<&Arc<str>>) -> Key {
    (family.clone(), bold, italic, half_points, stretch)
}

/// Advances of all styles that were asked for: of each family its plain, bold, italic and bold italic face.
#[derive(Default)]
pub(super) struct AdvanceBook(BTreeMap<Arc<str>, [Option<Option<Advances>>; 4]>);

impl AdvanceBook {
    /// Width of a text in points; `None` where it is not known.
    pub fn width(&mut self, key: &Key<impl AsRef<str>>, text: &str) -> Option<f32> {
        let (family, bold, italic, half_points, stretch) = key;
        let family = family.as_ref();
        if !self.0.contains_key(family) {
            self.0.insert(Arc::from(family), Default::default());
        }
        let face = self.0.get_mut(family)?.get_mut(usize::from(*bold) + 2 * usize::from(*italic))?;
        let weight = if *bold { 700 } else { 400 };
        let advances = face.get_or_insert_with(|| Advances::of(family, weight, *italic));
        Some(advances.as_mut()?.width(text)? * *half_points as f32 / 2.0 * *stretch as f32 / NATURAL)
    }
}
