//! Footnote marks: one answer for every target.

use std::collections::BTreeSet;

use super::each_inline;
use transvase_model::flow::{Block, Flow, Inline, Note, NoteKind, NumberFormat};
use transvase_model::text::counting;

/// The marks of the notes of a document, and the order they come in.
#[derive(Debug)]
pub struct NoteMarks {
    /// The notes that the text names, in the order in which it does, and behind them the others.
    order: Vec<usize>,
    /// How many of them the text names.
    named: usize,
    /// The mark of each note, by its number.
    marks: Vec<String>,
}

impl NoteMarks {
    /// A note is marked with its own mark, or counted among those of its kind.
    pub fn of(flow: &Flow) -> NoteMarks {
        let mut order = named(flow);
        let named = order.len();
        let known: BTreeSet<usize> = order.iter().copied().collect();
        order.extend((0..flow.notes.len()).filter(|note| !known.contains(note)));
        let mut counts = Counts::of(flow);
        let mut marks = vec![String::new(); flow.notes.len()];
        for note in &order {
            if let (Some(said), Some(mark)) = (flow.notes.get(*note), marks.get_mut(*note)) {
                *mark = said.mark.clone().unwrap_or_else(|| counts.next(said.kind));
            }
        }
        NoteMarks { order, named, marks }
    }

    /// The mark of a note; `None` where there is no such note.
    pub fn mark(&self, note: usize) -> Option<&str> {
        self.marks.get(note).map(String::as_str)
    }

    /// The marks of all notes, by their numbers.
    pub fn all(&self) -> &[String] {
        &self.marks
    }

    /// The notes that the text names, in the order in which it does, those that notes name behind them.
    pub fn named(&self) -> &[usize] {
        self.order.get(..self.named).unwrap_or_default()
    }

    /// The notes that nothing names.
    pub fn unnamed(&self) -> &[usize] {
        self.order.get(self.named..).unwrap_or_default()
    }
}

/// Counts the notes of a kind as the sections of a source say it, to tell the marks that counting through the text in the
/// usual way does not give.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoteCounter {
    /// The number of the next note; nothing where it is the first one, of the section where each counts its own.
    next: Option<u32>,
    has_restarted: bool,
}

impl NoteCounter {
    /// The next note is the first again.
    pub fn restart(&mut self) {
        self.has_restarted |= self.next.is_some();
        self.next = None;
    }

    /// The mark of the next counted note, where it has to be said.
    pub fn next(&mut self, kind: NoteKind, format: Option<NumberFormat>, first: u32) -> Option<String> {
        let usual = if kind == NoteKind::Foot { NumberFormat::Decimal } else { NumberFormat::LowerRoman };
        let format = format.unwrap_or(usual);
        let is_usual = format == usual || format == NumberFormat::Decimal;
        let number = self.next.unwrap_or(first);
        self.next = Some(number.saturating_add(1));
        (self.has_restarted || !is_usual).then(|| counting::written(format, number))
    }
}

/// The numbers that come next.
struct Counts {
    foot: u32,
    end: u32,
    /// How endnotes are counted: apart from footnotes, where there are both.
    end_format: NumberFormat,
}

impl Counts {
    fn of(flow: &Flow) -> Counts {
        let has = |kind| flow.notes.iter().any(|note: &Note| note.kind == kind && note.mark.is_none());
        let has_both = has(NoteKind::Foot) && has(NoteKind::End);
        let end_format = if has_both { NumberFormat::LowerRoman } else { NumberFormat::Decimal };
        Counts { foot: flow.first_notes.foot, end: flow.first_notes.end, end_format }
    }

    fn next(&mut self, kind: NoteKind) -> String {
        let (next, format) = match kind {
            NoteKind::Foot => (&mut self.foot, NumberFormat::Decimal),
            NoteKind::End => (&mut self.end, self.end_format),
        };
        let number = *next;
        *next = number.saturating_add(1);
        counting::written(format, number)
    }
}

/// The notes that a text names, in the order in which it does, those that notes name behind them.
fn named(flow: &Flow) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut gather = |blocks: &[Block], order: &mut Vec<usize>| {
        each_inline(blocks, &mut |inline| {
            if let Inline::Note(note) = inline
                && *note < flow.notes.len()
                && seen.insert(*note)
            {
                order.push(*note);
            }
        });
    };
    flow.sections.iter().for_each(|section| gather(&section.blocks, &mut order));
    let mut at = 0;
    while let Some(note) = order.get(at).and_then(|note| flow.notes.get(*note)) {
        gather(&note.blocks, &mut order);
        at += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{FirstNotes, Paragraph, Section};

    fn naming(notes: &[usize]) -> Vec<Block> {
        let content = notes.iter().map(|note| Inline::Note(*note)).collect();
        vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })]
    }

    #[test]
    fn marks_are_said_where_counting_through_does_not_give_them() {
        let mut counter = NoteCounter::default();
        let mut next = |restarts: bool, format, first| {
            if restarts {
                counter.restart();
            }
            counter.next(NoteKind::Foot, format, first)
        };
        assert_eq!((next(true, None, 3), next(false, None, 3)), (None, None));
        assert_eq!(next(false, Some(NumberFormat::LowerRoman), 3).as_deref(), Some("v"));
        assert_eq!(next(true, None, 1).as_deref(), Some("1"));
        assert_eq!(next(false, None, 1).as_deref(), Some("2"));
    }

    #[test]
    fn notes_are_marked_in_the_order_in_which_the_text_names_them() {
        let note = |kind, mark: Option<&str>, names: &[usize]| Note {
            kind,
            mark: mark.map(str::to_owned),
            blocks: naming(names),
        };
        let (foot, end) = (NoteKind::Foot, NoteKind::End);
        let notes = vec![
            note(foot, None, &[4]),
            note(end, None, &[]),
            note(foot, Some("*"), &[]),
            note(end, None, &[]),
            note(foot, None, &[0]),
        ];
        let sections = vec![Section { blocks: naming(&[3, 2, 0, 3, 9]), ..Section::default() }];
        let first_notes = FirstNotes { foot: 7, end: 2 };
        let flow = Flow { sections, notes, first_notes, ..Flow::default() };
        let marks = NoteMarks::of(&flow);
        assert_eq!((marks.named(), marks.unnamed()), (&[3, 2, 0, 4][..], &[1][..]));
        assert_eq!(marks.all(), ["7", "iii", "*", "ii", "8"]);
        assert_eq!(marks.mark(5), None);
    }
}
