//! Font subsetting: font programs with the glyphs that a document shows alone, without what PDF has no use for (ISO
//! 32000-1, 9.9).

use std::collections::{BTreeMap, BTreeSet};

use super::document::Document;
use super::filter::{self, Packer};
use super::object::{Dictionary, Id, Object, Stream};
use crate::read::survey::{Program, Role, Survey};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_font::font_programs;
use transvase_font::font_programs::darkness::Texts;
use transvase_font::font_programs::truetype::{self, Hints, Wants};
use transvase_font::font_programs::{cff, opentype, type1};

/// What may be done to programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Terms {
    /// Whether instructions stay, which fit outlines to coarse screens.
    pub hints: bool,
    /// Whether a standard asks for lists of all glyphs: then glyphs stay where there is such a list.
    pub lists: bool,
}

/// Where a program is referred to: descriptors, and the entry that does.
struct Place {
    descriptors: Vec<Id>,
    key: &'static str,
}

/// Entries of a font descriptor that hold a program.
const KEYS: [&str; 3] = ["FontFile", "FontFile2", "FontFile3"];

/// Makes font programs smaller, by what the survey found; without one all glyphs stay. Returns what it changed as it was.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn shrink(
    document: &mut Document,
    survey: Option<&Survey>,
    terms: Terms,
    packer: Packer,
    context: &Context,
) -> Result<BTreeMap<Id, Object>> {
    let mut before = BTreeMap::new();
    for (id, place) in places(document) {
        context.checkpoint()?;
        let used = survey.and_then(|survey| survey.programs.get(&id));
        let Some((stream, key)) = smaller(document, id, &place, used, terms, packer, context)? else { continue };
        let changed = place.descriptors.iter().filter(|_| key != place.key || used.is_some());
        for descriptor in changed {
            before.insert(*descriptor, document.object(*descriptor).clone());
            if let Some(entries) = document.dictionary_mut(*descriptor) {
                entries.remove(place.key);
                entries.set(key, id);
                // Lists of the glyphs there are, which may be left out (tables 122 and 124).
                entries.remove("CharSet");
                entries.remove("CIDSet");
            }
        }
        if let Some(object) = document.object_mut(id) {
            before.insert(id, std::mem::replace(object, stream.into()));
        }
    }
    Ok(before)
}

/// The programs, by their streams: those that nothing but descriptors refers to.
fn places(document: &Document) -> BTreeMap<Id, Place> {
    let mut places: BTreeMap<Id, Place> = BTreeMap::new();
    let mut references: BTreeMap<Id, usize> = BTreeMap::new();
    for (id, object) in &document.objects {
        object.each(&mut |value| {
            if let Some(to) = value.as_reference() {
                *references.entry(to).or_default() += 1;
            }
        });
        let Object::Dictionary(entries) = object else { continue };
        for key in KEYS {
            if let Some(program) = entries.get(key).as_reference() {
                let place = places.entry(program).or_insert(Place { descriptors: Vec::new(), key });
                // One that is said to be of two kinds is of none.
                place.key = if place.key == key { key } else { "" };
                place.descriptors.push(*id);
            }
        }
    }
    places.retain(|id, place| references.get(id) == Some(&place.descriptors.len()) && !place.key.is_empty());
    places
}

/// A program in a smaller form, and the entry it then belongs to; `None` where there is none.
fn smaller(
    document: &Document,
    id: Id,
    place: &Place,
    used: Option<&Program>,
    terms: Terms,
    packer: Packer,
    context: &Context,
) -> Result<Option<(Stream, &'static str)>> {
    let Some(stream) = document.stream(id) else { return Ok(None) };
    let Some(program) = filter::decode(document, stream, context)? else { return Ok(None) };
    let has_list = |descriptor: &Id| {
        document.dictionary_of(*descriptor).is_some_and(|entries| entries.has("CharSet") || entries.has("CIDSet"))
    };
    let is_listed = terms.lists && place.descriptors.iter().any(has_list);
    let kind = document.get(&stream.dictionary, "Subtype").as_name().unwrap_or_default();
    let use_of = Use::of(used, is_listed);
    let found = match place.key {
        "FontFile2" => use_of.of_truetype(&program, terms).map(|file| (file, "FontFile2", None)),
        "FontFile" => use_of.of_type_1(&program).map(|file| (file, "FontFile3", Some("Type1C"))),
        _ if kind == b"Type1C" => use_of.of_cff(&program).map(|file| (file, "FontFile3", Some("Type1C"))),
        _ if kind == b"CIDFontType0C" => use_of.of_cff(&program).map(|file| (file, "FontFile3", Some("CIDFontType0C"))),
        _ if kind == b"OpenType" => use_of.of_opentype(&program, terms),
        _ => None,
    };
    let Some((file, key, kind)) = found else { return Ok(None) };
    let mut entries = Dictionary::default();
    match kind {
        Some(kind) => entries.set("Subtype", Object::name(kind)),
        None => entries.set("Length1", file.len() as i64),
    }
    let new = packer.flate(Stream::new(entries, file), context)?;
    Ok((new.data.len() < stream.data.len()).then_some((new, key)))
}

