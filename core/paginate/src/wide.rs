//! East Asian text beside other scripts: the room between them, and ambiguous-width punctuation, which they share. Among
//! ideographs that belongs to their face, where it is as wide as they are; the face of the letters has it narrow (Unicode's
//! UAX #11, "ambiguous").

use super::opportunities::is_ideograph;
use super::text::Text;
use transvase_font::shaping::{Cluster, Shaped};

/// Room between an ideograph or kana and a letter or digit of another script, as a share of the size: a quarter of an em
/// (W3C, Requirements for Japanese Text Layout, 3.2.3), which office programs add where nothing is said (ECMA-376 part 1,
/// 17.3.1.2 and 17.3.1.3).
const BETWEEN_SCRIPTS: f32 = 0.25;

/// Quotation marks, ellipses, dashes and the middle dot.
fn is_shared(character: char) -> bool {
    matches!(character, '\u{2018}' | '\u{2019}' | '\u{201C}' | '\u{201D}' | '…' | '‥' | '—' | '―' | '·')
}

/// Whether a character is an ideograph or kana, and no sign.
fn is_letter(character: char) -> bool {
    matches!(u32::from(character), 0x3041..=0x309F | 0x30A1..=0x30FA | 0x30FC..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}

/// Whether a character is a letter or digit beside which ideographs keep their distance; Hangul, which has spaces, is none.
fn is_foreign(character: char) -> bool {
    character.is_alphanumeric()
        && !is_ideograph(character)
        && !matches!(u32::from(character), 0x1100..=0x11FF | 0xAC00..=0xD7FF)
}

/// Whether a character is as wide as it is high in every face: an ideograph, kana, Hangul, and the signs of these.
pub(super) fn is_east_asian(character: char) -> bool {
    is_ideograph(character) || matches!(u32::from(character), 0xAC00..=0xD7A3)
}

/// Adds the room after ideographs: that of a grid of letters, and that before and behind letters of another script.
pub(super) fn space_out(shaped: &mut Shaped, text: &Text, on_grid: f32) {
    // Most text has none: those of East Asia begin with such a byte.
    if text.shaped.bytes().any(|byte| byte >= 0xE2) {
        space_clusters(&mut shaped.clusters, text, on_grid);
    }
}

fn space_clusters(clusters: &mut [Cluster], text: &Text, on_grid: f32) {
    let first = |cluster: &Cluster| text.shaped.get(cluster.text.start as usize..)?.chars().next();
    let mut next = None;
    for cluster in clusters.iter_mut().rev() {
        let own = first(cluster);
        let meets = own
            .zip(next)
            .is_some_and(|(own, next)| is_letter(own) && is_foreign(next) || is_foreign(own) && is_letter(next));
        if own.is_some_and(is_ideograph) {
            cluster.advance += on_grid;
        }
        if meets {
            let size = text.look_at(cluster.text.start as usize).map_or(0.0, |look| look.size);
            cluster.advance += size * BETWEEN_SCRIPTS;
        }
        next = own;
    }
}

/// Whether a character belongs to ideographs: it is one of the shared signs, and the nearest letter or
/// sign on one side that is not is an ideograph.
pub(super) fn is_wide(before: &str, character: char, after: &str) -> bool {
    let own = |character: &char| !is_shared(*character) && !character.is_whitespace();
    is_shared(character)
        && (before.chars().rev().find(own).is_some_and(is_ideograph)
            || after.chars().find(own).is_some_and(is_ideograph))
}

#[cfg(test)]
mod tests {
    use super::super::marker::plain_look;
    use super::super::text::Piece;
    use super::*;
    use transvase_font::shaping::{FaceId, Space};

    /// Room that each letter of a text of 10 points gets.
    fn rooms(letters: &str, on_grid: f32) -> Vec<f32> {
        let text = Text {
            shaped: letters.into(),
            pieces: vec![Piece { end: letters.len(), look: plain_look(FaceId::default(), 10.0, None) }],
            ..Text::default()
        };
        let cluster = |(at, letter): (usize, char)| Cluster {
            text: at as u32..(at + letter.len_utf8()) as u32,
            advance: 0.0,
            glyphs: 0..0,
            run: 0,
            span: 0,
            break_before: false,
            grapheme: true,
            space: Space::No,
        };
        let mut clusters: Vec<Cluster> = letters.char_indices().map(cluster).collect();
        space_clusters(&mut clusters, &text, on_grid);
        clusters.iter().map(|cluster| cluster.advance).collect()
    }

    #[test]
    fn room_parts_ideographs_from_letters_and_digits() {
        assert_eq!(rooms("は2年x", 0.0), [2.5, 2.5, 2.5, 0.0]);
        assert_eq!(rooms("、2한a", 0.0), [0.0; 4], "not signs, and not Hangul");
        assert_eq!(rooms("漢。a", 1.5), [1.5, 1.5, 0.0], "a grid has all that is as wide");
    }

    #[test]
    fn quotes_among_ideographs_are_wide() {
        let wide = |text: &str| {
            let signs = text.char_indices().filter(|(at, c)| is_wide(&text[..*at], *c, &text[at + c.len_utf8()..]));
            signs.map(|(_, c)| c).collect::<String>()
        };
        assert_eq!(wide("他说：“好……”"), "“……”");
        assert_eq!(wide("船名“Grey Heron’s”，"), "“”");
        assert_eq!(wide("He said “it’s late…”"), "");
    }
}
