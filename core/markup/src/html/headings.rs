//! Headings and the table of contents: which paragraphs the contents name, and what stands for the
//! contents where a book has none.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{Anchor, Block, Inline, LinkTarget, OutlineItem, Paragraph, Role, Section, walk_mut};
use transvase_model::media::MediaId;

/// Paragraphs after a contents entry's place that may be its heading.
const LOOK_AHEAD: usize = 3;

/// Entries of a contents list found in the text.
const MAX_ENTRIES: usize = 5_000;

/// Blocks at the beginning among which a cover is looked for.
const COVER_BLOCKS: usize = 3;

/// Makes headings of the paragraphs that say what an outline entry says and stand where it leads:
/// old books have no tags for headings.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub fn promote(blocks: &mut [Block], outline: &[OutlineItem], context: &Context) -> Result<()> {
    let mut by_target: Vec<(&str, &OutlineItem)> = outline.iter().map(|item| (&*item.target, item)).collect();
    by_target.sort_by_key(|(target, _)| *target);
    let mut waiting: Vec<(String, u8, usize)> = Vec::new();
    walk_mut(blocks, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        for inline in &paragraph.content {
            let Inline::Anchor(anchor) = inline else { continue };
            let from = by_target.partition_point(|(target, _)| *target < &**anchor);
            let here = by_target[from..].iter().take_while(|(target, _)| *target == &**anchor);
            waiting.extend(here.map(|(_, item)| (letters(&item.title), item.level, LOOK_AHEAD)));
        }
        if waiting.is_empty() {
            return Ok(());
        }
        let text = letters(&text_of(&paragraph.content));
        if text.is_empty() {
            return Ok(());
        }
        if let Some(index) = waiting.iter().position(|(title, _, _)| *title == text) {
            let (_, level, _) = waiting.swap_remove(index);
            make_heading(paragraph, level);
        }
        waiting.retain_mut(|(_, _, left)| {
            *left -= 1;
            *left > 0
        });
        Ok(())
    })
}

fn make_heading(paragraph: &mut Paragraph, level: u8) {
    if !matches!(paragraph.role, Role::Heading(_)) {
        paragraph.role = Role::Heading(level.clamp(1, 6));
        paragraph.style.keep_with_next = true;
    }
}

/// Letters and digits in lower case: what two spellings of a title share.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The text of a paragraph. Links do not lie in links.
pub fn text_of(content: &[Inline]) -> String {
    let mut text = String::new();
    for inline in content {
        match inline {
            Inline::LineBreak | Inline::Tab => text.push(' '),
            other => {
                text.extend(other.run().map(|run| run.text.as_str()));
                text.push_str(&text_of(other.children().unwrap_or_default()));
            }
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An outline of the headings, which get anchors of their own.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub fn outline(sections: &mut [Section], context: &Context) -> Result<Vec<OutlineItem>> {
    let mut items = Vec::new();
    for section in sections {
        walk_mut(&mut section.blocks, &mut |paragraph| {
            context.tick(1)?;
            let Role::Heading(level) = paragraph.role else { return Ok(()) };
            let title = text_of(&paragraph.content);
            if !title.is_empty() && items.len() < MAX_ENTRIES {
                let target = Anchor::from(format!("heading{}", items.len()));
                paragraph.content.insert(0, Inline::Anchor(target.clone()));
                items.push(OutlineItem { level, title, target });
            }
            Ok(())
        })?;
    }
    Ok(items)
}

/// The entries of a contents page in the text: the inner links from its anchor to the next page.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub fn linked_contents(blocks: &mut [Block], anchor: &str, context: &Context) -> Result<Vec<OutlineItem>> {
    let mut items = Vec::new();
    let (mut inside, mut done) = (false, false);
    walk_mut(blocks, &mut |paragraph| {
        context.tick(1 + paragraph.content.len() as u64)?;
        done |= inside && paragraph.style.page_break_before;
        inside |= paragraph.content.iter().any(|inline| matches!(inline, Inline::Anchor(here) if **here == *anchor));
        if !inside || done || items.len() >= MAX_ENTRIES {
            return Ok(());
        }
        for inline in &paragraph.content {
            let Inline::Link { target: LinkTarget::Internal(target), content } = inline else { continue };
            let title = text_of(content);
            if !title.is_empty() {
                items.push(OutlineItem { level: 1, title, target: target.clone() });
            }
        }
        Ok(())
    })?;
    Ok(items)
}

/// Whether a picture stands at the beginning of the text.
pub fn begins_with(blocks: &[Block], media: MediaId) -> bool {
    let mut left = COVER_BLOCKS;
    begins_within(blocks, media, &mut left)
}

/// Whether one of the first blocks, as many as are `left`, is a paragraph with a picture. Groups are no blocks of their
/// own; what lies in lists, tables and quotations begins no text.
fn begins_within(blocks: &[Block], media: MediaId, left: &mut usize) -> bool {
    blocks.iter().any(|block| match block {
        _ if *left == 0 => false,
        Block::Group(group) => begins_within(&group.blocks, media, left),
        block => {
            *left -= 1;
            matches!(block, Block::Paragraph(paragraph) if paragraph.content.iter().any(|inline| shows(inline, media)))
        }
    })
}

fn shows(inline: &Inline, media: MediaId) -> bool {
    match inline {
        Inline::Image(image) => image.media == media,
        Inline::Link { content, .. } => content.iter().any(|inner| shows(inner, media)),
        _ => false,
    }
}
