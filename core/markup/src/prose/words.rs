//! Plain text of a paragraph: its words without any style.

use transvase_model::flow::{Block, Inline, Paragraph, inlines, leaves};

/// The text of inlines: what fields show, formulas in one line, a space for a tab, and for a break of the line what
/// `line_break` says.
pub fn words(content: &[Inline], line_break: char) -> String {
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
pub fn line_of(paragraph: &Paragraph) -> String {
    let initial = paragraph.drop_cap.as_ref().map_or("", |cap| &cap.run.text);
    initial.to_owned() + &words(&paragraph.content, ' ')
}

/// Calls `visit` for each inline of blocks in reading order, before those inside it; the words in drawings follow what they
/// stand among.
pub fn each_inline<'b>(blocks: &'b [Block], visit: &mut dyn FnMut(&'b Inline)) {
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

/// The blocks that hold no others, at any depth and without recursion: those in drawings follow the paragraph that these
/// stand in.
pub fn every_leaf(blocks: &[Block]) -> Vec<&Block> {
    let mut found = Vec::new();
    let mut rest: Vec<&Block> = leaves(blocks).into_iter().rev().collect();
    while let Some(leaf) = rest.pop() {
        found.push(leaf);
        if let Block::Paragraph(paragraph) = leaf {
            let drawn: Vec<&Block> = inlines(&paragraph.content).flat_map(texts).flat_map(leaves).collect();
            rest.extend(drawn.into_iter().rev());
        }
    }
    found
}

/// The words in a drawing; none in anything else.
pub fn texts(inline: &Inline) -> impl Iterator<Item = &Vec<Block>> {
    let drawing = if let Inline::Drawing(drawing) = inline { Some(drawing) } else { None };
    drawing.into_iter().flat_map(|drawing| &drawing.texts).map(|text| &text.blocks)
}
