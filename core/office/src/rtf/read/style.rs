//! Character formatting in the words of the model.

use std::sync::Arc;

use super::Reader;
use super::letters::Letters;
use transvase_model::flow::{Hidden, Script, TextStyle};
use transvase_model::text::lcid;

/// Half-points that text is raised or lowered by at least, to be more than moved.
const RAISED: i32 = 3;
/// Largest size in points.
const LARGEST: f32 = 1_638.0;
/// Largest space between letters in points.
const WIDEST: f32 = 100.0;

impl Reader<'_> {
    /// The style of the characters at hand.
    pub(super) fn text_style(&mut self) -> TextStyle {
        let letters = self.state.letters;
        if let Some((known, style)) = &self.style
            && *known == letters
        {
            return style.clone();
        }
        let style = self.make_style(&letters);
        self.style = Some((letters, style.clone()));
        style
    }

    fn make_style(&self, letters: &Letters) -> TextStyle {
        let font = self.fonts.get(letters.font.unwrap_or(self.font));
        let named = |name: &Arc<str>| Some(name.clone()).filter(|name| !name.is_empty());
        // What signs of a font with an order of its own mean is said by the characters.
        let family = font.filter(|font| font.symbols.is_none()).and_then(|font| named(&font.name));
        let east_asian = letters.east_asian.and_then(|number| named(&self.fonts.get(number)?.name));
        let (color, highlight) = (self.colors.get(letters.color), self.colors.get(letters.highlight));
        TextStyle {
            name: letters.style.and_then(|style| self.styles.letters(style).cloned()),
            east_asian: east_asian.filter(|name| family.as_ref() != Some(name)),
            family,
            size: Some((letters.size as f32 / 2.0).min(LARGEST)),
            weight: if letters.bold { 700 } else { 400 },
            italic: letters.italic,
            underline: letters.underline,
            strike: letters.strike,
            decoration: letters.decoration,
            effect: letters.effect,
            script: script(letters.script),
            scale: if (1..=600).contains(&letters.scale) { letters.scale as f32 / 100.0 } else { 1.0 },
            spacing: (letters.spacing as f32 / 20.0).clamp(-WIDEST, WIDEST),
            unkerned: letters.kern <= 0 || letters.size < letters.kern,
            small_caps: letters.small_caps,
            monospace: font.is_some_and(|font| font.monospace),
            color,
            background: highlight.or_else(|| self.colors.get(letters.background)),
            emphasis: letters.emphasis,
            language: self.language_of(letters),
            hidden: letters.hidden.then_some(Hidden::Unpainted),
            ..TextStyle::default()
        }
    }

    /// The language of characters, where it is not that of the document.
    fn language_of(&self, letters: &Letters) -> Option<Arc<str>> {
        // 1024 stands for no language that is checked.
        let own = letters.language.filter(|own| Some(*own) != self.language && *own != 1_024)?;
        let tag = lcid::tag(own as u32)?;
        let main = self.language.and_then(|main| lcid::tag(main as u32));
        (main.as_ref() != Some(&tag)).then(|| tag.into())
    }
}

/// Raised and lowered text is smaller in documents only where it says so, or is moved far.
fn script(raised: i32) -> Script {
    match raised {
        1 => Script::Superscript,
        -1 => Script::Subscript,
        raised if raised >= RAISED => Script::Superscript,
        raised if raised <= -RAISED => Script::Subscript,
        _ => Script::Normal,
    }
}
