//! Text objects: where each shown glyph lies, gathered into runs.

use super::bars::Bars;
use super::font::LoadedFont;
use super::guess::Doubt;
use super::hidden;
use super::letters::{Letters, run_color, run_paint};
use super::sink::{Sink, Tag};
use super::state::State;
use super::unread::Unread;
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect};
use transvase_model::pages::{Glyph, GlyphRun, Hidden, TextPaint};

/// Slant (tangent) from which upright letters count as italic: half of the usual 12 degrees.
const SLANT: f32 = 0.105;

/// Distance across the base line, as a share of the size, that still is the same line.
const SAME_LINE: f32 = 0.02;

/// Gap between two shows, as a multiple of the size, that still may belong to one run.
const SAME_RUN_GAP: f32 = 3.0;
/// Difference of stretches that is none: programs stretch words a little to fill their lines.
const SAME_STRETCH: f32 = 0.05;

/// Gap between two shows of text that nobody sees, as a share of the size, that is a space.
const WORD_GAP: f32 = 0.2;

/// Width or height of a clip, as a share of the size, below which nothing of a letter can be told.
const SLIT: f32 = 0.12;

/// Letters that one glyph stands for at most.
const LIGATURE: usize = 4;

/// The matrices of a text object and the run being gathered.
#[derive(Default)]
pub(super) struct TextObject {
    matrix: Option<Affine>,
    line: Option<Affine>,
    run: Option<OpenRun>,
    actual: Option<ActualText>,
    /// Text that nobody sees, being gathered.
    withheld: Option<Withheld>,
    /// Strings that were shown.
    shown: u64,
}

/// Text that stands for the glyphs shown until it ends (ISO 32000-1, 14.9.4).
struct ActualText {
    text: String,
    /// The first glyph of the open run it stands for.
    from: usize,
    /// Whether all these glyphs are spaces.
    blank: bool,
    /// What each of them is by itself, and whether it has a meaning so.
    own: Vec<(String, bool)>,
    /// Whether signs before them were left to themselves.
    passed: bool,
}

/// Text that nobody sees, of one kind.
struct Withheld {
    text: String,
    hidden: Hidden,
    /// Where it ends on the page.
    end: Point,
}

/// A hyphen where a word may be divided; layout programs let a space stand for one that is not shown.
const SOFT_HYPHEN: &str = "\u{AD}";

struct OpenRun {
    run: GlyphRun,
    /// Where the next glyph is expected along the base line.
    end: f32,
    /// Whether any of it can be seen.
    seen: bool,
    /// Its glyphs without a meaning.
    unread: Unread,
    /// Those whose meaning is a guess.
    guessed: Unread,
    /// Those that are bars of a bar code.
    bars: Unread,
    /// How its letters are painted.
    letters: Letters,
    /// Part of the page it is clipped to.
    clip: Rect,
}

/// The frame glyphs of one show lie in.
struct Frame {
    /// Origin at the base line, unit direction, and the side of the letters' tops.
    transform: Affine,
    /// Size as it appears.
    size: f32,
    /// Page units to a unit of text space along the direction of writing.
    along: f32,
    /// Whether the letters are slanted by the matrix.
    slanted: bool,
    /// Width of the letters as a multiple of their usual width.
    stretch: f32,
}

impl TextObject {
    /// `BT`.
    pub fn begin(&mut self) {
        (self.matrix, self.line) = (None, None);
    }

    /// `Tm`.
    pub fn set_matrix(&mut self, matrix: Affine) {
        (self.matrix, self.line) = (Some(matrix), Some(matrix));
    }

    /// `Td`: to the start of the next line.
    pub fn next_line(&mut self, x: f32, y: f32) {
        let line = Affine::translate(x, y).then(&self.line.unwrap_or(Affine::IDENTITY));
        self.set_matrix(line);
    }

    /// A number of `TJ`: thousandths of an em, backwards.
    pub fn adjust(&mut self, amount: f32, state: &State<'_>) {
        let text = &state.text;
        let distance = -amount / 1000.0 * text.size;
        let vertical = text.font.as_ref().is_some_and(|font| font.vertical);
        if vertical { self.advance(0.0, distance) } else { self.advance(distance * text.scale, 0.0) }
    }

