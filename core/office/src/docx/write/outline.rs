//! Numbered headings: one list of several levels, each tied to the style of its headings, as Word
//! makes it; and further lists where headings are counted otherwise, as those of appendices.

use std::collections::BTreeMap;

use super::bucket::Bucket;
use super::look::MAX_TWIPS;
use super::numbering::{Counter, Level, MAX_NUMBER, Mark, Numbering, number_mark};
use transvase_base::units::twips;
use transvase_base::votes::Votes;
use transvase_model::flow::{Label, Paragraph};

/// Number of the list that the styles of headings refer to: the first of the document.
pub(super) const LIST: usize = 1;
/// Levels of headings.
const LEVELS: usize = 6;

/// How the headings of each level are labelled, gathered in the first walk.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// By level, from 0: mark, indent and hanging of labelled headings; nothing for the others.
    votes: BTreeMap<usize, Votes<Option<(Mark, i32, i32)>>>,
}

impl Labels {
    /// Counts a heading; `level` counts from 1.
    pub(super) fn count(&mut self, level: u8, paragraph: &Paragraph) {
        let depth = depth(level);
        let label = paragraph.label.as_ref().and_then(|label| number_mark(&label.marker, depth));
        let own = label.map(|mark| {
            let (left, hanging) = indents(paragraph);
            (mark, left, hanging)
        });
        self.votes.entry(depth).or_default().add(own, 1);
    }

    /// The levels of the list that numbers the headings; `None` where none are numbered.
    pub(super) fn levels(self) -> Option<Vec<Level>> {
        let mut winners: BTreeMap<usize, (Mark, i32, i32)> = BTreeMap::new();
        for (depth, votes) in self.votes {
            if let Some(Some(winner)) = votes.winner() {
                winners.insert(depth, winner);
            }
        }
        let last = *winners.keys().next_back()?;
        let level = |depth: usize| match winners.get(&depth) {
            Some((mark, left, hanging)) => Level {
                mark: mark.clone(),
                start: 1,
                left: *left,
                hanging: *hanging,
                style: Some(Bucket::Heading(depth as u8 + 1).name().id),
                ..Level::default()
            },
            None => Level { mark: Mark::None, start: 1, left: 0, hanging: 0, ..Level::default() },
        };
        Some((0..=last).map(level).collect())
    }
}

/// Where text and label of a heading stand, in twips.
fn indents(paragraph: &Paragraph) -> (i32, i32) {
    let style = &paragraph.style;
    let first = twips(style.indent_first);
    if first < 0 {
        (twips(style.indent_start).clamp(0, MAX_TWIPS), first.saturating_neg().clamp(0, MAX_TWIPS))
    } else {
        (twips(style.indent_start + style.indent_first).clamp(0, MAX_TWIPS), 0)
    }
}

fn depth(level: u8) -> usize {
    usize::from(level.clamp(1, LEVELS as u8)) - 1
}

/// What numbers a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbered {
    /// Its style, or nothing.
    ByStyle,
    /// A list of its own choice.
    By(Counter),
    /// Nothing, though its style would.
    Off,
}

/// The lists that number the headings while they are written.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// Each list with the number its items reached at each level; the first is that of the styles.
    lists: Vec<(usize, [u32; LEVELS])>,
    /// Index of the list of the heading before.
    current: usize,
}

impl Outline {
    /// The outline of a document whose headings have these levels, as the first of its lists.
    pub(super) fn of(levels: Option<&Vec<Level>>, numbering: &mut Numbering) -> Outline {
        let lists = levels.map(|levels| (numbering.add(levels.clone()), [0; LEVELS]));
        Outline { lists: lists.into_iter().collect(), current: 0 }
    }

    /// What numbers a heading of a level, from 1.
    pub(super) fn heading(&mut self, level: u8, paragraph: &Paragraph, numbering: &mut Numbering) -> Numbered {
        let depth = depth(level);
        let marked = paragraph.label.as_ref().and_then(|label| Some((number_mark(&label.marker, depth)?, label)));
        let Some((mark, label)) = marked else {
            let by_style = self.lists.first().and_then(|(list, _)| numbering.level((*list, depth)));
            return if by_style.is_some_and(|level| level.style.is_some()) { Numbered::Off } else { Numbered::ByStyle };
        };
        let known = self.known(depth, &mark, numbering);
        let index = known.unwrap_or_else(|| self.begin(depth, mark, label, paragraph, numbering));
        self.current = index;
        let Some((list, counts)) = self.lists.get_mut(index) else { return Numbered::ByStyle };
        let start = numbering.level((*list, depth)).map_or(1, |level| level.start);
        let expected = counts.get(depth).map_or(start, |count| if *count == 0 { start } else { count + 1 });
        for (at, count) in counts.iter_mut().enumerate().skip(depth) {
            *count = if at == depth { label.number.min(MAX_NUMBER - 1) } else { 0 };
        }
        let counter = (*list, depth);
        let tied = numbering.level(counter).is_some_and(|level| level.style.is_some());
        match label.number == expected {
            true if tied => Numbered::ByStyle,
            true => Numbered::By(counter),
            false => Numbered::By(numbering.restart(counter, label.number)),
        }
    }

