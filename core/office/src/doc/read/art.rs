//! Office drawing records ([MS-ODRAW]): records in records, shapes with properties, and pictures.

use std::collections::BTreeMap;

use transvase_base::le;

/// Records within one another.
const MAX_DEPTH: usize = 24;
/// Records of one drawing that count.
const MAX_RECORDS: usize = 100_000;
/// Bytes of the record of a picture of the store before its name ([MS-ODRAW], 2.2.32).
const STORED: usize = 36;

/// Kinds of records ([MS-ODRAW], 2.1).
pub(super) const STORE: u16 = 0xF001;
/// OfficeArtDgContainer: the drawing of a part of the document.
const DRAWING: u16 = 0xF002;
/// OfficeArtSpgrContainer: a group of shapes.
const GROUP: u16 = 0xF003;
/// OfficeArtSpContainer: a shape.
pub(super) const SHAPE: u16 = 0xF004;
/// OfficeArtFBSE: a picture of the store.
const STORED_PICTURE: u16 = 0xF007;
/// OfficeArtFSPGR: the coordinates of a group.
const GROUP_PLACE: u16 = 0xF009;
/// OfficeArtFSP: the number and the flags of a shape.
const SHAPE_NUMBER: u16 = 0xF00A;
/// OfficeArtFOPT, OfficeArtSecondaryFOPT and OfficeArtTertiaryFOPT: properties of a shape.
const PROPERTIES: [u16; 3] = [0xF00B, 0xF121, 0xF122];
/// OfficeArtChildAnchor: the place of a shape in its group.
const CHILD_PLACE: u16 = 0xF00F;

/// A record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Record<'a> {
    pub kind: u16,
    /// What it is in particular.
    pub instance: u16,
    pub bytes: &'a [u8],
}

/// The records that follow one another; the last may be cut.
pub(super) fn records(bytes: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (head, kind, len) = (le::u16(bytes, at)?, le::u16(bytes, at + 2)?, le::u32(bytes, at + 4)? as usize);
        let begin = at + 8;
        let end = begin.saturating_add(len).min(bytes.len());
        at = end;
        Some(Record { kind, instance: head >> 4, bytes: bytes.get(begin..end)? })
    })
    .take(MAX_RECORDS)
}

/// A place as shares of that of the outermost group: left, top, right, bottom.
pub(super) type Share = [f32; 4];
/// All of it.
const WHOLE: Share = [0.0, 0.0, 1.0, 1.0];

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    pub number: u32,
    /// The number of the outermost group it is part of.
    pub group: Option<u32>,
    pub place: Share,
    pub properties: Properties,
}

/// The properties of a shape ([MS-ODRAW], 2.3).
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Properties {
    values: BTreeMap<u16, u32>,
    /// Words for those who do not see it.
    pub alt: Option<String>,
}

impl Properties {
    /// The value of a property.
    pub(super) fn get(&self, number: u16) -> Option<u32> {
        self.values.get(&number).copied()
    }

    /// A property that is on or off: a bit of several, if the bit that says that it counts is set.
    pub(super) fn flag(&self, number: u16, bit: u32) -> Option<bool> {
        let value = self.get(number).filter(|value| value >> (bit + 16) & 1 == 1)?;
        Some(value >> bit & 1 == 1)
    }

    /// A number with 16 bits behind the point.
    pub(super) fn fixed(&self, number: u16) -> Option<f32> {
        self.get(number).map(|value| value.cast_signed() as f32 / 65_536.0)
    }

    /// Takes the properties of a shape's records.
    pub(super) fn read(shape: &[u8]) -> Properties {
        let mut properties = Properties::default();
        for record in records(shape).filter(|record| PROPERTIES.contains(&record.kind)) {
            properties.take(record);
        }
        properties
    }

