//! Lists of tasks: items that begin with a box to tick, which most programs write as a character.

use crate::model::flow::{Block, Control, ControlKind, Flow, Inline, List, ListItem, Marker, Run};

/// Boxes, and whether they are ticked (Unicode, Miscellaneous Symbols).
const BOXES: [(char, bool); 3] = [('\u{2610}', false), ('\u{2611}', true), ('\u{2612}', true)];

/// Makes a part of a form of the box that an item begins with, or that its marker is.
pub(super) fn settle(flow: &mut Flow) {
    flow.sections.iter_mut().for_each(|section| settle_blocks(&mut section.blocks));
}

/// Recursion is as deep as blocks lie in one another, which readers bound.
fn settle_blocks(blocks: &mut [Block]) {
    for block in blocks {
        if let Block::List(list) = block {
            settle_list(list);
        }
        for inside in block.children_mut() {
            settle_blocks(inside);
        }
    }
}

fn settle_list(list: &mut List) {
    let marker = match list.marker {
        Marker::Bullet(c) => ticked(c),
        _ => None,
    };
    if marker.is_some() {
        list.marker = Marker::Bullet('\u{2022}');
    }
    list.items.iter_mut().for_each(|item| settle_item(item, marker));
}

fn settle_item(item: &mut ListItem, marker: Option<bool>) {
    let Some(Block::Paragraph(paragraph)) = item.blocks.first_mut() else { return };
    let first = paragraph.content.iter_mut().find(|inline| !matches!(inline, Inline::Anchor(_)));
    let Some(Inline::Text(run)) = first else { return };
    let mut style = run.style.clone();
    let Some(ticked) = take_box(run, marker) else { return };
    // The box of a font of signs is none of its letters.
    style.family = None;
    let shown = BOXES.iter().rev().find(|(_, is_ticked)| *is_ticked == ticked).map_or('\u{2610}', |(c, _)| *c);
    let content = vec![Inline::Text(Run { text: shown.to_string(), style })];
    let control = Control { name: None, title: None, kind: ControlKind::Checkbox(ticked) };
    paragraph.content.insert(0, Inline::Control { control, content });
}

/// Whether a character is a ticked box or one that is not.
fn ticked(c: char) -> Option<bool> {
    BOXES.iter().find(|(known, _)| *known == c).map(|(_, ticked)| *ticked)
}

/// The box of an item: its marker, or what its text begins with before a space, which is taken off. A space stays before
/// the text.
fn take_box(run: &mut Run, marker: Option<bool>) -> Option<bool> {
    let mut letters = run.text.chars();
    let own = letters.next().and_then(ticked);
    let rest = letters.as_str();
    let own = own.filter(|_| rest.is_empty() || rest.starts_with(char::is_whitespace));
    let ticked = own.or(marker)?;
    let rest = if own.is_some() { rest } else { run.text.as_str() };
    run.text = format!(" {}", rest.trim_start());
    Some(ticked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::{Paragraph, Section, TextStyle};

    fn items(marker: char, texts: &[&str]) -> Vec<(Option<bool>, String)> {
        let run = |text: &&str| Inline::Text(Run { text: (*text).to_owned(), style: TextStyle::default() });
        let paragraph = |text| Block::Paragraph(Paragraph { content: vec![run(text)], ..Paragraph::default() });
        let item = |text| ListItem { blocks: vec![paragraph(text)], ..ListItem::default() };
        let items = texts.iter().map(item).collect();
        let blocks = vec![Block::List(List { marker: Marker::Bullet(marker), items, ..List::default() })];
        let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
        settle(&mut flow);
        let Block::List(list) = &flow.sections[0].blocks[0] else { panic!() };
        let read = |item: &ListItem| {
            let Block::Paragraph(paragraph) = &item.blocks[0] else { panic!() };
            let ticked = paragraph.content.iter().find_map(|inline| match inline {
                Inline::Control { control: Control { kind: ControlKind::Checkbox(ticked), .. }, .. } => Some(*ticked),
                _ => None,
            });
            let text = paragraph.content.iter().filter_map(Inline::run).map(|run| run.text.as_str()).collect();
            (ticked, text)
        };
        list.items.iter().map(read).collect()
    }

    #[test]
    fn items_with_boxes_are_tasks() {
        let expected = [(Some(true), " done".into()), (Some(false), " open".into()), (None, "☐x".into())];
        assert_eq!(items('•', &["☒ done", "☐\u{A0}open", "☐x"]), expected);
        assert_eq!(items('☐', &["open"]), [(Some(false), " open".into())]);
    }
}
