//! What runs at the edges of pages, in a text without pages.

use super::page_marks::page_of;
use crate::model::flow::{Block, Flow, PageWords, RunningText};

/// Puts what pages have at their edges for themselves where they begin and end in the text.
pub(super) fn say_page_words(flow: &mut Flow) {
    let mut words = std::mem::take(&mut flow.page_words);
    if words.is_empty() {
        return;
    }
    words.sort_by_key(|page| page.page);
    let ends =
        words.into_iter().flat_map(|PageWords { page, head, foot }| [((page, false), head), ((page, true), foot)]);
    let mut ends = ends.peekable();
    for section in &mut flow.sections {
        for block in std::mem::take(&mut section.blocks) {
            if let Some(page) = page_of(&flow.places, &block) {
                // The heads of pages up to this one, and the feet of those before it.
                while let Some((_, said)) = ends.next_if(|(end, _)| *end < (page, true)) {
                    section.blocks.extend(said);
                }
            }
            section.blocks.push(block);
        }
    }
    if let Some(last) = flow.sections.last_mut() {
        last.blocks.extend(ends.flat_map(|(_, said)| said));
    }
}

/// Takes the running text off the sections. Where it is to be said `once`, the first head stands before all else and the
/// last foot behind it.
pub(super) fn settle(flow: &mut Flow, once: bool) {
    let heads: Vec<RunningText> = flow.sections.iter_mut().filter_map(|section| section.header.take()).collect();
    let feet: Vec<RunningText> = flow.sections.iter_mut().filter_map(|section| section.footer.take()).collect();
    if !once {
        return;
    }
    if let (Some(first), Some(head)) = (flow.sections.first_mut(), heads.into_iter().find_map(words)) {
        first.blocks.splice(0..0, head);
    }
    if let (Some(last), Some(foot)) = (flow.sections.last_mut(), feet.into_iter().rev().find_map(words)) {
        last.blocks.extend(foot);
    }
}

/// The blocks most pages show; `None` where they show none.
fn words(text: RunningText) -> Option<Vec<Block>> {
    [Some(text.default), text.even, text.first].into_iter().flatten().find(|blocks| !blocks.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::{Inline, Paragraph, Place, PlaceId, Run, Section, Stretch, TextStyle};
    use crate::units::Rect;

    fn paragraph(text: &str) -> Block {
        let content = vec![Inline::Text(Run { text: text.into(), style: TextStyle::default() })];
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    }

    fn flow() -> Flow {
        let running = |text: &str| Some(RunningText { default: vec![paragraph(text)], ..RunningText::default() });
        let section = |text: &str, header, footer| Section {
            blocks: vec![paragraph(text)],
            header,
            footer,
            ..Section::default()
        };
        let first = section("one", running("head"), running("foot"));
        let second = section("two", running("other head"), running("last foot"));
        Flow { sections: vec![first, second, section("three", None, None)], ..Flow::default() }
    }

    #[test]
    fn running_text_stands_at_both_ends_or_nowhere() {
        let mut once = flow();
        settle(&mut once, true);
        let blocks: Vec<Block> = once.sections.into_iter().flat_map(|section| section.blocks).collect();
        assert_eq!(blocks, ["head", "one", "two", "three", "last foot"].map(paragraph));
        let mut never = flow();
        settle(&mut never, false);
        let blocks: Vec<Block> = never.sections.into_iter().flat_map(|section| section.blocks).collect();
        assert_eq!(blocks, ["one", "two", "three"].map(paragraph));
    }

    #[test]
    fn what_pages_have_for_themselves_stands_where_they_begin_and_end() {
        let place = |page| Place { stretches: vec![Stretch { page, rect: Rect::default(), lines: Vec::new() }] };
        let on = |page: u32, text: &str| match paragraph(text) {
            Block::Paragraph(paragraph) => Block::Paragraph(Paragraph { place: Some(PlaceId(page - 1)), ..paragraph }),
            other => other,
        };
        let words = |page: u32, head: &str, foot: &str| PageWords {
            page,
            head: vec![paragraph(head)],
            foot: vec![paragraph(foot)],
        };
        let section = |blocks| Section { blocks, ..Section::default() };
        let mut flow = Flow {
            sections: vec![section(vec![on(1, "one"), on(1, "more")]), section(vec![on(3, "three")])],
            places: vec![place(1), place(2), place(3)],
            page_words: vec![words(1, "a", "b"), words(2, "c", "d"), words(3, "e", "f")],
            ..Flow::default()
        };
        let places = flow.places.clone();
        say_page_words(&mut flow);
        let said = flow.sections.iter().flat_map(|section| &section.blocks).map(|block| match block {
            Block::Paragraph(paragraph) => match paragraph.content.as_slice() {
                [Inline::Text(run)] => run.text.to_string(),
                _ => String::new(),
            },
            _ => String::new(),
        });
        assert_eq!(said.collect::<Vec<_>>(), ["a", "one", "more", "b", "c", "d", "e", "three", "f"]);
        assert_eq!(flow.places, places);
    }
}
