//! From the font names files carry (PostScript names, TeX names, names of one foundry's cut) to the
//! families office programs have.
//!
//! A PostScript name packs family and style into one word, as in `ABCDEF+TimesNewRomanPS-BoldMT`:
//! a subset tag (ISO 32000-1, 9.6.4), the family, then style words. [`FontName::parse`] takes it
//! apart; [`office_family`] looks the family up.

mod table;

use table::FAMILIES;

/// A font name taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontName {
    /// The family as one lower-case word without blanks, marks and style, such as `timesnewroman`.
    pub key: String,
    /// Weight from 100 to 900, where the name says.
    pub weight: Option<u16>,
    /// Whether the name says italic or oblique.
    pub italic: bool,
    /// Whether the name says condensed or narrow.
    pub narrow: bool,
}

/// Broad classes of type, used where a family is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// With serifs.
    Serif,
    /// Without serifs.
    Sans,
    /// Every glyph has the same advance.
    Mono,
    /// Signs rather than letters.
    Symbol,
}

impl Class {
    /// The family that stands for the whole class.
    pub fn family(self) -> &'static str {
        match self {
            Class::Serif => "Times New Roman",
            Class::Sans => "Arial",
            Class::Mono => "Courier New",
            Class::Symbol => "Arial",
        }
    }
}

/// A family of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// The name an office program knows.
    pub name: &'static str,
    /// Its class.
    pub class: Class,
    /// Whether the name is the source's own family or a mere alias of it, so that nothing is lost.
    pub exact: bool,
}

impl FontName {
    /// Takes `name` apart; works for PostScript names, full names and family names.
    pub fn parse(name: &str) -> FontName {
        let name = strip_subset_tag(name.trim());
        let (family, style) = split_style(name);
        let (mut key, mut style) = (compact(family), compact(style));
        // A hyphen within the family, as in `MS-PGothic`.
        if !is_known(&key) && is_known(&format!("{key}{style}")) {
            key.push_str(&style);
            style.clear();
        }
        let short = style.clone();
        // Style words that are glued to the family, as in `ArialBold` or `CalibriLight`.
        while let Some((rest, word)) = strip_style_word(&key) {
            style.push_str(word);
            key.truncate(rest);
        }
        let tex = tex_style(&key);
        FontName {
            weight: weight_on_axis(&style).or_else(|| weight_of(&style)).or_else(|| weight_of_short(&short)).or(tex.0),
            italic: ["ital", "obl", "slanted", "kursiv", "inclined"].iter().any(|word| style.contains(word))
                || is_short_italic(&short)
                || tex.1,
            narrow: ["narrow", "cond", "compressed"].iter().any(|word| style.contains(word)),
            key,
        }
    }
}

fn strip_subset_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase()) => rest,
        _ => name,
    }
}

fn split_style(name: &str) -> (&str, &str) {
    match name.find(['-', ',']) {
        Some(at) if at > 0 => (&name[..at], &name[at + 1..]),
        _ => (name, ""),
    }
}

