//! Concatenation of paged documents.

use super::{Item, LinkTarget, NodeId, Page, Pages};

impl Pages {
    /// Adds the pages of another document behind these, with their fonts, images, bookmarks, links and structure. What
    /// the first document says about itself is kept.
    pub(crate) fn append(&mut self, mut other: Pages) {
        let (pages, fonts, nodes) = (self.pages.len(), self.fonts.len(), self.structure.len());
        let media: Vec<_> = other.media.iter().map(|(_, media)| self.media.add(media.clone())).collect();
        for (at, mut page) in other.pages.drain(..).enumerate() {
            page.unpack();
            page.renumber(|font| font + fonts, |id| media.get(id.index()).copied().unwrap_or(id));
            page.number = (pages + at) as u32 + 1;
            moved(&mut page, pages, nodes);
            self.pages.push(page);
        }
        self.fonts.append(&mut other.fonts);
        for mut entry in other.outline {
            if let Some(target) = &mut entry.target {
                target.page += pages;
            }
            self.outline.push(entry);
        }
        for mut node in other.structure {
            // The document's own parent is itself; the second one becomes a part of the first.
            node.parent = if node.parent == 0 && nodes > 0 { 0 } else { node.parent + nodes };
            self.structure.push(node);
        }
    }
}

/// Lets what a page names by number follow what has been put before it.
fn moved(page: &mut Page, pages: usize, nodes: usize) {
    let node = |node: &mut Option<NodeId>| *node = node.map(|node| node + nodes);
    for item in &mut page.items {
        match item {
            Item::Glyphs(run) => node(&mut run.node),
            Item::Path(path) => node(&mut path.node),
            Item::Image(image) => node(&mut image.node),
        }
    }
    for link in &mut page.links {
        node(&mut link.node);
        if let LinkTarget::Internal(place) = &mut link.target {
            place.page += pages;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Destination, Link, OutlineItem, PlacedImage};
    use super::*;
    use crate::media::{Media, MediaKind};
    use transvase_base::units::{Affine, Point};

    fn document(byte: u8) -> Pages {
        let mut pages = Pages::default();
        let media = Media { bytes: [byte].into(), kind: MediaKind::Png, width_px: 1, height_px: 1 };
        let media = pages.media.add(media);
        let image = PlacedImage { media, transform: Affine::IDENTITY, clip: None, window: None, alt: None, node: None };
        let place = Destination { page: 0, at: Point::default() };
        let link = Link { areas: Vec::new(), target: LinkTarget::Internal(place), node: None };
        pages.outline.push(OutlineItem { level: 1, title: "One".into(), target: Some(place) });
        let items = vec![Item::Image(image)];
        pages.pages.push(Page { number: 1, items, links: vec![link], ..Page::default() });
        pages
    }

    #[test]
    fn what_follows_keeps_its_places_and_images() {
        let mut pages = document(1);
        pages.append(document(2));
        pages.append(document(1));
        assert_eq!((pages.pages.len(), pages.media.len()), (3, 2));
        let targets: Vec<_> = pages.outline.iter().filter_map(|entry| entry.target).map(|to| to.page).collect();
        assert_eq!(targets, [0, 1, 2]);
        let LinkTarget::Internal(place) = &pages.pages[2].links[0].target else { panic!("inside") };
        assert_eq!((place.page, pages.pages[2].number), (2, 3));
        let images = pages.pages.iter().flat_map(|page| &page.items).filter_map(|item| match item {
            Item::Image(image) => Some(image.media.index()),
            _ => None,
        });
        assert_eq!(images.collect::<Vec<_>>(), [0, 1, 0]);
    }
}
