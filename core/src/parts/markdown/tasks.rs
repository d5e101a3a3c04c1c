//! Lists of tasks.

use crate::model::flow::{Block, Control, ControlKind, Inline, List, ListItem, Marker};

/// Takes the bullets from lists whose items all begin with a box to tick: the boxes are their marks. Recursion is as deep
/// as the builder of the blocks lets them lie in one another.
pub(super) fn unmark(blocks: &mut [Block]) {
    for block in blocks {
        if let Block::List(list) = block
            && matches!(list.marker, Marker::Bullet(_))
            && is_of_tasks(list)
        {
            list.marker = Marker::None;
        }
        block.children_mut().into_iter().for_each(|inside| unmark(inside));
    }
}

fn is_of_tasks(list: &List) -> bool {
    let begins_with_box = |item: &ListItem| {
        let Some(Block::Paragraph(paragraph)) = item.blocks.first() else { return false };
        let first = paragraph.content.iter().find(|inline| !matches!(inline, Inline::Anchor(_)));
        matches!(first, Some(Inline::Control { control: Control { kind: ControlKind::Checkbox(_), .. }, .. }))
    };
    list.items.iter().all(begins_with_box)
}
