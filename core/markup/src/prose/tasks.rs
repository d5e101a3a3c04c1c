//! Task lists: items that begin with a check box, which most programs write as a character. Where that is all that
//! stands before them, they are paragraphs to these programs.

use transvase_model::flow::{Block, Control, ControlKind, Flow, Inline, List, ListItem, Marker, Paragraph, Role, Run};

/// Boxes, and whether they are ticked (Unicode, Miscellaneous Symbols).
const BOXES: [(char, bool); 3] = [('\u{2610}', false), ('\u{2611}', true), ('\u{2612}', true)];

/// Lists of tasks in one another at most.
const MAX_LEVELS: usize = 6;
/// Points that a task is set in by at least where it is part of the one before it.
const STEP_PT: f32 = 6.0;

/// Makes a part of a form of the box that an item begins with, or that its marker is, and lists of paragraphs that begin
/// with one.
pub(super) fn settle(flow: &mut Flow) {
    flow.sections.iter_mut().for_each(|section| settle_blocks(&mut section.blocks, Around::Text));
}

/// What blocks stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    Text,
    Item,
    Cell,
}

/// Recursion is as deep as blocks lie in one another, which readers and [`MAX_LEVELS`] bound.
fn settle_blocks(blocks: &mut Vec<Block>, around: Around) {
    match around {
        Around::Text => list_tasks(blocks, 0),
        // What an item begins with is its own.
        Around::Item => list_tasks(blocks, 1),
        // Boxes in cells are answers to choose from.
        Around::Cell => {}
    }
    for block in blocks {
        if let Block::List(list) = block {
            settle_list(list);
        }
        let around = match block {
            Block::List(_) => Around::Item,
            Block::Table(_) => Around::Cell,
            _ => Around::Text,
        };
        for inside in block.children_mut() {
            settle_blocks(inside, around);
        }
    }
}

/// Makes lists of paragraphs that are tasks and follow one another, from the block `from` on.
fn list_tasks(blocks: &mut Vec<Block>, from: usize) {
    if !blocks.iter().skip(from).any(is_task) {
        return;
    }
    let mut tasks = Vec::new();
    for (at, block) in std::mem::take(blocks).into_iter().enumerate() {
        match block {
            Block::Paragraph(paragraph) if at >= from && is_task_paragraph(&paragraph) => tasks.push(paragraph),
            other => {
                blocks.extend(list_of(std::mem::take(&mut tasks)));
                blocks.push(other);
            }
        }
    }
    blocks.extend(list_of(tasks));
}

fn is_task(block: &Block) -> bool {
    matches!(block, Block::Paragraph(paragraph) if is_task_paragraph(paragraph))
}

/// Whether a paragraph begins with the only box in it, and words follow.
fn is_task_paragraph(paragraph: &Paragraph) -> bool {
    if paragraph.role != Role::Body || paragraph.label.is_some() || paragraph.drop_cap.is_some() {
        return false;
    }
    let (mut boxes, mut begins, mut has_words) = (0, None, false);
    for inline in paragraph.content.iter().filter(|inline| !matches!(inline, Inline::Anchor(_))) {
        let (own, is_box) = match inline {
            Inline::Control { control: Control { kind: ControlKind::Checkbox(_), .. }, .. } => (1, true),
            Inline::Text(run) => {
                (run.text.chars().filter(|c| ticked(*c).is_some()).count(), begins_with_box(&run.text).is_some())
            }
            _ => (0, false),
        };
        begins.get_or_insert(is_box);
        boxes += own;
        has_words |= inline.run().is_some_and(|run| run.text.contains(char::is_alphanumeric));
        has_words |= matches!(inline, Inline::Link { .. });
    }
    boxes == 1 && begins == Some(true) && has_words
}

/// The list of some tasks: those that are set in further are lists of the ones before them.
fn list_of(tasks: Vec<Paragraph>) -> Option<Block> {
    let mut levels: Vec<(f32, List)> = Vec::new();
    for mut task in tasks {
        let indent = task.style.indent_start;
        while levels.len() > 1 && levels.last().is_some_and(|(around, _)| indent + STEP_PT <= *around) {
            fold(&mut levels);
        }
        let is_deeper = levels.last().is_none_or(|(around, _)| indent >= around + STEP_PT);
        if is_deeper && levels.len() < MAX_LEVELS {
            levels.push((indent, List { start: 1, ..List::default() }));
        }
        (task.style.indent_start, task.style.indent_first) = (0.0, 0.0);
        if let Some((_, list)) = levels.last_mut() {
            list.items.push(ListItem { blocks: vec![Block::Paragraph(task)], ..ListItem::default() });
        }
    }
    while levels.len() > 1 {
        fold(&mut levels);
    }
    levels.pop().map(|(_, list)| Block::List(list))
}

/// Puts the innermost list into the last item of the one around it.
fn fold(levels: &mut Vec<(f32, List)>) {
    let Some((_, inner)) = levels.pop() else { return };
    if let Some(item) = levels.last_mut().and_then(|(_, list)| list.items.last_mut()) {
        item.blocks.push(Block::List(inner));
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

/// Whether the box that a text begins with is ticked, and what follows it; `None` where it begins with none, or words
/// follow at once.
fn begins_with_box(text: &str) -> Option<(bool, &str)> {
    let mut letters = text.chars();
    let ticked = ticked(letters.next()?)?;
    let rest = letters.as_str();
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some((ticked, rest))
}

/// Whether a character is a ticked box or one that is not.
fn ticked(c: char) -> Option<bool> {
    BOXES.iter().find(|(known, _)| *known == c).map(|(_, ticked)| *ticked)
}

/// The box of an item: its marker, or what its text begins with before a space, which is taken off. A space stays before
/// the text.
fn take_box(run: &mut Run, marker: Option<bool>) -> Option<bool> {
    let (ticked, rest) = begins_with_box(&run.text).or(marker.map(|ticked| (ticked, run.text.as_str())))?;
    run.text = format!(" {}", rest.trim_start());
    Some(ticked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Paragraph, Section, TextStyle};

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

    #[test]
    fn paragraphs_with_boxes_are_lists_of_tasks() {
        let paragraph = |(text, indent): &(&str, f32)| {
            let run = Run { text: (*text).to_owned(), style: TextStyle::default() };
            let mut paragraph = Paragraph { content: vec![Inline::Text(run)], ..Paragraph::default() };
            paragraph.style.indent_start = *indent;
            Block::Paragraph(paragraph)
        };
        let texts = [("☐ a", 18.0), ("☒ b", 36.0), ("☐ c", 18.0), ("text", 0.0), ("☐ Yes ☐ No", 0.0), ("☐", 0.0)];
        let mut blocks: Vec<Block> = texts.iter().map(paragraph).collect();
        settle_blocks(&mut blocks, Around::Text);
        let [Block::List(list), rest @ ..] = &blocks[..] else { panic!("{blocks:?}") };
        assert!(rest.len() == 3 && rest.iter().all(|block| matches!(block, Block::Paragraph(_))));
        let inner: Vec<usize> = list.items.iter().map(|item| item.blocks.len()).collect();
        assert_eq!(inner, [2, 1]);
        assert!(matches!(&list.items[0].blocks[1], Block::List(inner) if inner.items.len() == 1));
    }
}
