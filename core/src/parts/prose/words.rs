//! The words of a paragraph without any looks.

use std::collections::BTreeSet;

use crate::model::flow::{Block, Flow, Inline, Paragraph, inlines, leaves};

/// The text of inlines: what fields show, formulas in one line, a space for a tab, and for a break of the line what
/// `line_break` says.
pub(crate) fn words(content: &[Inline], line_break: char) -> String {
    let mut text = String::new();
    for inline in inlines(content) {
        match inline {
            Inline::LineBreak => text.push(line_break),
            Inline::Tab => text.push(' '),
            other => text.push_str(other.run().map_or("", |run| &run.text)),
        }
    }
    text
}

/// The words of a paragraph in one line, its large initial included.
pub(crate) fn line_of(paragraph: &Paragraph) -> String {
    let initial = paragraph.drop_cap.as_ref().map_or("", |cap| &cap.run.text);
    initial.to_owned() + &words(&paragraph.content, ' ')
}

/// Calls `visit` for each inline of blocks in reading order, before those inside it; the words in drawings follow what they
/// stand among.
pub(crate) fn each_inline<'b>(blocks: &'b [Block], visit: &mut dyn FnMut(&'b Inline)) {
    let content = |block: &'b Block| match block {
        Block::Paragraph(paragraph) => Some(paragraph.content.iter()),
        _ => None,
    };
    let contents = |blocks: &'b [Block]| leaves(blocks).into_iter().filter_map(content).rev().collect::<Vec<_>>();
    let mut stack = contents(blocks);
    while let Some(top) = stack.last_mut() {
        let Some(inline) = top.next() else {
            stack.pop();
            continue;
        };
        visit(inline);
        stack.extend(inline.children().map(<[Inline]>::iter));
        if let Inline::Drawing(drawing) = inline {
            stack.extend(drawing.texts.iter().rev().flat_map(|text| contents(&text.blocks)));
        }
    }
}

/// The notes that a text refers to, in the order in which it does, those that notes refer to behind them.
pub(crate) fn note_order(flow: &Flow) -> Vec<usize> {
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
