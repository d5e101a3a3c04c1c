//! Attributed text: a paragraph's inlines as one text with its styles, which shaping and line breaking work on.

use std::sync::Arc;

use super::strip::Strip;
use transvase_font::shaping::FaceId;
use transvase_model::flow::{Anchor, Border, Color, Decoration, Drawing, Effect, Emphasis, InlineImage};
use transvase_model::pages::NodeId;

/// Stands for an image in the text (Unicode's object replacement character).
pub(super) const OBJECT: char = '\u{FFFC}';

/// The author's mark that a word may be divided here. It never reaches shaping.
pub(super) const SOFT_HYPHEN: char = '\u{AD}';

/// How a stretch of text looks and what it belongs to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    /// The face asked for.
    pub face: FaceId,
    /// Size in points, reduced for raised text and small capitals.
    pub size: f32,
    /// Size in points that the line's height follows.
    pub line_size: f32,
    /// Height above the base line in points.
    pub rise: f32,
    /// The part of it by which the line grows: raised and lowered text that is no smaller for it.
    pub raise: f32,
    /// Width of its letters as a multiple of their own.
    pub stretch: f32,
    /// The part of that which the source asks for; the rest makes a substitute as wide as the family it stands in for.
    pub scale: f32,
    /// Whether its letters are neither kerned nor joined.
    pub unkerned: bool,
    /// Space after each letter in points.
    pub spacing: f32,
    /// Index of the family that its face stands in for, where the widths of that are known.
    pub named: Option<u16>,
    /// Colour.
    pub color: Color,
    /// Colour behind it.
    pub background: Option<Color>,
    /// Underlined.
    pub underline: bool,
    /// Struck through.
    pub strike: bool,
    /// How these lines are drawn.
    pub decoration: Decoration,
    /// A line around it.
    pub border: Option<Border>,
    /// How its letters are painted, if not plainly.
    pub effect: Option<Effect>,
    /// Index of its language.
    pub language: u16,
    /// The structure node it belongs to; `None` for what is not content.
    pub node: Option<NodeId>,
    /// Index of the link it is part of.
    pub link: Option<u32>,
    /// Index of the image it stands for.
    pub object: Option<u32>,
    /// Marks at its characters.
    pub emphasis: Option<Emphasis>,
    /// Index of the small letters above it.
    pub ruby: Option<u32>,
}

/// A stretch of text in one look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// Where it ends, in bytes.
    pub end: usize,
    /// Its look.
    pub look: Look,
}

/// What stands in a line like a letter.
#[derive(Debug, Clone)]
pub(super) enum Shown {
    /// An image.
    Image(InlineImage),
    /// A drawing, without its words.
    Drawing(Arc<Drawing>),
    /// What is painted of a drawing with its words.
    Painted(Arc<Strip>),
}

/// An image or a drawing in a line, at the size it is shown at.
#[derive(Debug, Clone)]
pub(super) struct Object {
    /// What is shown.
    pub shown: Shown,
    /// Width in points.
    pub width: f32,
    /// Height above the base line in points.
    pub height: f32,
    /// Depth below it.
    pub depth: f32,
    /// Whether it is a part of a formula, which stays on the line of what stands beside it without a space; between two parts
    /// a line may break.
    pub is_formula: bool,
}

impl Object {
    /// What stands on the base line.
    pub(super) fn above(shown: Shown, width: f32, height: f32) -> Object {
        Object { shown, width, height, depth: 0.0, is_formula: false }
    }
}

/// What stands elsewhere on the page of a text, by its number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Aside {
    /// A note, at the foot.
    Note(usize),
    /// A comment, in the margin.
    Remark(usize),
}

/// Text up to a forced line break.
#[derive(Debug, Clone, Default)]
pub(super) struct Text {
    /// The characters as they are shaped.
    pub shaped: String,
    /// The characters as the author wrote them, byte for byte as long as `shaped`: they differ
    /// under small capitals.
    pub written: String,
    /// The looks, which cover the text.
    pub pieces: Vec<Piece>,
    /// Byte offsets of the author's soft hyphens, in rising order.
    pub soft_hyphens: Vec<usize>,
    /// Places links lead to, with their byte offsets.
    pub anchors: Vec<(usize, Anchor)>,
    /// What it names that stands elsewhere on its page, with byte offsets.
    pub asides: Vec<(usize, Aside)>,
    /// Images and drawings, which the looks name by index.
    pub objects: Arc<[Object]>,
    /// Small letters above other text, which the looks name by index.
    pub rubies: Arc<[Arc<str>]>,
}

impl Text {
    /// Appends characters; `written` is what they are drawn for.
    pub(super) fn push(&mut self, shaped: char, written: char, look: Look) {
        debug_assert_eq!(shaped.len_utf8(), written.len_utf8());
        self.shaped.push(shaped);
        self.written.push(written);
        let end = self.shaped.len();
        match self.pieces.last_mut() {
            Some(last) if last.look == look => last.end = end,
            _ => self.pieces.push(Piece { end, look }),
        }
    }

    /// The look of the character at a byte offset, or of the last one.
    pub(super) fn look_at(&self, offset: usize) -> Option<&Look> {
        let index = self.pieces.partition_point(|piece| piece.end <= offset);
        self.pieces.get(index).or(self.pieces.last()).map(|piece| &piece.look)
    }

    /// A part of the text, between two character boundaries.
    pub(super) fn slice(&self, start: usize, end: usize) -> Text {
        let inside = |offset: usize| (start..end).contains(&offset);
        let at_end = |offset: usize| offset == end && end == self.shaped.len();
        let first = self.pieces.partition_point(|piece| piece.end <= start);
        let mut pieces = Vec::new();
        for piece in self.pieces.get(first..).unwrap_or_default() {
            pieces.push(Piece { end: piece.end.min(end) - start, look: piece.look });
            if piece.end >= end {
                break;
            }
        }
        Text {
            shaped: self.shaped.get(start..end).unwrap_or_default().to_owned(),
            written: self.written.get(start..end).unwrap_or_default().to_owned(),
            pieces,
            soft_hyphens: self.soft_hyphens.iter().filter(|at| inside(**at)).map(|at| at - start).collect(),
            anchors: self
                .anchors
                .iter()
                .filter(|(at, _)| inside(*at) || at_end(*at))
                .map(|(at, anchor)| (at - start, anchor.clone()))
                .collect(),
            asides: self
                .asides
                .iter()
                .filter(|(at, _)| inside(*at) || at_end(*at))
                .map(|(at, aside)| (at - start, *aside))
                .collect(),
            objects: self.objects.clone(),
            rubies: self.rubies.clone(),
        }
    }
}
