//! Latin companions of East Asian fonts: documents set Latin letters in a family beside the East Asian one, as word
//! processors do. It is the one whose letters are as wide, of those whose metrics hold everywhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::page_blocks::PageBlocks;
use super::super::text::word::Word;
use super::advances::{AdvanceBook, key_of};
use super::each_para;
use super::tolerances::ENOUGH_LETTERS;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// East Asian families of office programs.
const EAST_ASIAN: &[&str] = &[
    "Batang",
    "Malgun Gothic",
    "MS Gothic",
    "MS Mincho",
    "Microsoft YaHei",
    "PMingLiU",
    "SimHei",
    "SimSun",
    "Yu Gothic",
    "Yu Mincho",
];
/// Latin families to choose from.
const LATIN: &[&str] = &["Times New Roman", "Arial", "Calibri", "Courier New"];
/// Deviation from the widths seen, as a share of them, that no Latin family may have: letters of no family fit then.
const UNLIKE: f32 = 0.35;

/// Latin words of an East Asian family.
#[derive(Default)]
struct Seen {
    letters: usize,
    width: f32,
    /// How far the widths in each Latin family are from those seen.
    off: [f32; LATIN.len()],
}

impl Seen {
    fn family(&self) -> Option<&'static str> {
        let (off, family) = self.off.iter().zip(LATIN).min_by(|a, b| a.0.total_cmp(b.0))?;
        (self.letters >= ENOUGH_LETTERS && *off <= UNLIKE * self.width).then_some(family)
    }
}

/// Gives text in East Asian families a Latin family for its Latin letters.
pub(super) fn split(pages: &mut [PageBlocks], context: &Context) -> Result<()> {
    let mut book = AdvanceBook::default();
    let mut seen: BTreeMap<Arc<str>, Seen> = BTreeMap::new();
    each_para(pages, &mut |para| {
        context.tick(para.lines.len() as u64)?;
        for word in para.lines.iter().flat_map(|line| &line.words) {
            learn(word, &mut seen, &mut book);
        }
        Ok(())
    })?;
    let found: BTreeMap<Arc<str>, Arc<str>> =
        seen.into_iter().filter_map(|(east, seen)| Some((east, seen.family()?.into()))).collect();
    if found.is_empty() {
        return Ok(());
    }
    each_para(pages, &mut |para| {
        context.tick(para.lines.len() as u64)?;
        for word in para.lines.iter_mut().flat_map(|line| &mut line.words) {
            if let Some((east, latin)) = word.style.family.as_ref().and_then(|family| found.get_key_value(family)) {
                word.style.east_asian = Some(east.clone());
                word.style.family = Some(latin.clone());
            }
        }
        Ok(())
    })
}

fn learn(word: &Word, seen: &mut BTreeMap<Arc<str>, Seen>, book: &mut AdvanceBook) {
    let Some(family) = word.style.family.as_ref().filter(|family| EAST_ASIAN.contains(&&***family)) else { return };
    if !word.text.chars().all(|c| c.is_ascii_alphanumeric()) {
        return;
    }
    let Some(key) = key_of(&word.style) else { return };
    let seen = seen.entry(family.clone()).or_default();
    seen.letters += word.len();
    seen.width += word.rect.width();
    for (off, latin) in seen.off.iter_mut().zip(LATIN) {
        let key = (latin, key.1, key.2, key.3, key.4);
        *off += book.width(&key, &word.text).map_or(f32::INFINITY, |width| (width - word.rect.width()).abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_nearest_in_width_stands_beside_the_east_asian_one() {
        let off = [1.0, 5.0, 3.0, 20.0];
        assert_eq!(Seen { letters: 40, width: 100.0, off }.family(), Some("Times New Roman"));
        assert_eq!(Seen { letters: 4, width: 100.0, off }.family(), None, "too few letters");
        assert_eq!(Seen { letters: 40, width: 2.0, off }.family(), None, "no family is like it");
    }
}
