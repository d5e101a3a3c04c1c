//! Footnotes, comments and tracked changes (RTF 1.9.1, "Footnotes", "Comments (Annotations)", "Track Changes").

use std::collections::BTreeMap;

use super::Reader;
use super::groups::{End, Kind, What};
use super::info::Date;
use super::letters::Revision;
use super::story::{Around, Atom};
use transvase_markup::prose::NoteCounter;
use transvase_model::flow::{
    Block, Change, ChangeKind, Comment, Inline, Note, NoteKind, NumberFormat, Script, walk_mut,
};

/// Letters of a mark of a note at most.
const MAX_MARK: usize = 8;
/// Remarks that a text is about at a time.
const MAX_OPEN: usize = 100;

/// Notes and remarks on their way.
#[derive(Debug, Default)]
pub(super) struct Asides {
    /// Remarks by the names that the text gives them.
    named: BTreeMap<String, usize>,
    /// Remarks that the text at hand is about.
    open: Vec<usize>,
    /// Who made the next remark, and when.
    author: Option<String>,
    date: Option<String>,
    /// The name of the remark at hand.
    name: Option<String>,
    /// Whether the mark of the next note is counted.
    pub counted: bool,
    /// The notes that are open: their kinds and marks.
    notes: Vec<(NoteKind, Option<String>)>,
    /// How footnotes and endnotes are counted, where the file says it, and whether each section counts its own.
    formats: [Option<NumberFormat>; 2],
    restarts: [bool; 2],
    counters: [NoteCounter; 2],
}

/// How notes are counted, by the end of the word that says it.
fn note_format(name: &str) -> Option<NumberFormat> {
    Some(match name {
        "ar" => NumberFormat::Decimal,
        "alc" => NumberFormat::LowerAlphaRepeated,
        "auc" => NumberFormat::UpperAlphaRepeated,
        "rlc" => NumberFormat::LowerRoman,
        "ruc" => NumberFormat::UpperRoman,
        "chi" => NumberFormat::Symbols,
        "chosung" => NumberFormat::Chosung,
        "cnum" => NumberFormat::Circled,
        "dbar" => NumberFormat::DecimalFullWidth,
        "dbnum" => NumberFormat::ChineseDigits,
        "dbnumd" => NumberFormat::JapaneseCounting,
        "dbnumt" => NumberFormat::JapaneseFormal,
        "ganada" => NumberFormat::Ganada,
        "gbnum" => NumberFormat::DecimalFullStop,
        "gbnumd" => NumberFormat::DecimalParen,
        "gbnuml" => NumberFormat::Circled,
        "gbnumk" => NumberFormat::ParenIdeograph,
        "zodiac" => NumberFormat::HeavenlyStems,
        "zodiacd" => NumberFormat::EarthlyBranches,
        "zodiacl" => NumberFormat::StemsAndBranches,
        _ => return None,
    })
}

