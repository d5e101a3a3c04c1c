//! Clustering: rectangles that touch or nearly do, taken together.

use super::super::caps;
use super::super::vector::tolerances::TOGETHER;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Rect, Size};

/// The regions that rectangles make.
#[derive(Debug, Default)]
pub(crate) struct Regions {
    /// Around the rectangles of each region.
    pub rects: Vec<Rect>,
    /// The region of each rectangle; `None` for one that is not on the page.
    pub of: Vec<Option<usize>>,
}

/// Finds the regions of a page: the squares that rectangles cover, joined with their neighbours. A page is divided into
/// squares of [`TOGETHER`], or where it is huge into fewer.
pub(crate) fn regions(rects: &[Rect], page: Size, context: &Context) -> Result<Regions> {
    context.tick(rects.len() as u64)?;
    let spans: Vec<Option<Span>> = rects.iter().map(|rect| Span::of(rect, page)).collect();
    let Some(window) = spans.iter().flatten().copied().reduce(Span::around) else {
        return Ok(Regions { rects: Vec::new(), of: vec![None; rects.len()] });
    };
    let mut squares = Squares::new(window);
    spans.iter().flatten().for_each(|span| squares.cover(span));
    squares.settle();
    context.tick(squares.labels.len() as u64)?;
    squares.label();
    let mut found: Vec<Option<Rect>> = vec![None; squares.count];
    let mut of = Vec::new();
    for (rect, span) in rects.iter().zip(&spans) {
        let label = span.as_ref().and_then(|span| squares.label_of(span));
        if let Some(known) = label.and_then(|label| found.get_mut(label)) {
            *known = Some(known.map_or(*rect, |known| known.union(rect)));
        }
        of.push(label);
    }
    Ok(Regions { rects: found.into_iter().flatten().collect(), of })
}

/// First and last column and row of the squares that something covers.
#[derive(Clone, Copy)]
struct Span {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Span {
    /// What a rectangle covers of a page; `None` for one that is not on it.
    fn of(rect: &Rect, page: Size) -> Option<Span> {
        let side = TOGETHER.0.max(page.width.max(page.height) / caps::SOME as f32);
        let count = |length: f32| ((length / side).ceil() as usize).clamp(1, caps::SOME + 1);
        let (columns, rows) = (count(page.width), count(page.height));
        let (width, height) = (columns as f32 * side, rows as f32 * side);
        let real = page.width > 0.0 && page.height > 0.0;
        let sound = [rect.left, rect.top, rect.right, rect.bottom].iter().all(|side| side.is_finite());
        if !real || !sound || rect.right < 0.0 || rect.bottom < 0.0 || rect.left > width || rect.top > height {
            return None;
        }
        let at = |place: f32, count: usize| ((place / side).max(0.0) as usize).min(count - 1);
        let (left, right) = (at(rect.left, columns), at(rect.right, columns));
        Some(Span { left, top: at(rect.top, rows), right, bottom: at(rect.bottom, rows) })
    }

    fn around(self, other: Span) -> Span {
        Span {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The squares of the part of a page that anything covers.
struct Squares {
    window: Span,
    columns: usize,
    rows: usize,
    /// How many rectangles cover each square; while they are put in, what changes from square to
    /// square, which makes a large rectangle no more work than a small one.
    cover: Vec<i32>,
    /// The region of each square, from 1; 0 where nothing is.
    labels: Vec<u32>,
    count: usize,
}

impl Squares {
    fn new(window: Span) -> Squares {
        let (columns, rows) = (window.right + 1 - window.left, window.bottom + 1 - window.top);
        let cover = vec![0; (columns + 1) * (rows + 1)];
        Squares { window, columns, rows, cover, labels: vec![0; columns * rows], count: 0 }
    }

    fn cover(&mut self, span: &Span) {
        let (left, right) = (span.left - self.window.left, span.right + 1 - self.window.left);
        let (top, bottom) = (span.top - self.window.top, span.bottom + 1 - self.window.top);
        let stride = self.columns + 1;
        self.cover[top * stride + left] += 1;
        self.cover[top * stride + right] -= 1;
        self.cover[bottom * stride + left] -= 1;
        self.cover[bottom * stride + right] += 1;
    }

    /// Changes to counts: sums along the rows, then down the columns.
    fn settle(&mut self) {
        let stride = self.columns + 1;
        for row in self.cover.chunks_exact_mut(stride) {
            let mut sum = 0;
            for change in row {
                sum += *change;
                *change = sum;
            }
        }
        for at in stride..self.cover.len() {
            self.cover[at] += self.cover[at - stride];
        }
    }

    /// Whether a square is covered and in no region yet.
    fn is_free(&self, column: usize, row: usize) -> bool {
        self.cover[row * (self.columns + 1) + column] > 0 && self.labels[row * self.columns + column] == 0
    }

    /// Numbers the regions in the order of their first square, row by row.
    fn label(&mut self) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                if self.is_free(column, row) {
                    self.count += 1;
                    self.flood(column, row, self.count as u32);
                }
            }
        }
    }

    fn flood(&mut self, column: usize, row: usize, label: u32) {
        let mut waiting = vec![(column, row)];
        self.labels[row * self.columns + column] = label;
        while let Some((column, row)) = waiting.pop() {
            for beside in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                for below in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
                    if self.is_free(beside, below) {
                        self.labels[below * self.columns + beside] = label;
                        waiting.push((beside, below));
                    }
                }
            }
        }
    }

    fn label_of(&self, span: &Span) -> Option<usize> {
        let (column, row) = (span.left - self.window.left, span.top - self.window.top);
        (self.labels[row * self.columns + column] as usize).checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        Rect { left, top, right, bottom }
    }

    #[test]
    fn what_lies_close_together_is_one_region() {
        let rects = [
            rect(10.0, 10.0, 60.0, 40.0),
            rect(64.0, 38.0, 90.0, 60.0),
            rect(300.0, 300.0, 320.0, 310.0),
            rect(f32::NAN, 0.0, 1.0, 1.0),
            rect(-90.0, -80.0, -5.0, -7.0),
        ];
        let found = regions(&rects, Size::A4, &Context::default()).unwrap();
        assert_eq!(found.of, [Some(0), Some(0), Some(1), None, None]);
        assert_eq!(found.rects, [rect(10.0, 10.0, 90.0, 60.0), rects[2]]);
    }

    #[test]
    fn huge_pages_and_rectangles_stay_cheap() {
        let page = Size { width: 1e7, height: 14_400.0 };
        let rects = vec![rect(-1e9, -1e9, 1e9, 1e9); 100_000];
        assert_eq!(regions(&rects, page, &Context::default()).unwrap().rects.len(), 1);
        assert!(regions(&rects, Size::default(), &Context::default()).unwrap().rects.is_empty());
    }
}
