//! Vector graphics: what paths mean for a text document, which is rules, shaded areas and drawings.

mod shapes;
pub(super) mod tolerances;

use super::caps;
use tolerances::{MAX_RULE, NOTHING, SAME_SIDE, THICKEST, THINNEST, UNSEEN};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Pt, Rect};
use transvase_model::flow::Border;
use transvase_model::pages::{Color, Item, Page, Path, Segment};

/// Distance within which pieces of a rule are one, beside and after each other: cells draw their sides each for itself.
const SAME_RULE: Pt = Pt(1.5);
/// Gap between dashes that are one rule: wider ones part what stands under them, as the rules of several columns do.
const DASH_GAP: Pt = Pt(4.0);
/// Points of an outline that may be a rectangle: its corners, the middles of its sides, its end.
const MAX_BOX_POINTS: usize = 9;
/// Least and greatest side of an outlined square that a person may tick: about as high as letters.
const TICK_BOX: (Pt, Pt) = (Pt(5.0), Pt(16.0));
/// How much the sides of such a square may differ, as a share of the longer one.
const UNEVEN: f32 = 0.15;
/// Rules beyond which a page is a drawing. Before they are joined: the largest tables have four to a cell, and dotted
/// lines one to a dot.
const MAX_RULES: usize = 20_000;

/// A straight line along an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ruling {
    /// Distance from the top of the page (horizontal) or from its left edge (vertical), at the
    /// middle of the line.
    pub at: f32,
    /// Where it begins.
    pub from: f32,
    /// Where it ends.
    pub to: f32,
    /// Thickness in points.
    pub width: f32,
    /// Colour; `None` for the edge of a shaded area.
    pub color: Option<Color>,
}

impl Ruling {
    /// Length in points.
    pub fn length(&self) -> f32 {
        self.to - self.from
    }

    /// The border that it is; `None` where nothing is drawn.
    pub fn border(&self) -> Option<Border> {
        self.color.map(|color| self.border_of(color))
    }

    /// The border that it is in a colour.
    pub fn border_of(&self, color: Color) -> Border {
        Border { width: self.width.clamp(THINNEST, THICKEST), color, ..Border::default() }
    }

    /// Its place, as a horizontal rule or as a vertical one.
    pub fn rect(&self, horizontal: bool) -> Rect {
        let half = self.width / 2.0;
        let (near, far) = (self.at - half, self.at + half);
        if horizontal {
            Rect { left: self.from, top: near, right: self.to, bottom: far }
        } else {
            Rect { left: near, top: self.from, right: far, bottom: self.to }
        }
    }
}

/// A filled rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FilledRect {
    /// Its place.
    pub rect: Rect,
    /// Its colour.
    pub color: Color,
}

/// An outlined square with nothing in it that the paths show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Square {
    /// Its place.
    pub rect: Rect,
    /// Thickness of its sides in points.
    pub width: f32,
    /// Their colour.
    pub color: Color,
}

/// A place where white was painted over a fill.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct White {
    /// The place.
    pub rect: Rect,
    /// The fill under it.
    pub under: FilledRect,
    /// Shades that were painted over it.
    pub over: Vec<Rect>,
}

/// What the paths of a page mean.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// Horizontal rules, from the top down.
    pub horizontal: Vec<Ruling>,
    /// Vertical rules, from the left.
    pub vertical: Vec<Ruling>,
    /// Shaded areas in painting order.
    pub fills: Vec<FilledRect>,
    /// Places where white was painted over a fill.
    pub whites: Vec<White>,
    /// Boxes of everything else.
    pub drawings: Vec<Rect>,
    /// Rectangles with round corners: those among the drawings, and white ones.
    pub rounded: Vec<Rect>,
    /// Outlined squares of the size of letters, whose sides are no rules yet.
    pub squares: Vec<Square>,
}

