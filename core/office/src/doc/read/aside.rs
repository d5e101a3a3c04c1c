//! Footnotes, comments, tracked changes and bookmarks.

use super::Reader;
use super::events::{Event, Events};
use super::fib::{Part, Table};
use super::letters::Letters;
use super::plex::{self, Plex};
use super::{File, Source};
use transvase_base::error::{Error, Result};
use transvase_base::le;
use transvase_markup::prose::NoteCounter;
use transvase_model::flow::{Anchor, Block, Change, ChangeKind, Comment, FirstNotes, Inline, Note, NoteKind, walk_mut};

/// Bytes of the record of a comment ([MS-DOC], 2.9.6, ATRDPre10).
const REMARK: usize = 30;
/// Where the number of its author lies: `ibst`, behind the initials.
const AUTHOR: usize = 20;
/// Names of bookmarks that programs keep for themselves.
const PRIVATE: &str = "_GoBack";
/// The mark of a note that is counted.
const COUNTED: u16 = 0x02;

/// Where the notes and remarks of a document lie, in the order of their marks.
#[derive(Debug, Default)]
pub(super) struct Asides {
    /// Each with the place of its mark, which may be its own.
    notes: Vec<(NoteKind, u32, Option<char>, (u32, u32))>,
    comments: Vec<(Option<String>, (u32, u32))>,
}

impl Source<'_> {
    /// Where notes, remarks and bookmarks lie.
    pub(super) fn asides(&self, text: &super::text::Text) -> (Asides, Events) {
        let (mut asides, mut events) = (Asides::default(), Events::default());
        self.bookmarks(&mut events);
        let kinds = [
            (NoteKind::Foot, Table::FootnoteRefs, Table::FootnoteTexts, Part::Footnotes),
            (NoteKind::End, Table::EndnoteRefs, Table::EndnoteTexts, Part::Endnotes),
        ];
        for (kind, refs, texts, part) in kinds {
            let ranges = self.ranges(texts, part, 0);
            for ((at, _, record), range) in Plex::new(self.table(refs), 2).iter().zip(ranges) {
                let own = le::u16(record, 0) == Some(0);
                let own = text
                    .unit(at)
                    .filter(|unit| own && *unit != COUNTED)
                    .and_then(|unit| char::from_u32(u32::from(unit)));
                events.add(at, Event::Note(asides.notes.len()));
                asides.notes.push((kind, at, own.filter(|mark| !mark.is_control()), range));
            }
        }
        let authors = authors(self.table(Table::CommentAuthors));
        let ranges = self.ranges(Table::CommentTexts, Part::Comments, 0);
        for ((at, _, record), range) in Plex::new(self.table(Table::CommentRefs), REMARK).iter().zip(ranges) {
            let author = le::u16(record, AUTHOR).and_then(|number| authors.get(usize::from(number))).cloned();
            events.add(at, Event::Comment(asides.comments.len()));
            asides.comments.push((author, range));
        }
        events.sort();
        (asides, events)
    }

    /// The stretches of text of a part, by a table of their places with records of so many bytes.
    pub(super) fn ranges(&self, table: Table, part: Part, size: usize) -> Vec<(u32, u32)> {
        let (begin, end) = self.fib.range(part);
        let plex = Plex::new(self.table(table), size);
        // Texts follow one another: none is read twice, whatever a damaged table says.
        let mut before = begin;
        let mut place = |at: usize| {
            before = begin.saturating_add(plex.place(at)?).min(end).max(before);
            Some(before)
        };
        let mut from = place(0);
        let range = |at: usize| Some((std::mem::replace(&mut from, place(at + 1))?, from?));
        (0..plex.len()).map_while(range).collect()
    }

    fn bookmarks(&self, events: &mut Events) {
        let names = plex::strings(self.table(Table::BookmarkNames));
        let places = Plex::new(self.table(Table::BookmarkBegins), 4);
        for ((at, _, _), name) in places.iter().zip(names).filter(|(_, name)| !name.is_empty() && name != PRIVATE) {
            events.add(at, Event::Anchor(Anchor::from(name)));
        }
    }
}

/// The names of those who made remarks, each with its length before it.
fn authors(bytes: &[u8]) -> Vec<String> {
    let mut at = 0;
    let name = || {
        let units = usize::from(le::u16(bytes, at)?);
        let name = le::text(bytes, at + 2, units)?;
        at += 2 + units * 2;
        Some(name)
    };
    std::iter::from_fn(name).collect()
}

