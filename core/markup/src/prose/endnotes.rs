//! Footnotes as endnotes: notes behind the text, for pages that have no place for them at their feet.

use super::NoteMarks;
use transvase_model::flow::{
    Block, Flow, Inline, LinkTarget, Note, NoteKind, Paragraph, Run, Script, TextStyle, each_inline_mut,
};

/// Puts the notes behind the text under a rule, in the order in which the text names them; marks become links that lead
/// there and back.
pub fn append_notes(flow: &mut Flow) {
    settle(flow, |_| false);
}

/// Puts the endnotes behind the text and hands the footnotes that it names back, by their numbers, as they are written at
/// the foot of a page. A mark becomes a link, with the note itself behind what it shows where that belongs to the foot.
pub fn append_endnotes(flow: &mut Flow) -> Vec<Option<Vec<Block>>> {
    settle(flow, |note| note.kind == NoteKind::Foot)
}

/// Hands back the notes that are for the feet of pages, and puts the others behind the text.
fn settle(flow: &mut Flow, is_for_foot: impl Fn(&Note) -> bool) -> Vec<Option<Vec<Block>>> {
    let marks = NoteMarks::of(flow);
    let mut notes = std::mem::take(&mut flow.notes);
    let mut at_foot = vec![false; notes.len()];
    for note in marks.named() {
        if let (Some(at_foot), Some(note)) = (at_foot.get_mut(*note), notes.get(*note)) {
            *at_foot = is_for_foot(note);
        }
    }
    let named = vec![false; notes.len()];
    let mut marker = Marker { marks: &marks, places: places(&marks), named, at_foot, kept: None };
    for section in &mut flow.sections {
        each_inline_mut(&mut section.blocks, &mut |inline| marker.mark(inline));
    }
    // A note may name others, or itself.
    for note in marks.named().iter().chain(marks.unnamed()) {
        if let Some(note) = notes.get_mut(*note) {
            each_inline_mut(&mut note.blocks, &mut |inline| marker.mark(inline));
        }
    }
    let (mut feet, mut ends) = (vec![None; notes.len()], Vec::new());
    for note in marks.named().iter().chain(marks.unnamed()) {
        let (own, Some(written)) = (marker.own(*note), notes.get_mut(*note)) else { continue };
        let blocks = self::written(written, own);
        match feet.get_mut(*note).filter(|_| marker.is_at_foot(*note)) {
            Some(foot) => *foot = Some(blocks),
            None => ends.extend(blocks),
        }
    }
    if let Some(last) = flow.sections.last_mut().filter(|_| !ends.is_empty()) {
        last.blocks.push(Block::Rule);
        last.blocks.extend(ends);
    }
    feet
}

/// The place of each note behind the text.
fn places(marks: &NoteMarks) -> Vec<usize> {
    let mut places = vec![0; marks.all().len()];
    for (place, note) in marks.named().iter().chain(marks.unnamed()).enumerate() {
        if let Some(own) = places.get_mut(*note) {
            *own = place;
        }
    }
    places
}

struct Marker<'m> {
    marks: &'m NoteMarks,
    places: Vec<usize>,
    /// The notes that were named so far.
    named: Vec<bool>,
    /// The notes that stand at the feet of pages.
    at_foot: Vec<bool>,
    /// The note that stands behind the mark that was written last.
    kept: Option<usize>,
}

impl Marker<'_> {
    /// Puts a link in the place of a mark, which is the way back too where it is the first of its note.
    fn mark(&mut self, inline: &mut Inline) {
        let Inline::Note(note) = *inline else { return };
        if self.kept.take() == Some(note) {
            return;
        }
        let (Some(place), Some(known)) = (self.places.get(note), self.named.get_mut(note)) else { return };
        let is_first = !std::mem::replace(known, true);
        let back = is_first.then(|| Inline::Anchor(format!("note-mark-{place}").into()));
        self.kept = self.is_at_foot(note).then_some(note);
        let content = back.into_iter().chain([shown(self.marks, note)]).chain(self.kept.map(Inline::Note)).collect();
        *inline = Inline::Link { target: LinkTarget::Internal(format!("note-{place}").into()), content };
    }

    fn is_at_foot(&self, note: usize) -> bool {
        self.at_foot.get(note).is_some_and(|at_foot| *at_foot)
    }

    /// What stands before the text of a note: its mark, which leads back where anything names it.
    fn own(&self, note: usize) -> [Inline; 3] {
        let place = self.places.get(note).copied().unwrap_or_default();
        let shown = shown(self.marks, note);
        let back = LinkTarget::Internal(format!("note-mark-{place}").into());
        let is_named = self.named.get(note).is_some_and(|named| *named);
        let own = if is_named { Inline::Link { target: back, content: vec![shown] } } else { shown };
        let space = Inline::Text(Run { text: " ".into(), style: TextStyle::default() });
        [Inline::Anchor(format!("note-{place}").into()), own, space]
    }
}

