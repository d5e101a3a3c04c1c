//! Right-to-left OCR text put in order: programs write it down in several ways, and nobody sees it.

use super::super::text::clean::is_rtl;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Em;
use transvase_model::pages::{Glyph, GlyphRun, Item, Page, TextPaint};

/// Room between glyphs from which on a word ends: a third of the usual space is left where words are set tight.
const WORD_GAP: Em = Em(0.15);
/// Letters that stand at the end of words alone: final forms of Hebrew, and the tied ta and the short alif of Arabic.
const FINALS: &str = "םןץףךةى";

/// Lays recognised text that runs from right to left as it would be seen, whatever its program wrote: Tesseract mirrors its
/// words, so that their letters follow one another to the left; others write them down as they are read, from left to right.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn lay(pages: &mut [Page], context: &Context) -> Result<()> {
    let mut balance = 0;
    for run in recognised(pages) {
        context.tick(1)?;
        if run.transform.determinant() > 0.0 {
            unmirror(run);
        } else {
            balance += run.text.split_whitespace().map(final_at).sum::<i32>();
        }
    }
    if balance > 0 {
        for run in recognised(pages).filter(|run| run.text.chars().any(is_rtl)) {
            // Programs that place each word begin with the one at the right, and a run ends there.
            let words = run.text.split_whitespace().filter(|word| word.chars().any(is_rtl)).count();
            // Tesseract mirrors words; others write each letter in the order it is read in.
            if words > 1 { flip_line(run) } else { flip_words(run) }
        }
    }
    Ok(())
}

/// The runs that nobody sees.
fn recognised(pages: &mut [Page]) -> impl Iterator<Item = &mut GlyphRun> {
    let items = pages.iter_mut().flat_map(|page| &mut page.items);
    items.filter_map(|item| match item {
        Item::Glyphs(run) if run.paint == TextPaint::Invisible => Some(run),
        _ => None,
    })
}

/// 1 for a word that a final letter ends, as it is read; -1 for one that such a letter begins.
fn final_at(word: &str) -> i32 {
    let letters = || word.chars().filter(|c| is_rtl(*c));
    let is_final = |c: Option<char>| i32::from(c.is_some_and(|c| FINALS.contains(c)));
    if letters().nth(1).is_some() { is_final(letters().next_back()) - is_final(letters().next()) } else { 0 }
}

/// Lays a mirrored run from left to right; numbers run so whatever is around them.
fn unmirror(run: &mut GlyphRun) {
    let (left, right) = ends(&run.glyphs);
    let (map, shift) = (&mut run.transform, left + right);
    (map.e, map.f) = (map.e + map.a * shift, map.f + map.b * shift);
    (map.a, map.b) = (-map.a, -map.b);
    if run.text.chars().any(is_rtl) {
        flip(run);
    }
}

/// Lays a run of several words, which follow one another from left to right too, the other way round; numbers and Latin
/// words run from left to right.
fn flip_line(run: &mut GlyphRun) {
    flip(run);
    let GlyphRun { glyphs, text, .. } = run;
    let is_ascii =
        |glyph: &Glyph| text.get(glyph.text.range()).is_some_and(|text| text.bytes().all(|b| b.is_ascii_graphic()));
    let is_sound = |glyph: &Glyph| {
        text.get(glyph.text.range()).is_some_and(|text| text.contains(|c: char| c.is_ascii_alphanumeric()))
    };
    for part in glyphs.chunk_by_mut(|a, b| is_ascii(a) && is_ascii(b)).filter(|part| part.iter().any(is_ascii)) {
        // The signs around a number are those of the sentence.
        let from = part.iter().position(is_sound).unwrap_or(part.len());
        let to = part.iter().rposition(is_sound).map_or(from, |last| last + 1);
        if let Some(number) = part.get_mut(from..to) {
            turn_round(number);
        }
    }
}

