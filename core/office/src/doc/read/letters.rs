//! Character properties ([MS-DOC], 2.6.1): how letters look.

use super::look;
use super::sprm::{self, Sprm};
use transvase_base::le;
use transvase_model::flow::{Color, Decoration, Emphasis, LineKind, Script};

/// Properties that a style and the text in it turn on and off, by the order of their numbers from 0x0835 on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Toggle {
    Bold,
    Italic,
    Strike,
    /// Behind two that are not shown: outlined letters, and those with shadows.
    SmallCaps = 5,
    Caps,
    Hidden,
}

/// What is said of letters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Letters {
    /// What is on, by [`Toggle`].
    toggles: [bool; 8],
    double_strike: bool,
    /// The style of characters.
    pub style: Option<u16>,
    pub underline: bool,
    pub decoration: Decoration,
    pub script: Script,
    /// How far they are raised, in half points.
    pub raise: i32,
    /// Size in half points.
    pub size: u16,
    /// Fonts by their numbers: of Latin letters, of those of East Asia, and of others.
    pub fonts: [u16; 3],
    pub color: Option<Color>,
    pub background: Option<Color>,
    pub highlight: Option<Color>,
    pub language: u16,
    /// Space added after each letter in twentieths of a point.
    pub spacing: i32,
    /// Least size in half points from which they are kerned; 0 is none.
    pub kern: u16,
    /// Width in hundredths.
    pub scale: u16,
    pub emphasis: Option<Emphasis>,
    /// A character of a font: the font, and its number in it.
    pub symbol: Option<(u16, u16)>,
    /// Where a picture lies.
    pub picture: Option<u32>,
    /// Whether the character stands for something that is no text.
    pub special: bool,
    /// Whether a picture is the data of a field, or an object.
    pub data: bool,
    pub object: bool,
    /// Whether the text is new, or is to go; who says so, and when.
    pub inserted: Option<(u16, u32)>,
    pub deleted: Option<(u16, u32)>,
    editor: (u16, u32),
    remover: (u16, u32),
}

impl Default for Letters {
    fn default() -> Self {
        Letters {
            toggles: [false; 8],
            double_strike: false,
            style: None,
            underline: false,
            decoration: Decoration::default(),
            script: Script::Normal,
            raise: 0,
            size: 20,
            fonts: [0; 3],
            color: None,
            background: None,
            highlight: None,
            language: 0,
            spacing: 0,
            kern: 0,
            scale: 100,
            emphasis: None,
            symbol: None,
            picture: None,
            special: false,
            data: false,
            object: false,
            inserted: None,
            deleted: None,
            editor: (0, 0),
            remover: (0, 0),
        }
    }
}

impl Letters {
    /// Letters of which only the fonts are said.
    pub(super) fn in_fonts(fonts: [u16; 3]) -> Letters {
        Letters { fonts, ..Letters::default() }
    }

    /// Whether something is on.
    pub(super) fn is(&self, toggle: Toggle) -> bool {
        self.toggles.get(toggle as usize).copied().unwrap_or_default()
    }

    /// Whether they are struck through, once or twice.
    pub(super) fn is_struck(&self) -> bool {
        self.is(Toggle::Strike) || self.double_strike
    }

    /// Takes the properties of a list; `style` is what toggles count from.
    pub(super) fn take_all(&mut self, properties: &[u8], style: &Letters) {
        sprm::each(properties).for_each(|sprm| self.take(&sprm, style));
    }

    /// Takes a property, if it is one of letters.
    pub(super) fn take(&mut self, sprm: &Sprm<'_>, style: &Letters) {
        match sprm.code {
            0x0835..=0x083C => self.toggle(usize::from(sprm.code - 0x0835), sprm.byte(), style),
            0x2A53 => self.double_strike = sprm.is_on(),
            0x0800 => self.deleted = sprm.is_on().then_some(self.remover),
            0x0801 => self.inserted = sprm.is_on().then_some(self.editor),
            0x4804 => self.editor.0 = sprm.word(),
            0x6805 => self.editor.1 = sprm.long(),
            0x4863 => self.remover.0 = sprm.word(),
            0x6864 => self.remover.1 = sprm.long(),
            0x6A03 => (self.picture, self.special) = (Some(sprm.long()), true),
            0x680E => self.picture = Some(sprm.long()),
            0x0806 => self.data = sprm.is_on(),
            0x0855 => self.special = sprm.is_on(),
            0x080A | 0x0856 => self.object = sprm.is_on(),
            0x6A09 => self.symbol = le::u16(sprm.value, 0).zip(le::u16(sprm.value, 2)),
            0x2A33 => self.plain(style),
            0x2A3E => (self.underline, self.decoration) = underline(sprm.byte()),
            0x2A48 => self.script = script(sprm.byte()),
            0x4845 => self.raise = sprm.short(),
            0x4A43 => self.size = sprm.word(),
            0x8840 => self.spacing = sprm.short(),
            0x484B => self.kern = sprm.word(),
            0x4852 => self.scale = sprm.word(),
            0x2A34 => self.emphasis = emphasis(sprm.byte()),
            _ => self.take_look(sprm),
        }
        // Whoever made a change may be said before the change or after it.
        self.inserted = self.inserted.map(|_| self.editor);
        self.deleted = self.deleted.map(|_| self.remover);
    }

