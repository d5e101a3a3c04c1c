//! Files of items, as few boxes as readers ask for.

/// An item of a new file. The first is the picture that is shown; the others are numbered from 2 on.
#[derive(Debug)]
pub struct NewItem {
    /// What it is.
    pub kind: [u8; 4],
    /// Media type, for those of the kind `mime`.
    pub media_type: &'static str,
    /// Its data.
    pub data: Vec<u8>,
    /// Its properties, each a box, in the order in which they are applied, and whether readers have to know them.
    pub properties: Vec<(Vec<u8>, bool)>,
    /// How it belongs to other items, by their numbers.
    pub refers: Vec<([u8; 4], Vec<u16>)>,
}

/// A box (ISO/IEC 14496-12, 4.2).
pub(super) fn boxed(kind: &[u8; 4], body: &[&[u8]]) -> Vec<u8> {
    let length = 8 + body.iter().map(|piece| piece.len()).sum::<usize>();
    [&(length as u32).to_be_bytes()[..], kind, &body.concat()].concat()
}

/// What a file says of pictures, as a box.
pub fn property(kind: &[u8; 4], body: &[&[u8]]) -> Vec<u8> {
    boxed(kind, body)
}

impl NewItem {
    /// A property without a version.
    pub fn property(&mut self, kind: &[u8; 4], body: &[&[u8]], is_essential: bool) {
        self.properties.push((property(kind, body), is_essential));
    }
}

/// Ends of what 32-bit offsets reach.
pub(super) fn number(count: usize) -> [u8; 4] {
    (count as u32).to_be_bytes()
}

pub(super) fn short(count: usize) -> [u8; 2] {
    (count as u16).to_be_bytes()
}

/// A file of these brands, the major one first.
pub fn file(brands: &[[u8; 4]], items: &[NewItem]) -> Vec<u8> {
    let major = brands.first().copied().unwrap_or_default();
    let head = boxed(b"ftyp", &[&major, &[0; 4], &brands.concat()]);
    // The description is as long whatever the offsets in it are.
    let before = head.len() + described(items, 0).len() + 8;
    let data: Vec<&[u8]> = items.iter().map(|item| &item.data[..]).collect();
    [head, described(items, before), boxed(b"mdat", &data)].concat()
}

/// The description of all items, whose data begin at an offset, one behind the other.
pub(super) fn described(items: &[NewItem], offset: usize) -> Vec<u8> {
    let handler = boxed(b"hdlr", &[&[0; 8], b"pict", &[0; 13]]);
    let primary = boxed(b"pitm", &[&[0; 4], &short(1)]);
    let parts = [handler, primary, places(items, offset), kinds(items), references(items), properties(items)];
    boxed(b"meta", &[&[0; 4], &parts.concat()])
}

/// Where data lie (8.11.3): offsets and lengths of four bytes.
fn places(items: &[NewItem], offset: usize) -> Vec<u8> {
    let mut places = Vec::new();
    let mut from = offset;
    for (at, item) in items.iter().enumerate() {
        places.extend([&short(at + 1)[..], &short(0), &short(1), &number(from), &number(item.data.len())].concat());
        from += item.data.len();
    }
    boxed(b"iloc", &[&[0; 4], &[0x44, 0], &short(items.len()), &places])
}

/// Kinds of items (8.11.6).
fn kinds(items: &[NewItem]) -> Vec<u8> {
    let mut entries = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let media_type =
            if item.media_type.is_empty() { Vec::new() } else { [item.media_type.as_bytes(), &[0]].concat() };
        // Version 2; no protection, no name.
        let entry = boxed(b"infe", &[&[2, 0, 0, 0], &short(at + 1), &short(0), &item.kind, &[0], &media_type]);
        entries.extend(entry);
    }
    boxed(b"iinf", &[&[0; 4], &short(items.len()), &entries])
}

/// What belongs to what (8.11.12).
fn references(items: &[NewItem]) -> Vec<u8> {
    let mut references = Vec::new();
    for (at, item) in items.iter().enumerate() {
        for (kind, to) in &item.refers {
            let numbers: Vec<u8> = to.iter().flat_map(|number| number.to_be_bytes()).collect();
            references.extend(boxed(kind, &[&short(at + 1), &short(to.len()), &numbers]));
        }
    }
    if references.is_empty() { Vec::new() } else { boxed(b"iref", &[&[0; 4], &references]) }
}

/// Properties, each once, and whose they are (ISO/IEC 23008-12, 9.3).
fn properties(items: &[NewItem]) -> Vec<u8> {
    let (mut list, mut owners, mut count): (Vec<&[u8]>, Vec<u8>, usize) = (Vec::new(), Vec::new(), 0);
    for (at, item) in items.iter().enumerate().filter(|(_, item)| !item.properties.is_empty()) {
        count += 1;
        owners.extend(short(at + 1));
        owners.push(item.properties.len() as u8);
        for (property, is_essential) in &item.properties {
            let place = list.iter().position(|known| known == property).unwrap_or_else(|| {
                list.push(property);
                list.len() - 1
            });
            owners.push((place as u8 + 1) | if *is_essential { 0x80 } else { 0 });
        }
    }
    let owned = boxed(b"ipma", &[&[0; 4], &number(count), &owners]);
    boxed(b"iprp", &[&boxed(b"ipco", &list), &owned])
}
