//! Chapter splitting: where a book is cut into files.

use transvase_markup::prose::each_inline;
use transvase_model::flow::{Block, Flow, Group, GroupKind, Inline, Role, leaves};

/// Characters of a chapter beyond which it goes on in another file: reading devices lay out a file as a whole.
const MAX_CHARS: usize = 200_000;
/// Characters that a picture counts as.
const PICTURE: usize = 2_000;
/// Nesting of parts of the text that are looked into for headings.
const MAX_DEPTH: usize = 8;

/// The chapters: at headings of the highest level that there are several of, or where a file would be too long.
pub(super) fn cut(flow: &Flow) -> Vec<Vec<&Block>> {
    let level = level(flow);
    let mut blocks = Vec::new();
    for block in flow.sections.iter().flat_map(|section| &section.blocks) {
        open(block, level, 0, &mut blocks);
    }
    let mut chapters: Vec<Vec<&Block>> = Vec::new();
    let mut length = 0;
    for block in blocks {
        let begins = first_heading(block).is_some_and(|own| own <= level);
        if chapters.is_empty() || (begins && length > 0) || length > MAX_CHARS {
            // Headings before a heading, with no text between, belong to what comes next.
            let headings = chapters.last_mut().map(headings_at_end).unwrap_or_default();
            chapters.retain(|chapter| !chapter.is_empty());
            length = headings.iter().map(|block| chars(block)).sum();
            chapters.push(headings);
        }
        length += chars(block);
        if let Some(chapter) = chapters.last_mut() {
            chapter.push(block);
        }
    }
    if chapters.is_empty() { vec![Vec::new()] } else { chapters }
}

/// Takes the headings at the end of a chapter off it.
fn headings_at_end<'b>(chapter: &mut Vec<&'b Block>) -> Vec<&'b Block> {
    let is_heading = |block: &&&Block| heading(block).is_some();
    let count = chapter.iter().rev().take_while(is_heading).count();
    chapter.split_off(chapter.len() - count)
}

/// The highest level that several headings have; the title is none of them.
fn level(flow: &Flow) -> u8 {
    let mut counts = [0_usize; 7];
    for block in leaves(flow.sections.iter().flat_map(|section| &section.blocks)) {
        if let Some(count) = heading(block).and_then(|level| counts.get_mut(usize::from(level))) {
            *count += 1;
        }
    }
    let several = counts.iter().skip(1).position(|count| *count > 1).map(|at| at + 1);
    several.map_or(1, |level| level as u8)
}

fn heading(block: &Block) -> Option<u8> {
    match block {
        Block::Paragraph(paragraph) => match paragraph.role {
            Role::Heading(level) => Some(level.clamp(1, 6)),
            _ => None,
        },
        _ => None,
    }
}

/// The level of the heading that a block begins with.
fn first_heading(block: &Block) -> Option<u8> {
    match block {
        Block::Group(Group { kind: GroupKind::Division(_), .. }) => {
            leaves([block]).into_iter().find(|leaf| chars(leaf) > 0).and_then(heading)
        }
        other => heading(other),
    }
}

/// A block, or what lies in a part of the text that has the beginnings of chapters in it.
fn open<'b>(block: &'b Block, level: u8, depth: usize, blocks: &mut Vec<&'b Block>) {
    if let Block::Group(Group { kind: GroupKind::Division(_), blocks: inside }) = block {
        let begins = |leaf: &&Block| heading(leaf).is_some_and(|own| own <= level);
        let count = leaves([block]).into_iter().filter(begins).count();
        let only_first = count == 1 && first_heading(block).is_some_and(|own| own <= level);
        if count > 0 && !only_first && depth < MAX_DEPTH {
            return inside.iter().for_each(|inner| open(inner, level, depth + 1, blocks));
        }
    }
    blocks.push(block);
}

/// Characters of a block; a picture or a drawing counts as many as take as long to lay out.
fn chars(block: &Block) -> usize {
    let mut count = 0;
    each_inline(std::slice::from_ref(block), &mut |inline| {
        count += match inline {
            Inline::Image(_) | Inline::Drawing(_) => PICTURE,
            Inline::Note(_) => 1,
            other => other.run().map_or(0, |run| run.text.trim().chars().count()),
        };
    });
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{InlineImage, Paragraph, Run, Section, TextStyle};
    use transvase_model::media::{Media, MediaKind};

    #[test]
    fn chapters_are_cut_by_characters_and_pictures() {
        let mut flow = Flow::default();
        let media = Media { bytes: [0; 4].into(), kind: MediaKind::Png, width_px: 1, height_px: 1 };
        let picture = InlineImage::new(flow.media.add(media));
        let paragraph = |content| Block::Paragraph(Paragraph { content, ..Paragraph::default() });
        let text = |text: String| paragraph(vec![Inline::Text(Run { text, style: TextStyle::default() })]);
        let mut of = |blocks| {
            flow.sections = vec![Section { blocks, ..Section::default() }];
            cut(&flow).len()
        };
        assert_eq!(of(vec![text("я".repeat(150_000)), text("a".into())]), 1);
        assert_eq!(of(vec![text("я".repeat(250_000)), text("a".into())]), 2);
        assert_eq!(of(vec![paragraph(vec![Inline::Image(picture)]); 150]), 2);
    }
}
