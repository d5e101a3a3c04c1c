//! A file whose strips and tiles are packed anew, and everything else of it: samples, fields and all of its directories.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::directory::{self, Directory, MOST_NUMBERS, Order};
use super::layout::tag;
use super::{strips, unpack};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Kinds of values (TIFF 6.0, section 2; technical note 1; BigTIFF).
const SHORT: u16 = 3;
const LONG: u16 = 4;
const DIRECTORY: u16 = 13;
const LONG_DIRECTORY: u16 = 18;

/// Fields that are places of directories: pictures that belong to a page, Exif, GPS and interoperability.
const CHILDREN: [u16; 4] = [tag::SUB_DIRECTORIES, 34_665, 34_853, 40_965];

/// Fields that are places of other things, or have some within that no one but their program knows: global parameters,
/// JPEG in the old way, notes of cameras.
const PLACES: [u16; 7] = [400, tag::JPEG_STREAM, 519, 520, 521, 37_500, 50_740];

/// Places and lengths of bytes without a use.
const UNUSED: [u16; 2] = [288, 289];

/// Directories below one another.
const DEEPEST: u32 = 4;

/// The file anew; `None` where that is no smaller, or cannot be done without harm.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn repacked(file: &[u8], context: &Context) -> Result<Option<Vec<u8>>> {
    let directories = directory::directories(file, context)?;
    let Some(order) = directories.first().map(|first| first.order).filter(|_| u32::try_from(file.len()).is_ok()) else {
        return Ok(None);
    };
    context.room(file.len())?;
    let header = if order.is_big_tiff { 16 } else { 8 };
    let mut anew = Anew { file, order, bytes: file[..header.min(file.len())].to_vec(), seen: BTreeSet::new() };
    let mut link = header - anew.width();
    for directory in &directories {
        let Some(place) = anew.directory(directory, 0, context)? else { return Ok(None) };
        anew.put(link, place);
        link = anew.bytes.len() - anew.width();
    }
    Ok(Some(anew.bytes).filter(|bytes| bytes.len() < file.len()))
}

/// A field.
struct Entry<'a> {
    kind: u16,
    value: Cow<'a, [u8]>,
}

/// Fields by their tags.
type Entries<'a> = BTreeMap<u16, Entry<'a>>;

/// A file in the making.
struct Anew<'a> {
    file: &'a [u8],
    order: Order,
    bytes: Vec<u8>,
    /// Where directories were that are in it: one that belongs to itself would have no end.
    seen: BTreeSet<usize>,
}

