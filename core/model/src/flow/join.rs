//! Concatenation of documents.

use std::sync::Arc;

use super::walk::{each_inline_mut, each_run_mut, walk_mut};
use super::{
    Anchor, Block, Flow, Inline, InlineImage, LinkTarget, List, OutlineItem, Paragraph, RunningText, Section, Table,
};
use crate::media::{MediaId, MediaStore};

impl Flow {
    /// Adds another document behind this one, from a new page on. What is said of a document as a whole (its
    /// metadata, its cover, its paper) is said by the first; the cover of the other becomes its first page.
    ///
    /// `number` is the place of the other among the joined ones; no two may have the same. Where one of them has an
    /// outline, one without is an entry of it, called `name` if its own metadata has no title.
    pub fn append(&mut self, mut other: Flow, number: usize, name: &str) {
        let media = self.take_media(std::mem::take(&mut other.media));
        let joint = Joint {
            media,
            number,
            notes: self.notes.len(),
            comments: self.comments.len(),
            changes: self.changes.len(),
            places: self.places.len() as u32,
            pages: self.pages.last().map_or(0, |last| last.number),
            sequences: self.blocks().flat_map(sequences).max().map_or(0, |last| last + 1),
            language: other.metadata.language.take().filter(|own| self.metadata.language.as_ref() != Some(own)),
        };
        joint.place(&mut other);
        self.join_outlines(&mut other, number, name);
        if let Some(first) = other.sections.first_mut() {
            first.new_page = true;
        }
        if let Some(cover) = other.cover {
            other.sections.insert(0, cover_page(joint.moved(cover)));
        }
        if let Some(first) = other.sections.first_mut() {
            // Without any, it would go on with what runs at the edges of the document before.
            first.header.get_or_insert_with(RunningText::default);
            first.footer.get_or_insert_with(RunningText::default);
        }
        self.sections.append(&mut other.sections);
        self.notes.append(&mut other.notes);
        self.comments.append(&mut other.comments);
        self.changes.append(&mut other.changes);
        self.pages.append(&mut other.pages);
        self.places.append(&mut other.places);
        self.page_words.append(&mut other.page_words);
        for font in other.fonts {
            if !self.fonts.contains(&font) {
                self.fonts.push(font);
            }
        }
    }

    /// Stores the images of another document; their new names, by their old ones.
    fn take_media(&mut self, other: MediaStore) -> Vec<MediaId> {
        other.iter().map(|(_, media)| self.media.add(media.clone())).collect()
    }

    fn join_outlines(&mut self, other: &mut Flow, number: usize, name: &str) {
        if self.outline.is_empty() && other.outline.is_empty() {
            return;
        }
        if self.outline.is_empty() {
            // The documents before this one are one entry together: the first names them.
            let title = self.metadata.title.clone().unwrap_or_else(|| "1".to_owned());
            self.outline = entry(self, title, 0).into_iter().collect();
        }
        if other.outline.is_empty() {
            let title = other.metadata.title.clone().unwrap_or_else(|| name.to_owned());
            other.outline = entry(other, title, number).into_iter().collect();
        }
        self.outline.append(&mut other.outline);
    }

    /// The blocks of all sections, without what runs at the edges of the pages.
    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.sections.iter().flat_map(|section| &section.blocks)
    }
}

/// How what a document names by number or by name is called behind others.
struct Joint {
    media: Vec<MediaId>,
    number: usize,
    notes: usize,
    comments: usize,
    changes: usize,
    places: u32,
    /// The last page before it: its own pages count on.
    pages: u32,
    sequences: u32,
    /// The document's language, where it is not that of the first.
    language: Option<String>,
}

impl Joint {
    fn place(&self, flow: &mut Flow) {
        flow.each_story_mut(&mut |blocks| self.blocks(blocks));
        flow.pages.iter_mut().for_each(|page| page.number += self.pages);
        flow.page_words.iter_mut().for_each(|words| words.page += self.pages);
        flow.places.iter_mut().flat_map(|place| &mut place.stretches).for_each(|part| part.page += self.pages);
        flow.outline.iter_mut().for_each(|item| item.target = self.anchor(&item.target));
    }

