//! Strips: what a page is stacked from. A strip is a line of text, an image, a rule or a band of a
//! table row; page breaks fall between strips.

use std::sync::Arc;

use super::division::Division;
use transvase_base::units::{Affine, Point, Rect};
use transvase_model::flow::Anchor;
use transvase_model::pages::{GlyphRun, Item, Path, PlacedImage};

/// Costs of a page break before a strip. A page left blank to its half costs 500, so that a cost
/// says which share of a page may stay empty to avoid the break (500: half a page).
pub(super) mod cost {
    /// Between a heading and what follows it.
    pub const AFTER_HEADING: u32 = 700;
    /// Between paragraphs that are to stay together, or an image and its caption.
    pub const KEPT: u32 = 600;
    /// One line of a paragraph alone at the foot or head of a page.
    pub const WIDOW: u32 = 300;
    /// The least cost of breaks that office programs make only where there is no other.
    pub const KEPT_APART: u32 = IN_ROW;
    /// After a line that ends in a divided word.
    pub const HYPHEN: u32 = 100;
    /// Inside a table row.
    pub const IN_ROW: u32 = 200;
    /// The same where office programs do so without another thought.
    pub const IN_SPLIT_ROW: u32 = 30;
}

/// A break that must come before a strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Force {
    /// In the next column.
    Column,
    /// On the next page.
    Page,
}

/// Something that other parts of the document refer to.
#[derive(Debug, Clone)]
pub(super) enum Mark {
    /// A place links lead to.
    Anchor(Anchor),
    /// A heading: level and words.
    Heading(u8, String),
    /// A paragraph of a style that some field asks for: the style and its words.
    Styled(Arc<str>, String),
}

/// A band across the column. Its items are placed from the column's left edge and the strip's top.
#[derive(Debug, Clone, Default)]
pub(super) struct Strip {
    /// Space above it, which vanishes at the top of a page.
    pub above: f32,
    /// Height.
    pub height: f32,
    /// The part of the height, at its end, that may reach beyond the end of a column.
    pub slack: f32,
    /// Distance of the base line from the top; 0 where there is none.
    pub base: f32,
    /// Cost of a page break before it.
    pub cost: u32,
    /// A break that must come before it.
    pub force: Option<Force>,
    /// What is painted.
    pub items: Vec<Item>,
    /// Areas of links, by number.
    pub links: Vec<(u32, Rect)>,
    /// What others refer to.
    pub marks: Vec<Mark>,
    /// Strips repeated above it where it begins a page: the head of its table.
    pub head: Option<Arc<[Strip]>>,
    /// What is painted below all text of the page.
    pub under: Vec<Item>,
    /// What is painted on its page, placed from the upper left corner of the paper.
    pub pinned: Vec<Pinned>,
    /// Height that must be left on its page from its top down: that of what stands beside it.
    pub reach: f32,
    /// Strips at the foot of its page: the notes that it names.
    pub notes: Vec<Strip>,
    /// The rest of these notes, which goes on at the foot of the next column.
    pub notes_over: Vec<Strip>,
    /// Comments for the margin beside it.
    pub remarks: Vec<Strip>,
    /// Lines that close what goes on over a page break.
    pub at_break: AtBreak,
    /// Whether it is a line that counts where lines are numbered.
    pub counted: bool,
    /// The row that it is, where a page may divide it; nothing of it is set before.
    pub division: Option<Box<Division>>,
}

/// Lines of the cells of a row that a page break divides.
#[derive(Debug, Clone, Default)]
pub(super) struct AtBreak {
    /// Painted with a strip that begins a page or column.
    pub above: Vec<Item>,
    /// Painted with a strip that ends one.
    pub below: Vec<Item>,
}

/// Something at a place of the paper.
#[derive(Debug, Clone)]
pub(super) struct Pinned {
    /// Whether all text of the page lies over it.
    pub under: bool,
    /// What is painted.
    pub items: Vec<Item>,
}

