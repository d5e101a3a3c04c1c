//! Vertical text: lines that run down the page and follow one another from right to left, in which the letters of East Asia
//! stand upright and all others on their side (Unicode Standard Annex #50).
//!
//! Such text is laid out as if the paper lay on its side, and turned by a quarter when its page is full.

use super::leaf::{Leaf, Sheets};
use super::strip::mapped;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::{Edges, PageSetup};
use transvase_model::pages::{Glyph, Item};

/// Where the middle of an ideograph's square lies above the base line, as a share of the size: the square reaches from .88
/// above to .12 below in the fonts of East Asia (OpenType, the base line tag `ideo`).
const MIDDLE: f32 = 0.38;

/// How far the marks that stand at the lower left of their square move for vertical lines, where they stand at its upper
/// right, as a share of the size.
const MARK_MOVES: f32 = 0.55;
/// The same of small kana.
const SMALL_MOVES: f32 = 0.1;

/// Whether a character stands upright in vertical lines: the values `U` and `Tu` of UAX #50 among letters and signs of East
/// Asia. Brackets, dashes and the sign of long vowels turn with the line.
pub(super) fn stands_upright(character: char) -> bool {
    let turns = matches!(u32::from(character),
        0x3008..=0x3011 | 0x3014..=0x301F | 0x3030 | 0x30A0 | 0x30FC
        | 0xFE59..=0xFE5E | 0xFF08 | 0xFF09 | 0xFF0D | 0xFF1A..=0xFF1E | 0xFF3B | 0xFF3D | 0xFF3F
        | 0xFF5B..=0xFF9F | 0xFFE3 | 0xFFE8..=0xFFEF);
    let is_upright = matches!(u32::from(character),
        0x1100..=0x11FF | 0x2460..=0x24FF | 0x25A0..=0x2619 | 0x2E80..=0xA4CF | 0xA960..=0xA97F | 0xAC00..=0xD7FF
        | 0xF900..=0xFAFF | 0xFE30..=0xFE48 | 0xFE50..=0xFE57 | 0xFE5F..=0xFE6F | 0xFF01..=0xFFE7
        | 0x1_B000..=0x1_B16F | 0x1_F000..=0x1_FAFF | 0x2_0000..=0x3_FFFD);
    is_upright && !turns
}

/// How far a character moves within its square, to the right and up, as shares of the size.
fn moves(character: char) -> f32 {
    match character {
        '、' | '。' | '，' | '．' => MARK_MOVES,
        'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' | 'っ' | 'ゃ' | 'ゅ' | 'ょ' | 'ゎ' | 'ァ' | 'ィ' | 'ゥ' | 'ェ' | 'ォ'
        | 'ッ' | 'ャ' | 'ュ' | 'ョ' | 'ヮ' | 'ヵ' | 'ヶ' => SMALL_MOVES,
        _ => 0.0,
    }
}

/// Stands the glyphs of a run, which follow one another along its line, upright on a page that lies on its side. Gives the
/// map from them to the page for a run that begins at `start` on its base line.
pub(super) fn upright(glyphs: &mut [Glyph], text: &str, size: f32, start: Point) -> Affine {
    for glyph in glyphs {
        let character = text.get(glyph.text.range()).and_then(|text| text.chars().next());
        let moved = character.map_or(0.0, moves) * size;
        // Of the square's two middles, that across the glyph comes where the square's middle along the line is.
        let along = glyph.x + glyph.advance / 2.0;
        (glyph.x, glyph.y) = (-glyph.advance / 2.0 + moved, glyph.y - along - MIDDLE * size + moved);
    }
    // Its right is the page's up, and its up the page's left.
    Affine { a: 0.0, b: -1.0, c: -1.0, d: 0.0, e: start.x, f: start.y - MIDDLE * size }
}

/// Stands what fills an area of this size from the origin upright on a page that lies on its side, from the origin again.
pub(super) fn stand(items: &mut [Item], size: Size) {
    let map = Affine { a: 0.0, b: -1.0, c: 1.0, d: 0.0, e: 0.0, f: size.width };
    items.iter_mut().for_each(|item| mapped(item, &map));
}

impl Sheets {
    /// The sheets, on their side where their lines run down the page.
    pub(super) fn on_their_side(self) -> Sheets {
        if !self.setup.vertical {
            return self;
        }
        let Size { width, height } = self.setup.size;
        let margins = turned_back(self.setup.margins);
        let setup = PageSetup { size: Size { width: height, height: width }, margins, ..self.setup };
        Sheets { setup, margins: self.margins.map(turned_back), ..self }
    }

    /// Where a point of the text lies on the paper.
    pub(super) fn on_paper(&self, point: Point) -> Point {
        if self.setup.vertical { quarter(self.setup.size).apply(point) } else { point }
    }
}

/// Margins of paper that lies on its side: its left is the top of the page.
fn turned_back(Edges { top, right, bottom, left }: Edges) -> Edges {
    Edges { top: right, right: bottom, bottom: left, left: top }
}

/// The turn that brings paper of this size from its side upright.
fn quarter(size: Size) -> Affine {
    Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: size.height, f: 0.0 }
}

impl Leaf {
    /// Turns a full page that was laid out on its side upright.
    pub(super) fn turn_upright(&mut self) {
        let Size { width, height } = self.page.size;
        let map = quarter(self.page.size);
        self.page.items.iter_mut().chain(&mut self.under).for_each(|item| mapped(item, &map));
        self.links.iter_mut().for_each(|(_, area): &mut (u32, Rect)| *area = map.apply_rect(area));
        self.line_numbers.iter_mut().for_each(|(_, end)| *end = map.apply(*end));
        self.page.size = Size { width: height, height: width };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_east_asia_stand_and_brackets_lie() {
        let standing: String =
            "漢字かなカナ한글、。！「」（）ー～A1é①".chars().filter(|c| stands_upright(*c)).collect();
        assert_eq!(standing, "漢字かなカナ한글、。！①");
    }

    #[test]
    fn a_glyph_stands_in_the_middle_of_its_line() {
        // Two squares of 10 points along a line that begins at (100, 50) of the paper on its side.
        let glyph = |x: f32| Glyph { id: 1, x, y: 0.0, advance: 10.0, text: (0..3).into() };
        let mut glyphs = [glyph(0.0), glyph(10.0)];
        let map = upright(&mut glyphs, "漢", 10.0, Point { x: 100.0, y: 50.0 });
        let page = quarter(Size { width: 800.0, height: 600.0 });
        let middle = |glyph: &Glyph| {
            let own = Point { x: glyph.x + glyph.advance / 2.0, y: glyph.y + MIDDLE * 10.0 };
            page.apply(map.apply(own))
        };
        // The line's middle is 46.2 below the paper's upper edge on its side, so 553.8 from the left of the page.
        let near = |a: Point, x: f32, y: f32| (a.x - x).abs() < 0.01 && (a.y - y).abs() < 0.01;
        assert!(near(middle(&glyphs[0]), 553.8, 105.0), "{:?}", middle(&glyphs[0]));
        assert!(near(middle(&glyphs[1]), 553.8, 115.0), "{:?}", middle(&glyphs[1]));
        // And it is upright there.
        let whole = map.then(&page);
        assert!((whole.a - 1.0).abs() < 1e-6 && (whole.d + 1.0).abs() < 1e-6 && whole.b == 0.0 && whole.c == 0.0);
    }
}
