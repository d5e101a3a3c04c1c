//! Run properties (`w:rPr`), and the style they make (ECMA-376 part 1, 17.3.2).

use std::sync::Arc;

use super::merge::properties;
use super::values::{
    border, child_val, highlight, is_on, length, line_color, measure, number, shading, switch, text_color, val,
};
use crate::ooxml::{Theme, Tree};
use transvase_font::font_names::{Class, FontName, office_family};
use transvase_model::flow::{Border, Color, Decoration, Effect, Emphasis, LineKind, Script, TextStyle};

properties! {
    /// What a run or a style says of text.
    TextProperties {
        /// Id of a character style.
        style: Arc<str>,
        /// Font of Latin letters.
        ascii: Arc<str>,
        /// Font of other letters that are not of East Asia.
        other: Arc<str>,
        /// Font of letters of East Asia.
        east_asian: Arc<str>,
        /// Font of letters of complex scripts.
        complex: Arc<str>,
        /// Size in points.
        size: f32,
        /// Size of letters of complex scripts.
        complex_size: f32,
        /// Colour; none inside is the automatic one.
        color: Option<Color>,
        /// Colour of a highlighter.
        highlight: Option<Color>,
        /// Colour behind the text.
        shading: Option<Color>,
        /// Underlined, and how.
        underline: Option<Decoration>,
        /// A line around it.
        border: Option<Border>,
        /// Only the outlines of letters are painted.
        outline: bool,
        /// A shadow lies behind them.
        shadow: bool,
        /// They stand out of the paper.
        emboss: bool,
        /// They are pressed into it.
        imprint: bool,
        /// Struck through twice.
        double_strike: bool,
        /// Added after each letter in points.
        spacing: f32,
        /// Width as a share.
        scale: f32,
        /// Raised or lowered.
        script: Script,
        /// How far it is raised, in points.
        position: f32,
        /// Least size in points from which letters are kerned; 0 is none.
        kern: f32,
        /// Marks at each letter.
        emphasis: Option<Emphasis>,
        /// Language.
        language: Arc<str>,
        /// Language of letters of East Asia.
        east_asian_language: Arc<str>,
        /// Language of letters of complex scripts.
        complex_language: Arc<str>,
        /// The text is of a script that runs from right to left.
        right_to_left: bool,
        /// The text is of a complex script.
        is_complex: bool,
        /// Properties that switch over at each level of styles.
        bold: bool,
        /// Bold letters of complex scripts.
        complex_bold: bool,
        /// Italic.
        italic: bool,
        /// Italic letters of complex scripts.
        complex_italic: bool,
        /// Capitals.
        caps: bool,
        /// Small capitals.
        small_caps: bool,
        /// Struck through.
        strike: bool,
        /// Hidden.
        vanish: bool,
    }
}

/// The levels of styles that say something of a text, from the farthest to the nearest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Levels<'l> {
    pub defaults: &'l TextProperties,
    pub table: &'l TextProperties,
    pub paragraph: &'l TextProperties,
    pub character: &'l TextProperties,
    pub direct: &'l TextProperties,
}

impl Levels<'_> {
    /// What holds: what is nearest, but that styles switch some properties over (17.7.3).
    pub(super) fn resolve(&self) -> TextProperties {
        let over = self.table.over(self.defaults);
        let mut all = self.direct.over(&self.character.over(&self.paragraph.over(&over)));
        all.bold = self.toggled(|level| level.bold);
        all.complex_bold = self.toggled(|level| level.complex_bold);
        all.italic = self.toggled(|level| level.italic);
        all.complex_italic = self.toggled(|level| level.complex_italic);
        all.caps = self.toggled(|level| level.caps);
        all.small_caps = self.toggled(|level| level.small_caps);
        all.strike = self.toggled(|level| level.strike);
        all.vanish = self.toggled(|level| level.vanish);
        all
    }

    fn toggled(&self, property: impl Fn(&TextProperties) -> Option<bool>) -> Option<bool> {
        let styles = || {
            [self.table, self.paragraph, self.character].iter().filter(|level| property(level) == Some(true)).count()
        };
        property(self.direct)
            .or_else(|| (property(self.defaults) == Some(true)).then_some(true))
            .or_else(|| Some(styles() % 2 == 1))
    }
}

