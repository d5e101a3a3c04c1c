//! A measure of how far text would move: what stands half beside something else would go below it if the page flowed,
//! and push down all that follows.

use super::block::ABOVE_BASE;
use super::element::{PageElement, is_beside};
use super::reading_order::Region;
use super::text::line::Line;
use super::text::tolerances::SAME_BASE_LINE;
use transvase_base::units::{Em, Rect, Size};

/// Height of a line: as low as lines of text are set.
const LINE: Em = Em(0.95);

/// Mean distance in points by which letters move.
pub(super) fn of(regions: &[Region], size: Size) -> f32 {
    let mut moved = Moved::default();
    moved.regions(regions, 0.0);
    let beyond = (moved.end - size.height).max(0.0);
    (moved.sum + beyond * moved.letters as f32) / (moved.letters.max(1) as f32)
}

#[derive(Default)]
struct Moved {
    /// Letters, and the sum of the distances they moved.
    letters: usize,
    sum: f32,
    /// Lowest end of anything.
    end: f32,
}

impl Moved {
    /// Lays regions out below a height; returns where they end.
    fn regions(&mut self, regions: &[Region], from: f32) -> f32 {
        regions.iter().fold(from, |from, region| match region {
            Region::Single(elements) => self.elements(elements, from),
            Region::Columns(columns) => {
                columns.iter().map(|column| self.regions(&column.regions, from)).fold(from, f32::max)
            }
        })
    }

    fn elements(&mut self, elements: &[PageElement], from: f32) -> f32 {
        let mut steps: Vec<Step> = elements.iter().filter_map(Step::of).collect();
        steps.sort_by(|a, b| a.level.total_cmp(&b.level));
        let mut end = from;
        let mut row: Option<(Step, f32)> = None;
        for step in steps {
            let moved = match row.take().filter(|(first, _)| step.is_beside(first)) {
                Some((first, moved)) => {
                    row = Some((first, moved));
                    moved
                }
                None => (end - step.top).max(0.0),
            };
            self.letters += step.letters;
            self.sum += moved * step.letters as f32;
            end = end.max(step.top + moved + step.height);
            row = row.or(Some((step, moved)));
        }
        self.end = self.end.max(end);
        end
    }
}

/// An element of one column.
struct Step {
    /// Where it is sorted: base lines of lines, tops of others.
    level: f32,
    top: f32,
    height: f32,
    letters: usize,
    rect: Rect,
    kind: Kind,
}

/// What stands in one row with others of its kind.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Line,
    Picture,
    Table,
}

impl Step {
    /// Whether it stands in the row that another element begins: lines on its base line, pictures beside it.
    fn is_beside(&self, first: &Step) -> bool {
        self.kind == first.kind
            && match self.kind {
                Kind::Line => self.level - first.level <= SAME_BASE_LINE * self.height,
                Kind::Picture => is_beside(&first.rect, &self.rect),
                Kind::Table => false,
            }
    }

    fn of(element: &PageElement) -> Option<Step> {
        let rect = element.rect();
        let letters = element.lines().map(Line::letters).sum();
        let block = Step { level: rect.top, top: rect.top, height: rect.height(), letters, rect, kind: Kind::Table };
        match element {
            PageElement::Line(line) => {
                let height = LINE * line.size;
                let top = line.baseline - ABOVE_BASE * height;
                Some(Step { level: line.baseline, top, height, letters, rect, kind: Kind::Line })
            }
            PageElement::Table(_) => Some(block),
            PageElement::Picture(_) => Some(Step { kind: Kind::Picture, ..block }),
            PageElement::Rule(_) | PageElement::Turned(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::element::Picture;
    use super::super::reading_order::RegionColumn;
    use super::super::text::word::Word;
    use super::*;

    const PAGE: Size = Size { width: 600.0, height: 800.0 };

    fn line(left: f32, baseline: f32) -> PageElement {
        let rect = Rect { left, top: baseline - 8.0, right: left + 50.0, bottom: baseline + 2.0 };
        let word = Word { text: "letters".into(), rect, baseline, size: 10.0, ..Word::default() };
        PageElement::Line(Line { rect, baseline, size: 10.0, words: vec![word], ..Line::default() })
    }

    #[test]
    fn lines_under_one_another_and_columns_stay() {
        let column = |left: f32| {
            let regions = vec![Region::Single(vec![line(left, 100.0), line(left, 112.0)])];
            RegionColumn { left, right: left + 50.0, regions }
        };
        let regions = [
            Region::Single(vec![line(50.0, 80.0), line(200.0, 80.5)]),
            Region::Columns(vec![column(50.0), column(300.0)]),
        ];
        assert_eq!(of(&regions, PAGE), 0.0);
    }

    #[test]
    fn what_stands_half_beside_a_line_goes_below_it() {
        // The second line begins 5.5 points above the end of the first, the third by as much above that of the second.
        let regions = [Region::Single(vec![line(50.0, 100.0), line(200.0, 104.0), line(50.0, 108.0)])];
        let moved = of(&regions, PAGE);
        assert!((moved - (0.0 + 5.5 + 11.0) / 3.0).abs() < 0.01, "{moved}");
    }

    #[test]
    fn pictures_side_by_side_are_one_row() {
        let picture = |left: f32, top: f32| {
            let rect = Rect { left, top, right: left + 80.0, bottom: top + 100.0 };
            PageElement::Picture(Picture { rect, ..Picture::default() })
        };
        let regions = [Region::Single(vec![picture(50.0, 100.0), picture(200.0, 110.0), line(50.0, 240.0)])];
        assert_eq!(of(&regions, PAGE), 0.0);
    }

    #[test]
    fn what_ends_below_the_page_counts_for_all() {
        let regions = [Region::Single(vec![line(50.0, 900.0)])];
        assert!(of(&regions, PAGE) > 100.0);
    }
}