impl Reader<'_> {
    /// What is around the piece at hand.
    pub(super) fn around(&mut self) -> Around {
        let change = self.change();
        Around { comment: self.asides.open.last().copied(), change, link: self.state.link.clone() }
    }

    /// The change that the text at hand is.
    fn change(&mut self) -> Option<usize> {
        let Revision { inserted, deleted, inserter, inserted_at, deleter, deleted_at } = self.state.letters.revision;
        let (kind, author, at) = match (deleted, inserted) {
            (true, _) => (ChangeKind::Deleted, deleter, deleted_at),
            (false, true) => (ChangeKind::Inserted, inserter, inserted_at),
            _ => return None,
        };
        let author = usize::try_from(author).ok().and_then(|author| self.authors.get(author)).map(str::to_owned);
        let author = author.filter(|author| !author.is_empty() && author != "Unknown");
        let change = Change { kind, author, date: Date::of_bits(at).written() };
        if self.flow.changes.last() != Some(&change) {
            self.flow.changes.push(change);
        }
        Some(self.flow.changes.len() - 1)
    }

    /// A note begins: its mark is counted where the text says so, and else what stands raised before it.
    pub(super) fn begin_note(&mut self) {
        let counted = std::mem::take(&mut self.asides.counted);
        let mark = if counted { None } else { self.raised() };
        let before = self.stories.len();
        self.begin_story(Kind::Note);
        if self.stories.len() > before {
            self.asides.notes.push((NoteKind::Foot, mark));
        } else {
            self.state.end = End::Nothing;
            self.warn_of_depth();
        }
    }

    /// A word about how notes are counted; false of any other (RTF 1.9.1, "Document Formatting Properties").
    pub(super) fn note_word(&mut self, word: &str) -> bool {
        // Sections say it with an s before the word, and of endnotes with an a.
        let word = word.strip_prefix('s').unwrap_or(word);
        let (at, word) = word.strip_prefix('a').map_or((0, word), |word| (1, word));
        let Some(said) = word.strip_prefix("ftn") else { return false };
        match said {
            "restart" => self.asides.restarts[at] = true,
            "rstcont" | "rstpg" => self.asides.restarts[at] = false,
            _ => {
                let format = said.strip_prefix('n').and_then(note_format);
                self.asides.formats[at] = format.or(self.asides.formats[at]);
                return format.is_some();
            }
        }
        true
    }

    /// The mark of the next note of a kind that is counted in an unusual way.
    fn counted_mark(&mut self, kind: NoteKind) -> Option<String> {
        let (at, first) = match kind {
            NoteKind::Foot => (0, self.flow.first_notes.foot),
            NoteKind::End => (1, self.flow.first_notes.end),
        };
        self.asides.counters[at].next(kind, self.asides.formats[at], first)
    }

    /// A section ends: the next one may count its notes anew.
    pub(super) fn restart_notes(&mut self) {
        let kinds = self.asides.counters.iter_mut().zip(self.asides.restarts);
        kinds.filter(|(_, restarts)| *restarts).for_each(|(counter, _)| counter.restart());
    }

    /// A note is printed behind the text.
    pub(super) fn at_end(&mut self) {
        if let Some((kind, _)) = self.asides.notes.last_mut() {
            *kind = NoteKind::End;
        }
    }

    /// Takes the few raised letters that stand last.
    fn raised(&mut self) -> Option<String> {
        let Some(Atom { inline: Inline::Text(run), .. }) = self.story().atoms.last() else { return None };
        let text = run.text.trim();
        let is_mark = run.style.script == Script::Superscript && (1..=MAX_MARK).contains(&text.chars().count());
        let mark = is_mark.then(|| text.to_owned())?;
        self.story().atoms.pop();
        Some(mark)
    }

    /// A note ends.
    pub(super) fn end_note(&mut self, mut blocks: Vec<Block>) {
        // The mark in the note itself says nothing of the next one.
        self.asides.counted = false;
        let (kind, mark) = self.asides.notes.pop().unwrap_or((NoteKind::Foot, None));
        without_mark(&mut blocks, mark.as_deref());
        let mark = mark.or_else(|| self.counted_mark(kind));
        self.flow.notes.push(Note { kind, mark, blocks });
        let number = self.flow.notes.len() - 1;
        self.push(Inline::Note(number));
    }

    /// Something is said of a remark.
    pub(super) fn comment_part(&mut self, what: What, text: &str) {
        match what {
            What::CommentBegin => {
                let number = self.comment(text);
                if self.asides.open.len() < MAX_OPEN {
                    self.asides.open.push(number);
                }
            }
            What::CommentEnd => {
                if let Some(number) = self.asides.named.get(text).copied() {
                    self.asides.open.retain(|open| *open != number);
                }
            }
            What::CommentAuthor => self.asides.author = Some(text.to_owned()).filter(|author| !author.is_empty()),
            What::CommentDate => self.asides.date = text.parse().ok().and_then(|bits| Date::of_bits(bits).written()),
            _ => self.asides.name = Some(text.to_owned()),
        }
    }

    /// The remark of a name.
    fn comment(&mut self, name: &str) -> usize {
        if let Some(known) = self.asides.named.get(name) {
            return *known;
        }
        self.flow.comments.push(Comment::default());
        let number = self.flow.comments.len() - 1;
        self.asides.named.insert(name.to_owned(), number);
        number
    }

    /// A remark ends.
    pub(super) fn end_comment(&mut self, blocks: Vec<Block>) {
        let name = self.asides.name.take();
        let known = name.as_ref().and_then(|name| self.asides.named.get(name).copied());
        let number = known.unwrap_or_else(|| {
            self.flow.comments.push(Comment::default());
            self.flow.comments.len() - 1
        });
        let (author, date) = (self.asides.author.take(), self.asides.date.take());
        if let Some(comment) = self.flow.comments.get_mut(number) {
            *comment = Comment { author, date, blocks };
        }
        if known.is_none() {
            self.push(Inline::Comment { comment: number, content: Vec::new() });
        }
    }
}

/// Takes the mark off the beginning of the text of a note, and the space behind it.
fn without_mark(blocks: &mut [Block], mark: Option<&str>) {
    let mut mark = mark;
    let _ = walk_mut(blocks, &mut |paragraph| {
        while let Some(first) = paragraph.content.first_mut() {
            match first {
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
            paragraph.content.remove(0);
        }
        Err(())
    });
}
