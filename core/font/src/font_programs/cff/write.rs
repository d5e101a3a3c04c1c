//! The CFF writer: header, lists and dictionaries, each part once and nothing between them.

use std::collections::BTreeMap;

use skrifa::raw::ps::string::STANDARD_STRINGS;

use super::dict::{self, Dict, fixed_width, integer};
use super::{index, op};

/// A program ready to be written.
pub(in super::super) struct Bare {
    /// The name of the font.
    pub(in super::super) name: Vec<u8>,
    /// Entries of the Top DICT that hold neither places nor strings.
    pub(in super::super) top: Dict,
    /// What glyphs are called, and how codes lead to them.
    pub(in super::super) family: Family,
    /// The program of each glyph.
    pub(in super::super) charstrings: Vec<Vec<u8>>,
    /// Programs that all glyphs share.
    pub(in super::super) globals: Vec<Vec<u8>>,
    /// For each font: entries of its Font DICT, its Private DICT but for the place of its programs, and these.
    pub(in super::super) fonts: Vec<(Dict, Dict, Vec<Vec<u8>>)>,
}

/// What glyphs are called.
pub(in super::super) enum Family {
    /// By names, but for the first, and for each code the glyph it leads to; no codes where nobody asks for them.
    Named(Vec<Vec<u8>>, BTreeMap<u8, u16>),
    /// By numbers, but for the first; with the collection they belong to, and the font of each.
    Numbered { registry: Vec<u8>, ordering: Vec<u8>, supplement: i32, numbers: Vec<u16>, fonts_of: Vec<u8> },
}

/// Strings of a program beyond the standard ones.
#[derive(Default)]
struct Strings(Vec<Vec<u8>>);

impl Strings {
    /// The number of a string, new or known.
    fn id(&mut self, text: &[u8]) -> u16 {
        let standard = STANDARD_STRINGS.iter().position(|known| known.as_bytes() == text);
        let own = |strings: &Strings| strings.0.iter().position(|known| known == text);
        let id = standard.or_else(|| own(self).map(|at| at + STANDARD_STRINGS.len())).unwrap_or_else(|| {
            self.0.push(text.to_vec());
            STANDARD_STRINGS.len() + self.0.len() - 1
        });
        id as u16
    }
}

impl Bare {
    /// The program as bytes.
    pub(in super::super) fn write(&self) -> Vec<u8> {
        let mut strings = Strings::default();
        let (charset, encoding) = self.family.tables(self.charstrings.len(), &mut strings);
        let select = self.family.select();
        let ros = self.family.collection(&mut strings);
        let head = |top: &[u8]| {
            let lists = [index::write(&[&self.name]), index::write(&[top]), index::write(&strings.0)];
            [&[1, 0, 4, 4][..], &lists.concat(), &index::write(&self.globals)].concat()
        };
        // Places take as many bytes whatever they are.
        let length = head(&self.top_dict(&ros, &Places::default())).len();
        let charstrings = index::write(&self.charstrings);
        let mut places = Places { charset: length, ..Places::default() };
        places.encoding = if encoding.is_empty() { 0 } else { places.charset + charset.len() };
        places.select = places.charset + charset.len() + encoding.len();
        places.charstrings = places.select + select.len();
        let at = places.charstrings + charstrings.len();
        let fonts = self.write_fonts(at, !ros.is_empty(), &mut places);
        let head = head(&self.top_dict(&ros, &places));
        [head, charset, encoding, select, charstrings, fonts].concat()
    }

    fn top_dict(&self, ros: &[u8], places: &Places) -> Vec<u8> {
        let mut top = ros.to_vec();
        top.extend(self.top.write());
        let place = |at: usize| fixed_width(at as i32);
        let mut put = |operator, operands: &[u8]| dict::put(operator, operands, &mut top);
        put(op::CHARSET, &place(places.charset));
        put(op::CHARSTRINGS, &place(places.charstrings));
        if ros.is_empty() {
            put(op::ENCODING, &place(places.encoding));
            put(op::PRIVATE, &[place(places.private.0), place(places.private.1)].concat());
        } else {
            put(op::FD_ARRAY, &place(places.fonts));
            put(op::FD_SELECT, &place(places.select));
        }
        top
    }

    /// The Private DICTs with their programs from `at` on, and the list of fonts after them where there are several.
    fn write_fonts(&self, at: usize, is_list: bool, places: &mut Places) -> Vec<u8> {
        let (mut out, mut dicts) = (Vec::new(), Vec::new());
        for (entries, private, subrs) in &self.fonts {
            let mut bytes = private.write();
            if !subrs.is_empty() {
                let size = bytes.len() + fixed_width(0).len() + 1;
                dict::put(op::SUBRS, &fixed_width(size as i32), &mut bytes);
            }
            places.private = (bytes.len(), at + out.len());
            let mut dict = entries.write();
            let (size, place) = places.private;
            dict::put(op::PRIVATE, &[integer(size as i32), integer(place as i32)].concat(), &mut dict);
            dicts.push(dict);
            out.extend(bytes);
            if !subrs.is_empty() {
                out.extend(index::write(subrs));
            }
        }
        places.fonts = at + out.len();
        if is_list {
            out.extend(index::write(&dicts));
        }
        out
    }
}

