//! Line layout: from a text to its lines, with shaping, the passes of line breaking, and long texts in pieces.

use super::breaking::{Breakpoint, Shape, Tolerance, best_breaks};
use super::layout::Layout;
use super::line::Line;
use super::opportunities::{Extents, between_words, inside_long_words, inside_words, merge};
use super::ruby;
use super::tabs::Tabs;
use super::text::Text;
use transvase_base::error::Result;
use transvase_font::shaping::{MAX_TEXT_BYTES, Shaped};
use transvase_model::flow::{Align, Leader};

/// Badness up to which lines without divided words are taken (plain TeX, `\pretolerance`).
const WITHOUT_HYPHENS: f64 = 100.0;
/// The same for lines with divided words (plain TeX, `\tolerance`).
const WITH_HYPHENS: f64 = 200.0;

/// Share of the measure that ragged lines may stay short by at ratio 1.
const RAGGED_SLACK: f64 = 0.12;

/// Share of the measure lent to every line where nothing else helps (TeX's `\emergencystretch`).
const EMERGENCY_SLACK: f64 = 0.1;

/// Words wider than this share of the measure may be cut anywhere as a last resort.
const LONG_WORD: f64 = 0.5;

/// How the lines of a text are filled.
#[derive(Debug, Clone)]
pub(super) struct Fill {
    /// Alignment.
    pub align: Align,
    /// Width of the first line in points.
    pub first: f32,
    /// Width of the other lines in points.
    pub rest: f32,
    /// Divide words.
    pub hyphenate: bool,
    /// How far from their edge lines may end before that, in points.
    pub zone: f32,
    /// Whether spaces shrink where one more word fits by it.
    pub condenses: bool,
    /// Base direction is right to left.
    pub right_to_left: bool,
    /// Tab stops.
    pub tabs: Tabs,
}

impl Fill {
    /// Gives the tabs of a line of some width their widths; answers those that something fills.
    pub(super) fn settle_tabs(
        &self,
        shaped: &mut Shaped,
        text: &str,
        (width, first): (f32, bool),
    ) -> Vec<(usize, Leader)> {
        let indent = if first { self.rest - self.first } else { 0.0 };
        self.tabs.from(self.tabs.origin + indent).settle(shaped, text, width)
    }

    /// Width of a line where nothing stands beside it.
    pub(super) fn width(&self, first: bool) -> f32 {
        if first { self.first } else { self.rest }
    }
}

/// Shapes a text, as wide as its images and the small letters above it ask for.
pub(super) fn shape(layout: &mut Layout, text: &Text, right_to_left: bool) -> Shaped {
    let rubies = ruby::widths(layout, text);
    let mut shaped = layout.shape(text, right_to_left);
    ruby::settle(&mut shaped, &rubies);
    shaped
}

/// Breaks a text into lines and hands each to `place`, in order.
pub(super) fn break_text(
    layout: &mut Layout,
    text: &Text,
    fill: &Fill,
    place: &mut dyn FnMut(&mut Layout, Line, bool) -> Result<()>,
) -> Result<()> {
    let mut start = 0;
    let mut first = true;
    loop {
        let end = piece_end(&text.shaped, start);
        let whole = end == text.shaped.len();
        let owned;
        let piece = if start == 0 && whole {
            text
        } else {
            owned = text.slice(start, end);
            &owned
        };
        let mut shaped = shape(layout, piece, fill.right_to_left);
        let widths = Fill { first: if first { fill.first } else { fill.rest }, ..fill.clone() };
        widths.settle_tabs(&mut shaped, &piece.shaped, (fill.width(first), first));
        let breaks = find_breaks(layout, piece, &shaped, &widths)?;
        // The last line of a piece that is not the last goes into the next piece.
        let kept = if whole { breaks.len() } else { breaks.len().saturating_sub(1).max(1) };
        let mut from: Option<&Breakpoint> = None;
        for (index, point) in breaks.iter().take(kept).enumerate() {
            layout.context.tick(1)?;
            let last = whole && index + 1 == kept;
            let mut line = cut_line(layout, piece, &shaped, from, point, last, fill.right_to_left);
            line.leaders = fill.settle_tabs(&mut line.shaped, &line.text.shaped, (fill.width(first), first));
            place(layout, line, first)?;
            first = false;
            from = Some(point);
        }
        let next = start + from.map_or(end - start, |point| byte_of(piece, &shaped, point));
        if whole || next <= start {
            return Ok(());
        }
        start = next;
    }
}

