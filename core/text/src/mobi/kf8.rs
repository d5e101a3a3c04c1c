//! KF8: XHTML files cut into skeletons and fragments, and flows of style sheets and drawings
//! (`MobileRead` wiki, "KF8").

use std::collections::BTreeSet;
use std::ops::Range;

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_container::pdb::{Pdb, be_u32};
use transvase_markup::html::Dialect;

use super::header::Header;
use super::index::{Entry, Index};
use super::marks;
use super::mobi6::find;

/// XHTML, as books have it.
pub(super) const DIALECT: Dialect =
    Dialect { xhtml: true, is_xml: false, void: &[marks::ELEMENT], elements: &[], attributes: &[] };

/// What its readers do by default is what the defaults say.
pub(super) const SHEET: &str = "";

/// Media whose rules count.
pub(super) const MEDIA: &[&str] = &["screen", "amzn-kf8"];

/// Tag of the number of a skeleton's fragments.
const FRAGMENT_COUNT: u8 = 1;

/// Tag of position and length.
const EXTENT: u8 = 6;

/// The text of a book, put together.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    /// All files, one after the other.
    pub text: Vec<u8>,
    /// Where each file lies in `text`.
    pub files: Vec<Range<usize>>,
    /// Where each fragment begins in `text`.
    fragments: Vec<usize>,
    /// Style sheets and drawings, by flow number; flow 0 is the text.
    pub flows: Vec<Vec<u8>>,
}

impl Assembly {
    /// Puts the raw text of a book together.
    ///
    /// # Errors
    /// `Malformed` where an index the header names is none, and limits.
    pub fn new(raw: &[u8], pdb: &Pdb, base: usize, header: &Header, context: &Context) -> Result<Assembly> {
        let ranges = flow_ranges(pdb, base, header, raw.len());
        let flow = |range: &Range<usize>| raw.get(range.clone()).unwrap_or_default();
        let mut assembly = Assembly::default();
        context.charge_unpacked(raw.len())?;
        assembly.flows = ranges.iter().map(|range| flow(range).to_vec()).collect();
        let text = std::mem::take(&mut assembly.flows[0]);
        let index = |at: Option<usize>| match at {
            Some(at) => Index::parse(pdb, base.saturating_add(at), context),
            None => Ok(Index::default()),
        };
        let (skeletons, fragments) = (index(header.skeletons())?, index(header.fragments())?);
        assembly.fragments = fragments.entries.iter().map(insert_position).collect();
        assembly.join(&text, &skeletons.entries, &fragments.entries, context)?;
        Ok(assembly)
    }

    /// Each skeleton is followed by its fragments, which are inserted at rising positions. What no
    /// skeleton covers is kept as a file of its own.
    fn join(&mut self, text: &[u8], skeletons: &[Entry], fragments: &[Entry], context: &Context) -> Result<()> {
        let mut next = fragments.iter();
        let mut at = 0;
        let mut misplaced = 0;
        for skeleton in skeletons {
            let (Some(start), Some(length)) = (skeleton.value(EXTENT, 0), skeleton.value(EXTENT, 1)) else { continue };
            let (start, end) = (start as usize, (start as usize).saturating_add(length as usize));
            let Some(mut rest) = text.get(start..end) else { continue };
            let file = self.text.len();
            at = end;
            for fragment in next.by_ref().take(skeleton.value(FRAGMENT_COUNT, 0).unwrap_or(0) as usize) {
                context.tick(16)?;
                let length = fragment.value(EXTENT, 1).unwrap_or(0) as usize;
                let Some(piece) = text.get(at..at.saturating_add(length)) else { break };
                let insert = insert_position(fragment);
                misplaced += usize::from(insert < self.text.len());
                let (head, tail) = rest.split_at(insert.saturating_sub(self.text.len()).min(rest.len()));
                self.text.extend_from_slice(head);
                self.text.extend_from_slice(piece);
                rest = tail;
                at += length;
            }
            self.text.extend_from_slice(rest);
            self.files.push(file..self.text.len());
        }
        if let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let file = self.text.len();
            self.text.extend_from_slice(rest);
            self.files.push(file..self.text.len());
        }
        if misplaced > 0 {
            let message = counted(
                misplaced,
                "[piece|pieces] of text had an invalid position, and [was|were] put after the piece before",
            );
            context.warn(Warning::new(WarningCode::InputRepaired, message));
        }
        context.check(Limit::stream_bytes, self.text.len() as u64)
    }

    /// Where a fragment's byte lies in the text.
    pub fn position(&self, fragment: u32, offset: u32) -> Option<usize> {
        self.fragments.get(fragment as usize)?.checked_add(offset as usize)
    }

    /// Every position the text refers to.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub fn places(&self, context: &Context) -> Result<BTreeSet<usize>> {
        let mut places = BTreeSet::new();
        let mut rest = &self.text[..];
        while let Some(at) = find(rest, POSITION_PREFIX.as_bytes()) {
            context.tick(1 + at as u64 / 64)?;
            rest = &rest[at..];
            let reference = String::from_utf8_lossy(&rest[..rest.len().min(40)]);
            places.extend(link(&reference).and_then(|(fragment, offset)| self.position(fragment, offset)));
            rest = &rest[POSITION_PREFIX.len()..];
        }
        Ok(places)
    }
}

