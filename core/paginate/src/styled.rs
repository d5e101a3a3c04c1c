//! Words of paragraphs by their styles: what running heads quote, such as the title of the chapter.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use transvase_model::flow::{Block, Field, FieldKind, Flow, Inline, inlines, leaves};

/// The words of paragraphs of the styles that some field asks for.
#[derive(Debug, Default)]
pub(super) struct Styled {
    /// By the style's name in small letters: the pages, in rising order, and the words.
    words: BTreeMap<String, Vec<(usize, String)>>,
}

impl Styled {
    /// Notes the words of a paragraph on a page.
    pub(super) fn add(&mut self, style: &str, page: usize, words: String) {
        self.words.entry(style.to_lowercase()).or_default().push((page, words));
    }

    /// The words of the first paragraph of a style on a page, or else of the last before it, or else of the first after
    /// it (ECMA-376 part 1, 17.16.5.59).
    pub(super) fn near(&self, page: usize, style: &str) -> Option<&str> {
        let all = self.words.get(&style.to_lowercase())?;
        let from = all.partition_point(|(on, _)| *on < page);
        let here = all.get(from).filter(|(on, _)| *on == page);
        let before = from.checked_sub(1).and_then(|last| all.get(last));
        here.or(before).or_else(|| all.get(from)).map(|(_, words)| words.as_str())
    }
}

/// The styles, in small letters, that fields of a document ask for.
pub(super) fn wanted(flow: &Flow) -> BTreeSet<Arc<str>> {
    let running = flow.sections.iter().flat_map(|section| section.header.iter().chain(&section.footer));
    let running =
        running.flat_map(|text| std::iter::once(&text.default).chain(text.first.iter()).chain(text.even.iter()));
    let texts = running.chain(flow.sections.iter().map(|section| &section.blocks));
    let mut wanted = BTreeSet::new();
    for block in texts.flat_map(leaves) {
        let Block::Paragraph(paragraph) = block else { continue };
        wanted.extend(inlines(&paragraph.content).filter_map(|inline| match inline {
            Inline::Field(Field { kind: FieldKind::Styled(style), .. }) => Some(style.to_lowercase().into()),
            _ => None,
        }));
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_quotes_its_first_paragraph_or_the_last_before() {
        let mut styled = Styled::default();
        for (page, words) in [(1, "one"), (1, "two"), (3, "three")] {
            styled.add("Heading 1", page, words.into());
        }
        let near = |page| styled.near(page, "heading 1");
        assert_eq!(
            [near(0), near(1), near(2), near(3), near(9)].map(Option::unwrap),
            ["one", "one", "two", "three", "three"]
        );
        assert_eq!(styled.near(1, "other"), None);
    }
}
