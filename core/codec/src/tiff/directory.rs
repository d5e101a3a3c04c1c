//! The directories of a file (TIFF 6.0, section 2) and their fields, of 32-bit and 64-bit files.

use std::collections::BTreeMap;

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};

/// Fields that are looked at here.
pub(crate) const SUBFILE_TYPE: u16 = 254;

/// Bits of the subfile type: a smaller version of another page, and a mask for one.
const IS_REDUCED: u64 = 1;
const IS_MASK: u64 = 4;

/// Entries read of one directory.
const MOST_ENTRIES: u64 = 4_096;

/// Numbers read of one field: the places of strips are the most there are.
pub const MOST_NUMBERS: usize = 1 << 22;

/// How numbers lie in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// Whether the lowest byte comes first.
    pub is_little: bool,
    /// Whether offsets have 64 bits.
    pub is_big_tiff: bool,
}

impl Order {
    /// The number that these bytes are, 8 at most.
    pub fn number(self, bytes: &[u8]) -> u64 {
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        if self.is_little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) }
    }

    /// The low `width` bytes of a number, 8 at most.
    pub fn bytes(self, number: u64, width: usize) -> Vec<u8> {
        if self.is_little { number.to_le_bytes()[..width].to_vec() } else { number.to_be_bytes()[8 - width..].to_vec() }
    }

    fn at(self, file: &[u8], at: usize, bytes: usize) -> Option<u64> {
        file.get(at..at.checked_add(bytes)?).map(|bytes| self.number(bytes))
    }
}

/// A field of a directory.
#[derive(Debug, Clone, Copy)]
struct Field {
    kind: u16,
    count: usize,
    /// Where its value begins.
    start: usize,
}

impl Field {
    /// Its value; `None` where it is not all there.
    fn value(self, file: &[u8]) -> Option<&[u8]> {
        let length = self.count.checked_mul(kind_bytes(self.kind)?)?;
        file.get(self.start..self.start.checked_add(length)?)
    }
}

/// Bytes of a value of a kind (TIFF 6.0, section 2; BigTIFF).
pub fn kind_bytes(kind: u16) -> Option<usize> {
    match kind {
        1 | 2 | 6 | 7 => Some(1),
        3 | 8 => Some(2),
        4 | 9 | 11 | 13 => Some(4),
        5 | 10 | 12 | 16..=18 => Some(8),
        _ => None,
    }
}

/// A directory: what a page says of itself.
#[derive(Debug, Clone)]
pub struct Directory {
    /// How its numbers are stored.
    pub order: Order,
    /// Where it begins.
    pub at: usize,
    fields: BTreeMap<u16, Field>,
}

impl Directory {
    /// The bytes of a field's value; none where there is no such field.
    pub fn bytes<'a>(&self, file: &'a [u8], tag: u16) -> &'a [u8] {
        self.fields.get(&tag).and_then(|field| field.value(file)).unwrap_or_default()
    }

    /// The whole numbers of a field.
    pub fn numbers(&self, file: &[u8], tag: u16) -> Vec<u64> {
        let Some(field) = self.fields.get(&tag) else { return Vec::new() };
        let whole = matches!(field.kind, 1 | 3 | 4 | 6..=9 | 13 | 16..=18);
        let Some(width) = kind_bytes(field.kind).filter(|_| whole) else { return Vec::new() };
        self.bytes(file, tag).chunks_exact(width).take(MOST_NUMBERS).map(|bytes| self.order.number(bytes)).collect()
    }

    /// The first number of a field.
    pub fn number(&self, file: &[u8], tag: u16) -> Option<u64> {
        let field = self.fields.get(&tag)?;
        let width = kind_bytes(field.kind).filter(|_| matches!(field.kind, 1 | 3 | 4 | 6..=9 | 13 | 16..=18))?;
        self.bytes(file, tag).get(..width).map(|bytes| self.order.number(bytes))
    }

    /// The fractions of a field.
    pub fn fractions(&self, file: &[u8], tag: u16) -> Vec<f32> {
        let is_fraction = self.fields.get(&tag).is_some_and(|field| matches!(field.kind, 5 | 10));
        let bytes = if is_fraction { self.bytes(file, tag) } else { &[] };
        let fraction = |pair: &[u8]| {
            let (over, under) = (self.order.number(&pair[..4]) as f32, self.order.number(&pair[4..]) as f32);
            if under == 0.0 { 0.0 } else { over / under }
        };
        bytes.chunks_exact(8).take(64).map(fraction).collect()
    }

    /// Whether there is such a field.
    pub fn has(&self, tag: u16) -> bool {
        self.fields.contains_key(&tag)
    }

    /// All fields: tag, kind and value, which is `None` where it is not all there.
    pub fn fields<'a>(&self, file: &'a [u8]) -> impl Iterator<Item = (u16, u16, Option<&'a [u8]>)> {
        self.fields.iter().map(move |(tag, field)| (*tag, field.kind, field.value(file)))
    }

    /// Whether it is a page of its own, rather than a smaller version of one or a mask.
    pub fn is_page(&self, file: &[u8]) -> bool {
        self.number(file, SUBFILE_TYPE).unwrap_or(0) & (IS_REDUCED | IS_MASK) == 0
    }
}

