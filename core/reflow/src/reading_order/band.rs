//! Horizontal bands: what stands between two horizontal white lines; and groups of bands with the same gutters.

use super::super::element::PageElement;
use super::super::text::line::Line;
use super::column::columns;
use super::tolerances::{SAME_EDGE, SAME_SIZE};
use transvase_base::units::Pt;

/// Bands with something on one side of a gutter only that may stand below one with something on both sides.
const MAX_ONE_SIDED: usize = 8;
/// Height by which boxes of lines reach into each other with white space between their letters.
const OVERLAP: Pt = Pt(0.5);

/// How far elements reach, and what is white between and around them.
#[derive(Debug, Clone)]
pub(crate) struct Span {
    left: f32,
    right: f32,
    /// White stretches, left to right; the outer ones are endless.
    white: Vec<(f32, f32)>,
}

impl Span {
    /// The span of elements.
    pub fn of<'p>(elements: impl Iterator<Item = &'p PageElement>) -> Span {
        let mut spans: Vec<(f32, f32)> = elements.map(|element| (element.rect().left, element.rect().right)).collect();
        spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        let left = spans.first().map_or(0.0, |span| span.0);
        let mut white = vec![(f32::NEG_INFINITY, left)];
        let mut right = f32::NEG_INFINITY;
        for (from, to) in spans {
            if from > right && right.is_finite() {
                white.push((right, from));
            }
            right = right.max(to);
        }
        white.push((right, f32::INFINITY));
        Span { left, right, white }
    }

    /// Whether nothing stands between two places.
    pub fn is_free(&self, left: f32, right: f32) -> bool {
        self.white.iter().any(|(from, to)| *from <= left && right <= *to)
    }

    /// The span of both.
    fn with(&self, other: &Span) -> Span {
        let (left, right) = (self.left.min(other.left), self.right.max(other.right));
        Span { left, right, white: common(&self.white, &other.white) }
    }

    /// The span with another that leaves all gutters free, and whether that has something on both sides of one.
    fn taking(&self, other: &Span, least: f32) -> Option<(bool, Span)> {
        let (gutters, span) = (self.gutters(least).count(), self.with(other));
        let kept = gutters > 0 && span.gutters(least).count() == gutters;
        let own = Span { white: span.white.clone(), ..*other };
        kept.then(|| (own.gutters(least).next().is_some(), span))
    }

    /// Gutters: white stretches of a least width with something on both sides.
    pub fn gutters(&self, least: f32) -> impl Iterator<Item = (f32, f32)> {
        let inside = |(from, to): &(f32, f32)| *from >= self.left - SAME_EDGE && *to <= self.right + SAME_EDGE;
        self.white.iter().copied().filter(move |white| white.1 - white.0 >= least && inside(white))
    }
}

/// Elements with no white line through them, from edge to edge.
pub(super) struct Band {
    pub elements: Vec<PageElement>,
    span: Span,
}

impl Band {
    /// Its line, where it is nothing else.
    fn line(&self) -> Option<&Line> {
        match &self.elements[..] {
            [PageElement::Line(line)] => Some(line),
            _ => None,
        }
    }

    /// The lowest of its lines.
    fn last_line(&self) -> Option<&Line> {
        let lines = self.elements.iter().filter_map(|element| match element {
            PageElement::Line(line) => Some(line),
            _ => None,
        });
        lines.max_by(|a, b| a.baseline.total_cmp(&b.baseline))
    }

    /// Whether the band is the last line of a paragraph whose other lines stand above, and something else follows. It
    /// may be indented, as it is where it hangs or is centred.
    fn ends(&self, above: &Band, below: &Band) -> bool {
        let (Some(line), Some(before)) = (self.line(), above.last_line()) else { return false };
        let next = below.elements.iter().map(|element| element.rect().top).fold(f32::INFINITY, f32::min);
        let (gap, rest) = (line.rect.top - before.rect.bottom, next - line.rect.bottom);
        let alike = (line.size - before.size).abs() < SAME_SIZE
            && line.rect.left > before.rect.left - 0.5 * line.size
            && line.rect.right < before.rect.right;
        alike && gap < line.size && rest > gap + 0.5 * line.size
    }

    fn is_rule(&self) -> bool {
        self.elements.iter().all(|element| matches!(element, PageElement::Rule(_)))
    }
}

