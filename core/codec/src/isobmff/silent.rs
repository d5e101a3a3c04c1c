//! Metadata taken out of a file in place: its boxes become free space, so that everything else stays where it is
//! (ISO/IEC 14496-12, 8.1.2).

use std::collections::BTreeSet;
use std::ops::Range;

use super::boxes::{Boxed, boxes, find};
use super::fields::Fields;
use super::items::Meta;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// Kinds of items that are words, not pictures.
const WORDS: [&[u8; 4]; 3] = [b"Exif", b"mime", b"uri "];

/// What is written over, and with what.
type Edit = (Range<usize>, Vec<u8>);

/// The file without Exif, XMP and whatever else is in words; with `is_plain`, without the colour profile too.
///
/// # Errors
/// `Malformed` where boxes do not lie as they are told to, and as for reading.
pub fn silenced(bytes: &[u8], is_plain: bool, context: &Context) -> Result<Vec<u8>> {
    let meta = Meta::read(bytes, context)?;
    let items: Vec<_> = WORDS.iter().flat_map(|kind| meta.of_kind(kind)).collect();
    let ids: BTreeSet<u32> = items.iter().map(|item| item.id).collect();
    let edits = edits(bytes, &ids, is_plain, context)?;
    context.room(bytes.len())?;
    let mut file = bytes.to_vec();
    let mut left = file.len();
    for place in items.iter().flat_map(|item| meta.places(item)) {
        context.tick(1)?;
        let twice = || Error::malformed("the data of two items overlap");
        left = left.checked_sub(place.len()).ok_or_else(twice)?;
        file.get_mut(place).unwrap_or_default().fill(0);
    }
    for (range, new) in edits {
        file[range].copy_from_slice(&new);
    }
    let silent = Meta::read(&file, context)?;
    match ids.iter().all(|id| silent.item(*id).is_err()) {
        true => Ok(file),
        false => Err(Error::malformed("the container lists an item twice")),
    }
}

/// What of the boxes is written over, where the items of these numbers go.
fn edits(bytes: &[u8], ids: &BTreeSet<u32>, is_plain: bool, context: &Context) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    let described = find(bytes, b"meta").and_then(|meta| meta.get(4..)).unwrap_or_default();
    for boxed in boxes(described) {
        context.checkpoint()?;
        let left = match &boxed.kind {
            b"iinf" => entries(boxed.body, ids)?,
            b"iref" => references(boxed.body, ids)?,
            b"iloc" => places(boxed.body, ids)?,
            _ => continue,
        };
        edits.push(shortened(bytes, boxed, Some(left))?);
    }
    let properties = find(described, b"iprp").and_then(|properties| find(properties, b"ipco")).unwrap_or_default();
    let is_profile = |boxed: &Boxed| &boxed.kind == b"colr" && matches!(boxed.body.get(..4), Some(b"prof" | b"rICC"));
    for boxed in boxes(properties).filter(|boxed| is_plain && is_profile(boxed)).chain(asides(bytes)) {
        edits.push(shortened(bytes, boxed, None)?);
    }
    Ok(edits)
}

/// Boxes beside the description of the items in which programs put their words.
fn asides(bytes: &[u8]) -> impl Iterator<Item = Boxed<'_>> {
    let movie = find(bytes, b"moov").unwrap_or_default();
    let tracks = boxes(movie).filter(|boxed| &boxed.kind == b"trak").flat_map(|track| boxes(track.body));
    let inside = boxes(movie).chain(tracks).filter(|boxed| matches!(&boxed.kind, b"udta" | b"meta"));
    boxes(bytes).filter(|boxed| &boxed.kind == b"uuid").chain(inside)
}

