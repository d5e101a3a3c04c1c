//! First-fit line breaking: each line takes as much as it holds, as office programs set their lines. Every line may have
//! another width, since something may stand beside it, and the time grows with the text alone.

use super::breaking::Breakpoint;
use super::layout::Layout;
use super::line::Line;
use super::lines::{Fill, byte_of, cut_line, piece_end, shape};
use super::opportunities::{Extents, SPACE_SHRINK, between_words, inside_words, merge};
use super::text::Text;
use transvase_base::error::Result;
use transvase_font::shaping::{Shaped, Space};

/// Points by which a line may be too long: rounding.
const ROUNDING: f64 = 0.05;

/// How much spaces shrink at most where one more word fits by it, as a share of their width. Lines of Word that are condensed
/// by 3 % were met; LibreOffice allows a fifth for documents of Word.
const MOST_CONDENSED: f64 = 0.2;

/// Where lines go: how wide the next one may be, and what becomes of it.
pub(super) trait Sink {
    /// Width of the next line in points, of which the first word needs `least`.
    fn width(&mut self, layout: &mut Layout, least: f32, first: bool) -> f32;

    /// Takes a line; `first` says whether it is the first one of its text.
    fn place(&mut self, layout: &mut Layout, line: Line, first: bool) -> Result<()>;
}

/// Breaks a text into lines and hands each to `sink`, in order.
pub(super) fn fit_text(layout: &mut Layout, text: &Text, fill: &Fill, sink: &mut dyn Sink) -> Result<()> {
    let (mut start, mut first) = (0, true);
    loop {
        let end = piece_end(&text.shaped, start);
        let whole = end == text.shaped.len();
        let piece = text.slice(start, end);
        let shaped = shape(layout, &piece, fill.right_to_left);
        let fitter = Fitter::of(layout, &piece, &shaped, fill);
        let mut from: Option<Breakpoint> = None;
        let mut at = 0;
        while at < fitter.points.len() {
            layout.context.tick(1)?;
            let width = sink.width(layout, fitter.first_word(from.as_ref(), at), first);
            let (point, next) = fitter.longest(from.as_ref(), at, width, first);
            let is_end = next == fitter.points.len();
            // The last line of a piece that is not the last goes into the next piece.
            if is_end && !whole && from.is_some() {
                break;
            }
            let mut line =
                cut_line(layout, &piece, &shaped, from.as_ref(), &point, whole && is_end, fill.right_to_left);
            line.leaders = fill.settle_tabs(&mut line.shaped, &line.text.shaped, (width, first));
            sink.place(layout, line, first)?;
            (first, from, at) = (false, Some(point), next);
        }
        let next = start + from.map_or(end - start, |point| byte_of(&piece, &shaped, &point));
        if whole || next <= start {
            return Ok(());
        }
        start = next;
    }
}

/// Finds the ends of lines in a shaped text.
struct Fitter<'t> {
    text: &'t str,
    shaped: &'t Shaped,
    fill: &'t Fill,
    extents: Extents,
    points: Vec<Breakpoint>,
    has_tabs: bool,
}

