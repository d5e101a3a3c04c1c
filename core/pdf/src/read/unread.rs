//! Glyphs without a known meaning: where they are a text of their own, such as the words of a figure, or a page holds
//! hardly any others, they are kept as what is seen of them, their outlines. Elsewhere icons among them are (`icon`).

use std::rc::Rc;

use super::font::Outline;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect};
use transvase_model::pages::{Glyph, GlyphRun, Item, Path, Stroke, TextPaint};

/// Share of the glyphs of a page from which on those without a meaning are a text that a reader would
/// miss; fewer are signs in the midst of a text, which drawings between its words would tear apart.
const MISSED: f32 = 0.5;
/// Distance, in sizes of the larger letters, up to which glyphs belong to a line of text that can be read.
pub(super) const NEAR: f32 = 1.2;
/// Height of capitals, as a share of the size.
const CAPITALS: f32 = 0.7;
/// Outlines kept for one run.
const MAX_GLYPHS: usize = 1_000;
/// Runs of a page that are held against its text.
const MAX_RUNS: usize = 2_000;

/// What is seen of a glyph without a meaning.
#[derive(Debug)]
pub(super) struct Drawing {
    /// Its outline on the page.
    pub path: Path,
    /// The size of its text in points.
    pub size: f32,
    /// Whether it stands among others like it, and not in a word.
    pub apart: bool,
    /// What its run covers of its line.
    pub line: Rect,
}

/// The glyphs without a meaning of a run being gathered.
#[derive(Default)]
pub(super) struct Unread {
    /// Index of the glyph in its run, and its outline.
    glyphs: Vec<(usize, Rc<Outline>)>,
}

impl Unread {
    /// Keeps the outline of a glyph.
    pub fn keep(&mut self, index: usize, outline: impl FnOnce() -> Rc<Outline>) {
        if self.glyphs.len() < MAX_GLYPHS {
            self.glyphs.push((index, outline()));
        }
    }

    /// Number of its glyphs.
    pub fn len(&self) -> usize {
        self.glyphs.len()
    }

    /// Adds the glyphs of another part of the same run.
    pub fn join(&mut self, other: Unread) {
        self.glyphs.extend(other.glyphs);
        self.glyphs.sort_by_key(|(index, _)| *index);
    }

    /// Whether it is of all that can be seen of a run.
    pub fn is_all_of(&self, run: &GlyphRun) -> bool {
        let is_blank = |glyph: &Glyph| run.text.get(glyph.text.range()).is_some_and(|text| text.trim().is_empty());
        let seen = run.glyphs.iter().filter(|glyph| !is_blank(glyph)).count();
        !self.glyphs.is_empty() && seen <= self.glyphs.len()
    }

    /// Its outlines where `run` shows them.
    pub fn paths(&self, run: &GlyphRun, clip: Rect) -> Vec<Path> {
        self.glyphs.iter().filter_map(|(index, outline)| drawn(run, *index, outline, clip)).collect()
    }

    /// Lets go of the glyphs from `from` on, whose meaning has been told.
    pub fn forget(&mut self, from: usize) {
        self.glyphs.retain(|(index, _)| *index < from);
    }

    /// The drawings that stand for `run`; none where half of it can be read, or it is not painted.
    pub fn drawings(self, run: &GlyphRun, clip: Rect) -> Vec<Drawing> {
        if self.glyphs.len() * 2 <= run.glyphs.len() || run.paint == TextPaint::Invisible {
            return Vec::new();
        }
        let apart = self.glyphs.len() == run.glyphs.len();
        let line = covered(run);
        let drawing = |(index, outline): (usize, Rc<Outline>)| {
            let path = drawn(run, index, &outline, clip)?;
            Some(Drawing { path, size: run.size, apart, line })
        };
        self.glyphs.into_iter().filter_map(drawing).collect()
    }
}

/// Whether drawings of glyphs are wanted on a page with these items.
pub(super) fn are_missed(drawings: &[Drawing], items: &[Item]) -> bool {
    let glyphs: usize = items.iter().map(|item| if let Item::Glyphs(run) = item { run.glyphs.len() } else { 0 }).sum();
    drawings.len() as f32 >= MISSED * glyphs as f32
}

/// Takes those out of `drawings` that stand in no line of text.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn take_apart(drawings: &mut Vec<Drawing>, items: &[Item], context: &Context) -> Result<Vec<Drawing>> {
    let mut verdicts = Vec::new();
    for (index, run) in drawings.chunk_by(|one, next| one.line == next.line).enumerate() {
        context.tick(items.len() as u64)?;
        let apart = index < MAX_RUNS && run[0].apart && !items.iter().any(|item| run[0].is_in_line_of(item));
        verdicts.extend(std::iter::repeat_n(apart, run.len()));
    }
    let mut verdicts = verdicts.into_iter();
    Ok(drawings.extract_if(.., |_| verdicts.next() == Some(true)).collect())
}

