//! Font family and style that stand for a font of the file.

use std::sync::Arc;

use hayro_syntax::object::{Array, Dict, Name, Object, String as PdfString};

use super::file::FontFile;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_font::font_names::{Class, FontName, office_family};
use transvase_font::symbol_fonts;
use transvase_model::pages::Font;

/// What a font dictionary says about looks.
pub(super) struct Style {
    /// The font for the model.
    pub font: Font,
    /// The name in the file, where another design stands in for it.
    pub replaced: Option<String>,
    /// The compacted family name in the file.
    pub key: String,
}

/// Bits of the font descriptor's `Flags` (ISO 32000-1, table 123).
mod flags {
    /// Bit 1.
    pub const FIXED_PITCH: u32 = 1;
    /// Bit 2.
    pub const SERIF: u32 = 1 << 1;
    /// Bit 7.
    pub const ITALIC: u32 = 1 << 6;
    /// Bit 19.
    pub const FORCE_BOLD: u32 = 1 << 18;
}

/// What the printer driver of Windows calls all fonts; it gives all of them the same flags, too.
const NAMELESS: &str = "cidfont";

/// Stems of these widths (1/1000 em) make a bold face; regular faces lie around 80, and what is wider than any
/// letter's was written without a look.
const BOLD_STEMS: std::ops::Range<f32> = 120.0..260.0;
/// What Ghostscript writes for a stem it does not know, as a share of how far the letters reach.
const GUESSED_STEM: f32 = 0.15;

/// The style of the font `dict` describes.
///
/// # Errors
/// A limit on unpacked bytes.
pub(super) fn of(dict: &Dict<'_>, context: &Context) -> Result<Style> {
    let descendant = descendant(dict);
    let descriptor = descriptor(dict);
    let full_name = base_font(dict, &descriptor);
    let name = FontName::parse(&full_name);
    let family_name = text_entry(&descriptor, b"FontFamily").map(|family| FontName::parse(&family));
    let flags = descriptor.get::<f32>(b"Flags").map_or(0, |flags| flags as u32);
    let known = office_family(&name).or_else(|| family_name.as_ref().and_then(office_family));
    let file = if known.is_none() { FontFile::read(&descriptor, context)? } else { None };
    let known = known.or_else(|| file.as_ref()?.name.as_ref().and_then(office_family));
    let class = known.map(|family| family.class).or_else(|| file.as_ref()?.class);
    let own_name = file.as_ref().and_then(|file| file.name.as_ref()).unwrap_or(&name);
    let hints = if name.key.starts_with(NAMELESS) { flags & !flags::SERIF } else { flags };
    let class = class.unwrap_or_else(|| guess_class(own_name, hints, dict, &descriptor));
    let family = known.map_or(class.family(), |family| family.name);
    let replaced = !known.is_some_and(|family| family.exact) && !full_name.is_empty();
    let stated = file.as_ref().map(|file| (file.weight, file.italic));
    let (stated_weight, stated_italic) = stated.unwrap_or((weight(&name, flags, &descriptor), false));
    Ok(Style {
        font: Font {
            family: Arc::from(family_for_script(family, known.is_some(), descendant.as_ref(), class)),
            stand_in: !known.is_some_and(|family| family.exact),
            weight: name.weight.unwrap_or(stated_weight),
            italic: name.italic || stated_italic || flags & flags::ITALIC != 0 || italic_angle(&descriptor),
            serif: class == Class::Serif,
            monospace: class == Class::Mono,
            ascent: metric(&descriptor, b"Ascent", 0.75, 0.3..=1.5),
            descent: metric(&descriptor, b"Descent", 0.25, 0.02..=0.7),
            program: None,
            ink: None,
        },
        replaced: replaced.then_some(full_name),
        key: name.key,
    })
}

/// The font's descriptor: its own or that of its descendant.
pub(in super::super) fn descriptor<'a>(dict: &Dict<'a>) -> Dict<'a> {
    let own = dict.get::<Dict<'a>>(b"FontDescriptor");
    own.or_else(|| descendant(dict)?.get::<Dict<'a>>(b"FontDescriptor")).unwrap_or_default()
}

/// The font that a composite one takes its glyphs from (ISO 32000-1, 9.7.1).
pub(in super::super) fn descendant<'a>(dict: &Dict<'a>) -> Option<Dict<'a>> {
    dict.get::<Array<'a>>(b"DescendantFonts")?.iter::<Dict<'a>>().next()
}

/// The font's own name, without the tag of a subset.
fn base_font(dict: &Dict<'_>, descriptor: &Dict<'_>) -> String {
    let name =
        [dict.get::<Name<'_>>(b"BaseFont"), descriptor.get::<Name<'_>>(b"FontName")].into_iter().flatten().next();
    let name = name.map(|name| String::from_utf8_lossy(name.as_ref()).into_owned()).unwrap_or_default();
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest.to_owned(),
        _ => name,
    }
}

fn text_entry(dict: &Dict<'_>, key: &[u8]) -> Option<String> {
    match dict.get::<Object<'_>>(key)? {
        Object::String(text) => Some(string_lossy(&text)),
        Object::Name(name) => Some(String::from_utf8_lossy(name.as_ref()).into_owned()),
        _ => None,
    }
}

fn string_lossy(text: &PdfString<'_>) -> String {
    String::from_utf8_lossy(text.as_bytes()).into_owned()
}

