//! Drawings in fewer letters: what draws nothing is left out, numbers are told shortly. The result is drawn beside the
//! original, and dropped where a single pixel differs.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use quick_xml::events::{BytesStart, Event};
use resvg::tiny_skia::Pixmap;

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_markup::drawings::{self, GZIP};

/// Name spaces of drawing programs, by the prefixes they are always given: they say how the drawing was made.
const PROGRAMS: [&str; 2] = ["inkscape:", "sodipodi:"];

/// Elements whose white space is seen, or may be.
const WORDS: [&str; 8] = ["text", "tspan", "textPath", "tref", "style", "script", "title", "foreignObject"];

/// Side of the drawings that are compared, in pixels.
const COMPARED_PX: f32 = 1_000.0;

/// The drawing in fewer letters, packed where it was; the file itself where that is no smaller or looks otherwise.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`; `Malformed` where it cannot be drawn.
pub(super) fn smallest(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let text = drawings::text(bytes, context)?;
    // What is not painted stays in the file: it is not lost.
    let painted = |text: &[u8]| Ok(context.aside(|| drawn(text, context))?.0);
    let before = painted(&text)?;
    let Some(short) = minified(&text, context)? else { return Ok(bytes.to_vec()) };
    let file = if bytes.starts_with(&GZIP) { packed(&short)? } else { short.clone() };
    if file.len() >= bytes.len() {
        return Ok(bytes.to_vec());
    }
    let is_same = painted(&short).is_ok_and(|after: Pixmap| after.data() == before.data());
    Ok(if is_same { file } else { bytes.to_vec() })
}

fn packed(text: &[u8]) -> Result<Vec<u8>> {
    let failed = |error: std::io::Error| Error::new(ErrorCode::Internal, "packing to memory failed").caused_by(error);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).map_err(failed)?;
    encoder.finish().map_err(failed)
}

/// The drawing at a size at which small things are seen.
fn drawn(text: &[u8], context: &Context) -> Result<Pixmap> {
    let tree = drawings::tree(text, context)?;
    let longer = tree.size().width().max(tree.size().height()).max(1.0);
    let scale = COMPARED_PX / longer;
    let side = |side: f32| libm::ceilf(side * scale).clamp(1.0, COMPARED_PX) as u32;
    let sides = (side(tree.size().width()), side(tree.size().height()));
    drawings::pixmap(&tree, scale, sides, context)
}

/// The text without what draws nothing; `None` where it cannot be followed.
fn minified(text: &[u8], context: &Context) -> Result<Option<Vec<u8>>> {
    let Ok(text) = std::str::from_utf8(text) else { return Ok(None) };
    let mut reader = quick_xml::Reader::from_str(text);
    let mut out = String::new();
    // How deep inside an element that is left out, and inside one whose white space counts.
    let (mut left_out, mut words) = (0_usize, 0_usize);
    loop {
        context.tick(1)?;
        let Ok(event) = reader.read_event() else { return Ok(None) };
        match event {
            Event::Eof => break,
            Event::Start(_) if left_out > 0 => left_out += 1,
            Event::Start(start) if draws_nothing(start.name().as_ref()) => left_out = 1,
            Event::Start(start) => {
                if words > 0 || counts(&start) {
                    words += 1;
                }
                tag(&start, &mut out);
                out.push('>');
            }
            Event::End(_) if left_out > 0 => left_out -= 1,
            Event::End(end) => {
                words = words.saturating_sub(1);
                close(end.name().as_ref(), &mut out);
            }
            _ if left_out > 0 => {}
            Event::Empty(start) if draws_nothing(start.name().as_ref()) => {}
            Event::Empty(start) => {
                tag(&start, &mut out);
                out.push_str("/>");
            }
            Event::Text(text) if words == 0 && text.trim_ascii().is_empty() => {}
            Event::Text(text) => out.push_str(&text),
            Event::CData(data) => out.extend(["<![CDATA[", &data[..], "]]>"]),
            Event::GeneralRef(name) => out.extend(["&", &name[..], ";"]),
            Event::DocType(kind) if kind.contains('[') => out.extend(["<!DOCTYPE ", &kind[..], ">"]),
            Event::PI(_) | Event::Comment(_) | Event::DocType(_) | Event::Decl(_) => {}
        }
    }
    Ok(Some(out.into_bytes()))
}