impl Drawing {
    /// Whether its run goes on with, or is followed by, text that can be read.
    fn is_in_line_of(&self, item: &Item) -> bool {
        let Item::Glyphs(run) = item else { return false };
        let can_be_read = run.paint != TextPaint::Invisible && !run.text.trim().is_empty();
        let near = NEAR * self.size.max(run.size);
        let reach = Rect { left: self.line.left - near, right: self.line.right + near, ..self.line };
        can_be_read && covered(run).intersection(&reach).is_some()
    }
}

/// What a run covers of the page, as high as its letters are without their descenders.
fn covered(run: &GlyphRun) -> Rect {
    let end = run.glyphs.last().map_or(0.0, |glyph| glyph.x + glyph.advance);
    let start = run.glyphs.first().map_or(0.0, |glyph| glyph.x);
    let corner = |x: f32, y: f32| run.transform.apply(Point { x, y });
    Rect::from_corners(corner(start, 0.0), corner(end, CAPITALS * run.size))
}

fn drawn(run: &GlyphRun, index: usize, outline: &Outline, clip: Rect) -> Option<Path> {
    let glyph = run.glyphs.get(index).filter(|_| !outline.segments.is_empty())?;
    let place = Affine { a: run.size, d: run.size, e: glyph.x, f: glyph.y, ..Affine::IDENTITY }.then(&run.transform);
    let segments = outline.segments.iter().map(|segment| segment.map(|p| place.apply(p))).collect();
    let pen = |width: f32| Stroke { width: width * run.size, color: run.color, opacity: 1.0, dashed: false };
    let (fill, stroke) = (outline.pen.is_none().then_some((run.color, 1.0)), outline.pen.map(pen));
    let even_odd = outline.even_odd;
    Some(Path { segments, fill, stroke, even_odd, clip: Some(clip), node: run.node, ..Path::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::pages::Segment;

    fn run(count: usize) -> GlyphRun {
        let glyph = |at: usize| Glyph { id: 1, x: 6.0 * at as f32, y: 0.0, advance: 6.0, text: (0..0).into() };
        GlyphRun {
            stretch: 1.0,
            font: 0,
            size: 10.0,
            color: transvase_model::pages::Color::BLACK,
            // Letters stand upright on a page whose y runs downwards.
            transform: Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 100.0, f: 50.0 },
            text: String::new(),
            glyphs: (0..count).map(glyph).collect(),
            paint: TextPaint::Fill,
            artifact: false,
            node: None,
            hidden: Vec::new(),
        }
    }

    fn unread(count: usize) -> Unread {
        let mut unread = Unread::default();
        let segments =
            vec![Segment::Move(Point { x: 0.1, y: 0.0 }), Segment::Line(Point { x: 0.1, y: 0.7 }), Segment::Close];
        let stem = Rc::new(Outline { segments, ..Outline::default() });
        (0..count).for_each(|index| unread.keep(index, || Rc::clone(&stem)));
        unread
    }

    #[test]
    fn a_run_without_any_meaning_is_drawn_where_it_stood() {
        let drawn = unread(6).drawings(&run(6), Rect::default());
        assert_eq!(drawn.len(), 6);
        let Some(Segment::Line(top)) = drawn[1].path.segments.get(1) else { panic!("a line") };
        // The second glyph begins at 106, its stem a tenth of an em further, seven tenths high.
        assert!((top.x - 107.0).abs() < 1e-3 && (top.y - 43.0).abs() < 1e-3, "{top:?}");
    }

    #[test]
    fn words_of_a_figure_are_drawn_and_those_in_a_text_are_not() {
        let at = |e: f32, f: f32| GlyphRun {
            transform: Affine { e, f, ..run(6).transform },
            text: "words".into(),
            ..run(6)
        };
        let left = |text: GlyphRun| {
            let mut drawings = unread(6).drawings(&run(6), Rect::default());
            let apart = take_apart(&mut drawings, &[Item::Glyphs(text)], &Context::default()).unwrap();
            (apart.len(), drawings.len())
        };
        // The six glyphs take 36 points from 100 on; 12 points at the most are near.
        assert_eq!(left(at(100.0, 70.0)), (6, 0), "a line below");
        assert_eq!(left(at(150.0, 50.0)), (6, 0), "far from them");
        assert_eq!(left(at(146.0, 50.0)), (0, 6), "goes on from them");
        let blank = GlyphRun { text: "  ".into(), ..at(146.0, 50.0) };
        assert_eq!(left(blank), (6, 0), "nothing to read");
    }

    #[test]
    fn signs_in_a_text_and_unpainted_runs_are_not_drawn() {
        let drawn = unread(30).drawings(&run(30), Rect::default());
        assert!(are_missed(&drawn, &[Item::Glyphs(run(30))]));
        assert!(!are_missed(&drawn, &[Item::Glyphs(run(30)), Item::Glyphs(run(200))]), "signs in a text");
        assert!(unread(6).drawings(&run(12), Rect::default()).is_empty(), "half of it can be read");
        let hidden = GlyphRun { paint: TextPaint::Invisible, ..run(6) };
        assert!(unread(6).drawings(&hidden, Rect::default()).is_empty());
    }
}