impl Anew<'_> {
    /// Bytes of a place.
    fn width(&self) -> usize {
        if self.order.is_big_tiff { 8 } else { 4 }
    }

    /// Adds a directory with all that belongs to it: its place. Its last bytes say where the next one is.
    fn directory(&mut self, from: &Directory, depth: u32, context: &Context) -> Result<Option<usize>> {
        context.checkpoint()?;
        if depth > DEEPEST || !self.seen.insert(from.at) {
            return Ok(None);
        }
        let Some(mut entries) = entries(from, self.file) else { return Ok(None) };
        let is_done = self.children(&mut entries, from, depth, context)? && self.chunks(&mut entries, from, context)?;
        Ok(if is_done { self.written(&entries) } else { None })
    }

    /// Adds the directories below one; false where they cannot be.
    fn children(&mut self, entries: &mut Entries, from: &Directory, depth: u32, context: &Context) -> Result<bool> {
        for tag in CHILDREN {
            let mut places = Vec::new();
            for place in from.numbers(self.file, tag) {
                let child = usize::try_from(place).ok().and_then(|at| directory::read(self.file, at, self.order));
                // No one follows a row of them.
                let Some((child, 0)) = child else { return Ok(false) };
                let Some(place) = self.directory(&child, depth + 1, context)? else { return Ok(false) };
                places.push(place as u64);
            }
            if let Some(entry) = entries.get_mut(&tag) {
                let kind = if entry.kind == DIRECTORY { DIRECTORY } else { LONG };
                *entry = self.numbers(kind, &places);
            }
        }
        Ok(true)
    }

    /// Adds the strips or tiles of a directory; false where they cannot be.
    fn chunks(&mut self, entries: &mut Entries, from: &Directory, context: &Context) -> Result<bool> {
        let (starts, lengths) = match from.has(tag::TILES) {
            true => (tag::TILES, tag::TILE_BYTES),
            false => (tag::STRIPS, tag::STRIP_BYTES),
        };
        let stored = stored(self.file, from, starts, lengths);
        let Some(stored) = stored.filter(|_| !(from.has(tag::TILES) && from.has(tag::STRIPS))) else {
            return Ok(false);
        };
        if stored.is_empty() {
            return Ok(true);
        }
        let packed = strips::packed(self.file, from, &stored, context)?;
        let chunks = packed.as_ref().map_or(stored, |packed| packed.chunks.iter().map(Vec::as_slice).collect());
        let size: usize = chunks.iter().map(|chunk| chunk.len()).sum();
        // The file grows where strips share their bytes.
        if self.bytes.len().saturating_add(size) >= self.file.len() {
            return Ok(false);
        }
        let places: Vec<(u64, u64)> = chunks.into_iter().map(|chunk| self.chunk(chunk)).collect();
        let (places, sizes): (Vec<u64>, Vec<u64>) = places.into_iter().unzip();
        entries.insert(starts, self.numbers(LONG, &places));
        entries.insert(lengths, self.numbers(LONG, &sizes));
        if let Some(packed) = packed {
            entries.insert(tag::COMPRESSION, self.numbers(SHORT, &[unpack::DEFLATE]));
            entries.insert(tag::PREDICTOR, self.numbers(SHORT, &[packed.predictor.into()]));
        }
        Ok(true)
    }

    /// Adds a strip or tile: its place and length.
    fn chunk(&mut self, chunk: &[u8]) -> (u64, u64) {
        let place = if chunk.is_empty() { 0 } else { self.bytes.len() };
        self.bytes.extend_from_slice(chunk);
        (place as u64, chunk.len() as u64)
    }

    fn numbers(&self, kind: u16, numbers: &[u64]) -> Entry<'static> {
        let width = directory::kind_bytes(kind).unwrap_or(1);
        let value = numbers.iter().flat_map(|number| self.order.bytes(*number, width)).collect();
        Entry { kind, value: Cow::Owned(value) }
    }

    /// Adds the fields of a directory: its place; `None` where the file grows, as where fields share their values.
    fn written(&mut self, entries: &Entries) -> Option<usize> {
        let width = self.width();
        let mut table = self.order.bytes(entries.len() as u64, if self.order.is_big_tiff { 8 } else { 2 });
        for (tag, Entry { kind, value }) in entries {
            if self.bytes.len() + value.len() >= self.file.len() {
                return None;
            }
            let count = value.len() / directory::kind_bytes(*kind)?;
            table.extend([self.order.bytes((*tag).into(), 2), self.order.bytes((*kind).into(), 2)].concat());
            table.extend(self.order.bytes(count as u64, width));
            let mut here = value.to_vec();
            if value.len() > width {
                here = self.order.bytes(self.even() as u64, width);
                self.bytes.extend_from_slice(value);
            }
            here.resize(width, 0);
            table.extend(here);
        }
        table.extend(vec![0; width]);
        let place = self.even();
        self.bytes.extend(table);
        Some(place)
    }

    /// The place of what is added next, at a whole word.
    fn even(&mut self) -> usize {
        if !self.bytes.len().is_multiple_of(2) {
            self.bytes.push(0);
        }
        self.bytes.len()
    }

    /// Writes a place at a place.
    fn put(&mut self, at: usize, place: usize) {
        let width = self.width();
        self.bytes.splice(at..at + width, self.order.bytes(place as u64, width));
    }
}

/// The fields of a directory; `None` where one is damaged, or tells places that would no longer be right.
fn entries<'a>(directory: &Directory, file: &'a [u8]) -> Option<Entries<'a>> {
    let fields = directory.fields(file).filter(|(tag, ..)| !UNUSED.contains(tag));
    let entry = |(tag, kind, value): (u16, u16, Option<&'a [u8]>)| {
        let is_directory = matches!(kind, DIRECTORY | LONG_DIRECTORY) && !CHILDREN.contains(&tag);
        let value = value.filter(|_| !is_directory && !PLACES.contains(&tag))?;
        Some((tag, Entry { kind, value: Cow::Borrowed(value) }))
    };
    fields.map(entry).collect()
}

/// The bytes of strips or tiles; `None` where some are not there.
fn stored<'a>(file: &'a [u8], directory: &Directory, starts: u16, lengths: u16) -> Option<Vec<&'a [u8]>> {
    let (starts, lengths) = (directory.numbers(file, starts), directory.numbers(file, lengths));
    if starts.len() != lengths.len() || starts.len() >= MOST_NUMBERS {
        return None;
    }
    let bytes = |(start, length): (u64, u64)| {
        let start = usize::try_from(start).ok()?;
        file.get(start..start.checked_add(usize::try_from(length).ok()?)?)
    };
    starts.into_iter().zip(lengths).map(bytes).collect()
}
