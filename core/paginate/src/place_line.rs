//! Line placement and justification: from a broken line to a strip, with spaces set, runs in visual order, and glyphs
//! at their places.

use std::ops::Range;

use super::annotate;
use super::drawn::{drawing_items, image_item};
use super::layout::Layout;
use super::line::Line;
use super::opportunities::ideograph_stretch;
use super::pen::Pen;
use super::seat::{Leading, Seat};
use super::strip::{Mark, Strip, shifted};
use super::text::{Look, Object, SOFT_HYPHEN, Shown, Text};
use super::vertical::{stand, stands_upright, upright};
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_font::shaping::{Cluster, Shaped, Space};
use transvase_model::flow::{Align, Border};
use transvase_model::pages::{GlyphRun, Item, NodeId};

/// A justified line whose spaces would have to grow beyond this many times their stretch stays
/// short instead: at 5, spaces are three and a half times as wide as usual.
const MOST_STRETCH: f32 = 5.0;

/// Space above an image in a line, and below one that stands alone, as a share of the body size.
const IMAGE_SPACE: f32 = 0.35;

/// Places a line as a strip of its own.
pub(super) fn place_line(layout: &mut Layout, line: &Line, seat: &Seat) -> Strip {
    let hyphen = line.hyphen.then(|| Hyphen::of(layout, line)).flatten();
    let spread = Spread::of(line, seat, hyphen.as_ref().map_or(0.0, |hyphen| hyphen.advance));
    let (above, below) = extent_of(line, seat);
    let mut placer = Placer {
        layout,
        line,
        spread: &spread,
        base: above,
        x: seat.left + spread.offset,
        strip: Strip { height: above + below, base: above, ..Strip::default() },
        boxes: Vec::new(),
    };
    let groups = groups(line, placer.layout.is_vertical);
    let last = groups.len().saturating_sub(1);
    let order = visual_order(&groups);
    for index in order {
        let group = &groups[index];
        placer.group(group, hyphen.as_ref().filter(|_| index == last));
    }
    placer.draw_boxes();
    let mut strip = placer.strip;
    strip.marks.extend(line.text.anchors.iter().map(|(_, anchor)| Mark::Anchor(anchor.clone())));
    strip
}

/// The hyphen of a divided word.
struct Hyphen {
    shaped: Shaped,
    advance: f32,
}

impl Hyphen {
    fn of(layout: &mut Layout, line: &Line) -> Option<Hyphen> {
        let mut text = Text::default();
        let look = *line.text.look_at(line.text.shaped.len().saturating_sub(1))?;
        text.push('-', '-', Look { object: None, ..look });
        let shaped = layout.shape(&text, false);
        Some(Hyphen { advance: shaped.advance(0..shaped.clusters.len()), shaped })
    }
}

/// How a line's free width is spread.
#[derive(Debug)]
struct Spread {
    /// Distance of the first glyph from the line's left edge.
    offset: f32,
    /// Points added to a space, per point of its stretch or shrink.
    ratio: f32,
    /// Factor for all advances, below 1 where a line fits in no other way.
    squeeze: f32,
}

impl Spread {
    fn of(line: &Line, seat: &Seat, hyphen: f32) -> Spread {
        let natural = line.shaped.advance(0..line.visible) + hyphen;
        let free = seat.width - natural;
        let weight: f32 = (0..line.visible).map(|at| elasticity(line, at)).sum();
        let at_end = if seat.right_to_left { free } else { 0.0 };
        // In a right-to-left line the trailing spaces come first, left of the measure.
        let trailing = line.shaped.advance(line.visible..line.shaped.clusters.len());
        let hung = if seat.right_to_left { -trailing } else { 0.0 };
        let none = Spread { offset: hung, ratio: 0.0, squeeze: 1.0 };
        if free < 0.0 {
            // Spaces give up to their shrink (a third of their width, which is two thirds of their
            // stretch), and twice that before letters do.
            let ratio = if weight > 0.0 { (free / weight).max(-4.0 / 3.0) } else { 0.0 };
            let left = free - ratio * weight;
            let squeeze = if left < -0.01 { (seat.width / (natural + ratio * weight)).clamp(0.1, 1.0) } else { 1.0 };
            return Spread { ratio, squeeze, ..none };
        }
        // Office programs fill a justified line however far its spaces have to grow; books are those with even leading.
        let fills = seat.leading != Leading::Even;
        match seat.align {
            Align::Justify if !line.last && weight > 0.0 && (fills || free <= weight * MOST_STRETCH) => {
                Spread { ratio: free / weight, ..none }
            }
            Align::Justify | Align::Start => Spread { offset: hung + at_end, ..none },
            Align::End => Spread { offset: hung + free - at_end, ..none },
            Align::Center => Spread { offset: hung + free / 2.0, ..none },
        }
    }
}