/// Reads the paths of a page.
pub(super) fn marks(page: &Page, context: &Context) -> Result<Marks> {
    let mut marks = Marks::default();
    let window = page.rect();
    for item in &page.items {
        let Item::Path(path) = item else { continue };
        context.tick(1 + path.segments.len() as u64)?;
        let room = path.clip.map_or(Some(window), |clip| window.intersection(&clip));
        let Some(room) = room else { continue };
        let outlines = outlines(&path.segments);
        let bars = frame_bars(path, &outlines);
        if let Some(square) = square(path, &outlines, bars.is_some()).filter(|square| room.holds(&square.rect)) {
            marks.squares.push(square);
            continue;
        }
        match (bars, path.fill) {
            (Some(bars), Some((color, opacity))) => {
                let seen = bars.iter().filter_map(|bar| bar.intersection(&room));
                seen.for_each(|bar| marks.take_box(bar, color.on_white(opacity)));
            }
            _ if is_shadow(path, &outlines) => {
                let edge = path.reach().and_then(|reach| reach.intersection(&window));
                marks.drawings.extend(edge);
                marks.rounded.extend(edge.filter(|_| marks.rounded.len() < caps::SOME));
            }
            _ => marks.take_all(path, &outlines, &room),
        }
    }
    if marks.horizontal.len() + marks.vertical.len() > MAX_RULES {
        marks.drawings.push(window);
        marks.horizontal.clear();
        marks.vertical.clear();
    }
    marks.merge();
    Ok(marks)
}

/// The small square that a path outlines; `framed` if it fills the frame between its outlines.
fn square(path: &Path, outlines: &[Outline], framed: bool) -> Option<Square> {
    let outline = outlines.first()?;
    if outlines.len() > 2 || outlines.iter().any(|outline| outline.points.len() > MAX_BOX_POINTS) {
        return None;
    }
    let rect = outlines.iter().filter_map(Outline::bounds).reduce(|a, b| a.union(&b))?;
    let (short, long) = (rect.width().min(rect.height()), rect.width().max(rect.height()));
    if short < TICK_BOX.0 || long > TICK_BOX.1 || long - short > UNEVEN * long {
        return None;
    }
    if let Some((color, _)) = path.fill.filter(|_| framed && outlines.len() == 2) {
        return Some(Square { rect, width: 1.0, color });
    }
    let stroke = path.stroke.filter(|stroke| stroke.opacity > UNSEEN && stroke.color != Color::WHITE)?;
    let empty = path.fill.is_none_or(|(color, opacity)| color == Color::WHITE || opacity <= UNSEEN);
    let whole = outlines.len() == 1 && outline.points.len() > 3 && outline.as_box().is_some();
    (empty && whole).then_some(Square { rect, width: stroke.width, color: stroke.color })
}

/// One outline: its corners, and whether all its sides are straight.
struct Outline {
    points: Vec<Point>,
    straight: bool,
    closed: bool,
}

impl Outline {
    fn bounds(&self) -> Option<Rect> {
        Rect::around(self.points.iter().copied())
    }

    /// The upright rectangle that it is.
    fn as_box(&self) -> Option<Rect> {
        self.bounds().filter(|bounds| self.straight && is_box(&self.points, bounds))
    }
}

fn outlines(segments: &[Segment]) -> Vec<Outline> {
    let mut outlines: Vec<Outline> = Vec::new();
    for segment in segments {
        match *segment {
            Segment::Move(p) => outlines.push(Outline { points: vec![p], straight: true, closed: false }),
            Segment::Line(p) => extend(&mut outlines, &[p], true),
            Segment::Curve(a, b, p) => extend(&mut outlines, &[a, b, p], false),
            Segment::Close => {
                if let Some(outline) = outlines.last_mut() {
                    outline.closed = true;
                }
            }
        }
    }
    outlines.retain(|outline| {
        outline.points.len() > 1 && outline.points.iter().all(|p| p.x.is_finite() && p.y.is_finite())
    });
    outlines
}

