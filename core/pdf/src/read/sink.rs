//! The interpreter's output: what it finds on a page, as it comes.

use std::collections::BTreeMap;

use super::bars::Bars;
use super::guess::Doubt;
use super::letters::Letters;
use super::state::{State, Trust};
use super::unread::Drawing;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::pages::{GlyphRun, Hidden, Item, NodeId, Path, PlacedImage, Unseen};

/// What marked content says of all that is shown inside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tag {
    /// The structure element it belongs to.
    pub node: Option<NodeId>,
    /// Whether it is no part of the text.
    pub artifact: bool,
}

/// How a path or an image is painted, where its item does not tell how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// It mixes with what is under it, or is seen through a mask.
    Veiled,
    /// It is clipped to an outline: not all of it is seen.
    Cut,
    /// It has another colour than it says.
    Unread,
}

/// Collects what a page shows.
#[derive(Default)]
pub(super) struct Sink {
    /// What is said of the items that come next.
    pub tag: Tag,
    /// What is painted, in painting order.
    pub items: Vec<Item>,
    /// Glyphs without text.
    pub unmapped: u64,
    /// Drawings of runs of them.
    pub unread: Vec<Drawing>,
    /// Runs whose text is a guess.
    pub doubts: Vec<Doubt>,
    /// How some paths and images are painted, beside what they say, by their index.
    pub manners: BTreeMap<usize, Manner>,
    /// How the letters of some runs are painted, beside what they say, by their index.
    pub letters: BTreeMap<usize, Letters>,
    /// Where something should be that could not be painted, and the number of items before it.
    pub lost: Vec<(usize, Rect)>,
    /// Text outside the page, clipped away or in a hidden layer.
    pub unseen: Vec<(String, Hidden)>,
    /// Forms that show themselves.
    pub cycles: bool,
    /// Areas of changing colour that could not be painted.
    pub fills_lost: u64,
    /// Images that could not be decoded.
    pub images_lost: u64,
    /// Images that are larger than an image may be, by the name and the value of that limit.
    pub images_over: BTreeMap<(&'static str, u64), u64>,
    /// Runs of bar codes.
    pub bars: Vec<Bars>,
}

/// Bytes an item takes beside its glyphs or segments, about.
const ITEM_BYTES: usize = 192;

impl Sink {
    /// Adds a glyph run.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn push_glyphs(&mut self, run: GlyphRun, context: &Context) -> Result<()> {
        context.charge_unpacked(ITEM_BYTES + run.text.len() + size_of_val(run.glyphs.as_slice()))?;
        self.items.push(Item::Glyphs(run));
        Ok(())
    }

    /// Adds a path.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn push_path(&mut self, path: Path, context: &Context) -> Result<()> {
        context.charge_unpacked(ITEM_BYTES + size_of_val(path.segments.as_slice()))?;
        self.items.push(Item::Path(Path { node: self.tag.node, ..path }));
        Ok(())
    }

    /// Adds an image.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn push_image(&mut self, image: PlacedImage, context: &Context) -> Result<()> {
        context.charge_unpacked(ITEM_BYTES)?;
        self.items.push(Item::Image(PlacedImage { node: self.tag.node, ..image }));
        Ok(())
    }

    /// Keeps how the item that came last is painted.
    pub fn note_manner(&mut self, state: &State<'_>) {
        let trusts = match self.items.last() {
            Some(Item::Path(path)) => [path.fill.map(|_| state.fill.trust), path.stroke.map(|_| state.stroke.trust)],
            _ => [None; 2],
        };
        let manner = if !state.is_plain() || trusts.contains(&Some(Trust::Pattern)) {
            Manner::Veiled
        } else if !state.clip_is_exact {
            Manner::Cut
        } else if trusts.contains(&Some(Trust::Unread)) {
            Manner::Unread
        } else {
            return;
        };
        self.manners.insert(self.items.len().saturating_sub(1), manner);
    }

    /// Keeps where something should be that could not be painted.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn lose(&mut self, place: Rect, context: &Context) -> Result<()> {
        context.charge_unpacked(size_of::<(usize, Rect)>())?;
        self.lost.push((self.items.len(), place));
        Ok(())
    }

    /// Keeps text that nobody sees.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn withhold(&mut self, text: &str, hidden: Hidden, context: &Context) -> Result<()> {
        let text = text.trim();
        if !text.is_empty() {
            context.charge_unpacked(size_of::<Unseen>() + text.len())?;
            self.unseen.push((text.to_owned(), hidden));
        }
        Ok(())
    }

    /// Keeps drawings of glyphs without text until the page is read.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn keep_unread(&mut self, drawings: Vec<Drawing>, context: &Context) -> Result<()> {
        let segments: usize = drawings.iter().map(|drawing| size_of_val(drawing.path.segments.as_slice())).sum();
        context.charge_unpacked(ITEM_BYTES * drawings.len() + segments)?;
        self.unread.extend(drawings);
        Ok(())
    }
}