impl Strip {
    /// Takes over what another strip holds, moved down; its height and base line are not looked at.
    pub(super) fn absorb(&mut self, other: Strip, down: f32) {
        let other = shifted(other.settled(), 0.0, down);
        self.items.extend(other.items);
        self.under.extend(other.under);
        self.pinned.extend(other.pinned);
        self.links.extend(other.links);
        self.marks.extend(other.marks);
        self.notes.extend(other.notes);
        self.remarks.extend(other.remarks);
        if other.reach > 0.0 {
            self.reach = self.reach.max(other.reach + down);
        }
    }

    /// Height of the notes it names.
    pub(super) fn notes_height(&self) -> f32 {
        let inside = self.division.as_ref().map_or(0.0, |division| division.notes_height());
        inside + self.notes.iter().map(|note| note.above + note.height).sum::<f32>()
    }

    /// Whether it names notes.
    pub(super) fn has_notes(&self) -> bool {
        self.notes_height() > 0.0
    }

    /// The strip with all that is in it set.
    pub(super) fn settled(mut self) -> Strip {
        if let Some(division) = self.division.take() {
            let row = division.whole();
            self.at_break = row.at_break.clone();
            self.absorb(row, 0.0);
        }
        self
    }
}

/// The strips of a column, with what is still to be said about the next one.
#[derive(Debug, Default)]
pub(super) struct Stream {
    strips: Vec<Strip>,
    space: f32,
    cost: u32,
    force: Option<Force>,
    marks: Vec<Mark>,
    labels: Vec<Item>,
    /// Height that the next strip has above its own for their sake.
    lift: f32,
    /// Whether nothing is left above the next strip, whatever its paragraph asks for.
    is_flush: bool,
    anchored: Vec<Strip>,
    bottom: f32,
}

impl Stream {
    /// Space before the next strip; of adjoining spaces the larger one counts.
    pub(super) fn space(&mut self, space: f32) {
        if space.is_finite() {
            self.space = self.space.max(space);
        }
    }

    /// A page break before the next strip costs at least this.
    pub(super) fn cost(&mut self, cost: u32) {
        self.cost = self.cost.max(cost);
    }

    /// The next strip begins a column or page.
    pub(super) fn force(&mut self, force: Force) {
        self.force = self.force.max(Some(force));
        (self.space, self.cost) = (0.0, 0);
    }

    /// The next strip begins right at the top.
    pub(super) fn flush_top(&mut self) {
        self.is_flush = true;
    }

