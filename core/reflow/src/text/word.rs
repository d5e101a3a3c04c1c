//! Word segmentation: glyph runs to stretches of glyphs in one style without a gap.
//!
//! A word lives in the frame of its turn: text that runs at an angle is measured along and
//! across its own base line, so that every later stage may take it for upright.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use super::super::links::LinkAreas;
use super::super::sets::median;
use super::clean;
use super::sign::Sign;
use super::tolerances::{ASCENT, DESCENT, MIDDLE, ROUNDING, SPACE, VISIBLE, are_most};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Point, Pt, Rect, vec_with_room};
use transvase_model::flow::{FieldKind, Formula, Hidden, InlineImage, TextStyle};
use transvase_model::pages::{Color, Font, Glyph, GlyphRun, Ink, Item, NodeId, Page, TextPaint};

/// Gap from which two glyphs are of two words, perhaps without a space between them, which the whole line tells: kerning
/// stays below it.
const BREAK: Em = Em(0.08);
/// Step back that ends a word: accents and kerning stay below it.
const BACK: Em = Em(0.25);
/// Size of the smallest text: less is nothing that anybody reads.
const SMALLEST: Pt = Pt(0.1);
/// Median advance of a run below which its size is not what is seen: even the full stops of narrow faces are wider.
const NARROWEST: Em = Em(0.15);
/// Advance of a glyph at the most: what claims more, such as a rule of a face for forms, is no wider letter.
const WIDEST: Em = Em(4.0);
/// Even letter spacing at the most: wider gaps are spaces between single letters.
const MAX_TRACKING: Em = Em(0.6);
/// Stretches of letters that fill lines or make up for another face: nobody sees them.
const UNSTRETCHED: RangeInclusive<f32> = 0.85..=1.18;
/// Stretches of letters that programs show: Word takes 1 % to 600 %, and what is beyond these is a fault of the source.
const STRETCHES: RangeInclusive<f32> = 0.3..=3.0;
/// Steps of a whole that stretches are told in.
const STRETCH_STEPS: f32 = 20.0;
/// Steps of a point that sizes are told in: sources round no finer.
pub(super) const SIZE_STEPS: f32 = 10.0;
/// Letters that most words have room in.
const USUAL_LETTERS: usize = 8;

/// What stands between a word and the one before it on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Gap {
    /// Nothing.
    #[default]
    None,
    /// A space.
    Space,
    /// A jump to a tab stop.
    Tab,
}

/// A stretch of glyphs in one style without a gap.
#[derive(Debug, Clone, Default)]
pub(crate) struct Word {
    /// Its characters, cleaned.
    pub text: String,
    /// Letter box in the frame of its turn.
    pub rect: Rect,
    /// Base line in the frame of its turn.
    pub baseline: f32,
    /// Font size in points.
    pub size: f32,
    /// How it looks.
    pub style: TextStyle,
    /// What stands before it on its line; decided when the line is put together.
    pub gap: Gap,
    /// The source shows a space at its left side.
    pub space_left: bool,
    /// The source shows a space at its right side, as it does where text is painted from right to left.
    pub space_right: bool,
    /// The source shows a space after it, which may be the end of its line.
    pub space_after: bool,
    /// Index of the link area it lies in.
    pub link: Option<usize>,
    /// Painted invisibly, as the text behind a scan.
    pub invisible: bool,
    /// Why nobody sees any of it.
    pub hidden: Option<Hidden>,
    /// Structure node of its run.
    pub node: Option<NodeId>,
    /// The source says that it is no part of the text.
    pub artifact: bool,
    /// What is written instead of its text.
    pub becomes: Option<Becomes>,
    /// The first word of a line that the source ended, as those filled into a form are: nothing goes on with it.
    pub opens: bool,
    /// Surely not the text of a cell: a label of a chart, or a paragraph by its tag.
    pub no_cell: bool,
    /// Painted over a picture or drawing that stays behind the text.
    pub on_ground: bool,
    /// The lines it stands over, where it is a large initial.
    pub initial: Option<u8>,
    /// Its glyphs, on pages with faces for formulas, until the formulas are known.
    pub signs: Vec<Sign>,
}

/// What is written instead of a word's text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Becomes {
    /// Text that is computed wherever the document is laid out.
    Field(FieldKind),
    /// The mark of a note, by index.
    Note(usize),
    /// An image in the line.
    Image(Box<InlineImage>),
    /// A formula.
    Formula(Box<Formula>),
}

impl Word {
    /// Number of characters.
    pub fn len(&self) -> usize {
        self.text.chars().count()
    }

    /// What is drawn on the line of this text, from one place to another, as text in its face.
    pub fn drawn_beside(&self, text: String, (left, right): (f32, f32)) -> Word {
        let mut style = self.style.clone();
        (style.underline, style.strike, style.background) = (false, false, None);
        let rect = Rect { left, right, ..self.rect };
        let (size, baseline, node) = (self.size, self.baseline, self.node);
        Word { text, rect, style, size, baseline, node, ..Word::default() }
    }

