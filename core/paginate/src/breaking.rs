//! Optimal line breaking: boxes, glue and penalties, after D. E. Knuth and M. F. Plass, "Breaking
//! Paragraphs into Lines" (Software: Practice and Experience 11, 1981). Penalties, tolerances and
//! demerits are those of that paper and of plain TeX, where no other source is named.

use transvase_base::context::Context;
use transvase_base::error::Result;

/// How far a prefix of the text runs: its natural width, how much it can grow and how much it can
/// shrink, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Extent {
    /// Natural width.
    pub width: f64,
    /// Points it can grow by at ratio 1.
    pub stretch: f64,
    /// Points it can shrink by at most.
    pub shrink: f64,
}

/// A place where a line may end.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Breakpoint {
    /// Extent of the text before it, without the space that vanishes there.
    pub before: Extent,
    /// Extent of the text before the next line's first character.
    pub after: Extent,
    /// Width of the hyphen a break here adds.
    pub hyphen: f64,
    /// What a break here costs.
    pub penalty: f64,
    /// First cluster that is not on the line.
    pub end: usize,
    /// First cluster of the next line.
    pub next: usize,
    /// Byte offset of the break where it divides cluster `end`.
    pub cut: Option<usize>,
}

impl Breakpoint {
    /// Whether a word is divided here.
    pub(super) fn is_hyphen(&self) -> bool {
        self.hyphen > 0.0
    }
}

/// The lines' widths and how they are filled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// Width of the first line.
    pub first: f64,
    /// Width of the other lines.
    pub rest: f64,
    /// Points every line may stay short by at ratio 1 beside its spaces' stretch: 0 for justified
    /// text, more for ragged.
    pub slack: f64,
}

/// A line may be filled so badly before it is no longer considered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tolerance {
    /// Up to this badness (100 is a line stretched to its limit).
    Upto(f64),
    /// Whatever it takes.
    Any,
}

/// Added to the badness of every line, so that fewer lines are better (plain TeX, `\linepenalty`).
const LINE_PENALTY: f64 = 10.0;

/// Demerits of a second line in a row that ends with a hyphen (plain TeX, `\doublehyphendemerits`).
const ADJACENT_HYPHENS: f64 = 10_000.0;

/// Demerits of a hyphen at the end of the last line but one (plain TeX, `\finalhyphendemerits`).
const HYPHEN_BEFORE_LAST: f64 = 5_000.0;

/// Demerits of a tight line next to a loose one (plain TeX, `\adjdemerits`).
const UNLIKE_NEIGHBOURS: f64 = 10_000.0;

/// The largest badness (Knuth, *The TeXbook*, chapter 14: `inf_bad`).
const WORST: f64 = 10_000.0;

/// Demerits of a last line shorter than [`RUNT`] of the measure: a word left alone.
const RUNT_DEMERITS: f64 = 4_000.0;
/// Share of the measure below which a last line is a runt.
const RUNT: f64 = 0.06;

/// Line starts in play at a time. A line of the finest print has some hundreds of places to end; where letters without
/// width make it more, the oldest give way.
const MOST_ACTIVE: usize = 4_096;

/// A line break on the best way to it.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Index of its breakpoint; `None` at the start.
    at: Option<usize>,
    fitness: u8,
    demerits: f64,
    before: u32,
}

/// Finds the best breaks. `points` are in order and end with the forced break at the text's end.
/// Answers indices of `points`; `None` where no way keeps the tolerance.
pub(super) fn best_breaks(
    points: &[Breakpoint],
    shape: &Shape,
    tolerance: Tolerance,
    context: &Context,
) -> Result<Option<Vec<usize>>> {
    let mut search = Search {
        points,
        shape,
        tolerance,
        nodes: vec![Node { at: None, fitness: 1, demerits: 0.0, before: u32::MAX }],
        active: vec![0],
    };
    for index in 0..points.len() {
        context.tick(search.active.len() as u64)?;
        if !search.step(index) {
            return Ok(None);
        }
    }
    Ok(Some(search.way_back()))
}

struct Search<'p> {
    points: &'p [Breakpoint],
    shape: &'p Shape,
    tolerance: Tolerance,
    nodes: Vec<Node>,
    active: Vec<u32>,
}

