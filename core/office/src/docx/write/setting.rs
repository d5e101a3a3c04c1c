//! Paragraph context: what the text in a paragraph goes by.

use super::bucket::Bucket;
use super::look::{Jc, TextLook};
use super::run::RunBase;

/// What the inlines of a paragraph share.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub bucket: Bucket,
    /// Size of most of the text, in half-points.
    pub size: i32,
    pub run: RunBase<'a>,
    /// The look of the paragraph's style.
    pub style: &'a TextLook,
    /// The look of most of the paragraph's text.
    pub text: &'a TextLook,
    /// Alignment of the paragraph.
    pub align: Jc,
    pub room: (f32, f32),
    pub depth: usize,
}

impl Setting<'_> {
    /// The same one level of nesting deeper.
    pub(super) fn inner(self) -> Self {
        Setting { depth: self.depth + 1, ..self }
    }
}