    fn blocks(&self, blocks: &mut [Block]) {
        each_inline_mut(blocks, &mut |inline| self.inline(inline));
        blocks.iter_mut().for_each(|block| self.block(block));
        let Some(language) = self.language.as_deref().map(Arc::from) else { return };
        let speak = &mut |paragraph: &mut Paragraph| -> Result<(), std::convert::Infallible> {
            let mut speak = |run: &mut super::Run| {
                run.style.language.get_or_insert_with(|| Arc::clone(&language));
            };
            paragraph.drop_cap.iter_mut().for_each(|capital| speak(&mut capital.run));
            each_run_mut(&mut paragraph.content, &mut speak);
            Ok(())
        };
        let Ok(()) = walk_mut(blocks, speak);
    }

    fn inline(&self, inline: &mut Inline) {
        match inline {
            Inline::Image(image) => image.media = self.moved(image.media),
            Inline::Drawing(drawing) => {
                drawing.images.iter_mut().for_each(|image| image.media = self.moved(image.media));
            }
            Inline::Anchor(anchor) | Inline::Link { target: LinkTarget::Internal(anchor), .. } => {
                *anchor = self.anchor(anchor);
            }
            Inline::Field(field) => {
                if let super::FieldKind::PageOf(anchor) = &mut field.kind {
                    *anchor = self.anchor(anchor);
                }
            }
            Inline::Note(note) => *note += self.notes,
            Inline::Comment { comment, .. } => *comment += self.comments,
            Inline::Change { change, .. } => *change += self.changes,
            _ => {}
        }
    }

    /// Numbered lists of one sequence go on counting, but not those of another document.
    fn block(&self, block: &mut Block) {
        match block {
            Block::List(List { sequence: Some(sequence), .. }) => *sequence += self.sequences,
            Block::Paragraph(Paragraph { place: Some(place), .. }) | Block::Table(Table { place: Some(place), .. }) => {
                place.0 += self.places;
            }
            _ => {}
        }
        if let Block::Table(table) = block {
            table.rows.iter_mut().flat_map(|row| &mut row.change).for_each(|change| *change += self.changes);
        }
        for inside in block.children_mut() {
            inside.iter_mut().for_each(|block| self.block(block));
        }
    }

    fn anchor(&self, anchor: &Anchor) -> Anchor {
        format!("{}.{anchor}", self.number).into()
    }

    fn moved(&self, media: MediaId) -> MediaId {
        self.media.get(media.index()).copied().unwrap_or(media)
    }
}

fn sequences(block: &Block) -> Vec<u32> {
    let own = if let Block::List(list) = block { list.sequence } else { None };
    let inside = block.children().into_iter().flatten().flat_map(sequences);
    own.into_iter().chain(inside).collect()
}

/// An entry of the outline that leads to the first paragraph of a document; `None` where it has none.
fn entry(flow: &mut Flow, title: String, number: usize) -> Option<OutlineItem> {
    let target: Anchor = format!("{number}.document").into();
    let mut anchor = Some(Inline::Anchor(Arc::clone(&target)));
    for section in &mut flow.sections {
        // Whoever has the anchor ends the walk.
        let _ = walk_mut(&mut section.blocks, &mut |paragraph| match anchor.take() {
            Some(anchor) => {
                paragraph.content.insert(0, anchor);
                Ok(())
            }
            None => Err(()),
        });
    }
    anchor.is_none().then_some(OutlineItem { level: 1, title, target })
}

