//! What runs at the edges of pages, in a text without pages.

use std::collections::BTreeSet;

use super::page_marks::page_of;
use super::words::line_of;
use crate::context::Context;
use crate::model::flow::{Block, Field, FieldKind, Flow, Inline, PageWords, RunningText, inlines, leaves};
use crate::warning::{Warning, WarningCode};

/// Lines that the warning names at the most, and their letters.
const NAMED: usize = 8;
const LONGEST: usize = 120;
/// Words that stand with the number of a page and that of all pages.
const AROUND_NUMBERS: usize = 2;

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

/// Takes the running text off the sections, and tells what of it is not said. Where it is to be said `once`, the first head
/// stands before all else and the last foot behind it.
pub(super) fn settle(flow: &mut Flow, once: bool, context: &Context) {
    let heads: Vec<RunningText> = flow.sections.iter_mut().filter_map(|section| section.header.take()).collect();
    let feet: Vec<RunningText> = flow.sections.iter_mut().filter_map(|section| section.footer.take()).collect();
    let lines = heads.iter().chain(&feet).flat_map(all).filter_map(line).collect::<BTreeSet<_>>();
    let said: [Option<Vec<Block>>; 2] =
        if once { [heads.into_iter().find_map(words), feet.into_iter().rev().find_map(words)] } else { [None, None] };
    let spoken: BTreeSet<String> = said.iter().flatten().flatten().filter_map(line).collect();
    warn(&lines.difference(&spoken).map(String::as_str).collect::<Vec<_>>(), context);
    let [head, foot] = said;
    if let (Some(first), Some(head)) = (flow.sections.first_mut(), head) {
        first.blocks.splice(0..0, head);
    }
    if let (Some(last), Some(foot)) = (flow.sections.last_mut(), foot) {
        last.blocks.extend(foot);
    }
}

/// The leaves of all variants of a head or foot.
fn all(text: &RunningText) -> Vec<&Block> {
    let variants = [Some(&text.default), text.first.as_ref(), text.even.as_ref()];
    variants.into_iter().flatten().flat_map(leaves).collect()
}

/// The words of a leaf; nothing of one that only counts pages.
fn line(block: &Block) -> Option<String> {
    let Block::Paragraph(paragraph) = block else { return None };
    let text = line_of(paragraph);
    let counts = |inline: &Inline| {
        matches!(inline, Inline::Field(Field { kind: FieldKind::PageNumber(_) | FieldKind::PageCount, .. }))
    };
    let lettered = text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
    let around = if inlines(&paragraph.content).any(counts) { AROUND_NUMBERS } else { 0 };
    (lettered > around).then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn warn(lines: &[&str], context: &Context) {
    if lines.is_empty() {
        return;
    }
    let named = lines.iter().take(NAMED).map(|line| line.chars().take(LONGEST).collect::<String>());
    let named = named.collect::<Vec<_>>().join("; ");
    let more = if lines.len() > NAMED { format!("; and {} more", lines.len() - NAMED) } else { String::new() };
    let message = format!("running heads and feet were left out: {named}{more}");
    context.warn(Warning::new(WarningCode::RunningTextDropped, message));
}

/// The blocks most pages show; `None` where they show none.
fn words(text: RunningText) -> Option<Vec<Block>> {
    [Some(text.default), text.even, text.first].into_iter().flatten().find(|blocks| !blocks.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::{Paragraph, Place, PlaceId, Run, Section, Stretch, TextStyle};
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
        settle(&mut once, true, &Context::default());
        let blocks: Vec<Block> = once.sections.into_iter().flat_map(|section| section.blocks).collect();
        assert_eq!(blocks, ["head", "one", "two", "three", "last foot"].map(paragraph));
        let mut never = flow();
        let context = Context::default();
        settle(&mut never, false, &context);
        let blocks: Vec<Block> = never.sections.into_iter().flat_map(|section| section.blocks).collect();
        assert_eq!(blocks, ["one", "two", "three"].map(paragraph));
        let told: Vec<String> = context.take_warnings().into_iter().map(|warning| warning.message).collect();
        assert_eq!(told, ["running heads and feet were left out: foot; head; last foot; other head"]);
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
                [Inline::Text(run)] => run.text.clone(),
                _ => String::new(),
            },
            _ => String::new(),
        });
        assert_eq!(said.collect::<Vec<_>>(), ["a", "one", "more", "b", "c", "d", "e", "three", "f"]);
        assert_eq!(flow.places, places);
    }
}
