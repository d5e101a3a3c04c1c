//! Paragraphs of code that are one listing.

use crate::model::flow::{Inline, Paragraph, Role, inlines};

/// Whether two paragraphs, one behind the other, are lines of one listing. Programs write a paragraph for each line;
/// one of several lines that has room around it is a listing by itself.
pub(crate) fn is_one_listing(above: &Paragraph, below: &Paragraph) -> bool {
    let is_code = |paragraph: &Paragraph| paragraph.role == Role::Preformatted;
    let has_lines =
        |paragraph: &Paragraph| inlines(&paragraph.content).any(|inline| matches!(inline, Inline::LineBreak));
    let is_apart = above.style.space_after + below.style.space_before > 0.0;
    is_code(above) && is_code(below) && !(is_apart && (has_lines(above) || has_lines(below)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::ParagraphStyle;

    #[test]
    fn lines_with_room_around_them_are_listings() {
        let code = |lines: usize, space_after| {
            let style = ParagraphStyle { space_after, ..ParagraphStyle::default() };
            let content = vec![Inline::LineBreak; lines];
            Paragraph { role: Role::Preformatted, style, content, ..Paragraph::default() }
        };
        assert!(is_one_listing(&code(0, 8.0), &code(0, 0.0)) && is_one_listing(&code(2, 0.0), &code(1, 0.0)));
        assert!(!is_one_listing(&code(0, 8.0), &code(1, 0.0)) && !is_one_listing(&code(1, 8.0), &code(0, 0.0)));
        assert!(!is_one_listing(&code(0, 0.0), &Paragraph::default()));
    }
}