/// The pages of a file.
///
/// # Errors
/// `Malformed` where there is none; a limit.
pub fn pages(file: &[u8], context: &Context) -> Result<Vec<Directory>> {
    let all = directories(file, context)?;
    // Where every picture is said to be a smaller version of another one, the first has to do.
    let pages: Vec<Directory> = all.iter().filter(|page| page.is_page(file)).cloned().collect();
    Ok(if pages.is_empty() { all.into_iter().take(1).collect() } else { pages })
}

/// All directories of a file that follow one another, pages or not.
///
/// # Errors
/// `Truncated` where there is none; a limit.
pub fn directories(file: &[u8], context: &Context) -> Result<Vec<Directory>> {
    let short = || Error::new(ErrorCode::Truncated, "the TIFF ends in its header");
    let head = file.get(..8).ok_or_else(short)?;
    let order = Order { is_little: head[0] == b'I', is_big_tiff: head[2] == 43 || head[3] == 43 };
    let (place, width) = if order.is_big_tiff { (8, 8) } else { (4, 4) };
    let mut next = order.at(file, place, width).ok_or_else(short)?;
    let mut found: Vec<Directory> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    // A directory that names one before it ends the row.
    while next != 0 && seen.insert(next) {
        context.check(Limit::pages, found.len() as u64 + 1)?;
        context.tick(16)?;
        let Some((directory, link)) = read(file, usize::try_from(next).unwrap_or(usize::MAX), order) else { break };
        found.push(directory);
        next = link;
    }
    if found.is_empty() {
        return Err(Error::new(ErrorCode::Truncated, "the TIFF ends before its directory"));
    }
    Ok(found)
}

/// The directory at a place, and where the next one is.
pub fn read(file: &[u8], at: usize, order: Order) -> Option<(Directory, u64)> {
    let (count_bytes, entry_bytes, value_bytes) = if order.is_big_tiff { (8, 20, 8) } else { (2, 12, 4) };
    let count = order.at(file, at, count_bytes)?;
    let start = at.checked_add(count_bytes)?;
    let mut fields = BTreeMap::new();
    for index in 0..count.min(MOST_ENTRIES) as usize {
        let entry = start.checked_add(index * entry_bytes)?;
        let Some(tag) = order.at(file, entry, 2) else { break };
        let kind = order.at(file, entry + 2, 2)? as u16;
        let count = usize::try_from(order.at(file, entry + 4, value_bytes)?).ok()?;
        let value = entry + 4 + value_bytes;
        let length = kind_bytes(kind).and_then(|bytes| bytes.checked_mul(count));
        let start = match length {
            Some(length) if length <= value_bytes => value,
            _ => usize::try_from(order.at(file, value, value_bytes)?).ok()?,
        };
        fields.entry(tag as u16).or_insert(Field { kind, count, start });
    }
    let link = start.checked_add(usize::try_from(count).ok()?.checked_mul(entry_bytes)?)?;
    Some((Directory { order, at, fields }, order.at(file, link, value_bytes).unwrap_or(0)))
}
