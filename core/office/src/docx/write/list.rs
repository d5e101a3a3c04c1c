//! Lists: their items, each a paragraph with a marker and what stands below it.

use std::borrow::Cow;
use std::io::Write;

use super::blocks::last_text;
use super::bucket::Place;
use super::document::{Document, Frame};
use super::numbering::Counter;
use transvase_base::error::Result;
use transvase_markup::prose;
use transvase_model::flow::{Block, List, Marker, Paragraph};
use transvase_model::text::counting::names;

impl<X: Write> Document<'_, X> {
    /// Writes a list.
    pub(super) fn list(&mut self, list: &List, frame: Frame) -> Result<()> {
        if let Some(spelled) = prose::spelled_list(list, names::is_of_office) {
            return self.list(&spelled, frame);
        }
        let Some(mut counter) = self.shared.numbering.begin(list, frame.list) else {
            return self.unmarked(list, frame);
        };
        let mut expected = list.start;
        for (index, item) in list.items.iter().enumerate() {
            self.context.tick(1)?;
            if let Some(number) = item.number.filter(|number| *number != expected) {
                counter = self.shared.numbering.restart(counter, number);
                expected = number;
            }
            expected = expected.saturating_add(1);
            self.shared.numbering.item(counter);
            let last = frame.last && index + 1 == list.items.len();
            self.item(list, &item.blocks, counter, Frame { last, ..frame.inner(Place::Item) })?;
        }
        self.shared.numbering.end(list, counter, expected);
        Ok(())
    }

    /// A list without markers: its items, one after the other.
    fn unmarked(&mut self, list: &List, frame: Frame) -> Result<()> {
        let last = list.items.len().saturating_sub(1);
        let inner = Frame { list: frame.list, ..frame.inner(Place::Item) };
        debug_assert!(list.marker == Marker::None, "only these have no counter");
        list.items.iter().enumerate().try_for_each(|(index, item)| {
            self.blocks(&item.blocks, Frame { last: frame.last && index == last, ..inner })
        })
    }

    /// An item: its first paragraph has the marker, the others stand below its text.
    fn item(&mut self, list: &List, blocks: &[Block], counter: Counter, frame: Frame) -> Result<()> {
        let (marked, rest) = match blocks.split_first() {
            Some((Block::Paragraph(paragraph), rest)) => (Some(paragraph), rest),
            _ => (None, blocks),
        };
        let only = last_text(rest).is_none();
        let marked = marked.map_or_else(|| Cow::Owned(Paragraph::default()), Cow::Borrowed);
        let place = Place::marked(list, counter.1);
        self.paragraph(&marked, Frame { place, last: frame.last && only, ..frame }, Some(counter))?;
        let hangs = marked.style.indent_first < 0.0;
        // Where the source states the place of the text, it states that of the paragraphs below too.
        let left = if hangs { 0 } else { self.shared.numbering.level(counter).map_or(0, |level| level.left) };
        let (start, listed) = (frame.start + left, frame.listed + left);
        self.blocks(rest, Frame { start, listed, list: Some(counter), ..frame })
    }
}
