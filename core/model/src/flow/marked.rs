//! Tracked changes shown: new text underlined and text that is to go struck through, in a colour for each author, as office
//! programs print a text that is under review.

use super::walk::{each_run_mut, walk_mut};
use super::{Block, Change, ChangeKind, Flow, Inline, Paragraph, Run};
use crate::color::Color;

/// Colours of authors, by the order they come in; after the last it begins again.
const AUTHORS: [Color; 6] = [
    Color { r: 0xC0, g: 0x00, b: 0x00 },
    Color { r: 0x1F, g: 0x5F, b: 0xC8 },
    Color { r: 0x2E, g: 0x7D, b: 0x32 },
    Color { r: 0x7B, g: 0x1F, b: 0xA2 },
    Color { r: 0xB2, g: 0x5A, b: 0x00 },
    Color { r: 0x00, g: 0x70, b: 0x70 },
];

impl Flow {
    /// Turns every change into text that looks changed; rows that are put in or taken out look so as a whole.
    pub fn show_changes(&mut self) {
        let changes = std::mem::take(&mut self.changes);
        if changes.is_empty() {
            return;
        }
        let looks = looks(&changes);
        self.each_list(&mut |blocks| {
            for block in blocks {
                match block {
                    Block::Paragraph(Paragraph { content, .. }) => show(content, &looks),
                    Block::Table(table) => {
                        for row in &mut table.rows {
                            let look = row.change.take().and_then(|change| looks.get(change));
                            let Some(look) = look else { continue };
                            row.cells.iter_mut().for_each(|cell| mark_blocks(&mut cell.blocks, look));
                        }
                    }
                    _ => {}
                }
            }
        });
    }
}

/// How text of a change looks.
type Look = (ChangeKind, Color);

fn looks(changes: &[Change]) -> Vec<Look> {
    let mut authors: Vec<&Option<String>> = Vec::new();
    let mut color = |author| {
        let known = authors.iter().position(|known| *known == author);
        let at = known.unwrap_or_else(|| {
            authors.push(author);
            authors.len() - 1
        });
        AUTHORS[at % AUTHORS.len()]
    };
    changes.iter().map(|change| (change.kind, color(&change.author))).collect()
}

/// Puts the text of changes among inlines in their places.
fn show(content: &mut Vec<Inline>, looks: &[Look]) {
    for mut inline in std::mem::take(content) {
        if let Some(inside) = inline.children_mut() {
            show(inside, looks);
        }
        match inline {
            Inline::Change { change, content: mut inside } => {
                if let Some(look) = looks.get(change) {
                    each_run_mut(&mut inside, &mut |run| mark(run, look));
                }
                content.append(&mut inside);
            }
            other => content.push(other),
        }
    }
}

fn mark_blocks(blocks: &mut [Block], look: &Look) {
    let _ = walk_mut::<()>(blocks, &mut |paragraph| {
        each_run_mut(&mut paragraph.content, &mut |run| mark(run, look));
        Ok(())
    });
}

fn mark(run: &mut Run, (kind, color): &Look) {
    run.style.color = Some(*color);
    match kind {
        ChangeKind::Inserted => run.style.underline = true,
        ChangeKind::Deleted => run.style.strike = true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Section, TextStyle};
    use super::*;

    #[test]
    fn new_text_is_underlined_and_old_text_struck_through() {
        let text = |text: &str| Inline::Text(Run { text: text.into(), style: TextStyle::default() });
        let change = |change, words: &str| Inline::Change { change, content: vec![text(words)] };
        let by = |kind, author: &str| Change { kind, author: Some(author.into()), date: None };
        let content = vec![text("a"), change(0, "b"), change(1, "c"), change(2, "d")];
        let mut flow = Flow {
            sections: vec![Section {
                blocks: vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })],
                ..Section::default()
            }],
            changes: vec![by(ChangeKind::Inserted, "A"), by(ChangeKind::Deleted, "B"), by(ChangeKind::Deleted, "A")],
            ..Flow::default()
        };
        flow.show_changes();
        let Block::Paragraph(paragraph) = &flow.sections[0].blocks[0] else { panic!() };
        let seen: Vec<_> = paragraph.content.iter().filter_map(Inline::run).collect();
        let lines: Vec<_> = seen.iter().map(|run| (run.style.underline, run.style.strike)).collect();
        assert_eq!(lines, [(false, false), (true, false), (false, true), (false, true)]);
        assert!(seen[1].style.color == seen[3].style.color && seen[1].style.color != seen[2].style.color);
    }
}
