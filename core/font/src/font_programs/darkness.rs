//! The effect of hinting: how dark a text is on a screen, drawn with the instructions of its font and without.
//!
//! PDFium, which shows PDFs in Chrome and Edge, runs the instructions of TrueType and OpenType programs at 64 pixels an em
//! whatever the size of a text, and scales what comes out; MuPDF and poppler run none. (Measured: dots of PDFium as
//! pypdfium2 5.15 has it are those of FreeType's outlines at 64 pixels, scaled, up to 50 pixels an em; above, plain ones.)

use std::collections::BTreeMap;

use skrifa::FontRef;

use super::outlines::{self, Outline};

/// How often each glyph of a program is shown, by how large an em is, in sixteenths of a point: a quarter of one changes
/// which dots are dark.
pub type Texts = BTreeMap<u16, BTreeMap<u16, u32>>;

/// Pixels an em has where instructions are run, and above which none are.
const GRID_PX: f32 = 64.0;
const LARGEST_PX: f32 = 50.0;

/// Pixels of a sixteenth of a point on a screen of 144 dots per inch.
const SIXTEENTH_PX: f32 = 0.125;

/// The size of a text of which nothing is known: twelve points.
const USUAL: u16 = 192;

/// Sizes that are looked at, those of the longest texts, and glyphs of each, those shown most often.
const SIZES: usize = 4;
const GLYPHS: usize = 400;

/// The share of its dark dots that a text may gain or lose: more is seen as text that is bolder or lighter.
const MOST: f32 = 0.03;

/// The same for the text of one size, of which a page may be full while others make up for it elsewhere.
const MOST_OF_SIZE: f32 = 0.06;

/// Dots more or less that nobody sees, even of several fonts on a page: with none, short texts would keep instructions
/// that are longer than all else.
const FEW: f32 = 3.0;

/// Whether these texts are as dark without the instructions of their font; where nothing is known of them, a text of each
/// glyph of `all` once.
pub(super) fn is_as_dark_without_hints(
    font: &FontRef<'_>,
    texts: Option<&Texts>,
    all: impl Iterator<Item = u16>,
) -> bool {
    let usual = Texts::from([(USUAL, all.map(|glyph| (glyph, 1)).collect())]);
    let mut sizes: Vec<_> = texts.unwrap_or(&usual).iter().filter(|(size, _)| **size > 0).collect();
    sizes.sort_by_key(|(_, glyphs)| std::cmp::Reverse(glyphs.values().map(|count| u64::from(*count)).sum::<u64>()));
    sizes.truncate(SIZES);
    let glyphs: Vec<u16> = sizes.iter().flat_map(|(_, glyphs)| most_shown(glyphs)).map(|(glyph, _)| glyph).collect();
    let Some(pairs) = outlines::with_hints_and_without(font, GRID_PX, glyphs.iter().copied()) else { return true };
    let dark = |(size, glyphs): (&u16, &BTreeMap<u16, u32>)| {
        let px = px(*size);
        let (mut hinted, mut plain) = (0.0, 0.0);
        for (glyph, count) in most_shown(glyphs) {
            let Some((with, without)) = pairs.get(&glyph) else { continue };
            hinted += dark_dots(if px > LARGEST_PX { without } else { with }, px) * count as f32;
            plain += dark_dots(without, px) * count as f32;
        }
        (hinted, plain)
    };
    let each: Vec<(f32, f32)> = sizes.into_iter().map(dark).collect();
    let whole = each.iter().fold((0.0, 0.0), |sum, dots| (sum.0 + dots.0, sum.1 + dots.1));
    let is_near = |(hinted, plain): (f32, f32), share: f32| (hinted - plain).abs() <= share * hinted + FEW;
    is_near(whole, MOST) && each.iter().all(|dots| is_near(*dots, MOST_OF_SIZE))
}

fn px(size: u16) -> f32 {
    f32::from(size) * SIXTEENTH_PX
}