    fn advance(&mut self, x: f32, y: f32) {
        let matrix = self.matrix.unwrap_or(Affine::IDENTITY);
        self.matrix = Some(Affine::translate(x, y).then(&matrix));
    }

    /// `Tj`: shows a string.
    ///
    /// # Errors
    /// A limit.
    pub fn show(&mut self, bytes: &[u8], state: &State<'_>, sink: &mut Sink, context: &Context) -> Result<()> {
        let Some(font) = state.text.font.clone() else { return Ok(()) };
        self.shown += u64::from(!bytes.is_empty());
        context.charge(Limit::pdf_operators, bytes.len() as u64)?;
        context.tick(bytes.len() as u64 / 8)?;
        let frame = Frame::new(self.matrix.unwrap_or(Affine::IDENTITY), state, &font);
        let moved = match frame {
            Some(frame) => {
                let start = self.continue_run(&frame, &font, state, sink, context)?;
                self.place(bytes, &font, state, &frame, start, sink)
            }
            // Text squeezed to nothing cannot be seen, but moves the position on.
            None => return self.withhold(bytes, Hidden::Tiny, state, sink, context),
        };
        if font.vertical {
            self.advance(0.0, moved);
        } else {
            self.advance(moved, 0.0);
        }
        Ok(())
    }

    /// Moves on as [`TextObject::show`] does, and keeps the text as one that nobody sees.
    ///
    /// # Errors
    /// A limit.
    pub fn withhold(
        &mut self,
        bytes: &[u8],
        hidden: Hidden,
        state: &State<'_>,
        sink: &mut Sink,
        context: &Context,
    ) -> Result<()> {
        let Some(font) = state.text.font.clone() else { return Ok(()) };
        let place = |matrix: Option<Affine>| {
            matrix.unwrap_or(Affine::IDENTITY).then(&state.ctm).apply(Point { x: 0.0, y: state.text.rise })
        };
        let start = place(self.matrix);
        if self.withheld.as_ref().is_some_and(|open| open.hidden != hidden) {
            self.release(sink, context)?;
        }
        let mut text = String::new();
        font.for_each(bytes, |_, _, shown, _| text.push_str(shown));
        self.skip(bytes, state, context)?;
        let end = place(self.matrix);
        let em = state.text.size.abs() * font.em * state.ctm.determinant().abs().sqrt();
        let open = self.withheld.get_or_insert_with(|| Withheld { text: String::new(), hidden, end: start });
        if length(Point { x: start.x - open.end.x, y: start.y - open.end.y }) > WORD_GAP * em {
            open.text.push(' ');
        }
        context.charge_unpacked(text.len())?;
        open.text.push_str(&text);
        open.end = end;
        Ok(())
    }

    /// Hands on the text that nobody sees.
    ///
    /// # Errors
    /// A limit.
    pub fn release(&mut self, sink: &mut Sink, context: &Context) -> Result<()> {
        self.withheld.take().map_or(Ok(()), |open| sink.withhold(&open.text, open.hidden, context))
    }

    /// Moves on as [`TextObject::show`] does, without showing anything.
    ///
    /// # Errors
    /// A limit.
    pub fn skip(&mut self, bytes: &[u8], state: &State<'_>, context: &Context) -> Result<()> {
        let Some(font) = state.text.font.clone() else { return Ok(()) };
        context.charge(Limit::pdf_operators, bytes.len() as u64)?;
        let moved = measure(bytes, &font, state);
        if font.vertical {
            self.advance(0.0, moved);
        } else {
            self.advance(moved, 0.0);
        }
        Ok(())
    }

    /// Number of strings shown so far.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// From here on `text` stands for what is shown; false where another text already does.
    pub fn begin_actual_text(&mut self, text: String) -> bool {
        let from = self.run.as_ref().map_or(0, |open| open.run.glyphs.len());
        let free = self.actual.is_none();
        if free {
            self.actual = Some(ActualText { text, from, blank: true, own: Vec::new(), passed: false });
        }
        free
    }

    /// The text given last stands for what has been shown since.
    pub fn end_actual_text(&mut self) {
        self.give_actual_text();
        self.actual = None;
    }

