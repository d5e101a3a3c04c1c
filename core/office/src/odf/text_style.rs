//! Text properties: how letters look (OASIS ODF 1.3 part 3, 16.29.29 `style:text-properties` and 20).

use std::sync::Arc;

use super::measure::{color, length, share};
use super::styles::{Font, Properties, Styles, first_family};
use transvase_font::font_names::{Class, FontName, office_family};
use transvase_model::flow::{Decoration, Effect, Emphasis, Hidden, LineKind, Script, TextStyle};

/// Size in points of letters whose size nothing says.
const USUAL_SIZE: f32 = 12.0;
/// Sizes that are believed.
const SIZES: (f32, f32) = (1.0, 2_000.0);
/// Letters raised or lowered by less than this share stand on their line.
const RAISED: f32 = 0.04;

/// The scripts that have properties of their own (20.340 `style:script-type`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Latin and most others.
    Latin,
    /// Chinese, Japanese, Korean.
    Asian,
    /// Scripts whose letters join or run from the right.
    Complex,
}

impl Kind {
    /// The kind of a letter; `None` of what goes with the letters around it.
    pub(crate) fn of(c: char) -> Option<Kind> {
        match c {
            '\u{590}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{E00}'..='\u{FFF}' | '\u{1780}'..='\u{17FF}' => {
                Some(Kind::Complex)
            }
            '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' => Some(Kind::Complex),
            '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}' => {
                Some(Kind::Asian)
            }
            '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' => Some(Kind::Asian),
            '\u{20000}'..='\u{3FFFF}' => Some(Kind::Asian),
            c if c.is_alphabetic() => Some(Kind::Latin),
            _ => None,
        }
    }

    /// The name of the property for letters of the kind that others have under `name`.
    fn property(self, name: &'static str) -> &'static str {
        let [latin, asian, complex] = match name {
            "fo:font-size" => ["fo:font-size", "style:font-size-asian", "style:font-size-complex"],
            "fo:font-weight" => ["fo:font-weight", "style:font-weight-asian", "style:font-weight-complex"],
            "fo:font-style" => ["fo:font-style", "style:font-style-asian", "style:font-style-complex"],
            "fo:language" => ["fo:language", "style:language-asian", "style:language-complex"],
            "fo:country" => ["fo:country", "style:country-asian", "style:country-complex"],
            "fo:script" => ["fo:script", "style:script-asian", "style:script-complex"],
            "style:font-name" => ["style:font-name", "style:font-name-asian", "style:font-name-complex"],
            "fo:font-family" => ["fo:font-family", "style:font-family-asian", "style:font-family-complex"],
            other => [other; 3],
        };
        match self {
            Kind::Latin => latin,
            Kind::Asian => asian,
            Kind::Complex => complex,
        }
    }
}

/// How letters are changed before they are shown (20.205 `fo:text-transform`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Case {
    /// Not at all.
    #[default]
    Kept,
    /// To capitals.
    Upper,
    /// To small letters.
    Lower,
    /// The first letter of each word to a capital.
    Capitals,
}

impl Case {
    /// The case that properties ask for.
    pub(crate) fn of(properties: &Properties<'_>) -> Case {
        match properties.get("fo:text-transform") {
            Some("uppercase") => Case::Upper,
            Some("lowercase") => Case::Lower,
            Some("capitalize") => Case::Capitals,
            _ => Case::Kept,
        }
    }

    /// A text as it is shown.
    pub(crate) fn apply(self, text: &str) -> String {
        match self {
            Case::Kept => text.to_owned(),
            Case::Upper => text.to_uppercase(),
            Case::Lower => text.to_lowercase(),
            Case::Capitals => {
                let mut starts = true;
                let mut out = String::new();
                for c in text.chars() {
                    if starts {
                        out.extend(c.to_uppercase());
                    } else {
                        out.push(c);
                    }
                    starts = c.is_whitespace();
                }
                out
            }
        }
    }
}

/// The size of letters in points.
pub(crate) fn size(properties: &Properties<'_>, kind: Kind) -> f32 {
    let size = properties.length(kind.property("fo:font-size")).or_else(|| properties.length("fo:font-size"));
    size.unwrap_or(USUAL_SIZE).clamp(SIZES.0, SIZES.1)
}

