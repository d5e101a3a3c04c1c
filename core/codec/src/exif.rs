//! Exif blocks (a TIFF structure, JEITA CP-3451): read the orientation, and write smaller ones.

use std::cell::Cell;
use std::ops::Range;

use transvase_container::directories::Directories;

/// Tags this module knows (Exif 2.32, section 4.6).
pub(crate) const ORIENTATION: u16 = 0x0112;
const THUMBNAIL_OFFSET: u16 = 0x0201;
const THUMBNAIL_LENGTH: u16 = 0x0202;
const STRIP_OFFSETS: u16 = 0x0111;
const STRIP_LENGTHS: u16 = 0x0117;
/// Width and height of the picture, of its first directory and of that of Exif.
const SIZES: [u16; 4] = [0x0100, 0x0101, 0xA002, 0xA003];
const EXIF_DIRECTORY: u16 = 0x8769;
const GPS_DIRECTORY: u16 = 0x8825;
const INTEROPERABILITY_DIRECTORY: u16 = 0xA005;
const MAKER_NOTE: u16 = 0x927C;
/// Print image matching, and padding that Windows adds: of no use to anyone after an edit.
const PRINT_MATCHING: u16 = 0xC4A5;
const PADDING: u16 = 0xEA1C;

/// Type of an offset to another directory.
const LONG: u16 = 4;

/// Directories below one another: IFD0, Exif, interoperability.
const DEEPEST: u32 = 3;

/// Entries read of one directory; real ones have a few dozen.
const MOST_ENTRIES: usize = 1_000;

/// One entry of a directory, in the byte order of its block.
#[derive(Debug, Clone)]
struct Entry {
    tag: u16,
    kind: u16,
    count: u32,
    value: Value,
}

#[derive(Debug, Clone)]
enum Value {
    Bytes(Vec<u8>),
    Directory(Vec<Entry>),
}

