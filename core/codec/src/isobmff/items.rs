//! Items of a file: pictures and what belongs to them (ISO/IEC 14496-12, 8.11).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::boxes::{boxes, find};
use super::fields::Fields;
use super::properties::{self, Property};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};

/// The items of a file.
#[derive(Debug)]
pub struct Meta<'a> {
    bytes: &'a [u8],
    /// Data that lie among the descriptions (8.11.11).
    inside: &'a [u8],
    primary: u32,
    items: BTreeMap<u32, Item>,
    properties: Vec<Property>,
}

/// One of them.
#[derive(Debug, Default)]
pub struct Item {
    /// Its number.
    pub(crate) id: u32,
    /// What it is, such as `av01`.
    pub(crate) kind: [u8; 4],
    /// Media type of data that have one.
    pub(crate) media_type: String,
    /// Places of its properties in the list, in the order in which they are applied.
    properties: Vec<usize>,
    /// What it refers to, by the kind of the reference.
    references: Vec<([u8; 4], Vec<u32>)>,
    is_inside: bool,
    /// Where its data lie: offsets and lengths, 0 standing for all that follows.
    extents: Vec<(u64, u64)>,
}

impl Item {
    /// The items it refers to in this way.
    pub(crate) fn references(&self, kind: &[u8; 4]) -> impl Iterator<Item = u32> {
        let named = self.references.iter().filter(move |(named, _)| named == kind);
        named.flat_map(|(_, to)| to.iter().copied())
    }
}

impl<'a> Meta<'a> {
    /// Reads the descriptions of a file.
    ///
    /// # Errors
    /// `Truncated`, `Malformed`.
    pub fn read(bytes: &'a [u8], context: &Context) -> Result<Self> {
        let meta = find(bytes, b"meta").ok_or_else(|| match find(bytes, b"ftyp") {
            Some(_) => Error::new(ErrorCode::Truncated, "the file ends before the list of its pictures"),
            None => Error::malformed("the file has no list of its pictures (meta box)"),
        })?;
        let mut fields = Fields(meta);
        fields.version()?;
        let meta = fields.0;
        let mut read = Meta {
            bytes,
            inside: find(meta, b"idat").unwrap_or_default(),
            primary: 0,
            items: BTreeMap::new(),
            properties: Vec::new(),
        };
        for boxed in boxes(meta) {
            context.checkpoint()?;
            let fields = Fields(boxed.body);
            match &boxed.kind {
                b"pitm" => read.primary = primary(fields)?,
                b"iinf" => read.list(fields, context)?,
                b"iloc" => read.locate(fields, context)?,
                b"iref" => read.refer(fields, context)?,
                b"iprp" => read.describe(boxed.body, context)?,
                _ => {}
            }
        }
        Ok(read)
    }

    /// The picture that is shown.
    ///
    /// # Errors
    /// `Malformed` where there is none.
    pub fn primary(&self) -> Result<&Item> {
        self.item(self.primary)
    }

    /// The item of this number.
    ///
    /// # Errors
    /// `Malformed` where there is none.
    pub(crate) fn item(&self, id: u32) -> Result<&Item> {
        let item = self.items.get(&id).filter(|item| item.kind != [0; 4]);
        item.ok_or_else(|| Error::malformed(format!("the file has no item {id}")))
    }

    /// The items that refer to one in this way.
    pub(crate) fn referring(&self, kind: &'static [u8; 4], to: u32) -> impl Iterator<Item = &Item> {
        self.items.values().filter(move |item| item.references(kind).any(|id| id == to))
    }

    /// All items of a kind.
    pub(crate) fn of_kind(&self, kind: &'static [u8; 4]) -> impl Iterator<Item = &Item> {
        self.items.values().filter(move |item| &item.kind == kind)
    }

    /// The properties of an item, in the order in which they are applied.
    pub fn properties<'s>(&'s self, item: &'s Item) -> impl Iterator<Item = &'s Property> {
        item.properties.iter().filter_map(|at| self.properties.get(*at))
    }

