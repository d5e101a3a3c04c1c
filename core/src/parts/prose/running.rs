//! What runs at the edges of pages, in a text without pages.

use crate::model::flow::{Block, Flow, RunningText};

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
    use crate::model::flow::{Inline, Paragraph, Run, Section, TextStyle};

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
}
