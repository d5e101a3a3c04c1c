//! Segment headers (T.88 7.2) and what region segments begin with (T.88 7.4.1).

use super::bitmap::{Operator, side};
use super::budget::Budget;
use super::reader::Reader;
use super::{Fault, Result};

/// A segment.
pub(super) struct Segment<'a> {
    /// Its number.
    pub(super) number: u32,
    /// Its type (T.88 7.3).
    pub(super) kind: u8,
    /// The segments it refers to.
    pub(super) references: Vec<u32>,
    /// Its data, as far as there is.
    pub(super) data: &'a [u8],
    /// The number of rows that follows data of unknown length.
    pub(super) rows: Option<u32>,
}

/// The length that stands for an unknown one (T.88 7.2.7).
const UNKNOWN_LENGTH: u32 = u32::MAX;

/// Where in a generic region its flags are, behind the region information.
const GENERIC_FLAGS: usize = 17;

impl<'a> Segment<'a> {
    /// Reads the next segment.
    pub(super) fn read(reader: &mut Reader<'a>, budget: &mut Budget) -> Result<Self> {
        let number = reader.u32()?;
        let flags = reader.u8()?;
        let count = reference_count(reader)?;
        let references = references(reader, number, count, budget)?;
        let _page = if flags & 0x40 == 0 { u32::from(reader.u8()?) } else { reader.u32()? };
        let length = reader.u32()?;
        let kind = flags & 0x3F;
        budget.work(16)?;
        if length == UNKNOWN_LENGTH {
            let (data, rows) = unknown_length(reader, budget)?;
            return Ok(Segment { number, kind, references, data, rows: Some(rows) });
        }
        let there = reader.rest().len().min(usize::try_from(length).unwrap_or(usize::MAX));
        Ok(Segment { number, kind, references, data: reader.take(there)?, rows: None })
    }
}

/// Reads how many segments are referred to, and passes the retention flags (T.88 7.2.4).
fn reference_count(reader: &mut Reader) -> Result<usize> {
    let short = reader.u8()?;
    if short >> 5 < 7 {
        return Ok((short >> 5).into());
    }
    let rest = [reader.u8()?, reader.u8()?, reader.u8()?];
    let [second, third, fourth] = rest;
    let count = u32::from_be_bytes([short & 0x1F, second, third, fourth]) as usize;
    reader.take((count + 1).div_ceil(8))?;
    Ok(count)
}

/// Reads the numbers of the segments referred to, which are as long as the segment's own needs (T.88 7.2.5).
fn references(reader: &mut Reader, number: u32, count: usize, budget: &mut Budget) -> Result<Vec<u32>> {
    let mut references = Vec::new();
    for _ in 0..count {
        let reference = match number {
            0..=256 => reader.u8()?.into(),
            257..=65_536 => reader.u16()?.into(),
            _ => reader.u32()?,
        };
        budget.push(&mut references, reference)?;
    }
    Ok(references)
}

/// Finds the end of a generic region of unknown length (T.88 7.2.7): a marker and the number of rows.
fn unknown_length<'a>(reader: &mut Reader<'a>, budget: &mut Budget) -> Result<(&'a [u8], u32)> {
    let rest = reader.rest();
    let flags = *rest.get(GENERIC_FLAGS).ok_or(Fault::Malformed)?;
    let is_mmr = flags & 1 == 1;
    let marker = if is_mmr { [0, 0] } else { [0xFF, 0xAC] };
    // The places of adaptive pixels (7.4.6.3) may look like an end.
    let places = match (is_mmr, flags >> 1 & 3) {
        (true, _) => 0,
        (false, 0) => 8,
        (false, _) => 2,
    };
    let body = GENERIC_FLAGS + 1 + places;
    let coded = rest.get(body..).unwrap_or_default();
    let end = coded.windows(2).position(|pair| pair == marker).ok_or(Fault::Malformed)?;
    let length = body + end + marker.len();
    budget.work(length as u64)?;
    Ok((reader.take(length)?, reader.u32()?))
}

/// The region segment information field.
#[derive(Clone, Copy)]
pub(super) struct Region {
    /// Pixels in a row.
    pub(super) width: u32,
    /// Rows.
    pub(super) height: u32,
    /// Where on the page the left edge goes.
    pub(super) x: u32,
    /// Where on the page the upper edge goes.
    pub(super) y: u32,
    /// How it is drawn there.
    pub(super) operator: Operator,
}

impl Region {
    /// Reads the field.
    pub(super) fn read(reader: &mut Reader, budget: &Budget) -> Result<Self> {
        let (width, height) = (reader.u32()?, reader.u32()?);
        budget.check(width, height)?;
        let (width, height) = (side(width)?, side(height)?);
        let (x, y) = (reader.u32()?, reader.u32()?);
        let operator = Operator::from_bits((reader.u8()? & 7).into())?;
        Ok(Region { width, height, x, y, operator })
    }
}

/// Sixteen bits of flags and fields.
#[derive(Clone, Copy)]
pub(super) struct Flags(u16);

impl Flags {
    /// Reads them.
    pub(super) fn read(reader: &mut Reader) -> Result<Self> {
        reader.u16().map(Flags)
    }

    /// One flag.
    pub(super) fn flag(self, bit: u32) -> bool {
        self.field(bit, 1) == 1
    }

    /// A field of so many bits.
    pub(super) fn field(self, bit: u32, bits: u32) -> u32 {
        u32::from(self.0) >> bit & ((1 << bits) - 1)
    }
}
