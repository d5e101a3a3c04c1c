//! List markers: how they stand beside the first line of their item.

use super::layout::Layout;
use super::line::Line;
use super::place::Place;
use super::place_line::place_line;
use super::seat::{Leading, Seat};
use super::strip::{Stream, Strip, shifted};
use super::text::{Look, Text};
use transvase_font::line_heights;
use transvase_model::flow::{Align, Block, Color, Decoration, Inline, List, ListItem, Marker, inlines, leaves};
use transvase_model::pages::NodeId;

/// The face of bullets in office documents.
const BULLET_FAMILY: &str = "sans-serif";
/// Their size as a share of that of the text.
const BULLET_SIZE: f32 = 1.2;

/// Gap between marker and text, as a multiple of the size.
const GAP: f32 = 0.45;

/// Where the markers of a list stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'p> {
    /// The place of the items' text.
    pub item: &'p Place,
    /// How far markers hang before the text where the source says it; 0 where it does not.
    pub hang: f32,
    /// Whether the list runs from right to left: its markers then stand at the right.
    pub right_to_left: bool,
}

impl Side<'_> {
    /// Left edge of a marker of some width: where it hangs, or a gap beside the text.
    fn left(&self, width: f32, gap: f32) -> f32 {
        let Place { left, width: measure, .. } = *self.item;
        let before = self.hang.max(width + gap);
        if self.right_to_left { left + measure + before - width } else { left - before }
    }
}

/// The look of the marker of an item in the structure: of books that of running text, else that of the item's own first
/// words where the list does not say otherwise.
pub(super) fn look_of(layout: &mut Layout, list: &List, item: &ListItem, node: NodeId) -> Look {
    let first = leaves(&item.blocks).into_iter().find_map(|block| match block {
        Block::Paragraph(paragraph) => inlines(&paragraph.content).find_map(Inline::run),
        _ => None,
    });
    let face = layout.usual_face();
    let plain = plain_look(face, layout.size, Some(node));
    let Some(style) = first.map(|run| &run.style).filter(|_| layout.setup.as_source) else { return plain };
    // The bullets of office programs are those of their symbol fonts, larger than those of most faces of text.
    let bullet = matches!(list.marker, Marker::Bullet('•'));
    let weight = list.look.bold.map_or(style.weight, |bold| if bold { 700 } else { 400 });
    let size = style.size.map(|size| size * layout.scale).filter(|size| (2.0..=400.0).contains(size));
    let size = size.unwrap_or(layout.size);
    Look {
        face: match bullet {
            true => layout.face(Some(&BULLET_FAMILY.into()), false, 400, false),
            false => layout.face(style.family.as_ref(), style.monospace, weight, style.italic),
        },
        size: if bullet { size * BULLET_SIZE } else { size },
        line_size: size,
        color: list.look.color.or(style.color).unwrap_or(plain.color),
        ..plain
    }
}

/// By how much a bullet of the face Symbol makes its line higher in Word: it reaches higher than most faces of text. Lines of Aptos at 12 points, 1.158 lines apart, stand 17.75 points apart with bullets, and 16.97 without.
pub(super) fn lift(layout: &Layout, list: &List, item: &ListItem) -> f32 {
    let as_word = layout.setup.as_source && !layout.setup.leads_above && layout.grid.is_none();
    let Some(Block::Paragraph(paragraph)) = item.blocks.first() else { return 0.0 };
    let first = inlines(&paragraph.content).find_map(Inline::run);
    let is_free = paragraph.style.line_distance.is_none() && list.look.of_symbol_font;
    let Some(style) = first.map(|run| &run.style).filter(|_| as_word && is_free) else { return 0.0 };
    let size = style.size.map_or(layout.size, |size| layout.length(size));
    style.family.as_deref().map_or(0.0, |family| line_heights::with_bullet(family) * size)
}

/// Puts a marker beside the next line of the stream.
pub(super) fn attach(layout: &mut Layout, words: &str, (look, lift): (Look, f32), side: &Side, stream: &mut Stream) {
    let size = look.size;
    let mut text = Text::default();
    words.chars().filter(|c| !c.is_control()).for_each(|character| text.push(character, character, look));
    let shaped = layout.shape(&text, side.right_to_left);
    let line = Line::whole(text, shaped);
    let width = line.shaped.advance(0..line.visible);
    let seat = Seat {
        left: side.left(width, size * GAP),
        width: width + 1.0,
        align: Align::Start,
        line_height: layout.setup.line_height,
        leading: Leading::Even,
        right_to_left: false,
        size,
    };
    let strip = place_line(layout, &line, &seat);
    let base = strip.base;
    stream.label(shifted(strip, 0.0, -base).items, lift);
}

/// A marker whose item has no line gets one of its own.
pub(super) fn flush(layout: &Layout, stream: &mut Stream) {
    if stream.has_labels() {
        stream.push(Strip { height: layout.size * layout.setup.line_height, ..Strip::default() });
    }
}

/// Body text in black.
pub(super) fn plain_look(face: transvase_font::shaping::FaceId, size: f32, node: Option<NodeId>) -> Look {
    Look {
        face,
        size,
        line_size: size,
        rise: 0.0,
        raise: 0.0,
        stretch: 1.0,
        scale: 1.0,
        unkerned: false,
        spacing: 0.0,
        named: None,
        color: Color::BLACK,
        background: None,
        underline: false,
        strike: false,
        decoration: Decoration::default(),
        border: None,
        effect: None,
        language: 0,
        node,
        link: None,
        object: None,
        emphasis: None,
        ruby: None,
    }
}
