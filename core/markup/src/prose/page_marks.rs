//! Page breaks of the source: where its pages begin in the text.

use super::PAGE_BREAKS;
use transvase_base::context::Context;
use transvase_model::flow::{Block, Flow, Place, PlaceId};

/// Marks of the pages of a source, each of which is given once.
#[derive(Debug)]
pub struct PageMarks<'f> {
    flow: &'f Flow,
    /// Whether pages are marked.
    is_on: bool,
    /// The last page that was marked.
    last: u32,
}

impl<'f> PageMarks<'f> {
    /// Marks where [`PAGE_BREAKS`] asks for them.
    pub fn of(flow: &'f Flow, context: &Context) -> PageMarks<'f> {
        PageMarks { flow, is_on: context.options().flag(&PAGE_BREAKS), last: 0 }
    }

    /// Blocks in stretches, each with the page of the source that begins with it.
    pub fn stretches<'b>(&mut self, blocks: &'b [Block]) -> Vec<(Option<u32>, &'b [Block])> {
        let mut stretches = Vec::new();
        let (mut from, mut begun) = (0, None);
        for (at, block) in blocks.iter().enumerate().filter(|_| self.is_on) {
            let Some(page) = page_of(&self.flow.places, block).filter(|page| *page > self.last) else { continue };
            stretches.push((begun, &blocks[from..at]));
            (from, begun, self.last) = (at, Some(page), page);
        }
        stretches.push((begun, &blocks[from..]));
        stretches
    }
}

/// The page that a block begins on, where the source has pages and says so.
pub(super) fn page_of(places: &[Place], block: &Block) -> Option<u32> {
    let mut rest = vec![block];
    while let Some(block) = rest.pop() {
        let page = match block {
            Block::Paragraph(paragraph) => page_in(places, paragraph.place),
            Block::Table(table) => page_in(places, table.place),
            other => {
                rest.extend(other.children().into_iter().flatten().rev());
                None
            }
        };
        if page.is_some() {
            return page;
        }
    }
    None
}

/// The page that a place begins on.
pub fn page_at(flow: &Flow, place: Option<PlaceId>) -> Option<u32> {
    page_in(&flow.places, place)
}

fn page_in(places: &[Place], place: Option<PlaceId>) -> Option<u32> {
    let place = places.get(place?.0 as usize)?;
    place.stretches.first().map(|stretch| stretch.page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::options::Options;
    use transvase_base::units::Rect;
    use transvase_model::flow::{Paragraph, Stretch};

    fn paragraph(place: Option<u32>) -> Block {
        Block::Paragraph(Paragraph { place: place.map(PlaceId), ..Paragraph::default() })
    }

    fn marks(flow: &Flow) -> PageMarks<'_> {
        let mut options = Options::default();
        options.set(&PAGE_BREAKS, "true").unwrap();
        PageMarks::of(flow, &Context::new(options, transvase_base::context::Limits::default()))
    }

    fn flow() -> Flow {
        let place = |page| Place { stretches: vec![Stretch { page, rect: Rect::default(), lines: Vec::new() }] };
        Flow { places: vec![place(1), place(2)], ..Flow::default() }
    }

    #[test]
    fn a_page_begins_with_the_first_block_that_stands_on_it() {
        let flow = flow();
        let inside = Block::Quote(vec![paragraph(None), paragraph(Some(1)), paragraph(Some(0))]);
        let blocks = [paragraph(Some(0)), paragraph(None), inside, paragraph(Some(0))];
        let stretches = marks(&flow).stretches(&blocks);
        assert_eq!(stretches, [(None, &blocks[..0]), (Some(1), &blocks[..2]), (Some(2), &blocks[2..])]);
    }

    #[test]
    fn blocks_in_one_another_without_end_are_looked_into() {
        let flow = flow();
        let deep = (0..100_000).fold(paragraph(Some(1)), |inner, _| Block::Quote(vec![inner]));
        // What a reader would not build; the drop of it is the model's.
        let blocks = std::mem::ManuallyDrop::new([deep]);
        assert_eq!(marks(&flow).stretches(&blocks[..])[1].0, Some(2));
    }
}