const POSITION_PREFIX: &str = "kindle:pos:fid:";

/// Fragment and offset of a `kindle:pos:fid:XXXX:off:YYYYYYYYYY` link.
pub(super) fn link(reference: &str) -> Option<(u32, u32)> {
    let (fragment, offset) = reference.strip_prefix(POSITION_PREFIX)?.split_once(":off:")?;
    let end = offset.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(offset.len());
    Some((base32(fragment)?, base32(&offset[..end])?))
}

/// Number of a `kindle:embed:XXXX` or `kindle:flow:XXXX` reference, which may go on with `?mime=`.
pub(super) fn reference(text: &str, prefix: &str) -> Option<usize> {
    let number = text.strip_prefix("kindle:")?.strip_prefix(prefix)?.strip_prefix(':')?;
    let end = number.find(['?', '#']).unwrap_or(number.len());
    base32(&number[..end]).map(|number| number as usize)
}

/// A number in digits and the letters A to V.
fn base32(text: &str) -> Option<u32> {
    u32::from_str_radix(text, 32).ok()
}

/// Where a fragment is inserted: its label is the number, in decimal digits.
fn insert_position(fragment: &Entry) -> usize {
    std::str::from_utf8(fragment.label).ok().and_then(|label| label.trim().parse().ok()).unwrap_or(0)
}

/// The flows by the FDST record; without one, all is text.
fn flow_ranges(pdb: &Pdb, base: usize, header: &Header, length: usize) -> Vec<Range<usize>> {
    let whole = vec![Range { start: 0, end: length }];
    let record = header.fdst().and_then(|at| pdb.record(base.checked_add(at)?));
    let Some(record) = record.filter(|record| record.starts_with(b"FDST")) else { return whole };
    let start = be_u32(record, 4).unwrap_or(12) as usize;
    let rows = record.get(start..).unwrap_or_default().chunks_exact(8);
    let count = be_u32(record, 8).unwrap_or(0) as usize;
    let ranges = rows.take(count).filter_map(|row| {
        let (start, end) = (be_u32(row, 0)? as usize, be_u32(row, 4)? as usize);
        Some(start.min(length)..end.min(length).max(start.min(length)))
    });
    let ranges: Vec<_> = ranges.collect();
    // Flows follow one another; others would be a way to multiply the text.
    let sound = ranges.windows(2).all(|pair| pair[0].end <= pair[1].start);
    if ranges.is_empty() || !sound { whole } else { ranges }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read() {
        assert_eq!(link("kindle:pos:fid:000A:off:000000000V"), Some((10, 31)));
        assert_eq!(link("kindle:pos:fid:0001:off:0000000010\">"), Some((1, 32)));
        assert_eq!(link("kindle:pos:fid:zzzz:off:0"), None);
        assert_eq!(reference("kindle:embed:0011?mime=image/jpg", "embed"), Some(33));
        assert_eq!(reference("kindle:flow:0002?mime=text/css", "flow"), Some(2));
        assert_eq!(reference("kindle:flow:é", "flow"), None);
    }
}
