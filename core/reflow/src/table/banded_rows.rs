//! Zebra-striped tables, with a ground in every other row: the edges of the shaded cells say where the columns are, and
//! the rows between them, which have no ground, belong to the same table.

use super::super::caps::SOME;
use super::super::text::word::Word;
use super::super::vector::Ruling;
use super::lattice::levels;
use super::nested::Component;
use super::tolerances::{ROUNDING, SAME_EDGE, is_flush, is_same_edge};
use transvase_base::units::Rect;

/// How high the room between two bands may be, as a multiple of the higher one: its cells may have more lines.
const ROOM: f32 = 4.0;

/// Shaded rows that hang together.
struct Band {
    rules: Component,
    xs: Vec<f32>,
    top: f32,
    bottom: f32,
}

impl Band {
    fn of(rules: Component) -> Band {
        let xs = levels(rules.1.iter().map(|rule| rule.at));
        let top = rules.1.iter().map(|rule| rule.from).fold(f32::INFINITY, f32::min);
        let bottom = rules.1.iter().map(|rule| rule.to).fold(f32::NEG_INFINITY, f32::max);
        Band { rules, xs, top, bottom }
    }

    /// Whether nothing but the edges of fills divides it into columns.
    fn is_shaded(&self) -> bool {
        self.xs.len() > 2 && self.rules.1.iter().all(|rule| rule.color.is_none())
    }

    fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// Height of its lowest row, where it has several.
    fn least_row(&self) -> Option<f32> {
        let ys = levels(self.rules.0.iter().map(|rule| rule.at));
        let rows = ys.windows(2).map(|pair| pair[1] - pair[0]);
        rows.min_by(f32::total_cmp).filter(|_| ys.len() > 2)
    }

    fn left(&self) -> f32 {
        self.xs.first().copied().unwrap_or_default()
    }

    fn right(&self) -> f32 {
        self.xs.last().copied().unwrap_or_default()
    }

    fn room(&self, top: f32, bottom: f32) -> Rect {
        Rect { left: self.left(), top, right: self.right(), bottom }
    }

    /// Whether another band with the same columns stands so close below that a row fits between them.
    fn goes_on(&self, next: &Band) -> bool {
        let gap = next.top - self.bottom;
        let same = self.xs.len() == next.xs.len() && self.xs.iter().zip(&next.xs).all(|(a, b)| is_same_edge(*a, *b));
        same && gap > SAME_EDGE && gap <= ROOM * self.height().max(next.height())
    }

    /// Takes in the room down to `bottom`, or up to `top`, divided where no text crosses a column.
    fn reach(&mut self, top: f32, bottom: f32, words: &[Word]) {
        let room = self.room(top, bottom);
        let open = |x: &&f32| !inside(words, &room).any(|text| crosses(text, **x));
        let last = self.xs.len() - 1;
        let sides = self.xs.iter().enumerate().filter(|(at, x)| *at == 0 || *at == last || open(x));
        let side = |(_, x): (usize, &f32)| Ruling { at: *x, from: top, to: bottom, width: 0.0, color: None };
        self.rules.1.extend(sides.map(side).collect::<Vec<Ruling>>());
        let edge = |at: f32| Ruling { at, from: room.left, to: room.right, width: 0.0, color: None };
        self.rules.0.extend([edge(top), edge(bottom)]);
        (self.top, self.bottom) = (self.top.min(top), self.bottom.max(bottom));
    }

    fn take(&mut self, next: Band, words: &[Word]) {
        self.reach(self.bottom, next.top, words);
        self.rules.0.extend(next.rules.0);
        self.rules.1.extend(next.rules.1);
        self.bottom = next.bottom;
    }

    /// The row without a ground above the first shaded one, or below the last: up to a rule as wide as
    /// the table, or as high as a shaded row where its text stands below that of the others. Where all rows are shaded
    /// but that one, the rule has to be there.
    fn end(&mut self, (row, single): (f32, bool), above: bool, horizontal: &[Ruling], words: &[Word]) {
        let from = if above { self.top } else { self.bottom };
        let sign = if above { -1.0 } else { 1.0 };
        let wide = |rule: &&Ruling| {
            is_same_edge(rule.from, self.left()) && is_same_edge(rule.to, self.right()) && rule.color.is_some()
        };
        let away = |rule: &Ruling| sign * (rule.at - from);
        let rules = horizontal.iter().filter(wide).filter(|rule| away(rule) > SAME_EDGE && away(rule) <= ROOM * row);
        let ruled = rules.min_by(|a, b| away(a).total_cmp(&away(b))).copied();
        if single && ruled.is_none() {
            return;
        }
        let to = ruled.map_or(from + sign * row, |rule| rule.at);
        let (top, bottom) = (from.min(to), from.max(to));
        if self.stands_in_columns(top, bottom, words) {
            self.rules.0.extend(ruled);
            self.reach(top, bottom, words);
        }
    }