/// A box with what is left of its body, or none of it, and free room up to where it ended.
fn shortened(file: &[u8], boxed: Boxed<'_>, left: Option<Vec<u8>>) -> Result<Edit> {
    let start = boxed.body.as_ptr().addr() - file.as_ptr().addr();
    let (head, end) = (start.saturating_sub(8), start + boxed.body.len());
    let length = |bytes: usize| (bytes as u32).to_be_bytes();
    if file.get(head..start) != Some(&[&length(end - head)[..], &boxed.kind].concat()) {
        return Err(Error::malformed("a box of the container has no explicit size"));
    }
    let mut new = Vec::new();
    if let Some(left) = left {
        new = [&length(8 + left.len())[..], &boxed.kind, &left].concat();
    }
    match end - head - new.len() {
        0 => {}
        free @ 8.. => {
            new.extend([&length(free)[..], b"free"].concat());
            new.resize(end - head, 0);
        }
        _ => return Err(Error::malformed("an entry of the container is too short")),
    }
    Ok((head..end, new))
}

/// The list of items without some of them (8.11.6).
fn entries(body: &[u8], ids: &BTreeSet<u32>) -> Result<Vec<u8>> {
    let mut fields = Fields(body);
    let (version, _) = fields.version()?;
    let width = if version == 0 { 2 } else { 4 };
    let count = fields.number(width)?;
    let id = |boxed: &Boxed| {
        let mut fields = Fields(boxed.body);
        let (version, _) = fields.version()?;
        if version < 3 { fields.u16().map(u32::from) } else { fields.u32() }
    };
    kept(body, fields.0, ids, id).map(|(mut left, dropped)| {
        let number = count.saturating_sub(dropped).to_be_bytes();
        left.splice(4..4 + usize::from(width), number[8 - usize::from(width)..].iter().copied());
        left
    })
}

/// References without those of some items (8.11.12).
fn references(body: &[u8], ids: &BTreeSet<u32>) -> Result<Vec<u8>> {
    let mut fields = Fields(body);
    let (version, _) = fields.version()?;
    let id = |boxed: &Boxed| {
        let mut fields = Fields(boxed.body);
        if version == 0 { fields.u16().map(u32::from) } else { fields.u32() }
    };
    Ok(kept(body, fields.0, ids, id)?.0)
}

/// A body without the boxes at its end that are of some items, and how many those were.
fn kept(body: &[u8], list: &[u8], ids: &BTreeSet<u32>, id: impl Fn(&Boxed) -> Result<u32>) -> Result<(Vec<u8>, u64)> {
    let (mut left, mut dropped) = (body[..body.len() - list.len()].to_vec(), 0);
    for boxed in boxes(list) {
        if ids.contains(&id(&boxed)?) {
            dropped += 1;
        } else {
            left.extend([&(8 + boxed.body.len() as u32).to_be_bytes()[..], &boxed.kind, boxed.body].concat());
        }
    }
    Ok((left, dropped))
}

/// Places of data without those of some items (8.11.3).
fn places(body: &[u8], ids: &BTreeSet<u32>) -> Result<Vec<u8>> {
    let mut fields = Fields(body);
    let (version, _) = fields.version()?;
    let sizes = fields.u16()?;
    let [offset, length, base, index] = [12, 8, 4, 0].map(|shift| usize::from(sizes >> shift & 15));
    let width = if version < 2 { 2 } else { 4 };
    let count = fields.number(width)?;
    let (mut left, mut entries) = (0_u64, Vec::new());
    let index = if version == 0 { 0 } else { index };
    for _ in 0..count {
        let start = fields.0;
        let id = fields.number(width)? as u32;
        let source = if version == 0 { 2 } else { 4 };
        fields.bytes(source + base)?;
        let extents = usize::from(fields.u16()?);
        fields.bytes(extents * (index + offset + length))?;
        if !ids.contains(&id) {
            left += 1;
            entries.extend_from_slice(&start[..start.len() - fields.0.len()]);
        }
    }
    let number = left.to_be_bytes();
    Ok([&body[..6], &number[8 - usize::from(width)..], &entries].concat())
}
