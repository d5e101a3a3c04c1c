//! What follows a picture in its file: further pictures (CIPA DC-007, the multi-picture format), gain
//! maps, films. They stay as they are; the index in the first picture is set right.

use crate::exif;
use crate::jpeg::markers::{APP2, Segment};

/// Start of the segment that holds the index.
pub const INDEX: &[u8] = b"MPF\0";

/// Tag of the list of pictures in the index (DC-007, 5.2.3.3), and bytes of each of its entries.
const ENTRIES: u16 = 0xB002;
const ENTRY_BYTES: usize = 16;

/// Bytes after the end of a picture that may be padding.
const MOST_PADDING: usize = 256;

/// Whether what follows a picture is worth nothing.
pub fn is_padding(trailer: &[u8]) -> bool {
    let has_picture = trailer.windows(3).any(|bytes| bytes == [0xFF, 0xD8, 0xFF]);
    trailer.len() <= MOST_PADDING && !has_picture || trailer.windows(2).all(|pair| pair[0] == pair[1])
}

/// Whether a segment says something about the pictures that follow: the index, or what version of
/// ISO 21496-1 the gain map is of.
pub fn is_about(segment: &Segment) -> bool {
    segment.marker == APP2 && [INDEX, b"urn:iso:std:iso:ts:21496:-1\0"].iter().any(|s| segment.payload.starts_with(s))
}

/// What follows the first picture of a file.
#[derive(Debug)]
pub struct Further {
    /// Verbatim.
    pub bytes: Vec<u8>,
    /// Where it starts in the source.
    start: usize,
    /// Where the places in the index are counted from in the source: behind its signature.
    origin: usize,
}

impl Further {
    /// What follows the picture that ends at `start`; `None` where it is padding.
    pub fn find(trailer: &[u8], start: usize, segments: &[Segment]) -> Option<Self> {
        let index = segments.iter().find(|segment| segment.marker == APP2 && segment.payload.starts_with(INDEX));
        let origin = index.map_or(0, |segment| segment.at + INDEX.len());
        (!is_padding(trailer)).then(|| Further { bytes: trailer.to_vec(), start, origin })
    }

    /// Appends everything to `file`, which holds the first picture and in it the index, behind its
    /// signature, at `origin`; the index then says where each picture is now.
    pub fn attach(&self, file: &mut Vec<u8>, origin: Option<usize>) {
        let length = file.len();
        if let Some(origin) = origin
            && let Some((entries, little)) = exif::value(&file[origin..], ENTRIES)
        {
            for (number, entry) in file[origin..][entries].chunks_exact_mut(ENTRY_BYTES).enumerate() {
                self.correct(number == 0, entry, little, origin, length);
            }
        }
        file.extend_from_slice(&self.bytes);
    }

    /// Sets an entry right: the size of the first picture, the place of another one.
    fn correct(&self, is_first: bool, entry: &mut [u8], little: bool, origin: usize, length: usize) {
        let (size, place) = (4..8, 8..12);
        if is_first {
            put(&mut entry[size], length, little);
            return;
        }
        let source = self.origin + number(&entry[place.clone()], little);
        if let Some(into) = source.checked_sub(self.start) {
            put(&mut entry[place], length + into - origin, little);
        }
    }
}

fn number(bytes: &[u8], little: bool) -> usize {
    let bytes = bytes.first_chunk::<4>().copied().unwrap_or_default();
    (if little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }) as usize
}

fn put(bytes: &mut [u8], number: usize, little: bool) {
    let number = number as u32;
    bytes.copy_from_slice(&if little { number.to_le_bytes() } else { number.to_be_bytes() });
}
