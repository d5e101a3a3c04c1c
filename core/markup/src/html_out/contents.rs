//! A table of contents in the text: nested lists of links.

use super::paragraph::Opening;
use super::writer::{Body, Scope};
use crate::prose::{Step, is_written, step};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Inline, Paragraph, Role};

impl Body<'_, '_> {
    /// Entries that follow one another.
    pub(super) fn contents(&mut self, blocks: &[&Block], scope: &Scope) -> Result<()> {
        let entries: Vec<(u8, &Paragraph)> = blocks.iter().copied().filter_map(entry).collect();
        self.xml.open("nav", &[("role", "doc-toc"), ("aria-label", "Contents")][usize::from(self.is_book())..]);
        self.line();
        // The levels of the lists that are open, each with an open item.
        let mut open: Vec<u8> = Vec::new();
        for (level, paragraph) in entries {
            self.source.context.tick(1)?;
            if !is_written(paragraph) {
                continue;
            }
            step(&mut open, level, |step| match step {
                Step::Out => self.end_list(),
                Step::Next => {
                    self.xml.close("li");
                    self.line();
                }
                Step::In => {
                    self.line();
                    self.xml.open("ol", &[("class", "toc")]);
                    self.line();
                }
            });
            let own = self.opening(paragraph, scope);
            self.open_with("li", &own.attributes());
            self.entry(paragraph, &own)?;
        }
        open.iter().for_each(|_| self.end_list());
        self.xml.close("nav");
        self.line();
        Ok(())
    }

    fn end_list(&mut self) {
        self.xml.close("li");
        self.line();
        self.xml.close("ol");
        self.line();
    }

    /// An entry: what stands behind its last tab is the number of its page.
    fn entry(&mut self, paragraph: &Paragraph, own: &Opening) -> Result<()> {
        self.before(paragraph, own);
        let content = &paragraph.content;
        if let [Inline::Link { target, content: inside }] = content.as_slice()
            && let Some((words, page)) = parted(inside)
        {
            let words = Inline::Link { target: target.clone(), content: words.to_vec() };
            return self.parts(&[words], page, own);
        }
        match parted(content) {
            Some((words, page)) => self.parts(words, page, own),
            None => self.inlines(content, own),
        }
    }

    fn parts(&mut self, words: &[Inline], page: &[Inline], own: &Opening) -> Result<()> {
        self.inlines(words, own)?;
        self.xml.text(" ");
        self.xml.open("span", &[("class", "page")]);
        self.inlines(page, own)?;
        self.xml.close("span");
        Ok(())
    }
}

fn entry(block: &Block) -> Option<(u8, &Paragraph)> {
    match block {
        Block::Paragraph(paragraph) => match paragraph.role {
            Role::Contents(level) => Some((level, paragraph)),
            _ => None,
        },
        _ => None,
    }
}

/// What stands before and behind the last tab.
fn parted(content: &[Inline]) -> Option<(&[Inline], &[Inline])> {
    let tab = content.iter().rposition(|inline| matches!(inline, Inline::Tab))?;
    Some((content.get(..tab)?, content.get(tab + 1..)?))
}
