//! The table `cmap` (OpenType 1.9, "cmap") with the codes of some glyphs alone.

use std::collections::{BTreeMap, BTreeSet};

use skrifa::raw::tables::cmap::{CmapSubtable, PlatformId};
use skrifa::raw::{FontData, FontRead, tables::cmap::Cmap};

/// Subtables of a font that are looked at; honest ones have up to about six.
const MAX_SUBTABLES: usize = 16;

/// Codes of one subtable that are looked at.
const MAX_CODES: u32 = 0x11_0000;

/// What a subtable says, by platform and encoding.
pub(super) struct Subtable {
    platform: u16,
    encoding: u16,
    glyphs: BTreeMap<u32, u16>,
}

impl Subtable {
    /// The same for glyphs whose numbers are higher by `by`.
    pub(super) fn raised(mut self, by: u16) -> Self {
        self.glyphs.values_mut().for_each(|glyph| *glyph = glyph.saturating_add(by));
        self
    }
}

/// The codes of the glyphs that are kept, of each subtable for codes of up to two bytes; `None` where the table cannot
/// be read.
pub(super) fn read(table: &[u8], kept: &BTreeSet<u16>) -> Option<Vec<Subtable>> {
    let cmap = Cmap::read(FontData::new(table)).ok()?;
    let mut subtables = Vec::new();
    for record in cmap.encoding_records().iter().take(MAX_SUBTABLES) {
        let subtable = record.subtable(cmap.offset_data()).ok()?;
        if matches!(subtable, CmapSubtable::Format14(_)) {
            continue;
        }
        let glyphs = codes(&subtable)?.into_iter().filter(|(_, glyph)| kept.contains(glyph)).collect();
        let platform = match record.platform_id() {
            PlatformId::Unicode => 0,
            PlatformId::Macintosh => 1,
            PlatformId::Windows => 3,
            _ => continue,
        };
        subtables.push(Subtable { platform, encoding: record.encoding_id(), glyphs });
    }
    Some(subtables)
}

/// The glyphs that subtables lead to from these codes; `None` where the table cannot be read, or has none.
pub(super) fn reached(table: &[u8], asked: &BTreeSet<u32>) -> Option<BTreeSet<u16>> {
    let cmap = Cmap::read(FontData::new(table)).ok()?;
    let mut glyphs = BTreeSet::new();
    for record in cmap.encoding_records().iter().take(MAX_SUBTABLES) {
        let subtable = record.subtable(cmap.offset_data()).ok()?;
        let found = codes(&subtable)?.into_iter().filter(|(code, _)| asked.contains(code));
        glyphs.extend(found.map(|(_, glyph)| glyph));
    }
    (!cmap.encoding_records().is_empty()).then_some(glyphs)
}

/// The last glyph that any subtable leads to; `None` where the table cannot be read.
pub(super) fn last_glyph(table: &[u8]) -> Option<u16> {
    let cmap = Cmap::read(FontData::new(table)).ok()?;
    let mut last = 0;
    for record in cmap.encoding_records() {
        let codes = codes(&record.subtable(cmap.offset_data()).ok()?)?;
        last = codes.into_iter().map(|(_, glyph)| glyph).fold(last, u16::max);
    }
    Some(last)
}

/// Codes and their glyphs; `None` of a kind of subtable that is not known here.
fn codes(subtable: &CmapSubtable<'_>) -> Option<Vec<(u32, u16)>> {
    let narrow = |glyph: skrifa::raw::types::GlyphId| u16::try_from(glyph.to_u32()).ok();
    match subtable {
        CmapSubtable::Format0(table) => {
            Some((0..).zip(table.glyph_id_array()).map(|(code, glyph)| (code, u16::from(*glyph))).collect())
        }
        CmapSubtable::Format4(table) => {
            Some(table.iter().filter_map(|(code, glyph)| Some((code, narrow(glyph)?))).collect())
        }
        CmapSubtable::Format6(table) => {
            let first = u32::from(table.first_code());
            Some((first..).zip(table.glyph_id_array()).map(|(code, glyph)| (code, glyph.get())).collect())
        }
        CmapSubtable::Format12(table) => {
            let pairs = table.iter().take_while(|(code, _)| *code < MAX_CODES);
            Some(pairs.filter_map(|(code, glyph)| Some((code, narrow(glyph)?))).collect())
        }
        CmapSubtable::Format14(_) => Some(Vec::new()),
        _ => None,
    }
}

