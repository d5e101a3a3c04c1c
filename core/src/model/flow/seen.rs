//! What of a document there is to be seen.

use super::{Block, ControlKind, Flow, Inline, Paragraph, RunningText, inlines, leaves};

/// What there is to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Seen {
    /// Words that are seen, or said for a picture; formulas, and fields of a form.
    pub words: bool,
    /// Words that nobody sees.
    pub hidden: bool,
    /// Pictures and drawings.
    pub pictures: bool,
}

impl Seen {
    /// Whether there is anything.
    pub(crate) fn is_something(self) -> bool {
        self != Seen::default()
    }

    fn look(&mut self, blocks: &[Block]) {
        for leaf in leaves(blocks) {
            if let Block::Paragraph(paragraph) = leaf {
                self.look_at(paragraph);
            }
        }
    }

    fn look_at(&mut self, paragraph: &Paragraph) {
        self.words |= paragraph.drop_cap.is_some();
        for inline in inlines(&paragraph.content) {
            match inline {
                Inline::Formula(_) => self.words = true,
                // A field to write into is nothing that is written, as long as it is empty.
                Inline::Control { control, .. } => self.words |= !matches!(control.kind, ControlKind::Text(_) | ControlKind::Date),
                Inline::Image(image) => self.picture(image.alt.as_deref()),
                Inline::Drawing(drawing) => {
                    self.picture(drawing.alt.as_deref());
                    drawing.texts.iter().for_each(|frame| self.look(&frame.blocks));
                }
                other => match other.run().filter(|run| !run.text.trim().is_empty()) {
                    Some(run) if run.style.hidden.is_some() => self.hidden = true,
                    Some(_) => self.words = true,
                    None => {}
                },
            }
        }
    }

    fn picture(&mut self, alt: Option<&str>) {
        self.pictures = true;
        self.words |= alt.is_some_and(|alt| !alt.trim().is_empty());
    }
}

impl Flow {
    /// What there is to be seen; of the edges of its pages only where nothing else is.
    pub(crate) fn seen(&self) -> Seen {
        let mut seen = self.body_seen();
        if !seen.is_something() {
            let running = self.sections.iter().flat_map(|section| section.header.iter().chain(&section.footer));
            running.flat_map(stories).for_each(|blocks| seen.look(blocks));
        }
        seen
    }

    /// What there is to be seen in its text, its notes and its cover.
    pub(crate) fn body_seen(&self) -> Seen {
        let mut seen = Seen { hidden: !self.unseen.is_empty(), pictures: self.cover.is_some(), ..Seen::default() };
        self.sections.iter().for_each(|section| seen.look(&section.blocks));
        self.notes.iter().for_each(|note| seen.look(&note.blocks));
        seen
    }
}

fn stories(text: &RunningText) -> impl Iterator<Item = &Vec<Block>> {
    std::iter::once(&text.default).chain(&text.first).chain(&text.even)
}
