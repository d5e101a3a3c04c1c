//! Nested tables, inside the cells of others.

use super::super::caps::{FEW, SOME};
use super::super::element::{Grid, GridCell, Picture};
use super::super::text::word::Word;
use super::super::vector::Ruling;
use super::tolerances::{FLUSH, MAX_PADDING, ROUNDING, SAME_EDGE, is_flush};
use transvase_base::units::{Point, Rect};

/// Rules that hang together: horizontal and vertical ones.
pub(super) type Component = (Vec<Ruling>, Vec<Ruling>);

/// Takes the rules of inner tables out of those of the table around them: their upper rule often
/// lies on the line of the outer row, so that all hang together.
pub(super) fn apart(mut outer: Component) -> Vec<Component> {
    let mut found = Vec::new();
    while found.len() < FEW {
        let Some((left, right)) = sides(&outer.1) else { break };
        let across = |rule: &Ruling| {
            rule.from >= left.at - FLUSH
                && rule.to <= right.at + FLUSH
                && rule.at >= left.from - FLUSH
                && rule.at <= left.to + FLUSH
        };
        let down = |rule: &Ruling| {
            rule.at >= left.at - ROUNDING
                && rule.at <= right.at + ROUNDING
                && rule.from >= left.from - FLUSH
                && rule.to <= left.to + FLUSH
        };
        let (mut hs, rest): (Vec<Ruling>, Vec<Ruling>) = outer.0.iter().partition(|rule| across(rule));
        outer.0 = rest;
        let (vs, rest): (Vec<Ruling>, Vec<Ruling>) = outer.1.iter().partition(|rule| down(rule));
        outer.1 = rest;
        let edge = |at: f32| Ruling { at, from: left.at, to: right.at, ..left };
        hs.extend([edge(left.from), edge(left.to)]);
        hs.sort_by(|a, b| a.at.total_cmp(&b.at));
        found.push((hs, vs));
    }
    found.push(outer);
    found
}

/// The left and right side of an inner table: the padding of a cell parts them from those of the cell.
fn sides(vertical: &[Ruling]) -> Option<(Ruling, Ruling)> {
    if vertical.len() > SOME {
        return None;
    }
    let beside = |rule: &Ruling, outwards: f32| {
        vertical.iter().any(|other| {
            let gap = (other.at - rule.at) * outwards;
            gap > SAME_EDGE
                && gap <= MAX_PADDING
                && other.from <= rule.from + FLUSH
                && other.to >= rule.to - FLUSH
                && other.length() > rule.length() + SAME_EDGE
        })
    };
    let mut lefts = vertical.iter().filter(|rule| beside(rule, -1.0)).peekable();
    lefts.peek()?;
    let rights: Vec<Ruling> = vertical.iter().filter(|rule| beside(rule, 1.0)).copied().collect();
    lefts.find_map(|left| {
        let pair = |right: &&Ruling| {
            right.at > left.at + MAX_PADDING && is_flush(right.from, left.from) && is_flush(right.to, left.to)
        };
        rights.iter().filter(pair).min_by(|a, b| a.at.total_cmp(&b.at)).map(|right| (*left, *right))
    })
}

/// Puts grids into the cells of other grids that hold them. What is no more than a row or column
/// goes back to being text of the cell.
pub(super) fn nest(grids: Vec<Grid>) -> Vec<Grid> {
    let mut open = grids;
    // Smaller grids come first: what holds one stands behind it.
    let mut at = 0;
    while at < open.len() {
        let rect = open[at].rect;
        let home = (at + 1..open.len()).find_map(|outer| Some((outer, holder(&open[outer], &rect)?)));
        match home {
            Some((outer, cell)) => {
                let inner = open.remove(at);
                put(&mut open[outer - 1].cells[cell], inner);
            }
            None => at += 1,
        }
    }
    open
}

/// The cell of a grid that a place lies in.
fn holder(grid: &Grid, rect: &Rect) -> Option<usize> {
    let corners = [Point { x: rect.left, y: rect.top }, Point { x: rect.right, y: rect.bottom }];
    if !corners.iter().all(|corner| grid.rect.expand(SAME_EDGE.0).contains(*corner)) {
        return None;
    }
    grid.cells.iter().position(|cell| corners.iter().all(|corner| cell.rect.expand(SAME_EDGE.0).contains(*corner)))
}

fn put(cell: &mut GridCell, inner: Grid) {
    if inner.xs.len() > 2 && inner.ys.len() > 2 {
        cell.tables.push(inner);
        return;
    }
    let (words, pictures): (Vec<Vec<Word>>, Vec<Vec<Picture>>) =
        inner.cells.into_iter().map(|cell| (cell.words, cell.pictures)).unzip();
    cell.words.extend(words.into_iter().flatten());
    cell.pictures.extend(pictures.into_iter().flatten());
}

#[cfg(test)]
mod tests {
    use super::super::sample::rule;
    use super::*;

    #[test]
    fn a_table_inside_a_cell_has_its_own_rules() {
        let outer = vec![rule(10.0, 10.0, 110.0), rule(210.0, 10.0, 110.0)];
        let inner = vec![rule(15.0, 40.0, 80.0), rule(100.0, 40.0, 80.0), rule(205.0, 40.0, 80.0)];
        let hs = vec![rule(10.0, 10.0, 210.0), rule(60.0, 15.0, 205.0), rule(110.0, 10.0, 210.0)];
        let found = apart((hs, [outer, inner].concat()));
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].0.len(), found[0].1.len()), (3, 3), "the middle rule and two edges");
        assert_eq!((found[1].0.len(), found[1].1.len()), (2, 2));
    }

    #[test]
    fn an_inner_grid_goes_into_its_cell() {
        let cell = |left: f32, right: f32| {
            let rect = Rect { left, top: 0.0, right, bottom: 100.0 };
            GridCell { rows: 1, columns: 1, rect, ..GridCell::default() }
        };
        let outer = Grid {
            rect: Rect { left: 0.0, top: 0.0, right: 200.0, bottom: 100.0 },
            xs: vec![0.0, 100.0, 200.0],
            ys: vec![0.0, 100.0],
            cells: vec![cell(0.0, 100.0), cell(100.0, 200.0)],
            ..Grid::default()
        };
        let inner = Grid {
            rect: Rect { left: 110.0, top: 10.0, right: 190.0, bottom: 50.0 },
            xs: vec![110.0, 150.0, 190.0],
            ys: vec![10.0, 30.0, 50.0],
            ..Grid::default()
        };
        let found = nest(vec![inner, outer]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].cells[1].tables.len(), 1);
    }
}