/// Points a cluster can grow by at ratio 1.
fn elasticity(line: &Line, at: usize) -> f32 {
    match line.shaped.clusters.get(at) {
        Some(cluster) if matches!(cluster.space, Space::Word | Space::NoBreak) => cluster.advance / 2.0,
        Some(_) => ideograph_stretch(&line.text, &line.shaped, at) as f32,
        None => 0.0,
    }
}

/// Height of the line above its base line, and depth below it.
fn extent_of(line: &Line, seat: &Seat) -> (f32, f32) {
    let mut largest: f32 = 0.0;
    let (mut images, mut deep) = (0.0_f32, 0.0_f32);
    let mut annotated: f32 = 0.0;
    let (mut raised, mut lowered) = (0.0_f32, 0.0_f32);
    let mut seen = None;
    for cluster in line.shaped.clusters.get(..line.visible).unwrap_or_default() {
        if seen == Some(cluster.span) {
            continue;
        }
        seen = Some(cluster.span);
        let Some(look) = look_of(&line.text, cluster) else { continue };
        match object_of(&line.text, look) {
            Some(object) => {
                (images, deep) = (images.max(object.height), deep.max(object.depth));
                // A formula stands among text, though it may be all there is.
                largest = largest.max(if object.is_formula { look.line_size } else { 0.0 });
            }
            None => largest = largest.max(look.line_size),
        }
        annotated = annotated.max(look.rise + annotate::height(look));
        (raised, lowered) = (raised.max(look.raise), lowered.max(-look.raise));
    }
    if images == 0.0 && largest == 0.0 {
        largest = seat.size;
    }
    let (above, below) = seat.leading.share(largest, seat.line_height);
    let (above, below) = match seat.leading {
        Leading::Exact(_) => (above, below),
        Leading::Grid { .. } | Leading::Above(_) | Leading::Below(_) | Leading::Even => {
            (above + raised, below + lowered)
        }
    };
    let room = if seat.leading == Leading::Even { seat.size * IMAGE_SPACE } else { 0.0 };
    // An image higher than the text keeps a distance from the line above.
    let images = if images > above { images + room } else { images };
    let below = if largest > 0.0 || seat.leading != Leading::Even { below } else { below.max(room) };
    (above.max(images).max(annotated), below.max(deep))
}

pub(super) fn look_of<'t>(text: &'t Text, cluster: &Cluster) -> Option<&'t Look> {
    text.look_at(cluster.text.start as usize)
}

pub(super) fn object_of<'t>(text: &'t Text, look: &Look) -> Option<&'t Object> {
    text.objects.get(look.object? as usize)
}

/// Clusters of one run and direction, in logical order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub clusters: Range<usize>,
    /// Bidi level.
    pub level: u8,
}

/// The line's clusters by run. Trailing spaces take the paragraph's direction (UAX #9, L1). In vertical lines those that stand
/// upright are apart from the others.
fn groups(line: &Line, is_vertical: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut run = None;
    let stands = |cluster: &Cluster| {
        let text = line.text.shaped.get(cluster.text.start as usize..).filter(|_| is_vertical);
        text.and_then(|text| text.chars().next()).is_some_and(stands_upright)
    };
    for (index, cluster) in line.shaped.clusters.iter().enumerate() {
        let tab = cluster.space == Space::Tab;
        let level = if index < line.visible { line.shaped.level(cluster) } else { line.shaped.base_level };
        match groups.last_mut() {
            Some(group) if run == Some((cluster.run, stands(cluster))) && group.level == level && !tab => {
                group.clusters.end = index + 1;
            }
            _ => groups.push(Group { clusters: index..index + 1, level }),
        }
        // A tab stands alone, so that the text before and after it are runs of their own.
        run = if tab { None } else { Some((cluster.run, stands(cluster))) };
    }
    groups
}

/// The order groups are shown in, from left to right (UAX #9, L2).
fn visual_order(groups: &[Group]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    let highest = groups.iter().map(|group| group.level).max().unwrap_or(0);
    let lowest_odd = groups.iter().map(|group| group.level).filter(|level| level % 2 == 1).min();
    let Some(lowest_odd) = lowest_odd else { return order };
    for level in (lowest_odd..=highest).rev() {
        let mut at = 0;
        while at < order.len() {
            let len = order[at..].iter().take_while(|index| groups[**index].level >= level).count();
            order[at..at + len].reverse();
            at += len.max(1);
        }
    }
    order
}

/// Places the groups of a line one after the other, from left to right.
pub(super) struct Placer<'p, 'l, 'a> {
    pub layout: &'l mut Layout<'a>,
    pub line: &'p Line,
    spread: &'p Spread,
    /// Distance of the base line from the strip's top.
    pub base: f32,
    /// Where the next glyph stands.
    pub x: f32,
    pub strip: Strip,
    /// Boxes around letters, as far as they reach.
    pub boxes: Vec<(Border, Rect)>,
}

