//! Notes: what a book sets as links and as text somewhere else becomes notes of the document.

use std::collections::{BTreeMap, BTreeSet};

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{
    Anchor, Block, Flow, Group, GroupKind, Inline, LinkTarget, Note, NoteKind, Paragraph, each_run_mut, walk_mut,
};

use super::build::NOTE;
use super::headings::text_of;
use super::links::for_all;

/// Letters a mark has at most; what is longer is a word that the note is about.
const MARK_LETTERS: usize = 4;

/// Makes notes of the groups that hold the text of one, where exactly one of the links in `marks` leads to it.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub fn fold(flow: &mut Flow, marks: &BTreeSet<Anchor>, context: &Context) -> Result<()> {
    if marks.is_empty() {
        return Ok(());
    }
    let mut links: BTreeMap<Anchor, (usize, String)> = BTreeMap::new();
    for_all(flow, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        for inline in &paragraph.content {
            let Inline::Link { target: LinkTarget::Internal(target), content } = inline else { continue };
            if marks.contains(target) {
                let known = links.entry(target.clone()).or_insert_with(|| (0, text_of(content)));
                known.0 += 1;
            }
        }
        Ok(())
    })?;
    links.retain(|_, (count, _)| *count == 1);
    let mut taken = Taken { links, notes: Vec::new(), by_anchor: BTreeMap::new(), first: None, context };
    for section in &mut flow.sections {
        taken.take(&mut section.blocks)?;
    }
    let Taken { notes, by_anchor, first, .. } = taken;
    flow.notes = notes;
    flow.first_notes.foot = first.unwrap_or(flow.first_notes.foot);
    for_all(flow, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        let content = std::mem::take(&mut paragraph.content);
        paragraph.content = content.into_iter().flat_map(|inline| marked(inline, &by_anchor)).collect();
        Ok(())
    })
}

/// The link of a note as its mark; the word it is about stays before it.
fn marked(inline: Inline, notes: &BTreeMap<Anchor, usize>) -> Vec<Inline> {
    match inline {
        Inline::Link { target: LinkTarget::Internal(target), content } if notes.contains_key(&target) => {
            let note = Inline::Note(notes[&target]);
            let anchors = |inline: &Inline| matches!(inline, Inline::Anchor(_));
            let word = mark_of(&text_of(&content)).is_none();
            let kept = content.into_iter().filter(|inline| word || anchors(inline));
            kept.chain([note]).collect()
        }
        other => vec![other],
    }
}

/// The mark in the text of a link, without its brackets; `None` where the text is none.
fn mark_of(text: &str) -> Option<&str> {
    let mark = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | '.'));
    (mark.chars().count() <= MARK_LETTERS && !mark.contains(char::is_whitespace)).then_some(mark)
}

struct Taken<'c> {
    /// The text of the only link to each note.
    links: BTreeMap<Anchor, (usize, String)>,
    notes: Vec<Note>,
    by_anchor: BTreeMap<Anchor, usize>,
    /// The number of the first note that is counted.
    first: Option<u32>,
    context: &'c Context,
}

impl Taken<'_> {
    /// Takes the notes out of some blocks, and what is empty without them. Recursion is as deep as blocks lie in one
    /// another, which the builder bounds.
    fn take(&mut self, blocks: &mut Vec<Block>) -> Result<()> {
        let before = self.notes.len();
        for block in std::mem::take(blocks) {
            self.context.tick(1)?;
            match block {
                Block::Group(group) if is_note(&group) => {
                    if let Some(left) = self.take_note(group) {
                        blocks.push(Block::Group(left));
                    }
                }
                mut block => {
                    let here = self.notes.len();
                    for inside in block.children_mut() {
                        self.take(inside)?;
                    }
                    if self.notes.len() == here || !is_emptied(&mut block) {
                        blocks.push(block);
                    }
                }
            }
        }
        // A rule sets the notes off from the text before them.
        if self.notes.len() > before && blocks.iter().all(|block| matches!(block, Block::Rule)) {
            blocks.clear();
        }
        Ok(())
    }

    /// Takes a note whose mark is known; gives back any other.
    fn take_note(&mut self, mut group: Group) -> Option<Group> {
        let anchors = leading_anchors(&group.blocks);
        let Some((anchor, text)) = anchors.iter().find_map(|anchor| self.links.remove_entry(anchor)) else {
            return Some(group);
        };
        let mark = mark_of(&text.1).filter(|mark| !mark.is_empty()).map(str::to_owned);
        clean(&mut group.blocks, mark.as_deref());
        group.blocks.retain(|block| !matches!(block, Block::Paragraph(paragraph) if is_empty(paragraph)));
        let counted = mark.as_deref().is_none_or(|mark| mark.chars().all(|c| c.is_ascii_digit()));
        if let Some(number) = mark.as_deref().and_then(|mark| mark.parse().ok()) {
            self.first.get_or_insert(number);
        }
        let index = self.notes.len();
        self.notes.push(Note { kind: NoteKind::Foot, mark: mark.filter(|_| !counted), blocks: group.blocks });
        self.by_anchor.insert(anchor, index);
        None
    }
}