impl TextProperties {
    /// Reads a `w:rPr`.
    pub(super) fn read(tree: &Tree, theme: &Theme) -> TextProperties {
        let mut read = TextProperties {
            style: child_val(tree, "w:rStyle").map(Arc::from),
            size: child_val(tree, "w:sz").and_then(|text| measure(text, 2.0)).filter(|size| *size > 0.0),
            complex_size: child_val(tree, "w:szCs").and_then(|text| measure(text, 2.0)).filter(|size| *size > 0.0),
            color: tree.child("w:color").map(|color| text_color(color, theme)),
            highlight: child_val(tree, "w:highlight").map(highlight),
            shading: tree.child("w:shd").map(|shade| shading(shade, theme)),
            underline: tree.child("w:u").map(|line| underline(line, theme)),
            border: tree.child("w:bdr").map(|line| border(line, theme)),
            outline: switch(tree, "w:outline"),
            shadow: switch(tree, "w:shadow"),
            emboss: switch(tree, "w:emboss"),
            imprint: switch(tree, "w:imprint"),
            double_strike: switch(tree, "w:dstrike"),
            spacing: child_val(tree, "w:spacing").and_then(length),
            scale: child_val(tree, "w:w").and_then(percent).filter(|scale| (0.01..=6.0).contains(scale)),
            script: child_val(tree, "w:vertAlign").map(script),
            kern: child_val(tree, "w:kern").and_then(|text| measure(text, 2.0)),
            position: child_val(tree, "w:position").and_then(|text| measure(text, 2.0)),
            emphasis: child_val(tree, "w:em").map(emphasis),
            right_to_left: switch(tree, "w:rtl"),
            is_complex: switch(tree, "w:cs"),
            bold: switch(tree, "w:b"),
            complex_bold: switch(tree, "w:bCs"),
            italic: switch(tree, "w:i"),
            complex_italic: switch(tree, "w:iCs"),
            caps: switch(tree, "w:caps"),
            small_caps: switch(tree, "w:smallCaps"),
            strike: switch(tree, "w:strike"),
            vanish: switch(tree, "w:vanish"),
            ..TextProperties::default()
        };
        if let Some(fonts) = tree.child("w:rFonts") {
            read.read_fonts(fonts, theme);
        }
        if let Some(language) = tree.child("w:lang") {
            let tag = |name| language.attribute(name).filter(|tag| !tag.is_empty() && *tag != "x-none").map(Arc::from);
            read.language = tag("w:val");
            read.east_asian_language = tag("w:eastAsia");
            read.complex_language = tag("w:bidi");
        }
        read
    }

    /// Fonts by name, or by what the theme uses them for, which goes before (17.3.2.26).
    fn read_fonts(&mut self, fonts: &Tree, theme: &Theme) {
        let font = |name: &str, of_theme: &str| {
            let of_theme = fonts.attribute(of_theme).and_then(|name| theme.font(name));
            of_theme.or_else(|| fonts.attribute(name).filter(|name| !name.trim().is_empty()).map(Arc::from))
        };
        self.ascii = font("w:ascii", "w:asciiTheme");
        self.other = font("w:hAnsi", "w:hAnsiTheme");
        self.east_asian = font("w:eastAsia", "w:eastAsiaTheme");
        self.complex = font("w:cs", "w:cstheme");
    }

    /// Whether letters that are smaller than those around them are raised or lowered as far as indices are, and the size of
    /// the text that they belong to then.
    pub(super) fn index(&self, around: Option<f32>) -> Option<(Script, f32)> {
        let (position, size) = (self.position?, self.size?);
        let is_small = around.is_some_and(|around| size <= SMALL * around);
        let script = if position > 0.0 { Script::Superscript } else { Script::Subscript };
        (is_small && position.abs() >= RAISED * size).then(|| (script, (size / INDEX * 2.0).round() / 2.0))
    }

