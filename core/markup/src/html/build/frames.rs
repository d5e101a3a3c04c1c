//! Frames: the containers blocks are put into, one in another.

use transvase_base::error::Result;
use transvase_model::flow::{Block, List, ListItem};

use super::super::css::NOMINAL_WIDTH_PT;
use super::block_box::BlockBox;
use super::table::{Grid, GridCell};
use super::{Builder, groups};

/// Frames that may lie in one another; deeper ones become plain blocks. Pages have no room for more,
/// and writers walk them recursively.
pub(super) const MAX_FRAMES: usize = 24;

/// A container under way.
#[derive(Debug)]
pub(super) struct Frame {
    pub kind: FrameKind,
    pub blocks: Vec<Block>,
    /// Indents of the boxes open in this frame, in points.
    pub left: f32,
    pub right: f32,
    /// Width between its sides in points, as far as it is known before pages are laid out.
    pub width: f32,
}

/// What a frame becomes.
#[derive(Debug)]
pub(super) enum FrameKind {
    Root,
    Quote,
    List(List),
    Item(Option<u32>),
    Table(Box<Grid>),
    Cell(Box<GridCell>),
    Caption,
    Box(Box<BlockBox>),
}

impl Frame {
    pub fn root() -> Frame {
        Frame { kind: FrameKind::Root, blocks: Vec::new(), left: 0.0, right: 0.0, width: NOMINAL_WIDTH_PT }
    }
}

impl Builder<'_> {
    /// The innermost frame.
    pub(super) fn frame(&mut self) -> &mut Frame {
        // The root frame is there from the beginning and leaves with the builder.
        self.frames.last_mut().expect("the root frame")
    }

    /// Puts a block where it belongs: lists wrap it in an item, tables let it go before themselves.
    pub(super) fn push_block(&mut self, block: Block) {
        let frame = self.frame();
        match &mut frame.kind {
            FrameKind::List(list) => list.items.push(ListItem { number: None, blocks: vec![block] }),
            FrameKind::Table(grid) => grid.before.push(block),
            _ => frame.blocks.push(block),
        }
    }

    /// The block put down last in the innermost frame, in whatever groups.
    pub(super) fn last_block(&mut self) -> Option<&mut Block> {
        groups::last_in(&mut self.frame().blocks)
    }

    /// Whether there is any text before, so that a page break makes sense.
    pub(super) fn has_text(&self) -> bool {
        let holds =
            |frame: &Frame| !matches!(frame.kind, FrameKind::Root | FrameKind::Box(_)) || !frame.blocks.is_empty();
        self.frames.iter().any(holds)
    }

    pub(super) fn open_frame(&mut self, kind: FrameKind) {
        let outer = self.frame();
        let width = (outer.width - outer.left - outer.right).max(0.0);
        self.frames.push(Frame { kind, blocks: Vec::new(), left: 0.0, right: 0.0, width });
    }

    /// Closes the innermost frame and hands its blocks on.
    pub(super) fn close_frame(&mut self) -> Result<()> {
        if self.frames.len() < 2 {
            return Ok(());
        }
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        match frame.kind {
            FrameKind::Root => self.frames.push(frame),
            FrameKind::Quote if !frame.blocks.is_empty() => self.push_block(Block::Quote(frame.blocks)),
            FrameKind::Quote => {}
            FrameKind::List(list) if !list.items.is_empty() => self.push_block(Block::List(list)),
            FrameKind::List(_) => {}
            FrameKind::Item(number) => {
                // The words that mark it go with its first paragraph.
                self.label = None;
                self.close_item(ListItem { number, blocks: frame.blocks });
            }
            FrameKind::Table(grid) => self.close_table(*grid)?,
            FrameKind::Cell(cell) => self.close_cell(*cell, frame.blocks),
            FrameKind::Caption => self.close_caption(frame.blocks),
            FrameKind::Box(boxed) => self.close_box(*boxed, frame.blocks),
        }
        Ok(())
    }

    fn close_item(&mut self, item: ListItem) {
        match &mut self.frame().kind {
            FrameKind::List(list) => list.items.push(item),
            _ => item.blocks.into_iter().for_each(|block| self.push_block(block)),
        }
    }
}