fn cover_page(cover: MediaId) -> Section {
    let image = InlineImage { alt: Some("Cover".to_owned()), ..InlineImage::new(cover) };
    let paragraph = Paragraph { content: vec![Inline::Image(image)], ..Paragraph::default() };
    Section { new_page: true, blocks: vec![Block::Paragraph(paragraph)], ..Section::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{Comment, Marker, MarkerLook, Note, NoteKind, NumberFormat, Run, TextStyle};
    use crate::media::{Media, MediaKind};

    fn text(text: &str) -> Inline {
        Inline::Text(Run { text: text.into(), style: TextStyle::default() })
    }

    /// A document in which everything that can be named is named.
    fn document(language: &str, image: u8) -> Flow {
        let mut flow = Flow::default();
        flow.metadata.language = Some(language.into());
        flow.metadata.title = Some(format!("Title in {language}"));
        let media =
            flow.media.add(Media { bytes: Arc::from([image; 4]), kind: MediaKind::Png, width_px: 1, height_px: 1 });
        let anchor: Anchor = "place".into();
        let content = vec![
            Inline::Anchor(Arc::clone(&anchor)),
            text(language),
            Inline::Image(InlineImage::new(media)),
            Inline::Note(0),
            Inline::Comment {
                comment: 0,
                content: vec![Inline::Link { target: LinkTarget::Internal(anchor), content: vec![text("link")] }],
            },
        ];
        let paragraph = Block::Paragraph(Paragraph { content, ..Paragraph::default() });
        let item = super::super::ListItem { number: None, blocks: vec![paragraph] };
        let list = List {
            marker: Marker::Number {
                format: NumberFormat::Decimal,
                parents: 0,
                prefix: String::new(),
                suffix: String::new(),
            },
            look: MarkerLook::default(),
            start: 1,
            sequence: Some(3),
            items: vec![item],
            style: None,
        };
        flow.notes = vec![Note { kind: NoteKind::Foot, mark: None, blocks: Vec::new() }];
        flow.comments = vec![Comment::default()];
        flow.sections = vec![Section { blocks: vec![Block::List(list)], ..Section::default() }];
        flow
    }

    #[test]
    fn nothing_of_the_second_names_a_thing_of_the_first() {
        let mut joined = document("en", 1);
        joined.append(document("de", 2), 2, "second.mobi");
        let [_, second] = joined.sections.as_mut_slice() else { panic!("a section each") };
        assert!(second.new_page);
        let Block::List(List { sequence, .. }) = &second.blocks[0] else { panic!("a list") };
        assert_eq!(*sequence, Some(3 + 4));
        let mut seen = Vec::new();
        each_inline_mut(&mut second.blocks, &mut |inline| {
            seen.push(match inline {
                Inline::Anchor(anchor) => format!("anchor {anchor}"),
                Inline::Text(run) => format!("{} in {}", run.text, run.style.language.as_deref().unwrap_or("none")),
                Inline::Image(image) => format!("image {}", image.media.index()),
                Inline::Note(note) => format!("note {note}"),
                Inline::Comment { comment, .. } => format!("comment {comment}"),
                Inline::Link { target, .. } => format!("{target:?}"),
                _ => String::new(),
            });
        });
        let told =
            ["anchor 2.place", "de in de", "image 1", "note 1", "comment 1", "Internal(\"2.place\")", "link in de"];
        assert_eq!(seen, told);
        assert_eq!((joined.notes.len(), joined.comments.len(), joined.media.len()), (2, 2, 2));
    }

    #[test]
    fn a_document_without_an_outline_is_an_entry_of_the_other_ones() {
        let outline = |title: &str| vec![OutlineItem { level: 1, title: title.into(), target: "place".into() }];
        let titles = |first: Vec<OutlineItem>, second: Vec<OutlineItem>| {
            let mut joined = Flow { outline: first, ..document("en", 1) };
            joined.append(Flow { outline: second, ..document("de", 1) }, 2, "second.mobi");
            joined.outline.into_iter().map(|item| format!("{} {}", item.title, item.target)).collect::<Vec<_>>()
        };
        assert_eq!(titles(Vec::new(), Vec::new()), [""; 0]);
        assert_eq!(titles(outline("one"), outline("two")), ["one place", "two 2.place"]);
        assert_eq!(titles(outline("one"), Vec::new()), ["one place", "Title in de 2.document"]);
        assert_eq!(titles(Vec::new(), outline("two")), ["Title in en 0.document", "two 2.place"]);
    }

    #[test]
    fn the_cover_of_the_second_is_a_page() {
        let mut second = document("en", 7);
        second.cover = Some(second.media.iter().next().unwrap().0);
        let mut joined = document("en", 1);
        joined.append(second, 2, "second");
        assert_eq!(joined.sections.len(), 3);
        assert!(joined.cover.is_none() && joined.sections[1].new_page && joined.sections[2].new_page);
    }

    #[test]
    fn the_head_and_foot_of_the_first_end_with_it() {
        let running = |words: &str| {
            let paragraph = Paragraph { content: vec![text(words)], ..Paragraph::default() };
            Some(RunningText { default: vec![Block::Paragraph(paragraph)], ..RunningText::default() })
        };
        let mut joined = document("en", 1);
        joined.sections[0].header = running("head of the first");
        let mut second = document("en", 1);
        second.sections[0].footer = running("foot of the second");
        joined.append(second, 2, "second");
        assert_eq!(joined.sections[1].header, Some(RunningText::default()));
        assert_eq!(joined.sections[1].footer, running("foot of the second"));
    }
}