fn draws_nothing(name: &str) -> bool {
    name == "metadata" || is_program(name)
}

fn is_program(name: &str) -> bool {
    PROGRAMS.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether white space in an element counts.
fn counts(start: &BytesStart<'_>) -> bool {
    let name = start.name();
    WORDS.contains(&name.local_name().as_ref())
        || start.attributes().flatten().any(|attribute| attribute.key.as_ref() == "xml:space")
}

/// The end of an element, as part of the tag where nothing is in it.
fn close(name: &str, out: &mut String) {
    let start = out.rfind('<').unwrap_or(0);
    let is_open = |after: &str| after.starts_with([' ', '>']) && after.find('>') == Some(after.len() - 1);
    let is_empty = out[start..].strip_prefix('<').and_then(|tail| tail.strip_prefix(name)).is_some_and(is_open);
    if is_empty && !out.ends_with("/>") {
        out.pop();
        out.push_str("/>");
    } else {
        out.extend(["</", name, ">"]);
    }
}

/// A tag without its end.
fn tag(start: &BytesStart<'_>, out: &mut String) {
    out.push('<');
    out.push_str(start.name().as_ref());
    for attribute in start.attributes().with_checks(false).flatten() {
        let key: &str = attribute.key.as_ref();
        let declares_program = key.strip_prefix("xmlns:").is_some_and(|prefix| is_program(&format!("{prefix}:")));
        if is_program(key) || declares_program {
            continue;
        }
        let value = match key {
            "d" | "points" | "transform" | "viewBox" => shortened(&attribute.value),
            _ => attribute.value.to_string(),
        };
        let quote = if value.contains('"') { "'" } else { "\"" };
        out.extend([" ", key, "=", quote, &value, quote]);
    }
}

/// A row of numbers and letters with as little between them as keeps them apart. Flags of arcs may stand without
/// anything between, so that with arcs only white space is brought together.
fn shortened(value: &str) -> String {
    let has_arcs = value.contains(['a', 'A']);
    let mut out = String::new();
    let words = value.split(|letter: char| letter.is_ascii_whitespace() || letter == ',');
    for word in words.filter(|word| !word.is_empty()) {
        let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
        let touches = out.ends_with(is_number) && word.starts_with(is_number);
        if touches || has_arcs && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(if has_arcs { word } else { trimmed(word) });
    }
    out
}

/// A decimal without zeros at its end; other words as they are.
fn trimmed(word: &str) -> &str {
    let Some((whole, share)) = word.split_once('.') else { return word };
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    if !are_digits(digits) || !are_digits(share) || digits.is_empty() {
        return word;
    }
    word.trim_end_matches('0').trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = "<?xml version='1.0' encoding='UTF-8'?>\n<!-- made by hand -->\n\
        <svg xmlns='http://www.w3.org/2000/svg' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' \
        width='40' height='20'>\n  <metadata><a>nothing</a></metadata>\n  \
        <g inkscape:label='layer'>\n    <path d='M 1.50 , 2.00 L 10 , 2.50 L 10 -0.500 Z' fill='#f00'></path>\n  </g>\n  \
        <text x='2' y='15'> two  words </text>\n</svg>\n";

    #[test]
    fn what_draws_nothing_goes_and_the_drawing_stays() {
        let context = Context::default();
        let small = smallest(DRAWING.as_bytes(), &context).unwrap();
        let told = String::from_utf8(small.clone()).unwrap();
        assert_eq!(
            told,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"><g>\
             <path d=\"M1.5 2L10 2.5L10-0.5Z\" fill=\"#f00\"/></g><text x=\"2\" y=\"15\"> two  words </text></svg>"
        );
        assert_eq!(drawn(&small, &context).unwrap().data(), drawn(DRAWING.as_bytes(), &context).unwrap().data());
        assert_eq!(smallest(&small, &context).unwrap(), small, "a second time nothing is left to do");
    }

    #[test]
    fn packed_drawings_stay_packed_and_damage_is_an_error() {
        let context = Context::default();
        let packed = packed(DRAWING.as_bytes()).unwrap();
        assert!(smallest(&packed, &context).unwrap().starts_with(&GZIP));
        for end in 0..DRAWING.len() {
            let _ = smallest(&DRAWING.as_bytes()[..end], &context);
        }
        assert_eq!(shortened("a1 1 0 01.50.5"), "a1 1 0 01.50.5");
    }
}