/// Lays each word of a run the other way round; numbers and Latin words stay.
fn flip_words(run: &mut GlyphRun) {
    let is_theirs = |glyph: &Glyph| {
        let text = run.text.get(glyph.text.range()).unwrap_or_default();
        !text.trim().is_empty() && !text.contains(|c: char| c.is_ascii_alphanumeric())
    };
    let gap = WORD_GAP * run.size;
    let goes_on = |a: &Glyph, b: &Glyph| is_theirs(a) && is_theirs(b) && b.x - a.x - a.advance < gap;
    run.glyphs.chunk_by_mut(goes_on).for_each(turn_round);
}

/// Lays glyphs the other way round, in the room they have.
fn turn_round(glyphs: &mut [Glyph]) {
    let (left, right) = ends(glyphs);
    glyphs.iter_mut().for_each(|glyph| glyph.x = left + right - glyph.x - glyph.advance);
    glyphs.reverse();
}

/// Where glyphs begin and end along the base line.
fn ends(glyphs: &[Glyph]) -> (f32, f32) {
    let left = glyphs.iter().map(|glyph| glyph.x).reduce(f32::min);
    let right = glyphs.iter().map(|glyph| glyph.x + glyph.advance).reduce(f32::max);
    (left.unwrap_or_default(), right.unwrap_or_default())
}

/// Lays the glyphs of a run the other way round.
fn flip(run: &mut GlyphRun) {
    turn_round(&mut run.glyphs);
    let count = u32::try_from(run.glyphs.len()).unwrap_or(u32::MAX);
    for hidden in &mut run.hidden {
        (hidden.start, hidden.end) = (count.saturating_sub(hidden.end), count.saturating_sub(hidden.start));
    }
    run.hidden.reverse();
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Affine;
    use transvase_model::pages::Color;

    /// A run of glyphs of 5 points each that nobody sees, and where each letter of it is seen after it was laid.
    fn laid(text: &str, a: f32) -> Vec<(f32, String)> {
        let glyph = |(at, (start, c)): (usize, (usize, char))| {
            let text = (start..start + c.len_utf8()).into();
            Glyph { id: 0, x: 5.0 * at as f32, y: 0.0, advance: 5.0, text }
        };
        let run = GlyphRun {
            font: 0,
            size: 10.0,
            stretch: 1.0,
            color: Color::BLACK,
            transform: Affine { a, d: -1.0, e: 100.0, f: 100.0, ..Affine::IDENTITY },
            text: text.into(),
            glyphs: text.char_indices().enumerate().map(glyph).collect(),
            paint: TextPaint::Invisible,
            artifact: false,
            node: None,
            hidden: Vec::new(),
        };
        let mut pages = [Page { number: 1, items: vec![Item::Glyphs(run)], ..Page::default() }];
        lay(&mut pages, &Context::default()).unwrap();
        let run = recognised(&mut pages).next().unwrap();
        assert!(run.transform.a > 0.0 && run.transform.determinant() < 0.0);
        run.glyphs.iter().map(|glyph| (run.transform.e + glyph.x, run.text[glyph.text.range()].to_owned())).collect()
    }

    #[test]
    fn recognised_text_is_laid_as_it_would_be_seen() {
        let seen = |left: f32, letters: [&str; 4]| -> Vec<(f32, String)> {
            letters.iter().enumerate().map(|(at, c)| (left + 5.0 * at as f32, (*c).to_owned())).collect()
        };
        assert_eq!(laid("שלום", -1.0), seen(80.0, ["ם", "ו", "ל", "ש"]), "mirrored");
        assert_eq!(laid("1970", -1.0), seen(80.0, ["1", "9", "7", "0"]), "a mirrored number");
        assert_eq!(laid("שלום", 1.0), seen(100.0, ["ם", "ו", "ל", "ש"]), "as it is read");
        assert_eq!(laid("12ום", 1.0), seen(100.0, ["1", "2", "ם", "ו"]), "a number stays");
        let line: String = laid("של 1,50 ום", 1.0).into_iter().map(|(_, c)| c).collect();
        assert_eq!(line, "םו 1,50 לש", "a line as it is read");
        assert_eq!(laid("םולש", 1.0), seen(100.0, ["ם", "ו", "ל", "ש"]), "as it is seen");
    }
}
