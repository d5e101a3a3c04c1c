//! Lists.

use super::super::block::Block;
use super::super::list::Item;
use super::{Assembler, tenths};
use crate::model::flow::{self, Inline, List, ListItem, Marker};

impl Assembler<'_> {
    pub(super) fn list(&mut self, blocks: &[Block], items: &[Item]) -> flow::Block {
        let marker = items.first().map_or(Marker::None, |item| item.found.marker.clone());
        let start = items.first().map_or(1, |item| item.found.number.max(1));
        let mut list = List { marker, start, ..List::default() };
        for item in items {
            let mut done = Vec::new();
            for (at, block) in blocks.iter().enumerate().take(item.end).skip(item.start) {
                let Block::Text(para) = block else { continue };
                let skip = if at == item.start { item.found.words } else { 0 };
                let mut paragraph = self.paragraph(para, skip);
                paragraph.style.indent_start = tenths((item.found.text_left - para.frame.left).max(0.0));
                let hang = if at == item.start { item.left - item.found.text_left } else { 0.0 };
                paragraph.style.indent_first = tenths(hang.min(0.0));
                paragraph.style.tabs.clear();
                if matches!(paragraph.content.first(), Some(Inline::Tab)) {
                    paragraph.content.remove(0);
                }
                done.push(flow::Block::Paragraph(paragraph));
            }
            if !item.children.is_empty() {
                done.extend(self.lists(blocks, &item.children));
            }
            list.items.push(ListItem { number: None, blocks: done });
        }
        flow::Block::List(list)
    }

    /// Items of one level; a change of marker begins another list.
    pub(super) fn lists(&mut self, blocks: &[Block], items: &[Item]) -> Vec<flow::Block> {
        let mut done = Vec::new();
        let mut start = 0;
        while let Some(first) = items.get(start) {
            let mut expected = first.found.number;
            let alike = |item: &&Item| {
                let counts_on = item.found.number == expected || expected == 0;
                expected += u32::from(expected > 0);
                item.found.marker == first.found.marker && counts_on
            };
            let length = items[start..].iter().take_while(alike).count().max(1);
            done.push(self.list(blocks, &items[start..start + length]));
            start += length;
        }
        done
    }
}
