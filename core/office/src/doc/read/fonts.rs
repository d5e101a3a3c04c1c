//! The fonts of a document ([MS-DOC], 2.9.286, SttbfFfn, and 2.9.82, FFN).

use std::sync::Arc;

use transvase_base::le;
use transvase_font::font_names::{self, Class, FontName};
use transvase_font::symbol_fonts::{self, SymbolFont};

/// Where the name of a font begins in its record.
const NAME: usize = 39;
/// Characters of a name.
const MAX_NAME: usize = 64;
/// Sets of characters in which letters are as wide as they are high: Japanese, Korean and Chinese.
const WIDE: [u8; 5] = [128, 129, 130, 134, 136];

/// A font.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Font {
    pub name: Arc<str>,
    pub monospace: bool,
    /// The order of its characters, where it has one of its own.
    pub symbols: Option<SymbolFont>,
}

/// The fonts by their numbers.
#[derive(Debug, Default)]
pub(super) struct Fonts(Vec<Option<Font>>);

impl Fonts {
    /// The table of fonts.
    pub(super) fn read(table: &[u8]) -> Fonts {
        let count = le::u16(table, 0).unwrap_or_default();
        let mut fonts = Vec::new();
        let mut at = 4;
        for _ in 0..count {
            let Some(len) = le::u8(table, at).map(usize::from) else { break };
            fonts.push(le::slice(table, at + 1, len).and_then(font));
            at += 1 + len;
        }
        Fonts(fonts)
    }

    /// A font.
    pub(super) fn get(&self, number: u16) -> Option<&Font> {
        self.0.get(usize::from(number))?.as_ref()
    }
}

fn font(record: &[u8]) -> Option<Font> {
    let (flags, charset) = (le::u8(record, 0)?, le::u8(record, 3)?);
    let name = le::text(record, NAME, (record.len().checked_sub(NAME)? / 2).min(MAX_NAME))?;
    let name = name.split('\0').next().unwrap_or_default().trim();
    let parsed = FontName::parse(name);
    let class = font_names::office_family(&parsed).map(|family| family.class);
    let is_fixed = flags & 3 == 1 && class.is_none() && !WIDE.contains(&charset);
    (!name.is_empty()).then(|| Font {
        name: name.into(),
        monospace: class == Some(Class::Mono) || is_fixed,
        symbols: symbol_fonts::by_family(&parsed.key),
    })
}
