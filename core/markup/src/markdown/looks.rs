//! Styling beyond the style sheet: lines beside quotes and around code, and task lists without bullets.

use transvase_model::flow::{
    Block, Border, Borders, Color, Control, ControlKind, Edges, Inline, LineKind, List, ListItem, Marker, Paragraph,
    Role,
};

/// The line around code.
const EDGE: Border = Border { width: 0.5, color: Color { r: 0xE1, g: 0xE4, b: 0xE8 }, kind: LineKind::Single };
/// Room between it and the code, in points.
const ROOM: f32 = 5.0;
/// The bar at the side of quotes.
const BAR: Border = Border { width: 2.25, color: Color { r: 0xD0, g: 0xD7, b: 0xDE }, kind: LineKind::Single };
/// Room between it and the words, in points.
const BAR_ROOM: f32 = 8.0;

/// Dresses blocks. Recursion is as deep as their builder lets them lie in one another.
pub(super) fn dress(blocks: &mut [Block]) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) if paragraph.role == Role::Preformatted => frame(paragraph),
            Block::List(list) if matches!(list.marker, Marker::Bullet(_)) && is_of_tasks(list) => {
                list.marker = Marker::None;
            }
            Block::Quote(inside) => inside.iter_mut().for_each(bar),
            _ => {}
        }
        block.children_mut().into_iter().for_each(|inside| dress(inside));
    }
}

/// A line around code on a ground of its own, with room.
fn frame(paragraph: &mut Paragraph) {
    let style = &mut paragraph.style;
    if style.background.is_some() {
        style.borders = Borders::all(EDGE);
        style.border_room = Some(Edges { top: ROOM, right: ROOM, bottom: ROOM, left: ROOM });
        (style.indent_start, style.indent_end) = (style.indent_start + ROOM, style.indent_end + ROOM);
    }
}

/// A bar at the side of a paragraph of a quote.
fn bar(block: &mut Block) {
    let Block::Paragraph(paragraph) = block else { return };
    let style = &mut paragraph.style;
    let right_to_left = style.right_to_left;
    let borders = Borders { left: Some(BAR), ..Borders::default() };
    style.borders = if right_to_left { borders.mirrored() } else { borders };
    style.border_room = Some(Edges { left: BAR_ROOM, right: BAR_ROOM, ..Edges::default() });
}

fn is_of_tasks(list: &List) -> bool {
    let begins_with_box = |item: &ListItem| {
        let Some(Block::Paragraph(paragraph)) = item.blocks.first() else { return false };
        let first = paragraph.content.iter().find(|inline| !matches!(inline, Inline::Anchor(_)));
        matches!(first, Some(Inline::Control { control: Control { kind: ControlKind::Checkbox(_), .. }, .. }))
    };
    list.items.iter().all(begins_with_box)
}