    fn take_look(&mut self, sprm: &Sprm<'_>) {
        match sprm.code {
            0x4A4F..=0x4A51 => self.fonts[usize::from(sprm.code - 0x4A4F)] = sprm.word(),
            0x2A42 => self.color = look::numbered(sprm.byte()),
            0x6870 => self.color = look::color(sprm.long()),
            0x2A0C => self.highlight = look::numbered(sprm.byte()),
            0x4866 => self.background = look::short_ground(sprm.word()),
            0xCA71 => self.background = look::ground(sprm.value),
            0x486D | 0x4873 => self.language = sprm.word(),
            _ => {}
        }
    }

    /// On or off, or as the style has it, or not as the style has it ([MS-DOC], 2.9.327, ToggleOperand).
    fn toggle(&mut self, at: usize, value: u8, style: &Letters) {
        let own = style.toggles.get(at).copied().unwrap_or_default();
        if let Some(toggle) = self.toggles.get_mut(at) {
            *toggle = match value {
                0x80 => own,
                0x81 => !own,
                other => other & 1 == 1,
            };
        }
    }

    /// Takes the look of the style again; what the characters are stays.
    fn plain(&mut self, style: &Letters) {
        let Letters { style: name, symbol, picture, special, data, object, .. } = *self;
        let Letters { inserted, deleted, editor, remover, .. } = *self;
        let own = style.clone();
        *self =
            Letters { style: name, symbol, picture, special, data, object, inserted, deleted, editor, remover, ..own };
    }
}

/// Raised or lowered ([MS-DOC], 2.6.1, sprmCIss).
fn script(value: u8) -> Script {
    match value {
        1 => Script::Superscript,
        2 => Script::Subscript,
        _ => Script::Normal,
    }
}

/// A kind of underline ([MS-DOC], 2.9.128, Kul); whether there is one.
fn underline(value: u8) -> (bool, Decoration) {
    let kind = match value {
        3 | 43 => LineKind::Double,
        4 | 20 => LineKind::Dotted,
        7 | 23 | 39 | 55 => LineKind::Dashed,
        9 | 10 | 25 | 26 => LineKind::DotDash,
        11 | 27 => LineKind::Wave,
        _ => LineKind::Single,
    };
    let is_heavy = matches!(value, 6 | 20 | 23 | 25..=27 | 55);
    (value != 0 && value != 5, Decoration { kind, is_heavy, words_only: value == 2, color: None })
}

/// Marks at characters ([MS-DOC], 2.6.1, sprmCKcd).
fn emphasis(value: u8) -> Option<Emphasis> {
    match value {
        1 => Some(Emphasis::Dot),
        2 => Some(Emphasis::Comma),
        3 => Some(Emphasis::Circle),
        4 => Some(Emphasis::UnderDot),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toggles_count_from_the_style() {
        let mut style = Letters::default();
        style.take_all(&[0x35, 0x08, 1], &Letters::default());
        for (value, bold) in [(0, false), (1, true), (0x80, true), (0x81, false)] {
            let mut letters = style.clone();
            letters.take_all(&[0x35, 0x08, value], &style);
            assert_eq!(letters.is(Toggle::Bold), bold, "{value:#x}");
        }
    }

    #[test]
    fn changes_know_who_made_them() {
        let mut letters = Letters::default();
        letters.take_all(&[0x01, 0x08, 1, 0x04, 0x48, 3, 0, 0x05, 0x68, 9, 0, 0, 0], &Letters::default());
        assert_eq!((letters.inserted, letters.deleted), (Some((3, 9)), None));
    }
}