/// The glyphs of a program that are shown, as far as that is known.
struct Use<'p> {
    known: Option<&'p Program>,
    /// The texts that are shown, where they are known.
    texts: Option<&'p Texts>,
    roles: Vec<Role>,
}

impl<'p> Use<'p> {
    fn of(program: Option<&'p Program>, is_listed: bool) -> Self {
        let known = program.filter(|program| !program.whole && !is_listed && !program.glyphs.is_empty());
        let texts = program.map(|program| &program.texts);
        Use { known, texts, roles: program.map(|program| program.roles.iter().copied().collect()).unwrap_or_default() }
    }

    /// The glyphs that are shown, with those that other readers may take for them.
    fn glyphs(&self, reached: impl FnOnce(&Program) -> BTreeSet<u16>) -> Option<BTreeSet<u16>> {
        self.known.map(|program| program.glyphs.union(&reached(program)).copied().collect())
    }

    fn of_truetype(&self, program: &[u8], terms: Terms) -> Option<Vec<u8>> {
        let is_placed = self.roles == [Role::Placed];
        let is_known = self.roles.iter().all(|role| matches!(role, Role::Placed | Role::Coded));
        let reached = |program_use: &Program| match is_placed {
            true => Some(BTreeSet::new()),
            false => truetype::reached(program, &program_use.shown()),
        };
        let glyphs = self.known.filter(|_| is_known).and_then(|known| Some(&known.glyphs | &reached(known)?));
        truetype::smaller(program, glyphs.as_ref(), Wants { lookups: !is_placed, hints: self.hints(terms) })
    }

    fn hints(&self, terms: Terms) -> Hints<'p> {
        if terms.hints { Hints::Stay } else { Hints::GoFrom(self.texts) }
    }

    fn of_type_1(&self, program: &[u8]) -> Option<Vec<u8>> {
        if self.roles.iter().any(|role| *role != Role::Named) {
            return None;
        }
        let glyphs = self.glyphs(|program_use| type1::reached(program, &program_use.codes));
        type1::as_cff(program, glyphs.as_ref())
    }

    /// An OpenType file without the tables that other programs than viewers read (ISO 32000-2, table 124).
    fn of_opentype(&self, file: &[u8], terms: Terms) -> Option<(Vec<u8>, &'static str, Option<&'static str>)> {
        let Some(program) = font_programs::table(file, b"CFF ") else {
            return self.of_truetype(file, terms).map(|file| (file, "FontFile2", None));
        };
        let is_named = self.roles == [Role::Named];
        // Of numbers that are no places viewers do not agree whether they hold in such a file.
        if !is_named && (self.roles != [Role::Numbered] || !cff::are_places(program)) {
            return None;
        }
        let reached = |known: &Program| truetype::reached(file, &known.shown()).unwrap_or_default();
        let glyphs = self.glyphs(|known| &reached(known) | &cff::reached(program, &known.codes));
        opentype::smaller(file, glyphs.as_ref(), is_named).map(|file| (file, "FontFile3", Some("OpenType")))
    }

    fn of_cff(&self, program: &[u8]) -> Option<Vec<u8>> {
        let keep = match self.roles[..] {
            [Role::Named] => cff::Keep::Names,
            [Role::Numbered] if cff::is_numbered(program) => cff::Keep::Names,
            [Role::Numbered | Role::Placed] => cff::Keep::Places,
            _ => return cff::smaller(program, None, cff::Keep::Places),
        };
        let glyphs = self.glyphs(|program_use| cff::reached(program, &program_use.codes));
        cff::smaller(program, glyphs.as_ref(), keep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opentype_file_stays_whole_where_its_tables_are_asked() {
        let terms = Terms { lists: false, hints: true };
        // OpenType 1.9, "Organization of an OpenType Font": a file of one table.
        let file = [&b"OTTO\0\x01\0\x10\0\0\0\0CFF \0\0\0\0\0\0\0\x1c\0\0\0\x09a program"[..]].concat();
        let of = |roles: &[Role]| Use { known: None, texts: None, roles: roles.to_vec() }.of_opentype(&file, terms);
        assert_eq!(of(&[Role::Coded]), None);
        assert_eq!(of(&[Role::Named, Role::Numbered]), None);
    }
}