    fn take(&mut self, record: Record<'_>) {
        // `wzDescription`.
        const ALT: u16 = 0x0381;
        let count = usize::from(record.instance);
        // Values that are longer than four bytes lie behind all.
        let mut rest = count * 6;
        for at in 0..count {
            let Some((head, value)) = le::u16(record.bytes, at * 6).zip(le::u32(record.bytes, at * 6 + 2)) else {
                break;
            };
            let number = head & 0x3FFF;
            if head & 0x8000 != 0 {
                if number == ALT {
                    let text = le::text(record.bytes, rest, value as usize / 2);
                    let text = text.map(|text| text.trim_end_matches('\0').trim().to_owned());
                    self.alt = text.filter(|text| !text.is_empty());
                }
                rest = rest.saturating_add(value as usize);
            } else {
                self.values.insert(number, value);
            }
        }
    }
}

/// The shapes of the drawings of a document: those in groups with their places in these.
pub(super) fn shapes(drawings: &[u8]) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for record in records(drawings).filter(|record| record.kind == DRAWING) {
        for group in records(record.bytes).filter(|record| record.kind == GROUP) {
            members(group.bytes, None, WHOLE, 0, &mut shapes);
        }
    }
    shapes
}

/// The shapes of a group, the first of which is the group itself.
fn members(bytes: &[u8], outer: Option<u32>, place: Share, depth: usize, shapes: &mut Vec<Shape>) {
    let mut group = outer;
    let mut space = None;
    let mut is_first = true;
    for record in records(bytes) {
        match record.kind {
            SHAPE => {
                let Some((mut shape, flags)) = shape(record.bytes) else { continue };
                if std::mem::take(&mut is_first) {
                    space = rectangle(record.bytes, GROUP_PLACE);
                    // The group of all shapes is none (2.2.40, OfficeArtFSP: fPatriarch).
                    if flags & 4 == 0 {
                        group = outer.or(Some(shape.number));
                    }
                    continue;
                }
                let own = rectangle(record.bytes, CHILD_PLACE).zip(space).map(|(own, space)| share(own, space, place));
                (shape.group, shape.place) = (group, own.unwrap_or(place));
                shapes.push(shape);
            }
            GROUP if depth < MAX_DEPTH => {
                let head = records(record.bytes).find(|record| record.kind == SHAPE).map(|record| record.bytes);
                let own = head.and_then(|head| rectangle(head, CHILD_PLACE)).zip(space);
                let own = own.filter(|_| group.is_some()).map(|(own, space)| share(own, space, place));
                members(record.bytes, group, own.unwrap_or(WHOLE), depth + 1, shapes);
            }
            _ => {}
        }
    }
}

/// A shape in its records, and what it says of itself.
fn shape(bytes: &[u8]) -> Option<(Shape, u32)> {
    let head = records(bytes).find(|record| record.kind == SHAPE_NUMBER)?;
    let (number, flags) = (le::u32(head.bytes, 0)?, le::u32(head.bytes, 4)?);
    let properties = Properties::read(bytes);
    Some((Shape { number, group: None, place: WHOLE, properties }, flags))
}

fn rectangle(shape: &[u8], kind: u16) -> Option<[i32; 4]> {
    let record = records(shape).find(|record| record.kind == kind)?;
    let side = |at: usize| le::i32(record.bytes, at * 4);
    Some([side(0)?, side(1)?, side(2)?, side(3)?])
}

/// A place in the space of a group that lies at `place`.
fn share(own: [i32; 4], space: [i32; 4], place: Share) -> Share {
    let along = |at: usize, axis: usize| {
        let (begin, end) = (f64::from(space[axis]), f64::from(space[axis + 2]));
        let whole = if (end - begin).abs() < 1.0 { 1.0 } else { end - begin };
        let part = ((f64::from(own[at]) - begin) / whole).clamp(-10.0, 10.0) as f32;
        place[axis] + part * (place[axis + 2] - place[axis])
    };
    [along(0, 0), along(1, 1), along(2, 0), along(3, 1)]
}

