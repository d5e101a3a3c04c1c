//! The CFF parser: a program taken apart.

use super::dict::Dict;
use super::{index, op};

/// Strings that every program has (TN 5176, appendix A).
pub(super) const STANDARD_STRINGS: usize = 391;

/// The parts of a program.
pub(super) struct Source<'a> {
    /// The name of the font.
    pub(super) name: &'a [u8],
    pub(super) top: Dict,
    strings: Vec<&'a [u8]>,
    pub(super) globals: Vec<&'a [u8]>,
    pub(super) charstrings: Vec<&'a [u8]>,
    /// The font of each glyph, where there are several.
    pub(super) fonts_of: Option<Vec<u8>>,
    pub(super) fonts: Vec<Font<'a>>,
}

/// What some of the glyphs of a program share.
pub(super) struct Font<'a> {
    pub(super) dict: Dict,
    pub(super) private: Dict,
    pub(super) subrs: Vec<&'a [u8]>,
}

/// The number of glyphs of a program.
pub(in super::super) fn count(program: &[u8]) -> Option<u16> {
    u16::try_from(Source::read(program)?.charstrings.len()).ok()
}

impl<'a> Source<'a> {
    /// Reads a program of one font; `None` where it is damaged.
    pub(super) fn read(data: &'a [u8]) -> Option<Self> {
        let header = usize::from(*data.get(2)?);
        if data.first() != Some(&1) {
            return None;
        }
        let (names, at) = index::read(data, header)?;
        let (tops, at) = index::read(data, at)?;
        let (strings, at) = index::read(data, at)?;
        let (globals, _) = index::read(data, at)?;
        let top = Dict::read(tops.first()?)?;
        let (charstrings, _) = index::read(data, top.place(op::CHARSTRINGS)?)?;
        let is_type_2 = top.place(op::CHARSTRING_TYPE).is_none_or(|kind| kind == 2);
        let (fonts, fonts_of) = match top.raw(op::ROS) {
            Some(_) => {
                let (dicts, _) = index::read(data, top.place(op::FD_ARRAY)?)?;
                let fonts = dicts.iter().map(|dict| Font::read(data, Dict::read(dict)?)).collect::<Option<Vec<_>>>()?;
                (fonts, Some(select(data, top.place(op::FD_SELECT)?, charstrings.len())?))
            }
            None => (vec![Font::read(data, top.clone())?], None),
        };
        (is_type_2 && !charstrings.is_empty()).then_some(Source {
            name: names.first()?,
            top,
            strings,
            globals,
            charstrings,
            fonts_of,
            fonts,
        })
    }

    /// A string that is no standard one.
    pub(super) fn string(&self, id: usize) -> Option<&'a [u8]> {
        self.strings.get(id.checked_sub(STANDARD_STRINGS)?).copied()
    }

    /// The font a glyph belongs to.
    pub(super) fn font_of(&self, glyph: usize) -> Option<&Font<'a>> {
        let index = self.fonts_of.as_ref().map_or(Some(0), |fonts| fonts.get(glyph).copied());
        self.fonts.get(usize::from(index?))
    }
}

impl<'a> Font<'a> {
    fn read(data: &'a [u8], dict: Dict) -> Option<Self> {
        let place = dict.integers(op::PRIVATE)?;
        let [size, at] = place[..] else { return None };
        let (size, at) = (usize::try_from(size).ok()?, usize::try_from(at).ok()?);
        let private = Dict::read(data.get(at..at.checked_add(size)?)?)?;
        let subrs = match private.place(op::SUBRS).filter(|place| *place > 0) {
            Some(place) => index::read(data, at.checked_add(place)?)?.0,
            None => Vec::new(),
        };
        Some(Font { dict, private, subrs })
    }
}

/// The font of each glyph (TN 5176, section 19).
fn select(data: &[u8], at: usize, glyphs: usize) -> Option<Vec<u8>> {
    use super::super::u16_at;
    match data.get(at)? {
        0 => data.get(at + 1..at + 1 + glyphs).map(<[u8]>::to_vec),
        3 => {
            let mut fonts = Vec::new();
            for range in 0..usize::from(u16_at(data, at + 1)?) {
                let row = at + 3 + range * 3;
                let next = usize::from(u16_at(data, row + 3)?).min(glyphs);
                fonts.resize(next.max(fonts.len()), *data.get(row + 2)?);
            }
            (fonts.len() == glyphs).then_some(fonts)
        }
        _ => None,
    }
}