/// Where a piece of the text that begins at `start` ends: at its end, or at a space before the
/// longest piece that is shaped at once.
pub(super) fn piece_end(text: &str, start: usize) -> usize {
    if text.len() - start <= MAX_TEXT_BYTES {
        return text.len();
    }
    let mut most = start + MAX_TEXT_BYTES;
    while !text.is_char_boundary(most) {
        most -= 1;
    }
    let window = text.get(start..most).unwrap_or_default();
    window.rfind(' ').filter(|at| *at > MAX_TEXT_BYTES / 2).map_or(most, |at| start + at + 1)
}

/// Byte offset in the piece at which the line after `point` begins.
pub(super) fn byte_of(piece: &Text, shaped: &Shaped, point: &Breakpoint) -> usize {
    let next = shaped.clusters.get(point.next).map_or(piece.shaped.len(), |cluster| cluster.text.start as usize);
    point.cut.unwrap_or(next)
}

/// The passes: without dividing words, with divided words, and whatever it takes.
fn find_breaks(layout: &mut Layout, text: &Text, shaped: &Shaped, fill: &Fill) -> Result<Vec<Breakpoint>> {
    let extents = Extents::of(text, shaped);
    let measure = f64::from(fill.rest);
    let slack = if fill.align == Align::Justify { 0.0 } else { measure * RAGGED_SLACK };
    let mut shape = Shape { first: f64::from(fill.first), rest: measure, slack };
    let mut points = between_words(text, shaped, &extents, false);
    if extents.before(shaped.clusters.len()).width <= shape.first {
        return Ok(points.pop().into_iter().collect());
    }
    let context = layout.context;
    let chosen =
        |points: &[Breakpoint], breaks: Vec<usize>| breaks.iter().filter_map(|at| points.get(*at).copied()).collect();
    if let Some(breaks) = best_breaks(&points, &shape, Tolerance::Upto(WITHOUT_HYPHENS), context)? {
        return Ok(chosen(&points, breaks));
    }
    let inner = layout.hyphen_points(text, fill.hyphenate, |hyphenator, hyphen, language| {
        inside_words(text, shaped, &extents, hyphenator, hyphen, language)
    });
    if !inner.is_empty() {
        points = merge(points, inner);
        if let Some(breaks) = best_breaks(&points, &shape, Tolerance::Upto(WITH_HYPHENS), context)? {
            return Ok(chosen(&points, breaks));
        }
    }
    let narrowest = shape.first.min(shape.rest);
    let long = inside_long_words(text, shaped, &extents, &points, narrowest * LONG_WORD);
    points = merge(points, long);
    shape.slack += measure * EMERGENCY_SLACK;
    let breaks = best_breaks(&points, &shape, Tolerance::Any, context)?;
    Ok(chosen(&points, breaks.unwrap_or_else(|| vec![points.len() - 1])))
}

/// The line between two breaks. Where a break divides a ligature, the line is shaped anew.
pub(super) fn cut_line(
    layout: &mut Layout,
    text: &Text,
    shaped: &Shaped,
    from: Option<&Breakpoint>,
    to: &Breakpoint,
    last: bool,
    right_to_left: bool,
) -> Line {
    let first = from.map_or(0, |point| point.next);
    let start = from.map_or(0, |point| byte_of(text, shaped, point));
    let end = byte_of(text, shaped, to);
    let part = text.slice(start, end);
    let reshape = to.cut.is_some() || from.is_some_and(|point| point.cut.is_some());
    let (shaped, visible) = if reshape {
        let shaped = shape(layout, &part, right_to_left);
        let trailing = shaped.clusters.iter().rev().take_while(|c| c.space == transvase_font::shaping::Space::Word);
        let visible = shaped.clusters.len() - trailing.count();
        (shaped, visible)
    } else {
        (shaped.slice(first, to.next), to.end.saturating_sub(first))
    };
    Line { text: part, shaped, visible, hyphen: to.is_hyphen(), last, leaders: Vec::new() }
}