    /// Spreads the given text over the glyphs it stands for; they have no text of their own.
    fn give_actual_text(&mut self) {
        let (Some(open), Some(actual)) = (&mut self.run, &mut self.actual) else { return };
        let Some(glyphs) = open.run.glyphs.get_mut(actual.from..).filter(|glyphs| !glyphs.is_empty()) else { return };
        let begin = open.run.text.len();
        let mut given = std::mem::take(&mut actual.text);
        let own: String = actual.own.drain(..).map(|(own, _)| own).collect();
        if actual.blank && given == SOFT_HYPHEN {
            given.clear();
        } else if let Some(rest) = tail_like(&given, &own).filter(|_| actual.passed) {
            // What is before that is about the signs.
            given = rest.to_owned();
        }
        open.unread.forget(actual.from);
        open.guessed.forget(actual.from);
        open.run.text.push_str(&given);
        let mut ends = given.char_indices().map(|(at, c)| begin + at + c.len_utf8());
        let (count, chars) = (glyphs.len(), given.chars().count());
        let (mut at, mut done) = (begin, 0);
        for (index, glyph) in glyphs.iter_mut().enumerate() {
            let share = (index + 1) * chars / count;
            let end = ends.by_ref().take(share - done).last().unwrap_or(at);
            (glyph.text, at, done) = ((at..end).into(), end, share);
        }
    }

    /// Leaves signs that nobody can read to themselves, where the text given for them and for what follows in another
    /// face is about both, as in the contact line of a resume: `tel: 123` for a telephone and the number.
    fn pass_signs(&mut self, sink: &mut Sink) {
        let (Some(open), Some(actual)) = (&mut self.run, &mut self.actual) else { return };
        let Some(glyphs) = open.run.glyphs.get_mut(actual.from..).filter(|glyphs| !glyphs.is_empty()) else { return };
        let is_read = |(own, mapped): &(String, bool)| *mapped && own.chars().any(char::is_alphanumeric);
        if actual.own.iter().any(is_read) || actual.blank {
            return;
        }
        for (glyph, (own, mapped)) in glyphs.iter_mut().zip(actual.own.drain(..)) {
            let begin = open.run.text.len();
            open.run.text.push_str(if mapped { &own } else { "" });
            glyph.text = (begin..open.run.text.len()).into();
            sink.unmapped += u64::from(!mapped);
        }
        (actual.from, actual.passed) = (open.run.glyphs.len(), true);
    }

    /// Opens a run, or goes on with the open one; returns where along it the next glyph lies.
    fn continue_run(
        &mut self,
        frame: &Frame,
        font: &LoadedFont<'_>,
        state: &State<'_>,
        sink: &mut Sink,
        context: &Context,
    ) -> Result<f32> {
        let model_font = if frame.slanted { font.slanted } else { font.index };
        if let Some(open) = &self.run
            && open.has_style(model_font, frame, state)
            && open.has_tag(sink.tag)
            && let Some(start) = open.position_of(frame)
        {
            let sure = Letters::of(state).sure;
            self.run.iter_mut().for_each(|open| open.letters.sure &= sure);
            return Ok(start);
        }
        self.pass_signs(sink);
        self.flush(sink, context)?;
        let run = GlyphRun {
            artifact: sink.tag.artifact,
            font: model_font,
            size: frame.size,
            stretch: seen_stretch(frame, state),
            color: run_color(state),
            transform: frame.transform,
            text: String::new(),
            glyphs: Vec::new(),
            paint: run_paint(state),
            node: sink.tag.node,
            hidden: Vec::new(),
        };
        let (unread, guessed, bars) = (Unread::default(), Unread::default(), Unread::default());
        self.run = Some(OpenRun {
            run,
            end: 0.0,
            seen: false,
            unread,
            guessed,
            bars,
            letters: Letters::of(state),
            clip: state.clip,
        });
        Ok(0.0)
    }