impl Search<'_> {
    /// Looks at one breakpoint from every line start still in play. False where none is left.
    fn step(&mut self, index: usize) -> bool {
        let last = index + 1 == self.points.len();
        if !last && self.repeats(index) {
            return true;
        }
        let mut best: [Option<Node>; 4] = [None; 4];
        let mut dropped: Option<u32> = None;
        let mut active = std::mem::take(&mut self.active);
        active.retain(|&from| {
            let Some(ratio) = self.ratio(from, index) else {
                dropped = Some(from);
                return false;
            };
            self.consider(from, index, ratio, &mut best);
            !last
        });
        if best.iter().all(Option::is_none) && active.is_empty() {
            let (Tolerance::Any, Some(from)) = (self.tolerance, dropped) else {
                return false;
            };
            // Nothing fits: the shortest line that does not is taken, and made to fit later.
            best[0] = Some(Node { at: Some(index), fitness: 0, demerits: self.demerits(from), before: from });
        }
        let spare = active.len().saturating_sub(MOST_ACTIVE);
        active.drain(..spare);
        self.active = active;
        for node in best.into_iter().flatten() {
            self.active.push(self.nodes.len() as u32);
            self.nodes.push(node);
        }
        true
    }

    /// Whether a breakpoint stands at the same place as the one before it, with nothing that has a width between the two,
    /// and costs no less.
    fn repeats(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.points.get(before));
        before.zip(self.points.get(index)).is_some_and(|(before, point)| {
            (before.before, before.after, before.hyphen) == (point.before, point.after, point.hyphen)
                && before.penalty <= point.penalty
        })
    }

    fn demerits(&self, node: u32) -> f64 {
        self.nodes.get(node as usize).map_or(0.0, |node| node.demerits)
    }

    fn start(&self, node: u32) -> (Extent, bool) {
        let at = self.nodes.get(node as usize).and_then(|node| node.at).and_then(|at| self.points.get(at));
        at.map_or((Extent::default(), true), |point| (point.after, false))
    }

    /// How far the line must stretch (above 0) or shrink (below); `None` where it cannot fit.
    fn ratio(&self, from: u32, index: usize) -> Option<f64> {
        let point = &self.points[index];
        let (start, first) = self.start(from);
        let wanted = if first { self.shape.first } else { self.shape.rest };
        let width = point.before.width - start.width + point.hyphen;
        let short = wanted - width;
        if short >= 0.0 {
            let last = index + 1 == self.points.len();
            let stretch = point.before.stretch - start.stretch + self.shape.slack;
            return Some(match stretch {
                _ if last => 0.0,
                stretch if stretch > 0.0 => short / stretch,
                _ if short < 1e-3 => 0.0,
                _ => f64::INFINITY,
            });
        }
        let shrink = point.before.shrink - start.shrink;
        // A hundredth of a point is rounding, not a line too long.
        (-short <= shrink + 0.01).then(|| if shrink > 0.0 { (short / shrink).max(-1.0) } else { 0.0 })
    }

    fn consider(&self, from: u32, index: usize, ratio: f64, best: &mut [Option<Node>; 4]) {
        let badness = (100.0 * (ratio * ratio * ratio).abs()).min(WORST);
        if matches!(self.tolerance, Tolerance::Upto(most) if badness > most) {
            return;
        }
        let node = &self.nodes[from as usize];
        let point = &self.points[index];
        let fitness = fitness(ratio);
        let mut demerits = (LINE_PENALTY + badness) * (LINE_PENALTY + badness) + point.penalty * point.penalty.abs();
        if fitness.abs_diff(node.fitness) > 1 {
            demerits += UNLIKE_NEIGHBOURS;
        }
        let after_hyphen = node.at.and_then(|at| self.points.get(at)).is_some_and(Breakpoint::is_hyphen);
        let last = index + 1 == self.points.len();
        if after_hyphen {
            demerits += if last {
                HYPHEN_BEFORE_LAST
            } else if point.is_hyphen() {
                ADJACENT_HYPHENS
            } else {
                0.0
            };
        }
        if last && node.at.is_some() && point.before.width - self.start(from).0.width < self.shape.rest * RUNT {
            demerits += RUNT_DEMERITS;
        }
        let demerits = demerits + node.demerits;
        let slot = &mut best[usize::from(fitness)];
        if slot.is_none_or(|known| demerits < known.demerits) {
            *slot = Some(Node { at: Some(index), fitness, demerits, before: from });
        }
    }

    fn way_back(&self) -> Vec<usize> {
        let ends = self.active.iter().filter_map(|at| self.nodes.get(*at as usize));
        let mut node = ends.min_by(|a, b| a.demerits.total_cmp(&b.demerits));
        let mut breaks = Vec::new();
        while let Some(Node { at: Some(at), before, .. }) = node {
            breaks.push(*at);
            node = self.nodes.get(*before as usize);
        }
        breaks.reverse();
        breaks
    }
}