    /// Whether it is a formula set off from the text.
    pub fn is_displayed(&self) -> bool {
        matches!(&self.becomes, Some(Becomes::Formula(formula)) if formula.display)
    }

    /// The word in up to three parts; something else is written instead of the one in `range`.
    pub fn parted(&self, range: &Range<usize>, becomes: Becomes) -> Vec<Word> {
        let (text, count) = (&self.text, self.len().max(1) as f32);
        let (mut left, mut becomes) = (self.rect.left, Some(becomes));
        let mut parts: Vec<Word> = Vec::new();
        for (at, part) in [0..range.start, range.clone(), range.end..text.len()].into_iter().enumerate() {
            let Some(part) = text.get(part).filter(|part| !part.is_empty()) else { continue };
            let right = left + self.rect.width() * part.chars().count() as f32 / count;
            let (rect, first) = (Rect { left, right, ..self.rect }, parts.is_empty());
            parts.push(Word {
                text: part.to_owned(),
                rect,
                gap: if first { self.gap } else { Gap::None },
                space_left: first && self.space_left,
                space_right: at == 2 && self.space_right,
                becomes: becomes.take_if(|_| at == 1),
                ..self.clone()
            });
            left = right;
        }
        parts
    }
}

/// The words of a page by the angle of their base lines in whole degrees; 0 is upright.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Words in painting order, by angle.
    pub by_angle: BTreeMap<i16, Vec<Word>>,
    /// Characters that have no meaning outside their font and were dropped.
    pub unmapped: usize,
}

/// Direction of a base line in page space (y downwards).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Direction {
    x: f32,
    y: f32,
}

impl Direction {
    /// The direction of an angle in degrees.
    pub fn of_angle(degrees: i16) -> Direction {
        let radians = f32::from(degrees).to_radians();
        Direction { x: libm::cosf(radians), y: libm::sinf(radians) }
    }

    /// Page space to the frame of the turn: along the base line, and across it downwards.
    pub fn to_frame(self, p: Point) -> Point {
        Point { x: p.x * self.x + p.y * self.y, y: p.y * self.x - p.x * self.y }
    }

    /// The frame of the turn back to page space.
    pub fn to_page(self, p: Point) -> Point {
        Point { x: p.x * self.x - p.y * self.y, y: p.x * self.y + p.y * self.x }
    }

    /// Around a rectangle of the frame in page space.
    pub fn rect_to_page(self, rect: &Rect) -> Option<Rect> {
        let Rect { left, top, right, bottom } = *rect;
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        Rect::around(corners.map(|(x, y)| self.to_page(Point { x, y })))
    }
}

/// The angle of a run's base line in whole degrees from -179 to 180, snapped to the quarter turns;
/// `None` where the run has no direction.
pub(crate) fn angle_of(run: &GlyphRun) -> Option<i16> {
    let (a, b) = (run.transform.a, run.transform.b);
    let length = a * a + b * b;
    if !length.is_finite() || length <= 1e-12 || !run.transform.e.is_finite() || !run.transform.f.is_finite() {
        return None;
    }
    let degrees = libm::roundf(libm::atan2f(b, a).to_degrees()) as i16;
    let quarter = (degrees + 45).div_euclid(90) * 90;
    let snapped = if (degrees - quarter).abs() <= 3 { quarter } else { degrees };
    Some(if snapped == -180 { 180 } else { snapped })
}

/// Splits the glyph runs of a page into words.
pub(crate) fn words(page: &Page, fonts: &[Font], links: &LinkAreas, context: &Context) -> Result<Words> {
    let mut found = Words::default();
    let is_formal = |run: &GlyphRun| fonts.get(run.font).is_some_and(|font| font.ink.is_some());
    let signs = page.items.iter().any(|item| matches!(item, Item::Glyphs(run) if is_formal(run)));
    let window = page.rect();
    for item in &page.items {
        let Item::Glyphs(run) = item else { continue };
        context.tick(1 + run.glyphs.len() as u64)?;
        let Some(angle) = angle_of(run).filter(|_| run.size.is_finite() && run.size > SMALLEST) else { continue };
        let done = found.by_angle.entry(angle).or_default();
        let mut splitter = Splitter::new(run, fonts.get(run.font), angle, window, links, done);
        splitter.signs = signs && angle == 0;
        splitter.split();
        found.unmapped += splitter.unmapped;
    }
    Ok(found)
}