    /// Adds the glyphs of `bytes` to the open run; returns the distance moved in text space.
    fn place(
        &mut self,
        bytes: &[u8],
        font: &LoadedFont<'_>,
        state: &State<'_>,
        frame: &Frame,
        start: f32,
        sink: &mut Sink,
    ) -> f32 {
        let Some(open) = &mut self.run else { return 0.0 };
        let mut actual = self.actual.as_mut();
        let replaced = actual.is_some();
        let text = &state.text;
        let scale = if font.vertical { 1.0 } else { text.scale };
        // In vertical writing text space moves down, along the run.
        let along = if font.vertical { -frame.along } else { frame.along };
        let mut moved = 0.0;
        font.for_each(bytes, |code, meaning, shown, len| {
            let advance = meaning.advance * text.size * scale;
            let spacing = text.char_spacing + if len == 1 && code == 32 { text.word_spacing } else { 0.0 };
            let begin = open.run.text.len();
            // Faces of signs call them by words, which is what some programs write down for them.
            let means_letters = meaning.mapped && !(replaced && shown.chars().count() > LIGATURE);
            match &mut actual {
                Some(actual) => {
                    actual.blank &= shown.trim().is_empty();
                    actual.own.push((shown.to_owned(), means_letters));
                }
                None => open.run.text.push_str(shown),
            }
            open.run.glyphs.push(Glyph {
                id: code,
                x: start + moved * along,
                y: 0.0,
                advance: advance * along,
                text: (begin..open.run.text.len()).into(),
            });
            if !means_letters {
                sink.unmapped += u64::from(!replaced);
                open.unread.keep(open.run.glyphs.len() - 1, || font.outline(code));
            } else if meaning.guessed && !replaced {
                open.guessed.keep(open.run.glyphs.len() - 1, || font.outline(code));
            }
            if meaning.bars || font.draws_bars(code) {
                open.bars.keep(open.run.glyphs.len() - 1, || font.outline(code));
            }
            moved += advance + spacing * scale;
        });
        open.end = start + moved * along;
        open.seen |= open.is_seen(start, &state.clip);
        moved
    }

    /// Hands the open run on.
    ///
    /// # Errors
    /// A limit.
    pub fn flush(&mut self, sink: &mut Sink, context: &Context) -> Result<()> {
        self.give_actual_text();
        if let Some(actual) = &mut self.actual {
            actual.from = 0;
        }
        match self.run.take() {
            Some(open) if open.run.glyphs.is_empty() => Ok(()),
            Some(open) if open.seen => {
                let OpenRun { run, unread, guessed, bars, letters, clip, .. } = open;
                if letters != Letters::plain(run.color) {
                    sink.letters.insert(sink.items.len(), letters);
                }
                if let Some(bars) = Bars::of(bars, &run, sink.items.len(), clip) {
                    sink.unmapped = sink.unmapped.saturating_sub(unread.len() as u64);
                    sink.bars.push(bars);
                } else if guessed.len() > 0 {
                    sink.doubts.push(Doubt { item: sink.items.len(), guessed, unread, clip });
                } else {
                    sink.keep_unread(unread.drawings(&run, clip), context)?;
                }
                sink.push_glyphs(run, context)
            }
            Some(open) => sink.withhold(&hidden::text_of(&open.run), Hidden::OffPage, context),
            None => Ok(()),
        }
    }
}

/// The end of `text` that has the letters of `own`, spaces aside.
fn tail_like<'t>(text: &'t str, own: &str) -> Option<&'t str> {
    let mut wanted = own.chars().rev().filter(|c| !c.is_whitespace());
    let mut next = wanted.next()?;
    for (at, c) in text.char_indices().rev().filter(|(_, c)| !c.is_whitespace()) {
        if c != next {
            return None;
        }
        match wanted.next() {
            Some(c) => next = c,
            None => return text.get(at..),
        }
    }
    None
}

/// How the letters are stretched; the text behind a scan is stretched until it is as wide as what is seen.
fn seen_stretch(frame: &Frame, state: &State<'_>) -> f32 {
    if run_paint(state) == TextPaint::Invisible { 1.0 } else { frame.stretch }
}

fn measure(bytes: &[u8], font: &LoadedFont<'_>, state: &State<'_>) -> f32 {
    let text = &state.text;
    let scale = if font.vertical { 1.0 } else { text.scale };
    let mut moved = 0.0;
    font.for_each(bytes, |code, meaning, _, len| {
        let spacing = text.char_spacing + if len == 1 && code == 32 { text.word_spacing } else { 0.0 };
        moved += (meaning.advance * text.size + spacing) * scale;
    });
    moved
}