/// How letters of a kind look; the name of their style and what they mean is said elsewhere.
pub(crate) fn resolve(properties: &Properties<'_>, styles: &Styles<'_>, kind: Kind) -> TextStyle {
    let get = |name| properties.get(kind.property(name));
    let font = font(properties, styles, kind);
    let asian = self::font(properties, styles, Kind::Asian).map(|font| font.family);
    let line = |style: &str, kind: &str| {
        properties.get(style).is_some_and(|style| style != "none")
            || (properties.get(style).is_none() && properties.get(kind).is_some_and(|kind| kind != "none"))
    };
    let (script, _) = position(properties);
    TextStyle {
        monospace: font.as_ref().is_some_and(|font| font.is_fixed),
        east_asian: asian.filter(|asian| font.as_ref().is_some_and(|font| font.family != *asian)),
        family: font.map(|font| font.family),
        size: Some(size(properties, kind)),
        weight: get("fo:font-weight").map_or(400, weight),
        italic: get("fo:font-style").is_some_and(|slant| matches!(slant, "italic" | "oblique")),
        underline: line("style:text-underline-style", "style:text-underline-type"),
        strike: line("style:text-line-through-style", "style:text-line-through-type"),
        decoration: decoration(properties),
        effect: effect(properties),
        script,
        scale: properties.get("style:text-scale").and_then(share).filter(|scale| *scale > 0.0).unwrap_or(1.0),
        spacing: properties.get("fo:letter-spacing").and_then(length).unwrap_or_default(),
        unkerned: properties.is("style:letter-kerning", "false"),
        small_caps: properties.is("fo:font-variant", "small-caps"),
        color: ink(properties),
        background: properties.get("fo:background-color").and_then(color),
        emphasis: properties.get("style:text-emphasize").and_then(emphasis),
        language: language(properties, kind),
        hidden: properties.is("text:display", "none").then_some(Hidden::Unpainted),
        ..TextStyle::default()
    }
}

/// How the lines under and through letters are drawn (20.380 `style:text-underline-style`); those under them go before.
fn decoration(properties: &Properties<'_>) -> Decoration {
    let names = [
        "style:text-underline-style",
        "style:text-underline-type",
        "style:text-underline-width",
        "style:text-underline-mode",
        "style:text-underline-color",
    ];
    let through = [
        "style:text-line-through-style",
        "style:text-line-through-type",
        "style:text-line-through-width",
        "style:text-line-through-mode",
        "style:text-line-through-color",
    ];
    let is_under = properties.get(names[0]).is_some_and(|style| style != "none");
    let [style, number, width, mode, ink] = if is_under { names } else { through };
    let kind = match properties.get(style) {
        _ if properties.is(number, "double") => LineKind::Double,
        Some("dotted") => LineKind::Dotted,
        Some("dash" | "long-dash") => LineKind::Dashed,
        Some("dot-dash" | "dot-dot-dash") => LineKind::DotDash,
        Some("wave") => LineKind::Wave,
        _ => LineKind::Single,
    };
    let is_heavy = matches!(properties.get(width), Some("bold" | "thick"));
    let words_only = properties.is(mode, "skip-white-space");
    Decoration { kind, is_heavy, words_only, color: properties.get(ink).and_then(color) }
}

/// How letters are painted that are not plainly filled (20.360 `style:text-outline`, 20.351 `style:font-relief`, 20.364
/// `fo:text-shadow`).
fn effect(properties: &Properties<'_>) -> Option<Effect> {
    match properties.get("style:font-relief") {
        Some("embossed") => return Some(Effect::Embossed),
        Some("engraved") => return Some(Effect::Engraved),
        _ => {}
    }
    let has_shadow = properties.get("fo:text-shadow").is_some_and(|shadow| shadow != "none");
    let outlined = properties.is("style:text-outline", "true").then_some(Effect::Outline);
    outlined.or(has_shadow.then_some(Effect::Shadow))
}

/// The colour of letters; automatic where nothing else is said, or where the nearest style says so.
fn ink(properties: &Properties<'_>) -> Option<transvase_model::flow::Color> {
    let nearest = properties.side("style:use-window-font-color", "fo:color")?;
    color(if nearest == "false" { properties.get("fo:color")? } else { nearest })
}

/// The family that letters of a kind are set in.
fn font(properties: &Properties<'_>, styles: &Styles<'_>, kind: Kind) -> Option<Font> {
    let (name, family) = (kind.property("style:font-name"), kind.property("fo:font-family"));
    let declared = properties.get(name).and_then(|name| styles.font(name)).cloned();
    let stated = || {
        let family = first_family(properties.get(family)?);
        Some(Font { family, is_fixed: properties.is("style:font-pitch", "fixed") })
    };
    let named = || properties.get(name).map(|name| Font { family: name.into(), is_fixed: false });
    let font = declared.or_else(stated).or_else(named).filter(|font| !font.family.is_empty())?;
    let class = office_family(&FontName::parse(&font.family)).map(|family| family.class);
    let stated = font.is_fixed && !is_east_asian(&font.family, properties, styles);
    Some(Font { is_fixed: class.map_or(stated, |class| class == Class::Mono), ..font })
}

/// Whether a family has letters of East Asia, all of which are equally wide: by its name, or as the one that these are
/// set in.
fn is_east_asian(family: &str, properties: &Properties<'_>, styles: &Styles<'_>) -> bool {
    let asian = properties.get(Kind::Asian.property("style:font-name"));
    let is_theirs = |name: &str| styles.font(name).map_or(name, |font| font.family.as_ref()) == family;
    asian.is_some_and(is_theirs) || family.chars().any(|c| Kind::of(c) == Some(Kind::Asian))
}

