//! Formatted disk pages: which properties stretches of the stream have, in pages of 512 bytes with a table of them
//! ([MS-DOC], 2.9.33, ChpxFkp, and 2.9.175, PapxFkp).

use std::ops::Range;

use super::plex::Plex;
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::le;

/// Bytes of a page.
const PAGE: usize = 512;
/// Bytes of the record of a paragraph on its page: where its properties lie, and what was known of its height.
const PARAGRAPH: usize = 13;

/// What is said of a stretch of the stream.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    begin: u32,
    /// Where it ends.
    pub end: u32,
    /// The style of a paragraph.
    pub style: u16,
    /// Where its properties lie in the stream.
    pub properties: Range<usize>,
}

/// The stretches of the stream, in their order.
#[derive(Debug, Default)]
pub(super) struct Stretches(Vec<Stretch>);

/// What the pages are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    Letters,
    Paragraphs,
}

impl Stretches {
    /// The stretches of all pages of a table.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn read(document: &[u8], table: &[u8], about: About, context: &Context) -> Result<Stretches> {
        let mut all = Vec::new();
        for (begin, end, record) in Plex::new(table, 4).iter() {
            context.checkpoint()?;
            let number = (le::u32(record, 0).unwrap_or_default() & 0x3F_FFFF) as usize;
            let before = all.len();
            if let Some(page) = le::slice(document, number * PAGE, PAGE) {
                stretches(page, number * PAGE, about, &mut all);
            }
            // A page counts for what its table says it is about.
            let own = all.split_off(before).into_iter().filter(|stretch| stretch.end > begin && stretch.begin < end);
            all.extend(own);
            context.charge(Limit::elements, (all.len() - before) as u64)?;
        }
        all.sort_by_key(|stretch| stretch.begin);
        Ok(Stretches(all))
    }

    /// The stretch that a place lies in.
    pub(super) fn at(&self, place: u32) -> Option<&Stretch> {
        let next = self.0.partition_point(|stretch| stretch.begin <= place);
        self.0.get(next.checked_sub(1)?).filter(|stretch| stretch.end > place)
    }

    /// Where the next stretch behind a place begins.
    pub(super) fn next(&self, place: u32) -> Option<u32> {
        self.0.get(self.0.partition_point(|stretch| stretch.begin <= place)).map(|stretch| stretch.begin)
    }
}

/// The stretches of a page that begins at `offset` of the stream.
fn stretches(page: &[u8], offset: usize, about: About, all: &mut Vec<Stretch>) {
    let count = usize::from(page.last().copied().unwrap_or_default());
    let record = if about == About::Letters { 1 } else { PARAGRAPH };
    for at in 0..count {
        let Some((begin, end)) = le::u32(page, at * 4).zip(le::u32(page, at * 4 + 4)) else { break };
        let place = le::u8(page, (count + 1) * 4 + at * record).map_or(0, |place| usize::from(place) * 2);
        let (style, properties) = match about {
            _ if place == 0 => (0, 0..0),
            About::Letters => (0, letters(page, place)),
            About::Paragraphs => paragraph(page, place),
        };
        if begin < end {
            all.push(Stretch { begin, end, style, properties: properties.start + offset..properties.end + offset });
        }
    }
}

/// Properties of letters: a length and so many bytes.
fn letters(page: &[u8], place: usize) -> Range<usize> {
    let len = le::u8(page, place).map_or(0, usize::from);
    place + 1..(place + 1 + len).min(PAGE)
}

/// Properties of a paragraph: a length in words, a style and the bytes. A length of zero stands before one for an even
/// number of bytes.
fn paragraph(page: &[u8], place: usize) -> (u16, Range<usize>) {
    let words = |at: usize| le::u8(page, at).map_or(0, usize::from);
    let (begin, len) = match words(place) {
        0 => (place + 2, words(place + 1) * 2),
        words => (place + 1, words * 2 - 1),
    };
    let style = le::u16(page, begin).filter(|_| len >= 2).unwrap_or_default();
    let end = (begin + len).min(PAGE);
    (style, (begin + 2).min(end)..end)
}
