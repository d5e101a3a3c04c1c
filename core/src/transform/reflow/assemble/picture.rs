//! Pictures.

use super::super::block::Frame;
use super::super::piece::Picture;
use super::{Assembler, tenths};
use crate::model::flow::{self, Align, Inline, InlineImage, Paragraph, ParagraphStyle};

impl Assembler<'_> {
    pub(super) fn picture(&mut self, picture: &Picture, frame: &Frame) -> flow::Block {
        let rect = picture.rect;
        let space_before = self.step(rect.top, rect.bottom);
        let scale = (frame.width().max(20.0) / rect.width().max(1.0)).min(1.0);
        let left = (rect.left - frame.left).max(0.0);
        let right = (frame.right - rect.right).max(0.0);
        let centered = (left - right).abs() <= 0.04 * frame.width() && left > 4.0;
        let at_end = !centered && right < 4.0 && left > 0.3 * frame.width();
        let align = if centered {
            Align::Center
        } else if at_end {
            Align::End
        } else {
            Align::Start
        };
        let indent_start = if align == Align::Start { tenths(left) } else { 0.0 };
        let image = InlineImage {
            width: Some(rect.width() * scale),
            height: Some(rect.height() * scale),
            alt: picture.alt.clone(),
            ..InlineImage::new(picture.media)
        };
        let style = ParagraphStyle { align: Some(align), indent_start, space_before, ..ParagraphStyle::default() };
        flow::Block::Paragraph(Paragraph { style, content: vec![Inline::Image(image)], ..Paragraph::default() })
    }
}