fn extend(outlines: &mut Vec<Outline>, points: &[Point], straight: bool) {
    match outlines.last_mut() {
        Some(outline) => {
            outline.points.extend_from_slice(points);
            outline.straight &= straight;
        }
        None => outlines.push(Outline { points: points.to_vec(), straight, closed: false }),
    }
}

impl Marks {
    /// The places of all rules.
    pub(super) fn rules(&self) -> impl Iterator<Item = Rect> {
        let across = self.horizontal.iter().map(|rule| rule.rect(true));
        across.chain(self.vertical.iter().map(|rule| rule.rect(false)))
    }

    /// Makes the sides of all squares rules.
    pub(super) fn rule_squares(&mut self) {
        if self.squares.is_empty() {
            return;
        }
        for Square { rect: Rect { left, top, right, bottom }, width, color } in std::mem::take(&mut self.squares) {
            let color = Some(color);
            self.horizontal.extend([top, bottom].map(|at| Ruling { at, from: left, to: right, width, color }));
            self.vertical.extend([left, right].map(|at| Ruling { at, from: top, to: bottom, width, color }));
        }
        self.merge();
    }

    fn merge(&mut self) {
        self.horizontal = merged(std::mem::take(&mut self.horizontal));
        self.vertical = merged(std::mem::take(&mut self.vertical));
    }

    /// Takes all outlines of a path: those of letters in a row are one drawing, boxes with round corners are not.
    fn take_all(&mut self, path: &Path, outlines: &[Outline], window: &Rect) {
        let known = (self.drawings.len(), self.rounded.len());
        outlines.iter().for_each(|outline| self.take(path, outline, window));
        if path.fill.is_some() && self.drawings.len() > known.0 && self.rounded.len() == known.1 {
            let bridges = shapes::bridges(outlines.iter().filter_map(Outline::bounds).collect());
            self.drawings.extend(bridges.iter().filter_map(|bridge| bridge.intersection(window)));
        }
    }

    fn take(&mut self, path: &Path, outline: &Outline, window: &Rect) {
        let Some(bounds) = outline.bounds() else { return };
        if let Some((color, opacity)) = path.fill.filter(|(_, opacity)| *opacity > UNSEEN)
            && let Some(visible) = bounds.intersection(window)
        {
            let bars = self.horizontal.len() + self.vertical.len();
            let alone = path.segments.iter().filter(|segment| matches!(segment, Segment::Move(_))).nth(1).is_none();
            self.take_fill((outline, alone), &bounds, visible, color.on_white(opacity));
            // The stroke around a bar is no more rules.
            if self.horizontal.len() + self.vertical.len() > bars {
                return;
            }
        }
        if let Some(stroke) = path.stroke.filter(|stroke| stroke.opacity > UNSEEN)
            && let Some(visible) = bounds.intersection(&window.expand(stroke.width / 2.0))
        {
            self.take_stroke(outline, visible, stroke.width, stroke.color.on_white(stroke.opacity));
        }
    }

    fn take_fill(&mut self, (outline, alone): (&Outline, bool), bounds: &Rect, visible: Rect, color: Color) {
        if outline.as_box().is_some() {
            self.take_box(visible, color);
        } else if let Some(bars) = outline.straight.then(|| shapes::bent_bars(&outline.points, bounds, alone)).flatten()
        {
            bars.iter().filter_map(|bar| bar.intersection(&visible)).for_each(|bar| self.take_box(bar, color));
        } else if color == Color::WHITE {
            self.note_rounded(outline, bounds, visible);
        } else {
            self.push_drawing(outline, bounds, visible);
        }
    }

    fn push_drawing(&mut self, outline: &Outline, bounds: &Rect, visible: Rect) {
        self.drawings.push(visible);
        self.note_rounded(outline, bounds, visible);
    }

