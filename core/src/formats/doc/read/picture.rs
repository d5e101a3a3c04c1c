//! Pictures.

use super::Reader;
use super::letters::Letters;
use super::words::Piece;
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::InlineImage;

/// What became of the pictures of a file.
#[derive(Debug, Default)]
pub(super) struct Losses {}

impl Losses {
    pub(super) fn warn(&self, _: &Context) {}
}

impl Reader<'_> {
    pub(super) fn picture(&mut self, _: &Letters) -> Result<Option<InlineImage>> {
        Ok(None)
    }

    pub(super) fn drawing(&mut self, _: u32) -> Result<Vec<Piece>> {
        Ok(Vec::new())
    }
}
