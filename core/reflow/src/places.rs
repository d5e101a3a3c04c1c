//! Source positions: where blocks stood on the pages of the source.

use super::block::{Block, Para, Table};
use super::notes::NoteText;
use super::page_blocks::PageBlocks;
use super::text::line::Line;
use transvase_base::units::{Affine, Rect};
use transvase_model::flow::{Place, PlaceId, SourcePage, Stretch};
use transvase_model::pages::Page;

/// The pages of the source, and the places that blocks had on them.
#[derive(Debug, Default)]
pub(super) struct SourcePlaces {
    /// The pages.
    pub pages: Vec<SourcePage>,
    /// From each page as it is worked on, which may be scaled or turned, back to the source's.
    back: Vec<Affine>,
    /// The places.
    pub list: Vec<Place>,
}

impl SourcePlaces {
    /// The pages as the source has them.
    pub fn of(pages: &[Page]) -> SourcePlaces {
        let pages: Vec<_> = pages.iter().map(|page| SourcePage { number: page.number, size: page.size }).collect();
        SourcePlaces { back: vec![Affine::IDENTITY; pages.len()], pages, list: Vec::new() }
    }

    /// Notes how pages were scaled or turned.
    pub fn moved(&mut self, maps: &[Option<Affine>]) {
        for (back, map) in self.back.iter_mut().zip(maps) {
            if let Some(inverse) = map.and_then(|map| map.inverse()) {
                *back = inverse.then(back);
            }
        }
    }

    /// The number in the source of a page, by its index from 0.
    pub fn number(&self, page: usize) -> Option<u32> {
        self.pages.get(page).map(|page| page.number)
    }

    /// The place of a paragraph; `None` where the page of its lines is not known.
    pub fn of_paragraph(&mut self, para: &Para) -> Option<PlaceId> {
        let stretches = self.stretches(&para.lines);
        self.add(stretches)
    }

    /// The place of something on a page, by the page's index from 0, that has no lines.
    pub fn of_rect(&mut self, page: usize, rect: &Rect) -> Option<PlaceId> {
        let stretch = self.stretch(page, &[*rect]).map(|stretch| Stretch { lines: Vec::new(), ..stretch });
        self.add(stretch.into_iter().collect())
    }

    /// The place of a table that begins on a page: its lines and text there, and its text on the pages it goes on to.
    pub fn of_table(&mut self, page: usize, table: &Table) -> Option<PlaceId> {
        let mut lines = Vec::new();
        table.blocks().for_each(|block| lines_of(block, &mut lines));
        // A stable sort: of columns side by side, those of one page come together.
        lines.sort_by_key(|line| line.page);
        let mut stretches = self.stretches(lines);
        let own = self.pages.get(page).map(|page| page.number);
        let whole = self.stretch(page, &[table.rect]).filter(|_| table.cut.is_none() && table.end.is_none());
        match (whole, stretches.iter_mut().find(|stretch| Some(stretch.page) == own)) {
            (Some(whole), Some(stretch)) => stretch.rect = stretch.rect.union(&whole.rect),
            (Some(whole), None) => stretches.insert(0, whole),
            (None, _) => {}
        }
        stretches.iter_mut().for_each(|stretch| stretch.lines = Vec::new());
        self.add(stretches)
    }

    fn add(&mut self, stretches: Vec<Stretch>) -> Option<PlaceId> {
        if stretches.is_empty() {
            return None;
        }
        self.list.push(Place { stretches });
        u32::try_from(self.list.len() - 1).ok().map(PlaceId)
    }

    /// A stretch for each page that lines stand on.
    fn stretches<'l>(&self, lines: impl IntoIterator<Item = &'l Line>) -> Vec<Stretch> {
        let mut pages: Vec<(u32, Vec<Rect>)> = Vec::new();
        for line in lines {
            match pages.last_mut().filter(|(page, _)| *page == line.page) {
                Some((_, rects)) => rects.push(line.rect),
                None => pages.push((line.page, vec![line.rect])),
            }
        }
        let known = pages.iter().filter_map(|(page, rects)| Some((page.checked_sub(1)? as usize, rects)));
        known.filter_map(|(page, rects)| self.stretch(page, rects)).collect()
    }

    fn stretch(&self, page: usize, rects: &[Rect]) -> Option<Stretch> {
        let (source, back) = (self.pages.get(page)?, self.back.get(page)?);
        let lines: Vec<Rect> = rects.iter().map(|rect| back.apply_rect(rect)).collect();
        let rect = lines.iter().copied().reduce(|a, b| a.union(&b))?;
        Some(Stretch { page: source.number, rect, lines })
    }
}