/// A block and its byte order.
#[derive(Debug, Clone, Copy)]
struct Tiff<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl<'a> Tiff<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let little = match bytes.get(..4)? {
            [b'I', b'I', 42, 0] => true,
            [b'M', b'M', 0, 42] => false,
            _ => return None,
        };
        Some(Tiff { bytes, little })
    }

    fn short(&self, at: usize) -> Option<u16> {
        let bytes = *self.bytes.get(at..)?.first_chunk::<2>()?;
        Some(if self.little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    fn long(&self, at: usize) -> Option<u32> {
        let bytes = *self.bytes.get(at..)?.first_chunk::<4>()?;
        Some(if self.little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    /// Where the entries of the directory at `at` start, each 12 bytes.
    fn entries(self, at: usize) -> impl Iterator<Item = usize> + 'a {
        let count = self.short(at).map_or(0, usize::from).min(MOST_ENTRIES);
        let bytes = self.bytes.len();
        (0..count).map(move |index| at + 2 + index * 12).take_while(move |entry| entry + 12 <= bytes)
    }

    /// Offset of the first directory.
    fn first(&self) -> Option<usize> {
        self.long(4).map(|offset| offset as usize)
    }

    /// Where the link to the directory after the one at `at` is.
    fn link(&self, at: usize) -> Option<usize> {
        Some(at + 2 + usize::from(self.short(at)?) * 12)
    }

    /// A number an entry holds.
    fn number(&self, directory: usize, tag: u16) -> Option<u32> {
        let entry = self.entries(directory).find(|entry| self.short(*entry) == Some(tag))?;
        match self.short(entry + 2)? {
            3 => self.short(entry + 8).map(u32::from),
            LONG => self.long(entry + 8),
            _ => None,
        }
    }

    /// The entries of a directory and of those within. All of them together are no more than twice the block, since
    /// none lies over another: a directory that names itself ends there.
    fn directory(&self, at: usize) -> Vec<Entry> {
        self.directory_within(at, 1, &Cell::new(2 * self.bytes.len()))
    }

    fn directory_within(&self, at: usize, depth: u32, left: &Cell<usize>) -> Vec<Entry> {
        self.entries(at).filter_map(|entry| self.entry(entry, depth, left)).collect()
    }

    /// The entry at `at`; `None` where it is damaged or not worth keeping.
    fn entry(&self, at: usize, depth: u32, left: &Cell<usize>) -> Option<Entry> {
        left.set(left.get().checked_sub(12)?);
        let (tag, kind, count) = (self.short(at)?, self.short(at + 2)?, self.long(at + 4)?);
        if matches!(tag, MAKER_NOTE | PRINT_MATCHING | PADDING) {
            return None;
        }
        let value = if matches!(tag, EXIF_DIRECTORY | GPS_DIRECTORY | INTEROPERABILITY_DIRECTORY) {
            (depth < DEEPEST)
                .then(|| self.long(at + 8).map(|offset| self.directory_within(offset as usize, depth + 1, left)))??
                .into()
        } else {
            let length = (count as usize).checked_mul(type_bytes(kind)?)?;
            left.set(left.get().checked_sub(length)?);
            let start = if length <= 4 { at + 8 } else { self.long(at + 8)? as usize };
            Value::Bytes(self.bytes.get(start..start.checked_add(length)?)?.to_vec())
        };
        Some(Entry { tag, kind, count, value })
    }
}

impl From<Vec<Entry>> for Value {
    fn from(entries: Vec<Entry>) -> Self {
        Value::Directory(entries)
    }
}

/// Bytes of a value of a TIFF type (TIFF 6.0, section 2).
fn type_bytes(kind: u16) -> Option<usize> {
    match kind {
        1 | 2 | 6 | 7 => Some(1),
        3 | 8 => Some(2),
        4 | 9 | 11 => Some(4),
        5 | 10 | 12 => Some(8),
        _ => None,
    }
}

/// Where in a TIFF structure the bytes of the value of `tag` in its first directory are, and whether its
/// numbers are little-endian.
pub(crate) fn value(block: &[u8], tag: u16) -> Option<(Range<usize>, bool)> {
    let tiff = Tiff::open(block)?;
    let entry = tiff.entries(tiff.first()?).find(|entry| tiff.short(*entry) == Some(tag))?;
    let length = (tiff.long(entry + 4)? as usize).checked_mul(type_bytes(tiff.short(entry + 2)?)?)?;
    let start = if length <= 4 { entry + 8 } else { tiff.long(entry + 8)? as usize };
    let range = start..start.checked_add(length)?;
    block.get(range.clone())?;
    Some((range, tiff.little))
}

/// The orientation a block states, 1 to 8; 1 where it states none.
pub fn orientation(exif: &[u8]) -> u8 {
    let stated = Tiff::open(exif).and_then(|tiff| tiff.number(tiff.first()?, ORIENTATION));
    stated.filter(|value| (1..=8).contains(value)).map_or(1, |value| value as u8)
}

/// Tags of the density: across, down, and what of (Exif 2.32, section 4.6.4).
const ACROSS: u16 = 0x011A;
const DOWN: u16 = 0x011B;
const UNIT: u16 = 0x0128;
/// What is told where the density is not known (the same).
const UNKNOWN_DPI: f32 = 72.0;

/// Dots per inch, across and down; `None` where a block does not say them, or says what stands for an unknown density.
pub fn density(exif: &[u8]) -> Option<(f32, f32)> {
    let tiff = Tiff::open(exif)?;
    let fraction = |tag: u16| {
        let (range, _) = value(exif, tag).filter(|(range, _)| range.len() >= 8)?;
        Some(tiff.long(range.start)? as f32 / tiff.long(range.start + 4)? as f32)
    };
    let per_inch = match tiff.number(tiff.first()?, UNIT).unwrap_or(2) {
        2 => 1.0,
        3 => 2.54,
        _ => return None,
    };
    let told = (fraction(ACROSS)? * per_inch, fraction(DOWN)? * per_inch);
    let is_known = told != (UNKNOWN_DPI, UNKNOWN_DPI);
    (is_known && [told.0, told.1].iter().all(|dpi| dpi.is_normal() && *dpi > 0.0)).then_some(told)
}

/// A block that says nothing but the orientation.
pub fn only_orientation(orientation: u8) -> Vec<u8> {
    let mut block = vec![b'M', b'M', 0, 42, 0, 0, 0, 8, 0, 1];
    block.extend(ORIENTATION.to_be_bytes());
    block.extend([0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    block.extend([0; 4]);
    block
}

/// The block without its thumbnail, every other byte in its place; `None` where there is no
/// thumbnail, or it does not lie at the end.
pub fn without_thumbnail(exif: &[u8]) -> Option<Vec<u8>> {
    let tiff = Tiff::open(exif)?;
    let link = tiff.link(tiff.first()?)?;
    let second = tiff.long(link).filter(|offset| *offset > 0)? as usize;
    let start = tiff.number(second, THUMBNAIL_OFFSET)? as usize;
    let length = tiff.number(second, THUMBNAIL_LENGTH)? as usize;
    let ends_block = start.checked_add(length)?.checked_add(64)? >= exif.len();
    if !ends_block || start <= link + 4 {
        return None;
    }
    let mut block = exif.get(..start)?.to_vec();
    block.get_mut(link..link + 4)?.fill(0);
    Some(block)
}

/// The block of a picture whose pixels have become others: without the thumbnail, which shows the old ones, and without
/// their numbers. Every other byte stays in its place, for the sake of the maker's notes.
pub fn redrawn(exif: &[u8]) -> Vec<u8> {
    let mut block = without_thumbnail(exif).unwrap_or_else(|| exif.to_vec());
    if let Some(mut directories) = Directories::open(&mut block)
        && let Some(first) = directories.first()
    {
        if let Some(second) = directories.next(first) {
            directories.blank_told(second, (THUMBNAIL_OFFSET, THUMBNAIL_LENGTH));
            directories.blank_told(second, (STRIP_OFFSETS, STRIP_LENGTHS));
            directories.end(first);
        }
        for at in directories.numbers(first, EXIF_DIRECTORY).into_iter().chain([first]) {
            directories.retain(at, &|tag| !SIZES.contains(&tag));
        }
    }
    block
}

/// Whether a block has notes of the camera's maker.
pub fn has_maker_note(exif: &[u8]) -> bool {
    let Some(tiff) = Tiff::open(exif) else { return false };
    let inner = tiff.first().and_then(|first| tiff.number(first, EXIF_DIRECTORY)).map(|place| place as usize);
    let places = inner.into_iter().chain(tiff.first());
    places.flat_map(|place| tiff.entries(place)).any(|entry| tiff.short(entry) == Some(MAKER_NOTE))
}

/// The block written anew, without thumbnail and maker notes; `None` where it cannot be read.
pub fn essentials(exif: &[u8]) -> Option<Vec<u8>> {
    let tiff = Tiff::open(exif)?;
    let entries = tiff.directory(tiff.first()?);
    if entries.is_empty() {
        return None;
    }
    let mut block = exif.get(..4)?.to_vec();
    block.extend(bytes_of(8, 4, tiff.little));
    write_directory(entries, tiff.little, &mut block);
    Some(block)
}

/// Fields of a TIFF that say how its pixels lie in it, or that are told elsewhere (TIFF 6.0, appendix A).
pub fn is_about_pixels(tag: u16) -> bool {
    matches!(
        tag,
        254..=266 | 273 | 274 | 277..=284 | 288..=293 | 296 | 297 | 301 | 317..=347 | 512..=532 | 700 | 33_723 | 34_377 | 34_675
    )
}

/// Longest value that is taken over from a TIFF: longer ones are what programs keep for themselves.
const MOST_VALUE: usize = 32 << 10;

/// Whether a field of a TIFF that says something of the picture is too long to be taken over.
pub fn is_too_long(tag: u16, bytes: usize) -> bool {
    !is_about_pixels(tag) && bytes > MOST_VALUE
}

impl Entry {
    fn is_short(&self) -> bool {
        match &self.value {
            Value::Bytes(bytes) => bytes.len() <= MOST_VALUE,
            Value::Directory(entries) => !entries.is_empty(),
        }
    }
}

/// What the directory at a place of a TIFF says of the picture, beside its pixels, as an Exif block; `None` where it
/// says nothing.
pub fn of_tiff(file: &[u8], at: usize) -> Option<Vec<u8>> {
    let tiff = Tiff::open(file)?;
    let mut entries = tiff.directory(at);
    entries.retain(|entry| !is_about_pixels(entry.tag) && entry.is_short());
    if entries.is_empty() {
        return None;
    }
    let mut block = file.get(..4)?.to_vec();
    block.extend(bytes_of(8, 4, tiff.little));
    write_directory(entries, tiff.little, &mut block);
    Some(block)
}

/// A field that a writer of TIFF sets, its bytes in the file's order.
#[derive(Debug, Clone)]
pub struct Own {
    /// What it says.
    pub tag: u16,
    /// The type of its value (TIFF 6.0, section 2).
    pub kind: u16,
    /// The value.
    pub bytes: Vec<u8>,
}

/// Appends the directory of a page to a TIFF: the writer's own fields, and those of an Exif block of the same byte
/// order. Tells where the place of the next directory goes.
pub fn write_page(own: Vec<Own>, exif: Option<&[u8]>, little: bool, file: &mut Vec<u8>) -> usize {
    let tiff = exif.and_then(Tiff::open).filter(|tiff| tiff.little == little);
    let mut entries = tiff.and_then(|tiff| Some(tiff.directory(tiff.first()?))).unwrap_or_default();
    entries.retain(|entry| !is_about_pixels(entry.tag) && own.iter().all(|own| own.tag != entry.tag));
    entries.extend(own.into_iter().map(|Own { tag, kind, bytes }| {
        let count = (bytes.len() / type_bytes(kind).unwrap_or(1)) as u32;
        Entry { tag, kind, count, value: Value::Bytes(bytes) }
    }));
    entries.sort_by_key(|entry| entry.tag);
    let link = file.len() + 2 + entries.len() * 12;
    write_directory(entries, little, file);
    link
}

/// The low `width` bytes of a number in a block's byte order.
fn bytes_of(number: u32, width: usize, little: bool) -> Vec<u8> {
    if little { number.to_le_bytes()[..width].to_vec() } else { number.to_be_bytes()[4 - width..].to_vec() }
}

/// Appends a directory and everything it points at.
fn write_directory(entries: Vec<Entry>, little: bool, block: &mut Vec<u8>) {
    block.extend(bytes_of(entries.len() as u32, 2, little));
    let mut slot = block.len() + 8;
    // The values' places are patched in as they are written behind the directory.
    for entry in &entries {
        block.extend(bytes_of(u32::from(entry.tag), 2, little));
        block.extend(bytes_of(u32::from(entry.kind), 2, little));
        block.extend(bytes_of(entry.count, 4, little));
        block.extend([0; 4]);
    }
    block.extend([0; 4]);
    for entry in entries {
        let place = bytes_of(block.len() as u32, 4, little);
        match entry.value {
            Value::Bytes(bytes) if bytes.len() <= 4 => block[slot..slot + bytes.len()].copy_from_slice(&bytes),
            Value::Bytes(bytes) => {
                block[slot..slot + 4].copy_from_slice(&place);
                block.extend(&bytes);
            }
            Value::Directory(entries) => {
                block[slot..slot + 4].copy_from_slice(&place);
                write_directory(entries, little, block);
            }
        }
        if block.len() % 2 == 1 {
            block.push(0);
        }
        slot += 12;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Little-endian block: orientation 6, a maker note, an artist, and a thumbnail at the end.
    fn sample() -> Vec<u8> {
        let mut block = b"II*\0\x08\0\0\0".to_vec();
        let entry = |tag: u16, kind: u16, count: u32, value: u32| {
            let parts = [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()];
            parts.concat()
        };
        // IFD0 at 8: 3 entries, 42 bytes, ends at 50.
        block.extend([3, 0]);
        block.extend(entry(ORIENTATION, 3, 1, 6));
        block.extend(entry(0x013B, 2, 6, 50));
        block.extend(entry(EXIF_DIRECTORY, LONG, 1, 56));
        block.extend(92u32.to_le_bytes());
        block.extend(b"Annie\0");
        // Exif directory at 56: a maker note of 6 bytes and a colour space.
        block.extend([2, 0]);
        block.extend(entry(MAKER_NOTE, 7, 6, 86));
        block.extend(entry(0xA001, 3, 1, 1));
        block.extend([0; 4]);
        block.extend(b"maker!");
        // IFD1 at 92.
        block.extend([2, 0]);
        block.extend(entry(THUMBNAIL_OFFSET, LONG, 1, 122));
        block.extend(entry(THUMBNAIL_LENGTH, LONG, 1, 5));
        block.extend([0; 4]);
        block.extend(b"thumb");
        block
    }

    fn read_with_kamadak(block: Vec<u8>) -> exif::Exif {
        exif::Reader::new().read_raw(block).unwrap()
    }

    #[test]
    fn an_independent_reader_agrees() {
        let block = sample();
        assert_eq!(orientation(&block), 6);
        let field = |exif: &exif::Exif, tag| {
            exif.get_field(tag, exif::In::PRIMARY).map(|f| f.value.display_as(tag).to_string())
        };
        let whole = read_with_kamadak(block.clone());
        let smaller = read_with_kamadak(essentials(&block).unwrap());
        for tag in [exif::Tag::Orientation, exif::Tag::Artist, exif::Tag::ColorSpace] {
            assert!(field(&whole, tag).is_some());
            assert_eq!(field(&whole, tag), field(&smaller, tag));
        }
        assert!(field(&whole, exif::Tag::MakerNote).is_some());
        assert!(field(&smaller, exif::Tag::MakerNote).is_none());
        let bare = read_with_kamadak(only_orientation(6));
        assert_eq!(bare.get_field(exif::Tag::Orientation, exif::In::PRIMARY).unwrap().value.get_uint(0), Some(6));
    }

    #[test]
    fn densities_are_told_in_inches_and_72_says_nothing() {
        let block = |unit: u16, (over, under): (u32, u32)| {
            let entry = |tag: u16, kind: u16, value: u32| {
                [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &1_u32.to_be_bytes(), &value.to_be_bytes()].concat()
            };
            let entries = [entry(ACROSS, 5, 50), entry(DOWN, 5, 50), entry(UNIT, 3, u32::from(unit) << 16)];
            let fraction = [over.to_be_bytes(), under.to_be_bytes()].concat();
            [&b"MM\0*\0\0\0\x08\0\x03"[..], &entries.concat(), &[0; 4], &fraction].concat()
        };
        assert_eq!(density(&block(2, (600, 2))), Some((300.0, 300.0)));
        assert_eq!(density(&block(3, (100, 1))), Some((254.0, 254.0)));
        for (unit, fraction) in [(2, (72, 1)), (1, (300, 1)), (2, (300, 0)), (2, (0, 0)), (2, (0, 1))] {
            assert_eq!(density(&block(unit, fraction)), None, "{unit} {fraction:?}");
        }
        assert_eq!(density(&sample()), None);
    }

    #[test]
    fn the_thumbnail_goes_and_the_rest_stays_in_place() {
        let block = sample();
        let cut = without_thumbnail(&block).unwrap();
        assert!(!cut.windows(5).any(|window| window == b"thumb"));
        assert!(cut.windows(6).any(|window| window == b"maker!"));
        assert!(has_maker_note(&cut) && !has_maker_note(&essentials(&cut).unwrap()));
        assert_eq!(orientation(&cut), 6);
        assert!(without_thumbnail(&cut).is_none());
    }

    #[test]
    fn nothing_is_said_of_pixels_that_are_gone() {
        let mut block = sample();
        // The colour space becomes the width.
        let at = block.windows(2).position(|tag| tag == 0xA001_u16.to_le_bytes()).unwrap();
        block[at..at + 2].copy_from_slice(&0xA002_u16.to_le_bytes());
        // A thumbnail at the end is cut off, one with data behind it is written over.
        let inside = [&block[..], &[1; 100]].concat();
        for block in [block, inside] {
            let redrawn = redrawn(&block);
            assert!(!redrawn.windows(5).any(|bytes| bytes == b"thumb"));
            assert!(redrawn.windows(6).any(|bytes| bytes == b"maker!"));
            let fields = read_with_kamadak(redrawn);
            assert!(fields.get_field(exif::Tag::PixelXDimension, exif::In::PRIMARY).is_none());
            assert!(fields.get_field(exif::Tag::MakerNote, exif::In::PRIMARY).is_some());
            assert!(fields.get_field(exif::Tag::JPEGInterchangeFormat, exif::In::THUMBNAIL).is_none());
            assert!(fields.get_field(exif::Tag::Artist, exif::In::PRIMARY).is_some());
        }
    }

    #[test]
    fn damaged_blocks_do_no_harm() {
        let block = sample();
        for end in 0..block.len() {
            for at in 0..end {
                let mut bad = block[..end].to_vec();
                bad[at] ^= 0x55;
                let _ = (orientation(&bad), density(&bad), without_thumbnail(&bad), essentials(&bad), redrawn(&bad));
            }
        }
    }

    #[test]
    fn directories_that_name_themselves_end() {
        // A thousand entries that each say the directory's own place is that of the Exif directory.
        let entry = [&EXIF_DIRECTORY.to_le_bytes()[..], &LONG.to_le_bytes(), &[1, 0, 0, 0, 8, 0, 0, 0]].concat();
        let block = [b"II*\0\x08\0\0\0\xE8\x03".to_vec(), entry.repeat(1_000), vec![0; 4]].concat();
        let tiff = Tiff::open(&block).unwrap();
        let left = Cell::new(2 * block.len());
        let _ = tiff.directory_within(8, 1, &left);
        assert!(left.get() < 12, "all of the room is used, and no more");
        let _ = (without_thumbnail(&block), essentials(&block));
    }
}
