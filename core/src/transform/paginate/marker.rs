//! List markers: their words, and how they stand beside the first line of their item.

use super::blocks::Place;
use super::layout::Layout;
use super::lines::Line;
use super::place::{Seat, place_line};
use super::strip::{Stream, Strip, shifted};
use super::text::{Look, Text};
use crate::model::flow::{Align, Color, Marker, NumberFormat};
use crate::model::pages::NodeId;

/// Gap between marker and text, as a multiple of the size.
const GAP: f32 = 0.45;

/// The words of a marker; `None` where items are not marked.
pub(super) fn text_of(marker: &Marker, number: u32) -> Option<String> {
    match marker {
        Marker::None => None,
        Marker::Bullet(character) => Some(character.to_string()),
        Marker::Number { format, prefix, suffix, .. } => Some(format!("{prefix}{}{suffix}", count(*format, number))),
    }
}

fn count(format: NumberFormat, number: u32) -> String {
    match format {
        NumberFormat::Decimal => number.to_string(),
        NumberFormat::LowerAlpha => letters(number),
        NumberFormat::UpperAlpha => letters(number).to_uppercase(),
        NumberFormat::LowerRoman => roman(number),
        NumberFormat::UpperRoman => roman(number).to_uppercase(),
    }
}

/// a to z, then aa, ab and so on (CSS Counter Styles 3, `lower-alpha`); 0 is written as a number.
fn letters(number: u32) -> String {
    let mut rest = number;
    let mut word = Vec::new();
    while rest > 0 {
        rest -= 1;
        word.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    if word.is_empty() { number.to_string() } else { word.iter().rev().collect() }
}

/// Roman numerals from 1 to 3,999; other numbers in digits (CSS Counter Styles 3, `lower-roman`).
fn roman(number: u32) -> String {
    const PARTS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if !(1..4_000).contains(&number) {
        return number.to_string();
    }
    let mut rest = number;
    let mut word = String::new();
    for (value, sign) in PARTS {
        while rest >= value {
            word.push_str(sign);
            rest -= value;
        }
    }
    word
}

/// Puts a marker beside the next line of the stream, ending a gap before the item's text.
pub(super) fn attach(layout: &mut Layout, words: &str, node: NodeId, item: &Place, stream: &mut Stream) {
    let size = layout.size;
    let face = layout.face(None, false, 400, false);
    let look = plain_look(face, size, Some(node));
    let mut text = Text::default();
    words.chars().filter(|c| !c.is_control()).for_each(|character| text.push(character, character, look));
    let shaped = layout.shape(&text, false);
    let visible = shaped.clusters.len();
    let width = shaped.advance(0..visible);
    let line = Line { text, shaped, visible, hyphen: false, last: true, dotted: Vec::new() };
    let seat = Seat {
        left: item.left - size * GAP - width,
        width: width + 1.0,
        align: Align::Start,
        line_height: layout.setup.line_height,
        right_to_left: false,
        size,
    };
    let strip = place_line(layout, &line, &seat);
    let base = strip.base;
    stream.label(shifted(strip, 0.0, -base).items);
}

/// A marker whose item has no line gets one of its own.
pub(super) fn flush(layout: &Layout, stream: &mut Stream) {
    if stream.has_labels() {
        stream.push(Strip { height: layout.size * layout.setup.line_height, ..Strip::default() });
    }
}

/// Body text in black.
pub(super) fn plain_look(face: crate::parts::shaping::FaceId, size: f32, node: Option<NodeId>) -> Look {
    Look {
        face,
        size,
        line_size: size,
        rise: 0.0,
        color: Color::BLACK,
        background: None,
        underline: false,
        strike: false,
        language: 0,
        node,
        link: None,
        object: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_as_css_says() {
        let words = |format, numbers: &[u32]| numbers.iter().map(|n| count(format, *n)).collect::<Vec<_>>().join(" ");
        assert_eq!(words(NumberFormat::LowerAlpha, &[1, 26, 27, 52, 703, 0]), "a z aa az aaa 0");
        assert_eq!(
            words(NumberFormat::UpperRoman, &[1, 4, 9, 1994, 3999, 4000, 0]),
            "I IV IX MCMXCIV MMMCMXCIX 4000 0"
        );
        assert_eq!(words(NumberFormat::Decimal, &[7]), "7");
    }
}
