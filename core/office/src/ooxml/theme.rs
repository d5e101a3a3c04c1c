//! The theme of an office file: its colours and fonts by the names that styles call them (ECMA-376 part 1, 20.1.6).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::color;
use super::tree::{Tree, Trees};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::Color;

/// A theme.
#[derive(Debug, Clone, Default)]
pub(crate) struct Theme {
    colors: BTreeMap<String, Color>,
    /// Names of colours that stand for others, such as `bg1` for `lt1`.
    aliases: BTreeMap<String, String>,
    /// Fonts of headings.
    pub major: ThemeFonts,
    /// Fonts of text.
    pub minor: ThemeFonts,
    /// The language of East Asia that the file is made for.
    pub east_asian_language: Option<String>,
    /// The language of a complex script that it is made for.
    pub complex_language: Option<String>,
}

/// The fonts of one use.
#[derive(Debug, Clone, Default)]
pub(crate) struct ThemeFonts {
    /// For Latin, Greek and Cyrillic letters.
    pub latin: Option<Arc<str>>,
    /// For Chinese, Japanese and Korean ones.
    pub east_asian: Option<Arc<str>>,
    /// For those of Arabic, Hebrew and the like.
    pub complex: Option<Arc<str>>,
    /// By the script of a language (ISO 15924).
    pub scripts: BTreeMap<String, Arc<str>>,
}

/// What the names of text and background stand for where a file does not say (ECMA-376 part 1, 17.15.1.20).
const ALIASES: [(&str, &str); 12] = [
    ("tx1", "dk1"),
    ("tx2", "dk2"),
    ("bg1", "lt1"),
    ("bg2", "lt2"),
    ("text1", "dk1"),
    ("text2", "dk2"),
    ("background1", "lt1"),
    ("background2", "lt2"),
    ("dark1", "dk1"),
    ("dark2", "dk2"),
    ("light1", "lt1"),
    ("light2", "lt2"),
];

impl Theme {
    /// Reads the part of a theme.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(crate) fn read(text: &str, context: &Context) -> Result<Theme> {
        let mut theme = Theme::default();
        let mut trees = Trees::new(text, &["a:theme", "a:themeElements"], context);
        while let Some(tree) = trees.next()? {
            match tree.tag() {
                "a:clrScheme" => theme.read_colors(&tree),
                "a:fontScheme" => {
                    theme.major = tree.child("a:majorFont").map(fonts).unwrap_or_default();
                    theme.minor = tree.child("a:minorFont").map(fonts).unwrap_or_default();
                }
                _ => {}
            }
        }
        Ok(theme)
    }

    fn read_colors(&mut self, scheme: &Tree) {
        for row in scheme.children() {
            let name = row.tag().trim_start_matches("a:").to_owned();
            if let Some((color, _)) = row.children().next().and_then(|color| color::read(color, &Theme::default())) {
                self.colors.insert(name, color);
            }
        }
    }

    /// Says what the name of a colour stands for.
    pub(crate) fn alias(&mut self, name: &str, stands_for: &str) {
        self.aliases.insert(name.to_owned(), stands_for.to_owned());
    }

    /// The font that a use names, such as `minorHAnsi` (ECMA-376 part 1, 17.18.96).
    pub(crate) fn font(&self, used: &str) -> Option<Arc<str>> {
        let fonts = if used.starts_with("major") { &self.major } else { &self.minor };
        match used.trim_start_matches("major").trim_start_matches("minor") {
            "EastAsia" => fonts.east_asian.clone().or_else(|| fonts.of_language(self.east_asian_language.as_deref()?)),
            "Bidi" => fonts.complex.clone().or_else(|| fonts.of_language(self.complex_language.as_deref()?)),
            "Ascii" | "HAnsi" => fonts.latin.clone(),
            _ => None,
        }
    }

    /// The colour of a name, such as `accent1`, `tx1` or `followedHyperlink`.
    pub(crate) fn color(&self, name: &str) -> Option<Color> {
        let name = match name {
            "hyperlink" => "hlink",
            "followedHyperlink" => "folHlink",
            name => name,
        };
        let usual = |name: &str| ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, name)| *name);
        let named = self.aliases.get(name).map_or(name, String::as_str);
        let known = |name: &str| self.colors.get(usual(name).unwrap_or(name)).copied();
        known(named).or(match usual(named).unwrap_or(named) {
            "dk1" => Some(Color::BLACK),
            "lt1" => Some(Color::WHITE),
            _ => None,
        })
    }
}

impl ThemeFonts {
    /// The font for a language of East Asia, or of complex scripts.
    pub(crate) fn of_language(&self, tag: &str) -> Option<Arc<str>> {
        self.scripts.get(script(tag)?).cloned()
    }
}

/// The script whose font a theme names for a language.
fn script(tag: &str) -> Option<&'static str> {
    let tag = tag.to_ascii_lowercase();
    Some(match tag.split('-').next()? {
        "ja" => "Jpan",
        "ko" => "Hang",
        "zh" if tag.contains("tw") || tag.contains("hk") || tag.contains("hant") => "Hant",
        "zh" => "Hans",
        "ar" | "fa" | "ur" => "Arab",
        "he" | "yi" => "Hebr",
        "th" => "Thai",
        "hi" | "mr" | "ne" => "Deva",
        _ => return None,
    })
}

fn fonts(tree: &Tree) -> ThemeFonts {
    let face = |tag: &str| {
        let face = tree.child(tag)?.attribute("typeface")?;
        (!face.is_empty()).then(|| Arc::from(face))
    };
    let scripts = tree.children().filter(|child| child.is("a:font"));
    let scripts =
        scripts.filter_map(|font| Some((font.attribute("script")?.to_owned(), font.attribute("typeface")?.into())));
    ThemeFonts { latin: face("a:latin"), east_asian: face("a:ea"), complex: face("a:cs"), scripts: scripts.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_fonts_have_names() {
        let text = "<t:theme xmlns:t='http://schemas.openxmlformats.org/drawingml/2006/main'><t:themeElements>
            <t:clrScheme name=''><t:dk1><t:sysClr val='windowText' lastClr='010203'/></t:dk1>
            <t:accent1><t:srgbClr val='4F81BD'/></t:accent1></t:clrScheme>
            <t:fontScheme name=''><t:majorFont><t:latin typeface='Cambria'/><t:ea typeface=''/>
            <t:font script='Jpan' typeface='MS Gothic'/></t:majorFont></t:fontScheme></t:themeElements></t:theme>";
        let mut theme = Theme::read(text, &Context::default()).unwrap();
        assert_eq!(theme.color("accent1"), Some(Color { r: 0x4F, g: 0x81, b: 0xBD }));
        assert_eq!(theme.color("text1"), Some(Color { r: 1, g: 2, b: 3 }));
        assert_eq!(theme.color("bg1"), Some(Color::WHITE));
        assert_eq!(theme.color("accent7"), None);
        theme.alias("bg1", "dark1");
        assert_eq!(theme.color("bg1"), theme.color("dk1"));
        assert_eq!(theme.major.latin.as_deref(), Some("Cambria"));
        assert_eq!(
            (theme.major.east_asian.as_deref(), theme.major.of_language("ja-JP").as_deref()),
            (None, Some("MS Gothic"))
        );
    }
}