/// Tells each line of the text the page it stands on, before any moves to where its paragraph began.
pub(super) fn number(pages: &mut [PageBlocks]) {
    for page in pages {
        let number = page.index as u32 + 1;
        page.blocks_mut().for_each(|block| each_line(block, &mut |line| line.page = number));
    }
}

/// The same for notes, which know the page they begin on: where a line stands above the one before it, the note goes on
/// on the next page.
pub(super) fn number_notes(notes: &mut [NoteText]) {
    for text in notes {
        let (mut page, mut last) = (text.note.page as u32 + 1, f32::NEG_INFINITY);
        for block in &mut text.blocks {
            each_line(block, &mut |line| {
                page += u32::from(line.baseline < last - line.size);
                (last, line.page) = (line.baseline, page);
            });
        }
    }
}

fn each_line(block: &mut Block, visit: &mut dyn FnMut(&mut Line)) {
    match block {
        Block::Text(para) => para.lines.iter_mut().for_each(visit),
        Block::Table(table) => table.blocks_mut().for_each(|block| each_line(block, visit)),
        Block::Picture(_) | Block::Rule(_) => {}
    }
}

fn lines_of<'b>(block: &'b Block, lines: &mut Vec<&'b Line>) {
    match block {
        Block::Text(para) => lines.extend(&para.lines),
        Block::Table(table) => table.blocks().for_each(|block| lines_of(block, lines)),
        Block::Picture(_) | Block::Rule(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Size;

    fn line(page: u32, top: f32) -> Line {
        Line { page, rect: Rect { left: 10.0, top, right: 90.0, bottom: top + 10.0 }, ..Line::default() }
    }

    fn places() -> SourcePlaces {
        let page = |number| SourcePage { number, size: Size { width: 100.0, height: 200.0 } };
        SourcePlaces { pages: vec![page(7), page(8)], back: vec![Affine::IDENTITY; 2], list: Vec::new() }
    }

    #[test]
    fn a_paragraph_over_two_pages_has_two_stretches() {
        let mut places = places();
        let para = Para { lines: vec![line(1, 170.0), line(1, 185.0), line(2, 20.0)], ..Para::default() };
        let PlaceId(id) = places.of_paragraph(&para).unwrap();
        let stretches = &places.list[id as usize].stretches;
        let seen: Vec<_> = stretches.iter().map(|part| (part.page, part.rect.top, part.rect.bottom)).collect();
        assert_eq!(seen, [(7, 170.0, 195.0), (8, 20.0, 30.0)]);
        assert_eq!(stretches.iter().map(|part| part.lines.len()).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn places_are_those_of_the_page_before_it_was_scaled_and_turned() {
        let mut places = places();
        places.moved(&[Some(Affine::scale(0.5, 0.5)), None]);
        // A quarter turn of the scaled page, which is 50 points wide.
        places.moved(&[Some(Affine { a: 0.0, b: -1.0, c: 1.0, d: 0.0, e: 0.0, f: 50.0 }), None]);
        let on_source = Rect { left: 20.0, top: 40.0, right: 60.0, bottom: 52.0 };
        let worked_on = Rect { left: 20.0, top: 20.0, right: 26.0, bottom: 40.0 };
        let para = Para { lines: vec![Line { page: 1, rect: worked_on, ..Line::default() }], ..Para::default() };
        places.of_paragraph(&para).unwrap();
        assert_eq!(places.list[0].stretches[0].rect, on_source);
    }

    #[test]
    fn lines_of_no_known_page_have_no_place() {
        let para = Para { lines: vec![line(0, 10.0)], ..Para::default() };
        assert_eq!(places().of_paragraph(&para), None);
    }
}