/// OpenType weights by the values of `fo:font-weight` (20.193).
fn weight(value: &str) -> u16 {
    match value {
        "bold" => 700,
        "normal" => 400,
        other => other.parse().ok().filter(|weight| (100..=900).contains(weight)).unwrap_or(400),
    }
}

/// Raised or lowered letters, and the share of their size they are shown at (20.395 `style:text-position`).
fn position(properties: &Properties<'_>) -> (Script, f32) {
    let mut words = properties.get("style:text-position").unwrap_or_default().split_whitespace();
    let first = words.next().unwrap_or_default();
    let rise = match first {
        "super" => 1.0,
        "sub" => -1.0,
        other => share(other).unwrap_or_default(),
    };
    let shown = words.next().and_then(share).unwrap_or(1.0);
    let script = match rise {
        rise if rise > RAISED => Script::Superscript,
        rise if rise < -RAISED => Script::Subscript,
        _ => Script::Normal,
    };
    (script, shown)
}

/// Marks at each letter (20.383 `style:text-emphasize`).
fn emphasis(value: &str) -> Option<Emphasis> {
    let below = value.contains("below");
    match value.split_whitespace().next()? {
        "dot" | "disc" if below => Some(Emphasis::UnderDot),
        "dot" | "disc" => Some(Emphasis::Dot),
        "circle" => Some(Emphasis::Circle),
        "accent" => Some(Emphasis::Comma),
        _ => None,
    }
}

/// The language as a tag (BCP 47) of its parts.
pub(crate) fn language(properties: &Properties<'_>, kind: Kind) -> Option<Arc<str>> {
    let known = |value: &&str| !value.is_empty() && !matches!(*value, "none" | "zxx");
    let get = |name| properties.get(kind.property(name)).filter(known);
    let language = get("fo:language")?;
    let parts = [Some(language), get("fo:script"), get("fo:country")];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join("-").into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odf::package::Document;
    use crate::odf::styles::Scope;
    use crate::odf::tree::parse;
    use transvase_base::context::Context;
    use transvase_model::flow::Color;

    fn resolved(attributes: &str, kind: Kind) -> TextStyle {
        let text = format!(
            "<office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'
             xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'
             xmlns:svg='urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'
             xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'><office:font-face-decls>
             <style:font-face style:name='F1' svg:font-family=\"'Liberation Mono'\"/></office:font-face-decls>
             <office:styles><style:style style:name='T' style:family='text'><style:text-properties {attributes}/>
             </style:style></office:styles></office:document>"
        );
        let content = parse(text.as_bytes(), "test", &Context::default()).unwrap();
        let document = Document { content, ..Document::default() };
        let styles = Styles::of(&document);
        let chain = styles.chain_alone(Scope::Content, "text", Some("T"));
        resolve(&chain.properties("style:text-properties"), &styles, kind)
    }

    #[test]
    fn letters_look_as_their_properties_say() {
        let style = resolved(
            "style:font-name='F1' fo:font-size='9pt' fo:font-weight='bold' fo:font-style='italic' fo:color='#ff0000'
             style:text-underline-style='solid' style:text-line-through-style='none' style:text-position='-33% 58%'
             fo:letter-spacing='0.5pt' fo:language='de' fo:country='CH' fo:background-color='transparent'",
            Kind::Latin,
        );
        assert_eq!((style.family.as_deref(), style.monospace, style.size), (Some("Liberation Mono"), true, Some(9.0)));
        assert!(style.is_bold() && style.italic && style.underline && !style.strike);
        assert_eq!((style.script, style.spacing), (Script::Subscript, 0.5));
        assert_eq!((style.color, style.background), (Some(Color { r: 255, g: 0, b: 0 }), None));
        assert_eq!(style.language.as_deref(), Some("de-CH"));
    }

    #[test]
    fn scripts_have_properties_of_their_own() {
        let attributes = "fo:font-size='10pt' style:font-size-complex='14pt' style:language-complex='ar'
            style:country-complex='EG' fo:language='none' style:font-weight-complex='bold'";
        let (latin, complex) = (resolved(attributes, Kind::Latin), resolved(attributes, Kind::Complex));
        assert_eq!((latin.size, latin.language.as_deref(), latin.weight), (Some(10.0), None, 400));
        assert_eq!((complex.size, complex.language.as_deref(), complex.weight), (Some(14.0), Some("ar-EG"), 700));
        assert_eq!(
            [Kind::of('a'), Kind::of('漢'), Kind::of('ש'), Kind::of('1')],
            [Some(Kind::Latin), Some(Kind::Asian), Some(Kind::Complex), None]
        );
    }

    #[test]
    fn cases_are_applied_to_the_letters() {
        assert_eq!(Case::Upper.apply("straße"), "STRASSE");
        assert_eq!(Case::Capitals.apply("one two"), "One Two");
    }
}