    /// The list whose items of a level have this mark: that of the heading before, or the first.
    fn known(&self, depth: usize, mark: &Mark, numbering: &Numbering) -> Option<usize> {
        let alike = |index: &usize| {
            let list = self.lists.get(*index);
            list.and_then(|(list, _)| numbering.level((*list, depth))).is_some_and(|level| level.mark == *mark)
        };
        Some(self.current).filter(|_| depth > 0).filter(&alike).or_else(|| (0..self.lists.len()).find(alike))
    }

    /// A new list that goes on under the headings above, with another mark at this level.
    fn begin(
        &mut self,
        depth: usize,
        mark: Mark,
        label: &Label,
        paragraph: &Paragraph,
        numbering: &mut Numbering,
    ) -> usize {
        let (list, counts) = self.lists.get(self.current).copied().unwrap_or_default();
        let mut levels: Vec<Level> = if list > 0 { numbering.levels(list).to_vec() } else { Vec::new() };
        levels.resize(
            levels.len().max(depth + 1),
            Level { mark: Mark::None, start: 1, left: 0, hanging: 0, ..Level::default() },
        );
        for ((at, level), count) in levels.iter_mut().enumerate().zip(counts) {
            level.style = None;
            // Levels above show where the headings above them stand.
            level.start = if at < depth { count.max(1) } else { 1 };
        }
        if let Some(level) = levels.get_mut(depth) {
            let (left, hanging) = indents(paragraph);
            *level = Level { mark, start: label.number.min(MAX_NUMBER), left, hanging, ..Level::default() };
        }
        self.lists.push((numbering.add(levels), [0; LEVELS]));
        self.lists.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Marker, NumberFormat};

    fn heading(format: NumberFormat, parents: u8, number: u32) -> Paragraph {
        let marker = Marker::Number { format, parents, prefix: String::new(), suffix: String::new() };
        Paragraph { label: Some(Label { marker, number }.into()), ..Paragraph::default() }
    }

    fn decimal(parents: u8, number: u32) -> Paragraph {
        heading(NumberFormat::Decimal, parents, number)
    }

    /// What numbers each heading, and the lists' numbering.
    fn numbered(headings: &[(u8, Paragraph)]) -> (Vec<Numbered>, Numbering) {
        let mut labels = Labels::default();
        headings.iter().for_each(|(level, paragraph)| labels.count(*level, paragraph));
        let mut numbering = Numbering::default();
        let mut outline = Outline::of(labels.levels().as_ref(), &mut numbering);
        let all =
            headings.iter().map(|(level, paragraph)| outline.heading(*level, paragraph, &mut numbering)).collect();
        (all, numbering)
    }

    #[test]
    fn styles_number_what_counts_on() {
        let headings =
            [(1, decimal(0, 1)), (2, decimal(1, 1)), (2, decimal(1, 2)), (1, decimal(0, 2)), (2, decimal(1, 1))];
        let (all, numbering) = numbered(&headings);
        assert_eq!(all, [Numbered::ByStyle; 5]);
        let level = numbering.level((1, 1)).unwrap();
        assert_eq!((&level.mark, level.style), (&Mark::Number(("decimal", None), "%1.%2".into()), Some("Heading2")));
    }

    #[test]
    fn jumps_restart_and_headings_without_a_label_say_so() {
        let headings = [(1, decimal(0, 1)), (1, decimal(0, 4)), (1, Paragraph::default()), (1, decimal(0, 5))];
        let (all, _) = numbered(&headings);
        assert_eq!(all, [Numbered::ByStyle, Numbered::By((2, 0)), Numbered::Off, Numbered::ByStyle]);
    }

    #[test]
    fn appendices_have_a_list_of_their_own() {
        let appendix = |number| heading(NumberFormat::UpperAlpha, 0, number);
        let headings = [
            (1, decimal(0, 1)),
            (2, decimal(1, 1)),
            (1, decimal(0, 2)),
            (2, decimal(1, 1)),
            (1, appendix(1)),
            (2, decimal(1, 1)),
            (1, appendix(2)),
        ];
        let (all, numbering) = numbered(&headings);
        assert_eq!(all[..4], [Numbered::ByStyle; 4]);
        assert_eq!(all[4..], [Numbered::By((2, 0)), Numbered::By((2, 1)), Numbered::By((2, 0))]);
        assert_eq!(numbering.level((2, 0)).unwrap().mark, Mark::Number(("upperLetter", None), "%1".into()));
    }

    #[test]
    fn levels_above_a_new_list_show_where_they_stand() {
        let roman = heading(NumberFormat::LowerRoman, 1, 2);
        let (all, numbering) =
            numbered(&[(1, decimal(0, 1)), (1, decimal(0, 2)), (2, decimal(1, 1)), (2, decimal(1, 2)), (2, roman)]);
        assert_eq!(all[4], Numbered::By((2, 1)));
        assert_eq!((numbering.level((2, 0)).unwrap().start, numbering.level((2, 1)).unwrap().start), (2, 2));
    }

    #[test]
    fn headings_without_labels_need_no_list() {
        let (all, numbering) = numbered(&[(1, Paragraph::default()), (3, Paragraph::default())]);
        assert_eq!(all, [Numbered::ByStyle; 2]);
        assert_eq!(numbering.level((1, 0)), None);
    }
}
