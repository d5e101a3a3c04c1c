//! Visible content: what of a document there is to be seen.

use super::{Block, Change, ChangeKind, ControlKind, Flow, Inline, RunningText, leaves};

/// What there is to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seen {
    /// Words that are seen, or said for a picture; formulas, and fields of a form.
    pub words: bool,
    /// Words that nobody sees.
    pub hidden: bool,
    /// Words that are marked to go, or remarks where there are no others.
    pub leaving: bool,
    /// Pictures and drawings.
    pub pictures: bool,
}

impl Seen {
    /// Whether there is anything.
    pub fn is_something(self) -> bool {
        self != Seen::default()
    }

    fn look(&mut self, blocks: &[Block], changes: &[Change]) {
        for leaf in leaves(blocks) {
            if let Block::Paragraph(paragraph) = leaf {
                self.words |= paragraph.drop_cap.is_some();
                self.look_in(&paragraph.content, changes);
            }
        }
    }

    /// Recursion is as deep as inlines lie in one another, which whoever builds them bounds.
    fn look_in(&mut self, content: &[Inline], changes: &[Change]) {
        for inline in content {
            self.look_at(inline, changes);
            let mut inside = Seen::default();
            inline.children().into_iter().for_each(|content| inside.look_in(content, changes));
            if is_leaving(inline, changes) {
                inside = Seen { leaving: inside.is_something(), ..Seen::default() };
            }
            self.add(inside);
        }
    }

    fn look_at(&mut self, inline: &Inline, changes: &[Change]) {
        match inline {
            Inline::Formula(_) => self.words = true,
            // A field to write into is nothing that is written, as long as it is empty.
            Inline::Control { control, .. } => {
                self.words |= !matches!(control.kind, ControlKind::Text(_) | ControlKind::Date);
            }
            Inline::Image(image) => self.picture(image.alt.as_deref()),
            Inline::Drawing(drawing) => {
                self.picture(drawing.alt.as_deref());
                drawing.texts.iter().for_each(|frame| self.look(&frame.blocks, changes));
            }
            other => match other.run().filter(|run| !run.text.trim().is_empty()) {
                Some(run) if run.style.hidden.is_some() => self.hidden = true,
                Some(_) => self.words = true,
                None => {}
            },
        }
    }

    fn add(&mut self, other: Seen) {
        self.words |= other.words;
        self.hidden |= other.hidden;
        self.leaving |= other.leaving;
        self.pictures |= other.pictures;
    }

    fn picture(&mut self, alt: Option<&str>) {
        self.pictures = true;
        self.words |= alt.is_some_and(|alt| !alt.trim().is_empty());
    }
}

fn is_leaving(inline: &Inline, changes: &[Change]) -> bool {
    let Inline::Change { change, .. } = inline else { return false };
    changes.get(*change).is_some_and(|change| change.kind == ChangeKind::Deleted)
}

impl Flow {
    /// What there is to be seen; of the edges of its pages only where nothing else is, of remarks where nothing is there
    /// either.
    pub fn seen(&self) -> Seen {
        let seen = self.text_seen();
        let mut remarks = Seen::default();
        self.comments.iter().for_each(|comment| remarks.look(&comment.blocks, &self.changes));
        if seen.is_something() { seen } else { Seen { leaving: remarks.is_something(), ..seen } }
    }

    /// The same without remarks.
    pub fn text_seen(&self) -> Seen {
        let mut seen = self.body_seen();
        if !seen.is_something() {
            let running = self.sections.iter().flat_map(|section| section.header.iter().chain(&section.footer));
            running.flat_map(stories).for_each(|blocks| seen.look(blocks, &self.changes));
        }
        seen
    }

    /// What there is to be seen in its text, its notes and its cover.
    pub fn body_seen(&self) -> Seen {
        let mut seen = Seen { hidden: !self.unseen.is_empty(), pictures: self.cover.is_some(), ..Seen::default() };
        self.sections.iter().for_each(|section| seen.look(&section.blocks, &self.changes));
        self.notes.iter().for_each(|note| seen.look(&note.blocks, &self.changes));
        seen
    }
}

fn stories(text: &RunningText) -> impl Iterator<Item = &Vec<Block>> {
    std::iter::once(&text.default).chain(&text.first).chain(&text.even)
}

#[cfg(test)]
mod tests {
    use super::super::{Comment, Control, Paragraph, Run, Section, TextStyle};
    use super::*;

    fn seen(content: Vec<Inline>) -> Seen {
        let changes = vec![Change { kind: ChangeKind::Deleted, author: None, date: None }];
        let blocks = vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })];
        Flow { sections: vec![Section { blocks, ..Section::default() }], changes, ..Flow::default() }.seen()
    }

    fn word() -> Inline {
        Inline::Text(Run { text: "word".into(), style: TextStyle::default() })
    }

    #[test]
    fn words_that_are_to_go_are_not_seen() {
        let leaving = vec![Inline::Change { change: 0, content: vec![word()] }];
        assert_eq!(seen(leaving), Seen { leaving: true, ..Seen::default() });
        assert_eq!(seen(vec![word()]), Seen { words: true, ..Seen::default() });
    }

    #[test]
    fn remarks_are_seen_where_nothing_else_is() {
        let said = |content: Vec<Inline>| vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })];
        let of = |text: Vec<Inline>| {
            let comments = vec![Comment { author: None, date: None, blocks: said(vec![word()]) }];
            let sections = vec![Section { blocks: said(text), ..Section::default() }];
            Flow { sections, comments, ..Flow::default() }.seen()
        };
        assert_eq!(of(Vec::new()), Seen { leaving: true, ..Seen::default() });
        assert_eq!(of(vec![word()]), Seen { words: true, ..Seen::default() });
    }

    #[test]
    fn an_empty_field_is_nothing_and_a_tick_is_something() {
        let field = |kind: ControlKind, content: Vec<Inline>| {
            seen(vec![Inline::Control { control: Control { name: None, title: None, kind }, content }])
        };
        assert!(!field(ControlKind::Text(false), Vec::new()).is_something());
        assert!(field(ControlKind::Text(false), vec![word()]).words);
        assert!(field(ControlKind::Checkbox(false), Vec::new()).words);
    }
}