/// Cuts a page, or a column, at its horizontal white space.
pub(super) fn bands(mut elements: Vec<PageElement>) -> Vec<Band> {
    elements.sort_by(|a, b| a.rect().top.total_cmp(&b.rect().top).then(a.rect().left.total_cmp(&b.rect().left)));
    let mut groups: Vec<Vec<PageElement>> = Vec::new();
    let mut bottom = f32::NEG_INFINITY;
    for element in elements {
        let rect = element.rect();
        match groups.last_mut() {
            Some(group) if rect.top < bottom - OVERLAP => group.push(element),
            _ => groups.push(vec![element]),
        }
        bottom = bottom.max(rect.bottom);
    }
    groups.into_iter().map(|elements| Band { span: Span::of(elements.iter()), elements }).collect()
}

/// Bands one below the other with a gutter through all of them, or without one.
pub(super) struct Group {
    pub bands: Vec<Band>,
    pub span: Span,
}

impl Group {
    fn of(band: Band) -> Group {
        Group { span: band.span.clone(), bands: vec![band] }
    }

    fn lines(&self) -> usize {
        self.bands
            .iter()
            .flat_map(|band| &band.elements)
            .filter(|element| matches!(element, PageElement::Line(_)))
            .count()
    }

    /// Whether of the group and the band below it one is nothing but rules, and runs through gutters
    /// of the other: it parts what stands above and below it. `kept` gutters are left in both.
    fn is_divided_by(&self, band: &Band, kept: usize, least: f32) -> bool {
        let below = band.is_rule() && kept < self.span.gutters(least).count();
        let above = self.bands.iter().all(Band::is_rule) && kept < band.span.gutters(least).count();
        below || above
    }
}

/// Puts bands that keep a gutter free into groups, from the top down.
pub(super) fn groups(bands: Vec<Band>, least: f32) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for band in bands {
        let joined = groups.last().and_then(|group| {
            let span = group.span.with(&band.span);
            let gutters = span.gutters(least).count();
            (gutters > 0 && !group.is_divided_by(&band, gutters, least)).then_some(span)
        });
        match (groups.last_mut(), joined) {
            (Some(group), Some(span)) => {
                group.span = span;
                group.bands.push(band);
            }
            _ => groups.push(Group::of(band)),
        }
    }
    groups
}

/// Gives columns the bands right above them that stand on both sides of their gutter: a gutter of
/// what is over the columns, which has nothing to do with theirs, may have kept these. What stands on one side between
/// such bands and the columns goes with them.
pub(super) fn reach_up(groups: &mut [Group], least: f32) {
    for at in 1..groups.len() {
        let [.., above, below] = &mut groups[..=at] else { continue };
        let (mut from, mut span) = (above.bands.len(), below.span.clone());
        let mut wider = span.clone();
        for (up, band) in above.bands.iter().enumerate().skip(1).rev() {
            let Some((both, taken)) = wider.taking(&band.span, least).filter(|_| from - up <= MAX_ONE_SIDED) else {
                break;
            };
            wider = taken;
            if both {
                (from, span) = (up, wider.clone());
            }
        }
        let reaches = from < above.bands.len();
        let is_head = || columns(above, least).len() < 2 || above.lines() * 2 < below.lines();
        if reaches && columns(below, least).len() > 1 && is_head() {
            below.bands.splice(0..0, above.bands.drain(from..));
            below.span = span;
        }
    }
}

/// Gives the last line of a paragraph over columns back to it: too short to reach their gutter, it does
/// not look like a part of what is over them.
pub(super) fn give_back(groups: &mut [Group]) {
    for at in 1..groups.len() {
        let [.., above, below] = &mut groups[..=at] else { continue };
        if let ([.., last], [first, next, ..]) = (&above.bands[..], &below.bands[..])
            && first.ends(last, next)
        {
            above.bands.push(below.bands.remove(0));
        }
    }
}

/// What is white in both.
fn common(a: &[(f32, f32)], b: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let (mut i, mut j, mut both) = (0, 0, Vec::new());
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let (from, to) = (x.0.max(y.0), x.1.min(y.1));
        if from < to {
            both.push((from, to));
        }
        if x.1 < y.1 { i += 1 } else { j += 1 }
    }
    both
}