    /// How the lines under and through a text are drawn.
    fn decoration(&self) -> Decoration {
        let is_double = self.double_strike == Some(true);
        let double = Decoration { kind: LineKind::Double, ..Decoration::default() };
        self.underline.flatten().or(is_double.then_some(double)).unwrap_or_default()
    }

    /// How the letters of a text are painted.
    fn effect(&self) -> Option<Effect> {
        let effects = [
            (self.emboss, Effect::Embossed),
            (self.imprint, Effect::Engraved),
            (self.outline, Effect::Outline),
            (self.shadow, Effect::Shadow),
        ];
        effects.into_iter().find(|(said, _)| *said == Some(true)).map(|(_, effect)| effect)
    }

    /// The style of a text, where all levels are resolved.
    pub(super) fn style(&self) -> TextStyle {
        let complex = self.right_to_left == Some(true) || self.is_complex == Some(true);
        let pick = |of_complex: Option<bool>, of_others: Option<bool>| if complex { of_complex } else { of_others } == Some(true);
        let family = if complex {
            self.complex.as_ref().or(self.ascii.as_ref())
        } else {
            self.ascii.as_ref().or(self.other.as_ref())
        };
        let size = if complex { self.complex_size.or(self.size) } else { self.size };
        let language = if complex { &self.complex_language } else { &self.language };
        TextStyle {
            family: Some(family.cloned().unwrap_or_else(|| DEFAULT_FAMILY.into())),
            east_asian: self.east_asian.clone().filter(|font| Some(font) != family),
            size: Some(size.unwrap_or(DEFAULT_SIZE)),
            weight: if pick(self.complex_bold, self.bold) { 700 } else { 400 },
            italic: pick(self.complex_italic, self.italic),
            underline: self.underline.flatten().is_some(),
            decoration: self.decoration(),
            border: self.border.flatten(),
            effect: self.effect(),
            strike: self.strike == Some(true) || self.double_strike == Some(true),
            script: self.script.unwrap_or_default(),
            raise: self.position.unwrap_or_default().clamp(-MAX_RAISE, MAX_RAISE),
            scale: self.scale.unwrap_or(1.0),
            spacing: self.spacing.unwrap_or_default(),
            // Nothing is kerned unless somebody says from which size on (17.3.2.19).
            unkerned: !self.kern.is_some_and(|least| least > 0.0 && size.unwrap_or(DEFAULT_SIZE) >= least),
            small_caps: self.small_caps == Some(true),
            monospace: family.is_some_and(|family| is_monospaced(family)),
            color: self.color.flatten(),
            background: self.highlight.flatten().or(self.shading.flatten()),
            emphasis: self.emphasis.flatten(),
            language: language.clone(),
            ..TextStyle::default()
        }
    }
}

/// How far letters are raised at most, in points ([ISO/IEC 29500-4], 17.3.2.24: half-points, as Word takes them).
const MAX_RAISE: f32 = 1_584.0;
/// Size of letters, as a share of those around them, that may be indices.
const SMALL: f32 = 0.85;
/// How far letters are raised at least that are indices, as a share of their size.
const RAISED: f32 = 0.2;
/// Size of indices as a share of that of the text.
const INDEX: f32 = 0.66;
/// Font where nothing says one, as Word has it.
const DEFAULT_FAMILY: &str = "Times New Roman";
/// Size where nothing says one (17.3.2.38).
pub(super) const DEFAULT_SIZE: f32 = 10.0;

fn percent(text: &str) -> Option<f32> {
    number::<f32>(text.trim_end_matches('%')).map(|percent| percent / 100.0)
}

fn script(name: &str) -> Script {
    match name {
        "superscript" => Script::Superscript,
        "subscript" => Script::Subscript,
        _ => Script::Normal,
    }
}

