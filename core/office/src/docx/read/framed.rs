//! Text frames (`w:framePr`, ECMA-376 part 1, 17.3.1.11): paragraphs that follow one another in the same frame stand in
//! one, which is anchored to the paragraph after them.

use std::rc::Rc;

use super::drawing::height;
use super::drawing::place::{At, Axis, From, resolve};
use super::pieces::{Piece, settle};
use super::values::number;
use crate::ooxml::Tree;
use transvase_base::units::{Rect, Size};
use transvase_model::flow::{Block, Borders, Edges, Frame, Origin, PageSetup, Wrap};

/// Widest and highest frame in twips.
const LARGEST: i32 = 31_680;

/// A frame, as its paragraphs say it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FrameSpec {
    across: Axis,
    down: Axis,
    size: Size,
    wrap: Wrap,
}

impl FrameSpec {
    /// The frame that `w:framePr` describes. `None` for large initials, and for a frame that says no width, such as that
    /// of the number of a page: it is as wide as its text, which then stands in the flow.
    pub(super) fn read(properties: &Tree) -> Option<Rc<FrameSpec>> {
        if matches!(properties.attribute("w:dropCap"), Some("drop" | "margin")) {
            return None;
        }
        let points = |name| properties.attribute(name).and_then(number::<i32>).map(|twips| twips as f32 / 20.0);
        let side = |name| points(name).filter(|side| *side > 0.0 && *side <= LARGEST as f32 / 20.0);
        let from = |name| match properties.attribute(name) {
            Some("text") => From::Local,
            Some("margin") => From::Text,
            _ => From::Paper,
        };
        let at = |align, offset| match properties.attribute(align) {
            Some("left" | "top" | "inside") => At::Start,
            Some("center") => At::Middle,
            Some("right" | "bottom" | "outside") => At::End,
            _ => At::Offset(points(offset).unwrap_or(0.0)),
        };
        let wrap = match properties.attribute("w:wrap") {
            Some("notBeside" | "none") => Wrap::TopAndBottom,
            _ => Wrap::Square,
        };
        Some(Rc::new(FrameSpec {
            across: Axis { from: from("w:hAnchor"), at: at("w:xAlign", "w:x") },
            down: Axis { from: from("w:vAnchor"), at: at("w:yAlign", "w:y") },
            size: Size { width: side("w:w")?, height: side("w:h").unwrap_or(0.0) },
            wrap,
        }))
    }

    /// The frame with blocks in it, at least as high as they are.
    fn frame(&self, blocks: Vec<Block>, page: &PageSetup) -> Frame {
        let text: f32 = blocks.iter().map(|block| height(block, self.size.width)).sum();
        let size = Size { height: self.size.height.max(text), ..self.size };
        let (x, y, origin) = resolve(self.across, self.down, size, page);
        Frame {
            rect: Rect { left: x, top: y, right: x + size.width, bottom: y + size.height },
            origin,
            rotation: 0.0,
            wrap: self.wrap,
            padding: Edges::default(),
            background: None,
            borders: Borders::default(),
            blocks,
        }
    }
}

/// Puts the pieces that stand in frames into these.
pub(super) fn gather(pieces: Vec<Piece>, adds: bool, page: &PageSetup) -> Vec<Piece> {
    if pieces.iter().all(|piece| piece.about.frame.is_none()) {
        return pieces;
    }
    let mut out = Vec::new();
    // Frames that wait for the paragraph they are anchored to.
    let mut waiting: Vec<Piece> = Vec::new();
    let mut pieces = pieces.into_iter().peekable();
    while let Some(mut piece) = pieces.next() {
        let Some(spec) = piece.about.frame.take() else {
            let is_anchor = matches!(piece.block, Block::Paragraph(_));
            out.push(piece);
            if is_anchor {
                out.append(&mut waiting);
            }
            continue;
        };
        let mut inside = vec![piece];
        while let Some(mut next) = pieces.next_if(|next| next.about.frame.as_ref() == Some(&spec)) {
            next.about.frame = None;
            inside.push(next);
        }
        let frame = spec.frame(settle(inside, adds, page), page);
        let is_local = frame.origin == Origin::Paragraph;
        if is_local { waiting.push(Block::Frame(frame).into()) } else { out.push(Block::Frame(frame).into()) }
    }
    out.append(&mut waiting);
    out
}