    fn note_rounded(&mut self, outline: &Outline, bounds: &Rect, visible: Rect) {
        if self.rounded.len() < caps::SOME && shapes::has_round_corners(&outline.points, bounds) {
            self.rounded.push(visible);
        }
    }

    /// Takes a filled rectangle: a rule or a fill.
    fn take_box(&mut self, rect: Rect, color: Color) {
        let (width, height) = (rect.width(), rect.height());
        let thin = width.min(height) <= MAX_RULE && width.max(height) > 2.0 * width.min(height);
        if thin && (color != Color::WHITE || self.is_on_fill(&rect)) {
            self.push_bar(rect, color);
        } else if color == Color::WHITE {
            let around = |fill: &&FilledRect| fill.rect.expand(SAME_SIDE.0).holds(&rect);
            let under = self.fills.iter().rev().take(caps::FEW).find(around);
            let under = under.filter(|_| self.whites.len() < caps::FEW);
            self.whites.extend(under.map(|under| White { rect, under: *under, over: Vec::new() }));
        } else {
            self.fills.push(FilledRect { rect, color });
            let hidden = self.whites.iter_mut().filter(|white| white.rect.intersection(&rect).is_some());
            hidden.filter(|white| white.over.len() < caps::FEW).for_each(|white| white.over.push(rect));
        }
    }

    /// Whether a mark lies on or beside a fill: white is seen there.
    fn is_on_fill(&self, mark: &Rect) -> bool {
        let mark = mark.expand(SAME_SIDE.0);
        let over = |fill: &FilledRect| fill.color != Color::WHITE && fill.rect.intersection(&mark).is_some();
        self.fills.iter().rev().take(caps::FEW).any(over)
    }

    fn push_bar(&mut self, rect: Rect, color: Color) {
        let middle = rect.center();
        if rect.width() >= rect.height() {
            let (at, width) = (middle.y, rect.height());
            self.horizontal.push(Ruling { at, from: rect.left, to: rect.right, width, color: Some(color) });
        } else {
            let (at, width) = (middle.x, rect.width());
            self.vertical.push(Ruling { at, from: rect.top, to: rect.bottom, width, color: Some(color) });
        }
    }

    fn take_stroke(&mut self, outline: &Outline, visible: Rect, width: f32, color: Color) {
        let white = color == Color::WHITE;
        if !outline.straight {
            if !white {
                let bounds = outline.bounds().unwrap_or_default();
                self.push_drawing(outline, &bounds, visible);
            }
            return;
        }
        let closing = outline.closed.then(|| [outline.points.last(), outline.points.first()]);
        let sides = outline.points.windows(2).map(|pair| (pair[0], pair[1]));
        let closing = closing.and_then(|[a, b]| a.copied().zip(b.copied()));
        for (a, b) in sides.chain(closing) {
            if let Some(side) = Rect::from_corners(a, b).intersection(&visible)
                && (!white || self.is_on_fill(&side))
            {
                self.push_side(side, width, color);
            }
        }
    }

    fn push_side(&mut self, side: Rect, width: f32, color: Color) {
        let (dx, dy) = (side.width(), side.height());
        let color = Some(color);
        let thin = width <= MAX_RULE * 2.0;
        if thin && dy <= SAME_SIDE && dx >= dy {
            let at = f32::midpoint(side.top, side.bottom);
            self.horizontal.push(Ruling { at, from: side.left, to: side.right, width, color });
        } else if thin && dx <= SAME_SIDE {
            let at = f32::midpoint(side.left, side.right);
            self.vertical.push(Ruling { at, from: side.top, to: side.bottom, width, color });
        } else {
            self.drawings.push(side);
        }
    }
}

