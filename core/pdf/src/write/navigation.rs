//! Links and bookmarks.

use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::destination::XyzDestination;
use krilla::geom::Size as Extent;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::Page as Canvas;

use super::geometry::{area, spot, tame};
use super::tags::Tags;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Point;
use transvase_model::pages::{Destination, Link, LinkTarget, OutlineItem};

/// Deepest level of bookmarks; deeper ones become its siblings.
const DEEPEST: u8 = 16;

/// Bookmarks of the first level are shown with their children while the whole list stays this
/// short.
const SHOWN_OPEN: usize = 40;

/// The places of a document that links and bookmarks can lead to.
pub(super) struct Navigation {
    sizes: Vec<Extent>,
}

impl Navigation {
    pub(super) fn new(sizes: Vec<Extent>) -> Navigation {
        Navigation { sizes }
    }

    /// The size of a page, as it is written.
    pub(super) fn size(&self, page: usize) -> Extent {
        let a4 = Extent::from_wh(595.28, 841.89).expect("A4 is a size");
        self.sizes.get(page).copied().unwrap_or(a4)
    }

    /// Adds the links of a page, an annotation for each line of each, and says how many lead
    /// nowhere.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub(super) fn links(
        &self,
        canvas: &mut Canvas,
        links: &[Link],
        tags: &mut Tags,
        context: &Context,
    ) -> Result<usize> {
        let mut dropped = 0;
        for link in links {
            context.tick(1 + link.areas.len() as u64)?;
            if self.target(&link.target).is_none() {
                dropped += 1;
                continue;
            }
            let words = tags.link_words(link);
            for place in link.areas.iter().filter_map(area) {
                let Some(target) = self.target(&link.target) else { continue };
                let annotation = Annotation::new_link(LinkAnnotation::new(place, target), Some(words.clone()));
                match tags.link_node(link) {
                    Some(node) => {
                        let identifier = canvas.add_tagged_annotation(annotation);
                        tags.mark_link(node, identifier);
                    }
                    None => canvas.add_annotation(annotation),
                }
            }
        }
        Ok(dropped)
    }

    fn target(&self, target: &LinkTarget) -> Option<Target> {
        match target {
            LinkTarget::External(uri) => {
                let uri = ascii_uri(uri);
                (!uri.is_empty()).then(|| Target::Action(Action::Link(LinkAction::new(uri))))
            }
            LinkTarget::Internal(place) => self.place(place).map(|place| Target::Destination(place.into())),
        }
    }

    /// A destination; `None` where there is no such page.
    fn place(&self, destination: &Destination) -> Option<XyzDestination> {
        let size = self.sizes.get(destination.page)?;
        let x = tame(destination.at.x).clamp(0.0, size.width());
        let y = tame(destination.at.y).clamp(0.0, size.height());
        Some(XyzDestination::new(destination.page, spot(Point { x, y })))
    }

    /// The bookmarks; `None` where there are none. One without a target leads where the next one
    /// leads, as a heading above others does.
    pub(super) fn outline(&self, items: &[OutlineItem]) -> Option<Outline> {
        let mut next: Option<XyzDestination> = None;
        let mut entries: Vec<(u8, OutlineNode)> = Vec::new();
        let open = items.len() <= SHOWN_OPEN;
        for item in items.iter().rev() {
            let place = item.target.as_ref().and_then(|target| self.place(target)).or_else(|| next.clone());
            next.clone_from(&place);
            let title = title(&item.title);
            if let (Some(place), false) = (place, title.is_empty()) {
                let level = item.level.clamp(1, DEEPEST);
                entries.push((level, OutlineNode::new(title, place).with_open(open && level == 1)));
            }
        }
        entries.reverse();
        (!entries.is_empty()).then(|| nested(entries))
    }
}

/// Bookmarks in a tree; one whose level skips some becomes a child of the one before.
fn nested(entries: Vec<(u8, OutlineNode)>) -> Outline {
    let mut outline = Outline::new();
    let mut path: Vec<(u8, OutlineNode)> = Vec::new();
    for (level, node) in entries {
        fold(&mut path, &mut outline, level);
        path.push((level, node));
    }
    fold(&mut path, &mut outline, 0);
    outline
}

/// Hangs the nodes at the end of `path` that are not above `level` into their parents.
fn fold(path: &mut Vec<(u8, OutlineNode)>, outline: &mut Outline, level: u8) {
    while path.last().is_some_and(|(last, _)| *last >= level) {
        let Some((_, node)) = path.pop() else { break };
        match path.last_mut() {
            Some((_, parent)) => parent.push_child(node),
            None => outline.push_child(node),
        }
    }
}

/// A title on one line.
fn title(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A URI in 7-bit ASCII, as ISO 32000-1, 12.6.4.7 demands: other bytes are percent-encoded
/// (RFC 3987, 3.1).
fn ascii_uri(uri: &str) -> String {
    let mut ascii = String::new();
    for byte in uri.trim().bytes() {
        if byte.is_ascii_graphic() {
            ascii.push(char::from(byte));
        } else {
            let hex = |digit: u8| char::from(b"0123456789ABCDEF"[usize::from(digit)]);
            ascii.extend(['%', hex(byte >> 4), hex(byte & 15)]);
        }
    }
    ascii
}