/// The mark of a note as it is seen.
fn shown(marks: &NoteMarks, note: usize) -> Inline {
    let text = marks.mark(note).unwrap_or_default().to_owned();
    Inline::Text(Run { text, style: TextStyle { script: Script::Superscript, ..TextStyle::default() } })
}

/// The blocks of a note behind what stands before its first words.
fn written(note: &mut Note, head: [Inline; 3]) -> Vec<Block> {
    let mut blocks = std::mem::take(&mut note.blocks);
    match blocks.first_mut() {
        Some(Block::Paragraph(first)) => {
            first.content.splice(0..0, head);
        }
        _ => blocks.insert(0, Block::Paragraph(Paragraph { content: head.into(), ..Paragraph::default() })),
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{FirstNotes, Section, each_run, leaves};

    fn text(text: &str) -> Inline {
        Inline::Text(Run { text: text.into(), style: TextStyle::default() })
    }

    fn paragraph(content: Vec<Inline>) -> Block {
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    fn note(words: &str, mark: Option<&str>) -> Note {
        Note { kind: NoteKind::Foot, mark: mark.map(str::to_owned), blocks: vec![paragraph(vec![text(words)])] }
    }

    #[test]
    fn notes_follow_the_text_in_the_order_of_their_marks() {
        let blocks = vec![paragraph(vec![text("a"), Inline::Note(1), Inline::Note(0), Inline::Note(1)])];
        let sections = vec![Section { blocks, ..Section::default() }];
        let notes = vec![note("starred", Some("*")), note("counted", None), note("unnamed", None)];
        let mut flow = Flow { sections, notes, ..Flow::default() };
        append_notes(&mut flow);
        let words: Vec<String> = leaves(&flow.sections[0].blocks)
            .into_iter()
            .map(|block| {
                let mut words = String::new();
                if let Block::Paragraph(paragraph) = block {
                    each_run(&paragraph.content, &mut |run| words.push_str(&run.text));
                }
                words
            })
            .collect();
        assert_eq!(words.len(), 5, "the text, a rule, the notes");
        assert!(words[4].contains("unnamed") && words[4].contains('2'), "{words:?}");
        assert!(matches!(flow.sections[0].blocks[1], Block::Rule));
        // Runs come in no certain order; the marks are told apart by what they are.
        assert!(words[0].matches('1').count() == 2 && words[0].matches('*').count() == 1, "{words:?}");
        assert!(words[2].contains("counted") && words[2].contains('1'));
        assert!(words[3].contains("starred") && words[3].contains('*'));
        let Block::Paragraph(first) = &flow.sections[0].blocks[0] else { panic!("a paragraph") };
        let backs = first.content.iter().filter(|inline| {
            inline.children().is_some_and(|inside| inside.iter().any(|inline| matches!(inline, Inline::Anchor(_))))
        });
        assert_eq!(backs.count(), 2, "the way back leads to the first mark of each");
    }

    #[test]
    fn notes_are_counted_from_the_first_number() {
        let sections = vec![Section { blocks: vec![paragraph(vec![Inline::Note(0)])], ..Section::default() }];
        let first_notes = FirstNotes { foot: 12, end: 1 };
        let mut flow = Flow { sections, notes: vec![note("counted", None)], first_notes, ..Flow::default() };
        append_notes(&mut flow);
        let mut words = String::new();
        let Block::Paragraph(first) = &flow.sections[0].blocks[0] else { panic!("a paragraph") };
        each_run(&first.content, &mut |run| words.push_str(&run.text));
        assert_eq!(words, "12");
    }
}