    /// The data of an item.
    ///
    /// # Errors
    /// `Truncated`, a limit.
    pub(crate) fn data(&self, item: &Item, context: &Context) -> Result<Cow<'a, [u8]>> {
        let source = if item.is_inside { self.inside } else { self.bytes };
        let piece = |&(from, length): &(u64, u64)| -> Option<&'a [u8]> {
            let from = usize::try_from(from).ok()?;
            let length = usize::try_from(length).ok()?;
            if length == 0 { source.get(from..) } else { source.get(from..from.checked_add(length)?) }
        };
        let cut = || Error::new(ErrorCode::Truncated, "the file ends before the data of its pictures do");
        if let [extent] = &item.extents[..] {
            return piece(extent).map(Cow::Borrowed).ok_or_else(cut);
        }
        let mut whole = Vec::new();
        for extent in &item.extents {
            let piece = piece(extent).ok_or_else(cut)?;
            // Extents may lie over one another.
            context.charge_unpacked(piece.len())?;
            context.checkpoint()?;
            whole.extend_from_slice(piece);
        }
        Ok(Cow::Owned(whole))
    }

    /// Where in the file the data of an item lie, as far as they do.
    pub(crate) fn places(&self, item: &Item) -> Vec<Range<usize>> {
        let start = self.inside.as_ptr().addr().saturating_sub(self.bytes.as_ptr().addr()).min(self.bytes.len());
        let source = if item.is_inside { start..start + self.inside.len() } else { 0..self.bytes.len() };
        let place = |&(from, length): &(u64, u64)| {
            let from = source.start.saturating_add(usize::try_from(from).unwrap_or(usize::MAX)).min(source.end);
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let end = if length == 0 { source.end } else { from.saturating_add(length).min(source.end) };
            from..end
        };
        item.extents.iter().map(place).collect()
    }

    /// Bytes of the data of all items, each counted as often as others are made of it.
    ///
    /// # Errors
    /// Cancel, deadline.
    pub(crate) fn gathered(&self, context: &Context) -> Result<u64> {
        let mut uses = BTreeMap::<u32, u64>::new();
        for to in self.items.values().flat_map(|item| item.references(b"dimg")) {
            context.tick(1)?;
            *uses.entry(to).or_default() += 1;
        }
        let mut bytes = 0_u64;
        for item in self.items.values() {
            context.tick(1 + item.extents.len() as u64)?;
            let once = item.extents.iter().fold(0_u64, |sum, (_, length)| sum.saturating_add(*length));
            let times = uses.get(&item.id).copied().unwrap_or(1);
            bytes = bytes.saturating_add(once.saturating_mul(times));
        }
        Ok(bytes)
    }

    fn entry(&mut self, id: u32) -> &mut Item {
        self.items.entry(id).or_insert_with(|| Item { id, ..Item::default() })
    }

    /// Kinds of items (8.11.6).
    fn list(&mut self, mut fields: Fields<'_>, context: &Context) -> Result<()> {
        let (version, _) = fields.version()?;
        fields.number(if version == 0 { 2 } else { 4 })?;
        for boxed in boxes(fields.0).filter(|boxed| &boxed.kind == b"infe") {
            context.tick(16)?;
            let mut fields = Fields(boxed.body);
            let (version, _) = fields.version()?;
            if version < 2 {
                continue;
            }
            let id = if version == 2 { fields.u16()?.into() } else { fields.u32()? };
            fields.u16()?;
            let kind = fields.name()?;
            fields.text();
            let media_type = if &kind == b"mime" { fields.text() } else { String::new() };
            let item = self.entry(id);
            (item.kind, item.media_type) = (kind, media_type);
        }
        Ok(())
    }

    /// Where data lie (8.11.3).
    fn locate(&mut self, mut fields: Fields<'_>, context: &Context) -> Result<()> {
        let (version, _) = fields.version()?;
        let sizes = fields.u16()?;
        let [offset, length, base, index] = [12, 8, 4, 0].map(|shift| (sizes >> shift & 15) as u8);
        let count = if version < 2 { fields.u16()?.into() } else { fields.u32()? };
        for _ in 0..count {
            context.tick(16)?;
            let id = if version < 2 { fields.u16()?.into() } else { fields.u32()? };
            let construction = if version == 0 { 0 } else { fields.u16()? & 15 };
            fields.u16()?;
            let base = fields.number(base)?;
            let mut extents = Vec::new();
            for _ in 0..fields.u16()? {
                context.tick(1)?;
                if version > 0 {
                    fields.number(index)?;
                }
                let from = base.saturating_add(fields.number(offset)?);
                extents.push((from, fields.number(length)?));
            }
            if construction > 1 {
                return Err(Error::malformed("the data of an item lie inside another item, which is not supported"));
            }
            let item = self.entry(id);
            (item.is_inside, item.extents) = (construction == 1, extents);
        }
        Ok(())
    }

    /// References between items (8.11.12).
    fn refer(&mut self, mut fields: Fields<'_>, context: &Context) -> Result<()> {
        let (version, _) = fields.version()?;
        let id = |fields: &mut Fields<'_>| if version == 0 { fields.u16().map(u32::from) } else { fields.u32() };
        for boxed in boxes(fields.0) {
            context.tick(16)?;
            let mut fields = Fields(boxed.body);
            let from = id(&mut fields)?;
            let mut to = Vec::new();
            for _ in 0..fields.u16()? {
                to.push(id(&mut fields)?);
            }
            self.entry(from).references.push((boxed.kind, to));
        }
        Ok(())
    }

    /// Properties, and whose they are (ISO/IEC 23008-12, 9.3).
    fn describe(&mut self, body: &[u8], context: &Context) -> Result<()> {
        for boxed in boxes(find(body, b"ipco").unwrap_or_default()) {
            context.tick(16)?;
            self.properties.push(properties::read(boxed)?);
        }
        for boxed in boxes(body).filter(|boxed| &boxed.kind == b"ipma") {
            let mut fields = Fields(boxed.body);
            let (version, flags) = fields.version()?;
            for _ in 0..fields.u32()? {
                context.tick(16)?;
                let id = if version == 0 { fields.u16()?.into() } else { fields.u32()? };
                let mut owned = Vec::new();
                for _ in 0..fields.u8()? {
                    // The highest bit says whether the property has to be understood.
                    let at = if flags & 1 == 1 { fields.u16()? & 0x7FFF } else { (fields.u8()? & 0x7F).into() };
                    // Places count from 1; 0 is none.
                    owned.extend(usize::from(at).checked_sub(1));
                }
                self.entry(id).properties = owned;
            }
        }
        Ok(())
    }
}

/// Number of the picture that is shown (8.11.4).
fn primary(mut fields: Fields<'_>) -> Result<u32> {
    let (version, _) = fields.version()?;
    if version == 0 { fields.u16().map(u32::from) } else { fields.u32() }
}
