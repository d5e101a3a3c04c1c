//! Slabs: what stands between two horizontal white lines; and groups of slabs with the same gutters.

use super::super::element::Piece;
use super::super::text::line::Line;
use super::column::columns;

/// Slabs with something on one side of a gutter only that may stand below one with something on both sides.
const MAX_ONE_SIDED: usize = 8;
/// One in how many lines may stand above columns that look like others there.
const HEAD: usize = 2;

/// How far pieces reach, and what is white between and around them.
#[derive(Debug, Clone)]
pub(in super::super) struct Span {
    left: f32,
    right: f32,
    /// White stretches, left to right; the outer ones are endless.
    white: Vec<(f32, f32)>,
}

impl Span {
    /// The span of pieces.
    pub fn of<'p>(pieces: impl Iterator<Item = &'p Piece>) -> Span {
        let mut spans: Vec<(f32, f32)> = pieces.map(|piece| (piece.rect().left, piece.rect().right)).collect();
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
        let inside = |(from, to): &(f32, f32)| *from >= self.left - 0.1 && *to <= self.right + 0.1;
        self.white.iter().copied().filter(move |white| white.1 - white.0 >= least && inside(white))
    }
}

/// Pieces with no white line through them, from edge to edge.
pub(super) struct Slab {
    pub pieces: Vec<Piece>,
    span: Span,
}

impl Slab {
    /// Its line, where it is nothing else.
    fn line(&self) -> Option<&Line> {
        match &self.pieces[..] {
            [Piece::Line(line)] => Some(line),
            _ => None,
        }
    }

    /// The lowest of its lines.
    fn last_line(&self) -> Option<&Line> {
        let lines = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Line(line) => Some(line),
            _ => None,
        });
        lines.max_by(|a, b| a.baseline.total_cmp(&b.baseline))
    }

    /// Whether the slab is the last line of a paragraph whose other lines stand above, and something else follows. It
    /// may be indented, as it is where it hangs or is centred.
    fn ends(&self, above: &Slab, below: &Slab) -> bool {
        let (Some(line), Some(before)) = (self.line(), above.last_line()) else { return false };
        let next = below.pieces.iter().map(|piece| piece.rect().top).fold(f32::INFINITY, f32::min);
        let (gap, rest) = (line.rect.top - before.rect.bottom, next - line.rect.bottom);
        let alike = (line.size - before.size).abs() < 0.1
            && line.rect.left > before.rect.left - 0.5 * line.size
            && line.rect.right < before.rect.right;
        alike && gap < line.size && rest > gap + 0.5 * line.size
    }

    fn is_rule(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Rule(_)))
    }
}

/// Cuts a page, or a column, at its horizontal white space.
pub(super) fn slabs(mut pieces: Vec<Piece>) -> Vec<Slab> {
    pieces.sort_by(|a, b| a.rect().top.total_cmp(&b.rect().top).then(a.rect().left.total_cmp(&b.rect().left)));
    let mut groups: Vec<Vec<Piece>> = Vec::new();
    let mut bottom = f32::NEG_INFINITY;
    for piece in pieces {
        let rect = piece.rect();
        match groups.last_mut() {
            Some(group) if rect.top < bottom - 0.5 => group.push(piece),
            _ => groups.push(vec![piece]),
        }
        bottom = bottom.max(rect.bottom);
    }
    groups.into_iter().map(|pieces| Slab { span: Span::of(pieces.iter()), pieces }).collect()
}

/// Slabs one below the other with a gutter through all of them, or without one.
pub(super) struct Group {
    pub slabs: Vec<Slab>,
    pub span: Span,
}

impl Group {
    fn of(slab: Slab) -> Group {
        Group { span: slab.span.clone(), slabs: vec![slab] }
    }

    fn lines(&self) -> usize {
        self.slabs.iter().flat_map(|slab| &slab.pieces).filter(|piece| matches!(piece, Piece::Line(_))).count()
    }

    /// Whether of the group and the slab below it one is nothing but rules, and runs through gutters
    /// of the other: it parts what stands above and below it. `kept` gutters are left in both.
    fn is_divided_by(&self, slab: &Slab, kept: usize, least: f32) -> bool {
        let below = slab.is_rule() && kept < self.span.gutters(least).count();
        let above = self.slabs.iter().all(Slab::is_rule) && kept < slab.span.gutters(least).count();
        below || above
    }
}

/// Puts slabs that keep a gutter free into groups, from the top down.
pub(super) fn groups(slabs: Vec<Slab>, least: f32) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for slab in slabs {
        let joined = groups.last().and_then(|group| {
            let span = group.span.with(&slab.span);
            let gutters = span.gutters(least).count();
            (gutters > 0 && !group.is_divided_by(&slab, gutters, least)).then_some(span)
        });
        match (groups.last_mut(), joined) {
            (Some(group), Some(span)) => {
                group.span = span;
                group.slabs.push(slab);
            }
            _ => groups.push(Group::of(slab)),
        }
    }
    groups
}

/// Gives columns the slabs right above them that stand on both sides of their gutter: a gutter of
/// what is over the columns, which has nothing to do with theirs, may have kept these. What stands on one side between
/// such slabs and the columns goes with them.
pub(super) fn reach_up(groups: &mut [Group], least: f32) {
    for at in 1..groups.len() {
        let [.., above, below] = &mut groups[..=at] else { continue };
        let (mut from, mut span) = (above.slabs.len(), below.span.clone());
        let mut wider = span.clone();
        for (up, slab) in above.slabs.iter().enumerate().skip(1).rev() {
            let Some((both, taken)) = wider.taking(&slab.span, least).filter(|_| from - up <= MAX_ONE_SIDED) else {
                break;
            };
            wider = taken;
            if both {
                (from, span) = (up, wider.clone());
            }
        }
        let reaches = from < above.slabs.len();
        let is_head = || columns(above, least).len() < 2 || above.lines() * HEAD < below.lines();
        if reaches && columns(below, least).len() > 1 && is_head() {
            below.slabs.splice(0..0, above.slabs.drain(from..));
            below.span = span;
        }
    }
}

/// Gives the last line of a paragraph over columns back to it: too short to reach their gutter, it does
/// not look like a part of what is over them.
pub(super) fn give_back(groups: &mut [Group]) {
    for at in 1..groups.len() {
        let [.., above, below] = &mut groups[..=at] else { continue };
        if let ([.., last], [first, next, ..]) = (&above.slabs[..], &below.slabs[..])
            && first.ends(last, next)
        {
            above.slabs.push(below.slabs.remove(0));
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
