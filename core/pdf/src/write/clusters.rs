//! Glyph clusters: which text each glyph of a run gives (ToUnicode, `ActualText`).
//!
//! Fonts draw one letter with several glyphs: an Arabic letter as its body and its dots, an Indic
//! syllable as a row of parts. Layout gives them all the text of the whole cluster. A PDF then
//! needs the text spelled out around them (`ActualText`), and programs that read it take the place
//! of such a span from its first and last glyph alone: where one of them is a dot drawn above the
//! middle of the letter, they see a gap and break the word. So the text goes to the glyph that
//! takes up the room, or the span begins and ends with glyphs that do.

use std::cmp::Ordering;
use std::ops::Range;

use super::text::sound_range;
use transvase_base::units::vec_with_room;
use transvase_model::pages::{Glyph, GlyphRun};

/// Glyphs that advance less than this share of the size are marks on others.
const MARK_ADVANCE: f32 = 0.02;

/// Neighbouring glyphs that show one piece of text between them.
struct Cluster {
    /// Places in the run's list of glyphs.
    glyphs: Range<usize>,
    /// Bytes of the run's text.
    text: Range<usize>,
    /// How many of the glyphs take up room.
    bodies: usize,
}

/// Glyphs of a run in the order they are drawn, each with the bytes of the run's text it gives.
/// `all_mapped` says that every glyph must give some text.
pub(super) fn readable(run: &GlyphRun, all_mapped: bool) -> Vec<(&Glyph, Range<usize>)> {
    let mut readable = vec_with_room(run.glyphs.len());
    for cluster in clusters(run) {
        let glyphs = run.glyphs.get(cluster.glyphs.clone()).unwrap_or_default();
        let body = glyphs.iter().position(|glyph| !is_mark(glyph, run)).unwrap_or(0);
        if cluster.bodies == 1 && !all_mapped {
            let texts = (0..glyphs.len()).map(|at| text_of_part(at.cmp(&body), &cluster.text));
            readable.extend(glyphs.iter().zip(texts));
        } else {
            let first = glyphs.iter().skip(body).take(1);
            let marks = glyphs.iter().filter(|glyph| cluster.bodies > 0 && is_mark(glyph, run));
            let rest = glyphs.iter().skip(body + 1).filter(|glyph| cluster.bodies == 0 || !is_mark(glyph, run));
            readable.extend(first.chain(marks).chain(rest).map(|glyph| (glyph, cluster.text.clone())));
        }
    }
    readable
}

fn is_mark(glyph: &Glyph, run: &GlyphRun) -> bool {
    glyph.advance.abs() < MARK_ADVANCE * run.size.abs()
}

/// The clusters of a run. From left to right, a mark with text of its own, such as an accent, joins
/// the letter before it. From right to left it does not: poppler turns the characters of one glyph
/// around with the line, which would put the mark before its letter.
fn clusters(run: &GlyphRun) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut start = 0;
    for same in run.glyphs.chunk_by(|a, b| a.text == b.text) {
        let glyphs = start..start + same.len();
        start = glyphs.end;
        let text = sound_range(&run.text, &same.first().map_or(0..0, |glyph| glyph.text.range()));
        let bodies = same.iter().filter(|glyph| !is_mark(glyph, run)).count();
        match clusters.last_mut() {
            Some(last) if bodies == 0 && last.text.end == text.start && is_accent(&run.text, &text) => {
                last.glyphs.end = glyphs.end;
                last.text.end = text.end;
            }
            _ => clusters.push(Cluster { glyphs, text, bodies }),
        }
    }
    clusters
}

/// Whether the text consists of combining marks.
fn is_accent(text: &str, range: &Range<usize>) -> bool {
    let marks = text.get(range.clone()).unwrap_or_default();
    !marks.is_empty() && marks.chars().all(unicode_normalization::char::is_combining_mark)
}

/// The cluster's text for its one body, none for the marks before and after it. Empty ranges lie so
/// that ranges rise or fall along the run as the clusters do, which tells the direction of the text.
fn text_of_part(side: Ordering, text: &Range<usize>) -> Range<usize> {
    match side {
        Ordering::Less => text.end..text.end,
        Ordering::Equal => text.clone(),
        Ordering::Greater => text.start..text.start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Affine;
    use transvase_model::pages::{Color, TextPaint};

    /// A run of glyphs given as (id, advance, text).
    fn run(text: &str, glyphs: &[(u32, f32, Range<usize>)]) -> GlyphRun {
        let glyph = |(id, advance, text): &(u32, f32, Range<usize>)| Glyph {
            id: *id,
            x: 0.0,
            y: 0.0,
            advance: *advance,
            text: text.clone().into(),
        };
        GlyphRun {
            stretch: 1.0,
            font: 0,
            size: 10.0,
            color: Color::BLACK,
            transform: Affine::IDENTITY,
            text: text.into(),
            glyphs: glyphs.iter().map(glyph).collect(),
            paint: TextPaint::Fill,
            node: None,
            artifact: false,
            hidden: Vec::new(),
        }
    }

    fn told(run: &GlyphRun, all_mapped: bool) -> Vec<(u32, &str)> {
        readable(run, all_mapped).into_iter().map(|(glyph, range)| (glyph.id, &run.text[range])).collect()
    }

    #[test]
    fn dots_give_no_text_and_their_letter_gives_it_all() {
        let letter = run("\u{646}x", &[(1, 0.0, 0..2), (2, 6.0, 0..2), (3, 0.0, 0..2), (4, 5.0, 2..3)]);
        assert_eq!(told(&letter, false), [(1, ""), (2, "\u{646}"), (3, ""), (4, "x")]);
        let all = told(&letter, true);
        assert_eq!(all, [(2, "\u{646}"), (1, "\u{646}"), (3, "\u{646}"), (4, "x")]);
    }

    #[test]
    fn a_syllable_of_several_bodies_begins_and_ends_with_them() {
        let syllable = run("abc", &[(1, 0.0, 0..3), (2, 6.0, 0..3), (3, 0.0, 0..3), (4, 5.0, 0..3), (5, 0.0, 0..3)]);
        let order: Vec<u32> = readable(&syllable, false).into_iter().map(|(glyph, _)| glyph.id).collect();
        assert_eq!(order, [2, 1, 3, 5, 4]);
    }

    #[test]
    fn accents_join_the_letter_before_them() {
        let leftward = run("\u{64A}\u{651}x", &[(1, 5.0, 4..5), (2, 0.0, 2..4), (3, 6.0, 0..2)]);
        assert_eq!(told(&leftward, false), [(1, "x"), (2, "\u{651}"), (3, "\u{64A}")]);
        let rightward = run("e\u{301}\u{302}x", &[(1, 5.0, 0..1), (2, 0.0, 1..3), (3, 0.0, 3..5), (4, 5.0, 5..6)]);
        assert_eq!(told(&rightward, false), [(1, "e\u{301}\u{302}"), (2, ""), (3, ""), (4, "x")]);
        assert_eq!(told(&run("\u{301}", &[(1, 0.0, 0..2)]), false), [(1, "\u{301}")]);
    }

    #[test]
    fn ranges_of_right_to_left_text_still_fall() {
        let word = run("abcd", &[(1, 0.0, 2..4), (2, 6.0, 2..4), (3, 6.0, 0..2), (4, 0.0, 0..2)]);
        let ranges: Vec<Range<usize>> = readable(&word, false).into_iter().map(|(_, range)| range).collect();
        assert!(ranges.windows(2).all(|pair| pair[0].start >= pair[1].end), "{ranges:?}");
    }
}