    /// Whether the text of a room crosses no column, and stands below that of the table in at least two.
    fn stands_in_columns(&self, top: f32, bottom: f32, words: &[Word]) -> bool {
        let (room, own) = (self.room(top, bottom), self.room(self.top, self.bottom));
        let column = |text: &Word| self.xs.partition_point(|x| *x < text.rect.center().x);
        if inside(words, &room).any(|text| self.xs.iter().any(|x| crosses(text, *x))) {
            return false;
        }
        let aligned = |a: &Word, b: &Word| {
            column(a) == column(b)
                && (is_flush(a.rect.left, b.rect.left)
                    || is_flush(a.rect.right, b.rect.right)
                    || is_flush(a.rect.center().x, b.rect.center().x))
        };
        let texts = inside(words, &room).filter(|text| inside(words, &own).any(|other| aligned(text, other)));
        let mut columns: Vec<usize> = texts.map(column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns.len() >= 2
    }
}

/// Whether a text lies on both sides of an edge.
fn crosses(text: &Word, x: f32) -> bool {
    text.rect.left < x - ROUNDING && text.rect.right > x + ROUNDING
}

fn inside<'a>(words: &'a [Word], room: &'a Rect) -> impl Iterator<Item = &'a Word> {
    words.iter().filter(|text| room.contains(text.rect.center()))
}

/// Makes one table of the shaded rows of each, with the rows between, above and below them.
pub(super) fn joined(components: Vec<Component>, horizontal: &[Ruling], words: &[Word]) -> Vec<Component> {
    let (mut bands, others): (Vec<Band>, Vec<Band>) = components.into_iter().map(Band::of).partition(Band::is_shaded);
    let mut done: Vec<Component> = others.into_iter().map(|band| band.rules).collect();
    bands.sort_by(|a, b| a.top.total_cmp(&b.top).then(a.left().total_cmp(&b.left())));
    done.extend(bands.split_off(bands.len().min(SOME)).into_iter().map(|band| band.rules));
    let mut tables: Vec<(Band, f32, usize)> = Vec::new();
    for band in bands {
        let row = band.height();
        match tables.iter_mut().rev().find(|(table, ..)| table.goes_on(&band)) {
            Some((table, least, count)) => {
                table.take(band, words);
                (*least, *count) = (least.min(row), *count + 1);
            }
            None => tables.push((band, row, 1)),
        }
    }
    for (mut table, row, count) in tables {
        let row = if count > 1 { Some(row) } else { table.least_row() };
        if let Some(row) = row.map(|row| (row, count == 1)) {
            table.end(row, true, horizontal, words);
            table.end(row, false, horizontal, words);
            table.rules.0.sort_by(|a, b| a.at.total_cmp(&b.at));
            table.rules.1.sort_by(|a, b| a.at.total_cmp(&b.at));
        }
        done.push(table.rules);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::super::sample::word;
    use super::*;
    use transvase_model::flow::Color;

    fn edge(at: f32, from: f32, to: f32) -> Ruling {
        Ruling { at, from, to, width: 0.0, color: None }
    }

    fn band(top: f32) -> Component {
        let down = [50.0, 150.0, 250.0].map(|x| edge(x, top, top + 20.0));
        (vec![edge(top, 50.0, 250.0), edge(top + 20.0, 50.0, 250.0)], down.to_vec())
    }

    fn row(top: f32) -> [Word; 2] {
        [word("a", 60.0, top + 14.0), word("b", 160.0, top + 14.0)]
    }

    #[test]
    fn rows_without_a_ground_belong_to_those_with_one() {
        let texts: Vec<Word> = [80.0, 100.0, 120.0, 140.0, 160.0].into_iter().flat_map(row).collect();
        let found = joined(vec![band(100.0), band(140.0)], &[], &texts);
        assert_eq!(found.len(), 1);
        let ys = levels(found[0].0.iter().map(|rule| rule.at));
        assert_eq!(ys, [80.0, 100.0, 120.0, 140.0, 160.0, 180.0]);
    }

    #[test]
    fn a_row_between_rules_heads_shaded_ones() {
        let (first, mut second) = (band(100.0), band(120.0));
        second.0.extend(first.0);
        second.1.extend(first.1);
        let texts: Vec<Word> = [80.0, 100.0, 120.0].into_iter().flat_map(row).collect();
        let above = Ruling { color: Some(Color::BLACK), width: 1.0, ..edge(78.0, 50.0, 250.0) };
        let ys = |found: &[Component]| levels(found[0].0.iter().map(|rule| rule.at));
        assert_eq!(ys(&joined(vec![second.clone()], &[above], &texts)), [78.0, 100.0, 120.0, 140.0]);
        assert_eq!(ys(&joined(vec![second], &[], &texts)), [100.0, 120.0, 140.0], "without a rule");
    }

    #[test]
    fn running_text_below_is_no_row() {
        let mut texts: Vec<Word> = [100.0, 120.0, 140.0].into_iter().flat_map(row).collect();
        texts.push(word("a line of running text over all columns", 60.0, 174.0));
        let found = joined(vec![band(100.0), band(140.0)], &[], &texts);
        let ys = levels(found[0].0.iter().map(|rule| rule.at));
        assert_eq!(ys.last(), Some(&160.0));
    }

    #[test]
    fn bands_far_apart_are_two_tables() {
        assert_eq!(joined(vec![band(100.0), band(300.0)], &[], &[]).len(), 2);
    }
}
