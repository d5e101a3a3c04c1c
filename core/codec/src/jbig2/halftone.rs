//! Pattern dictionaries and halftone regions (T.88 6.6, 6.7 and Annex C).

use super::arithmetic::{Contexts, Decoder};
use super::bitmap::{Bitmap, Operator, blacken, side};
use super::budget::{Budget, DECODED, ROW};
use super::coding::number_bits;
use super::generic::{self, Generic};
use super::mmr;
use super::reader::Reader;
use super::{Fault, Result};

/// Reads a pattern dictionary segment (T.88 7.4.4).
pub(super) fn patterns(data: &[u8], budget: &mut Budget) -> Result<Vec<Bitmap>> {
    let mut reader = Reader::new(data);
    let flags = reader.u8()?;
    let (width, height, last) = (reader.u8()?, reader.u8()?, reader.u32()?);
    if width == 0 || height == 0 {
        return Err(Fault::Malformed);
    }
    let count = last.checked_add(1).ok_or(Fault::Malformed)?;
    let gathered = count.checked_mul(width.into()).ok_or(Fault::Malformed)?;
    let first = (i8::try_from(-i16::from(width)).unwrap_or(i8::MIN), 0);
    let coding = Planes { width: gathered, height: height.into(), flags, first, skip: None };
    let collective = coding.decode(reader.rest(), 1, budget)?.pop().ok_or(Fault::Malformed)?;
    let mut patterns = Vec::new();
    for number in 0..count {
        let x = i64::from(number) * i64::from(width);
        let pattern = collective.cut(x, 0, width.into(), height.into(), budget)?;
        budget.push(&mut patterns, pattern)?;
    }
    Ok(patterns)
}

/// Bitmaps of one size, coded one after the other.
struct Planes {
    width: u32,
    height: u32,
    /// Bit 0: MMR; bits 1 and 2: the template.
    flags: u8,
    /// The first adaptive pixel.
    first: generic::Adaptive,
    /// Pixels that are not coded.
    skip: Option<Bitmap>,
}

impl Planes {
    /// Decodes so many bitmaps.
    fn decode(&self, data: &[u8], count: u32, budget: &mut Budget) -> Result<Vec<Bitmap>> {
        if self.flags & 1 == 1 {
            self.decode_mmr(data, count, budget)
        } else {
            self.decode_generic(data, count, budget)
        }
    }

    /// Decodes bitmaps in MMR coding.
    fn decode_mmr(&self, mut data: &[u8], count: u32, budget: &mut Budget) -> Result<Vec<Bitmap>> {
        let mut planes = Vec::new();
        for _ in 0..count {
            let (plane, taken) = mmr::decode(data, self.width, self.height, budget)?;
            data = data.get(taken..).unwrap_or_default();
            budget.push(&mut planes, plane)?;
        }
        Ok(planes)
    }

    /// Decodes bitmaps in arithmetic coding, with common statistics.
    fn decode_generic(&self, data: &[u8], count: u32, budget: &mut Budget) -> Result<Vec<Bitmap>> {
        let template = generic::template(u32::from(self.flags >> 1 & 3), &generic::adaptive_from(self.first));
        let mut decoder = Decoder::new(data);
        let mut contexts = Contexts::new(template.bits(), budget)?;
        let skip = self.skip.as_ref();
        let generic = Generic { width: self.width, height: self.height, template: &template, typical: false, skip };
        let mut planes = Vec::new();
        for _ in 0..count {
            let plane = generic.decode(&mut decoder, &mut contexts, budget)?;
            budget.push(&mut planes, plane)?;
        }
        Ok(planes)
    }
}

/// The grid that patterns are placed on (T.88 7.4.5.1.2), in 256ths of a pixel.
struct Grid {
    width: u32,
    height: u32,
    x: i32,
    y: i32,
    right: u16,
    down: u16,
}

impl Grid {
    /// Reads the grid.
    fn read(reader: &mut Reader) -> Result<Self> {
        let (width, height) = (side(reader.u32()?)?, side(reader.u32()?)?);
        let (x, y) = (reader.i32()?, reader.i32()?);
        Ok(Grid { width, height, x, y, right: reader.u16()?, down: reader.u16()? })
    }

    /// The pixel a grid point is at (T.88 6.6.5.2).
    fn place(&self, column: u32, row: u32) -> (i64, i64) {
        let (column, row) = (i64::from(column), i64::from(row));
        let (right, down) = (i64::from(self.right), i64::from(self.down));
        let x = i64::from(self.x) + row * down + column * right;
        let y = i64::from(self.y) + row * right - column * down;
        (x >> 8, y >> 8)
    }

    /// Marks the grid points whose patterns would be outside the region (T.88 6.6.5.1).
    fn outside(&self, region: &Bitmap, pattern: &Bitmap, budget: &mut Budget) -> Result<Bitmap> {
        let mut outside = Bitmap::new(self.width, self.height, budget)?;
        for row in 0..self.height {
            budget.work(DECODED * u64::from(self.width) + ROW)?;
            let (_, marks) = outside.split(row as usize);
            for column in 0..self.width {
                let (x, y) = self.place(column, row);
                let inside_x = x + i64::from(pattern.width) > 0 && x < i64::from(region.width);
                let inside_y = y + i64::from(pattern.height) > 0 && y < i64::from(region.height);
                if !(inside_x && inside_y) {
                    blacken(marks, column.cast_signed());
                }
            }
        }
        Ok(outside)
    }
}

/// Reads a halftone region segment behind its region information (T.88 7.4.5).
pub(super) fn region(
    width: u32,
    height: u32,
    mut reader: Reader,
    patterns: &[Bitmap],
    budget: &mut Budget,
) -> Result<Bitmap> {
    let flags = reader.u8()?;
    let grid = Grid::read(&mut reader)?;
    let pattern = patterns.first().ok_or(Fault::Malformed)?;
    let mut region = Bitmap::filled(width, height, flags >> 7 == 1, budget)?;
    let skip = if flags >> 3 & 1 == 1 { Some(grid.outside(&region, pattern, budget)?) } else { None };
    // Templates 0 and 1 reach farther to the right than 2 and 3 (T.88 Table C.4).
    let first = if flags >> 1 & 3 <= 1 { (3, -1) } else { (2, -1) };
    let coding = Planes { width: grid.width, height: grid.height, flags, first, skip };
    let planes = gray_planes(coding.decode(reader.rest(), number_bits(patterns.len()), budget)?, budget)?;
    let operator = Operator::from_bits((flags >> 4 & 7).into())?;
    for row in 0..grid.height {
        for column in 0..grid.width {
            budget.work(DECODED * planes.len() as u64)?;
            let gray = gray(&planes, column.cast_signed(), row.cast_signed());
            let pattern = patterns.get(gray).or(patterns.last()).unwrap_or(pattern);
            let (x, y) = grid.place(column, row);
            region.combine(pattern, x, y, operator, budget)?;
        }
    }
    Ok(region)
}

/// Undoes the Gray coding of bit planes, highest first: each was combined with the one above (T.88 C.5).
fn gray_planes(planes: Vec<Bitmap>, budget: &mut Budget) -> Result<Vec<Bitmap>> {
    let mut decoded: Vec<Bitmap> = Vec::new();
    for mut plane in planes {
        if let Some(above) = decoded.last() {
            plane.combine(above, 0, 0, Operator::Xor, budget)?;
        }
        decoded.push(plane);
    }
    Ok(decoded)
}

/// The value at a grid point.
fn gray(planes: &[Bitmap], column: i32, row: i32) -> usize {
    planes.iter().fold(0, |value, plane| value << 1 | plane.pixel(column, row))
}