/// A picture as the file has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Blip<'a> {
    /// An encoded picture.
    Encoded(&'a [u8]),
    /// A bitmap without the header of a file.
    Bitmap(&'a [u8]),
    /// A metafile of Windows, packed (zlib) or not.
    Metafile(&'a [u8], bool),
}

/// The picture of a record; `None` where it is of another kind ([MS-ODRAW], 2.2.23).
pub(super) fn blip(record: Record<'_>) -> Option<Blip<'_>> {
    // The last bit of the instance tells of a second name.
    let names = 16 * (1 + usize::from(record.instance & 1));
    let rest = |skip: usize| record.bytes.get(names + skip..).filter(|rest| !rest.is_empty());
    match record.kind {
        0xF01A | 0xF01B => Some(Blip::Metafile(rest(34)?, le::u8(record.bytes, names + 32)? == 0)),
        0xF01D | 0xF01E | 0xF029 | 0xF02A => rest(1).map(Blip::Encoded),
        0xF01F => rest(1).map(Blip::Bitmap),
        _ => None,
    }
}

/// The picture of a record of the store: within it, or where it says in the stream of the text.
pub(super) fn stored<'a>(record: Record<'a>, document: &'a [u8]) -> Option<Blip<'a>> {
    if record.kind != STORED_PICTURE {
        return blip(record);
    }
    let name = usize::from(le::u8(record.bytes, 33)?);
    let within = record.bytes.get(STORED + name..).and_then(|rest| records(rest).next());
    within.and_then(blip).or_else(|| {
        let place = le::u32(record.bytes, 28).filter(|place| *place != u32::MAX && *place > 0)?;
        records(document.get(place as usize..)?).next().and_then(blip)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u16, instance: u16, bytes: &[u8]) -> Vec<u8> {
        let version = if (0xF000..=0xF004).contains(&kind) { 15 } else { 0 };
        let mut all = Vec::new();
        all.extend((instance << 4 | version).to_le_bytes());
        all.extend(kind.to_le_bytes());
        all.extend((bytes.len() as u32).to_le_bytes());
        all.extend(bytes);
        all
    }

    fn numbers(numbers: &[i32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn shapes_of_groups_have_shares_of_their_places() {
        let head = |number: i32, flags: i32| record(SHAPE_NUMBER, 0, &numbers(&[number, flags]));
        let all = record(SHAPE, 0, &head(1, 5));
        let group = [head(2, 1), record(GROUP_PLACE, 1, &numbers(&[0, 0, 100, 50]))].concat();
        let properties = [&[0x04, 0x41][..], &numbers(&[7]), &[0x81, 0xC3], &numbers(&[4]), b"h\0i\0"].concat();
        let child = [head(3, 2), record(CHILD_PLACE, 0, &numbers(&[50, 0, 100, 25])), record(0xF00B, 2, &properties)];
        let group = record(GROUP, 0, &[record(SHAPE, 0, &group), record(SHAPE, 0, &child.concat())].concat());
        let alone = record(SHAPE, 0, &head(4, 0));
        let drawing = record(DRAWING, 0, &record(GROUP, 0, &[all, group, alone].concat()));
        let shapes = shapes(&drawing);
        let [child, alone] = shapes.as_slice() else { panic!("two shapes: {shapes:?}") };
        assert_eq!((child.number, child.group, child.place), (3, Some(2), [0.5, 0.0, 1.0, 0.5]));
        assert_eq!((child.properties.get(0x104), child.properties.alt.as_deref()), (Some(7), Some("hi")));
        assert_eq!((alone.number, alone.group), (4, None));
    }

    #[test]
    fn pictures_stand_behind_their_names() {
        let bytes = [&[0; 16][..], &[0xFF], b"PNG"].concat();
        let of = |instance| blip(Record { kind: 0xF01E, instance, bytes: &bytes });
        assert_eq!((of(0x6E0), of(0x6E1)), (Some(Blip::Encoded(b"PNG")), None));
        let cut = record(0xF01E, 0x6E0, &bytes);
        assert_eq!(records(&cut[..cut.len() - 1]).next().and_then(blip), Some(Blip::Encoded(b"PN")));
    }
}