impl OpenRun {
    /// Whether what lies from `start` to the end of the run touches `clip`, with an em to spare, and `clip` is no slit
    /// that shows less than a letter, as that of a hidden column of a sheet is.
    fn is_seen(&self, start: f32, clip: &Rect) -> bool {
        if clip.width().min(clip.height()) < SLIT * self.run.size {
            return false;
        }
        let frame = &self.run.transform;
        let at = |x: f32| Point { x: frame.e + frame.a * x, y: frame.f + frame.b * x };
        Rect::from_corners(at(start), at(self.end)).expand(self.run.size).intersection(clip).is_some()
    }

    fn has_style(&self, font: usize, frame: &Frame, state: &State<'_>) -> bool {
        let (old, new) = (&self.run.transform, &frame.transform);
        let same_direction = [(old.a, new.a), (old.b, new.b), (old.c, new.c), (old.d, new.d)]
            .iter()
            .all(|(old, new)| (old - new).abs() < 1e-3);
        self.run.font == font
            && same_direction
            && (self.run.size - frame.size).abs() < 1e-3 * frame.size
            && (self.run.stretch - seen_stretch(frame, state)).abs() < SAME_STRETCH
            && self.run.color == run_color(state)
            && self.run.paint == run_paint(state)
    }

    fn has_tag(&self, tag: Tag) -> bool {
        (self.run.node, self.run.artifact) == (tag.node, tag.artifact)
    }

    /// Where along the run the frame's origin lies, if it carries the run on.
    fn position_of(&self, frame: &Frame) -> Option<f32> {
        let (old, new) = (&self.run.transform, &frame.transform);
        let (dx, dy) = (new.e - old.e, new.f - old.f);
        let along = dx * old.a + dy * old.b;
        let across = dy * old.a - dx * old.b;
        let last = self.run.glyphs.last().map_or(0.0, |glyph| glyph.x);
        let gap = along - self.end;
        let goes_on = across.abs() <= SAME_LINE * frame.size
            && along > last + 1e-3
            && gap > -0.5 * frame.size
            && gap < SAME_RUN_GAP * frame.size;
        goes_on.then_some(along)
    }
}

impl Frame {
    /// The frame of text shown with `matrix`; `None` where it has no extent.
    fn new(matrix: Affine, state: &State<'_>, font: &LoadedFont<'_>) -> Option<Frame> {
        let text = &state.text;
        let to_page = matrix.then(&state.ctm);
        let em = text.size * font.em;
        let (width, height) = (em * text.scale, em);
        // The em square's sides on the page.
        let right = Point { x: to_page.a * width, y: to_page.b * width };
        let up = Point { x: to_page.c * height, y: to_page.d * height };
        let (right_len, up_len) = (length(right), length(up));
        let area = right.x * up.y - right.y * up.x;
        if !(right_len.is_finite() && up_len.is_finite()) || area.abs() < 1e-9 {
            return None;
        }
        let origin = to_page.apply(Point { x: 0.0, y: text.rise });
        let frame = if font.vertical {
            Frame::vertical(to_page, right, up, origin)
        } else {
            let (a, b) = (right.x / right_len, right.y / right_len);
            let size = area.abs() / right_len;
            let side = area.signum();
            Frame {
                transform: Affine { a, b, c: -b * side, d: a * side, e: origin.x, f: origin.y },
                size,
                stretch: right_len / size,
                along: length(Point { x: to_page.a, y: to_page.b }) * width.signum(),
                slanted: ((right.x * up.x + right.y * up.y) / right_len / size).abs() > SLANT,
            }
        };
        Some(frame)
    }

    /// Vertical writing: the run goes down, and its letters' tops count as being at the right, as
    /// in a line of text turned clockwise. Lines then follow each other from right to left.
    fn vertical(to_page: Affine, right: Point, up: Point, origin: Point) -> Frame {
        let (right_len, up_len) = (length(right), length(up));
        // Glyphs are centred on the line; the base line of the turned text lies left of it by
        // half an em less the usual descent.
        let shift = -0.38;
        Frame {
            transform: Affine {
                a: -up.x / up_len,
                b: -up.y / up_len,
                c: right.x / right_len,
                d: right.y / right_len,
                e: origin.x + right.x * shift,
                f: origin.y + right.y * shift,
            },
            size: right_len,
            along: length(Point { x: to_page.c, y: to_page.d }),
            slanted: false,
            stretch: 1.0,
        }
    }
}

fn length(p: Point) -> f32 {
    (p.x * p.x + p.y * p.y).sqrt()
}