/// Splits one run.
struct Splitter<'a> {
    run: &'a GlyphRun,
    ink: Option<&'a Ink>,
    /// Whether words keep their glyphs.
    signs: bool,
    /// Size the glyphs are seen at, in points.
    size: f32,
    direction: Direction,
    origin: Point,
    window: Rect,
    links: &'a LinkAreas,
    style: TextStyle,
    /// Even letter spacing of the run, in points.
    tracking: f32,
    open: Option<Word>,
    /// Whether that has letters of a right-to-left script, which stand alone.
    rtl: bool,
    space: Option<f32>,
    /// Why nobody sees the glyph at hand.
    hidden: Option<Hidden>,
    /// The words of the page, and where those of this run begin.
    done: &'a mut Vec<Word>,
    begin: usize,
    unmapped: usize,
}

impl<'a> Splitter<'a> {
    fn new(
        run: &'a GlyphRun,
        font: Option<&'a Font>,
        angle: i16,
        window: Rect,
        links: &'a LinkAreas,
        done: &'a mut Vec<Word>,
    ) -> Self {
        let (direction, size) = (Direction::of_angle(angle), seen_size(run));
        let origin = direction.to_frame(Point { x: run.transform.e, y: run.transform.f });
        let tracking = run_tracking(run) * run.size;
        let style = style_of(run, font, size);
        let (open, rtl, space, begin, unmapped) = (None, false, None, done.len(), 0);
        let ink = font.and_then(|font| font.ink.as_deref());
        let (signs, hidden) = (false, None);
        Splitter {
            run,
            ink,
            signs,
            size,
            direction,
            origin,
            window,
            links,
            style,
            tracking,
            open,
            rtl,
            space,
            hidden,
            done,
            begin,
            unmapped,
        }
    }

    fn split(&mut self) {
        let mut hidden = self.run.hidden.iter().peekable();
        for (at, glyph) in (0..).zip(&self.run.glyphs) {
            while hidden.next_if(|part| part.end <= at).is_some() {}
            self.hidden = hidden.peek().filter(|part| part.start <= at).map(|part| part.why);
            self.take(glyph);
        }
        self.close();
    }

    fn take(&mut self, glyph: &Glyph) {
        let left = self.origin.x + glyph.x;
        let baseline = self.origin.y - glyph.y;
        let raw = self.run.text.get(glyph.text.range()).unwrap_or("");
        if !left.is_finite() || !baseline.is_finite() || raw.is_empty() {
            return;
        }
        if raw.chars().all(clean::is_space) {
            self.close();
            self.space = Some(left);
            let size = self.size;
            // A run may be the space after the one before it.
            let ends_there = |last: &Word| {
                (last.baseline - baseline).abs() < ROUNDING * size && (left - last.rect.right).abs() <= SPACE * size
            };
            let is_own = self.done.len() > self.begin;
            if let Some(last) = self.done.last_mut().filter(|last| is_own || ends_there(last)) {
                last.space_after = true;
            }
            return;
        }
        let right = left + glyph.advance.clamp(0.0, WIDEST * self.size);
        let middle = Point { x: f32::midpoint(left, right), y: baseline - MIDDLE * self.size };
        let on_page = self.direction.to_page(middle);
        if !self.window.contains(on_page) {
            return;
        }
        let (text, dropped) = clean::clean(raw);
        self.unmapped += dropped;
        if !text.is_empty() {
            self.push(text.as_ref(), left, right, baseline, self.links.at(on_page));
            self.keep_sign(text.as_ref(), glyph.id, (left, right), baseline);
        }
    }

    fn push(&mut self, text: &str, left: f32, right: f32, baseline: f32, link: Option<usize>) {
        let size = self.size;
        // A shown space counts only where the next glyph really stands beside it.
        let space = self.space.take().filter(|space| (left - space).abs() > VISIBLE * size);
        let fits = self.open.as_ref().is_some_and(|open| {
            let gap = left - open.rect.right - self.tracking;
            // Whether a wider gap is a space is decided on the whole line.
            (-BACK * size..=BREAK * size).contains(&gap)
                && (open.baseline - baseline).abs() < ROUNDING * size
                && open.link == link
                && !self.rtl
                && !text.chars().any(clean::is_rtl)
        });
        match &mut self.open {
            Some(open) if fits && space.is_none() => {
                // What can be seen in part is seen.
                open.hidden = open.hidden.and(self.hidden);
                open.text.push_str(text);
                open.rect.right = open.rect.right.max(right);
            }
            _ => self.start(text, left, right, baseline, link, space),
        }
    }

    fn keep_sign(&mut self, text: &str, id: u32, span: (f32, f32), baseline: f32) {
        let Some(open) = self.open.as_mut().filter(|_| self.signs) else { return };
        let style = (self.style.italic, self.style.is_bold());
        open.signs.push(Sign::new(text, self.ink.map(|ink| ink.get(&id)), span, baseline, self.size, style));
    }