/// Lower-case letters and digits only.
fn compact(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Words at the end of a compacted family that name a style or a font technology.
const STYLE_WORDS: &[&str] = &[
    "bolditalic",
    "boldoblique",
    "semibold",
    "demibold",
    "extrabold",
    "ultrabold",
    "bold",
    "italic",
    "oblique",
    "regular",
    "medium",
    "psmt",
    "mt",
    "ps",
    "std",
    "pro",
    "light",
    "black",
    "heavy",
    "narrow",
    "condensed",
    "roman",
    "thin",
    "book",
    "demi",
    "otf",
];

fn is_known(key: &str) -> bool {
    FAMILIES.iter().any(|(known, ..)| *known == key)
}

fn strip_style_word(key: &str) -> Option<(usize, &'static str)> {
    // Families that end in what looks like a style word, such as Times Roman.
    if is_known(key) {
        return None;
    }
    let word = STYLE_WORDS.iter().find(|word| key.len() > word.len() + 2 && key.ends_with(**word))?;
    Some((key.len() - word.len(), word))
}

/// The weight in the name that Apple's programs give an instance of a variable font: its place on the axis `wght` as a
/// hexadecimal number with 16 binary places, as in `_wght2580000` for 600. Axes at their default have none. Names are
/// cut after 63 characters, so that a 2 may be all that is left of semibold and bold.
fn weight_on_axis(style: &str) -> Option<u16> {
    const WHOLE: usize = 7;
    let (_, after) = style.rsplit_once("wght")?;
    let digits = after.split(|c: char| !c.is_ascii_hexdigit()).next().filter(|digits| digits.len() <= WHOLE)?;
    let weight = u32::from_str_radix(&format!("{digits:0<WHOLE$}"), 16).ok()? >> 16;
    let weight = if digits == "2" { 600 } else { u16::try_from(weight).ok()? };
    (1..=1000).contains(&weight).then_some(weight)
}

/// OpenType OS/2 `usWeightClass` values by the words of style names.
fn weight_of(style: &str) -> Option<u16> {
    const WEIGHTS: &[(&str, u16)] = &[
        ("extralight", 200),
        ("ultralight", 200),
        ("semilight", 350),
        ("demilight", 350),
        ("thin", 100),
        ("light", 300),
        ("semibold", 600),
        ("demibold", 600),
        ("extrabold", 800),
        ("ultrabold", 800),
        ("extrablack", 900),
        ("bold", 700),
        ("black", 900),
        ("heavy", 800),
        ("demi", 600),
        ("medium", 500),
        ("regular", 400),
        ("book", 400),
        ("roman", 400),
    ];
    WEIGHTS.iter().find(|(word, _)| style.contains(word)).map(|(_, weight)| *weight)
}

/// Whether a style name is a weight, or nothing, before a short word for italic.
fn is_short_italic(style: &str) -> bool {
    let mut weights = ["ita", "it", "i"].iter().filter_map(|word| style.strip_suffix(word));
    weights.any(|weight| weight.is_empty() || weight_of(weight).or_else(|| weight_of_short(weight)).is_some())
}

/// Weights by the short words for styles in PostScript names (Adobe Technical Note 5088, appendix B; `medi` is the bold
/// of URW's Nimbus faces).
fn weight_of_short(style: &str) -> Option<u16> {
    const OTHERS: [&str; 8] = ["ital", "it", "obl", "i", "o", "cn", "cond", "ext"];
    let mut weight = style;
    while let Some(rest) = OTHERS.iter().find_map(|word| weight.strip_suffix(word)) {
        weight = rest;
    }
    match weight {
        "th" => Some(100),
        "lt" => Some(300),
        "md" => Some(500),
        "sb" | "smbd" => Some(600),
        "b" | "bd" => Some(700),
        "hv" => Some(800),
        "blk" => Some(900),
        _ => style.starts_with("medi").then_some(700),
    }
}

/// Weight and slant by the short names of the Computer Modern family and its descendants, whose
/// letters after the series say the style: `cmbx10`, `cmti12`, `sfbx1000`, `lmroman10bold`.
fn tex_style(key: &str) -> (Option<u16>, bool) {
    let Some(series) = tex_series(key) else {
        return (None, false);
    };
    let bold = series.starts_with('b') || ["ssbx", "ssdc", "mib", "bsy", "ssbi"].contains(&series);
    let italic = ["ti", "sl", "bxti", "bxsl", "mi", "mib", "ssi", "itt", "sltt", "u", "ssbi", "ssbo", "bi", "sli"]
        .contains(&series);
    (bold.then_some(700), italic)
}

/// What follows the family letters in a TeX font name, without its size: `bx` of `cmbx10`.
fn tex_series(key: &str) -> Option<&str> {
    let family = ["cm", "sf", "ec", "la", "tc", "lm"].iter().find(|family| key.starts_with(**family))?;
    let series = key[family.len()..].trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = key.len() - family.len() - series.len();
    let known = TEX_SERIES.contains(&series);
    (known && (digits > 0 || *family == "cm")).then_some(series)
}

const TEX_SERIES: &[&str] = &[
    "r", "rm", "b", "bx", "ti", "sl", "bxti", "bxsl", "mi", "mib", "sy", "bsy", "ex", "ss", "ssi", "ssbx", "ssdc",
    "ssq", "ssqi", "tt", "itt", "sltt", "tcsc", "csc", "dunh", "ff", "fi", "fib", "u", "vtt", "tex", "bi", "ssbi",
    "ssbo", "xbtt", "sli", "cc", "xc", "oc", "sc",
];

/// The family an office program has for a parsed name; `None` where the table does not know it.
pub fn office_family(name: &FontName) -> Option<Family> {
    let key = name.key.as_str();
    let row = |(_, family, class, exact): &(&str, &'static str, Class, bool)| Family {
        name: family,
        class: *class,
        exact: *exact,
    };
    if name.narrow && (key.starts_with("arial") || key.starts_with("helvetica")) {
        return Some(Family { name: "Arial Narrow", class: Class::Sans, exact: true });
    }
    let exact = FAMILIES.iter().find(|(known, ..)| *known == key);
    // Otherwise the longest known beginning, as in `helveticaneueltw1g` or `nimbusromno9l`.
    let longest = || {
        FAMILIES
            .iter()
            .filter(|(known, ..)| known.len() >= 5 && key.starts_with(known))
            .max_by_key(|(known, ..)| known.len())
    };
    exact
        .map(row)
        .or_else(|| tex_family(key))
        .or_else(|| longest().map(row).map(|family| Family { exact: false, ..family }))
}

fn tex_family(key: &str) -> Option<Family> {
    let series = tex_series(key)?;
    let class = match series {
        "tt" | "itt" | "sltt" | "tcsc" | "vtt" | "tex" | "xbtt" => Class::Mono,
        _ if series.starts_with("ss") => Class::Sans,
        _ => Class::Serif,
    };
    Some(Family { name: class.family(), class, exact: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn office(name: &str) -> (&'static str, Option<u16>, bool) {
        let name = FontName::parse(name);
        (office_family(&name).map_or("?", |family| family.name), name.weight, name.italic)
    }

    #[test]
    fn postscript_names_become_office_families() {
        assert_eq!(office("ABCDEF+TimesNewRomanPS-BoldItalicMT"), ("Times New Roman", Some(700), true));
        assert_eq!(office("TimesNewRomanPSMT"), ("Times New Roman", None, false));
        assert_eq!(office("TimesNewRoman,Bold"), ("Times New Roman", Some(700), false));
        assert_eq!(office("ArialMT"), ("Arial", None, false));
        assert_eq!(office("Arial-BoldMT"), ("Arial", Some(700), false));
        assert_eq!(office("ArialNarrow-Bold"), ("Arial Narrow", Some(700), false));
        assert_eq!(office("Helvetica-Oblique"), ("Arial", None, true));
        assert_eq!(office("Courier-BoldOblique"), ("Courier New", Some(700), true));
        assert_eq!(office("Times-Roman"), ("Times New Roman", Some(400), false));
        assert_eq!(office("Calibri-Light"), ("Calibri", Some(300), false));
        assert_eq!(office("AAAAAA+NimbusRomNo9L-ReguItal"), ("Times New Roman", None, true));
        assert_eq!(office("NimbusRomNo9L-Medi").1, Some(700));
        assert_eq!(office("NimbusRomanRegular"), ("Times New Roman", Some(400), false));
        assert_eq!(office("CenturySchoolbook-Bold"), ("Century Schoolbook", Some(700), false));
        assert_eq!(office("MS-PGothic"), ("MS Gothic", None, false));
    }

    #[test]
    fn short_words_tell_the_style() {
        assert_eq!(office("HelveticaLTStd-Blk"), ("Arial", Some(900), false));
        assert_eq!(office("HelveticaNeueLTStd-HvCnO").1, Some(800));
        assert_eq!(office("HelveticaLTStd-BoldObl"), ("Arial", Some(700), true));
        assert_eq!(office("MyriadPro-LtIt").1, Some(300));
        assert!(office("MyriadPro-LtIt").2 && office("Gentium-It").2 && office("Univers-BI").2);
        assert!(!office("NimbusRomNo9L-Medi").2 && !office("FF-Unit").2);
    }

    #[test]
    fn tex_names_tell_their_style() {
        assert_eq!(office("CMR10"), ("Times New Roman", None, false));
        assert_eq!(office("XYZABC+CMBX12"), ("Times New Roman", Some(700), false));
        assert_eq!(office("CMTI10"), ("Times New Roman", None, true));
        assert_eq!(office(".SFNS-Regular_wdth_opsz110000_GRAD_wght2580000"), ("Arial", Some(600), false));
        assert_eq!(office(".SFNS-Regular_wdth_opsz110000_GRAD_wght2"), ("Arial", Some(600), false));
        assert_eq!(office(".SFNS-Regular_wdth_opsz110000_GRAD_wght"), ("Arial", Some(400), false));
        assert_eq!(office("CMTT9"), ("Courier New", None, false));
        assert_eq!(office("CMSS17"), ("Arial", None, false));
        assert_eq!(office("SFRM1000"), ("Times New Roman", None, false));
        assert_eq!(office("LMRoman10-Bold"), ("Times New Roman", Some(700), false));
        assert_eq!(office("LMMono9-Regular"), ("Courier New", Some(400), false));
    }

    #[test]
    fn what_nobody_knows_is_left_to_the_caller() {
        assert_eq!(office("QWERTZ+F0"), ("?", None, false));
        assert_eq!(office(""), ("?", None, false));
    }
}