/// A kind of underline (17.18.99).
fn underline(line: &Tree, theme: &Theme) -> Option<Decoration> {
    let name = val(line).filter(|name| *name != "none")?;
    let kind = match name {
        "double" | "wavyDouble" => LineKind::Double,
        "dotted" | "dottedHeavy" => LineKind::Dotted,
        "dash" | "dashedHeavy" | "dashLong" | "dashLongHeavy" => LineKind::Dashed,
        "dotDash" | "dashDotHeavy" | "dotDotDash" | "dashDotDotHeavy" => LineKind::DotDash,
        "wave" | "wavyHeavy" => LineKind::Wave,
        _ => LineKind::Single,
    };
    let is_heavy = name == "thick" || name.ends_with("Heavy");
    Some(Decoration { kind, is_heavy, words_only: name == "words", color: line_color(line, theme) })
}

/// Marks at letters (17.18.24).
fn emphasis(name: &str) -> Option<Emphasis> {
    match name {
        "dot" => Some(Emphasis::Dot),
        "comma" => Some(Emphasis::Comma),
        "circle" => Some(Emphasis::Circle),
        "underDot" => Some(Emphasis::UnderDot),
        _ => None,
    }
}

/// Whether all letters of a font are as wide, by its name.
fn is_monospaced(family: &str) -> bool {
    office_family(&FontName::parse(family)).is_some_and(|family| family.class == Class::Mono)
}

/// Whether a run is hidden; the switch of its mark alone counts for paragraphs.
pub(super) fn is_hidden(properties: &TextProperties) -> bool {
    properties.vanish == Some(true)
}

/// Whether a mark of a paragraph says that a change made or took it.
pub(super) fn mark_is(mark: Option<&Tree>, tag: &str) -> bool {
    mark.and_then(|mark| mark.child(tag)).is_some_and(is_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(xml: &str) -> TextProperties {
        TextProperties::read(&Tree::parse(&format!("<w:rPr>{xml}</w:rPr>")), &Theme::default())
    }

    fn resolved(defaults: &str, table: &str, paragraph: &str, character: &str, direct: &str) -> TextStyle {
        let [defaults, table, paragraph, character, direct] = [defaults, table, paragraph, character, direct].map(of);
        let levels = Levels {
            defaults: &defaults,
            table: &table,
            paragraph: &paragraph,
            character: &character,
            direct: &direct,
        };
        levels.resolve().style()
    }

    /// 17.7.3: styles switch bold over, what the run says holds, and so do the defaults.
    #[test]
    fn toggles_switch_over_between_styles() {
        let bold = "<w:b/>";
        let cases = [
            (["", "", bold, "", ""], true),
            (["", "", bold, bold, ""], false),
            (["", bold, bold, bold, ""], true),
            (["", "", bold, "<w:b w:val='0'/>", ""], true),
            (["", "", bold, "", "<w:b w:val='0'/>"], false),
            ([bold, "", bold, bold, ""], true),
        ];
        for ([defaults, table, paragraph, character, direct], expected) in cases {
            assert_eq!(
                resolved(defaults, table, paragraph, character, direct).is_bold(),
                expected,
                "{paragraph} {character}"
            );
        }
    }

    #[test]
    fn the_nearest_level_holds() {
        let style = resolved(
            "<w:sz w:val='20'/><w:u w:val='single'/>",
            "",
            "<w:sz w:val='28'/>",
            "",
            "<w:u w:val='none'/><w:color w:val='auto'/>",
        );
        assert_eq!((style.size, style.underline, style.color), (Some(14.0), false, None));
    }

    /// 17.3.2.7 and 17.3.2.30: text of complex scripts has properties of its own.
    #[test]
    fn complex_scripts_have_properties_of_their_own() {
        let style = resolved(
            "",
            "",
            "",
            "",
            "<w:rtl/><w:b/><w:sz w:val='20'/><w:szCs w:val='32'/><w:rFonts w:ascii='A' w:cs='C'/>",
        );
        assert_eq!((style.is_bold(), style.size, style.family.as_deref()), (false, Some(16.0), Some("C")));
    }
}