impl Placer<'_, '_, '_> {
    fn group(&mut self, group: &Group, hyphen: Option<&Hyphen>) {
        let line = self.line;
        let Some(first) = line.shaped.clusters.get(group.clusters.start) else { return };
        let Some(look) = look_of(&line.text, first).copied() else { return };
        let (left, behind) = (self.x, self.strip.items.len());
        if let Some(object) = object_of(&line.text, &look) {
            self.object(object, look.node);
        } else if let Some((_, leader)) = line.leaders.iter().find(|(at, _)| *at == group.clusters.start) {
            self.leader(*leader, &look, first.advance);
        } else {
            self.glyphs(group, &look, hyphen);
        }
        let shown = group.clusters.start < line.visible;
        if shown {
            self.annotate(group, &look, left);
            self.decorate(group, &look, left, behind);
        }
    }

    fn object(&mut self, object: &Object, node: Option<NodeId>) {
        let mut shown = shown_strip(object, self.layout.is_vertical, node);
        if self.layout.is_vertical {
            stand(&mut shown.items, Size { width: object.height, height: object.width });
        }
        self.strip.absorb(shifted(shown, self.x, 0.0), self.base - object.height);
        self.x += object.width;
    }

    fn glyphs(&mut self, group: &Group, look: &Look, hyphen: Option<&Hyphen>) {
        let line = self.line;
        let clusters = line.shaped.clusters.get(group.clusters.clone()).unwrap_or_default();
        let (Some(first), Some(last)) = (clusters.first(), clusters.last()) else { return };
        let Some(run) = line.shaped.runs.get(first.run as usize) else { return };
        let start = first.text.start as usize;
        let text = line.text.written.get(start..last.text.end as usize).unwrap_or_default();
        let mut text = text.to_owned();
        let mut pen = Pen::reusing(&mut self.layout.spare_glyphs);
        let rtl = group.level % 2 == 1;
        if rtl {
            draw_hyphen(&mut pen, hyphen, &mut text);
        }
        for step in 0..clusters.len() {
            let at = if rtl { clusters.len() - 1 - step } else { step };
            let cluster = &clusters[at];
            let shown =
                (cluster.text.start as usize).saturating_sub(start)..(cluster.text.end as usize).saturating_sub(start);
            pen.cluster(&line.shaped, cluster, &shown, self.width(group.clusters.start + at) / look.stretch);
        }
        if !rtl {
            draw_hyphen(&mut pen, hyphen, &mut text);
        }
        let (c, paint) = self.layout.synthesis(run.face);
        let start = Point { x: self.x, y: self.base - look.rise };
        let transform = if self.layout.is_vertical && text.chars().next().is_some_and(stands_upright) {
            upright(&mut pen.glyphs, &text, look.size, start)
        } else {
            Affine { a: look.stretch, b: 0.0, c, d: -1.0, e: start.x, f: start.y }
        };
        self.x += pen.x * look.stretch;
        if pen.glyphs.is_empty() {
            return;
        }
        self.strip.items.push(Item::Glyphs(GlyphRun {
            stretch: look.stretch,
            artifact: false,
            font: self.layout.font_index(run.face),
            size: look.size,
            color: look.color,
            transform,
            text,
            glyphs: pen.into_glyphs(&mut self.layout.spare_glyphs),
            paint,
            node: look.node,
            hidden: Vec::new(),
        }));
    }

    /// Width of a cluster of the line as it is set.
    pub(super) fn width(&self, index: usize) -> f32 {
        let advance = self.line.shaped.clusters.get(index).map_or(0.0, |cluster| cluster.advance);
        let stretch = if index < self.line.visible { elasticity(self.line, index) * self.spread.ratio } else { 0.0 };
        (advance + stretch) * self.spread.squeeze
    }
}

/// What is painted of an object, from the origin. In vertical lines it is as wide there as its line gives it height.
fn shown_strip(object: &Object, is_vertical: bool, node: Option<NodeId>) -> Strip {
    let (width, height) = if is_vertical { (object.height, object.width) } else { (object.width, object.height) };
    let items = match &object.shown {
        Shown::Image(image) => vec![image_item(image, Size { width, height }, node)],
        Shown::Drawing(drawing) => {
            let scale = width / drawing.size.width;
            drawing_items(drawing, scale, &Affine::scale(scale, scale), node)
        }
        Shown::Painted(strip) => return Strip::clone(strip),
    };
    Strip { items, ..Strip::default() }
}

/// Draws the hyphen of a divided word, which is read as a soft one.
fn draw_hyphen(pen: &mut Pen, hyphen: Option<&Hyphen>, text: &mut String) {
    let Some(hyphen) = hyphen else { return };
    let start = text.len();
    text.push(SOFT_HYPHEN);
    for cluster in &hyphen.shaped.clusters {
        pen.cluster(&hyphen.shaped, cluster, &(start..text.len()), cluster.advance);
    }
}