fn is_note(group: &Group) -> bool {
    matches!(&group.kind, GroupKind::Division(division) if division.epub_type.as_deref() == Some(NOTE))
}

/// Whether nothing is left in a block that held notes.
fn is_emptied(block: &mut Block) -> bool {
    if let Block::List(list) = block {
        list.items.retain(|item| !item.blocks.is_empty());
        return list.items.is_empty();
    }
    match block {
        Block::Quote(blocks) => blocks.is_empty(),
        Block::Group(group) => group.blocks.is_empty(),
        _ => false,
    }
}

/// The places at the beginning of the first paragraph.
fn leading_anchors(blocks: &[Block]) -> Vec<Anchor> {
    let mut at = blocks;
    while let Some(first) = at.first() {
        if let Block::Paragraph(paragraph) = first {
            let anchors = paragraph.content.iter().map_while(|inline| match inline {
                Inline::Anchor(anchor) => Some(anchor.clone()),
                _ => None,
            });
            return anchors.collect();
        }
        at = first.children().first().copied().unwrap_or_default();
    }
    Vec::new()
}

/// Takes off what only leads back, the mark before the text, and how the source sets the text apart: notes have looks
/// of their own.
fn clean(blocks: &mut [Block], mark: Option<&str>) {
    let mut first = true;
    let done: Result<()> = walk_mut(blocks, &mut |paragraph| {
        paragraph.content.retain(|inline| !leads_back(inline, mark));
        if std::mem::take(&mut first) {
            drop_mark(paragraph, mark);
        }
        let style = &mut paragraph.style;
        (style.indent_start, style.indent_end, style.indent_first) = (0.0, 0.0, 0.0);
        (style.space_before, style.space_after, style.page_break_before) = (0.0, 0.0, false);
        each_run_mut(&mut paragraph.content, &mut |run| run.style.size = None);
        Ok(())
    });
    debug_assert!(done.is_ok());
}

/// Whether nothing but places is left of a paragraph.
fn is_empty(paragraph: &Paragraph) -> bool {
    paragraph.content.iter().all(|inline| match inline {
        Inline::Anchor(_) | Inline::LineBreak => true,
        Inline::Text(run) => run.text.trim().is_empty(),
        _ => false,
    })
}

fn leads_back(inline: &Inline, mark: Option<&str>) -> bool {
    let Inline::Link { target: LinkTarget::Internal(_), content } = inline else { return false };
    let text = text_of(content);
    let word = text.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '*' | '†' | '‡' | '§'));
    word.is_empty() || mark == Some(word) || matches!(word.to_lowercase().as_str(), "back" | "return")
}

/// Takes the mark off the beginning of the text.
fn drop_mark(paragraph: &mut Paragraph, mark: Option<&str>) {
    let run = paragraph.content.iter_mut().find_map(|inline| match inline {
        Inline::Anchor(_) => None,
        Inline::Text(run) => Some(Some(run)),
        _ => Some(None),
    });
    let Some(Some(run)) = run else { return };
    let text = run.text.trim_start();
    let rest = mark.and_then(|mark| text.trim_start_matches(['[', '(']).strip_prefix(mark));
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || ".:)]".contains(c));
    let text = rest.filter(|rest| ends(rest)).map_or(text, |rest| rest.trim_start_matches(['.', ':', ')', ']']));
    run.text = text.trim_start().to_owned();
}