/// The glyphs of a text that are shown most often, and how often.
fn most_shown(glyphs: &BTreeMap<u16, u32>) -> Vec<(u16, u32)> {
    let mut shown: Vec<(u16, u32)> = glyphs.iter().map(|(glyph, count)| (*glyph, *count)).collect();
    shown.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    shown.truncate(GLYPHS);
    shown
}

/// The dots that an outline of [`GRID_PX`] covers at least half of where an em has `px`, drawn with its origin at the corner
/// of a dot; of larger ones, where no single dot counts, by the area.
fn dark_dots(outline: &Outline, px: f32) -> f32 {
    let drawn = px.min(LARGEST_PX);
    let scaled = |(x, y): (f32, f32)| (x * drawn / GRID_PX, y * drawn / GRID_PX);
    let lines: Vec<Line> = outline.lines().into_iter().map(|line| line.map(scaled)).collect();
    let dots = Some(lines).filter(|lines| (1..=MOST_LINES).contains(&lines.len())).and_then(|lines| Dots::of(&lines));
    dots.map_or(0.0, |dots| dots.dark() as f32 * (px / drawn) * (px / drawn))
}

/// From where to where a line leads.
pub(super) type Line = [(f32, f32); 2];

/// How much of each dot is covered, as the difference to the dot on its left: the exact area, told by what each line
/// covers to its right.
struct Dots {
    width: usize,
    steps: Vec<f32>,
    /// The corner of the first dot.
    corner: (f32, f32),
}

/// Lines of a glyph at most; one that draws more is none that is read.
const MOST_LINES: usize = 10_000;

/// Dots a glyph of 50 pixels has at most, with room for the widest.
const MOST_DOTS: f32 = 500.0;

impl Dots {
    /// `None` where the lines lead far away.
    fn of(lines: &[Line]) -> Option<Dots> {
        let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for (x, y) in lines.iter().flatten() {
            low = (low.0.min(*x), low.1.min(*y));
            high = (high.0.max(*x), high.1.max(*y));
        }
        let corner = (low.0.floor(), low.1.floor());
        let (width, height) = (high.0 - corner.0 + 3.0, high.1 - corner.1 + 2.0);
        if !(width <= MOST_DOTS && height <= MOST_DOTS) {
            return None;
        }
        let (width, height) = (width as usize, height as usize);
        let mut dots = Dots { width, steps: vec![0.0; width * height], corner };
        lines.iter().for_each(|line| dots.line(*line));
        Some(dots)
    }

    /// Adds a line, in pieces of which each lies within one dot.
    fn line(&mut self, line: Line) {
        let [from, to] = line.map(|(x, y)| (x - self.corner.0, y - self.corner.1));
        let mut cuts: Vec<f32> = crossings(from.0, to.0).chain(crossings(from.1, to.1)).chain([0.0, 1.0]).collect();
        cuts.sort_by(f32::total_cmp);
        let at = |share: f32| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
        for cut in cuts.windows(2) {
            let ((x0, y0), (x1, y1)) = (at(cut[0]), at(cut[1]));
            let (x, y) = (x0.midpoint(x1), y0.midpoint(y1));
            let (height, place) = (y1 - y0, y as usize * self.width + x as usize);
            let beyond = (x - x.floor()) * height;
            if let Some([own, next]) = self.steps.get_mut(place..).and_then(|steps| steps.first_chunk_mut()) {
                *own += height - beyond;
                *next += beyond;
            }
        }
    }

    fn dark(&self) -> usize {
        let is_dark = |covered: &mut f32, step: &f32| {
            *covered += step;
            Some(covered.abs() >= 0.5)
        };
        self.steps.chunks(self.width).flat_map(|row| row.iter().scan(0.0, is_dark)).filter(|is_dark| *is_dark).count()
    }
}