impl<'t> Fitter<'t> {
    fn of(layout: &mut Layout, text: &'t Text, shaped: &'t Shaped, fill: &'t Fill) -> Fitter<'t> {
        let extents = Extents::of(text, shaped);
        let mut points = between_words(text, shaped, &extents, layout.setup.as_source);
        if fill.hyphenate || !text.soft_hyphens.is_empty() {
            let inner = layout.hyphen_points(text, fill.hyphenate, |hyphenator, hyphen, language| {
                inside_words(text, shaped, &extents, hyphenator, hyphen, language)
            });
            points = merge(points, inner);
        }
        let has_tabs = shaped.clusters.iter().any(|cluster| cluster.space == Space::Tab);
        Fitter { text: &text.shaped, shaped, fill, extents, points, has_tabs }
    }

    /// Width of what stands before the first break behind `from`.
    fn first_word(&self, from: Option<&Breakpoint>, at: usize) -> f32 {
        let start = from.map_or(0.0, |point| point.after.width);
        self.points.get(at).map_or(0.0, |point| (point.before.width + point.hyphen - start) as f32)
    }

    /// The last break of those from `at` on that a line of some width reaches, and the one behind it. A word that fits no
    /// line is cut.
    fn longest(&self, from: Option<&Breakpoint>, at: usize, width: f32, first: bool) -> (Breakpoint, usize) {
        let start = from.map_or(0, |point| point.next);
        let fits = |point: &&Breakpoint| self.width_of(from, start, point, width, first) <= f64::from(width) + ROUNDING;
        let rest = self.points.get(at..).unwrap_or_default();
        let count = rest.iter().take_while(fits).count();
        if let Some(last) = count.checked_sub(1) {
            if let Some(point) = self.condensed(from, rest, count, width) {
                return (*point, at + count + 1);
            }
            let last =
                self.without_hyphen(rest, last, |point| width - self.width_of(from, start, point, width, first) as f32);
            if let Some(point) = rest.get(last) {
                return (*point, at + last + 1);
            }
        }
        let Some(point) = rest.first() else { return (Breakpoint::default(), self.points.len()) };
        match self.cut(from, start, point, width) {
            Some(cut) => (cut, at),
            None => (*point, at + 1),
        }
    }

    /// The break behind those that fit, if a justified line reaches it with smaller spaces, which come nearer to their own width
    /// so than by growing.
    fn condensed<'p>(
        &self,
        from: Option<&Breakpoint>,
        rest: &'p [Breakpoint],
        count: usize,
        width: f32,
    ) -> Option<&'p Breakpoint> {
        let (last, next) = (rest.get(count.checked_sub(1)?)?, rest.get(count)?);
        let is_end = count + 1 == rest.len();
        if !self.fill.condenses || self.has_tabs || is_end || next.hyphen > 0.0 {
            return None;
        }
        let start = from.map(|point| point.after).unwrap_or_default();
        let over = next.before.width - start.width - f64::from(width);
        let short = f64::from(width) - (last.before.width - start.width + last.hyphen);
        let spaces = (next.before.shrink - start.shrink) / SPACE_SHRINK;
        (over <= spaces * MOST_CONDENSED && over <= short).then_some(next)
    }

    /// The break before the one at `last` where that divides a word and the line is full enough without it.
    fn without_hyphen(&self, points: &[Breakpoint], last: usize, blank: impl Fn(&Breakpoint) -> f32) -> usize {
        let divides = |at: usize| points.get(at).is_some_and(Breakpoint::is_hyphen);
        if !divides(last) || self.fill.zone <= 0.0 {
            return last;
        }
        let before = (0..last).rev().find(|at| !divides(*at));
        let full = before.filter(|at| points.get(*at).is_some_and(|point| blank(point) <= self.fill.zone));
        full.unwrap_or(last)
    }

    /// Width of the line from cluster `start` to a break.
    fn width_of(&self, from: Option<&Breakpoint>, start: usize, to: &Breakpoint, width: f32, first: bool) -> f64 {
        if !self.has_tabs {
            return to.before.width - from.map_or(0.0, |point| point.after.width) + to.hyphen;
        }
        let mut line = self.shaped.slice(start, to.end.max(start));
        let from = self.shaped.clusters.get(start).map_or(0, |cluster| cluster.text.start as usize);
        self.fill.settle_tabs(&mut line, self.text.get(from..).unwrap_or_default(), (width, first));
        f64::from(line.advance(0..line.clusters.len())) + to.hyphen
    }

    /// A break inside the first word of a line, which is wider than the line.
    fn cut(&self, from: Option<&Breakpoint>, start: usize, to: &Breakpoint, width: f32) -> Option<Breakpoint> {
        let origin = from.map_or(0.0, |point| point.after.width);
        let room = f64::from(width) + ROUNDING;
        let may_cut = |at: &usize| self.shaped.clusters.get(*at).is_some_and(|cluster| cluster.grapheme);
        let fits = |at: &usize| self.extents.before(*at).width - origin <= room;
        let inside = (start + 1)..to.end;
        let last = inside.clone().take_while(fits).filter(may_cut).last();
        let at = last.or_else(|| inside.clone().find(may_cut))?;
        let extent = self.extents.before(at);
        Some(Breakpoint { before: extent, after: extent, end: at, next: at, ..Breakpoint::default() })
    }
}