    /// Marks the place of the next strip.
    pub(super) fn mark(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    /// Paints items with the next strip, beside its own: list markers, placed from the base line. They make it `lift`
    /// points higher.
    pub(super) fn label(&mut self, items: Vec<Item>, lift: f32) {
        self.labels.extend(items);
        self.lift = lift;
    }

    /// Whether a marker still waits for a line to stand beside.
    pub(super) fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    /// Space before the next strip.
    pub(super) fn gap(&self) -> f32 {
        if self.is_flush { 0.0 } else { self.space }
    }

    /// Distance of the end of the last strip from where the stream began, page breaks left out of account.
    pub(super) fn bottom(&self) -> f32 {
        self.bottom
    }

    /// Whether the next strip begins a page or column.
    pub(super) fn is_forced(&self) -> bool {
        self.force.is_some()
    }

    /// Paints something with the next strip, placed from its top.
    pub(super) fn anchor(&mut self, strip: Strip) {
        self.anchored.push(strip);
    }

    /// Whether something still waits for a strip to be painted with.
    pub(super) fn has_anchored(&self) -> bool {
        !self.anchored.is_empty()
    }

    /// Adds a strip.
    pub(super) fn push(&mut self, mut strip: Strip) {
        strip.above = strip.above.max(std::mem::take(&mut self.space));
        if std::mem::take(&mut self.is_flush) {
            strip.above = 0.0;
        }
        let lift = std::mem::take(&mut self.lift);
        if lift > 0.0 {
            let (base, height) = (strip.base + lift, strip.height + lift);
            strip = Strip { base, height, ..shifted(strip, 0.0, lift) };
        }
        self.bottom += strip.above + strip.height;
        self.anchored.drain(..).for_each(|anchored| strip.absorb(anchored, 0.0));
        strip.cost = strip.cost.max(std::mem::take(&mut self.cost));
        strip.force = strip.force.max(self.force.take());
        if !self.marks.is_empty() {
            strip.marks.splice(0..0, self.marks.drain(..));
        }
        let base = if strip.base > 0.0 { strip.base } else { strip.height };
        self.labels.iter_mut().for_each(|label| shift(label, 0.0, base));
        strip.items.splice(0..0, self.labels.drain(..));
        self.strips.push(strip);
    }

    /// The strips so far.
    pub(super) fn take(&mut self) -> Vec<Strip> {
        std::mem::take(&mut self.strips)
    }

    /// Marks after the last strip.
    pub(super) fn take_marks(&mut self) -> Vec<Mark> {
        std::mem::take(&mut self.marks)
    }
}

/// Moves a painted item.
pub(super) fn shift(item: &mut Item, dx: f32, dy: f32) {
    let by = Point { x: dx, y: dy };
    match item {
        Item::Glyphs(GlyphRun { transform, .. }) => (transform.e, transform.f) = (transform.e + dx, transform.f + dy),
        Item::Image(PlacedImage { transform, clip, .. }) => {
            (transform.e, transform.f) = (transform.e + dx, transform.f + dy);
            *clip = clip.map(|clip| clip.moved(by));
        }
        Item::Path(path) => move_path(path, &Affine::translate(dx, dy)),
    }
}

fn move_path(path: &mut Path, map: &Affine) {
    path.segments.iter_mut().for_each(|segment| *segment = segment.map(|point| map.apply(point)));
    if let Some(gradient) = &path.gradient {
        path.gradient = Some(Arc::new(gradient.map(|point| map.apply(point), 1.0)));
    }
}

/// Turns or moves a painted item; what is cut to an upright rectangle shows whole once it is turned.
pub(super) fn mapped(item: &mut Item, map: &Affine) {
    match item {
        Item::Glyphs(run) => run.transform = run.transform.then(map),
        Item::Image(image) => (image.transform, image.clip) = (image.transform.then(map), None),
        Item::Path(path) => move_path(path, map),
    }
}

/// Strips as one, each below the one before.
pub(super) fn stacked(strips: Vec<Strip>) -> Strip {
    let mut whole = Strip::default();
    for (at, strip) in strips.into_iter().enumerate() {
        let top = whole.height + if at == 0 { 0.0 } else { strip.above };
        whole.height = top + strip.height;
        if at == 0 {
            whole.base = strip.base;
        }
        whole.absorb(strip, top);
    }
    whole
}

/// A strip as it is repeated: no content, only to be seen.
pub(super) fn untagged(mut strip: Strip) -> Strip {
    let pinned = strip.pinned.iter_mut().flat_map(|pinned| &mut pinned.items);
    for item in strip.items.iter_mut().chain(&mut strip.under).chain(pinned) {
        match item {
            Item::Glyphs(run) => run.node = None,
            Item::Path(path) => path.node = None,
            Item::Image(image) => image.node = None,
        }
    }
    Strip { marks: Vec::new(), links: Vec::new(), notes: Vec::new(), remarks: Vec::new(), force: None, ..strip }
}

/// A strip moved.
pub(super) fn shifted(mut strip: Strip, dx: f32, dy: f32) -> Strip {
    let at_break = strip.at_break.above.iter_mut().chain(&mut strip.at_break.below);
    for item in strip.items.iter_mut().chain(&mut strip.under).chain(at_break) {
        shift(item, dx, dy);
    }
    for (_, area) in &mut strip.links {
        *area = area.moved(Point { x: dx, y: dy });
    }
    if let Some(division) = &mut strip.division {
        division.moved = Point { x: division.moved.x + dx, y: division.moved.y + dy };
    }
    strip
}