fn guess_class(name: &FontName, flags: u32, dict: &Dict<'_>, descriptor: &Dict<'_>) -> Class {
    let key = name.key.as_str();
    let says = |words: &[&str]| words.iter().any(|word| key.contains(word));
    if symbol_fonts::is_bar_code(key) {
        // Their letters are as wide as one another, and no code for that.
        Class::Sans
    } else if flags & flags::FIXED_PITCH != 0 && !has_uneven_widths(dict)
        || says(&["mono", "courier", "typewriter", "console", "code"])
    {
        Class::Mono
    } else if says(&["dingbat", "symbol", "wingding", "webding", "icon", "awesome"]) {
        Class::Symbol
    } else if says(&["sans", "gothic", "grotesk", "helv", "arial", "humanist"]) {
        Class::Sans
    } else if flags & flags::SERIF != 0 || says(&["serif", "roman", "times", "antiqua", "mincho", "garamond", "text"]) {
        Class::Serif
    } else if descriptor.is_empty() || descriptor.get::<f32>(b"Flags").is_none() {
        // Nothing is known: bitmap fonts of old TeX files and the like.
        Class::Serif
    } else {
        Class::Sans
    }
}

/// Whether the widths contradict a fixed pitch; some producers set the flag on every font.
fn has_uneven_widths(dict: &Dict<'_>) -> bool {
    let Some(widths) = dict.get::<Array<'_>>(b"Widths") else { return false };
    let mut widths = widths.iter::<f32>().take(256).filter(|width| *width > 0.0);
    let Some(first) = widths.next() else { return false };
    widths.any(|width| (width - first).abs() > 1.0)
}

fn weight(name: &FontName, flags: u32, descriptor: &Dict<'_>) -> u16 {
    if let Some(weight) = name.weight {
        return weight;
    }
    let stated = descriptor.get::<f32>(b"FontWeight").filter(|weight| (100.0..=900.0).contains(weight));
    match stated {
        Some(weight) => weight as u16,
        None if flags & flags::FORCE_BOLD != 0 => 700,
        None if stem(descriptor).is_some_and(|stem| BOLD_STEMS.contains(&stem)) => 700,
        None => 400,
    }
}

/// The thickness of vertical stems, where it was measured.
fn stem(descriptor: &Dict<'_>) -> Option<f32> {
    let stem = descriptor.get::<f32>(b"StemV")?;
    let right = descriptor.get::<Array<'_>>(b"FontBBox").and_then(|bounds| bounds.iter::<f32>().nth(2));
    right.is_none_or(|right| (right * GUESSED_STEM - stem).abs() > 1.0).then_some(stem)
}

fn italic_angle(descriptor: &Dict<'_>) -> bool {
    descriptor.get::<f32>(b"ItalicAngle").is_some_and(|angle| angle.abs() >= 4.0 && angle.abs() < 45.0)
}

/// A metric of the descriptor in ems, made positive; `default` where it is absent or cannot be true.
fn metric(descriptor: &Dict<'_>, key: &[u8], default: f32, likely: std::ops::RangeInclusive<f32>) -> f32 {
    let value = descriptor.get::<f32>(key).map(|value| (value / 1000.0).abs());
    value.filter(|value| likely.contains(value)).unwrap_or(default)
}

/// For an unknown East Asian font, a family of its script (ISO 32000-1, 9.7.3: character collections).
fn family_for_script(family: &'static str, known: bool, descendant: Option<&Dict<'_>>, class: Class) -> &'static str {
    let ordering = descendant
        .filter(|_| !known)
        .and_then(|dict| dict.get::<Dict<'_>>(b"CIDSystemInfo"))
        .and_then(|info| info.get::<PdfString<'_>>(b"Ordering"));
    let serif = class == Class::Serif;
    match ordering.as_ref().map(hayro_syntax::object::String::as_bytes) {
        Some(b"Japan1") => {
            if serif {
                "MS Mincho"
            } else {
                "MS Gothic"
            }
        }
        Some(b"GB1") => {
            if serif {
                "SimSun"
            } else {
                "SimHei"
            }
        }
        Some(b"CNS1") => "PMingLiU",
        Some(b"Korea1") => {
            if serif {
                "Batang"
            } else {
                "Malgun Gothic"
            }
        }
        _ => family,
    }
}

/// A box this many times as high as the widest letter is wide says nothing: some producers write the
/// same box into every font. Even a font of narrow letters alone stays below it.
const EMPTY_BOX: f32 = 6.0;
/// Nor does one that is so much lower: even capitals alone reach higher.
const FLAT_BOX: f32 = 0.25;
/// Widths in text space between which the widest letter of a font with an em of 1 lies.
const USUAL_WIDEST: std::ops::RangeInclusive<f32> = 0.4..=1.7;

/// The size of an em in the text space of a Type 3 font at size 1, by the height of its box: an
/// ordinary font's box is a bit over an em high. Where the box says nothing, by the widest letter; with a box that
/// is flat or upside down, 1 where that letter fits it.
pub(super) fn type3_em(dict: &Dict<'_>) -> f32 {
    let scale = dict.get::<[f32; 6]>(b"FontMatrix").map_or(0.001, |matrix| matrix[3].abs().max(matrix[1].abs()));
    if (scale - 0.001).abs() < 1e-6 {
        return 1.0;
    }
    let height = dict.get::<[f32; 4]>(b"FontBBox").map_or(0.0, |corners| (corners[3] - corners[1]).abs());
    let widest = widest_letter(dict);
    let em = match widest {
        _ if widest > 0.0 && height > EMPTY_BOX * widest => widest * scale,
        _ if height > FLAT_BOX * widest => height * scale / 1.25,
        _ if USUAL_WIDEST.contains(&(widest * scale)) => 1.0,
        _ => widest * scale,
    };
    if em.is_finite() && em > 1e-6 { em } else { 1.0 }
}

fn widest_letter(dict: &Dict<'_>) -> f32 {
    let widths = dict.get::<Array<'_>>(b"Widths");
    widths.iter().flat_map(|widths| widths.iter::<f32>().take(256)).fold(0.0, f32::max)
}