/// The sides of the frames that a path fills: rectangles in rectangles, as programs draw borders. `None` where its
/// outlines are something else.
fn frame_bars(path: &Path, outlines: &[Outline]) -> Option<Vec<Rect>> {
    let filled = path.fill.is_some_and(|(_, opacity)| opacity > UNSEEN) && path.stroke.is_none();
    let paired = path.even_odd || (outlines.len() == 2 && turn_apart(outlines));
    if !filled || !paired || outlines.len() < 2 || outlines.len() % 2 == 1 {
        return None;
    }
    let mut boxes: Vec<Rect> = outlines.iter().map(Outline::as_box).collect::<Option<_>>()?;
    boxes.sort_by(|a, b| b.area().total_cmp(&a.area()));
    let nested = boxes.windows(2).all(|pair| pair[0].holds(&pair[1]));
    nested.then(|| boxes.chunks_exact(2).flat_map(|pair| sides(&pair[0], &pair[1])).collect())
}

/// Whether a path is the shadow around a box with round corners: a rectangle that lets the box free.
fn is_shadow(path: &Path, outlines: &[Outline]) -> bool {
    let see_through = path.fill.is_some_and(|(_, opacity)| opacity < 1.0) && path.even_odd && path.stroke.is_none();
    let [outer, holes @ ..] = outlines else { return false };
    see_through && outer.straight && !holes.is_empty() && holes.iter().all(|hole| !hole.straight)
}

/// What lies between a rectangle and one in it.
fn sides(outer: &Rect, inner: &Rect) -> Vec<Rect> {
    let sides = [
        Rect { bottom: inner.top, ..*outer },
        Rect { top: inner.bottom, ..*outer },
        Rect { right: inner.left, ..*outer },
        Rect { left: inner.right, ..*outer },
    ];
    sides.into_iter().filter(|side| side.width() > NOTHING && side.height() > NOTHING).collect()
}

/// Whether two outlines go around in opposite directions, so that what lies in the inner one is no part of the area.
fn turn_apart(outlines: &[Outline]) -> bool {
    let turn = |outline: &Outline| -> f32 {
        let next = outline.points.iter().cycle().skip(1);
        outline.points.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
    };
    outlines.iter().map(turn).product::<f32>() < 0.0
}

/// Whether the corners are those of an upright rectangle.
fn is_box(points: &[Point], bounds: &Rect) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < SAME_SIDE;
    let points = corners(points);
    (2..=6).contains(&points.len())
        && points.iter().all(|p| {
            (near(p.x, bounds.left) || near(p.x, bounds.right)) && (near(p.y, bounds.top) || near(p.y, bounds.bottom))
        })
        && (points.len() > 3 || bounds.width().min(bounds.height()) < SAME_SIDE)
}

/// The points of an outline without those in the middle of its sides: some programs begin there.
fn corners(points: &[Point]) -> Vec<Point> {
    let count = points.len();
    if !(4..=MAX_BOX_POINTS).contains(&count) {
        return points.to_vec();
    }
    let at = |index: usize| points.get(index % count).copied().unwrap_or_default();
    // An outline that ends where it began has that point twice.
    let whole = if at(0) == at(count - 1) { count - 1 } else { count };
    let straight = |index: usize| {
        let (before, here, after) = (at((index + whole - 1) % whole), at(index), at((index + 1) % whole));
        (before.x == here.x && here.x == after.x) || (before.y == here.y && here.y == after.y)
    };
    let corners: Vec<Point> = (0..whole).filter(|index| !straight(*index)).map(at).collect();
    if corners.len() == 4 { corners } else { points.to_vec() }
}

/// Joins elements that lie on one line and touch.
fn merged(mut rules: Vec<Ruling>) -> Vec<Ruling> {
    rules.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut done: Vec<Ruling> = Vec::new();
    let mut start = 0;
    while start < rules.len() {
        let first = rules[start].at;
        let count = rules[start..].iter().take_while(|rule| rule.at - first <= SAME_RULE).count();
        let mut level: Vec<Ruling> = rules[start..start + count].to_vec();
        level.sort_by(|a, b| a.from.total_cmp(&b.from));
        done.extend(merge_level(level));
        start += count;
    }
    done
}