/// Where the parts of a program are.
#[derive(Default)]
struct Places {
    charset: usize,
    encoding: usize,
    select: usize,
    charstrings: usize,
    /// Size and place of the Private DICT.
    private: (usize, usize),
    fonts: usize,
}

impl Family {
    /// The charset and the encoding (TN 5176, sections 12 and 13); the latter is empty where it is the standard one or
    /// there is none.
    fn tables(&self, glyphs: usize, strings: &mut Strings) -> (Vec<u8>, Vec<u8>) {
        match self {
            Family::Named(names, codes) => {
                let ids: Vec<u16> = names.iter().map(|name| strings.id(name)).collect();
                (charset(&ids), encoding(codes, &ids))
            }
            Family::Numbered { numbers, .. } => (charset(numbers.get(..glyphs - 1).unwrap_or(numbers)), Vec::new()),
        }
    }

    /// The font of each glyph in ranges (section 19); empty where there is but one.
    fn select(&self) -> Vec<u8> {
        let Family::Numbered { fonts_of, .. } = self else { return Vec::new() };
        let mut ranges: Vec<(u16, u8)> = Vec::new();
        for (glyph, font) in (0..).zip(fonts_of) {
            if ranges.last().is_none_or(|(_, last)| last != font) {
                ranges.push((glyph, *font));
            }
        }
        let mut table = vec![3];
        table.extend((ranges.len() as u16).to_be_bytes());
        for (first, font) in ranges {
            table.extend(first.to_be_bytes());
            table.push(font);
        }
        table.extend((fonts_of.len() as u16).to_be_bytes());
        table
    }

    /// The entry that names the collection, which comes first; empty where glyphs have names.
    fn collection(&self, strings: &mut Strings) -> Vec<u8> {
        let Family::Numbered { registry, ordering, supplement, .. } = self else { return Vec::new() };
        let ids = [registry, ordering].map(|text| integer(i32::from(strings.id(text))));
        let mut entry = Vec::new();
        dict::put(op::ROS, &[ids.concat(), integer(*supplement)].concat(), &mut entry);
        entry
    }
}

/// What the glyphs after the first are called, in the shorter of two forms.
fn charset(ids: &[u16]) -> Vec<u8> {
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    for id in ids {
        match ranges.last_mut() {
            Some((first, more)) if first.checked_add(*more + 1) == Some(*id) => *more += 1,
            _ => ranges.push((*id, 0)),
        }
    }
    if ranges.len() * 4 < ids.len() * 2 {
        let bytes = ranges.iter().flat_map(|(first, more)| [first.to_be_bytes(), more.to_be_bytes()].concat());
        return [2].into_iter().chain(bytes).collect();
    }
    [0].into_iter().chain(ids.iter().flat_map(|id| id.to_be_bytes())).collect()
}

/// For each code its glyph: the codes of the first glyphs in their order, all others as supplements.
fn encoding(codes: &BTreeMap<u8, u16>, ids: &[u16]) -> Vec<u8> {
    if codes.is_empty() {
        return Vec::new();
    }
    let code_of = |glyph: u16| codes.iter().find(|(_, known)| **known == glyph).map(|(code, _)| *code);
    let listed: Vec<u8> = (1..=254).map_while(code_of).collect();
    let is_listed = |code: u8, glyph: u16| listed.get(usize::from(glyph).wrapping_sub(1)) == Some(&code);
    let others: Vec<(u8, u16)> = codes
        .iter()
        .filter(|(code, glyph)| !is_listed(**code, **glyph))
        .filter_map(|(code, glyph)| Some((*code, *ids.get(usize::from(*glyph).checked_sub(1)?)?)))
        .collect();
    let mut table = vec![if others.is_empty() { 0 } else { 0x80 }, listed.len() as u8];
    table.extend(&listed);
    if !others.is_empty() {
        table.push(others.len() as u8);
        others.iter().for_each(|(code, id)| {
            table.push(*code);
            table.extend(id.to_be_bytes());
        });
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets_take_the_shorter_form() {
        assert_eq!(charset(&[1, 5, 9]), [0, 0, 1, 0, 5, 0, 9]);
        assert_eq!(charset(&[7, 8, 9, 10]), [2, 0, 7, 0, 3]);
    }

    #[test]
    fn codes_beyond_the_first_of_a_glyph_are_supplements() {
        let codes = BTreeMap::from([(65, 1), (66, 2), (97, 1)]);
        assert_eq!(encoding(&codes, &[34, 35]), [0x80, 2, 65, 66, 1, 97, 0, 34]);
        assert_eq!(encoding(&BTreeMap::from([(9, 2)]), &[34, 35]), [0x80, 0, 1, 9, 0, 35]);
        assert!(encoding(&BTreeMap::new(), &[34]).is_empty());
    }
}