/// The shares of the way at which a coordinate comes to the edge of a dot.
fn crossings(from: f32, to: f32) -> impl Iterator<Item = f32> {
    let (first, last) = (from.min(to) as i32 + 1, from.max(to) as i32);
    (first..=last).map(move |edge| (edge as f32 - from) / (to - from)).filter(|share| (0.0..1.0).contains(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[(f32, f32)]) -> Vec<Line> {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(from, to)| [*from, *to]).collect()
    }

    #[test]
    fn dots_are_dark_where_half_of_them_is_covered() {
        let dark = |corners: &[(f32, f32)]| Dots::of(&polygon(corners)).unwrap().dark();
        let bar = |left: f32, right: f32| dark(&[(left, 0.0), (left, 10.0), (right, 10.0), (right, 0.0)]);
        assert_eq!(bar(0.0, 2.0), 20);
        assert_eq!(bar(0.6, 2.4), 10);
        assert_eq!(bar(0.4, 2.6), 30);
        assert_eq!(bar(-3.4, -1.0), 20);
        // Both ways round, and half a square.
        assert_eq!(dark(&[(0.0, 0.0), (2.0, 0.0), (2.0, 10.0), (0.0, 10.0)]), 20);
        assert_eq!(dark(&[(0.0, 0.0), (8.0, 0.0), (8.0, 8.0)]), 36);
    }

    #[test]
    fn what_leads_far_away_is_not_drawn() {
        assert!(Dots::of(&polygon(&[(0.0, 0.0), (1e9, 0.0), (0.0, 1e9)])).is_none());
        assert!(Dots::of(&polygon(&[(0.0, 0.0), (f32::NAN, 0.0), (f32::INFINITY, 1.0)])).is_none());
    }
}

/// What FreeType 2.13.2 draws of Liberation Sans: at 64 pixels an em, scaled, with instructions and without.
#[cfg(all(test, feature = "fonts"))]
mod tests_of_a_font {
    use skrifa::MetadataProvider;

    use super::*;

    fn face() -> std::sync::Arc<[u8]> {
        let mut faces = crate::fonts::FontBook::bundled().faces();
        let face = faces.find(|face| &*face.to_font().family == "Liberation Sans").expect("a bundled family");
        std::sync::Arc::clone(&face.program().data)
    }

    fn glyphs(font: &FontRef<'_>, text: &str) -> Vec<u16> {
        text.chars().map(|letter| font.charmap().map(letter).expect("a letter of the face").to_u32() as u16).collect()
    }

    #[test]
    fn dots_are_those_of_another_program() {
        let file = face();
        let font = FontRef::new(&file).unwrap();
        let glyphs = glyphs(&font, "Hamburgefonstiv");
        let pairs = outlines::with_hints_and_without(&font, GRID_PX, glyphs.iter().copied()).unwrap();
        for (points, hinted, plain) in [(9.0, 561.0, 568.0), (12.0, 945.0, 939.0)] {
            let dots = |outline: fn(&(Outline, Outline)) -> &Outline| {
                let each = glyphs.iter().map(|glyph| dark_dots(outline(&pairs[glyph]), points * 2.0));
                each.sum::<f32>()
            };
            let (with, without) = (dots(|pair| &pair.0), dots(|pair| &pair.1));
            assert!((with - hinted).abs() <= hinted / 100.0, "{points} points: {with} for {hinted}");
            assert!((without - plain).abs() <= plain / 100.0, "{points} points: {without} for {plain}");
        }
    }

    #[test]
    fn a_text_needs_its_instructions_by_its_letters_and_their_size() {
        let file = face();
        let font = FontRef::new(&file).unwrap();
        let is_as_dark = |text: &str, sixteenths: u16| {
            let texts =
                Texts::from([(sixteenths, glyphs(&font, text).into_iter().map(|glyph| (glyph, 100)).collect())]);
            is_as_dark_without_hints(&font, Some(&texts), std::iter::empty())
        };
        assert!(is_as_dark("Hamburgefonstiv", 192));
        assert!(!is_as_dark("e", 160), "49 dots and 47");
        assert!(is_as_dark("e", 640), "large text is drawn without");
    }
}