/// Tight, decent, loose or very loose.
fn fitness(ratio: f64) -> u8 {
    match ratio {
        r if r < -0.5 => 0,
        r if r <= 0.5 => 1,
        r if r <= 1.0 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Breakpoints of words of the given widths with spaces of 3 that stretch by 1.5 and shrink by
    /// 1.
    fn points(words: &[f64]) -> Vec<Breakpoint> {
        let mut at = Extent::default();
        let mut points = Vec::new();
        for (index, word) in words.iter().enumerate() {
            at.width += word;
            let before = at;
            at = Extent { width: at.width + 3.0, stretch: at.stretch + 1.5, shrink: at.shrink + 1.0 };
            points.push(Breakpoint {
                before,
                after: at,
                hyphen: 0.0,
                penalty: 0.0,
                end: index + 1,
                next: index + 1,
                cut: None,
            });
        }
        points
    }

    fn breaks(words: &[f64], width: f64, tolerance: Tolerance) -> Option<Vec<usize>> {
        let shape = Shape { first: width, rest: width, slack: 0.0 };
        best_breaks(&points(words), &shape, tolerance, &Context::default()).unwrap()
    }

    #[test]
    fn a_perfect_paragraph_is_found() {
        // Each line holds two words of 10 and a space of 3: exactly 23.
        assert_eq!(breaks(&[10.0; 6], 23.0, Tolerance::Upto(100.0)), Some(vec![1, 3, 5]));
    }

    #[test]
    fn the_whole_paragraph_decides_and_not_the_line() {
        // Greedy: 20+3+20 | 20 (alone, stretched without end) | 50. Better: 20 20 | 20 would fail,
        // so no way keeps a tolerance of 200, and any way at all must still cover all words.
        let words = [20.0, 20.0, 20.0, 50.0];
        assert_eq!(breaks(&words, 50.0, Tolerance::Upto(200.0)), None);
        assert_eq!(breaks(&words, 50.0, Tolerance::Any).unwrap().last(), Some(&3));
    }

    #[test]
    fn what_fits_nowhere_gets_a_line_of_its_own() {
        assert_eq!(breaks(&[10.0, 500.0, 10.0], 50.0, Tolerance::Any), Some(vec![0, 1, 2]));
        assert_eq!(breaks(&[500.0], 50.0, Tolerance::Any), Some(vec![0]));
    }

    #[test]
    fn places_with_nothing_between_them_are_one() {
        let one = points(&[10.0; 6]);
        // Each place a hundred times, as signs without width have it.
        let many: Vec<Breakpoint> = one.iter().flat_map(|point| std::iter::repeat_n(*point, 100)).collect();
        let shape = Shape { first: 23.0, rest: 23.0, slack: 0.0 };
        let found = best_breaks(&many, &shape, Tolerance::Any, &Context::default()).unwrap().unwrap();
        let ends: Vec<usize> = found.iter().map(|at| many[*at].end).collect();
        assert_eq!(ends, [2, 4, 6]);
        let nodes = vec![Node { at: None, fitness: 1, demerits: 0.0, before: u32::MAX }];
        let mut search = Search { points: &many, shape: &shape, tolerance: Tolerance::Any, nodes, active: vec![0] };
        assert!((0..200).all(|index| search.step(index)));
        assert!(search.active.len() <= 5, "two places: {}", search.active.len());
    }

    #[test]
    fn a_single_short_line_is_never_stretched() {
        assert_eq!(breaks(&[10.0, 10.0], 100.0, Tolerance::Upto(1.0)), Some(vec![1]));
    }
}