/// A table of these subtables; what is beyond two bytes is left out, since no code of a simple font is. Subtables that
/// say the same are written once. `None` where one has more codes than its format can tell.
pub(super) fn write(subtables: &[Subtable]) -> Option<Vec<u8>> {
    let mut bodies: Vec<Vec<u8>> = Vec::new();
    let mut records: Vec<(u16, u16, usize)> = Vec::new();
    for subtable in subtables {
        let body = match subtable.platform {
            1 => trimmed(&subtable.glyphs)?,
            _ => segments(&subtable.glyphs)?,
        };
        let known = bodies.iter().position(|known| *known == body).unwrap_or(bodies.len());
        if known == bodies.len() {
            bodies.push(body);
        }
        records.push((subtable.platform, subtable.encoding, known));
    }
    records.sort_unstable();
    let head = 4 + 8 * records.len();
    let place = |index: usize| head + bodies.iter().take(index).map(Vec::len).sum::<usize>();
    let mut table = vec![0, 0];
    table.extend((records.len() as u16).to_be_bytes());
    for (platform, encoding, index) in records {
        [platform, encoding].iter().for_each(|field| table.extend(field.to_be_bytes()));
        table.extend((place(index) as u32).to_be_bytes());
    }
    table.extend(bodies.concat());
    Some(table)
}

/// Format 6: the glyphs from the first code to the last.
fn trimmed(glyphs: &BTreeMap<u32, u16>) -> Option<Vec<u8>> {
    let codes = glyphs.range(..0x1_0000).map(|(code, _)| *code);
    let (first, last) = (codes.clone().min().unwrap_or(0), codes.max().unwrap_or(0));
    let count = last - first + 1;
    let mut table = Vec::new();
    let length = u16::try_from(10 + 2 * count).ok()?;
    let fields = [6, length, 0, first as u16, count as u16];
    fields.iter().for_each(|field| table.extend(field.to_be_bytes()));
    (first..=last).for_each(|code| table.extend(glyphs.get(&code).copied().unwrap_or(0).to_be_bytes()));
    Some(table)
}

/// Format 4: stretches of codes whose glyphs count up with them.
fn segments(glyphs: &BTreeMap<u32, u16>) -> Option<Vec<u8>> {
    let mut stretches: Vec<(u16, u16, u16)> = Vec::new();
    for (code, glyph) in glyphs.range(..0xFFFF) {
        let code = *code as u16;
        match stretches.last_mut() {
            Some((first, last, start)) if *last + 1 == code && start.wrapping_add(code - *first) == *glyph => {
                *last = code;
            }
            _ => stretches.push((code, code, *glyph)),
        }
    }
    stretches.push((0xFFFF, 0xFFFF, 0));
    let length = u16::try_from(16 + 8 * stretches.len()).ok()?;
    let count = stretches.len() as u16;
    let power = count.ilog2();
    let range = 2 << power;
    let mut table = Vec::new();
    let mut put = |value: u16| table.extend(value.to_be_bytes());
    [4, length, 0, count * 2, range, power as u16, count * 2 - range].into_iter().for_each(&mut put);
    stretches.iter().for_each(|(_, last, _)| put(*last));
    put(0);
    stretches.iter().for_each(|(first, ..)| put(*first));
    // The last one leads from its code to the first glyph.
    stretches.iter().for_each(|(first, _, glyph)| put(glyph.wrapping_sub(*first)));
    stretches.iter().for_each(|_| put(0));
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_were_written() {
        let glyphs = BTreeMap::from([(65, 3), (66, 4), (67, 9), (0x2019, 10)]);
        let low = BTreeMap::from([(65, 3), (67, 9)]);
        let tables = [
            Subtable { platform: 3, encoding: 1, glyphs: glyphs.clone() },
            Subtable { platform: 1, encoding: 0, glyphs: low.clone() },
        ];
        let table = write(&tables).unwrap();
        let kept = BTreeSet::from([3, 4, 9, 10]);
        let read = read(&table, &kept).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].platform, &read[0].glyphs), (1, &low));
        assert_eq!((read[1].platform, &read[1].glyphs), (3, &glyphs));
        let fewer = super::read(&table, &BTreeSet::from([4])).unwrap();
        assert_eq!(fewer[1].glyphs, BTreeMap::from([(66, 4)]));
    }
}