impl Reader<'_> {
    /// Reads the notes and remarks.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn asides(&mut self, asides: Asides) -> Result<()> {
        let file = self.file;
        let first = |at: usize| file.sections.first().map_or(1, |(_, look)| look.first_notes[at]);
        self.flow.first_notes = FirstNotes { foot: first(0), end: first(1) };
        let mut counters = [(0, NoteCounter::default()); 2];
        for (kind, place, mark, (begin, end)) in asides.notes {
            let mut blocks = self.story(begin, end)?;
            trim(&mut blocks, mark);
            let at = usize::from(kind == NoteKind::End);
            let section = file.sections.iter().position(|(stop, _)| place < *stop).unwrap_or_default();
            let look = file.sections.get(section).map(|(_, look)| look);
            let (before, counter) = &mut counters[at];
            if std::mem::replace(before, section) != section && look.is_some_and(|look| look.notes_restart[at]) {
                counter.restart();
            }
            let format = look.and_then(|look| look.note_formats[at]);
            let counted = || counter.next(kind, format, look.map_or(1, |look| look.first_notes[at]));
            let mark = mark.map(String::from).or_else(counted);
            self.flow.notes.push(Note { kind, mark, blocks });
        }
        for (author, (begin, end)) in asides.comments {
            let mut blocks = self.story(begin, end)?;
            trim(&mut blocks, None);
            self.flow.comments.push(Comment { author: author.filter(|author| !author.is_empty()), date: None, blocks });
        }
        Ok(())
    }

    /// The change that letters are of.
    pub(super) fn change(&mut self, letters: &Letters) -> Option<usize> {
        let (kind, (editor, date)) = match (letters.deleted, letters.inserted) {
            (Some(who), _) => (ChangeKind::Deleted, who),
            (None, who) => (ChangeKind::Inserted, who?),
        };
        let author = self.file.editors.get(usize::from(editor)).filter(|name| !name.is_empty() && *name != "Unknown");
        let change = Change { kind, author: author.cloned(), date: date_of(date) };
        if self.flow.changes.last() != Some(&change) {
            self.flow.changes.push(change);
        }
        self.flow.changes.len().checked_sub(1)
    }
}

impl File<'_> {
    /// The names of those who changed the text.
    pub(super) fn editors(table: &[u8]) -> Vec<String> {
        plex::strings(table)
    }
}

/// A date in four bytes ([MS-DOC], 2.9.67, DTTM).
fn date_of(bits: u32) -> Option<String> {
    let part = |from: u32, count: u32| bits >> from & ((1 << count) - 1);
    let (minute, hour, day, month, year) = (part(0, 6), part(6, 5), part(11, 5), part(16, 4), part(20, 9) + 1900);
    let is_date = (1..=31).contains(&day) && (1..=12).contains(&month) && hour < 24 && minute < 60;
    is_date.then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00"))
}

/// Takes the mark off the beginning of the text of a note, and the space behind it.
fn trim(blocks: &mut [Block], mark: Option<char>) {
    let mut is_first = true;
    // The walk cannot fail: nothing in it does.
    let _ = walk_mut::<Error>(blocks, &mut |paragraph| {
        if std::mem::take(&mut is_first) {
            trim_content(&mut paragraph.content, mark);
        }
        Ok(())
    });
}

fn trim_content(content: &mut Vec<Inline>, mut mark: Option<char>) {
    let mut needless = 0;
    for inline in content.iter_mut() {
        match inline {
            Inline::Text(run) => {
                let text = run.text.trim_start();
                let text = mark.take().and_then(|mark| text.strip_prefix(mark)).unwrap_or(text).trim_start();
                run.text = text.to_owned();
                if !run.text.is_empty() {
                    break;
                }
            }
            Inline::Tab => {}
            _ => break,
        }
        needless += 1;
    }
    content.drain(..needless);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_packed() {
        // 2009-02-13 23:31.
        let bits = 31 | 23 << 6 | 13 << 11 | 2 << 16 | 109 << 20;
        assert_eq!(date_of(bits).as_deref(), Some("2009-02-13T23:31:00"));
        assert_eq!(date_of(0), None);
    }
}