fn merge_level(level: Vec<Ruling>) -> Vec<Ruling> {
    let mut done: Vec<Ruling> = Vec::new();
    for rule in level {
        match done.last_mut() {
            Some(last) if rule.from <= last.to + DASH_GAP.0.min(last.width.max(rule.length()) + SAME_RULE) => {
                last.to = last.to.max(rule.to);
                last.width = last.width.max(rule.width);
            }
            _ => done.push(rule),
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(at: f32, from: f32, to: f32) -> Ruling {
        Ruling { at, from, to, width: 0.5, color: Some(Color::BLACK) }
    }

    #[test]
    fn a_box_may_begin_in_the_middle_of_a_side() {
        let points = [(50.0, 2.0), (90.0, 2.0), (90.0, 0.0), (10.0, 0.0), (10.0, 2.0), (50.0, 2.0)];
        let points: Vec<Point> = points.into_iter().map(|(x, y)| Point { x, y }).collect();
        let bounds = Rect { left: 10.0, top: 0.0, right: 90.0, bottom: 2.0 };
        assert!(is_box(&points, &bounds));
        assert_eq!(corners(&points).len(), 4);
    }

    #[test]
    fn dashes_and_pieces_become_one_rule() {
        let rules =
            merged(vec![bar(10.2, 20.0, 30.0), bar(10.0, 0.0, 10.0), bar(10.1, 10.5, 19.0), bar(50.0, 0.0, 9.0)]);
        let spans: Vec<(f32, f32)> = rules.iter().map(|rule| (rule.from, rule.to)).collect();
        assert_eq!(spans, [(0.0, 30.0), (0.0, 9.0)]);
    }

    /// The marks of paths that fill rectangles, each the sides from the left round to the bottom.
    fn filled(paths: &[(&[[f32; 4]], Color)]) -> Marks {
        let outline = |&[left, top, right, bottom]: &[f32; 4]| {
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point { x, y });
            transvase_model::path::polygon(&corners)
        };
        let path = |(boxes, color): &(&[[f32; 4]], Color)| {
            let segments = boxes.iter().flat_map(outline).collect();
            Item::Path(Path { segments, fill: Some((*color, 1.0)), even_odd: true, ..Path::default() })
        };
        let page =
            Page { size: transvase_base::units::Size::A4, items: paths.iter().map(path).collect(), ..Page::default() };
        marks(&page, &Context::default()).unwrap()
    }

    #[test]
    fn a_rectangle_in_a_rectangle_is_a_frame() {
        let frame = filled(&[(&[[11.0, 11.0, 99.0, 49.0], [10.0, 10.0, 100.0, 50.0]], Color::BLACK)]);
        let rules = |rules: &[Ruling]| rules.iter().map(|rule| (rule.at, rule.from, rule.to)).collect::<Vec<_>>();
        assert_eq!(rules(&frame.horizontal), [(10.5, 10.0, 100.0), (49.5, 10.0, 100.0)]);
        assert_eq!(rules(&frame.vertical), [(10.5, 10.0, 50.0), (99.5, 10.0, 50.0)]);
        assert!(frame.fills.is_empty() && frame.drawings.is_empty());
    }

    #[test]
    fn white_over_a_shade_is_known() {
        let grey = Color { r: 240, g: 240, b: 240 };
        let ground: &[[f32; 4]] = &[[0.0, 0.0, 500.0, 500.0]];
        let card: &[[f32; 4]] = &[[50.0, 50.0, 200.0, 200.0]];
        let found = filled(&[(ground, grey), (card, Color::WHITE)]);
        let places: Vec<(f32, f32)> =
            found.whites.iter().map(|white| (white.under.rect.right, white.rect.right)).collect();
        assert_eq!((found.fills.len(), places), (1, vec![(500.0, 200.0)]));
    }
}
