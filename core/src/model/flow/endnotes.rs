//! Notes behind the text, for pages that have no place for them at their feet.

use super::walk::each_inline_mut;
use super::{Block, Flow, Inline, LinkTarget, Note, Paragraph, Run, Script, TextStyle};

impl Flow {
    /// Puts the notes behind the text under a rule, in the order in which the text names them: each mark is a link to its
    /// note, and the note's own mark leads back to the first that named it. Notes that nothing names stay where they are,
    /// unseen.
    pub fn append_notes(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        let mut named: Vec<usize> = Vec::new();
        for section in &mut self.sections {
            each_inline_mut(&mut section.blocks, &mut |inline| {
                if let Inline::Note(index) = *inline
                    && let Some(note) = notes.get(index)
                {
                    let known = named.iter().position(|other| *other == index);
                    let place = known.unwrap_or(named.len());
                    *inline = mark(note, place, known.is_none());
                    if known.is_none() {
                        named.push(index);
                    }
                }
            });
        }
        let Some(last) = self.sections.last_mut().filter(|_| !named.is_empty()) else { return };
        last.blocks.push(Block::Rule);
        for (place, index) in named.into_iter().enumerate() {
            last.blocks.extend(notes.get(index).map(|note| written(note, place)).unwrap_or_default());
        }
    }
}

/// The mark in the text of the note at a place in their order, which is the way back too where it is the first.
fn mark(note: &Note, place: usize, is_first: bool) -> Inline {
    let back = is_first.then(|| Inline::Anchor(format!("note-mark-{place}").into()));
    let content = back.into_iter().chain([shown(note, place)]).collect();
    Inline::Link { target: LinkTarget::Internal(format!("note-{place}").into()), content }
}

/// The mark as it is seen.
fn shown(note: &Note, place: usize) -> Inline {
    let text = note.mark.clone().unwrap_or_else(|| (place + 1).to_string());
    Inline::Text(Run { text, style: TextStyle { script: Script::Superscript, ..TextStyle::default() } })
}

/// The blocks of a note, its mark before its first words.
fn written(note: &Note, place: usize) -> Vec<Block> {
    let back = LinkTarget::Internal(format!("note-mark-{place}").into());
    let space = Inline::Text(Run { text: " ".into(), style: TextStyle::default() });
    let own = Inline::Link { target: back, content: vec![shown(note, place)] };
    let head = [Inline::Anchor(format!("note-{place}").into()), own, space];
    let mut blocks = note.blocks.clone();
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
    use crate::model::flow::{NoteKind, Section};

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
        flow.append_notes();
        let words: Vec<String> = super::super::leaves(&flow.sections[0].blocks)
            .into_iter()
            .map(|block| {
                let mut words = String::new();
                if let Block::Paragraph(paragraph) = block {
                    super::super::each_run(&paragraph.content, &mut |run| words.push_str(&run.text));
                }
                words
            })
            .collect();
        assert_eq!(words.len(), 4, "the text, a rule, two notes");
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
}