    fn start(&mut self, text: &str, left: f32, right: f32, baseline: f32, link: Option<usize>, space: Option<f32>) {
        self.close();
        let size = self.size;
        self.rtl = text.chars().any(clean::is_rtl);
        let mut word = String::with_capacity(2 * USUAL_LETTERS);
        word.push_str(text);
        self.open = Some(Word {
            text: word,
            rect: Rect { left, top: baseline - ASCENT * size, right, bottom: baseline + DESCENT * size },
            baseline,
            size,
            style: self.style.clone(),
            gap: Gap::None,
            space_left: space.is_some_and(|space| space < left),
            space_right: space.is_some_and(|space| space > left),
            space_after: false,
            link,
            invisible: self.run.paint == TextPaint::Invisible,
            hidden: self.hidden,
            node: self.run.node,
            artifact: self.run.artifact,
            becomes: None,
            opens: false,
            no_cell: false,
            on_ground: false,
            initial: None,
            signs: if self.signs { vec_with_room(USUAL_LETTERS) } else { Vec::new() },
        });
    }

    fn close(&mut self) {
        self.done.extend(self.open.take());
    }
}

/// The size that glyphs are seen at. A font may state its glyphs in units that make the stated
/// size many times what is seen; the advances tell.
fn seen_size(run: &GlyphRun) -> f32 {
    let mut advances: Vec<f32> = run.glyphs.iter().map(|glyph| glyph.advance).filter(|a| *a > 0.0).collect();
    match median(&mut advances) {
        Some(median) if median < NARROWEST * run.size => {
            // The letters of most scripts are half as wide as the size, those of Chinese as wide.
            let wide = run.text.chars().any(clean::is_unspaced);
            (if wide { median } else { 2.0 * median }).max(1.0)
        }
        _ => run.size,
    }
}

fn style_of(run: &GlyphRun, font: Option<&Font>, size: f32) -> TextStyle {
    let mut style = TextStyle { size: stated_size(size), ..TextStyle::default() };
    if let Some(font) = font {
        style.family = Some(font.family.clone());
        style.weight = font.weight;
        style.italic = font.italic;
        // Recognised text has any face: nobody sees it.
        style.monospace = font.monospace && run.paint != TextPaint::Invisible;
    }
    if run.paint == TextPaint::FillStroke {
        style.weight = style.weight.max(700);
    }
    let stretched = run.paint != TextPaint::Invisible && !UNSTRETCHED.contains(&run.stretch);
    if stretched && size == run.size && run.stretch.is_finite() {
        style.scale = rounded(run.stretch, STRETCH_STEPS).clamp(*STRETCHES.start(), *STRETCHES.end());
    }
    style.color = (run.color != Color::BLACK && run.paint != TextPaint::Invisible).then_some(run.color);
    style
}

/// A size as styles tell it.
pub(crate) fn stated_size(size: f32) -> Option<f32> {
    Some(rounded(size, SIZE_STEPS))
}

/// A number rounded to so many steps of a whole.
pub(crate) fn rounded(value: f32, steps: f32) -> f32 {
    (value * steps).round() / steps
}

/// Even letter spacing of a run as a share of its size.
fn run_tracking(run: &GlyphRun) -> f32 {
    if run.glyphs.len() < 5 {
        return 0.0;
    }
    let is_letter = |glyph: &Glyph| {
        run.text.get(glyph.text.range()).is_some_and(|text| text.chars().next().is_some_and(char::is_alphabetic))
    };
    let pairs = run.glyphs.windows(2).filter(|pair| is_letter(&pair[0]) && is_letter(&pair[1]));
    tracking(pairs.map(|pair| (pair[1].x - pair[0].x - pair[0].advance) / run.size).collect())
}

/// The even letter spacing behind gaps between letters, as shares of the size: the median, where
/// most gaps agree with it. Spaces between words are wider and do not agree.
pub(crate) fn tracking(mut gaps: Vec<f32>) -> f32 {
    if gaps.len() < 4 {
        return 0.0;
    }
    let Some(median) = median(&mut gaps) else { return 0.0 };
    let agreeing = gaps.iter().filter(|gap| Em((**gap - median).abs()) < VISIBLE).count();
    let is_tracking = (VISIBLE..=MAX_TRACKING).contains(&Em(median)) && are_most(agreeing, gaps.len());
    if is_tracking { median } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_falls_into_what_stands_around_its_number() {
        let rect = Rect { left: 0.0, top: 0.0, right: 30.0, bottom: 10.0 };
        let word = Word { text: "-3-".into(), rect, ..Word::default() };
        let parts = word.parted(&(1..2), Becomes::Note(0));
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(texts, ["-", "3", "-"]);
        assert_eq!(parts[1].rect.left, 10.0);
        assert!(parts[1].becomes.is_some() && parts[2].becomes.is_none());
    }
}
