//! Visible content of a paragraph: what it shows.

use transvase_model::flow::{Control, ControlKind, Inline, Paragraph, Role, inlines};

/// Whether a paragraph has anything that is written: one without is room.
pub fn is_written(paragraph: &Paragraph) -> bool {
    let is_something = |inline: &Inline| {
        !matches!(inline, Inline::Anchor(_) | Inline::Index(_) | Inline::LineBreak | Inline::Tab)
            && inline.run().is_none_or(|run| !run.text.trim().is_empty() || matches!(inline, Inline::Formula(_)))
    };
    let is_box = |inline: &Inline| {
        matches!(inline, Inline::Control { control: Control { kind: ControlKind::Checkbox(_), .. }, .. })
    };
    let has_something = || {
        inlines(&paragraph.content)
            .any(|inline| if inline.children().is_some() { is_box(inline) } else { is_something(inline) })
    };
    has_something() || paragraph.drop_cap.is_some() || paragraph.role == Role::Preformatted || paragraph.label.is_some()
}

/// Whether a paragraph is pictures and nothing else.
pub fn is_picture(paragraph: &Paragraph) -> bool {
    let is_blank = |inline: &Inline| {
        matches!(inline, Inline::Anchor(_) | Inline::LineBreak)
            || inline.run().is_some_and(|run| run.text.trim().is_empty())
    };
    let is_picture = |inline: &Inline| matches!(inline, Inline::Image(_) | Inline::Drawing(_));
    paragraph.drop_cap.is_none()
        && paragraph.content.iter().any(is_picture)
        && paragraph.content.iter().all(|inline| is_picture(inline) || is_blank(inline))
}
